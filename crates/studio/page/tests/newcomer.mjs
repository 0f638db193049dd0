// Somebody who has never seen the studio: from the gallery to a violated property, its trace, and a model that is repaired and proved.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Studio, assert, check, open, row, textOf, verdict, walk, write } from "./harness.mjs";

export const tests = {
  "from the gallery to a proof": async ({ binary, context, studios, picture }) => {
    const studio = await Studio.start(binary);
    studios.push(studio);
    const page = await open(context, studio.address);
    // An empty folder: the gallery is open.
    await page.locator(".gallery .card").first().waitFor();
    await page.waitForTimeout(100);
    await picture(page, "gallery");
    await page.getByRole("searchbox", { name: "Find an example" }).fill("peterson swapped");
    await page.locator(".gallery .card").first().click();
    await page.locator(".cm-line", { hasText: "model PetersonSwapped" }).waitFor();
    // The properties stand in the table before anything was checked.
    await row(page, "mutex").waitFor();
    assert.equal(await verdict(page, "mutex"), "not checked");

    await check(page);
    assert.equal(await verdict(page, "mutex"), "violated");
    assert.equal(await verdict(page, "deadlock_free"), "holds");
    await row(page, "mutex").locator("button.name").click();
    await picture(page, "verdicts");

    await walk(page, "mutex");
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press("ArrowRight");
      assert.equal(await page.locator(".cm-step").count(), 1, "the line of the step is lit");
    }
    assert.equal(await page.getByRole("spinbutton", { name: "State to go to" }).inputValue(), "6");
    await page.locator(".why", { hasText: "this is false" }).waitFor();
    assert.ok((await page.locator(".cm-failing").count()) > 0, "the failing conjunct is lit");

    await page.getByRole("textbox", { name: "Watch an expression" }).fill("count(Worker at crit)");
    await page.keyboard.press("Enter");
    await page.locator(".watch .state-cell.now", { hasText: "2" }).waitFor();
    await picture(page, "trace", ["light", "dark"]);

    // The repair: the two writes change places.
    const broken = await textOf(page);
    const repaired = broken
      .replace(/^ +idle +-> polite .*/m, "  idle    -> polite  do want[i] := true")
      .replace(/^ +polite +-> waiting .*/m, "  polite  -> waiting do turn := other")
      .replace("@expect(violated) invariant mutex", "@expect(holds) invariant mutex");
    assert.notEqual(repaired, broken);
    await write(page, repaired);
    await check(page);
    assert.equal(await verdict(page, "mutex"), "holds");
    await row(page, "mutex").locator("button.name").click();
    await row(page, "mutex").getByText("accepted by the checker").waitFor();

    await page.keyboard.press("Control+s");
    await page.getByRole("textbox", { name: "Save as" }).fill("peterson.fathom");
    await page.keyboard.press("Enter");
    await page.getByText("Saved peterson.fathom").waitFor();
    assert.match(readFileSync(join(studio.folder, "peterson.fathom"), "utf8"), /polite {2}-> waiting do turn := other/);
    await page.locator(".files").getByRole("button", { name: "peterson.fathom" }).waitFor();
  },
};
