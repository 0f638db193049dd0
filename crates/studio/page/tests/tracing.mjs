// Traces in all their views: loops with fairness, references, charts, automata; saved, loaded, compared.

import { readFileSync } from "node:fs";
import { Studio, assert, check, open, row, tab, walk } from "./harness.mjs";

const MAIL = `model Mail

sync give
var letter: 0..3 := 0

process Sender {
  loc ready, waiting
  send: ready -> waiting sync give!
  again: waiting -> ready do letter := (letter + 1) % 4
}

process Receiver {
  var got: 0..3 := 0
  loc idle, busy
  take: idle -> busy sync give? do got := letter
  done: busy -> idle
  keep: busy -> busy
}

invariant never_two: Receiver.got < 2
ltl always_back: G (Receiver at busy => F Receiver at idle)
fair Sender
`;

async function gallery(page, words, title) {
  await page.keyboard.press("Alt+e");
  await page.getByRole("searchbox", { name: "Find an example" }).fill(words);
  await page.locator(".gallery .card").first().click();
  await page.locator(".cm-line", { hasText: title }).first().waitFor();
}

export const tests = {
  "arrows, a loop, and its fairness": async ({ binary, context, studios, picture }) => {
    const studio = await Studio.start(binary, { "mail.fathom": MAIL });
    studios.push(studio);
    const page = await open(context, studio.address);
    await row(page, "never_two").waitFor();
    await check(page);
    await walk(page, "never_two");
    await page.keyboard.press("End");
    await tab(page, "Sequence");
    await page.locator(".chart-box").first().waitFor();
    assert.ok((await page.locator(".chart-arrow").count()) >= 2, "who takes part is joined by arrows");
    await picture(page, "sequence");
    await tab(page, "Processes");
    await page.locator(".picture .node.lit").first().waitFor();
    assert.equal(await page.locator(".picture .node.lit").count(), 2, "each process is somewhere");
    await picture(page, "automata");
    await tab(page, "State");
    await page.locator(".state-row", { hasText: "letter" }).waitFor();

    await page.keyboard.press("Alt+1");
    await walk(page, "always_back");
    await page.keyboard.press("End");
    await page.locator(".step .returns", { hasText: "back to" }).waitFor();
    await tab(page, "Fairness");
    await page.locator(".fairness td", { hasText: "Sender" }).first().waitFor();
    await picture(page, "fairness");
    // Behind the end of the loop stands its beginning.
    await page.locator(".steps").focus();
    const last = Number(await page.getByRole("spinbutton", { name: "State to go to" }).inputValue());
    await page.keyboard.press("ArrowRight");
    assert.ok(Number(await page.getByRole("spinbutton", { name: "State to go to" }).inputValue()) < last);
  },

  "references as arrows": async ({ binary, context, studios, picture }) => {
    const studio = await Studio.start(binary, { "keep.fathom": "model Keep\n" });
    studios.push(studio);
    const page = await open(context, studio.address);
    await gallery(page, "mcs lock hasty", "model McsLockHasty");
    await check(page);
    await page.keyboard.press("Alt+1");
    await walk(page, "no_faults");
    await page.keyboard.press("End");
    await tab(page, "References");
    await page.locator(".heap .cell").first().waitFor();
    await picture(page, "references");
  },

  "saved, loaded, compared": async ({ binary, context, studios, picture }) => {
    const studio = await Studio.start(binary, { "mail.fathom": MAIL });
    studios.push(studio);
    const page = await open(context, studio.address);
    await row(page, "never_two").waitFor();
    await check(page);
    await walk(page, "never_two");
    const steps = await page.locator(".walker .faint").textContent();
    const texts = [];
    for (const form of [/^JSON/, /^ITF/]) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save the trace" }).click().then(() => page.getByRole("menuitem", { name: form }).click()),
      ]);
      texts.push(readFileSync(await download.path(), "utf8"));
    }
    assert.ok(JSON.parse(texts[0]).steps.length > 0);
    assert.ok(JSON.parse(texts[1]).states.length === JSON.parse(texts[0]).steps.length + 1);
    for (const [index, text] of texts.entries()) {
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        page.getByRole("button", { name: /^Load a trace/ }).first().click(),
      ]);
      await chooser.setFiles({ name: `trace${index}.json`, mimeType: "application/json", buffer: Buffer.from(text) });
      await page.locator(".trace-head h2", { hasText: `trace${index}.json` }).waitFor();
      assert.equal(await page.locator(".walker .faint").textContent(), steps);
    }
    // The menu by keyboard: it opens, is walked, and gives the focus back.
    const save = page.getByRole("button", { name: "Save the trace" });
    await save.focus();
    for (const key of ["Enter", "ArrowDown", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Text");
    await page.keyboard.press("Escape");
    assert.equal(await save.evaluate((element) => element === document.activeElement), true);

    // Another trace from a file beside the one that is open.
    const shorter = { ...JSON.parse(texts[0]) };
    shorter.steps = shorter.steps.slice(0, 2);
    const [beside] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Compare with another trace" }).click()]);
    await beside.setFiles({ name: "shorter.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(shorter)) });
    await page.locator(".compare-row.titles", { hasText: "shorter.json" }).waitFor();
    await page.locator(".compare-head", { hasText: "The first 2 steps are the same" }).waitFor();
    await page.getByRole("button", { name: "End comparison" }).click();

    await page.keyboard.press("Alt+1");
    await row(page, "always_back").locator("button.name").click();
    await row(page, "always_back").getByRole("button", { name: "Compare" }).click();
    await page.locator(".compare-row.now").waitFor();
    await page.locator(".compare-head", { hasText: /same|part/ }).waitFor();
    await picture(page, "compare");
  },

  "the last state of a long trace is in sight, in each view": async ({ binary, context, studios }) => {
    const studio = await Studio.start(binary, {
      "long.fathom": "model Long\nvar x: 0..2000 := 0\nvar seen: set of 0..3 := {}\nprocess P {\n  loc on\n  on -> on when x < 2000 do x := x + 1, seen := union(seen, {x % 4})\n}\ninvariant small: x < 2000\n",
    });
    studios.push(studio);
    const page = await open(context, studio.address);
    await row(page, "small").waitFor();
    await check(page);
    await walk(page, "small");
    await page.keyboard.press("End");
    // Both at once: what is drawn anew would be gone between two looks.
    const isInside = (selector, around) =>
      page.waitForFunction(([inside, outside]) => {
        const outer = [...document.querySelectorAll(outside)].find((each) => each.clientHeight > 0);
        const [inner, box] = [outer?.querySelector(inside)?.getBoundingClientRect(), outer?.getBoundingClientRect()];
        return inner && box && inner.top >= box.top - 1 && inner.bottom <= box.bottom + 1;
      }, [selector, around]);
    await page.locator(".step.now", { hasText: "2000" }).waitFor();
    // The step is not behind what is said below.
    await isInside(".step.now", ".steps");
    await page.locator(".steps").focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.locator(".step.now code", { hasText: "seen: {} → {0}" }).waitFor();
    await page.keyboard.press("End");
    await tab(page, "Sequence");
    await page.locator(".chart-number", { hasText: "2000" }).waitFor();
    // The chart stands where the trace does.
    await isInside(".chart-now", ".chart-scroll");
  },
};
