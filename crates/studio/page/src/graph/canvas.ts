/**
 * A graph on a canvas: only what is in sight is drawn, and less of it where it would be too small to read, so that
 * thousands of nodes move with the pointer. What lies where was computed by the server.
 */

import { h } from "../base/dom.ts";
import type { Graph } from "../server/types.ts";

interface Line {
  path: Path2D;
  left: number;
  top: number;
  right: number;
  bottom: number;
  edges: number[];
  /** The end of the line and where it came from, for its head. */
  tip: { x: number; y: number; angle: number } | null;
}

/** What of the graph is marked at present. */
export interface Marks {
  selected: number | null;
  /** Nodes of a path in their order. */
  path: number[];
  /** Where on the path somebody stands. */
  now: number | null;
  found: ReadonlySet<number>;
  hidden: ReadonlySet<number>;
  collapsed: ReadonlyMap<number, number>;
}

export const noMarks: Marks = { selected: null, path: [], now: null, found: new Set(), hidden: new Set(), collapsed: new Map() };

const COLOURS = [
  "surface", "sunken", "line", "ink", "ink-quiet", "ink-faint", "accent", "accent-soft", "violated", "violated-soft", "holds", "holds-soft",
  "unknown", "changed", "lit",
] as const;
type Palette = Record<(typeof COLOURS)[number], string>;

export class GraphCanvas {
  readonly element: HTMLCanvasElement;
  private graph: Graph | null = null;
  private lines: Line[] = [];
  private all = new Path2D();
  private marks: Marks = noMarks;
  private scale = 1;
  private x = 0;
  private y = 0;
  private waiting = 0;
  private fitted = false;

  constructor(private readonly events: { selected(node: number | null): void; opened(node: number): void }) {
    this.element = h("canvas", {
      class: "graph-canvas",
      tabindex: "0",
      role: "application",
      "aria-label": "Graph. Arrow keys go from node to node, plus and minus zoom, 0 shows all of it.",
      onpointerdown: (event: PointerEvent) => this.press(event),
      onwheel: (event: WheelEvent) => this.wheel(event),
      ondblclick: (event: MouseEvent) => {
        const node = this.hit(event.offsetX, event.offsetY);
        if (node !== null) this.events.opened(node);
      },
    });
    new ResizeObserver(() => {
      if (!this.fitted) this.fit();
      this.later();
    }).observe(this.element);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.later());
  }

  /** Shows a graph, or nothing. */
  setGraph(graph: Graph | null): void {
    this.graph = graph;
    this.lines = (graph?.strokes ?? []).map(({ path, edges, arrow }) => lineOf(path, edges, arrow !== false));
    this.all = new Path2D();
    for (const line of this.lines) this.all.addPath(line.path);
    this.marks = noMarks;
    this.fitted = false;
    this.fit();
    this.later();
  }

  setMarks(marks: Marks): void {
    this.marks = marks;
    this.later();
  }

  /** Shows all of it, but no larger than it was drawn. */
  fit(): void {
    const { clientWidth, clientHeight } = this.element;
    if (!this.graph || clientWidth === 0) return;
    this.fitted = true;
    const { width, height } = this.graph;
    const room = Math.min((clientWidth - 40) / Math.max(width, 1), (clientHeight - 40) / Math.max(height, 1));
    this.scale = Math.min(1.25, Math.max(room, 0.02));
    this.x = (clientWidth - width * this.scale) / 2;
    this.y = room > 1 ? 24 : (clientHeight - height * this.scale) / 2;
    this.later();
  }

  zoom(factor: number, x = this.element.clientWidth / 2, y = this.element.clientHeight / 2): void {
    const scale = Math.min(4, Math.max(0.015, this.scale * factor));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.later();
  }

  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.later();
  }

  /** Brings a node to the middle, large enough to be read. */
  centre(node: number): void {
    const box = this.graph?.nodes[node];
    if (!box) return;
    this.scale = Math.max(this.scale, 0.7);
    this.x = this.element.clientWidth / 2 - (box.x + box.width / 2) * this.scale;
    this.y = this.element.clientHeight / 2 - (box.y + box.height / 2) * this.scale;
    this.later();
  }

  /** Brings a node into sight with as little movement as does it. */
  reveal(node: number): void {
    const box = this.graph?.nodes[node];
    if (!box) return;
    const [left, top] = [box.x * this.scale + this.x, box.y * this.scale + this.y];
    const inside = left > 10 && top > 10 && left < this.element.clientWidth - 60 && top < this.element.clientHeight - 40;
    if (!inside) this.centre(node);
  }

  /** The nearest node in a direction, for the arrow keys. */
  neighbour(node: number, dx: number, dy: number): number | null {
    const nodes = this.graph?.nodes ?? [];
    const from = nodes[node];
    if (!from) return null;
    let best: number | null = null;
    let least = Infinity;
    nodes.forEach((to, index) => {
      if (index === node || this.marks.hidden.has(index)) return;
      const x = to.x + to.width / 2 - from.x - from.width / 2;
      const y = to.y + to.height / 2 - from.y - from.height / 2;
      const along = x * dx + y * dy;
      const beside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along <= 1) return;
      const distance = along + 2.5 * beside;
      if (distance < least) [least, best] = [distance, index];
    });
    return best;
  }

  later(): void {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw();
    });
  }

  private hit(x: number, y: number): number | null {
    const [gx, gy] = [(x - this.x) / this.scale, (y - this.y) / this.scale];
    const slack = this.scale < 0.3 ? 4 / this.scale : 0;
    const nodes = this.graph?.nodes ?? [];
    for (let index = nodes.length - 1; index >= 0; index--) {
      const node = nodes[index]!;
      if (this.marks.hidden.has(index)) continue;
      if (gx >= node.x - slack && gx <= node.x + node.width + slack && gy >= node.y - slack && gy <= node.y + node.height + slack) return index;
    }
    return null;
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    let moved = false;
    this.element.setPointerCapture(event.pointerId);
    const move = (to: PointerEvent) => {
      if (Math.hypot(to.clientX - start.x, to.clientY - start.y) > 4) moved = true;
      if (moved) this.pan(to.movementX, to.movementY);
    };
    const end = (up: PointerEvent) => {
      this.element.removeEventListener("pointermove", move);
      this.element.removeEventListener("pointerup", end);
      if (!moved) this.events.selected(this.hit(up.offsetX, up.offsetY));
    };
    this.element.addEventListener("pointermove", move);
    this.element.addEventListener("pointerup", end);
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    if (event.shiftKey) this.pan(-event.deltaY, 0);
    else this.zoom(Math.exp(-event.deltaY * 0.0016), event.offsetX, event.offsetY);
  }

  private palette(): Palette {
    // Custom properties with two schemes are only resolved where they are used as a colour.
    const probe = h("i");
    this.element.parentElement!.append(probe);
    const style = getComputedStyle(probe);
    const palette = {} as Palette;
    for (const name of COLOURS) {
      probe.style.color = `var(--${name})`;
      palette[name] = style.color;
    }
    probe.remove();
    return palette;
  }

  private draw(): void {
    const { graph, element, marks, scale } = this;
    const { clientWidth, clientHeight } = element;
    if (clientWidth === 0) return;
    if (!graph) {
      const paper = element.getContext("2d")!;
      paper.setTransform(1, 0, 0, 1, 0, 0);
      paper.clearRect(0, 0, element.width, element.height);
      return;
    }
    const ratio = window.devicePixelRatio || 1;
    if (element.width !== Math.round(clientWidth * ratio) || element.height !== Math.round(clientHeight * ratio)) {
      element.width = Math.round(clientWidth * ratio);
      element.height = Math.round(clientHeight * ratio);
    }
    const paper = element.getContext("2d")!;
    const colours = this.palette();
    paper.setTransform(ratio, 0, 0, ratio, 0, 0);
    paper.fillStyle = colours.surface;
    paper.fillRect(0, 0, clientWidth, clientHeight);
    paper.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * this.x, ratio * this.y);
    const sight = {
      left: -this.x / scale,
      top: -this.y / scale,
      right: (clientWidth - this.x) / scale,
      bottom: (clientHeight - this.y) / scale,
    };
    this.drawLines(paper, colours, sight);
    const font = getComputedStyle(element).fontFamily;
    const onPath = new Set(marks.path);
    graph.nodes.forEach((node, index) => {
      if (marks.hidden.has(index)) return;
      if (node.x > sight.right || node.x + node.width < sight.left || node.y > sight.bottom || node.y + node.height < sight.top) return;
      this.drawNode(paper, colours, index, onPath.has(index), font);
    });
    if (scale > 0.45) this.drawLabels(paper, colours, sight, font);
  }

  private drawLines(paper: CanvasRenderingContext2D, colours: Palette, sight: { left: number; top: number; right: number; bottom: number }): void {
    const { graph, marks, scale } = this;
    paper.lineWidth = Math.max(1, 0.7 / scale);
    paper.strokeStyle = colours["ink-faint"];
    paper.globalAlpha = scale < 0.3 ? 0.45 : 0.85;
    const lit = new Set<number>();
    const steps = new Set(marks.path.slice(1).map((node, index) => `${marks.path[index]} ${node}`));
    graph!.edges.forEach((edge, index) => {
      if (steps.has(`${edge.from} ${edge.to}`) || edge.from === marks.selected || edge.to === marks.selected) lit.add(index);
    });
    const plain = marks.hidden.size === 0;
    if (plain && scale < 0.3) {
      paper.stroke(this.all);
    } else {
      const gone = (edge: number) => marks.hidden.has(graph!.edges[edge]!.from) || marks.hidden.has(graph!.edges[edge]!.to);
      for (const line of this.lines) {
        if (line.left > sight.right || line.right < sight.left || line.top > sight.bottom || line.bottom < sight.top) continue;
        if (!plain && line.edges.every(gone)) continue;
        paper.stroke(line.path);
        if (scale > 0.3 && line.tip) this.head(paper, line.tip, colours["ink-faint"]);
      }
    }
    if (scale > 0.3) for (const loop of graph!.loops) if (!marks.hidden.has(loop.node)) paper.stroke(new Path2D(loop.path));
    paper.globalAlpha = 1;
    if (lit.size > 0) {
      paper.lineWidth = Math.max(2, 1.8 / scale);
      for (const line of this.lines) {
        if (!line.edges.some((edge) => lit.has(edge))) continue;
        const path = line.edges.some((edge) => steps.has(`${graph!.edges[edge]!.from} ${graph!.edges[edge]!.to}`));
        paper.strokeStyle = path ? colours.accent : colours["ink-quiet"];
        paper.stroke(line.path);
        if (line.tip) this.head(paper, line.tip, path ? colours.accent : colours["ink-quiet"]);
      }
    }
  }

  private head(paper: CanvasRenderingContext2D, tip: { x: number; y: number; angle: number }, colour: string): void {
    paper.fillStyle = colour;
    paper.beginPath();
    paper.moveTo(tip.x, tip.y);
    for (const turn of [0.42, -0.42]) paper.lineTo(tip.x - 8 * Math.cos(tip.angle + turn), tip.y - 8 * Math.sin(tip.angle + turn));
    paper.closePath();
    paper.fill();
  }

  private drawNode(paper: CanvasRenderingContext2D, colours: Palette, index: number, onPath: boolean, font: string): void {
    const { marks, scale } = this;
    const graph = this.graph!;
    const node = graph.nodes[index]!;
    const bad = node.highlighted && graph.highlight?.bad;
    const good = node.highlighted && !graph.highlight?.bad;
    const now = marks.now === index;
    const fill = now ? colours.lit : marks.found.has(index) ? colours.changed : bad ? colours["violated-soft"] : good ? colours["holds-soft"] : onPath ? colours["accent-soft"] : colours.sunken;
    const border = marks.selected === index || now || onPath ? colours.accent : bad ? colours.violated : good ? colours.holds : colours["ink-faint"];
    paper.beginPath();
    const round = node.outline === "sharp" ? 2 : node.outline === "circle" ? node.height / 2 : Math.min(8, node.height / 2);
    paper.roundRect(node.x, node.y, node.width, node.height, round);
    paper.fillStyle = scale < 0.12 ? border : fill;
    paper.fill();
    paper.strokeStyle = border;
    paper.lineWidth = (marks.selected === index || now ? 2.5 : node.dead_end ? 2.2 : 1) / Math.min(1, Math.max(scale, 0.35));
    paper.setLineDash(node.open ? [4, 3] : []);
    paper.stroke();
    paper.setLineDash([]);
    if (scale > 0.2 && node.initial) {
      paper.fillStyle = colours.ink;
      paper.beginPath();
      paper.arc(node.x - 9, node.y + node.height / 2, 3.5, 0, 7);
      paper.fill();
    }
    if (scale <= 0.3) return;
    paper.font = `12px ${font}`;
    paper.textAlign = "center";
    paper.textBaseline = "middle";
    node.lines.forEach((line, place) => {
      const fault = node.faults?.includes(line);
      paper.fillStyle = fault ? colours.violated : colours.ink;
      const y = node.y + node.height / 2 + (place - (node.lines.length - 1) / 2) * 15;
      paper.fillText(line, node.x + node.width / 2, y + 0.5, Math.max(node.width - 6, 8));
    });
    const inside = marks.collapsed.get(index);
    if (inside !== undefined) {
      paper.fillStyle = colours.accent;
      paper.font = `600 12px ${font}`;
      paper.fillText(`+${inside}`, node.x + node.width / 2, node.y + node.height + 10);
    }
  }

  private drawLabels(paper: CanvasRenderingContext2D, colours: Palette, sight: { left: number; top: number; right: number; bottom: number }, font: string): void {
    const { graph, marks } = this;
    paper.font = `11px ${font}`;
    paper.textBaseline = "middle";
    const write = (lines: string[], x: number, y: number, align: CanvasTextAlign) => {
      if (x > sight.right + 100 || x < sight.left - 100 || y > sight.bottom || y < sight.top) return;
      paper.textAlign = align;
      lines.forEach((line, place) => {
        const top = y + (place - (lines.length - 1) / 2) * 14;
        const width = paper.measureText(line).width + 4;
        paper.fillStyle = colours.surface;
        paper.globalAlpha = 0.85;
        paper.fillRect(align === "center" ? x - width / 2 : x - 2, top - 7, width, 14);
        paper.globalAlpha = 1;
        paper.fillStyle = colours["ink-quiet"];
        paper.fillText(line, x, top);
      });
    };
    for (const edge of graph!.edges) {
      if (edge.label && !marks.hidden.has(edge.from) && !marks.hidden.has(edge.to)) write(edge.label.lines, edge.label.x, edge.label.y, "center");
    }
    for (const loop of graph!.loops) if (!marks.hidden.has(loop.node)) write(loop.lines, loop.x, loop.y, "left");
  }
}

/** Where a path lies and how it ends, from its numbers. */
function lineOf(path: string, edges: number[], arrow: boolean): Line {
  const numbers = path.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/gi)?.map(Number) ?? [];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    left = Math.min(left, numbers[index]!);
    right = Math.max(right, numbers[index]!);
    top = Math.min(top, numbers[index + 1]!);
    bottom = Math.max(bottom, numbers[index + 1]!);
  }
  const [x, y] = [numbers.at(-2)!, numbers.at(-1)!];
  let tip: Line["tip"] = null;
  if (arrow && numbers.length >= 4) {
    let before = numbers.length - 4;
    while (before > 0 && Math.hypot(numbers[before]! - x, numbers[before + 1]! - y) < 0.5) before -= 2;
    tip = { x, y, angle: Math.atan2(y - numbers[before + 1]!, x - numbers[before]!) };
  }
  return { path: new Path2D(path), left, top, right, bottom, edges, tip };
}
