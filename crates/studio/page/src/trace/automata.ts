/** Processes as automata: where each of them is, and which edge it has just taken. */

import { fill, h, s } from "../base/dom.ts";
import { picture, type Picture } from "../graph/picture.ts";
import { ask, wordsOf } from "../server/api.ts";
import type { Graph, Model, ProcessView } from "../server/types.ts";
import { movers, type Path } from "./path.ts";

interface Drawn {
  process: ProcessView;
  graph: Graph;
  picture: Picture;
  /** Places of the locations among the nodes. */
  at: Map<string, number>;
}

/** Drawings are made once for each text. */
const made = new Map<string, Promise<Graph>>();

function automatonOf(model: Model, process: string): Promise<Graph> {
  const key = JSON.stringify([model, process]);
  let graph = made.get(key);
  if (!graph) {
    if (made.size > 40) made.clear();
    graph = ask<Graph>("graph", { model, kind: "process", of: process });
    graph.catch(() => made.delete(key));
    made.set(key, graph);
  }
  return graph;
}

export class Automata {
  readonly element = h("div", { class: "automata", tabindex: "0", "aria-label": "Processes as automata" });
  private path: Path | null = null;
  private drawn: Drawn[] = [];
  private state = 0;
  private shown = false;
  private wanted: Model | null = null;

  setPath(path: Path, model: Model): void {
    this.path = path;
    this.wanted = model;
    this.drawn = [];
    if (this.shown) void this.make();
  }

  setState(state: number): void {
    this.state = state;
    this.light();
  }

  /** Drawings are only asked for when somebody looks. */
  show(): void {
    this.shown = true;
    if (this.drawn.length === 0) void this.make();
  }

  private async make(): Promise<void> {
    const { path, wanted } = this;
    if (!path || !wanted) return;
    const processes = path.view?.processes ?? [];
    if (processes.length === 0) {
      fill(this.element, h("p", { class: "quiet pad", text: "This model has no processes: its steps are events." }));
      return;
    }
    const drawn: Drawn[] = [];
    const figures: HTMLElement[] = [];
    for (const process of processes.slice(0, 12)) {
      try {
        const graph = await automatonOf(wanted, process.name);
        if (this.path !== path) return;
        const made = picture(graph);
        const at = new Map(graph.nodes.map((node, index) => [node.lines[0] ?? "", index]));
        drawn.push({ process, graph, picture: made, at });
        figures.push(h("figure", {}, h("figcaption", { text: process.name }), made.element));
      } catch (error) {
        figures.push(h("figure", {}, h("figcaption", { text: process.name }), h("p", { class: "quiet", text: wordsOf(error) })));
      }
    }
    this.drawn = drawn;
    fill(this.element, figures);
    this.light();
  }

  private light(): void {
    const path = this.path;
    if (!path) return;
    const step = this.state > 0 ? path.trace.steps[this.state - 1] : undefined;
    for (const { process, picture, at, graph } of this.drawn) {
      const here = new Map<number, string[]>();
      for (const instance of process.instances) {
        const location = path.value(instance, this.state);
        const node = typeof location === "string" ? at.get(location) : undefined;
        if (node !== undefined) here.set(node, [...(here.get(node) ?? []), instance]);
      }
      for (const location of process.locations) {
        const count = path.value(`${process.name} at ${location}`, this.state);
        const node = at.get(location);
        if (node !== undefined && typeof count === "number" && count > 0) here.set(node, [`${count}`]);
      }
      picture.nodes.forEach((node, index) => {
        const instances = here.get(index) ?? [];
        node.classList.toggle("lit", instances.length > 0);
        node.querySelectorAll(".token").forEach((token) => token.remove());
        if (process.instances.length > 1 || process.instances.length === 0) {
          const { width } = graph.nodes[index]!;
          instances.slice(0, 8).forEach((instance, place) => node.append(token(labelOf(instance), width - 2 - place * 22)));
        }
      });
      const moved = step ? movers(step.transition, new Set(process.instances)) : [];
      const taken = moved.map((instance) => [path.value(instance, this.state - 1), path.value(instance, this.state)]);
      for (const edge of picture.edges) {
        const lit = taken.some(([from, to]) => at.get(String(from)) === edge.from && at.get(String(to)) === edge.to);
        for (const part of edge.parts) part.classList.toggle("lit", lit);
      }
    }
  }
}

/** The index of an instance is enough beside the name of its process. */
function labelOf(instance: string): string {
  return /\[(.*)\]$/.exec(instance)?.[1] ?? instance;
}

function token(text: string, x: number): SVGElement {
  const label = text.length > 4 ? `${text.slice(0, 3)}…` : text;
  return s(
    "g",
    { class: "token", transform: `translate(${x} 0)` },
    s("rect", { x: -10, y: -9, width: 20, height: 18, rx: 9 }),
    s("text", { x: 0, y: 4, "text-anchor": "middle", text: label }),
  );
}
