// What is promised in numbers, measured: the first page, a key to its findings, a step in a long trace.

// Machines are shared, so what is asserted is processor time: of the page's main thread, and of the server. The time on the clock
// stands beside it.

import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { Studio, assert, check, open, quantile, row, walk } from "./harness.mjs";

/** The processor time that a page's main thread has used, in milliseconds. */
async function clockOf(context, page) {
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find((metric) => metric.name === "TaskDuration").value * 1000;
  };
}

/** The processor time that the server has used, in milliseconds, to ten of them. */
function serverTime(studio) {
  const fields = readFileSync(`/proc/${studio.process.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const COUNTER = `model Counter
var x: 0..10000 := 0
process P { loc on, off
  on -> off when x < 10000 do x := x + 1
  off -> on when x < 10000 do x := x + 1 }
invariant small: x < 10000
`;

/** A model of a thousand lines that looks like one: processes, guards, actions. */
function thousandLines() {
  const lines = ["model Large", "", "var total: int := 0"];
  for (let number = 0; lines.length < 985; number++) {
    lines.push(
      `var value${number}: 0..20 := ${number % 20}`,
      `process P${number}[i in 0..2] {`,
      `  var mine: 0..7 := 0`,
      "  loc idle, busy, done",
      `  idle -> busy when value${number} < 20 && mine < 7 do mine := mine + 1, value${number} := value${number} + 1`,
      "  busy -> done when total >= 0 do total := total + mine",
      `  done -> idle when value${number} > 0 do value${number} := value${number} - 1`,
      "}",
      `invariant bound${number}: value${number} <= 20`,
      "",
    );
  }
  return `${lines.join("\n")}\n`;
}

export const tests = {
  "the first page": async ({ binary, context, studios, figures }) => {
    const studio = await Studio.start(binary, { "counter.fathom": COUNTER });
    studios.push(studio);
    const [times, worked] = [[], []];
    const before = serverTime(studio);
    for (let round = 0; round < 5; round++) {
      const page = await context.newPage();
      const clock = await clockOf(context, page);
      const began = performance.now();
      await page.goto(studio.address);
      await page.locator(".cm-line", { hasText: "model Counter" }).waitFor();
      times.push(performance.now() - began);
      worked.push(await clock());
      await page.close();
    }
    figures["load of the machine (processes)"] = Number(loadavg()[0].toFixed(1));
    figures["first page, on the clock, median of 5 (ms)"] = Math.round(quantile(times, 0.5));
    figures["first page, work of the page, median of 5 (ms)"] = Math.round(quantile(worked, 0.5));
    figures["first page, work of the server (ms)"] = Math.round((serverTime(studio) - before) / 5);
    assert.ok(quantile(worked, 0.5) < 1000, `the first page takes ${worked} ms of processor time`);
  },

  "a key to its findings, 1,000 lines": async ({ binary, context, studios, figures }) => {
    const studio = await Studio.start(binary, { "large.fathom": thousandLines() });
    studios.push(studio);
    const page = await open(context, studio.address);
    await page.locator(".problems", { hasText: "Nothing wrong" }).waitFor();
    await page.locator(".cm-line", { hasText: "var total" }).click();
    await page.keyboard.press("End");
    await page.waitForTimeout(800);
    const times = [];
    const clock = await clockOf(context, page);
    const [pageBefore, serverBefore] = [await clock(), serverTime(studio)];
    const rounds = 15;
    for (let round = 0; round < rounds; round++) {
      // A key makes the line wrong, and the next one right again; each time until it shows.
      for (const [key, count] of [["x", 1], ["Backspace", 0]]) {
        const waiting = page.evaluate(
          (wanted) =>
            new Promise((done, fail) => {
              setTimeout(() => fail(new Error("the findings of a key do not show")), 30_000);
              const root = document.querySelector(".text").shadowRoot;
              let began = 0;
              root.addEventListener("keydown", () => (began = performance.now()), { capture: true, once: true });
              const look = () => {
                const found = root.querySelectorAll(".cm-lintRange-error").length;
                if (began > 0 && (wanted > 0 ? found > 0 : found === 0)) done(performance.now() - began);
                else requestAnimationFrame(look);
              };
              requestAnimationFrame(look);
            }),
          count,
        );
        await page.waitForTimeout(60);
        await page.keyboard.press(key);
        times.push(await waiting);
        await page.waitForTimeout(700);
      }
    }
    figures["key to findings, 1,000 lines, on the clock, median (ms)"] = Math.round(quantile(times, 0.5));
    // Both looks at the text are in these: the one that shows at once, and the full one when keys rest.
    figures["key to findings, 1,000 lines, work of the page (ms)"] = Math.round(((await clock()) - pageBefore) / (2 * rounds));
    figures["key to findings, 1,000 lines, work of the server (ms)"] = Math.round((serverTime(studio) - serverBefore) / (2 * rounds));
  },

  "a step in a trace of 10,000 steps": async ({ binary, context, studios, figures }) => {
    const studio = await Studio.start(binary, { "counter.fathom": COUNTER });
    studios.push(studio);
    const page = await open(context, studio.address);
    await row(page, "small").waitFor();
    await check(page);
    await walk(page, "small");
    await page.locator(".walker", { hasText: "of 10000" }).waitFor();
    for (const [view, start] of [["State", 5000], ["Sequence", 2000]]) {
      await page.getByRole("tab", { name: view }).click();
      await page.getByRole("spinbutton", { name: "State to go to" }).fill(String(start));
      await page.keyboard.press("Enter");
      const clock = await clockOf(context, page);
      await page.waitForTimeout(300);
      const before = await clock();
      const times = await page.locator(".steps").evaluate(async (steps) => {
        const result = [];
        for (let step = 0; step < 60; step++) {
          const before = performance.now();
          steps.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
          // Layout is part of the price.
          steps.getBoundingClientRect();
          document.querySelector(".stage").getBoundingClientRect();
          result.push(performance.now() - before);
          await new Promise((done) => requestAnimationFrame(done));
        }
        return result;
      });
      const worked = ((await clock()) - before) / times.length;
      figures[`step in 10,000, ${view}, on the clock, median (ms)`] = Number(quantile(times, 0.5).toFixed(1));
      figures[`step in 10,000, ${view}, work with layout and painting (ms)`] = Number(worked.toFixed(1));
      assert.ok(worked < 16, `a step takes ${worked} ms of processor time`);
    }
    assert.equal(await page.getByRole("spinbutton", { name: "State to go to" }).inputValue(), "2060");
  },
};
