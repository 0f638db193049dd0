/** The whole state as a table: a row for each variable, a column for each of the states around the one that is shown. */

import { button, h } from "../base/dom.ts";
import { Rows } from "../base/rows.ts";
import type { Model } from "../server/types.ts";
import { show, valueAt, type History, type Path } from "./path.ts";
import { Watches } from "./watches.ts";

const ROW = 25;
const COLUMN = 66;
/** The least room for names, and about what a letter of them takes. */
const NAMES = 120;
const LETTER = 7.3;

export class StateTable {
  readonly element: HTMLElement;
  private path: Path | null = null;
  private state = 0;
  private shown: History[] = [];
  private columns: number[] = [];
  private onlyChanging = false;
  /** The room for names. */
  private names = NAMES;
  private readonly rows = new Rows(ROW, (index) => this.row(index), { class: "state-rows", tabindex: "0", "aria-label": "Variables" });
  private readonly head = h("div", { class: "state-head" });
  private readonly watches = new Watches();
  private readonly filter = h("input", { type: "search", placeholder: "Find", "aria-label": "Find a variable", oninput: () => this.choose() });

  constructor(private readonly goTo: (state: number) => void) {
    const toggle = button({ text: "Changing", title: "Only variables that change on this path", class: "small" }, () => {
      this.onlyChanging = !this.onlyChanging;
      toggle.setAttribute("aria-pressed", String(this.onlyChanging));
      this.choose();
    });
    toggle.setAttribute("aria-pressed", "false");
    this.element = h("div", { class: "state-table" }, h("div", { class: "row tools" }, this.filter, this.watches.input, toggle), this.head, this.watches.rows, this.rows.element);
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  setPath(path: Path, model: Model): void {
    this.path = path;
    this.watches.setPath(path, model);
    this.state = 0;
    this.choose();
  }

  setState(state: number): void {
    this.state = state;
    this.draw();
  }

  private choose(): void {
    const wanted = this.filter.value.trim().toLowerCase();
    this.shown = [...(this.path?.histories.values() ?? [])].filter(
      (history) => history.name.toLowerCase().includes(wanted) && (!this.onlyChanging || history.at.length > 1),
    );
    this.draw();
  }

  private draw(): void {
    if (!this.path || this.element.clientWidth === 0) return;
    const longest = this.shown.reduce((most, { name }) => Math.max(most, name.length), 0);
    this.names = Math.max(NAMES, Math.min(longest * LETTER + 20, this.element.clientWidth * 0.45));
    this.element.style.setProperty("--names", `${this.names}px`);
    const room = Math.max(1, Math.floor((this.element.clientWidth - this.names - 12) / COLUMN));
    const wanted = Math.min(room, this.path.length);
    const first = Math.max(0, Math.min(this.state - (wanted >> 1), this.path.length - wanted));
    this.columns = Array.from({ length: wanted }, (_, index) => first + index);
    this.head.replaceChildren(
      h("span", { class: "state-name", text: "State" }),
      ...this.columns.map((column) =>
        h("button", {
          type: "button",
          class: `state-cell ${column === this.state ? "now" : ""} ${this.path!.inLoop(column) ? "loop" : ""}`,
          title: this.path!.inLoop(column) ? `state ${column}, in the loop` : `state ${column}`,
          tabindex: -1,
          text: column,
          onclick: () => this.goTo(column),
        }),
      ),
    );
    this.watches.draw(this.columns, this.state);
    this.rows.setCount(this.shown.length);
  }

  private row(index: number): HTMLElement {
    const history = this.shown[index]!;
    const { name, view } = history;
    const cells = this.columns.map((column) => {
      const value = valueAt(history, column);
      const text = show(value, view?.kind);
      const changed = this.path!.changed(name, column);
      return h("span", {
        class: `state-cell ${column === this.state ? "now" : ""} ${changed ? "changed" : ""}`,
        title: text,
        text,
      });
    });
    const times = history.at.length - 1;
    const about = `${name}${view?.type ? `: ${view.type}` : ""}, ${times === 0 ? "never changes" : `changes ${times} times`}`;
    return h("div", { class: `state-row ${view?.kind ?? ""}` }, h("span", { class: "state-name", title: about, text: middleOut(name, Math.floor((this.names - 18) / LETTER)) }), cells);
  }
}

/** A name with so many letters: where it has more, its middle is left out, since names differ at their ends as often as elsewhere. */
function middleOut(name: string, letters: number): string {
  if (name.length <= letters) return name;
  const head = Math.ceil((letters - 1) * 0.4);
  return `${name.slice(0, head)}…${name.slice(name.length - (letters - 1 - head))}`;
}
