/** A bar between two parts of the page: dragged, or moved with the arrow keys; the browser remembers where it stood. */

import { h } from "./dom.ts";

interface SplitterOptions {
  name: string;
  label: string;
  /** Which side has the size that is kept. */
  side: "before" | "behind";
  initial: number;
  least: number;
  most: () => number;
  apply(size: number): void;
}

export function splitter(options: SplitterOptions): HTMLElement {
  const key = `fathom-studio-size:${options.name}`;
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(key);
  } catch {
    // Then it is where it begins.
  }
  let size = Number(kept) || options.initial;
  const set = (wanted: number) => {
    size = Math.max(options.least, Math.min(options.most(), wanted));
    bar.setAttribute("aria-valuenow", String(Math.round(size)));
    options.apply(size);
  };
  const keep = () => {
    try {
      localStorage.setItem(key, String(size));
    } catch {
      // Not worth a word.
    }
  };
  const sign = options.side === "before" ? 1 : -1;
  const bar = h("div", {
    class: "splitter",
    role: "separator",
    tabindex: "0",
    "aria-orientation": "vertical",
    "aria-label": options.label,
    onpointerdown: (event: PointerEvent) => {
      const start = { x: event.clientX, size };
      bar.setPointerCapture(event.pointerId);
      bar.classList.add("dragged");
      const move = (to: PointerEvent) => set(start.size + sign * (to.clientX - start.x));
      const end = () => {
        bar.classList.remove("dragged");
        bar.removeEventListener("pointermove", move);
        keep();
      };
      bar.addEventListener("pointermove", move);
      bar.addEventListener("pointerup", end, { once: true });
    },
    onkeydown: (event: KeyboardEvent) => {
      const step = { ArrowLeft: -24, ArrowRight: 24 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      set(size + sign * step);
      keep();
    },
  });
  window.addEventListener("resize", () => set(size));
  queueMicrotask(() => set(size));
  return bar;
}
