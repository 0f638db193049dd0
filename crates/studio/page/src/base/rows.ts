/** A list of which only the rows in sight exist, so that ten thousand rows cost no more than fifty. */

import { h } from "./dom.ts";

export class Rows {
  readonly element: HTMLElement;
  private readonly inner: HTMLElement;
  private count = 0;
  private drawn = new Map<number, HTMLElement>();
  private waiting = 0;

  constructor(
    private readonly height: number,
    private readonly render: (index: number) => HTMLElement,
    attributes: Record<string, unknown> = {},
  ) {
    this.inner = h("div", { class: "rows-inner" });
    this.element = h("div", { ...attributes, onscroll: () => this.later() }, this.inner);
    this.element.classList.add("rows");
    new ResizeObserver(() => this.later()).observe(this.element);
  }

  setCount(count: number): void {
    this.count = count;
    this.inner.style.height = `${count * this.height}px`;
    this.redraw();
  }

  /** Makes all rows in sight anew. */
  redraw(): void {
    this.drawn.clear();
    this.inner.replaceChildren();
    this.draw();
  }

  /** Makes some rows anew, if they are in sight. */
  refresh(indices: number[]): void {
    for (const index of indices) {
      const old = this.drawn.get(index);
      if (!old) continue;
      const fresh = this.place(index);
      old.replaceWith(fresh);
      this.drawn.set(index, fresh);
    }
  }

  reveal(index: number): void {
    const { scrollTop, clientHeight } = this.element;
    const top = index * this.height;
    if (clientHeight === 0) return;
    if (top < scrollTop || top + this.height > scrollTop + clientHeight) {
      this.element.scrollTop = Math.max(0, top - clientHeight / 2);
      this.draw();
    }
  }

  row(index: number): HTMLElement | undefined {
    return this.drawn.get(index);
  }

  private later(): void {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw();
    });
  }

  private place(index: number): HTMLElement {
    const row = this.render(index);
    row.style.transform = `translateY(${index * this.height}px)`;
    return row;
  }

  private draw(): void {
    const margin = 6;
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.height) - margin);
    const last = Math.min(
      this.count - 1,
      Math.ceil((this.element.scrollTop + this.element.clientHeight) / this.height) + margin,
    );
    for (const [index, row] of this.drawn) {
      if (index < first || index > last) {
        row.remove();
        this.drawn.delete(index);
      }
    }
    for (let index = first; index <= last; index++) {
      if (this.drawn.has(index)) continue;
      const row = this.place(index);
      this.drawn.set(index, row);
      this.inner.append(row);
    }
  }
}
