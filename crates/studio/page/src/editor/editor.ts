/** The editor: CodeMirror with the language, the server's opinion of the text, and what is painted into it. */

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import {
  bracketMatching, codeFolding, foldGutter, foldKeymap, foldService, indentOnInput, indentUnit, syntaxHighlighting,
} from "@codemirror/language";
import { lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, StateEffect, StateField, Transaction, type Text } from "@codemirror/state";
import {
  EditorView, closeHoverTooltips, drawSelection, dropCursor, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers,
  showTooltip, type Tooltip,
} from "@codemirror/view";
import { h } from "../base/dom.ts";
import { inline } from "../base/markdown.ts";
import { Signal } from "../base/signal.ts";
import { wordsOf } from "../server/api.ts";
import type { Analysis, Finding, TextEdit } from "../server/types.ts";
import { fathom, indentation } from "./grammar.ts";
import { LAYERS, paint, paintLayer, setNames, setSigns, type Layer, type Sign, type Stroke } from "./paint.ts";
import { analysis, complete, definition, describe, format, references, rename, applyEdits, type ValuesOf } from "./services.ts";
import { colours, theme } from "./theme.ts";

export interface EditorEvents {
  /** The text was changed by somebody. */
  changed(text: string): void;
  /** The sign of a property was clicked. */
  property(name: string): void;
  /** Something to tell the user. */
  say(message: string): void;
  /** What was looked for stands in another file. */
  elsewhere(file: string, from: number, to: number): void;
  values: ValuesOf;
}

const pinTip = StateEffect.define<Tooltip | null>();

const pinnedTip = StateField.define<Tooltip | null>({
  create: () => null,
  update(tip, transaction) {
    for (const effect of transaction.effects) if (effect.is(pinTip)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : tip;
  },
  provide: (field) => showTooltip.from(field),
});

/** How long keys must rest before the text is sent: none for what shows at once, longer for what expands the model. */
const FULL_REST = 450;

export class Editor {
  readonly view: EditorView;
  readonly analysis = new Signal<Analysis | null>(null);
  /** What can be undone. */
  private readonly past = new Compartment();
  private readonly folds = { found: [] as Analysis["folds"] };
  private readonly extensions;
  /** The text that the findings are of. */
  private analysed: Text | null = null;
  private said = "";
  /** What each layer shows; forgotten when the text changes. */
  private readonly painted = new Map<Layer, string>();
  private asking = false;
  private stale = false;
  private fullTimer = 0;
  private quiet = false;

  constructor(
    host: HTMLElement,
    private readonly events: EditorEvents,
  ) {
    const root = host.attachShadow({ mode: "open", delegatesFocus: true });
    const parent = root.appendChild(h("div"));
    parent.style.height = "100%";
    this.extensions = this.makeExtensions();
    this.view = new EditorView({ root, parent, state: this.stateOf("") });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Shows another text, with a history of its own. */
  open(text: string): void {
    // One change rather than another state: tips that are open, and questions about the old text that are still on their way, then
    // meet positions that exist. Only what can be undone begins anew.
    this.quiet = true;
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      annotations: Transaction.addToHistory.of(false),
      effects: [
        this.past.reconfigure([]),
        closeHoverTooltips,
        pinTip.of(null),
        setSigns.of([]),
        ...LAYERS.map((layer) => paintLayer.of({ layer, strokes: [] })),
      ],
    });
    this.view.dispatch({ effects: this.past.reconfigure(history()) });
    this.view.dispatch(setDiagnostics(this.view.state, []));
    this.view.scrollDOM.scrollTo(0, 0);
    this.painted.clear();
    this.quiet = false;
    this.folds.found = [];
    this.analysed = null;
    this.analysis.set(null);
    this.analyse();
  }

  /** Replaces the text as one change that can be undone. */
  replace(text: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /** Paints some layers anew, as one change, and only what is not painted already: a step in a trace has to be quick. */
  paint(painted: Partial<Record<Layer, Stroke[]>>): void {
    const effects = [];
    for (const [layer, strokes] of Object.entries(painted) as [Layer, Stroke[]][]) {
      const said = strokes.length === 0 ? "" : JSON.stringify(strokes);
      if (this.painted.get(layer) === said) continue;
      this.painted.set(layer, said);
      effects.push(paintLayer.of({ layer, strokes }));
    }
    if (effects.length > 0) this.view.dispatch({ effects });
  }

  sign(signs: Sign[]): void {
    this.view.dispatch({ effects: setSigns.of(signs) });
  }

  /** Where a line stands. */
  line(number: number): { from: number; to: number } | null {
    const { doc } = this.view.state;
    return number >= 1 && number <= doc.lines ? doc.line(number) : null;
  }

  /** Brings a place into view, without taking the focus. */
  reveal(at: number): void {
    // The beginning of the line: a place far to the right would push the text aside.
    const bounded = this.view.state.doc.lineAt(Math.min(at, this.view.state.doc.length)).from;
    const seen = this.view.visibleRanges.some(({ from, to }) => from <= bounded && bounded <= to);
    const block = this.view.lineBlockAt(bounded);
    const { scrollTop, clientHeight } = this.view.scrollDOM;
    if (seen && block.top >= scrollTop && block.bottom <= scrollTop + clientHeight) return;
    this.view.dispatch({ effects: EditorView.scrollIntoView(bounded, { y: "center" }) });
  }

  goTo(from: number, to = from): void {
    const size = this.view.state.doc.length;
    this.view.dispatch({
      selection: { anchor: Math.min(from, size), head: Math.min(to, size) },
      effects: EditorView.scrollIntoView(Math.min(from, size), { y: "center" }),
    });
    this.view.focus();
  }

  /** Makes the changes of a finding, unless the text is another one by now. */
  mend(edits: TextEdit[]): void {
    if (!this.analysed?.eq(this.view.state.doc)) return;
    this.view.dispatch({ changes: edits, userEvent: "input.fix" });
    this.view.focus();
  }

  async format(): Promise<void> {
    await this.attempt(async () => {
      if (!(await format(this.view))) this.events.say("the text changed meanwhile; format once more");
    });
  }

  async goToDefinition(at = this.view.state.selection.main.head): Promise<void> {
    await this.attempt(async () => {
      const place = (await definition(this.view, at)).places[0];
      if (!place) this.events.say("nothing is declared here");
      else if (place.file) this.events.elsewhere(place.file, place.from, place.to);
      else this.goTo(place.from, place.to);
    });
  }

  async showReferences(): Promise<void> {
    await this.attempt(async () => {
      const { places } = await references(this.view, this.view.state.selection.main.head);
      const here = places.flatMap(({ from, to, file }): Stroke[] => (file ? [] : [{ from, to, style: "reference" }]));
      this.paint({ references: here });
      this.events.say(here.length === 1 ? "1 place, marked" : `${here.length} places, marked`);
    });
  }

  async renameHere(ask: (name: string) => Promise<string | null>): Promise<void> {
    await this.attempt(async () => {
      const at = this.view.state.selection.main.head;
      const word = this.view.state.wordAt(at);
      const text = this.text;
      const name = await ask(word ? this.view.state.sliceDoc(word.from, word.to) : "");
      if (name) applyEdits(this.view, await rename(this.view, at, name), text);
      this.view.focus();
    });
  }

  async describeHere(): Promise<void> {
    await this.attempt(async () => {
      const tip = await describe(this.view, this.view.state.selection.main.head, this.events.values);
      if (!tip) this.events.say("there is nothing to say about this place");
      this.view.dispatch({ effects: pinTip.of(tip) });
    });
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.events.say(wordsOf(error));
    }
  }

  private stateOf(text: string): EditorState {
    return EditorState.create({ doc: text, extensions: this.extensions });
  }

  private makeExtensions() {
    const call = (work: () => Promise<void>) => () => {
      void work();
      return true;
    };
    return [
      lineNumbers(),
      paint((name) => this.events.property(name)),
      foldGutter({ openText: "▾", closedText: "▸" }),
      codeFolding(),
      foldService.of((state, lineStart) => this.foldAt(state.doc, lineStart)),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      this.past.of(history()),
      drawSelection(),
      dropCursor(),
      indentOnInput(),
      indentUnit.of("  "),
      bracketMatching(),
      closeBrackets(),
      highlightSelectionMatches(),
      autocompletion({ override: [complete], icons: false }),
      hoverTooltip((view, at) => describe(view, at, this.events.values).catch(() => null), { hoverTime: 350 }),
      pinnedTip,
      fathom,
      indentation,
      syntaxHighlighting(colours),
      theme,
      EditorView.contentAttributes.of({ "aria-label": "Text of the model", spellcheck: "false" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) this.painted.clear();
        if (!update.docChanged || this.quiet) return;
        this.events.changed(this.text);
        this.analyse();
      }),
      EditorView.domEventHandlers({
        mousedown: (event, view) => {
          if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
          const at = view.posAtCoords(event);
          if (at === null) return false;
          void this.goToDefinition(at);
          return true;
        },
      }),
      keymap.of([
        { key: "F12", run: call(() => this.goToDefinition()) },
        { key: "Shift-F12", run: call(() => this.showReferences()) },
        { key: "Shift-Alt-f", run: call(() => this.format()) },
        { key: "Mod-i", run: call(() => this.describeHere()) },
        { key: "Escape", run: (view) => {
          const shown = view.state.field(pinnedTip) !== null;
          if (shown) view.dispatch({ effects: pinTip.of(null) });
          return shown;
        } },
        ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap,
        ...lintKeymap, indentWithTab,
      ]),
    ];
  }

  private foldAt(doc: Text, lineStart: number): { from: number; to: number } | null {
    const line = doc.lineAt(lineStart);
    for (const fold of this.folds.found) {
      if (fold.from < line.from || fold.from > line.to || fold.to > doc.length) continue;
      if (doc.lineAt(fold.to).number > line.number) return { from: line.to, to: doc.lineAt(fold.to).to };
    }
    return null;
  }

  /** Asks what is wrong with the text: one question at a time, and the newest text last. */
  private analyse(): void {
    window.clearTimeout(this.fullTimer);
    this.fullTimer = window.setTimeout(() => void this.askFor(true), FULL_REST);
    if (this.asking) this.stale = true;
    else void this.askFor(false);
  }

  private async askFor(full: boolean): Promise<void> {
    if (!full) this.asking = true;
    const doc = this.view.state.doc;
    try {
      const answer = await analysis(doc.toString(), full);
      if (doc.eq(this.view.state.doc)) this.take(answer);
    } catch {
      // The server is gone, or too busy: the frame says so, and the next key asks again.
    } finally {
      if (!full) {
        this.asking = false;
        if (this.stale) {
          this.stale = false;
          void this.askFor(false);
        }
      }
    }
  }

  private take(answer: Analysis): void {
    // The second look often finds what the first one did: then nothing is touched, and a tip that is open stays.
    const said = JSON.stringify(answer);
    if (this.analysed?.eq(this.view.state.doc) && said === this.said) return;
    this.said = said;
    this.folds.found = answer.folds ?? [];
    this.analysed = this.view.state.doc;
    const { doc } = this.view.state;
    const findings = answer.diagnostics.filter((finding) => finding.from !== undefined);
    this.view.dispatch(
      setDiagnostics(this.view.state, findings.map((finding) => diagnosticOf(finding, doc))),
      { effects: setNames.of(answer) },
    );
    this.analysis.set(answer);
  }
}

/** A finding as CodeMirror shows it; its changes apply to the text that it was found in, and to no other. */
function diagnosticOf(finding: Finding, doc: Text): Diagnostic {
  const size = doc.length;
  const from = Math.min(finding.from!, size);
  return {
    from,
    to: Math.min(Math.max(finding.to ?? from, from), size),
    severity: finding.severity === "note" ? "info" : finding.severity,
    message: finding.message,
    renderMessage: () =>
      h(
        "div",
        {},
        inline(finding.message),
        finding.label && h("div", { class: "help" }, inline(finding.label)),
        finding.help && h("div", { class: "help" }, inline(finding.help)),
      ),
    actions: (finding.fixes ?? []).map((fix) => ({
      name: fix.title.replaceAll("`", ""),
      apply: (view: EditorView) => {
        if (view.state.doc.eq(doc)) view.dispatch({ changes: fix.edits, userEvent: "input.fix" });
        view.focus();
      },
    })),
  };
}
