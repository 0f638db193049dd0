/** The examples that come with the program, to begin with. */

import { button, fill, h } from "../base/dom.ts";
import { wordsOf } from "../server/api.ts";
import type { Example } from "../server/types.ts";
import type { Workspace } from "./workspace.ts";

export function gallery(workspace: Workspace, say: (message: string) => void): void {
  const groups = h("div", { class: "groups" }, h("p", { class: "quiet", text: "Fetching the examples …" }));
  const search = h("input", { type: "search", placeholder: "Find an example", "aria-label": "Find an example", oninput: draw });
  const dialog = h(
    "dialog",
    { class: "gallery", "aria-label": "Examples", onclose: () => dialog.remove() },
    h(
      "div",
      { class: "head" },
      h("h2", { class: "grow", text: "Examples" }),
      search,
      button({ icon: "cross", title: "Close", keys: "Esc" }, () => dialog.close()),
    ),
    h("div", { class: "body" }, groups),
  );

  function card(example: Example): HTMLElement {
    const broken = example.expects.violated > 0;
    return h(
      "button",
      {
        type: "button",
        class: "card",
        "data-path": example.path,
        onclick: () => {
          dialog.close();
          void workspace.openExample(example.path).catch((error) => say(wordsOf(error)));
        },
      },
      h("b", { text: example.title }),
      example.about && h("span", { text: example.about }),
      broken && h("span", { class: "tag", text: "something is violated" }),
    );
  }

  function draw(): void {
    const wanted = search.value.toLowerCase().split(/\s+/);
    const byFolder = new Map<string, Example[]>();
    for (const example of workspace.examples.value) {
      const words = `${example.path} ${example.title} ${example.about}`.toLowerCase();
      if (!wanted.every((word) => words.includes(word))) continue;
      byFolder.set(example.folder, [...(byFolder.get(example.folder) ?? []), example]);
    }
    const shown = [...byFolder].map(([folder, examples]) =>
      h("div", { class: "group" }, h("h3", { text: titleOf(folder) }), h("div", { class: "cards" }, examples.map(card))),
    );
    fill(groups, shown.length > 0 ? shown : h("p", { class: "quiet", text: "No example speaks of that." }));
  }

  document.body.append(dialog);
  dialog.showModal();
  workspace.loadExamples().then(draw, (error) => fill(groups, h("p", { text: wordsOf(error) })));
}

function titleOf(folder: string): string {
  const words = folder.replace(/[-_/]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
