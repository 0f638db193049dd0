/** What is painted into the text beside its own colours: steps, failing conjuncts, what never happens, verdicts, hints. */

import { Prec, RangeSet, StateEffect, StateField, type Extension, type Range, type Text } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, WidgetType, gutter, type DecorationSet } from "@codemirror/view";
import { h } from "../base/dom.ts";
import type { Analysis } from "../server/types.ts";

/** A stretch of the text, or the lines of it, with a style and perhaps a note at the end of its line. */
export interface Stroke {
  from: number;
  to: number;
  style: "step" | "never" | "failing" | "blocking" | "reference";
  note?: string;
}

/** A sign beside a line. */
export interface Sign {
  line: number;
  sign: "holds" | "violated" | "unknown" | "never";
  title: string;
  property?: string;
}

/** Layers of strokes are painted and taken away on their own. */
export const LAYERS = ["step", "coverage", "why", "references"] as const;
export type Layer = (typeof LAYERS)[number];

export const paintLayer = StateEffect.define<{ layer: Layer; strokes: Stroke[] }>();
export const setSigns = StateEffect.define<Sign[]>();
export const setNames = StateEffect.define<Analysis>();

class Note extends WidgetType {
  constructor(
    readonly text: string,
    readonly style: string,
  ) {
    super();
  }
  override eq(other: Note): boolean {
    return other.text === this.text && other.style === this.style;
  }
  override toDOM(): HTMLElement {
    return h("span", { class: `cm-note ${this.style}`, text: this.text });
  }
}

class Hint extends WidgetType {
  constructor(readonly text: string) {
    super();
  }
  override eq(other: Hint): boolean {
    return other.text === this.text;
  }
  override toDOM(): HTMLElement {
    return h("span", { class: "cm-hint", text: this.text });
  }
}

const ofLines = new Set(["step", "never"]);

function decorate(doc: Text, strokes: Stroke[]): DecorationSet {
  const result: Range<Decoration>[] = [];
  for (const stroke of strokes) {
    const from = Math.min(stroke.from, doc.length);
    const to = Math.min(Math.max(stroke.to, from), doc.length);
    const last = doc.lineAt(to);
    if (ofLines.has(stroke.style)) {
      for (let line = doc.lineAt(from).number; line <= last.number; line++) {
        result.push(Decoration.line({ class: `cm-${stroke.style}` }).range(doc.line(line).from));
      }
    } else if (to > from) {
      result.push(Decoration.mark({ class: `cm-${stroke.style}` }).range(from, to));
    }
    if (stroke.note) {
      result.push(Decoration.widget({ widget: new Note(stroke.note, stroke.style), side: 1 }).range(last.to));
    }
  }
  return Decoration.set(result, true);
}

const layers = StateField.define<Map<Layer, DecorationSet>>({
  create: () => new Map(),
  update(before, transaction) {
    let after = before;
    if (transaction.docChanged) {
      after = new Map([...after].map(([layer, set]) => [layer, set.map(transaction.changes)]));
    }
    for (const effect of transaction.effects) {
      if (!effect.is(paintLayer)) continue;
      after = new Map(after);
      after.set(effect.value.layer, decorate(transaction.state.doc, effect.value.strokes));
    }
    return after;
  },
  provide: (field) =>
    EditorView.decorations.computeN([field], (state) => [...state.field(field).values()]),
});

class VerdictMarker extends GutterMarker {
  constructor(readonly sign: Sign) {
    super();
  }
  override eq(other: VerdictMarker): boolean {
    return other.sign.sign === this.sign.sign && other.sign.title === this.sign.title;
  }
  override toDOM(): HTMLElement {
    const signs = { holds: "✓", violated: "✗", unknown: "?", never: "∅" };
    return h("span", {
      class: `cm-verdict ${this.sign.sign}`,
      title: this.sign.title,
      "data-property": this.sign.property,
      text: signs[this.sign.sign],
    });
  }
}

const signs = StateField.define<RangeSet<VerdictMarker>>({
  create: () => RangeSet.empty,
  update(before, transaction) {
    let after = transaction.docChanged ? before.map(transaction.changes) : before;
    for (const effect of transaction.effects) {
      if (!effect.is(setSigns)) continue;
      const { doc } = transaction.state;
      const ranges = effect.value
        .filter((sign) => sign.line >= 1 && sign.line <= doc.lines)
        .map((sign) => new VerdictMarker(sign).range(doc.line(sign.line).from));
      after = RangeSet.of(ranges, true);
    }
    return after;
  },
});

/** What names are, in colours, and constants' values, as the server found them. */
const names = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    let after = transaction.docChanged ? before.map(transaction.changes) : before;
    for (const effect of transaction.effects) {
      if (!effect.is(setNames)) continue;
      const size = transaction.state.doc.length;
      const ranges: Range<Decoration>[] = [];
      for (const [from, to, kind] of effect.value.colours ?? []) {
        if (!NAMED.has(kind) || to > size || from >= to) continue;
        ranges.push(Decoration.mark({ class: `cm-name-${kind}` }).range(from, to));
      }
      for (const hint of effect.value.hints) {
        if (hint.at > size) continue;
        ranges.push(Decoration.widget({ widget: new Hint(hint.text), side: 1 }).range(hint.at));
      }
      after = Decoration.set(ranges, true);
    }
    return after;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const NAMED = new Set([
  "type", "constant", "param", "definition", "predicate", "process", "location", "index", "bound", "member", "enum",
]);

/** All layers; `chosen` hears of a click at the sign of a property. */
export function paint(chosen: (property: string) => void): Extension {
  return [
    // Outside of all other marks, so that a stretch is one box whatever stands in it.
    Prec.lowest(layers),
    names,
    signs,
    gutter({
      class: "cm-verdicts",
      markers: (view) => view.state.field(signs),
      domEventHandlers: {
        mousedown(_view, _line, event) {
          const property = (event.target as HTMLElement).dataset["property"];
          if (property !== undefined) chosen(property);
          return property !== undefined;
        },
      },
    }),
  ];
}
