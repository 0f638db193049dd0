/** A small graph as SVG, whose parts can be lit: automata of processes. Large ones are drawn on a canvas. */

import { s } from "../base/dom.ts";
import type { Graph } from "../server/types.ts";

export interface Picture {
  element: SVGSVGElement;
  nodes: SVGGElement[];
  /** What belongs to an edge, by the numbers of its ends. */
  edges: { from: number; to: number; names: string[]; parts: SVGElement[] }[];
}

const LINE = 15;

export function picture(graph: Graph): Picture {
  const margin = 14;
  const element = s("svg", {
    class: "picture",
    viewBox: `${-margin} ${-margin} ${graph.width + 2 * margin} ${graph.height + 2 * margin}`,
    width: graph.width + 2 * margin,
    height: graph.height + 2 * margin,
    role: "img",
    "aria-label": `${graph.title}: ${graph.caption}`,
  });
  // It may be made smaller, but not so small that nobody can read it: then it is scrolled.
  element.style.minWidth = `${0.75 * (graph.width + 2 * margin)}px`;
  const parts: SVGElement[][] = graph.edges.map(() => []);
  const tips = s("defs", {}, s("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto-start-reverse" }, s("path", { d: "M0 0 8 4 0 8z" })));
  element.append(tips);
  for (const stroke of graph.strokes) {
    const line = s("path", { class: "stroke", d: stroke.path, "marker-end": stroke.arrow === false ? undefined : "url(#tip)" });
    for (const edge of stroke.edges) parts[edge]?.push(line);
    element.append(line);
  }
  graph.edges.forEach((edge, index) => {
    if (!edge.label) return;
    const label = lines("edge-label", edge.label.lines, edge.label.x, edge.label.y);
    parts[index]!.push(label);
    element.append(label);
  });
  const edges = graph.edges.map((edge, index) => ({ ...edge, parts: parts[index]! }));
  for (const loop of graph.loops) {
    const line = s("path", { class: "stroke", d: loop.path, "marker-end": "url(#tip)" });
    const label = lines("edge-label start", loop.lines, loop.x, loop.y);
    element.append(line, label);
    edges.push({ from: loop.node, to: loop.node, names: loop.names, parts: [line, label] });
  }
  const nodes = graph.nodes.map((node) => {
    const group = s(
      "g",
      { class: `node ${node.initial ? "initial" : ""}`, transform: `translate(${node.x} ${node.y})` },
      s("rect", { width: node.width, height: node.height, rx: node.outline === "sharp" ? 2 : Math.min(12, node.height / 2) }),
      lines("node-label", node.lines, node.width / 2, node.height / 2),
    );
    element.append(group);
    return group;
  });
  return { element, nodes, edges };
}

/** Lines of a text around a middle. */
function lines(style: string, texts: string[], x: number, y: number): SVGTextElement {
  const top = y - ((texts.length - 1) * LINE) / 2 + 4;
  return s(
    "text",
    { class: style, x, y: top },
    texts.map((text, index) => s("tspan", { x, y: top + index * LINE, text })),
  );
}
