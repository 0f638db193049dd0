// Walking by hand: choosing, undoing, branching, and why something is not possible.

import { Studio, assert, open } from "./harness.mjs";

const LOCK = `model Lock

var turn: 0..1 := 0

process Worker[i in 0..1] {
  loc idle, crit
  enter: idle -> crit when turn = i
  leave: crit -> idle do turn := 1 - i
  stay:  crit -> crit
}

invariant mutex: count(Worker at crit) <= 1
invariant never_in: Worker[0] at idle
`;

export const tests = {
  "choose, undo, branch, and why not": async ({ binary, context, studios, picture }) => {
    const studio = await Studio.start(binary, { "lock.fathom": LOCK });
    studios.push(studio);
    const page = await open(context, studio.address);
    await page.keyboard.press("Alt+3");
    await page.getByRole("button", { name: "Begin at the initial state" }).click();
    await page.getByRole("heading", { name: "1 step is possible" }).waitFor();
    const refused = page.locator("details.disabled", { hasText: "Worker[1].enter" });
    await refused.locator("summary").click();
    await refused.getByText("turn = ").first().waitFor();
    await refused.locator(".enable").waitFor();
    // What blocks is lit in the text when the browser has told that the line was opened, a moment later.
    await page.locator(".cm-blocking").first().waitFor();
    await picture(page, "simulate");

    await page.locator(".choice", { hasText: "Worker[0].enter" }).click();
    await page.getByRole("heading", { name: "After 1 step" }).waitFor();
    await page.getByRole("heading", { name: "2 steps are possible" }).waitFor();
    await page.getByRole("tab", { name: /Properties/ }).click();
    await page.locator(".standing li", { hasText: "never_in" }).getByText("false here").waitFor();

    await page.locator(".choice", { hasText: "Worker[0].leave" }).click();
    await page.getByRole("heading", { name: "After 2 steps" }).waitFor();
    await page.locator(".choices").focus();
    await page.keyboard.press("u");
    await page.getByRole("heading", { name: "After 1 step" }).waitFor();
    await page.locator(".choice", { hasText: "Worker[0].stay" }).click();
    await page.getByRole("heading", { name: "After 2 steps" }).waitFor();
    await page.getByRole("tab", { name: "Branches" }).click();
    assert.equal(await page.locator(".branch").count(), 4, "both branches are kept");
    await page.locator(".branch", { hasText: "leave" }).click();
    await page.getByRole("button", { name: "As a trace" }).click();
    assert.equal(await page.locator(".steps .step").count(), 3);
  },

  "a hundred steps are possible, and each can be found": async ({ binary, context, studios }) => {
    const studio = await Studio.start(binary, {
      "many.fathom": "model Many\nvar x: 0..100 := 0\nevent set[i in 1..100] when x = 0 do x := i\ninvariant small: x <= 100\n",
    });
    studios.push(studio);
    const page = await open(context, studio.address);
    await page.keyboard.press("Alt+3");
    await page.getByRole("button", { name: "Begin at the initial state" }).click();
    await page.getByRole("heading", { name: "100 steps are possible" }).waitFor();
    assert.equal(await page.locator(".choice").count(), 60);
    await page.getByRole("button", { name: "Show 40 more" }).click();
    assert.equal(await page.locator(".choice").count(), 100);
    await page.getByRole("searchbox", { name: "Find a transition" }).fill("set[97]");
    assert.equal(await page.locator(".choice").count(), 1);
    await page.locator(".choice", { hasText: "set[97]" }).click();
    await page.getByRole("heading", { name: "After 1 step" }).waitFor();
    await page.getByRole("heading", { name: "Nothing can be done here" }).waitFor();
  },
};
