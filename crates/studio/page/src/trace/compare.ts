/** Two paths beside each other: where they part, and how their states differ. */

import { button, fill, h } from "../base/dom.ts";
import { Rows } from "../base/rows.ts";
import { equal, type Path } from "./path.ts";

const ROW = 28;

export class Compare {
  readonly element: HTMLElement;
  private left: Path | null = null;
  private right: Path | null = null;
  private parts = 0;
  private state = 0;
  private readonly head = h("div", { class: "compare-head" });
  private readonly differences = h("div", { class: "compare-differences" });
  private readonly rows = new Rows(ROW, (index) => this.row(index), { class: "compare-rows", tabindex: "0", "aria-label": "Steps of both traces" });

  constructor(
    private readonly goTo: (state: number) => void,
    private readonly end: () => void,
  ) {
    this.element = h("div", { class: "compare" }, this.head, this.rows.element, this.differences);
  }

  set(left: Path, right: Path): void {
    this.left = left;
    this.right = right;
    const steps = Math.min(left.length, right.length) - 1;
    this.parts = 0;
    while (this.parts < steps && left.trace.steps[this.parts]!.transition === right.trace.steps[this.parts]!.transition) this.parts++;
    const together =
      this.parts === 0 ? "They part at once." : `The first ${this.parts === 1 ? "step is" : `${this.parts} steps are`} the same.`;
    fill(
      this.head,
      h("p", { class: "row" }, h("span", { class: "grow", text: together }), button({ text: "End comparison", class: "small" }, this.end)),
      h("div", { class: "compare-row titles" }, h("span"), h("b", { title: left.title, text: left.title }), h("b", { title: right.title, text: right.title })),
    );
    this.rows.setCount(Math.max(left.length, right.length));
    this.setState(this.state);
  }

  setState(state: number): void {
    this.state = state;
    if (!this.left || !this.right) return;
    this.rows.reveal(state);
    this.rows.redraw();
    const { left, right } = this;
    const at = [Math.min(state, left.length - 1), Math.min(state, right.length - 1)] as const;
    const names = new Set([...left.histories.keys(), ...right.histories.keys()]);
    const different = [...names]
      .map((name) => ({ name, values: [left.value(name, at[0]), right.value(name, at[1])] as const }))
      .filter(({ values }) => !equal(values[0], values[1]));
    fill(
      this.differences,
      h("h3", { text: different.length === 0 ? `State ${state} is the same in both` : `State ${state} differs in` }),
      h(
        "table",
        {},
        different.slice(0, 200).map(({ name, values }) =>
          h("tr", {}, h("th", { scope: "row", text: name }), h("td", { text: left.shown(name, values[0]) }), h("td", { text: right.shown(name, values[1]) })),
        ),
      ),
    );
  }

  private row(index: number): HTMLElement {
    const words = (path: Path) => {
      if (index === 0) return "initial state";
      return path.trace.steps[index - 1]?.transition ?? "";
    };
    const [left, right] = [words(this.left!), words(this.right!)];
    return h(
      "div",
      {
        class: `compare-row ${index === this.state ? "now" : ""} ${index > this.parts ? "apart" : ""} ${left !== right ? "different" : ""}`,
        onclick: () => this.goTo(index),
      },
      h("span", { class: "number", text: index }),
      h("span", { title: left, text: left.replace(/ -> /g, " → ") }),
      h("span", { title: right, text: right.replace(/ -> /g, " → ") }),
    );
  }
}
