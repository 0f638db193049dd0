// A check that takes long: paused, taken up again, stopped; and what never happens, painted into the text.

import { readFileSync, readdirSync } from "node:fs";
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

/** The processor time of all processes that check for a studio, in milliseconds, to ten of them. */
function workOf(studio) {
  const stats = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((id) => {
    try {
      return readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1].split(" ");
    } catch {
      return [];
    }
  });
  const own = stats.filter((fields) => Number(fields[1]) === studio.process.pid);
  return own.reduce((sum, fields) => sum + (Number(fields[11]) + Number(fields[12])) * 10, 0);
}

export const tests = {
  "stop and resume": async ({ binary, context, studios }) => {
    const studio = await Studio.start(binary, { "long.fathom": LONG });
    studios.push(studio);
    const page = await open(context, studio.address);
    await row(page, "never").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Pause" }).click();
    await page.locator(".progress", { hasText: "Paused" }).or(page.locator(".bar-line.paused")).first().waitFor();
    // It works until it hears the word, and then no more.
    let [before, now] = [-1, workOf(studio)];
    for (let look = 0; look < 20 && now - before > 50; look++) {
      before = now;
      await page.waitForTimeout(1000);
      now = workOf(studio);
    }
    assert.ok(now - before <= 50, `a check that is paused works: ${now - before} ms in a second`);
    assert.equal(await verdict(page, "never"), "…");
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
