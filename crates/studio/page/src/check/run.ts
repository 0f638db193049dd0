/** A check on the server, and what has come of it so far. */

import { Signal } from "../base/signal.ts";
import { Refusal, ask, client, connection, listen, wordsOf } from "../server/api.ts";
import type {
  Certificate, CheckOptions, CoverageItem, Finding, Model, RunEvent, Verdict, VerdictWord, View,
} from "../server/types.ts";

export interface Row {
  name: string;
  kind: string;
  line?: number;
  expected?: VerdictWord | null;
  verdict?: Verdict;
  summary?: string;
  words: string[];
  view?: View;
  certificate?: Certificate;
  certificateWords: string[];
}

export type Status = "starting" | "running" | "paused" | "stopping" | "ended";

export class Run {
  readonly rows = new Map<string, Row>();
  /** Set whenever anything below has changed. */
  readonly news = new Signal<Run>(this);
  status: Status = "starting";
  progress = "";
  /** Counts all news but progress, which comes several times a second. */
  revision = 0;
  constants: Record<string, unknown> = {};
  coverage: CoverageItem[] = [];
  errors: Finding[] = [];
  /** What the server has to say beside verdicts. */
  notices: string[] = [];
  document: unknown = null;
  how: string | null = null;
  message: string | null = null;
  private id: number | null = null;
  /** Whether it is to be paused as soon as it has a number. */
  private pauseWanted = false;
  private next = 0;
  /** Whether somebody has ended it. */
  stopWanted = false;

  constructor(
    readonly model: Model,
    readonly options: CheckOptions,
    expected: { name: string; kind: string; line?: number; expected?: string | null }[],
  ) {
    for (const property of expected) this.row(property);
  }

  get live(): boolean {
    return this.status !== "ended";
  }

  async start(): Promise<void> {
    try {
      const { run } = await ask<{ run: number }>("runs", { client, model: this.model, options: this.options });
      this.id = run;
      if (this.stopWanted) await this.stop();
      else if (this.pauseWanted) await this.pause();
      this.status = "running";
      this.tell();
      await this.follow();
    } catch (error) {
      if (error instanceof Refusal && error.findings.length > 0) this.errors = error.findings;
      this.end("broken", wordsOf(error));
    }
  }

  async stop(): Promise<void> {
    this.stopWanted = true;
    if (this.id === null) return;
    this.status = "stopping";
    this.tell();
    await ask("runs/stop", { run: this.id }).catch(() => undefined);
  }

  async pause(): Promise<void> {
    this.pauseWanted = true;
    await this.say("runs/pause");
  }

  async resume(): Promise<void> {
    this.pauseWanted = false;
    await this.say("runs/resume");
  }

  /** Says a word to a check that has begun; whether the server is there is shown elsewhere. */
  private async say(word: string): Promise<void> {
    if (this.id !== null) await ask(word, { run: this.id }).catch(() => undefined);
  }

  /** Reads what happens; where the line breaks, it is taken up again where it broke, while the server is there. */
  private async follow(): Promise<void> {
    for (let attempt = 0; this.live; attempt++) {
      const before = this.next;
      try {
        await listen<RunEvent>("runs/events", { run: this.id, from: this.next }, (event) => this.take(event));
      } catch (error) {
        if (error instanceof Refusal && error.code !== "gone") throw error;
      }
      if (!this.live) return;
      if (this.next > before) attempt = 0;
      if (attempt > 4 || connection.value === "gone") {
        this.end("broken", "the server is gone, and the check with it; what was decided stays decided");
        return;
      }
      await new Promise((done) => setTimeout(done, 300 * (attempt + 1)));
    }
  }

  private take(event: RunEvent): void {
    this.next = event.n + 1;
    switch (event.event) {
      case "model":
        this.constants = event.constants;
        this.rows.clear();
        for (const property of event.properties) this.row(property);
        break;
      case "progress":
        this.progress = event.text;
        this.tell(true);
        return;
      case "verdict": {
        const row = this.row(event.property);
        row.verdict = event.property;
        row.summary = event.summary;
        row.words = event.evidence_words ?? [];
        row.view = event.view?.trace;
        if (event.property.certificate) row.certificate = event.property.certificate;
        break;
      }
      case "certificate": {
        const row = this.rows.get(event.name);
        if (row) {
          row.certificate = event.certificate;
          row.certificateWords = event.words ?? [];
        }
        break;
      }
      case "coverage":
        this.coverage = event.items;
        break;
      case "paused":
        this.status = "paused";
        break;
      case "resumed":
        this.status = "running";
        break;
      case "document":
        this.document = event.document;
        break;
      case "notice":
        this.notices.push(event.text);
        break;
      case "refused":
        this.errors = event.errors;
        break;
      case "ended":
        this.end(event.how, event.message ?? null);
        return;
      default:
        break;
    }
    this.tell();
  }

  private row(property: { name: string; kind: string; line?: number; expected?: string | null }): Row {
    let row = this.rows.get(property.name);
    if (!row) {
      row = {
        name: property.name,
        kind: property.kind,
        line: property.line,
        expected: property.expected as VerdictWord | null | undefined,
        words: [],
        certificateWords: [],
      };
      this.rows.set(property.name, row);
    }
    return row;
  }

  private end(how: string, message: string | null): void {
    this.status = "ended";
    this.how = how;
    this.message = message;
    this.progress = "";
    this.tell();
  }

  private tell(progress = false): void {
    if (!progress) this.revision++;
    this.news.set(this);
  }
}
