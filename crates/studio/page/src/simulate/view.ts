/** Walking by hand: choose a transition, undo, branch; why one is disabled, and what would enable it. */

import { button, fill, h, icon, type Child } from "../base/dom.ts";
import { download } from "../base/files.ts";
import { inline } from "../base/markdown.ts";
import { Rows } from "../base/rows.ts";
import type { Stroke } from "../editor/paint.ts";
import { ask, wordsOf } from "../server/api.ts";
import type { Choice, Disabled, Model, SimulationState, State, Trace, Value, View } from "../server/types.ts";
import { Path, show, type StateNow } from "../trace/path.ts";
import { Stage } from "../trace/stage.ts";
import { begin, outline, take, traceOf, way, type Visit } from "./tree.ts";

export interface SimulateActions {
  model(): Model;
  paint(step: Stroke[], why: Stroke[], reveal: number | null): void;
  line(number: number): { from: number; to: number } | null;
  trace(path: Path, model: Model): void;
  moved(): void;
}

/** How many transitions are listed at once. */
const MANY = 60;

export class SimulateView {
  readonly element: HTMLElement;
  private model: Model | null = null;
  private view: View | null = null;
  private root: Visit | null = null;
  private now: Visit | null = null;
  private path: Path | null = null;
  private waiting = false;
  private message = "";
  /** How many transitions are listed at present: more where somebody asked for more. */
  private shown = MANY;
  private readonly wanted = h("input", { type: "search", placeholder: "Find a transition", "aria-label": "Find a transition", oninput: () => this.now && this.drawChoices(this.now) });
  private readonly listed = h("div");
  private readonly head = h("div", { class: "trace-head" });
  private readonly choices = h("div", { class: "choices", tabindex: "-1" });
  private readonly properties = h("div", { class: "standing" });
  private readonly stage: Stage;
  private visits: { visit: Visit; indent: number }[] = [];
  private readonly branches = new Rows(26, (index) => this.branch(index), { class: "branches", tabindex: "0", "aria-label": "Everything that was tried" });

  constructor(private readonly actions: SimulateActions) {
    this.stage = new Stage("Views of the simulation", (state) => this.goBackTo(state), [
      { name: "properties", title: "Properties", element: this.properties },
      { name: "branches", title: "Branches", element: this.branches.element },
    ]);
    this.element = h("div", { class: "trace simulate", onkeydown: (event: KeyboardEvent) => this.key(event) });
    this.nothing();
  }

  stateNow(): StateNow | null {
    const { now, path } = this;
    if (!now || !path) return null;
    return { state: now.state, changed: (name) => name in (now.step?.changes ?? {}), shown: (name, value) => path.shown(name, value) };
  }

  /** Begins anew: at the initial state, or with a choice among them. */
  async start(): Promise<void> {
    const model = this.actions.model();
    try {
      const answer = await ask<{ initial: { state: State }[]; total: number; view: View }>("simulate", { model, state: null });
      this.model = model;
      this.view = answer.view;
      if (answer.initial.length === 1) await this.enter(begin(answer.initial[0]!.state), true);
      else this.chooseInitial(answer.initial.map(({ state }) => state), answer.total);
    } catch (error) {
      this.message = wordsOf(error);
      this.nothing();
    }
  }

  /** Goes on where a trace stands: the way so far can be undone step by step. */
  async startFrom(path: Path, state: number, model: Model): Promise<void> {
    this.model = model;
    this.view = path.view ?? { variables: [], processes: [] };
    let visit = begin(path.state(0));
    for (let index = 1; index <= state; index++) visit = take(visit, path.trace.steps[index - 1]!, path.state(index));
    await this.enter(visit, true);
  }

  async startAt(state: State, model: Model): Promise<void> {
    try {
      const answer = await ask<{ view: View }>("simulate", { model, state: null });
      this.model = model;
      this.view = answer.view;
      await this.enter(begin(state), true);
    } catch (error) {
      this.message = wordsOf(error);
      this.nothing();
    }
  }

  focus(): void {
    (this.choices.querySelector("button") ?? this.element.querySelector("button"))?.focus();
  }

  private frame(): void {
    fill(this.element, this.head, h("div", { class: "trace-body" }, h("div", { class: "left" }, this.choices), this.stage.element));
  }

  private async enter(visit: Visit, fresh = false): Promise<void> {
    this.now = visit;
    if (fresh) {
      this.root = way(visit)[0]!;
      const focused = this.element.contains(document.activeElement);
      this.frame();
      if (focused) this.choices.focus();
    }
    this.message = "";
    this.shown = MANY;
    this.path = new Path(traceOf(visit), this.view, "simulation");
    this.stage.setPath(this.path, this.model!, visit.depth);
    this.draw();
    this.paintStep();
    this.actions.moved();
    if (!visit.answer) {
      this.waiting = true;
      try {
        visit.answer = await ask<SimulationState>("simulate", { model: this.model, state: visit.state });
      } catch (error) {
        this.message = wordsOf(error);
      }
      this.waiting = false;
      if (this.now === visit) this.draw();
    }
  }

  private choose(choice: Choice): void {
    if (!this.now) return;
    const { transition, changes, line } = choice;
    void this.enter(take(this.now, line === undefined ? { transition, changes } : { transition, changes, line }, choice.state));
  }

  private undo(): void {
    if (this.now?.parent) void this.enter(this.now.parent);
  }

  private redo(): void {
    if (this.now?.favourite) void this.enter(this.now.favourite);
  }

  private goBackTo(state: number): void {
    const visit = this.now && way(this.now)[state];
    if (visit) void this.enter(visit);
  }

  private random(): void {
    const enabled = this.now?.answer?.enabled ?? [];
    if (enabled.length > 0) this.choose(enabled[Math.floor(Math.random() * enabled.length)]!);
  }

  private draw(): void {
    const now = this.now!;
    const buttons = () => [...this.head.querySelectorAll("button")];
    const focused = buttons().findIndex((each) => each === document.activeElement);
    fill(
      this.head,
      h("h2", { class: "grow", text: now.depth === 0 ? "Initial state" : `After ${now.depth} ${now.depth === 1 ? "step" : "steps"}` }),
      h(
        "div",
        { class: "row", role: "group", "aria-label": "Walk" },
        button({ icon: "first", title: "Begin again", disabled: now.depth === 0 }, () => void this.enter(this.root!)),
        button({ icon: "undo", text: "Undo", title: "Undo the last step", keys: "U", disabled: !now.parent }, () => this.undo()),
        button({ icon: "forth", title: "Forth again along what was undone", keys: "N", disabled: !now.favourite }, () => this.redo()),
        button({ text: "Random step", title: "Take any step", keys: "R" }, () => this.random()),
      ),
      h(
        "div",
        { class: "row" },
        button({ text: "As a trace", title: "Open this walk as a trace" }, () => this.actions.trace(this.path!, this.model!)),
        button({ icon: "save", title: "Save this walk as JSON" }, () => download("walk.json", JSON.stringify(this.path!.trace satisfies Trace, null, 2))),
      ),
    );
    const again = buttons()[focused];
    if (again) (again.disabled ? this.choices : again).focus();
    this.drawChoices(now);
    this.drawProperties(now);
    this.visits = outline(this.root!);
    this.branches.setCount(this.visits.length);
  }

  /** What can be done, or what of it has the wanted words in its name. */
  private drawChoices(now: Visit): void {
    const focused = this.choices.contains(document.activeElement) && document.activeElement !== this.wanted;
    const { answer } = now;
    const many = answer !== null && answer.enabled.length + answer.disabled.length > 12;
    if (!many) this.wanted.value = "";
    this.wanted.classList.toggle("hidden", !many);
    if (!this.listed.isConnected) fill(this.choices, h("div", { class: "find" }, this.wanted), this.listed);
    fill(this.listed, this.choiceList(now));
    // Until there is a button again the list itself keeps the focus, and with it the keys.
    if (focused) (this.listed.querySelector("button") ?? this.choices).focus();
  }

  private choiceList(now: Visit): Child {
    const { answer } = now;
    if (!answer) return h("p", { class: "quiet pad", text: this.waiting ? "Asking what can be done here …" : this.message });
    const { enabled, faults, total } = answer;
    const wanted = this.wanted.value.trim().toLowerCase();
    const isWanted = (each: { transition: string }) => each.transition.toLowerCase().includes(wanted);
    const found = enabled.map((choice, index) => ({ choice, index })).filter(({ choice }) => isWanted(choice));
    const disabled = answer.disabled.filter(isWanted);
    const more = (count: number) =>
      count > this.shown &&
      button({ text: `Show ${count - this.shown} more`, class: "small" }, () => {
        this.shown = Infinity;
        this.drawChoices(now);
      });
    return [
      h("h3", { text: total === 0 ? "Nothing can be done here: a dead end" : total === 1 ? "1 step is possible" : `${total} steps are possible` }),
      h("ol", {}, found.slice(0, this.shown).map(({ choice, index }) => h("li", {}, this.choice(choice, index)))),
      more(found.length),
      total > enabled.length && h("p", { class: "faint pad", text: `The first ${enabled.length} of them are listed.` }),
      faults.length > 0 && [
        h("h3", { class: "bad", text: "These would fault" }),
        h("ul", {}, faults.map((fault) => h("li", { class: "disabled" }, h("b", { text: fault.transition }), h("p", { text: fault.reason })))),
      ],
      disabled.length > 0 && [
        h("h3", { text: `${disabled.length} ${disabled.length === 1 ? "is" : "are"} not possible` }),
        h("ul", {}, disabled.slice(0, this.shown).map((each) => h("li", {}, this.disabled(each)))),
        more(disabled.length),
      ],
    ];
  }

  private choice(choice: Choice, index: number): HTMLElement {
    const shown = (name: string, value: Value) => this.path!.shown(name, value);
    const changes = Object.entries(choice.changes).map(([name, value]) => `${name}: ${shown(name, this.now!.state[name] ?? null)} → ${shown(name, value)}`);
    const look = () => this.look(choice.line, []);
    return h(
      "button",
      { type: "button", class: "choice", onclick: () => this.choose(choice), onmouseenter: look, onfocus: look, onmouseleave: () => this.paintStep() },
      h("span", { class: "number", text: index < 9 ? index + 1 : "" }),
      h("b", { text: choice.transition.replace(/ -> /g, " → ") }),
      h("code", { text: changes.join(", ") || "nothing changes" }),
    );
  }

  private disabled(each: Disabled): HTMLElement {
    const blocking = each.why.filter((part) => part.from !== undefined).map((part): Stroke => ({ from: part.from!, to: part.to!, style: "blocking" }));
    return h(
      "details",
      { class: "disabled", ontoggle: (event: Event) => (event.target as HTMLDetailsElement).open && this.look(each.line, blocking) },
      h("summary", {}, h("b", { text: each.transition.replace(/ -> /g, " → ") })),
      each.why.map((part) => {
        const line = h("p", {}, inline(part.text));
        line.style.paddingLeft = `${(part.depth ?? 0) * 12}px`;
        return line;
      }),
      each.enable.length > 0 && h("p", { class: "enable" }, "It would be possible if ", each.enable.map((text, index) => [index > 0 && " and ", h("code", { text })])),
    );
  }

  private chooseInitial(states: State[], total: number): void {
    this.root = this.now = null;
    const first = states[0] ?? {};
    const kinds = new Map(this.view?.variables.map(({ name, kind }) => [name, kind]));
    const differs = Object.keys(first).filter((name) => states.some((state) => JSON.stringify(state[name]) !== JSON.stringify(first[name])));
    fill(
      this.element,
      h(
        "div",
        { class: "choices wide" },
        h("h3", { text: `${total} initial states: choose one` }),
        h(
          "ol",
          {},
          states.map((state, index) =>
            h(
              "li",
              {},
              h(
                "button",
                { type: "button", class: "choice", onclick: () => void this.enter(begin(state), true) },
                h("span", { class: "number", text: index < 9 ? index + 1 : "" }),
                h("code", { text: differs.map((name) => `${name} = ${show(state[name]!, kinds.get(name))}`).join(", ") }),
              ),
            ),
          ),
        ),
        total > states.length && h("p", { class: "faint pad", text: `and ${total - states.length} more` }),
      ),
    );
  }

  private drawProperties(now: Visit): void {
    const standings = now.answer?.properties ?? [];
    const words = { true: "true here", false: "false here", undefined: "faults here", paths: "speaks of paths" } as const;
    const style = { true: "holds", false: "violated", undefined: "unknown", paths: "waiting" } as const;
    const sign = { true: "check", false: "cross", undefined: "question", paths: "more" } as const;
    fill(
      this.properties,
      h(
        "ul",
        {},
        standings.map((each) =>
          h(
            "li",
            {},
            h("b", { text: each.name }),
            h("span", { class: `verdict ${style[each.standing]}` }, icon(sign[each.standing]), each.value !== undefined && each.kind === "bound" ? show(each.value) : words[each.standing]),
            each.standing === "false" && (each.why ?? []).map((line) => h("p", { class: "words" }, inline(line))),
          ),
        ),
      ),
    );
    const broken = standings.filter((each) => each.standing === "false" && each.kind === "invariant").length;
    this.stage.tabs.setBadge("properties", broken > 0 ? String(broken) : "", "violated");
  }

  private branch(index: number): HTMLElement {
    const { visit, indent } = this.visits[index]!;
    const row = h(
      "button",
      { type: "button", class: `branch ${visit === this.now ? "now" : ""}`, onclick: () => void this.enter(visit) },
      h("span", { class: "number", text: visit.depth }),
      visit.step ? visit.step.transition.replace(/ -> /g, " → ") : "initial state",
    );
    row.style.paddingLeft = `${8 + Math.min(indent, 12) * 14}px`;
    return row;
  }

  paintStep(): void {
    if (this.now) this.look(this.now.step?.line, []);
  }

  private look(number: number | undefined, why: Stroke[]): void {
    const line = number === undefined ? null : this.actions.line(number);
    this.actions.paint(line ? [{ ...line, style: "step" }] : [], line ? why : [], line?.from ?? null);
  }

  private nothing(): void {
    fill(
      this.element,
      h(
        "div",
        { class: "empty" },
        icon("branch"),
        h("h2", { text: "Walk through the model" }),
        h("p", { text: "Choose each step yourself, undo it, and try another. What is not possible says why, and what would make it possible." }),
        this.message && h("p", { class: "stale bad" }, icon("warning"), this.message),
        button({ icon: "play", text: "Begin at the initial state", class: "main" }, () => void this.start()),
      ),
    );
  }

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.now) return;
    if ((event.target as HTMLElement).matches("input, select, textarea")) return;
    const { key } = event;
    const enabled = this.now.answer?.enabled ?? [];
    if (/^[1-9]$/.test(key) && enabled[Number(key) - 1]) this.choose(enabled[Number(key) - 1]!);
    else if (key === "u" || key === "Backspace") this.undo();
    else if (key === "n") this.redo();
    else if (key === "r") this.random();
    else return;
    event.preventDefault();
  }
}
