/**
 * Elements from names and texts. Whatever comes from a model, a file name or the server becomes a text node here and
 * never markup: the page has no use of `innerHTML`.
 */

export type Child = Node | string | number | null | undefined | false | Child[];

type Attributes = Record<string, unknown>;

const SVG = "http://www.w3.org/2000/svg";

/** Makes an element. `class`, `text`, `on…` functions, `data-…`, booleans and other attributes are understood. */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  apply(element, attributes);
  append(element, children);
  return element;
}

/** Makes an element of SVG. */
export function s<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  apply(element, attributes);
  append(element, children);
  return element;
}

function apply(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (name === "text") {
      element.textContent = String(value);
    } else if (name === "value" && "value" in element) {
      (element as HTMLInputElement).value = String(value);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

function append(element: Element, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(element, child);
    else element.append(child instanceof Node ? child : String(child));
  }
}

/** Replaces what is inside an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  append(element, children);
}

/** Drawn on a grid of 16: strokes only, in the colour of the text. */
const ICONS = {
  check: "M3 8.5 6.5 12 13 4.5",
  cross: "M4 4l8 8M12 4l-8 8",
  question: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M8 12.6v.1",
  play: "M5 3.5v9l7.5-4.5z",
  stop: "M4.5 4.5h7v7h-7z",
  back: "M10 3.5 5.5 8l4.5 4.5",
  forth: "M6 3.5 10.5 8 6 12.5",
  first: "M11.5 3.5 7 8l4.5 4.5M4.5 3.5v9",
  last: "M4.5 3.5 9 8l-4.5 4.5M11.5 3.5v9",
  file: "M4 2.5h5l3 3v8H4zM9 2.5v3h3",
  folder: "M2 4.5h4.5l1.5 1.5h6v7H2z",
  spark: "M8 2v3M8 11v3M2 8h3M11 8h3M4 4l2 2M10 10l2 2M12 4l-2 2M6 10l-2 2",
  theme: "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11",
  help: "M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4M6.3 6.3a1.8 1.8 0 1 1 2.5 1.6c-.6.3-.8.6-.8 1.3M8 11.3v.1",
  wide: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  plus: "M8 3v10M3 8h10",
  undo: "M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6",
  branch: "M5 3v10M5 8c0-3 6-1 6-5M11 3v.1",
  save: "M3 3h8l2 2v8H3zM5.5 3v3.5h4V3M5.5 13V9.5h5V13",
  open: "M8 2.5v7M5 6.5 8 9.5l3-3M3 11.5v2h10v-2",
  more: "M3.5 8h.1M8 8h.1M12.5 8h.1",
  seal: "M8 1.8l4.8 1.9v3.8c0 3.1-2.1 5.3-4.8 6.7-2.7-1.4-4.8-3.6-4.8-6.7V3.7zM5.8 7.8l1.6 1.7 2.9-3.2",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M10.3 10.3l3.2 3.2",
  loop: "M12.5 8A4.5 4.5 0 1 1 11 4.6M11 2v2.8H8.2",
  graph: "M6.4 3.8a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0M2.2 12.2a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0M10.6 12.2a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0M7.3 5.2 4.5 10.8M8.7 5.2l2.8 5.6",
  beside: "M2.5 3h4.5v10h-4.5zM9 3h4.5v10H9z",
  warning: "M8 2.5 14 13H2zM8 6.5v3M8 11.2v.1",
} as const;

export type IconName = keyof typeof ICONS;

export function icon(name: IconName): SVGSVGElement {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true", focusable: "false" },
    s("path", { d: ICONS[name] }),
  );
}

/** A button with an icon, a word, or both; without a word the title is what a screen reader says. */
export function button(
  options: { icon?: IconName; text?: string; title?: string; class?: string; disabled?: boolean; keys?: string },
  action: (event: MouseEvent) => void,
): HTMLButtonElement {
  const title = options.title === undefined ? undefined : options.title + (options.keys ? `  (${options.keys})` : "");
  return h(
    "button",
    {
      type: "button",
      class: `button ${options.text === undefined ? "bare" : ""} ${options.class ?? ""}`,
      title,
      "aria-label": options.text === undefined ? options.title : undefined,
      disabled: options.disabled,
      onclick: action,
    },
    options.icon && icon(options.icon),
    options.text,
  );
}
