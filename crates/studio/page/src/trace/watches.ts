/** Expressions that somebody watches: their values in the states of a path, asked for when they come into sight. */

import { button, fill, h } from "../base/dom.ts";
import { Refusal, ask, wordsOf } from "../server/api.ts";
import type { Model } from "../server/types.ts";
import type { Path } from "./path.ts";

interface Watch {
  expression: string;
  /** By the number of the state. */
  values: Map<number, string>;
  /** Why it has no value at all. */
  problem: string | null;
}

export class Watches {
  readonly rows = h("div", { class: "watches" });
  readonly input = h("input", {
    type: "text",
    placeholder: "Watch",
    "aria-label": "Watch an expression",
    title: "Its value in each state; Enter adds it",
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.add(this.input.value.trim());
    },
  });
  private watches: Watch[] = [];
  private path: Path | null = null;
  private model: Model | null = null;
  private columns: number[] = [];
  private now = 0;

  setPath(path: Path, model: Model): void {
    this.path = path;
    this.model = model;
    for (const watch of this.watches) {
      watch.values.clear();
      watch.problem = null;
    }
  }

  /** Shows the values in these states. */
  draw(columns: number[], now: number): void {
    this.columns = columns;
    this.now = now;
    for (const watch of this.watches) for (const column of columns) void this.want(watch, column);
    this.show();
  }

  private add(expression: string): void {
    if (expression === "" || this.watches.some((watch) => watch.expression === expression)) return;
    this.watches.push({ expression, values: new Map(), problem: null });
    this.input.value = "";
    this.draw(this.columns, this.now);
  }

  private async want(watch: Watch, state: number): Promise<void> {
    const { path, model } = this;
    if (!path || !model || watch.values.has(state) || watch.problem !== null) return;
    watch.values.set(state, "…");
    try {
      const request = { model, state: path.state(state), expression: watch.expression };
      const { value } = await ask<{ value: unknown }>("evaluate", request);
      if (this.path !== path) return;
      watch.values.set(state, typeof value === "string" ? value : JSON.stringify(value));
    } catch (error) {
      if (this.path !== path) return;
      watch.values.delete(state);
      // That the server was busy says nothing of the expression: it is asked again when the state comes into sight anew.
      const busy = error instanceof Refusal && ["too-many", "gone"].includes(error.code);
      if (!busy) watch.problem = wordsOf(error);
    }
    this.show();
  }

  private show(): void {
    fill(
      this.rows,
      this.watches.map((watch) => {
        const name = h("span", { class: "state-name", title: watch.expression, text: watch.expression });
        const away = button({ icon: "cross", title: `Watch ${watch.expression} no longer` }, () => {
          this.watches = this.watches.filter((each) => each !== watch);
          this.show();
        });
        const cells = this.columns.map((column, index) => {
          const value = watch.values.get(column) ?? "";
          const before = this.columns[index - 1];
          const changed = before !== undefined && watch.values.get(before) !== value && value !== "…" && watch.values.get(before) !== "…";
          return h("span", { class: `state-cell ${column === this.now ? "now" : ""} ${changed ? "changed" : ""}`, title: value, text: value });
        });
        const content = watch.problem !== null ? [h("span", { class: "state-problem", title: watch.problem, text: watch.problem })] : cells;
        name.append(away);
        return h("div", { class: "state-row watch" }, name, content);
      }),
    );
  }
}
