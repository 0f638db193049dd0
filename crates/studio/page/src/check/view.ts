/** Verdicts: a table that fills as they fall, and what each rests on. */

import { button, fill, h, icon, type Child } from "../base/dom.ts";
import { inline } from "../base/markdown.ts";
import type { Finding, PropertyPlace } from "../server/types.ts";
import type { Options } from "./options.ts";
import type { Row, Run } from "./run.ts";

export interface CheckActions {
  check(properties?: string[]): void;
  /** Shows the path of a verdict. */
  trace(row: Row): void;
  compare(row: Row): void;
  place(line: number): void;
  finding(finding: Finding): void;
  report(form: "json" | "page"): void;
  save(row: Row): void;
}

/** A property as the text states it. */
type Stated = Pick<PropertyPlace, "name" | "kind" | "line" | "expected">;

const KINDS: Record<string, string> = {
  invariant: "always",
  reachable: "can be reached",
  ctl: "ctl",
  ltl: "ltl",
  bound: "largest value",
};

export class CheckView {
  readonly element: HTMLElement;
  private run: Run | null = null;
  private stale = false;
  private properties: Stated[] = [];
  private open = new Set<string>();
  private readonly head = h("div", { class: "check-head" });
  private readonly progress = h("div", { class: "progress", role: "status", "aria-live": "polite" });
  private readonly body = h("div", { class: "verdicts" });
  private readonly below = h("div", { class: "below" });
  private readonly progressText = h("span");
  private drawn: { run: Run | null; key: string } | null = null;
  private waiting = 0;

  constructor(
    options: Options,
    private readonly actions: CheckActions,
  ) {
    this.element = h(
      "div",
      { class: "check" },
      this.head,
      options.element,
      this.progress,
      h("div", { class: "scroll" }, this.body, this.below),
    );
    this.draw();
  }

  /** The properties of the text as it is typed: they stand in the table before anything was checked. */
  setProperties(properties: Stated[]): void {
    this.properties = properties;
    if (!this.run) this.draw();
  }

  setRun(run: Run | null): void {
    this.run = run;
    this.stale = false;
    this.open.clear();
    run?.news.watch(() => this.later());
    this.draw();
  }

  setStale(stale: boolean): void {
    if (this.stale === stale) return;
    this.stale = stale;
    this.later();
  }

  /** Opens the row of a property and brings it into view. */
  show(name: string): void {
    this.open.add(name);
    this.draw();
    const row = [...this.body.querySelectorAll<HTMLElement>("[data-property]")].find((each) => each.dataset["property"] === name);
    row?.scrollIntoView({ block: "nearest" });
  }

  private later(): void {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw();
    });
  }

  private draw(): void {
    const run = this.run;
    fill(this.progressText, this.progressWords(run));
    // What can be clicked is only made anew when something but the progress has changed: a button must not go away under the pointer.
    const now = [run?.revision, this.stale, [...this.open].join(), JSON.stringify(run ? 0 : this.properties)].join("|");
    if (run === this.drawn?.run && now === this.drawn.key) return;
    this.drawn = { run, key: now };
    const focused = this.focused();
    fill(this.head, this.controls(run));
    fill(this.progress, this.progressOf(run));
    const rows: Row[] = run
      ? [...run.rows.values()]
      : this.properties.map((property) => ({ ...property, expected: property.expected as Row["expected"], words: [], certificateWords: [] }));
    fill(this.body, run && run.errors.length > 0 ? this.errors(run) : rows.length > 0 ? this.table(rows) : this.nothing());
    fill(this.below, this.coverage(run));
    focused?.();
  }

  /** How the focus gets back to where it is once everything was made anew: to the buttons above, or to those of a property. */
  private focused(): (() => void) | null {
    const active = document.activeElement;
    if (!(active instanceof HTMLElement) || !this.element.contains(active)) return null;
    if (this.head.contains(active)) return () => this.head.querySelector("button")?.focus();
    const property = active.closest<HTMLElement>("[data-property]")?.dataset["property"];
    if (property === undefined) return null;
    const buttons = () => this.body.querySelectorAll<HTMLButtonElement>(`[data-property="${CSS.escape(property)}"] button`);
    const at = [...buttons()].findIndex((each) => each === active);
    return () => (buttons()[at] ?? buttons()[0])?.focus();
  }

  private controls(run: Run | null): Child {
    if (run?.live) {
      const paused = run.status === "paused";
      return [
        button({ icon: "stop", text: "Stop", title: "End the check; what is not decided becomes unknown" }, () => void run.stop()),
        paused
          ? button({ icon: "play", text: "Resume", class: "main" }, () => void run.resume())
          : button({ text: "Pause", title: "Hold the check where it is" }, () => void run.pause()),
        h("span", { class: "grow" }),
      ];
    }
    return [
      button({ icon: "play", text: "Check", class: "main", keys: "Ctrl+Enter", title: "Check all properties" }, () =>
        this.actions.check(),
      ),
      h("span", { class: "grow summary", text: run ? summaryOf(run) : "" }),
      run?.document !== null && run !== null && [
        button({ text: "Report", class: "small", title: "Save one page with verdicts, traces and graphs, to attach to a ticket" }, () => this.actions.report("page")),
        button({ icon: "save", title: "Save the verdicts as JSON" }, () => this.actions.report("json")),
      ],
    ];
  }

  private progressOf(run: Run | null): Child {
    if (!run) return null;
    return [this.standing(run), run.notices.map((text) => h("div", { class: "stale" }, icon("warning"), h("span", {}, inline(text))))];
  }

  private progressWords(run: Run | null): string {
    if (!run) return "";
    if (run.status === "running" && run.progress) return run.progress.replace(`${run.model.name}: `, "");
    return { starting: "Starting …", running: "Checking …", paused: "Paused; it keeps its memory.", stopping: "Stopping …", ended: "" }[run.status];
  }

  private standing(run: Run): Child {
    if (this.stale && !run.live) {
      return h("div", { class: "stale" }, icon("warning"), "The text has changed since this check.");
    }
    if (run.live) {
      const decided = [...run.rows.values()].filter((row) => row.verdict).length;
      return [
        h("div", { class: `bar-line ${run.status}` }, h("i")),
        this.progressText,
        h("span", { class: "faint", text: `${decided} of ${run.rows.size} decided` }),
      ];
    }
    if (run.how === "done" && run.stopWanted) return h("span", { text: "Stopped. What was decided stays decided." });
    if (run.how === "broken") return h("div", { class: "stale bad" }, icon("warning"), h("span", {}, inline(run.message ?? "The check broke off.")));
    return null;
  }

  private nothing(): Child {
    return h(
      "div",
      { class: "empty" },
      h("h2", { text: "No properties yet" }),
      h("p", {
        text: "Say what should be true of the model: an invariant, a state that can be reached, or a formula of temporal logic. Faults and dead ends are found without being asked for.",
      }),
      h("p", {}, h("code", { text: "invariant small: x <= 2" })),
    );
  }

  private errors(run: Run): Child {
    return h(
      "div",
      { class: "refused" },
      h("h2", { text: "Nothing was checked: the model is not right yet" }),
      h(
        "ol",
        {},
        run.errors.map((error) =>
          h(
            "li",
            {},
            h(
              "button",
              { type: "button", onclick: () => this.actions.finding(error) },
              error.line !== undefined && h("span", { class: "at", text: `line ${error.line}` }),
              h("span", {}, inline(error.message)),
              error.help && h("span", { class: "quiet" }, inline(error.help)),
            ),
          ),
        ),
      ),
    );
  }

  private table(rows: Row[]): Child {
    return h(
      "table",
      { class: this.stale ? "stale-table" : "" },
      h("caption", { class: "unseen", text: "Verdicts of the properties" }),
      h(
        "thead",
        {},
        h("tr", {}, ["Property", "Verdict", "How", "Time"].map((title) => h("th", { scope: "col", text: title }))),
      ),
      rows.map((row) => this.row(row)),
    );
  }

  private row(row: Row): HTMLElement {
    const open = this.open.has(row.name);
    const toggle = () => {
      if (open) this.open.delete(row.name);
      else this.open.add(row.name);
      this.draw();
    };
    const { verdict } = row;
    const surprising = verdict && row.expected && row.expected !== verdict.verdict;
    return h(
      "tbody",
      { "data-property": row.name, class: open ? "open" : "" },
      h(
        "tr",
        { onclick: toggle },
        h(
          "th",
          { scope: "row" },
          h(
            "button",
            { type: "button", class: "name", "aria-expanded": String(open) },
            icon("forth"),
            h("span", { text: row.name }),
            h("span", { class: "kind", text: KINDS[row.kind] ?? row.kind }),
          ),
        ),
        h("td", {}, this.verdict(row), row.certificate?.accepted === true && h("span", { class: "certified", role: "img", "aria-label": "certified", title: "Certified: its certificate was accepted by the checker" }, icon("seal")), surprising && h("span", { class: "surprise", text: `expected ${row.expected}` })),
        h("td", { class: "how", title: howOf(row), text: howOf(row) }),
        h("td", { class: "time", text: verdict?.seconds === undefined ? "" : timeOf(verdict.seconds) }),
      ),
      open && h("tr", { class: "details" }, h("td", { colspan: 4 }, this.details(row))),
    );
  }

  private verdict(row: Row): Child {
    const { verdict } = row;
    if (!verdict) {
      const live = this.run?.live ?? false;
      return h("span", { class: "verdict waiting", text: live ? "…" : "not checked" });
    }
    const sign = { holds: "check", violated: "cross", unknown: "question" } as const;
    const value = verdict.kind === "bound" && verdict.value !== undefined ? ` ${verdict.value}` : "";
    return h("span", { class: `verdict ${verdict.verdict}` }, icon(sign[verdict.verdict]), value ? value.trim() : verdict.verdict);
  }

  private details(row: Row): Child {
    const { verdict } = row;
    const path = verdict?.trace ?? verdict?.witness;
    const actions = h(
      "div",
      { class: "row wrap" },
      path && button({ icon: "forth", text: verdict!.trace ? "Walk the counterexample" : "Walk the witness", class: "main small" }, () => this.actions.trace(row)),
      path && button({ text: "Compare", class: "small", title: "Beside the trace that is open" }, () => this.actions.compare(row)),
      path && button({ icon: "save", text: "Save as JSON", class: "small" }, () => this.actions.save(row)),
      row.line !== undefined && button({ text: `Line ${row.line}`, class: "small" }, () => this.actions.place(row.line!)),
      !this.run?.live && button({ icon: "play", text: "Check only this", class: "small" }, () => this.actions.check([row.name])),
    );
    if (!verdict) return actions;
    const words: [string, Child][] = [];
    const say = (title: string, content: Child) => words.push([title, content]);
    const lines = (texts: string[]) => texts.map((text) => h("p", { class: "words" }, inline(text)));
    if (verdict.reason) say(verdict.verdict === "unknown" ? "Why it is unknown" : "Because", lines([verdict.reason]));
    if (verdict.why && verdict.why.length > 0) say("Why", lines(verdict.why));
    if (verdict.at_least !== undefined || verdict.at_most !== undefined) {
      say("Known so far", `at least ${verdict.at_least ?? "−∞"}, at most ${verdict.at_most ?? "∞"}`);
    }
    if (verdict.evidence) say("Rests on", [h("p", { text: verdict.evidence }), lines(row.words)]);
    if (verdict.engine) say("Found by", [verdict.engine, verdict.strategy].filter(Boolean).join(", "));
    const certificate = certificateOf(row);
    if (certificate) say("Certificate", [h("p", { class: certificate.class, text: certificate.text }), lines(row.certificateWords)]);
    const counts = Object.entries(verdict.stats ?? {}).filter(([, value]) => typeof value === "number");
    if (counts.length > 0) say("Counts", counts.map(([name, value]) => `${name.replaceAll("_", " ")} ${Number(value).toLocaleString("en")}`).join(" · "));
    return [
      actions,
      h("dl", {}, words.map(([title, content]) => [h("dt", { text: title }), h("dd", {}, content)])),
    ];
  }

  private coverage(run: Run | null): Child {
    if (!run || run.coverage.length === 0) return null;
    return h(
      "section",
      { class: "coverage" },
      h("h3", { text: "What never happens" }),
      h("p", { class: "quiet small", text: "The search was complete. A property may hold for the empty reason that nothing gets this far." }),
      h(
        "ul",
        {},
        run.coverage.map((item) =>
          h(
            "li",
            {},
            h(
              "button",
              { type: "button", disabled: item.line === undefined, onclick: () => item.line !== undefined && this.actions.place(item.line) },
              h("code", { text: item.name }),
              h("span", { class: "quiet", text: item.what }),
              item.line !== undefined && h("span", { class: "faint", text: `line ${item.line}` }),
            ),
          ),
        ),
      ),
    );
  }
}

function howOf(row: Row): string {
  const { verdict } = row;
  if (!verdict) return "";
  if (verdict.verdict === "unknown") return verdict.reason ?? "";
  const steps = (verdict.trace ?? verdict.witness)?.steps.length;
  const evidence = verdict.evidence ?? "";
  return (steps !== undefined && steps > 0 ? `${evidence} of ${steps} ${steps === 1 ? "step" : "steps"}` : evidence);
}

function certificateOf(row: Row): { text: string; class: string } | null {
  const { certificate } = row;
  if (!certificate) return null;
  if (certificate.accepted === true) return { text: "accepted by the checker, which shares no code with the engines", class: "accepted" };
  if (certificate.accepted === false) return { text: `refused: ${certificate.reason ?? ""}`, class: "not-accepted" };
  return { text: certificate.reason ?? "there is none", class: "quiet" };
}

function timeOf(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(2)} s` : `${Math.round(seconds)} s`;
}

export function summaryOf(run: Run): string {
  const verdicts = [...run.rows.values()].map((row) => row.verdict?.verdict);
  const count = (word: string) => verdicts.filter((verdict) => verdict === word).length;
  const parts = [
    [count("violated"), "violated"] as const,
    [count("unknown"), "unknown"] as const,
    [count("holds"), count("holds") === 1 ? "holds" : "hold"] as const,
  ].filter(([number]) => number > 0);
  return parts.map(([number, word]) => `${number} ${word}`).join(", ");
}
