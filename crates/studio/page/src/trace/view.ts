/** A trace, walked forth and back: its steps, its states, and the places of the text they belong to. */

import { button, fill, h, icon } from "../base/dom.ts";
import { inline } from "../base/markdown.ts";
import { choose, download } from "../base/files.ts";
import type { Stroke } from "../editor/paint.ts";
import { ask, wordsOf } from "../server/api.ts";
import type { LoadedTrace, Model } from "../server/types.ts";
import { Compare } from "./compare.ts";
import { Path, type StateNow } from "./path.ts";
import { Stage } from "./stage.ts";
import { Steps } from "./steps.ts";

export interface TraceActions {
  /** Shows a step and what is false in the text. */
  paint(step: Stroke[], why: Stroke[], reveal: number | null): void;
  /** Where a line stands, if the text still is the one of the trace. */
  line(number: number): { from: number; to: number } | null;
  simulate(path: Path, state: number): void;
  graph(path: Path): void;
  say(message: string): void;
  model(): Model;
  moved(): void;
}

export class TraceView {
  readonly element: HTMLElement;
  path: Path | null = null;
  model: Model | null = null;
  state = 0;
  private readonly head = h("div", { class: "trace-head" });
  private readonly why = h("div", { class: "why", role: "status", "aria-live": "polite" });
  private readonly fairness = h("div", { class: "fairness" });
  private readonly steps: Steps;
  private readonly stage: Stage;
  private readonly compare: Compare;
  private readonly position = h("input", {
    type: "number",
    min: 0,
    class: "short",
    "aria-label": "State to go to",
    onchange: () => this.goTo(Number(this.position.value)),
  });
  private readonly total = h("span", { class: "faint" });

  constructor(private readonly actions: TraceActions) {
    const goTo = (state: number) => this.goTo(state);
    this.steps = new Steps(goTo);
    this.compare = new Compare(goTo, () => this.stage.tabs.setVisible("compare", false));
    this.stage = new Stage("Views of the trace", goTo, [
      { name: "fairness", title: "Fairness", element: this.fairness },
      { name: "compare", title: "Compare", element: this.compare.element },
    ]);
    this.stage.tabs.setVisible("fairness", false);
    this.stage.tabs.setVisible("compare", false);
    this.element = h("div", { class: "trace", onkeydown: (event: KeyboardEvent) => this.key(event) });
    this.nothing();
  }

  show(path: Path, model: Model, state = 0): void {
    const first = this.path === null;
    this.path = path;
    this.model = model;
    this.state = Math.min(state, path.length - 1);
    if (first) fill(this.element, this.head, h("div", { class: "trace-body" }, h("div", { class: "left" }, this.steps.element, this.why), this.stage.element));
    this.drawHead();
    this.position.max = String(path.length - 1);
    this.total.textContent = `of ${path.length - 1}`;
    this.steps.setPath(path);
    this.stage.tabs.setVisible("fairness", this.drawFairness());
    this.stage.tabs.setVisible("compare", false);
    this.stage.setPath(path, model, this.state);
    this.goTo(this.state);
  }

  /** Puts another path beside the one that is open. */
  compareWith(other: Path): void {
    if (!this.path) return;
    this.compare.set(this.path, other);
    this.stage.tabs.setVisible("compare", true);
    this.stage.tabs.select("compare");
  }

  goTo(wanted: number): void {
    const path = this.path;
    if (!path || !Number.isFinite(wanted)) return;
    const state = Math.max(0, Math.min(path.length - 1, Math.round(wanted)));
    this.state = state;
    this.position.value = String(state);
    this.steps.setState(state);
    this.stage.setState(state);
    if (this.stage.tabs.current === "compare") this.compare.setState(state);
    this.drawWhy();
    // What is said below the steps takes room from them.
    this.steps.reveal();
    this.paint();
    this.actions.moved();
  }

  /** One state on; behind the end of a loop, the state that it returns to. */
  forth(): void {
    if (!this.path) return;
    const { loop } = this.path.trace;
    if (this.state === this.path.length - 1 && loop !== undefined) this.goTo(loop);
    else this.goTo(this.state + 1);
  }

  back(): void {
    this.goTo(this.state - 1);
  }

  stateNow(): StateNow | null {
    if (!this.path) return null;
    const { path } = this;
    return { state: path.state(this.state), changed: (name) => path.changed(name, this.state), shown: (name, value) => path.shown(name, value) };
  }

  async load(given?: { name: string; text: string }): Promise<boolean> {
    const model = this.actions.model();
    const path = await this.read(model, given);
    if (path) this.show(path, model);
    return path !== null;
  }

  /** Puts a trace from a file beside the one that is open. */
  private async compareWithFile(): Promise<void> {
    if (!this.model) return;
    const path = await this.read(this.model);
    if (path) this.compareWith(path);
  }

  /** A trace from a file, replayed in a model; null, with a word about it, if it is none. */
  private async read(model: Model, given?: { name: string; text: string }): Promise<Path | null> {
    const file = given ?? (await choose(".json,.itf"));
    if (!file) return null;
    try {
      const loaded = await ask<LoadedTrace>("trace/load", { model, text: file.text });
      return new Path(loaded.trace, loaded.view, loaded.property ? `${loaded.property}, from ${file.name}` : file.name);
    } catch (error) {
      this.actions.say(wordsOf(error));
      return null;
    }
  }

  focus(): void {
    this.steps.element.focus();
  }

  private drawHead(): void {
    const path = this.path!;
    fill(
      this.head,
      h("h2", { class: "grow", title: path.title, text: path.title }),
      h(
        "div",
        { class: "row walker", role: "group", "aria-label": "Walk the trace" },
        button({ icon: "first", title: "First state", keys: "Home" }, () => this.goTo(0)),
        button({ icon: "back", title: "One step back", keys: "←" }, () => this.back()),
        this.position,
        this.total,
        button({ icon: "forth", title: "One step forth", keys: "→" }, () => this.forth()),
        button({ icon: "last", title: "Last state", keys: "End" }, () => this.goTo(path.length - 1)),
      ),
      h(
        "div",
        { class: "row" },
        button({ icon: "branch", title: "Simulate from this state" }, () => this.actions.simulate(path, this.state)),
        button({ icon: "graph", title: "Show the path in the state graph" }, () => this.actions.graph(path)),
        button({ icon: "save", title: "Save the trace" }, (event) => this.saveMenu(event)),
        button({ icon: "open", title: "Load a trace: JSON or ITF" }, () => void this.load()),
        button({ icon: "beside", title: "Compare with another trace: JSON or ITF" }, () => void this.compareWithFile()),
      ),
    );
  }

  private saveMenu(event: MouseEvent): void {
    const path = this.path!;
    const opener = event.currentTarget as HTMLElement;
    const close = () => {
      menu.remove();
      opener.focus();
    };
    const move = (key: KeyboardEvent) => {
      const items = [...menu.querySelectorAll("button")];
      const at = items.indexOf(document.activeElement as HTMLButtonElement);
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[key.key];
      if (key.key === "Escape" || key.key === "Tab") close();
      else if (to !== undefined) items[(to + items.length) % items.length]!.focus();
      else return;
      key.preventDefault();
    };
    const item = (text: string, action: () => void) =>
      h("button", { type: "button", role: "menuitem", text, onclick: () => { close(); action(); } });
    const itf = async () => {
      try {
        const { text } = await ask<{ text: string }>("trace/itf", { model: this.model, trace: path.trace });
        download(`${path.title}.itf.json`, text);
      } catch (error) {
        this.actions.say(wordsOf(error));
      }
    };
    const words = async () => {
      try {
        const { text } = await ask<{ text: string }>("trace/text", { model: this.model, trace: path.trace });
        download(`${path.title}.txt`, text, "text/plain");
      } catch (error) {
        this.actions.say(wordsOf(error));
      }
    };
    const menu = h(
      "div",
      { class: "menu", role: "menu", "aria-label": "Save the trace as", onkeydown: move },
      item("JSON, as `fathom check` writes it", () => download(`${path.title}.json`, JSON.stringify(path.trace, null, 2))),
      item("ITF, which other tools read", () => void itf()),
      item("Text", () => void words()),
    );
    const at = opener.getBoundingClientRect();
    menu.style.top = `${at.bottom + 4}px`;
    menu.style.right = `${window.innerWidth - at.right}px`;
    document.body.append(menu);
    menu.querySelector("button")!.focus();
    setTimeout(() => document.addEventListener("click", close, { once: true }));
  }

  private drawWhy(): void {
    const path = this.path!;
    const why = path.view?.why;
    const here = why?.failing.filter((part) => part.state === this.state) ?? [];
    const last = this.state === path.length - 1;
    const lines = here.length > 0 || last ? (why?.lines ?? []) : [];
    const fault = last && path.trace.fault ? [`${path.trace.fault.transition} faults here: ${path.trace.fault.reason}`] : [];
    fill(this.why, [...lines, ...fault].map((line) => h("p", {}, inline(line))));
    this.why.classList.toggle("hidden", lines.length + fault.length === 0);
  }

  private drawFairness(): boolean {
    const path = this.path!;
    const table = path.view?.fairness ?? [];
    fill(
      this.fairness,
      h("p", { class: "quiet", text: "The loop can go on for ever: this is how it meets each assumption of fairness." }),
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col", text: "Assumption" }), h("th", { scope: "col", text: "Met by" }))),
        h("tbody", {}, table.map((line) => h("tr", {}, h("td", { text: line.assumption }), h("td", { text: line.how })))),
      ),
    );
    return table.length > 0;
  }

  paint(): void {
    const path = this.path;
    if (!path) return;
    const steps: Stroke[] = [];
    const step = this.state > 0 ? path.trace.steps[this.state - 1]! : null;
    const place = this.state > 0 ? path.view?.steps?.[this.state - 1] : undefined;
    for (const number of step?.lines ?? (step?.line !== undefined ? [step.line] : place?.line !== undefined ? [place.line] : [])) {
      const line = this.actions.line(number);
      if (line) steps.push({ ...line, style: "step" });
    }
    const failing: Stroke[] = [];
    for (const part of path.view?.why?.failing ?? []) {
      if (part.state !== this.state) continue;
      if (part.from !== undefined && part.to !== undefined && this.actions.line(1)) {
        failing.push({ from: part.from, to: part.to, style: "failing", note: `false in state ${part.state}` });
      }
    }
    this.actions.paint(steps, failing, failing[0]?.from ?? steps[0]?.from ?? null);
  }

  private nothing(): void {
    fill(
      this.element,
      h(
        "div",
        { class: "empty" },
        icon("forth"),
        h("h2", { text: "No trace is open" }),
        h("p", { text: "Where a property is violated, its counterexample opens here: one step after the other, with the line of the model, what changed, and the whole state." }),
        button({ icon: "open", text: "Load a trace", title: "JSON of `fathom check`, or ITF" }, () => void this.load()),
      ),
    );
  }

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    if (target.matches("input, select, textarea, [role=tab]")) return;
    const actions: Record<string, () => void> = {
      ArrowRight: () => this.forth(),
      ArrowDown: () => this.forth(),
      ArrowLeft: () => this.back(),
      ArrowUp: () => this.back(),
      j: () => this.forth(),
      k: () => this.back(),
      PageDown: () => this.goTo(this.state + 10),
      PageUp: () => this.goTo(this.state - 10),
      Home: () => this.goTo(0),
      End: () => this.goTo(this.path ? this.path.length - 1 : 0),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}
