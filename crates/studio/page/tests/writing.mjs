// The editor: what is wrong while one types, what mends it, and what the server knows of names.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Studio, assert, check, open, textOf, verdict, write } from "./harness.mjs";

const LOCK = `model Lock

/// Who may enter.
var turn: 0..1 := 0

process Worker[i in 0..1] {
  loc idle, crit
  idle -> crit when turn = i
  crit -> idle do turn := 1 - i
}

invariant mutex: count(Worker at crit) <= 1
`;

export const tests = {
  "an error, its help, and the change that mends it": async ({ binary, context, studios, picture }) => {
    const studio = await Studio.start(binary, { "lock.fathom": LOCK });
    studios.push(studio);
    const page = await open(context, studio.address);
    await write(page, LOCK.replace("when turn = i", "when tunr = i"));
    await page.locator(".cm-lintRange-error").waitFor();
    await page.locator(".problems", { hasText: "1 error" }).waitFor();
    await page.locator(".cm-lintRange-error").hover();
    const mend = page.locator(".cm-diagnosticAction").first();
    await mend.waitFor();
    await picture(page, "problem", ["light"], null);
    await mend.click();
    await page.locator(".problems", { hasText: "Nothing wrong" }).waitFor();
    assert.match(await textOf(page), /when turn = i/);
  },

  "completion, hover, definition, formatting": async ({ binary, context, studios }) => {
    const studio = await Studio.start(binary, { "lock.fathom": LOCK });
    studios.push(studio);
    const page = await open(context, studio.address);
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("invariant small: tu");
    await page.locator(".cm-tooltip-autocomplete li", { hasText: "turn" }).waitFor();
    // CodeMirror does not take a completion that has just come up, lest a key that was meant otherwise does it.
    await page.waitForTimeout(120);
    await page.keyboard.press("Enter");
    await page.keyboard.type(" <= 1");
    assert.match(await textOf(page), /invariant small: turn <= 1/);

    await page.locator(".cm-line", { hasText: "when turn = i" }).getByText("turn", { exact: true }).first().hover();
    await page.locator(".cm-tooltip", { hasText: "Who may enter." }).waitFor();

    await page.locator(".cm-line", { hasText: "when turn = i" }).getByText("turn", { exact: true }).first().click();
    await page.keyboard.press("F12");
    await page.waitForFunction(() => {
      const line = document.querySelector(".text")?.shadowRoot?.querySelector(".cm-activeLine");
      return line?.textContent?.startsWith("var turn");
    });

    await write(page, LOCK.replace("  idle -> crit", "      idle   ->   crit"));
    await page.keyboard.press("Shift+Alt+F");
    await page.waitForFunction(
      () => document.querySelector(".text")?.shadowRoot?.querySelector(".cm-content")?.textContent?.includes("  idle -> crit when turn"),
    );
  },

  "a declaration in another file": async ({ binary, context, studios }) => {
    const studio = await Studio.start(binary, {
      "lib/shared.fathom": "/// From 0 up.\nvar level: 0..3 := 0\n",
      "lib/tank.fathom": 'model Tank\nimport "shared.fathom"\nevent fill when level < 3 do level := level + 1\ninvariant low: level <= 2\n',
    });
    studios.push(studio);
    const page = await open(context, studio.address);
    await page.locator(".files").getByRole("button", { name: "tank.fathom" }).click();
    const line = page.locator(".cm-line", { hasText: "event fill" });
    await line.waitFor();
    await page.locator(".problems", { hasText: "Nothing wrong" }).waitFor();
    await check(page);
    assert.equal(await verdict(page, "low"), "violated");
    await line.getByText("level").first().click();
    await page.keyboard.press("F12");
    await page.locator(".cm-line", { hasText: "From 0 up." }).waitFor();
  },

  "unsaved work is kept, and a file that changed underneath is not run over": async ({ binary, context, studios }) => {
    const studio = await Studio.start(binary, { "lock.fathom": LOCK });
    studios.push(studio);
    const page = await open(context, studio.address, [/status of 409/]);
    await write(page, `// mine\n${LOCK}`);
    await page.locator(".bar .unsaved").waitFor();
    await page.reload();
    await page.locator(".cm-line", { hasText: "// mine" }).waitFor();

    writeFileSync(join(studio.folder, "lock.fathom"), `// theirs\n${LOCK}`);
    await page.keyboard.press("Control+s");
    await page.getByRole("dialog", { name: "The file has changed" }).waitFor();
    assert.match(readFileSync(join(studio.folder, "lock.fathom"), "utf8"), /^\/\/ theirs/);
    await page.getByRole("button", { name: "Write mine over it" }).click();
    await page.locator(".bar .unsaved").waitFor({ state: "detached" });
    assert.match(readFileSync(join(studio.folder, "lock.fathom"), "utf8"), /^\/\/ mine/);
  },

  "what was changed is at hand though its file is gone, until it is thrown away": async ({ binary, context, studios }) => {
    const studio = await Studio.start(binary, { "lock.fathom": LOCK, "other.fathom": "model Other\n" });
    studios.push(studio);
    const page = await open(context, studio.address);
    const throwAway = page.getByRole("button", { name: "Throw unsaved changes away" });
    assert.equal(await throwAway.isVisible(), false, "nothing was changed yet");
    await write(page, `// mine\n${LOCK}`);
    await page.locator(".bar .unsaved").waitFor();
    await page.waitForTimeout(400);
    rmSync(join(studio.folder, "lock.fathom"));
    await page.reload();
    await page.locator(".cm-line", { hasText: "// mine" }).waitFor();
    await page.locator(".files").getByRole("button", { name: "other.fathom" }).click();
    await page.locator(".cm-line", { hasText: "model Other" }).waitFor();
    await page.locator(".files").getByRole("button", { name: "lock.fathom" }).click();
    await page.locator(".cm-line", { hasText: "// mine" }).waitFor();
    await throwAway.click();
    await page.getByRole("button", { name: "Throw them away" }).click();
    await page.locator(".cm-line", { hasText: "model Other" }).waitFor();
    assert.equal(await page.locator(".files").getByRole("button", { name: "lock.fathom" }).count(), 0);
    assert.equal(await throwAway.isVisible(), false);
  },

  "what a code means, by keyboard": async ({ binary, context, studios }) => {
    const studio = await Studio.start(binary, { "lock.fathom": LOCK.replace("when turn = i", "when tunr = i") });
    studios.push(studio);
    const page = await open(context, studio.address);
    await page.locator(".problems", { hasText: "1 error" }).waitFor();
    await page.locator(".problems > button").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "E101" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "E101" }).locator("pre").first().waitFor();
  },
};
