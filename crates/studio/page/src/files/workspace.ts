/** Which text is open, where it comes from, and whether it is saved. */

import { Signal } from "../base/signal.ts";
import { Refusal, ask } from "../server/api.ts";
import type { Example, FileEntry, Session } from "../server/types.ts";
import { drafts, dropDraft, keepDraft, keepDraftsOf, readDraft } from "./drafts.ts";

export interface Document {
  /** What its draft is kept under: `file:PATH`, `example:PATH` or `new:NAME`. */
  key: string;
  /** What it is called, and what runs are told. */
  name: string;
  /** The path below the folder, or null for what is not there yet. */
  path: string | null;
  /** The text as it was saved or found. */
  saved: string;
  version: string | null;
  readOnly: boolean;
}

const NEW_TEXT = `/// What this model is about.
model Example

var x: 0..3 := 0

process Counter {
  loc idle, busy
  idle -> busy when x < 3 do x := x + 1
  busy -> idle
}

invariant small: x <= 2
`;

export class Workspace {
  private waiting: (() => void) | null = null;
  private timer = 0;
  readonly document = new Signal<Document | null>(null);
  readonly unsaved = new Signal<boolean>(false);
  readonly files = new Signal<FileEntry[]>([]);
  readonly truncated = new Signal<boolean>(false);
  readonly examples = new Signal<Example[]>([]);

  constructor(
    readonly session: Session,
    private readonly editor: { open(text: string): void; readonly text: string },
  ) {
    keepDraftsOf(session.root);
    window.addEventListener("pagehide", () => this.keep());
    // Somebody may have worked on the folder meanwhile.
    window.addEventListener("focus", () => void this.refresh().catch(() => undefined));
    document.addEventListener("visibilitychange", () => this.keep());
  }

  async refresh(): Promise<void> {
    const answer = await ask<{ files: FileEntry[]; truncated: boolean }>("files");
    this.truncated.set(answer.truncated);
    // The list is only made anew where it has changed: an entry must not go away under the pointer.
    if (JSON.stringify(answer.files) !== JSON.stringify(this.files.value)) this.files.set(answer.files);
  }

  async loadExamples(): Promise<void> {
    if (this.examples.value.length > 0) return;
    this.examples.set((await ask<{ examples: Example[] }>("gallery")).examples);
  }

  async openFile(path: string): Promise<void> {
    const entry = this.files.value.find((file) => file.path === path);
    if (entry?.kind === "import") {
      const { text } = await ask<{ text: string }>("import", { path });
      this.show({ key: `import:${path}`, name: `${path}.fathom`, path: null, saved: text, version: null, readOnly: false });
      return;
    }
    const { text, version } = await ask<{ text: string; version: string }>("files/read", { path });
    this.show({ key: `file:${path}`, name: path, path, saved: text, version, readOnly: !this.session.writable });
  }

  async openExample(path: string): Promise<void> {
    const { text } = await ask<{ text: string }>("gallery/read", { path });
    const name = path.split("/").pop()!;
    this.show({ key: `example:${path}`, name, path: null, saved: text, version: null, readOnly: false });
  }

  openNew(): void {
    let number = 1;
    const taken = new Set(drafts());
    while (taken.has(`new:model${number}.fathom`)) number++;
    const name = `model${number}.fathom`;
    keepDraft(`new:${name}`, { text: NEW_TEXT, version: null });
    this.show({ key: `new:${name}`, name, path: null, saved: NEW_TEXT, version: null, readOnly: false });
  }

  /** Opens what a draft belongs to. */
  async openDraft(key: string): Promise<void> {
    const [kind, path] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
    const isThere = this.isThere(path) || readDraft(key) === null;
    if ((kind === "file" || kind === "import") && isThere) await this.openFile(path);
    else if (kind === "example") await this.openExample(path);
    else {
      const draft = readDraft(key);
      this.show({ key, name: path, path: null, saved: draft?.text ?? "", version: null, readOnly: false });
    }
  }

  /** The text was changed: it is kept, once keys rest for a moment or the page goes. */
  changed(text: string): void {
    const document = this.document.value;
    if (!document) return;
    const same = text === document.saved && document.path !== null;
    window.clearTimeout(this.timer);
    this.waiting = () => {
      this.waiting = null;
      if (same) dropDraft(document.key);
      else keepDraft(document.key, { text, version: document.version });
    };
    this.timer = window.setTimeout(() => this.keep(), 250);
    if (this.unsaved.value === same) this.unsaved.set(!same);
  }

  /** Keeps what waits to be kept. */
  private keep(): void {
    window.clearTimeout(this.timer);
    this.waiting?.();
  }

  /** Saves under a path; without one where it came from. `over` writes even if the file has changed meanwhile. */
  async save(path: string, over = false): Promise<void> {
    this.keep();
    const document = this.document.value!;
    const text = this.editor.text;
    const version = over ? {} : { version: document.path === path ? document.version : null };
    const answer = await ask<{ version: string }>("files/write", { path, text, ...version });
    dropDraft(document.key);
    this.document.set({ key: `file:${path}`, name: path, path, saved: text, version: answer.version, readOnly: false });
    this.unsaved.set(this.editor.text !== text);
    await this.refresh();
  }

  /** Whether there is a file with this path; where not all are listed, it is taken to be. */
  isThere(path: string): boolean {
    return this.truncated.value || this.files.value.some((file) => file.path === path);
  }

  /** Whether what is open has changes, or is nowhere but in this browser. */
  get isLoose(): boolean {
    return this.unsaved.value || (this.document.value !== null && readDraft(this.document.value.key) !== null);
  }

  /** Throws unsaved changes away; whether anything is left of the text. */
  revert(): boolean {
    const document = this.document.value;
    if (!document) return false;
    this.keep();
    dropDraft(document.key);
    const isLeft = document.path !== null || /^(example|import):/.test(document.key);
    if (isLeft) this.editor.open(document.saved);
    this.unsaved.set(false);
    return isLeft;
  }

  private show(document: Document): void {
    this.keep();
    const draft = readDraft(document.key);
    // A draft belongs to the version that it was made from: saving it over a newer one is refused, and then asked.
    if (draft && document.path !== null) document.version = draft.version ?? document.version;
    // First the document: what is asked about the text says where it stands.
    this.document.set(document);
    this.editor.open(draft?.text ?? document.saved);
    this.unsaved.set(draft !== null && draft.text !== document.saved);
    try {
      sessionStorage.setItem("fathom-studio-open", document.key);
    } catch {
      // Only where to go on after a reload.
    }
  }
}

export function isConflict(error: unknown): boolean {
  return error instanceof Refusal && error.code === "changed";
}
