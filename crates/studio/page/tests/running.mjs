// A check that takes long: paused, taken up again, stopped; and what never happens, painted into the text.

import { Studio, assert, check, open, row, verdict } from "./harness.mjs";

const LONG = `model Long

var a, b, c, d: 0..60 := 0

event up_a when a < 60 do a := a + 1
event up_b when b < 60 do b := b + 1
event up_c when c < 60 do c := c + 1
event up_d when d < 60 do d := d + 1
event mix when a > 3 && b > 3 do { a := (a * 7 + b) % 61; b := (b * 5 + c) % 61 }

invariant never: (a * a + b * b + c * c + d * d) % 104729 != 104728
`;

const EMPTY = `model Empty

var x: 0..3 := 0

process Door {
  loc closed, opened, broken
  closed -> opened when x < 3
  opened -> closed do x := min(x + 1, 2)
  opened -> broken when x = 3
  broken -> closed
}

invariant small: x <= 2
invariant vacuous: Door at broken => x = 3
`;

export const tests = {
  "stop and resume": async ({ binary, context, studios }) => {
    const studio = await Studio.start(binary, { "long.fathom": LONG });
    studios.push(studio);
    const page = await open(context, studio.address);
    await row(page, "never").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Pause" }).click();
    await page.locator(".progress", { hasText: "Paused" }).or(page.locator(".bar-line.paused")).first().waitFor();
    const before = await page.locator(".progress").textContent();
    await page.waitForTimeout(1200);
    assert.equal(await page.locator(".progress").textContent(), before, "a check that is paused makes no progress");
    await page.getByRole("button", { name: "Resume" }).click();
    await page.locator(".bar-line.running").waitFor();
    await page.locator(".progress", { hasText: "states" }).waitFor({ timeout: 30_000 });
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByRole("button", { name: "Check", exact: true }).waitFor();
    assert.equal(await verdict(page, "never"), "unknown");
  },

  "what never happens is painted into the text": async ({ binary, context, studios, picture }) => {
    const studio = await Studio.start(binary, { "door.fathom": EMPTY });
    studios.push(studio);
    const page = await open(context, studio.address);
    await row(page, "small").waitFor();
    await check(page);
    assert.equal(await verdict(page, "vacuous"), "holds");
    await page.getByRole("heading", { name: "What never happens" }).waitFor();
    assert.ok((await page.locator(".cm-never").count()) > 0, "the line of what is never enabled is painted");
    await picture(page, "coverage");
  },
};
