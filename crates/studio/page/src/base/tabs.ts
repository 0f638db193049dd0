/** Tabs as the patterns of ARIA want them: arrows move between them, only the chosen one is in the order of the Tab key. */

import { h } from "./dom.ts";

export interface Tab {
  name: string;
  title: string;
  keys?: string;
  element: HTMLElement;
  /** Called whenever the tab comes to be seen. */
  shown?(): void;
}

export class Tabs {
  readonly strip: HTMLElement;
  readonly body: HTMLElement;
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private readonly tabs: Tab[];
  current: string;

  constructor(label: string, tabs: Tab[], className = "") {
    this.tabs = tabs;
    this.current = tabs[0]!.name;
    this.strip = h("div", { class: `tabs ${className}`, role: "tablist", "aria-label": label, onkeydown: (event: KeyboardEvent) => this.key(event) });
    this.body = h("div", { class: `tab-body ${className}` });
    for (const tab of tabs) {
      const id = `tab-${label.toLowerCase().replace(/\W+/g, "-")}-${tab.name}`;
      const control = h("button", {
        type: "button",
        role: "tab",
        id,
        "aria-controls": `${id}-panel`,
        title: tab.keys ? `${tab.title}  (${tab.keys})` : undefined,
        text: tab.title,
        onclick: () => this.select(tab.name),
      });
      this.buttons.set(tab.name, control);
      this.strip.append(control);
      tab.element.id = `${id}-panel`;
      tab.element.setAttribute("role", "tabpanel");
      tab.element.setAttribute("aria-labelledby", id);
      this.body.append(tab.element);
    }
    this.show();
  }

  select(name: string): void {
    this.current = name;
    this.show();
    this.tabs.find((tab) => tab.name === name)?.shown?.();
  }

  /** Takes a tab out of the strip, or puts it back. */
  setVisible(name: string, visible: boolean): void {
    this.buttons.get(name)!.classList.toggle("hidden", !visible);
    if (!visible && this.current === name) this.select(this.tabs[0]!.name);
  }

  setBadge(name: string, text: string, kind: string): void {
    const control = this.buttons.get(name)!;
    control.querySelector(".badge")?.remove();
    if (text) control.append(h("span", { class: `badge ${kind}`, text }));
  }

  focus(): void {
    this.buttons.get(this.current)?.focus();
  }

  private show(): void {
    for (const tab of this.tabs) {
      const chosen = tab.name === this.current;
      const control = this.buttons.get(tab.name)!;
      control.setAttribute("aria-selected", String(chosen));
      control.tabIndex = chosen ? 0 : -1;
      tab.element.classList.toggle("hidden", !chosen);
    }
  }

  private key(event: KeyboardEvent): void {
    const names = this.tabs.map((tab) => tab.name).filter((name) => !this.buttons.get(name)!.classList.contains("hidden"));
    const at = names.indexOf(this.current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.select(names[(to + names.length) % names.length]!);
    this.focus();
  }
}
