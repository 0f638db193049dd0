/**
 * A sequence chart: a line for each process, time going down, a box where it moves, and arrows for what goes from one to
 * another: those that the server found, and entries of queues from the step that appends them to the one that takes them.
 */

import { h, s } from "../base/dom.ts";
import type { Value } from "../server/types.ts";
import { equal, movers, show, type Path } from "./path.ts";

const ROW = 34;
const HEAD = 34;

interface Arrow {
  from: number;
  to: number;
  start: number;
  end: number;
  label: string;
}

export class SequenceChart {
  readonly element: HTMLElement;
  private readonly head = h("div", { class: "chart-head" });
  private readonly picture = s("svg", { class: "chart-picture", role: "img", "aria-label": "Sequence chart" });
  private readonly scroll: HTMLElement;
  private path: Path | null = null;
  private lifelines: string[] = [];
  private actors: number[][] = [];
  private arrows: Arrow[] = [];
  private state = 0;
  private waiting = 0;

  constructor(private readonly goTo: (state: number) => void) {
    this.scroll = h("div", { class: "chart-scroll", tabindex: "0", "aria-label": "Sequence chart", onscroll: () => this.later() }, this.head, this.picture);
    this.element = h("div", { class: "chart" }, this.scroll);
    this.picture.addEventListener("click", (event) => {
      const y = event.clientY - this.picture.getBoundingClientRect().top;
      const state = Math.floor(y / ROW) + 1;
      if (this.path && state >= 1 && state < this.path.length) this.goTo(state);
    });
    new ResizeObserver(() => this.draw()).observe(this.scroll);
  }

  setPath(path: Path): void {
    this.path = path;
    this.state = 0;
    const view = path.view;
    const instances = new Set(view?.chart?.lifelines ?? view?.processes.flatMap((process) => process.instances) ?? []);
    const found = path.trace.steps.map((step) => movers(step.transition, instances));
    // Lines of processes that never move only take room; without any mover there is one line for the events.
    const moving = new Set(found.flat());
    this.lifelines = [...instances].filter((name) => moving.has(name));
    if (this.lifelines.length === 0 && instances.size > 0 && instances.size <= 6) this.lifelines = [...instances];
    if (found.some((names) => names.length === 0) || this.lifelines.length === 0) this.lifelines.push("");
    const column = new Map(this.lifelines.map((name, index) => [name, index]));
    // The height is there before anybody looks, so that a state can be scrolled to when somebody does.
    this.picture.setAttribute("height", String(heightOf(path)));
    this.actors = found.map((names) => (names.length > 0 ? names.map((name) => column.get(name)!) : [column.get("")!]));
    this.arrows = [...this.told(column), ...this.messages()];
    this.draw();
  }

  setState(state: number): void {
    this.state = state;
    const top = (state - 1) * ROW;
    const { scrollTop, clientHeight } = this.scroll;
    if (state > 0 && (top < scrollTop || top + ROW + HEAD > scrollTop + clientHeight)) {
      this.scroll.scrollTop = Math.max(0, top - clientHeight / 2);
    }
    this.draw();
  }

  /** Arrows within a step: who takes part in a synchronisation. */
  private told(column: Map<string, number>): Arrow[] {
    const chart = this.path!.view?.chart;
    if (!chart) {
      return this.actors.flatMap((actors, index) =>
        actors.slice(1).map((to) => ({ from: actors[0]!, to, start: index, end: index, label: "" })),
      );
    }
    return chart.rows.flatMap((row) =>
      row.arrows.flatMap((arrow) => {
        const from = column.get(chart.lifelines[arrow.from] ?? "");
        const to = column.get(chart.lifelines[arrow.to] ?? "");
        return from === undefined || to === undefined
          ? []
          : [{ from, to, start: row.step - 1, end: row.step - 1, label: arrow.label }];
      }),
    );
  }

  /** What goes through queues: each entry from the step that appends it to the step that takes it. */
  private messages(): Arrow[] {
    const result: Arrow[] = [];
    for (const history of this.path!.histories.values()) {
      if (history.view?.kind !== "queue") continue;
      const waiting: { value: Value; step: number }[] = [];
      let before: Value[] = [];
      history.values.forEach((value, index) => {
        if (!Array.isArray(value)) return;
        const step = history.at[index]! - 1;
        if (step < 0) waiting.push(...value.map((entry) => ({ value: entry, step })));
        else {
          const taken = takenFrom(before, value);
          for (let count = 0; count < taken; count++) {
            const sent = waiting.shift();
            if (sent && sent.step >= 0) {
              result.push({
                from: this.actors[sent.step]![0]!,
                to: this.actors[step]![0]!,
                start: sent.step,
                end: step,
                label: show(sent.value),
              });
            }
          }
          for (const entry of value.slice(before.length - taken)) waiting.push({ value: entry, step });
        }
        before = value;
      });
    }
    return result;
  }

  /** What stands in the box of an actor at a step. */
  private label(step: number, actor: number): string {
    const parts = this.path!.trace.steps[step]!.transition.split(" & ");
    return short(parts[this.actors[step]!.indexOf(actor)] ?? parts[0]!);
  }

  private later(): void {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw();
    });
  }

  private draw(): void {
    if (!this.path || this.scroll.clientWidth === 0) return;
    const lanes = this.lifelines.length;
    // Numbers of long paths take more room.
    const margin = Math.max(40, 20 + String(this.path.length).length * 7);
    const width = Math.max(this.scroll.clientWidth - 14, lanes * 104 + margin);
    const lane = (width - margin) / lanes;
    const x = (index: number) => margin + lane * (index + 0.5);
    const steps = this.path.trace.steps;
    const height = heightOf(this.path);
    this.head.style.width = `${width}px`;
    this.head.replaceChildren(
      ...this.lifelines.map((name, index) => {
        const label = h("span", { title: name, text: name === "" ? "events" : name });
        label.style.left = `${x(index)}px`;
        label.style.maxWidth = `${lane - 6}px`;
        return label;
      }),
    );
    this.picture.setAttribute("width", String(width));
    this.picture.setAttribute("height", String(height));
    const first = Math.max(0, Math.floor((this.scroll.scrollTop - HEAD) / ROW) - 3);
    const last = Math.min(steps.length - 1, Math.ceil((this.scroll.scrollTop + this.scroll.clientHeight) / ROW) + 3);
    const parts: SVGElement[] = [];
    const { loop } = this.path.trace;
    if (loop !== undefined) {
      parts.push(s("rect", { class: "chart-loop", x: margin - 10, y: loop * ROW, width: width - margin + 6, height: (steps.length - loop) * ROW, rx: 8 }));
      parts.push(s("text", { class: "chart-loop-label", x: width - 12, y: loop * ROW + 13, "text-anchor": "end", text: "for ever" }));
    }
    if (this.state > 0) parts.push(s("rect", { class: "chart-now", x: 0, y: (this.state - 1) * ROW, width, height: ROW }));
    for (let index = 0; index < lanes; index++) {
      parts.push(s("line", { class: "chart-line", x1: x(index), x2: x(index), y1: 0, y2: height }));
    }
    for (const arrow of this.arrows) {
      if (arrow.end < first || arrow.start > last) continue;
      const target = this.label(arrow.end, arrow.to);
      const label = arrow.start === arrow.end && arrow.label === target ? "" : arrow.label;
      parts.push(...drawArrow({ ...arrow, label }, x, boxOf(target, lane).width / 2));
    }
    for (let index = first; index <= last; index++) {
      const y = index * ROW + ROW / 2;
      parts.push(s("text", { class: "chart-number", x: margin - 16, y: y + 4, "text-anchor": "end", text: index + 1 }));
      const { transition } = steps[index]!;
      for (const actor of this.actors[index]!) parts.push(...box(x(actor), y, lane, this.label(index, actor), transition));
    }
    this.picture.replaceChildren(...parts);
  }
}

/** How high the chart of a path is. */
function heightOf(path: Path): number {
  return path.trace.steps.length * ROW + 8;
}

/** How many entries were taken from the front. */
function takenFrom(before: Value[], after: Value[]): number {
  for (let taken = 0; taken <= before.length; taken++) {
    const rest = before.slice(taken);
    if (rest.length <= after.length && rest.every((entry, index) => equal(entry, after[index]!))) return taken;
  }
  return before.length;
}

/** The name of a transition without the process, which the column says. */
function short(transition: string): string {
  const edge = /: (.*)$/.exec(transition)?.[1] ?? /\]?\.([^.]*)$/.exec(transition)?.[1] ?? transition;
  return edge.replace(/ -> /g, " → ");
}

function boxOf(label: string, lane: number): { text: string; width: number } {
  const room = Math.max(6, Math.floor((lane - 18) / 6.4));
  const text = label.length > room ? `${label.slice(0, room - 1)}…` : label;
  return { text, width: Math.min(lane - 6, text.length * 6.4 + 14) };
}

function box(x: number, y: number, lane: number, label: string, title: string): SVGElement[] {
  const { text, width } = boxOf(label, lane);
  return [
    s("rect", { class: "chart-box", x: x - width / 2, y: y - 10, width, height: 20, rx: 5 }, s("title", { text: title })),
    s("text", { class: "chart-label", x, y: y + 4, "text-anchor": "middle", text }),
  ];
}

/** `room` is what the box at its end takes on each side of the line. */
function drawArrow(arrow: Arrow, x: (index: number) => number, room: number): SVGElement[] {
  const [x1, x2] = [x(arrow.from), x(arrow.to)];
  const [y1, y2] = [arrow.start * ROW + ROW / 2, arrow.end * ROW + ROW / 2];
  const away = x2 === x1 ? 0 : x2 > x1 ? 1 : -1;
  const path =
    away === 0
      ? `M ${x1} ${y1} C ${x1 + room + 40} ${y1 + 8} ${x1 + room + 40} ${y2 - 8} ${x2 + room + 4} ${y2}`
      : `M ${x1} ${y1} L ${x2 - away * (room + 4)} ${y2}`;
  const parts: SVGElement[] = [s("path", { class: "chart-arrow", d: path }, s("title", { text: arrow.label }))];
  const angle = Math.atan2(y2 - y1, away === 0 ? -1 : x2 - x1);
  const tip = { x: away === 0 ? x2 + room + 1 : x2 - away * (room + 1), y: y2 };
  const wing = (turn: number) => `${tip.x - 7 * Math.cos(angle + turn)} ${tip.y - 7 * Math.sin(angle + turn)}`;
  parts.push(s("path", { class: "chart-tip", d: `M ${tip.x} ${tip.y} L ${wing(0.45)} L ${wing(-0.45)} Z` }));
  if (arrow.label) {
    parts.push(s("text", { class: "chart-message", x: (x1 + x2) / 2 + (away === 0 ? 40 : 0), y: (y1 + y2) / 2 - 4, "text-anchor": "middle", text: arrow.label }));
  }
  return parts;
}
