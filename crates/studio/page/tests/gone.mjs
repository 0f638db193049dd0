// The server stopped underneath: the page says so, and nothing that was written is lost.

import { Studio, assert, open, row, write } from "./harness.mjs";

const MODEL = `model Gone
var x: 0..3 := 0
event up when x < 3 do x := x + 1
invariant small: x <= 2
`;

export const tests = {
  "the server stopped underneath": async ({ binary, context, studios }) => {
    const studio = await Studio.start(binary, { "gone.fathom": MODEL });
    studios.push(studio);
    const page = await open(context, studio.address, [/Failed to load resource/, /ERR_/, /status of 401/]);
    await row(page, "small").waitFor();
    await studio.stop();
    await page.getByRole("alert").filter({ hasText: "The server is gone" }).waitFor();
    await write(page, `// written without a server\n${MODEL}`);
    await page.keyboard.press("Control+Enter");
    await page.locator(".progress", { hasText: /does not answer|gone/ }).waitFor();

    const before = new URL(studio.address).origin;
    await studio.run();
    const again = await open(context, studio.address);
    // Another port is another origin, whose storage is empty; the studio takes the same port again where it can.
    if (new URL(studio.address).origin === before) {
      await page.getByRole("alert").filter({ hasText: "does not know this page" }).waitFor();
      await again.locator(".cm-line", { hasText: "// written without a server" }).waitFor();
    } else {
      assert.ok(await again.locator(".cm-line").first().isVisible());
    }
  },

  "without the token there is nothing to see": async ({ binary, context, studios }) => {
    const studio = await Studio.start(binary, { "gone.fathom": MODEL });
    studios.push(studio);
    const page = await context.newPage();
    await page.goto(new URL(studio.address).origin);
    await page.getByRole("heading", { name: "This page needs its address" }).waitFor();
  },
};
