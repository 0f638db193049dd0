// Graphs: two thousand nodes that move with the pointer, search, folding, and a path among the states.

import { Studio, assert, check, open, quantile, row, walk } from "./harness.mjs";

const GRID = `model Grid

var x: 0..49 := 0
var y: 0..39 := 0

event right when x < 49 do x := x + 1
event down when y < 39 do y := y + 1

invariant left: x < 12
`;

export const tests = {
  "two thousand nodes": async ({ binary, context, studios, picture, figures }) => {
    const studio = await Studio.start(binary, { "grid.fathom": GRID });
    studios.push(studio);
    const page = await open(context, studio.address);
    await row(page, "left").waitFor();
    await page.keyboard.press("Alt+4");
    await page.getByRole("spinbutton", { name: "Largest number of nodes" }).fill("2500");
    await page.getByRole("combobox", { name: "Colour the states by a property" }).selectOption("left");
    const began = performance.now();
    await page.getByRole("button", { name: "Draw" }).click();
    await page.locator(".graph-caption", { hasText: /2,?000/ }).waitFor({ timeout: 60_000 });
    figures["graph of 2,000 nodes, drawn after (ms)"] = Math.round(performance.now() - began);
    await picture(page, "graph");

    const canvas = page.locator(".graph-canvas");
    await canvas.focus();
    const frames = await canvas.evaluate(async (element) => {
      const times = [];
      for (let frame = 0; frame < 40; frame++) {
        const options = { deltaY: frame < 20 ? -40 : 40, clientX: 900, clientY: 450, bubbles: true, cancelable: true };
        const before = performance.now();
        element.dispatchEvent(new WheelEvent("wheel", options));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        times.push(performance.now() - before);
      }
      return times;
    });
    figures["zooming in 2,000 nodes, median of two frames (ms)"] = Math.round(quantile(frames, 0.5));
    assert.ok(quantile(frames, 0.5) < 250, `zooming takes ${quantile(frames, 0.5)} ms`);

    await page.getByRole("searchbox", { name: "Find a node: text of it" }).fill("x = 11");
    await page.locator(".graph", { hasText: /\d+ found/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".graph-details").waitFor();
    await page.getByRole("button", { name: "Fold", exact: true }).click();
    await page.getByRole("button", { name: "Unfold", exact: true }).waitFor();
  },

  "a path among the states, automata, predicate diagrams": async ({ binary, context, studios, picture }) => {
    const small = GRID.replace("0..49", "0..3").replace("0..39", "0..3").replace("x < 49", "x < 3").replace("y < 39", "y < 3").replace("x < 12", "x + y < 4");
    const studio = await Studio.start(binary, { "grid.fathom": small });
    studios.push(studio);
    const page = await open(context, studio.address, [/status of 422/]);
    await row(page, "left").waitFor();
    await check(page);
    await walk(page, "left");
    await page.getByRole("button", { name: "Show the path in the state graph" }).click();
    await page.locator(".graph-caption", { hasText: "16" }).waitFor();
    await page.keyboard.press("Alt+j");
    await page.keyboard.press("Alt+j");
    await picture(page, "path");
    const kind = page.getByRole("combobox", { name: "What to draw" });
    await kind.selectOption("abstract");
    await page.locator(".graph-caption", { hasText: /node|diagram|predicate/ }).waitFor({ timeout: 30_000 });
    await page.getByRole("textbox", { name: "Predicates, separated by commas" }).fill("x = y, x > 1");
    await page.getByRole("button", { name: "Draw" }).click();
    await page.waitForTimeout(300);
    await picture(page, "diagram");
    // What cannot be drawn leaves nothing of what was drawn before.
    await page.getByRole("spinbutton", { name: "Largest number of nodes" }).fill("1");
    await page.getByRole("button", { name: "Draw" }).click();
    await page.locator(".graph-caption", { hasText: "more than 1" }).waitFor();
    await page.waitForFunction(() => {
      const canvas = document.querySelector(".graph-canvas");
      return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.every((part) => part === 0);
    });
    await page.getByRole("spinbutton", { name: "Largest number of nodes" }).fill("300");
    await kind.selectOption("net");
    await page.waitForTimeout(300);
    await kind.selectOption("unfolding");
    await page.locator(".graph-caption").filter({ hasNotText: "Drawing" }).waitFor();
  },
};
