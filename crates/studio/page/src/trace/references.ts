/**
 * References as arrows between instances. What hangs together by one field is laid out as a row, head first, so that a
 * linked list looks like a list; everything else points at it.
 */

import { fill, h, s } from "../base/dom.ts";
import type { VariableView } from "../server/types.ts";
import { show, type Path } from "./path.ts";

const WIDTH = 104;
const HEIGHT = 46;
const GAP_X = 50;
const GAP_Y = 74;

interface Place {
  x: number;
  y: number;
}

export class References {
  readonly element = h("div", { class: "references", tabindex: "0", "aria-label": "References between processes" });
  private path: Path | null = null;
  private state = 0;
  private fields: VariableView[] = [];
  private roots: VariableView[] = [];

  /** Whether the model has references at all. */
  setPath(path: Path): boolean {
    this.path = path;
    const references = path.view?.variables.filter((variable) => variable.kind === "reference") ?? [];
    this.fields = references.filter((variable) => variable.instance);
    this.roots = references.filter((variable) => !variable.instance);
    this.state = 0;
    return references.length > 0;
  }

  setState(state: number): void {
    this.state = state;
    this.draw();
  }

  draw(): void {
    const path = this.path;
    if (!path || this.element.clientWidth === 0) return;
    const value = (variable: VariableView) => {
      const target = path.value(variable.name, this.state);
      return typeof target === "string" ? target : null;
    };
    const pointers = this.fields.map((variable) => ({
      from: variable.instance!,
      to: value(variable),
      base: variable.base ?? variable.name,
      changed: path.changed(variable.name, this.state),
    }));
    const named = new Set<string>(pointers.map(({ from }) => from));
    for (const pointer of [...pointers, ...this.roots.map((root) => ({ to: value(root) }))]) if (pointer.to) named.add(pointer.to);
    const main = mainField(pointers);
    const places = layOut([...named], pointers.filter((pointer) => pointer.base === main), Math.max(1, Math.floor((this.element.clientWidth - 30) / (WIDTH + GAP_X))));
    const parts: SVGElement[] = [
      s("defs", {}, s("marker", { id: "ref-tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto" }, s("path", { d: "M0 0 8 4 0 8z" }))),
    ];
    let spread = 0;
    for (const pointer of pointers) {
      if (!pointer.to) continue;
      const [from, to] = [places.get(pointer.from)!, places.get(pointer.to)!];
      parts.push(...arrow(from, to, pointer.base === main ? "" : pointer.base, pointer.changed, pointer.base === main ? 0 : (spread = (spread + 1) % 3) + 1));
    }
    for (const name of named) {
      const place = places.get(name)!;
      const location = path.value(name, this.state);
      const ends = pointers.find((pointer) => pointer.from === name && pointer.base === main && pointer.to === null);
      parts.push(
        s(
          "g",
          { class: "cell", transform: `translate(${place.x} ${place.y})` },
          s("rect", { width: WIDTH, height: HEIGHT, rx: 7 }),
          s("text", { class: "cell-name", x: 10, y: 19, text: name }),
          s("text", { class: "cell-at", x: 10, y: 36, text: typeof location === "string" ? location : "" }),
          ends && s("path", { class: "cell-null", d: `M ${WIDTH} ${HEIGHT / 2} h 14 m 0 -7 v 14 m 4 -10 v 6` }),
        ),
      );
    }
    const lanes = new Map<string, number>();
    for (const root of this.roots) {
      const target = value(root);
      const changed = path.changed(root.name, this.state) ? "changed" : "";
      if (!target) {
        lanes.set("", (lanes.get("") ?? 0) + 1);
        parts.push(s("text", { class: `root ${changed}`, x: 16 + (lanes.get("")! - 1) * 150, y: 18, text: `${root.name} = ${show(path.value(root.name, this.state))}` }));
        continue;
      }
      const place = places.get(target)!;
      const lane = lanes.get(target) ?? 0;
      lanes.set(target, lane + 1);
      const x = place.x + 12 + lane * 34;
      parts.push(
        s("text", { class: `root ${changed}`, x, y: place.y - 24, text: root.name }),
        s("path", { class: `reference ${changed}`, d: `M ${x + 8} ${place.y - 20} L ${x + 8} ${place.y - 3}`, "marker-end": "url(#ref-tip)" }),
      );
    }
    const all = [...places.values()];
    const width = Math.max(200, ...all.map((place) => place.x + WIDTH + 50));
    const height = Math.max(120, ...all.map((place) => place.y + HEIGHT + 50));
    const caption = main ? `Rows follow ${main}.` : "";
    fill(
      this.element,
      h("p", { class: "faint small pad", text: `${caption} Other references are curved; what this step changed is marked.`.trim() }),
      s("svg", { class: "heap", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "References between processes" }, parts),
    );
  }
}

/** The field that most instances have set: the one that rows follow. */
function mainField(pointers: { base: string; to: string | null }[]): string | null {
  const counts = new Map<string, number>();
  for (const { base, to } of pointers) counts.set(base, (counts.get(base) ?? 0) + (to ? 1 : 0.01) + (/next|link|succ/i.test(base) ? 100 : 0));
  return [...counts].sort((left, right) => right[1] - left[1])[0]?.[0] ?? null;
}

/** Rows of chains: each begins at an instance that no other one points at, and cycles where they must be cut. */
function layOut(names: string[], links: { from: string; to: string | null }[], perRow: number): Map<string, Place> {
  const next = new Map(links.filter((link) => link.to).map((link) => [link.from, link.to!]));
  const pointed = new Set(next.values());
  const places = new Map<string, Place>();
  let row = 0;
  let column = 0;
  const put = (name: string) => {
    places.set(name, { x: 16 + column * (WIDTH + GAP_X), y: 56 + row * (HEIGHT + GAP_Y) });
    column++;
    if (column >= perRow) {
      column = 0;
      row++;
    }
  };
  const chain = (start: string) => {
    if (column > 0) {
      column = 0;
      row++;
    }
    for (let name: string | undefined = start; name !== undefined && !places.has(name); name = next.get(name)) put(name);
  };
  for (const name of names) if (next.has(name) && !pointed.has(name)) chain(name);
  for (const name of names) if (!places.has(name) && next.has(name)) chain(name);
  if (column > 0) {
    column = 0;
    row++;
  }
  for (const name of names) if (!places.has(name)) put(name);
  return places;
}

function arrow(from: Place, to: Place, label: string, changed: boolean, bend: number): SVGElement[] {
  const style = `reference ${changed ? "changed" : ""}`;
  const middle = { from: { x: from.x + WIDTH / 2, y: from.y + HEIGHT / 2 }, to: { x: to.x + WIDTH / 2, y: to.y + HEIGHT / 2 } };
  let d: string;
  let at: Place;
  if (from === to) {
    const x = from.x + WIDTH;
    d = `M ${x} ${from.y + 12} C ${x + 34} ${from.y + 4} ${x + 34} ${from.y + 42} ${x + 2} ${from.y + 34}`;
    at = { x: x + 28, y: from.y + 26 };
  } else if (bend === 0 && Math.abs(from.y - to.y) < 1 && to.x > from.x) {
    d = `M ${from.x + WIDTH} ${middle.from.y} L ${to.x - 3} ${middle.to.y}`;
    at = { x: (from.x + WIDTH + to.x) / 2, y: middle.from.y - 5 };
  } else if (Math.abs(from.y - to.y) >= 1) {
    const down = to.y > from.y;
    const [y1, y2] = [from.y + (down ? HEIGHT : 0), to.y + (down ? -3 : HEIGHT + 3)];
    const [x1, x2] = [middle.from.x + 10 + bend * 9, middle.to.x + 10 + bend * 9];
    d = `M ${x1} ${y1} C ${x1} ${(y1 + y2) / 2} ${x2} ${(y1 + y2) / 2} ${x2} ${y2}`;
    at = { x: (x1 + x2) / 2 + label.length * 3.4 + 6, y: (y1 + y2) / 2 + 4 };
  } else {
    const depth = 34 + bend * 9;
    const [y1, y2] = [from.y + HEIGHT, to.y + HEIGHT + 3];
    const low = Math.max(y1, y2) + depth - 10;
    const x1 = middle.from.x + bend * 8;
    const x2 = middle.to.x - bend * 8;
    d = `M ${x1} ${y1} C ${x1} ${low} ${x2} ${low} ${x2} ${y2}`;
    at = { x: (x1 + x2) / 2, y: low - 8 };
  }
  return [
    s("path", { class: style, d, "marker-end": "url(#ref-tip)" }),
    ...(label ? [s("text", { class: `reference-label ${changed ? "changed" : ""}`, x: at.x, y: at.y, "text-anchor": "middle", text: label })] : []),
  ];
}
