/** What the server knows of names at a place: completion, hover, definition, references, renaming, formatting. */

import { snippet, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import type { ChangeSpec } from "@codemirror/state";
import type { EditorView, Tooltip } from "@codemirror/view";
import { h } from "../base/dom.ts";
import { markdown } from "../base/markdown.ts";
import { ask } from "../server/api.ts";
import type { Analysis, TextEdit } from "../server/types.ts";

/** An answer that does not come must not keep the next question from being asked. */
const PATIENCE = 20_000;

/** A text as questions name it: where it stands matters for what it imports. */
function subject(text: string): { text: string; path?: string } {
  const path = pathOf();
  return path === null ? { text } : { text, path };
}

let pathOf: () => string | null = () => null;

/** Tells where the text that is open stands below the folder. */
export function standsAt(path: () => string | null): void {
  pathOf = path;
}

interface CompletionAnswer {
  from: number;
  to: number;
  items: { label: string; kind: string; detail?: string; doc?: string; insert?: string; snippet?: boolean }[];
}

export interface PlaceAnswer {
  /** Those in an imported file have its name, and are positions in it. */
  places: { from: number; to: number; line?: number; file?: string | null }[];
}

export function analysis(text: string, full: boolean): Promise<Analysis> {
  return ask<Analysis>("analyse", { ...subject(text), full }, AbortSignal.timeout(PATIENCE));
}

export async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[A-Za-z_][A-Za-z0-9_]*/);
  const opens = context.matchBefore(/[@.:>]\s*/);
  if (!word && !opens && !context.explicit) return null;
  const answer = await ask<CompletionAnswer>("complete", { ...subject(context.state.doc.toString()), at: context.pos });
  if (context.aborted || answer.items.length === 0) return null;
  return {
    from: answer.from,
    to: answer.to,
    options: answer.items.map(completionOf),
    validFor: /^[A-Za-z0-9_]*$/,
  };
}

function completionOf(item: CompletionAnswer["items"][number]): Completion {
  const insert = item.insert ?? item.label;
  return {
    label: item.label,
    detail: item.detail ?? "",
    type: item.kind,
    info: item.doc ? () => markdown(item.doc!) : undefined,
    apply: item.snippet ? snippet(insert) : insert,
  };
}

/** The values that a name has in the state that is shown, if there is one. */
export type ValuesOf = (view: EditorView, name: string, at: number) => { name: string; value: string; changed: boolean }[];

export async function describe(view: EditorView, at: number, valuesOf: ValuesOf): Promise<Tooltip | null> {
  const { doc } = view.state;
  const answer = await ask<{ from: number; to: number; markdown: string } | null>("hover", {
    ...subject(doc.toString()),
    at,
  });
  // By the time of the answer the text may be another one, and the place not be there.
  if (!answer || !view.state.doc.eq(doc)) return null;
  const name = view.state.sliceDoc(answer.from, answer.to);
  const values = valuesOf(view, name, answer.from);
  return {
    pos: answer.from,
    end: answer.to,
    above: true,
    create: () => {
      const shown = values.slice(0, 12).map((value) =>
        h("div", { class: value.changed ? "changed" : "" }, `${value.name} = ${value.value}`),
      );
      if (values.length > 12) shown.push(h("div", {}, `and ${values.length - 12} more`));
      const dom = h(
        "div",
        { class: "tip" },
        markdown(answer.markdown),
        shown.length > 0 && h("div", { class: "values" }, h("div", { class: "values-title", text: "In this state" }), shown),
      );
      return { dom };
    },
  };
}

export async function definition(view: EditorView, at: number): Promise<PlaceAnswer> {
  return ask<PlaceAnswer>("definition", { ...subject(view.state.doc.toString()), at });
}

export async function references(view: EditorView, at: number): Promise<PlaceAnswer> {
  return ask<PlaceAnswer>("references", { ...subject(view.state.doc.toString()), at });
}

export async function rename(view: EditorView, at: number, name: string): Promise<TextEdit[]> {
  return (await ask<{ edits: TextEdit[] }>("rename", { ...subject(view.state.doc.toString()), at, name })).edits;
}

/** Applies edits that were computed for `text`, unless the text has changed since. */
export function applyEdits(view: EditorView, edits: TextEdit[], text: string): boolean {
  if (view.state.doc.toString() !== text) return false;
  const changes: ChangeSpec[] = edits.map(({ from, to, insert }) => ({ from, to, insert }));
  view.dispatch({ changes, userEvent: "input.service" });
  return true;
}

export async function format(view: EditorView): Promise<boolean> {
  const text = view.state.doc.toString();
  const { edits } = await ask<{ edits: TextEdit[] }>("format", subject(text));
  return applyEdits(view, edits, text);
}
