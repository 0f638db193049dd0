/** The frame of the page: the bar, the parts side by side, the keys, and the notice when the server is gone. */

import { button, fill, h, s } from "./base/dom.ts";
import { showDialog } from "./base/dialogs.ts";
import { splitter } from "./base/splitter.ts";
import { connection } from "./server/api.ts";

export const KEYS: [string, string][] = [
  ["Ctrl+Enter", "Check all properties"],
  ["Ctrl+S", "Save the file"],
  ["Alt+1 … Alt+4", "Verdicts, Trace, Simulate, Graphs"],
  ["Alt+0", "To the text"],
  ["Alt+E", "Examples"],
  ["Alt+B", "Show or hide the files"],
  ["Alt+W", "Panel over the whole width, or beside the text"],
  ["F8", "Next problem in the text"],
  ["F12, Ctrl+click", "To the definition"],
  ["Shift+F12", "Mark all places of a name"],
  ["F2", "Rename"],
  ["Ctrl+I", "What is this? Its type, its comment, its value in the state that is shown"],
  ["Ctrl+Space", "Complete"],
  ["Shift+Alt+F", "Format the text"],
  ["Esc, then Tab", "Leave the text with the Tab key"],
  ["← → , j k , Home End", "In a trace: one step back or forth, to its ends"],
  ["Alt+J, Alt+K", "One step forth or back in the trace, from anywhere"],
  ["1 … 9, U, N, R", "In a simulation: take a step, undo, forth again, a random step"],
  ["Arrows, + − 0, /, Enter", "In a graph: from node to node, zoom, all of it, search, fold"],
];

export function brand(): HTMLElement {
  return h(
    "div",
    { class: "brand" },
    s(
      "svg",
      { viewBox: "0 0 20 20", "aria-hidden": "true", fill: "none", stroke: "var(--accent)", "stroke-width": 1.6, "stroke-linecap": "round" },
      s("path", { d: "M10 2v9" }),
      s("circle", { cx: 10, cy: 14, r: 3.2, fill: "var(--accent-soft)" }),
      s("path", { d: "M2.5 6.5c1.7-1.3 3.3-1.3 5 0M12.5 6.5c1.7-1.3 3.3-1.3 5 0" }),
    ),
    h("span", {}, "Fathom ", h("span", { class: "studio", text: "studio" })),
  );
}

/** Light, dark, or as the system has it. */
export function themeButton(changed: () => void): HTMLElement {
  const apply = (theme: string) => {
    if (theme === "") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    changed();
  };
  let theme = localStorage.getItem("fathom-studio-theme") ?? "";
  apply(theme);
  return button({ icon: "theme", title: "Light, dark, or as the system has it" }, () => {
    theme = theme === "" ? "light" : theme === "light" ? "dark" : "";
    if (theme) localStorage.setItem("fathom-studio-theme", theme);
    else localStorage.removeItem("fathom-studio-theme");
    apply(theme);
  });
}

export function showKeys(version: string): void {
  showDialog(
    "Keys",
    h("div", { class: "keys" }, KEYS.map(([keys, words]) => [h("kbd", { text: keys }), h("span", { text: words })])),
    h("p", { class: "faint small pad-top", text: `Fathom ${version}. Everything on this page comes from the program on this machine.` }),
  );
}

/** The notice when the server does not answer, or does not know this page any more. */
export function notice(): HTMLElement {
  const element = h("div", { class: "notice hidden", role: "alert" });
  connection.watch((state) => {
    element.classList.toggle("hidden", state === "there");
    element.classList.toggle("bad", state !== "there");
    if (state === "gone") {
      fill(
        element,
        h("b", { text: "The server is gone." }),
        h("span", { text: "Your text is kept in this browser. Start fathom studio again, and open the address that it prints." }),
      );
    } else if (state === "no-token") {
      fill(
        element,
        h("b", { text: "The server does not know this page." }),
        h("span", { text: "It was started anew: open the address that fathom studio printed. Your text is kept in this browser." }),
      );
    }
  });
  return element;
}

/** Files, text and panel side by side, with bars between them. */
export function sideBySide(files: HTMLElement, source: HTMLElement, panel: HTMLElement): HTMLElement {
  const work = h("main", { class: "work" });
  source.classList.add("grow");
  work.append(
    files,
    splitter({ name: "files", label: "Width of the files", side: "before", initial: 186, least: 120, most: () => 420, apply: (size) => { files.style.width = `${size}px`; files.style.flex = "none"; } }),
    source,
    splitter({
      name: "panel",
      label: "Width of the panel",
      side: "behind",
      initial: Math.round(Math.max(480, (window.innerWidth - 190) * 0.56)),
      least: 340,
      most: () => Math.max(340, window.innerWidth - 420),
      apply: (size) => { panel.style.width = `${size}px`; panel.style.flex = "none"; },
    }),
    panel,
  );
  return work;
}
