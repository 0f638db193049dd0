/** Questions in front of the page, and short words at its edge. */

import { button, h, type Child } from "./dom.ts";

/** Asks for a text; null if there is none. */
export function askText(title: string, initial: string, accept: string, help?: string): Promise<string | null> {
  return new Promise((resolve) => {
    const input = h("input", { type: "text", value: initial, class: "grow", "aria-label": title });
    const dialog = h(
      "dialog",
      { "aria-label": title, onclose: () => { dialog.remove(); resolve(dialog.returnValue === "yes" ? input.value.trim() || null : null); } },
      h("div", { class: "head" }, h("h2", { text: title })),
      h(
        "form",
        { class: "body", onsubmit: (event: Event) => { event.preventDefault(); dialog.close("yes"); } },
        h("div", { class: "row" }, input),
        help && h("p", { class: "quiet small", text: help }),
        h("div", { class: "foot" }, button({ text: "Cancel" }, () => dialog.close("no")), h("button", { type: "submit", class: "button main", text: accept })),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
    input.select();
  });
}

/** Lets somebody choose among words; null if nothing was chosen. */
export function askChoice(title: string, text: string, choices: [string, string][]): Promise<string | null> {
  return new Promise((resolve) => {
    const dialog = h(
      "dialog",
      { "aria-label": title, onclose: () => { dialog.remove(); resolve(dialog.returnValue || null); } },
      h("div", { class: "head" }, h("h2", { text: title })),
      h(
        "div",
        { class: "body" },
        h("p", { text }),
        h("div", { class: "foot" }, button({ text: "Cancel" }, () => dialog.close("")), choices.map(([value, words]) => button({ text: words }, () => dialog.close(value)))),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

export function showDialog(title: string, ...content: Child[]): void {
  const dialog = h(
    "dialog",
    { "aria-label": title, onclose: () => dialog.remove() },
    h("div", { class: "head" }, h("h2", { class: "grow", text: title }), button({ icon: "cross", title: "Close", keys: "Esc" }, () => dialog.close())),
    h("div", { class: "body" }, content),
  );
  document.body.append(dialog);
  dialog.showModal();
}

const toasts = h("div", { class: "toasts", role: "status", "aria-live": "polite" });

/** A word that goes away by itself. */
export function say(message: string): void {
  if (!toasts.isConnected) document.body.append(toasts);
  const toast = h("div", { class: "toast", text: message });
  toasts.append(toast);
  setTimeout(() => toast.remove(), Math.min(9000, 3500 + message.length * 30));
}
