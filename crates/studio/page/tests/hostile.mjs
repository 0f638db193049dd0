// Names that would like to be markup: they are shown, and they are only text.

import { Studio, assert, check, open, row, tab, walk } from "./harness.mjs";

const MODEL = "model `<script>document.title='owned'</script>`\n" +
  "type Kind = { `<img src=x onerror=alert(1)>`, plain }\n" +
  "var `<b>bold</b>`: Kind := plain\n" +
  "process `<svg onload=alert(2)>` {\n" +
  "  loc `<i>here</i>`, `\"><script>alert(3)</script>`\n" +
  "  `<i>here</i>` -> `\"><script>alert(3)</script>` do `<b>bold</b>` := `<img src=x onerror=alert(1)>`\n" +
  "}\n" +
  "/// <script>alert(4)</script> [link](javascript:alert(5)) <iframe src=x>\n" +
  "invariant \"<img src=y onerror=alert(6)>\": `<b>bold</b>` = plain\n";

export const tests = {
  "a hostile model name": async ({ binary, context, studios }) => {
    const studio = await Studio.start(binary, { "<img src=x onerror=alert(9)>.fathom": MODEL, "a&b <i>.fathom": "model A\n" });
    studios.push(studio);
    const page = await open(context, studio.address);
    await page.locator(".files").getByRole("button", { name: "<img src=x onerror=alert(9)>.fathom" }).click();
    const name = "<img src=y onerror=alert(6)>";
    const line = page.locator("tbody", { hasText: name });
    await line.waitFor();
    await check(page);
    assert.equal((await line.locator(".verdict").first().textContent()).trim(), "violated");
    await line.locator("button.name").click();
    await line.getByRole("button", { name: /^Walk the/ }).click();
    await page.keyboard.press("End");
    for (const view of ["Sequence", "Processes", "State"]) {
      await tab(page, view);
      await page.waitForTimeout(200);
    }
    await page.locator(".state-row", { hasText: "<b>bold</b>" }).waitFor();
    await page.locator(".cm-line", { hasText: "invariant" }).getByText("bold").first().hover();
    await page.waitForTimeout(600);
    await page.keyboard.press("Alt+3");
    await page.getByRole("button", { name: "Begin at the initial state" }).click();
    await page.locator(".choice", { hasText: "<i>here</i>" }).first().waitFor();
    await page.keyboard.press("Alt+4");
    await page.getByRole("button", { name: "Draw" }).click();
    await page.locator(".graph-caption").filter({ hasText: "2" }).waitFor();
    const found = await page.evaluate(() => {
      const roots = [document, ...[...document.querySelectorAll("*")].flatMap((element) => element.shadowRoot ?? [])];
      const bad = roots.flatMap((root) => [...root.querySelectorAll("script:not([src='studio.js']):not([src='/studio.js']), iframe, img, b > script, i > i, svg[onload], a[href^='javascript']")]);
      return { title: document.title, bad: bad.map((element) => element.outerHTML) };
    });
    assert.deepEqual(found.bad, []);
    assert.notEqual(found.title, "owned");
  },
};
