/** Graphs: of states, of locations, of processes, of predicates, of nets; to zoom, to search, to fold. */

import { button, fill, h, icon } from "../base/dom.ts";
import { ask, wordsOf } from "../server/api.ts";
import type { Analysis, Graph, Model, Session, State } from "../server/types.ts";
import type { Path } from "../trace/path.ts";
import { GraphCanvas, noMarks } from "./canvas.ts";

export interface GraphActions {
  model(): Model;
  simulate(state: State, model: Model): void;
}

const KINDS: [string, string][] = [
  ["states", "States"],
  ["quotient", "States with the same locations as one"],
  ["process", "One process as an automaton"],
  ["abstract", "Predicate diagram"],
  ["net", "Petri net"],
  ["unfolding", "Unfolding of the net"],
];

export class GraphView {
  readonly element: HTMLElement;
  private graph: Graph | null = null;
  private model: Model | null = null;
  private path: Path | null = null;
  private places: (number | null)[] = [];
  private selected: number | null = null;
  private folded = new Set<number>();
  private found: number[] = [];
  private foundAt = -1;
  private asking: AbortController | null = null;
  private readonly canvas: GraphCanvas;
  private readonly kind = h("select", { "aria-label": "What to draw", onchange: () => this.kindChanged() }, KINDS.map(([value, text]) => h("option", { value, text })));
  private readonly process = h("select", { "aria-label": "Which process", class: "hidden", onchange: () => void this.draw() });
  private readonly predicates = h("input", { type: "text", class: "hidden", placeholder: "predicates, such as x > 0, y = x", "aria-label": "Predicates, separated by commas" });
  private readonly rounds = h("input", { type: "number", class: "short", min: 0, max: 8, value: "0", "aria-label": "Rounds of refinement" });
  private readonly refine = h("label", { class: "row hidden", title: "How often predicates are added that decide a choice" }, "refine", this.rounds);
  private readonly limit = h("input", { type: "number", class: "short", min: 1, value: "300", "aria-label": "Largest number of nodes" });
  private readonly property = h("select", { class: "short-select", "aria-label": "Colour the states by a property" });
  private readonly search = h("input", { type: "search", placeholder: "Find a node", "aria-label": "Find a node: text of it", oninput: () => this.find(), onkeydown: (event: KeyboardEvent) => event.key === "Enter" && this.findNext(event.shiftKey ? -1 : 1) });
  private readonly count = h("span", { class: "faint small", "aria-live": "polite" });
  private readonly caption = h("div", { class: "graph-caption" });
  private readonly details = h("aside", { class: "graph-details hidden", "aria-live": "polite" });
  private readonly stage: HTMLElement;

  constructor(
    private readonly session: Session,
    private readonly actions: GraphActions,
  ) {
    this.canvas = new GraphCanvas({ selected: (node) => this.select(node), opened: (node) => this.fold(node) });
    this.stage = h("div", { class: "graph-stage" }, this.canvas.element, this.details);
    this.element = h(
      "div",
      { class: "graph" },
      h(
        "form",
        { class: "row wrap tools", onsubmit: (event: Event) => { event.preventDefault(); void this.draw(); } },
        this.kind,
        this.process,
        this.predicates,
        this.refine,
        h("label", { class: "row" }, "at most", this.limit),
        this.property,
        h("button", { type: "submit", class: "button main", text: "Draw" }),
      ),
      h(
        "div",
        { class: "row wrap tools" },
        this.search,
        this.count,
        h("span", { class: "grow" }),
        button({ text: "−", title: "Smaller", keys: "-", class: "bare" }, () => this.canvas.zoom(0.8)),
        button({ text: "+", title: "Larger", keys: "+", class: "bare" }, () => this.canvas.zoom(1.25)),
        button({ text: "All of it", title: "Show all of it", keys: "0", class: "small" }, () => this.canvas.fit()),
        button({ text: "Unfold all", title: "Show what was folded", class: "small" }, () => { this.folded.clear(); this.mark(); }),
      ),
      this.stage,
      this.caption,
    );
    this.canvas.element.addEventListener("keydown", (event) => this.key(event));
    fill(this.caption, "Choose what to draw. Double click folds what is only reached through a node.");
  }

  setAnalysis(analysis: Analysis): void {
    const keep = (select: HTMLSelectElement, options: [string, string][]) => {
      const before = select.value;
      fill(select, options.map(([value, text]) => h("option", { value, text })));
      if (options.some(([value]) => value === before)) select.value = before;
    };
    keep(this.process, analysis.processes.map((name) => [name, name]));
    const shown = analysis.properties.filter((property) => ["invariant", "reachable", "bound"].includes(property.kind));
    keep(this.property, [["", "no colours"], ...shown.map(({ name }): [string, string] => [name, `colour by ${name}`])]);
  }

  /** Draws the states with a path lit among them. */
  async showPath(path: Path): Promise<void> {
    this.path = path;
    this.kind.value = "states";
    this.kindChanged(false);
    const property = [...this.property.options].find((option) => option.value !== "" && path.title.startsWith(option.value));
    if (property) this.property.value = property.value;
    await this.draw();
  }

  /** Where the trace stands now, if it is lit here. */
  moved(path: Path | null, state: number): void {
    if (path !== this.path || !path || !this.graph) return;
    const node = this.places[state] ?? null;
    this.mark(node);
    if (node !== null && this.element.offsetParent) this.canvas.reveal(node);
  }

  resized(): void {
    this.canvas.later();
  }

  async draw(): Promise<void> {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    const model = this.actions.model();
    const kind = this.kind.value;
    const request: Record<string, unknown> = { model, kind, max_nodes: Math.min(Number(this.limit.value) || 300, this.session.limits.graph_nodes) };
    if (kind === "process") request["of"] = this.process.value;
    if (kind === "abstract") request["rounds"] = Number(this.rounds.value) || 0;
    if (kind === "abstract") request["predicates"] = this.predicates.value.split(",").map((text) => text.trim()).filter(Boolean);
    if (this.property.value && (kind === "states" || kind === "quotient")) request["property"] = this.property.value;
    if (this.path && kind === "states") request["trace"] = this.path.trace;
    fill(this.caption, h("span", { text: "Drawing …" }), button({ text: "Stop", class: "small" }, () => asking.abort()));
    try {
      const graph = await ask<Graph>("graph", request, asking.signal);
      // The path is lit here, and moves with the trace; it need not be coloured as well.
      if (request["trace"]) {
        graph.highlight = null;
        for (const node of graph.nodes) node.highlighted = false;
      }
      this.graph = graph;
      this.model = model;
      this.folded.clear();
      this.select(null);
      this.canvas.setGraph(graph);
      this.place();
      this.find();
      this.mark();
      fill(
        this.caption,
        h("span", { text: graph.caption }),
        graph.highlight && h("span", { class: `verdict ${graph.highlight.bad ? "violated" : "holds"}`, text: graph.highlight.meaning }),
        (graph.notes ?? []).map((note) => h("span", { class: "quiet", text: note })),
      );
    } catch (error) {
      // What was drawn before is the answer to another question.
      if (!asking.signal.aborted) this.clear();
      fill(this.caption, asking.signal.aborted ? "Stopped." : h("span", { class: "stale bad" }, icon("warning"), wordsOf(error)));
    }
  }

  private clear(): void {
    this.graph = null;
    this.folded.clear();
    this.places = [];
    this.canvas.setGraph(null);
    this.select(null);
    this.find();
  }

  private kindChanged(draw = true): void {
    const kind = this.kind.value;
    this.process.classList.toggle("hidden", kind !== "process");
    this.refine.classList.toggle("hidden", kind !== "abstract");
    this.predicates.classList.toggle("hidden", kind !== "abstract");
    this.property.classList.toggle("hidden", kind !== "states" && kind !== "quotient");
    if (draw) void this.draw();
  }

  /** Which node each state of the path is. */
  private place(): void {
    this.places = [];
    if (!this.path || !this.graph) return;
    const key = (state: State) => JSON.stringify(Object.entries(state).sort(([left], [right]) => (left < right ? -1 : 1)));
    const nodes = new Map<string, number>();
    this.graph.nodes.forEach((node, index) => {
      if (node.state) nodes.set(key(node.state), index);
    });
    if (nodes.size === 0) return;
    const steps = Math.min(this.path.length, 5000);
    for (let state = 0; state < steps; state++) this.places.push(nodes.get(key(this.path.state(state))) ?? null);
  }

  private mark(now: number | null = null): void {
    const hidden = this.hidden();
    const collapsed = new Map<number, number>();
    for (const node of this.folded) collapsed.set(node, hidden.size - this.hidden(node).size);
    this.canvas.setMarks({
      ...noMarks,
      selected: this.selected,
      path: this.places.filter((place): place is number => place !== null),
      now,
      found: new Set(this.found),
      hidden,
      collapsed,
    });
  }

  /** Folded away is what can only be reached through a folded node; `but` counts as unfolded. */
  private hidden(but?: number): Set<number> {
    const graph = this.graph;
    if (!graph || this.folded.size === 0) return new Set();
    const out: number[][] = graph.nodes.map(() => []);
    const entered = new Set<number>();
    for (const { from, to } of graph.edges) {
      out[from]?.push(to);
      if (from !== to) entered.add(to);
    }
    const seen = new Set<number>();
    const stack = graph.nodes.flatMap((node, index) => (node.initial || !entered.has(index) ? [index] : []));
    if (stack.length === 0) stack.push(0);
    while (stack.length > 0) {
      const node = stack.pop()!;
      if (seen.has(node)) continue;
      seen.add(node);
      if (node === but || !this.folded.has(node)) stack.push(...out[node]!);
    }
    return new Set(graph.nodes.map((_, index) => index).filter((index) => !seen.has(index)));
  }

  private fold(node: number): void {
    if (this.folded.has(node)) this.folded.delete(node);
    else this.folded.add(node);
    this.mark();
  }

  private select(node: number | null): void {
    this.selected = node;
    this.mark();
    const found = node === null ? undefined : this.graph?.nodes[node];
    this.details.classList.toggle("hidden", found === undefined);
    if (!found || node === null) return;
    const leaving = this.graph!.edges.filter((edge) => edge.from === node);
    const { state } = found;
    fill(
      this.details,
      h("div", { class: "row" }, h("h3", { class: "grow", text: found.lines[0] || `node ${node}` }), button({ icon: "cross", title: "Close" }, () => this.select(null))),
      found.details?.map((line) => h("p", { class: "words", text: line })),
      leaving.length > 0 && h("h4", { text: "Leads to" }),
      h(
        "ul",
        {},
        leaving.slice(0, 40).map((edge) =>
          h("li", {}, h("button", { type: "button", onclick: () => { this.select(edge.to); this.canvas.reveal(edge.to); } }, edge.names.join(", ") || "→", h("span", { class: "faint", text: ` → ${this.graph!.nodes[edge.to]?.lines[0] ?? edge.to}` }))),
        ),
      ),
      h(
        "div",
        { class: "row wrap" },
        state && button({ icon: "branch", text: "Simulate from here", class: "small" }, () => this.actions.simulate(state, this.model!)),
        button({ text: this.folded.has(node) ? "Unfold" : "Fold", class: "small", title: "Hide what can only be reached through it", keys: "Enter" }, () => { this.fold(node); this.select(node); }),
      ),
    );
  }

  private find(): void {
    const wanted = this.search.value.trim().toLowerCase();
    this.found = [];
    this.foundAt = -1;
    if (wanted && this.graph) {
      this.graph.nodes.forEach((node, index) => {
        if ([...node.lines, ...(node.details ?? [])].some((line) => line.toLowerCase().includes(wanted))) this.found.push(index);
      });
    }
    this.count.textContent = wanted ? `${this.found.length} found` : "";
    this.mark();
  }

  private findNext(direction: number): void {
    if (this.found.length === 0) return;
    this.foundAt = (this.foundAt + direction + this.found.length) % this.found.length;
    const node = this.found[this.foundAt]!;
    this.select(node);
    this.canvas.centre(node);
    this.count.textContent = `${this.foundAt + 1} of ${this.found.length}`;
  }

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const arrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const direction = arrows[event.key];
    if (direction && event.shiftKey) this.canvas.pan(-direction[0] * 60, -direction[1] * 60);
    else if (direction && this.graph) {
      const next = this.selected === null ? 0 : this.canvas.neighbour(this.selected, ...direction);
      if (next !== null) {
        this.select(next);
        this.canvas.reveal(next);
      }
    } else if (event.key === "+" || event.key === "=") this.canvas.zoom(1.25);
    else if (event.key === "-") this.canvas.zoom(0.8);
    else if (event.key === "0") this.canvas.fit();
    else if (event.key === "/") this.search.focus();
    else if (event.key === "Enter" && this.selected !== null) this.fold(this.selected);
    else if (event.key === "Escape") this.select(null);
    else return;
    event.preventDefault();
  }
}
