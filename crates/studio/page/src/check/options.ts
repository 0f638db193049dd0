/** What a check may be told, in plain words. What is not changed here is decided by the program. */

import { h } from "../base/dom.ts";
import type { CheckOptions, Model, Session, Value } from "../server/types.ts";

/** What somebody has chosen; it is kept for the session of the page. */
export interface Chosen {
  options: CheckOptions;
  constants: Record<string, Value>;
}

const ENGINES: [string, string][] = [
  ["auto", "decided for each property"],
  ["explicit", "one state after the other"],
  ["symbolic", "sets of states, also infinite ones"],
  ["abstraction", "predicates and a solver"],
  ["coverability", "nets of any number of tokens"],
  ["unfolding", "what is concurrent, as a net without circles"],
];

export class Options {
  readonly element: HTMLElement;
  private chosen: Chosen = { options: {}, constants: {} };
  private readonly constants = h("div", { class: "option-constants" });
  private readonly summary = h("span", { class: "faint small" });

  constructor(private readonly session: Session) {
    const { options } = this.chosen;
    const number = (value: number, apply: (value: number | undefined) => void, unit: string, label: string) =>
      h(
        "span",
        { class: "row" },
        h("input", {
          type: "number",
          min: 1,
          value: String(value),
          class: "short",
          "aria-label": label,
          onchange: (event: Event) => {
            const given = Number((event.target as HTMLInputElement).value);
            apply(Number.isFinite(given) && given >= 1 ? given : undefined);
            this.tell();
          },
        }),
        unit,
      );
    const tick = (text: string, checked: boolean, apply: (on: boolean) => void) =>
      h(
        "label",
        { class: "row" },
        h("input", {
          type: "checkbox",
          checked,
          onchange: (event: Event) => {
            apply((event.target as HTMLInputElement).checked);
            this.tell();
          },
        }),
        text,
      );
    const seconds = Math.min(60, session.limits.seconds);
    options.seconds = seconds;
    options.certify = true;
    const choose = (label: string, choices: [string, string][], apply: (value: string) => void) =>
      h(
        "select",
        {
          "aria-label": label,
          onchange: (event: Event) => {
            apply((event.target as HTMLSelectElement).value);
            this.tell();
          },
        },
        choices.map(([value, words]) => h("option", { value, text: value === words ? value : `${value}: ${words}` })),
      );
    const reductions: [string, string][] = [["auto", "where it pays"], ["on", "always"], ["off", "never"]];
    this.element = h(
      "details",
      { class: "options" },
      h("summary", {}, "Options ", this.summary),
      h(
        "div",
        { class: "grid" },
        h("span", { text: "Stop after" }),
        number(seconds, (value) => (options.seconds = value), "seconds", "Seconds after which to stop"),
        h("span", { text: "Memory" }),
        number(Math.min(2048, session.limits.memory_mib), (value) => (options.memory_mib = value), "MiB", "MiB that may be used"),
        h("span", { text: "How to search" }),
        choose("How to search", ENGINES, (value) => (options.engine = value)),
        h("span", { text: "Any number of" }),
        h("input", {
          type: "text",
          placeholder: "a constant, such as N",
          "aria-label": "A constant that is left open, so that the verdict is for every size",
          title: "A constant that says how many instances there are is left open: the verdict is for every size",
          onchange: (event: Event) => {
            options.for_every = (event.target as HTMLInputElement).value.trim() || undefined;
            this.tell();
          },
        }),
        h("span", { text: "Like processes" }),
        choose("Exchange processes that are alike", reductions, (value) => (options.symmetry = value)),
        h("span", { text: "Independent steps" }),
        choose("Leave orders of independent steps out", reductions, (value) => (options.partial_order = value)),
        h("span", { text: "Then" }),
        h(
          "div",
          { class: "ticks" },
          tick("check each proof once more, without any engine", true, (on) => (options.certify = on)),
          tick("look for faults: null, indices, values outside their types", true, (on) => (options.faults = on)),
          tick("end at the first property that is violated", false, (on) => (options.fail_fast = on)),
        ),
      ),
      this.constants,
    );
    this.tell();
  }

  /** Which constants there are to be set. */
  setConstants(constants: { name: string; value: Value }[]): void {
    const names = new Set(constants.map(({ name }) => name));
    for (const name of Object.keys(this.chosen.constants)) if (!names.has(name)) delete this.chosen.constants[name];
    if (this.constants.contains(document.activeElement)) return;
    this.constants.replaceChildren(
      ...constants.map(({ name, value }) =>
        h(
          "label",
          { class: "row" },
          h("code", { text: name }),
          h("input", {
            type: "text",
            class: "short",
            value: String(this.chosen.constants[name] ?? value),
            "aria-label": `The constant ${name}`,
            onchange: (event: Event) => this.setConstant(name, value, (event.target as HTMLInputElement).value.trim()),
          }),
        ),
      ),
    );
    if (constants.length > 0) this.constants.prepend(h("span", { text: "Constants" }));
    this.tell();
  }

  /** A model with the constants that were chosen. */
  model(name: string, text: string): Model {
    const constants = this.chosen.constants;
    return Object.keys(constants).length > 0 ? { name, text, constants: { ...constants } } : { name, text };
  }

  options(): CheckOptions {
    return { ...this.chosen.options };
  }

  private setConstant(name: string, value: Value, given: string): void {
    if (given === "" || given === String(value)) delete this.chosen.constants[name];
    else this.chosen.constants[name] = /^-?\d+$/.test(given) ? Number(given) : given === "true" ? true : given === "false" ? false : given;
    this.tell();
  }

  private tell(): void {
    const { options, constants } = this.chosen;
    const parts = [`${options.seconds ?? this.session.limits.seconds} s`];
    if (options.engine && options.engine !== "auto") parts.push(options.engine);
    if (options.for_every) parts.push(`for every ${options.for_every}`);
    if (options.faults === false) parts.push("without faults");
    for (const [name, value] of Object.entries(constants)) parts.push(`${name} = ${String(value)}`);
    this.summary.textContent = parts.join(" · ");
  }
}
