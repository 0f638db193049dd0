// Two tabs on one studio: each works for itself, and each hears of the other's unsaved changes.

import { Studio, assert, check, open, row, textOf, verdict, write } from "./harness.mjs";

const MODEL = `model Two
var x: 0..3 := 0
event up when x < 3 do x := x + 1
invariant small: x <= 2
`;

export const tests = {
  "a second tab": async ({ binary, context, studios }) => {
    const studio = await Studio.start(binary, { "two.fathom": MODEL });
    studios.push(studio);
    const first = await open(context, studio.address);
    const second = await open(context, studio.address);
    await row(first, "small").waitFor();
    await row(second, "small").waitFor();
    await Promise.all([check(first), check(second)]);
    assert.equal(await verdict(first, "small"), "violated");
    assert.equal(await verdict(second, "small"), "violated");

    await second.bringToFront();
    await write(second, MODEL.replace("x <= 2", "x <= 3"));
    await first.bringToFront();
    await first.getByText("being changed in another tab").waitFor();
    assert.match(await textOf(first), /x <= 2/, "the text of the first tab stays");
    await second.bringToFront();
    await check(second);
    assert.equal(await verdict(second, "small"), "holds");
    await second.close();
    await first.bringToFront();
    await check(first);
    assert.equal(await verdict(first, "small"), "violated");
  },
};
