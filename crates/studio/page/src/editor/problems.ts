/** What is wrong with the text, as a list below it. */

import { button, fill, h, icon } from "../base/dom.ts";
import { inline, markdown } from "../base/markdown.ts";
import { showDialog } from "../base/dialogs.ts";
import { ask } from "../server/api.ts";
import type { Analysis, Finding } from "../server/types.ts";
import type { Editor } from "./editor.ts";

export class Problems {
  readonly element: HTMLElement;
  private findings: Finding[] = [];
  private open = false;
  private readonly strip = h("button", { type: "button", "aria-expanded": "false", onclick: () => this.toggle() });
  private readonly list = h("ol", { class: "hidden", "aria-label": "What is wrong" });

  constructor(private readonly editor: Editor) {
    this.element = h("div", { class: "problems" }, this.strip, this.list);
    editor.analysis.watch((analysis) => this.take(analysis));
  }

  /** Goes to the next finding behind the cursor. */
  next(): void {
    const at = this.editor.view.state.selection.main.head;
    const places = this.findings.filter((finding) => finding.from !== undefined);
    const found = places.find((finding) => finding.from! > at) ?? places[0];
    if (found) this.editor.goTo(found.from!, found.to);
  }

  private toggle(): void {
    this.open = !this.open;
    this.draw();
  }

  private take(analysis: Analysis | null): void {
    this.findings = analysis?.diagnostics ?? [];
    this.draw();
  }

  private draw(): void {
    const count = (severity: string) => this.findings.filter((finding) => finding.severity === severity).length;
    const [errors, warnings] = [count("error"), this.findings.length - count("error")];
    fill(
      this.strip,
      errors > 0 && h("span", { class: "count error" }, icon("cross"), `${errors} ${errors === 1 ? "error" : "errors"}`),
      warnings > 0 && h("span", { class: "count warning" }, icon("warning"), `${warnings} ${warnings === 1 ? "warning" : "warnings"}`),
      this.findings.length === 0 && h("span", { class: "count" }, icon("check"), "Nothing wrong with the text"),
      h("span", { class: "grow" }),
      this.findings.length > 0 && h("span", { class: "faint", text: this.open ? "Hide" : "Show" }),
    );
    this.strip.setAttribute("aria-expanded", String(this.open));
    this.list.classList.toggle("hidden", !this.open || this.findings.length === 0);
    if (!this.open) return;
    fill(
      this.list,
      this.findings.slice(0, 200).map((finding) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: "finding", onclick: () => finding.from !== undefined && this.editor.goTo(finding.from, finding.to) },
            h("span", { class: "at", text: finding.line ?? "" }),
            h("span", { class: finding.severity }, inline(finding.message)),
            finding.help && h("span", { class: "help" }, inline(finding.help)),
          ),
          h(
            "div",
            { class: "fixes" },
            finding.fixes?.map((fix) => button({ text: fix.title.replaceAll("`", ""), class: "small" }, () => this.editor.mend(fix.edits))),
            finding.code && explained(finding.code),
          ),
        ),
      ),
    );
  }
}

/** The way to the page about a code. */
function explained(code: string): HTMLElement {
  return button({ text: code, class: "small code-link", title: `What ${code} means` }, () => {
    void ask<{ markdown: string }>("explain", { code }).then(
      (page) => showDialog(code, markdown(page.markdown)),
      () => undefined,
    );
  });
}
