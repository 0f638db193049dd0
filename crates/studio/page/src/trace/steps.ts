/** The steps of a path as a list: what was taken, and what it changed. */

import { h, icon } from "../base/dom.ts";
import { Rows } from "../base/rows.ts";
import type { Value } from "../server/types.ts";
import type { Path } from "./path.ts";

const ROW = 45;

export class Steps {
  readonly element: HTMLElement;
  private path: Path | null = null;
  private state = 0;
  private readonly rows = new Rows(ROW, (index) => this.row(index), {
    class: "steps",
    role: "listbox",
    tabindex: "0",
    "aria-label": "Steps of the trace",
  });

  constructor(private readonly goTo: (state: number) => void) {
    this.element = this.rows.element;
  }

  setPath(path: Path): void {
    this.path = path;
    this.state = 0;
    this.rows.element.scrollTop = 0;
    this.rows.setCount(path.length);
  }

  setState(state: number): void {
    const before = this.state;
    this.state = state;
    this.rows.reveal(state);
    this.rows.refresh([before, state]);
    this.element.setAttribute("aria-activedescendant", `step-${state}`);
  }

  /** Brings the state into sight. */
  reveal(): void {
    this.rows.reveal(this.state);
  }

  private row(index: number): HTMLElement {
    const { trace } = this.path!;
    const step = index > 0 ? trace.steps[index - 1]! : null;
    const shown = (name: string, value: Value) => this.path!.shown(name, value);
    // A location that the transition names is not said twice.
    const said = (name: string, value: Value) => step !== null && step.transition.includes(`${name}: `) && step.transition.includes(`-> ${String(value)}`);
    const changes = step
      ? Object.entries(step.changes).filter(([name, value]) => !said(name, value)).map(([name, value]) => `${name}: ${shown(name, this.path!.value(name, index - 1))} → ${shown(name, value)}`)
      : Object.entries(trace.initial).map(([name, value]) => `${name} = ${shown(name, value)}`);
    const last = index === this.path!.length - 1;
    const failing = this.path!.view?.why?.failing.some((part) => part.state === index);
    const loop = this.path!.inLoop(index);
    return h(
      "div",
      {
        class: `step ${index === this.state ? "now" : ""} ${failing ? "failing" : ""} ${loop ? "loop" : ""}`,
        role: "option",
        id: `step-${index}`,
        "aria-selected": String(index === this.state),
        onclick: () => this.goTo(index),
      },
      h("span", { class: "number", text: index }),
      h(
        "span",
        { class: "what" },
        h(
          "b",
          { title: step?.transition ?? "the initial state" },
          step ? step.transition.replace(/ -> /g, " → ") : "initial state",
          last && trace.loop !== undefined && h("i", { class: "returns" }, icon("loop"), `back to ${trace.loop}`),
          last && trace.fault && h("i", { class: "returns bad", text: `then a fault: ${trace.fault.reason}` }),
          last && trace.endless && h("i", { class: "returns", text: "and so on for ever" }),
        ),
        h("code", { title: changes.join("\n"), text: changes.length > 0 || !step ? changes.slice(0, 12).join(", ") : Object.keys(step.changes).length > 0 ? "" : "nothing changes" }),
      ),
    );
  }
}
