// Everything by keyboard, at 1280 by 800, in light and dark: nothing is cut off, and texts can be read.

import { Studio, assert, check, open, row } from "./harness.mjs";

const MODEL = `model Keys
var x: 0..3 := 0
event up when x < 3 do x := x + 1
invariant small: x <= 2
`;

/** The ratio of luminances between a text and what lies behind it, by the definition of WCAG. */
function contrasts() {
  const parse = (colour) => {
    const paper = document.createElement("canvas").getContext("2d");
    paper.fillStyle = colour;
    paper.fillRect(0, 0, 1, 1);
    return [...paper.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([red, green, blue]) =>
    [red, green, blue].map((part) => part / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return parse("white");
  };
  const bad = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || element.closest("svg, [disabled], .hidden, dialog:not([open])") || element.getClientRects().length === 0) continue;
    if (getComputedStyle(element).clipPath !== "none") continue;
    const [text, ground] = [luminance(parse(getComputedStyle(element).color)), luminance(behind(element))];
    const ratio = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
    if (ratio < 4.4) bad.push(`${element.className || element.tagName} "${element.textContent.trim().slice(0, 30)}": ${ratio.toFixed(2)}`);
  }
  return bad;
}

export const tests = {
  "by keyboard alone": async ({ binary, context, studios }) => {
    const studio = await Studio.start(binary, { "keys.fathom": MODEL });
    studios.push(studio);
    const page = await open(context, studio.address);
    await row(page, "small").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Check", exact: true }).waitFor();
    await page.keyboard.press("Alt+1");
    assert.equal(await page.evaluate(() => document.activeElement.textContent.startsWith("Verdicts")), true);
    // From the tab with the Tab key to the row, which opens, and to the walk.
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement.classList.contains("name"))) break;
    }
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-expanded")), "true", "the row is open and still has the focus");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(".steps .step.now").waitFor();
    await page.keyboard.press("End");
    assert.equal(await page.getByRole("spinbutton", { name: "State to go to" }).inputValue(), "3");
    for (const key of ["Alt+3", "Alt+4", "Alt+2"]) {
      await page.keyboard.press(key);
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "tab");
    }
    await page.keyboard.press("Alt+0");
    assert.equal(await page.evaluate(() => document.activeElement.classList.contains("text")), true, "the text has the focus");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.classList.contains("text")), false, "Esc, then Tab leaves the text");
  },

  "the focus stays where keys are needed": async ({ binary, context, studios }) => {
    const studio = await Studio.start(binary, { "keys.fathom": MODEL });
    studios.push(studio);
    const page = await open(context, studio.address);
    await row(page, "small").waitFor();
    const words = () => page.evaluate(() => document.activeElement.textContent);
    await page.getByRole("button", { name: "Check", exact: true }).focus();
    await page.keyboard.press("Enter");
    await row(page, "small").locator(".verdict.violated").waitFor();
    await page.getByRole("button", { name: "Check", exact: true }).waitFor();
    assert.equal(await words(), "Check", "after a check the button is there again, with the focus");
    await page.keyboard.press("Alt+3");
    await page.getByRole("button", { name: "Begin at the initial state" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "1 step is possible" }).waitFor();
    // Three steps, and back, without the pointer.
    for (const key of ["1", "Enter", "1"]) {
      await page.getByRole("heading", { name: "1 step is possible" }).waitFor();
      await page.keyboard.press(key);
    }
    await page.getByRole("heading", { name: "After 3 steps" }).waitFor();
    await page.getByRole("heading", { name: "Nothing can be done here" }).waitFor();
    await page.keyboard.press("u");
    await page.getByRole("heading", { name: "After 2 steps" }).waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "After 1 step", exact: true }).waitFor();
    assert.equal(await words(), "Undo");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Initial state" }).waitFor();
    await page.keyboard.press("1");
    await page.getByRole("heading", { name: "After 1 step", exact: true }).waitFor();
  },

  "nothing is cut off, and texts can be read": async ({ binary, context, studios }) => {
    const studio = await Studio.start(binary, { "keys.fathom": MODEL });
    studios.push(studio);
    const page = await open(context, studio.address);
    await row(page, "small").waitFor();
    await check(page);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      for (const key of ["Alt+1", "Alt+2", "Alt+3", "Alt+4"]) {
        await page.keyboard.press(key);
        await page.waitForTimeout(100);
        const { scroll, width } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, width: innerWidth }));
        assert.ok(scroll <= width, `${key}: the page is ${scroll} wide`);
        assert.deepEqual(await page.evaluate(contrasts), [], `${colorScheme}, ${key}`);
      }
    }
  },
};
