/** The studio put together: what each part does when another one has news. */

import { button, fill, h } from "./base/dom.ts";
import { askChoice, askText, say } from "./base/dialogs.ts";
import { download } from "./base/files.ts";
import { Tabs } from "./base/tabs.ts";
import { Options } from "./check/options.ts";
import { Run, type Row } from "./check/run.ts";
import { CheckView } from "./check/view.ts";
import { Editor } from "./editor/editor.ts";
import type { Sign, Stroke } from "./editor/paint.ts";
import { standsAt } from "./editor/services.ts";
import { Problems } from "./editor/problems.ts";
import { watchDrafts } from "./files/drafts.ts";
import { gallery } from "./files/gallery.ts";
import { fileList } from "./files/list.ts";
import { Workspace, isConflict } from "./files/workspace.ts";
import { brand, notice, showKeys, sideBySide, themeButton } from "./frame.ts";
import { GraphView } from "./graph/view.ts";
import { ask, wordsOf } from "./server/api.ts";
import type { Finding, Model, Session } from "./server/types.ts";
import { SimulateView } from "./simulate/view.ts";
import { Path } from "./trace/path.ts";
import { TraceView } from "./trace/view.ts";

export class Studio {
  private readonly editor: Editor;
  private readonly workspace: Workspace;
  private readonly options: Options;
  private readonly check: CheckView;
  private readonly trace: TraceView;
  private readonly simulate: SimulateView;
  private readonly graph: GraphView;
  private readonly tabs: Tabs;
  private readonly problems: Problems;
  private readonly files: HTMLElement;
  private readonly name = h("div", { class: "name" });
  private readonly discard = button({ icon: "undo", title: "Throw unsaved changes away", class: "hidden" }, () => void this.throwAway());
  private run: Run | null = null;
  /** What the parts know of the text. */
  private known = "";

  constructor(private readonly session: Session) {
    const text = h("div", { class: "text" });
    this.editor = new Editor(text, {
      changed: (now) => this.changed(now),
      property: (name) => {
        this.tabs.select("check");
        this.check.show(name);
      },
      say,
      elsewhere: (file, from, to) => void this.openAt(file, from, to),
      values: (view, name, at) => this.valuesOf(name, view.state.sliceDoc(Math.max(0, at - 60), at)),
    });
    this.workspace = new Workspace(session, this.editor);
    standsAt(() => this.workspace.document.value?.path ?? null);
    this.problems = new Problems(this.editor);
    this.options = new Options(session);
    this.check = new CheckView(this.options, {
      check: (properties) => this.startCheck(properties),
      trace: (row) => this.showTrace(row),
      compare: (row) => this.compare(row),
      place: (line) => this.goToLine(line),
      finding: (finding) => this.goToFinding(finding),
      report: (form) => void this.report(form),
      save: (row) => download(`${row.name}.json`, JSON.stringify(row.verdict!.trace ?? row.verdict!.witness, null, 2)),
    });
    const walker = {
      model: () => this.model(),
      line: (number: number) => (this.textIsOf(this.shownModel()) ? this.editor.line(number) : null),
      paint: (step: Stroke[], why: Stroke[], reveal: number | null) => this.paint(step, why, reveal),
    };
    this.trace = new TraceView({
      ...walker,
      simulate: (path, state) => {
        this.tabs.select("simulate");
        void this.simulate.startFrom(path, state, this.trace.model!);
      },
      graph: (path) => {
        this.tabs.select("graph");
        void this.graph.showPath(path).then(() => this.graph.moved(path, this.trace.state));
      },
      say,
      moved: () => this.graph.moved(this.trace.path, this.trace.state),
    });
    this.simulate = new SimulateView({
      ...walker,
      trace: (path, model) => {
        this.tabs.select("trace");
        this.trace.show(path, model, path.length - 1);
      },
      moved: () => undefined,
    });
    this.graph = new GraphView(session, {
      model: () => this.model(),
      simulate: (state, model) => {
        this.tabs.select("simulate");
        void this.simulate.startAt(state, model);
      },
    });
    this.tabs = new Tabs("Panel", [
      { name: "check", title: "Verdicts", keys: "Alt+1", element: this.check.element },
      { name: "trace", title: "Trace", keys: "Alt+2", element: this.trace.element, shown: () => this.trace.goTo(this.trace.state) },
      { name: "simulate", title: "Simulate", keys: "Alt+3", element: this.simulate.element, shown: () => this.simulate.paintStep() },
      { name: "graph", title: "Graphs", keys: "Alt+4", element: this.graph.element, shown: () => this.graph.resized() },
    ]);
    const wide = button({ icon: "wide", title: "Panel over the whole width, or beside the text", keys: "Alt+W" }, () => this.widen());
    const panel = h("section", { class: "panel", "aria-label": "Verdicts, traces, graphs" }, h("div", { class: "panel-head" }, this.tabs.strip, wide), this.tabs.body);
    const source = h("section", { class: "source", "aria-label": "Text of the model" }, text, this.problems.element);
    this.files = fileList(this.workspace, {
      gallery: () => gallery(this.workspace, say),
      say,
      loadTrace: (path) => void this.loadTrace(path),
    });
    document.body.replaceChildren(this.bar(), notice(), sideBySide(this.files, source, panel));
    this.connect();
  }

  /** Opens what was asked for, what was open before, or the gallery. */
  async open(): Promise<void> {
    await this.workspace.refresh();
    await this.openFirst();
  }

  private async openFirst(): Promise<void> {
    const before = sessionStorage.getItem("fathom-studio-open");
    const first = this.workspace.files.value.find((file) => file.kind === "model");
    try {
      if (before) await this.workspace.openDraft(before);
      else if (this.session.file) await this.workspace.openFile(this.session.file);
      else if (first) await this.workspace.openFile(first.path);
      else {
        this.workspace.openNew();
        gallery(this.workspace, say);
      }
    } catch (error) {
      say(wordsOf(error));
      if (!this.workspace.document.value) this.workspace.openNew();
    }
  }

  private bar(): HTMLElement {
    return h(
      "header",
      { class: "bar" },
      brand(),
      h("span", { class: "divider" }),
      this.name,
      button({ icon: "save", title: "Save", keys: "Ctrl+S" }, () => void this.save()),
      this.discard,
      h("span", { class: "grow" }),
      button({ text: "Format", class: "small", title: "Format the text", keys: "Shift+Alt+F" }, () => void this.editor.format()),
      button({ icon: "spark", text: "Examples", class: "small", title: "Examples", keys: "Alt+E" }, () => gallery(this.workspace, say)),
      themeButton(() => this.graph?.resized()),
      button({ icon: "help", title: "Keys" }, () => showKeys(this.session.fathom)),
    );
  }

  private connect(): void {
    const title = () => {
      const document_ = this.workspace.document.value;
      const unsaved = this.workspace.unsaved.value;
      document.title = `${unsaved ? "● " : ""}${document_?.name ?? ""} – Fathom studio`;
      const about = document_?.path === null ? "not in the folder yet" : unsaved ? "unsaved" : "";
      this.discard.classList.toggle("hidden", !this.workspace.isLoose);
      fill(this.name, h("span", { title: document_?.name, text: document_?.name ?? "" }), about && h("span", { class: "unsaved", text: about }));
    };
    this.workspace.unsaved.changes(title);
    this.workspace.document.changes(() => {
      this.known = "";
      title();
      if (this.run && this.run.model.name !== this.workspace.document.value?.name) this.setRun(null);
    });
    this.editor.analysis.watch((analysis) => {
      if (!analysis) return;
      // Most keys change none of these, and the tables of a long model are long.
      const { constants, processes } = analysis;
      const properties = analysis.properties.map(({ name, kind, line, expected }) => ({ name, kind, line, expected }));
      const said = JSON.stringify({ properties, constants, processes });
      if (said === this.known) return;
      this.known = said;
      this.check.setProperties(properties);
      this.options.setConstants(constants);
      this.graph.setAnalysis(analysis);
    });
    watchDrafts((key) => {
      if (key === this.workspace.document.value?.key) say("This text is being changed in another tab, too; the last change is the one that is kept.");
    });
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("beforeunload", () => {
      if (this.run?.live) void this.run.stop();
    });
  }

  private changed(text: string): void {
    this.workspace.changed(text);
    this.check.setStale(this.run !== null && !this.textIsOf(this.run.model));
  }

  private model(): Model {
    return this.options.model(this.workspace.document.value?.name ?? "model.fathom", this.editor.text);
  }

  private textIsOf(model: Model | null): boolean {
    return model !== null && model.text === this.editor.text;
  }

  private shownModel(): Model | null {
    return this.tabs.current === "simulate" ? this.model() : this.trace.model;
  }

  private startCheck(properties?: string[]): void {
    if (this.run?.live) void this.run.stop();
    const options = this.options.options();
    if (properties) options.properties = properties;
    const expected = (this.editor.analysis.value?.properties ?? []).filter(({ name }) => !properties || properties.includes(name));
    const run = new Run(this.model(), options, expected);
    this.setRun(run);
    this.tabs.select("check");
    void run.start();
  }

  private setRun(run: Run | null): void {
    if (this.run?.live) void this.run.stop();
    this.run = run;
    this.check.setRun(run);
    this.editor.sign([]);
    this.editor.paint({ coverage: [] });
    this.tabs.setBadge("check", "", "");
    run?.news.changes(() => run === this.run && this.news(run));
  }

  private news(run: Run): void {
    const rows = [...run.rows.values()];
    const violated = rows.filter((row) => row.verdict?.verdict === "violated").length;
    this.tabs.setBadge("check", run.live ? "…" : violated > 0 ? String(violated) : "", violated > 0 ? "violated" : "");
    if (!this.textIsOf(run.model)) return;
    const signs = rows.flatMap((row): Sign[] =>
      row.verdict && row.line !== undefined
        ? [{ line: row.line, sign: row.verdict.verdict, property: row.name, title: `${row.name}: ${row.verdict.verdict}` }]
        : [],
    );
    this.editor.sign(signs);
    const never = run.coverage.flatMap((item): Stroke[] => {
      const line = item.line === undefined ? null : this.editor.line(item.line);
      return line ? [{ ...line, style: "never", note: item.what }] : [];
    });
    this.editor.paint({ coverage: never });
  }

  private pathOf(row: Row): Path | null {
    const trace = row.verdict?.trace ?? row.verdict?.witness;
    if (!trace) return null;
    const words = row.verdict!.trace ? `${row.name} is violated` : `${row.name}: a witness`;
    return new Path(trace, row.view ?? null, words);
  }

  private showTrace(row: Row): void {
    const path = this.pathOf(row);
    if (!path || !this.run) return;
    this.tabs.select("trace");
    this.trace.show(path, this.run.model);
    this.trace.focus();
  }

  private compare(row: Row): void {
    const path = this.pathOf(row);
    if (!path || !this.run) return;
    if (!this.trace.path) {
      this.showTrace(row);
      say("Now choose another one to compare it with.");
      return;
    }
    this.tabs.select("trace");
    this.trace.compareWith(path);
  }

  /** Opens a file that the model imports; it is named from the model's folder, or from that of the studio. */
  private async openAt(file: string, from: number, to: number): Promise<void> {
    const folder = (this.workspace.document.value?.path ?? "").replace(/[^/]*$/, "");
    const known = this.workspace.files.value.map(({ path }) => path);
    const path = [folder + file, file].find((each) => known.includes(each));
    if (path === undefined) {
      say(`That stands in ${file}.`);
      return;
    }
    await this.workspace.openFile(path);
    this.editor.goTo(from, to);
  }

  private async report(form: "json" | "page"): Promise<void> {
    const run = this.run;
    if (!run?.document) return;
    const name = run.model.name.replace(/\.fathom$/, "");
    if (form === "json") {
      download(`${name}.json`, JSON.stringify(run.document, null, 2));
      return;
    }
    try {
      const { html } = await ask<{ html: string }>("report", { document: run.document, model: run.model });
      download(`${name}.html`, html, "text/html");
    } catch (error) {
      say(wordsOf(error));
    }
  }

  private async loadTrace(path: string): Promise<void> {
    try {
      const { text } = await ask<{ text: string }>("files/read", { path });
      if (await this.trace.load({ name: path, text })) this.tabs.select("trace");
    } catch (error) {
      say(wordsOf(error));
    }
  }

  private paint(step: Stroke[], why: Stroke[], reveal: number | null): void {
    this.editor.paint({ step, why });
    if (reveal !== null) this.editor.reveal(reveal);
  }

  private goToLine(number: number): void {
    const line = this.editor.line(number);
    if (line) this.editor.goTo(line.from);
  }

  private goToFinding(finding: Finding): void {
    if (finding.from !== undefined) this.editor.goTo(finding.from, finding.to);
    else if (finding.line !== undefined) this.goToLine(finding.line);
  }

  /** The values of a name in the state that is shown: a variable, or that variable of each instance. */
  private valuesOf(name: string, before: string): { name: string; value: string; changed: boolean }[] {
    const shown = this.tabs.current === "simulate" ? this.simulate.stateNow() : this.trace.stateNow();
    if (!shown || !this.textIsOf(this.shownModel())) return [];
    const owner = /([A-Za-z_]\w*)(?:\[[^\]]*\])?\s*(?:\.|->)\s*$/.exec(before)?.[1];
    const plain = (key: string) => key.replace(/\[[^\]]*\]/g, "");
    const matches = Object.entries(shown.state).filter(([key]) => {
      const bare = plain(key);
      return bare === name || bare === `${owner ?? ""}.${name}` || bare.endsWith(`.${name}`) || bare.startsWith(`${name}.`);
    });
    return matches.map(([key, value]) => ({ name: key, value: shown.shown(key, value), changed: shown.changed(key) }));
  }

  private async save(): Promise<void> {
    const open = this.workspace.document.value;
    if (!open) return;
    try {
      let path = open.path;
      if (path === null) {
        const help = "A path below the folder, with the ending .fathom.";
        path = await askText("Save as", open.name.replace(/\.(pnml|spec|tts|fst|t2|smt2|vmt)\.fathom$/, ".fathom"), "Save", help);
        if (path === null) return;
        if (!path.endsWith(".fathom")) path += ".fathom";
      }
      await this.saveAs(path);
    } catch (error) {
      say(wordsOf(error));
    }
  }

  private async saveAs(path: string): Promise<void> {
    try {
      await this.workspace.save(path);
      say(`Saved ${path}`);
    } catch (error) {
      if (!isConflict(error)) throw error;
      const choice = await askChoice("The file has changed", `${path} was changed by somebody else since it was opened here, or it exists already.`, [
        ["theirs", "Take theirs"],
        ["mine", "Write mine over it"],
      ]);
      if (choice === "mine") await this.workspace.save(path, true);
      else if (choice === "theirs") {
        this.workspace.revert();
        await this.workspace.openFile(path);
      }
    }
  }

  /** Throws unsaved changes away; what was nowhere else gives way to another text. */
  private async throwAway(): Promise<void> {
    const open = this.workspace.document.value;
    if (!open) return;
    const words = open.path === null ? "It is kept in this browser only." : "The file stays as it was saved.";
    if ((await askChoice("Throw unsaved changes away?", `${open.name}: ${words}`, [["yes", "Throw them away"]])) !== "yes") return;
    if (this.workspace.revert()) return;
    sessionStorage.removeItem("fathom-studio-open");
    await this.openFirst();
  }

  private widen(): void {
    document.body.classList.toggle("wide");
    this.graph.resized();
  }

  private key(event: KeyboardEvent): void {
    const control = event.ctrlKey || event.metaKey;
    const tab = { Digit1: "check", Digit2: "trace", Digit3: "simulate", Digit4: "graph" }[event.code];
    let taken = true;
    if (control && event.key === "Enter") this.startCheck();
    else if (control && !event.shiftKey && event.key === "s") void this.save();
    else if (event.altKey && !control && tab) {
      this.tabs.select(tab);
      this.tabs.focus();
    } else if (event.altKey && event.code === "Digit0") this.editor.view.focus();
    else if (event.altKey && event.code === "KeyE") gallery(this.workspace, say);
    else if (event.altKey && event.code === "KeyB") document.body.classList.toggle("no-files");
    else if (event.altKey && event.code === "KeyW") this.widen();
    else if (event.altKey && event.code === "KeyJ") this.trace.forth();
    else if (event.altKey && event.code === "KeyK") this.trace.back();
    else if (event.key === "F8") this.problems.next();
    else if (event.key === "F2") void this.editor.renameHere((name) => askText("Rename", name, "Rename"));
    else taken = false;
    if (taken) event.preventDefault();
  }
}
