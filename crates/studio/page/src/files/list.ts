/** The files below the folder, and the way to the examples. */

import { button, fill, h, icon } from "../base/dom.ts";
import { wordsOf } from "../server/api.ts";
import { drafts } from "./drafts.ts";
import type { Workspace } from "./workspace.ts";

export function fileList(
  workspace: Workspace,
  actions: { gallery(): void; say(message: string): void; loadTrace(path: string): void },
): HTMLElement {
  const list = h("div", { class: "list", role: "navigation", "aria-label": "Files" });
  const filter = h("input", { type: "search", placeholder: "Find a file", "aria-label": "Find a file", oninput: draw });
  const open = (work: () => Promise<void>) => void work().catch((error) => actions.say(wordsOf(error)));

  function entry(name: string, key: string, title: string, kind: "file" | "spark", action: () => Promise<void>): HTMLElement {
    const current = workspace.document.value?.key === key;
    const kept = drafts().includes(key);
    return h(
      "button",
      { type: "button", title, "aria-current": current ? "true" : undefined, onclick: () => open(action) },
      icon(kind),
      h("span", { text: name }),
      kept && h("span", { class: "dot", title: "has unsaved changes", text: "●" }),
    );
  }

  function draw(): void {
    const wanted = filter.value.trim().toLowerCase();
    const matches = (path: string) => path.toLowerCase().includes(wanted);
    const rows: HTMLElement[] = [];
    let folder: string | null = null;
    const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const inOrder = [...workspace.files.value].sort(
      (left, right) => compare(parentOf(left.path), parentOf(right.path)) || compare(left.path, right.path),
    );
    for (const file of inOrder) {
      if (!matches(file.path)) continue;
      const slash = file.path.lastIndexOf("/");
      const parent = parentOf(file.path);
      if (parent !== folder && parent !== "") rows.push(h("div", { class: "dir", text: parent }));
      folder = parent;
      const key = file.kind === "import" ? `import:${file.path}` : `file:${file.path}`;
      const name = file.path.slice(slash + 1);
      if (file.kind === "trace") {
        rows.push(entry(name, key, `${file.path}: show this trace`, "spark", async () => actions.loadTrace(file.path)));
      } else {
        rows.push(entry(name, key, file.path, "file", () => workspace.openFile(file.path)));
      }
    }
    // What somebody has changed stays at hand even if its file is gone.
    const isLoose = (key: string) => /^(new|example):/.test(key) || !workspace.isThere(key.slice(key.indexOf(":") + 1));
    const loose = drafts().filter((key) => isLoose(key) && matches(key));
    if (loose.length > 0) {
      rows.push(h("div", { class: "dir", text: "Not saved yet" }));
      for (const key of loose) {
        const path = key.slice(key.indexOf(":") + 1);
        rows.push(entry(path.split("/").pop()!, key, path, "file", () => workspace.openDraft(key)));
      }
    }
    if (rows.length === 0) {
      const text = wanted ? "No file has this in its name." : "No models here yet. Begin with an example, or with an empty one.";
      rows.push(h("p", { class: "dir", text }));
    }
    if (workspace.truncated.value) rows.push(h("p", { class: "dir", text: "There are more files than are shown." }));
    fill(list, rows);
  }

  workspace.files.watch(draw);
  workspace.document.changes(draw);
  workspace.unsaved.changes(draw);

  return h(
    "aside",
    { class: "files", "aria-label": "Files and examples" },
    h(
      "div",
      { class: "head" },
      h("h3", { text: workspace.session.root, title: "The folder that the studio was opened on" }),
      button({ icon: "plus", title: "New model" }, () => workspace.openNew()),
    ),
    h("div", { class: "filter" }, filter),
    list,
    button({ icon: "spark", text: "Examples", class: "gallery-link", keys: "Alt+E", title: "Open the gallery of examples" }, () =>
      actions.gallery(),
    ),
  );
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
