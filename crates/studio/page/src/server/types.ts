/** What the server says: the shapes of its answers, as far as the page reads them. Positions count UTF-16 units. */

export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };
export type State = Record<string, Value>;

export interface Session {
  fathom: string;
  root: string;
  file: string | null;
  writable: boolean;
  limits: { seconds: number; memory_mib: number; graph_nodes: number; runs_per_client: number };
}

export interface FileEntry {
  path: string;
  kind: "model" | "import" | "trace";
  bytes: number;
}

export interface Example {
  path: string;
  folder: string;
  title: string;
  about: string;
  expects: { holds: number; violated: number; unknown: number };
}

export interface TextEdit {
  from: number;
  to: number;
  insert: string;
}

export interface Finding {
  severity: "error" | "warning" | "note";
  code?: string;
  message: string;
  label?: string | null;
  help?: string | null;
  from?: number;
  to?: number;
  line?: number;
  related?: { from: number; to: number; line: number; message: string }[];
  fixes?: { title: string; edits: TextEdit[] }[];
}

export interface PropertyPlace {
  name: string;
  kind: string;
  from: number;
  to: number;
  line: number;
  item?: [number, number];
  expected?: string | null;
}

export interface OutlineNode {
  name: string;
  kind: string;
  detail?: string | null;
  from: number;
  to: number;
  children?: OutlineNode[];
}

export interface Analysis {
  diagnostics: Finding[];
  colours?: [number, number, string, number?][];
  properties: PropertyPlace[];
  outline: OutlineNode[];
  hints: { at: number; text: string }[];
  folds: { from: number; to: number; kind: string }[];
  constants: { name: string; value: Value }[];
  processes: string[];
}

/** A model as requests name it. */
export interface Model {
  name: string;
  text: string;
  constants?: Record<string, Value>;
  sizes?: Record<string, number>;
}

export interface Step {
  transition: string;
  changes: State;
  line?: number;
  lines?: number[];
}

export interface Trace {
  initial: State;
  steps: Step[];
  loop?: number;
  endless?: boolean;
  fault?: { transition: string; reason: string };
}

export interface VariableView {
  name: string;
  type: string;
  kind: "value" | "location" | "reference" | "counter" | "queue" | "set";
  process?: string | null;
  instance?: string | null;
  base?: string | null;
}

export interface ProcessView {
  name: string;
  instances: string[];
  locations: string[];
  edges: { from: string; to: string; text: string; line: number }[];
}

export interface Place {
  from: number;
  to: number;
  line: number;
}

export interface Failing {
  from?: number;
  to?: number;
  line?: number;
  state: number;
  text: string;
}

export interface View {
  variables: VariableView[];
  processes: ProcessView[];
  steps?: (Partial<Place> & { conjuncts?: unknown[] })[];
  chart?: {
    lifelines: string[];
    rows: { step: number; actor: number | null; arrows: { from: number; to: number; label: string }[] }[];
  };
  why?: { lines: string[]; failing: Failing[] };
  fairness?: { assumption: string; how: string }[];
}

export type VerdictWord = "holds" | "violated" | "unknown";

export interface Verdict {
  name: string;
  kind: string;
  verdict: VerdictWord;
  line?: number;
  expected?: VerdictWord | null;
  engine?: string;
  strategy?: string;
  seconds?: number;
  evidence?: string;
  reason?: string;
  value?: number | string;
  at_least?: number | string;
  at_most?: number | string;
  stats?: Record<string, Value>;
  trace?: Trace;
  witness?: Trace;
  why?: string[];
  fairness?: { assumption: string; how: string }[];
  certificate?: Certificate;
}

export interface Certificate {
  written?: boolean;
  accepted?: boolean | null;
  reason?: string;
}

export interface CoverageItem {
  kind: string;
  name: string;
  what: string;
  line?: number;
  from?: number;
  to?: number;
}

export type RunEvent = { n: number } & (
  | { event: "started"; file: string }
  | {
      event: "model";
      model: string | null;
      constants: Record<string, Value>;
      properties: { name: string; kind: string; line?: number; expected?: VerdictWord | null }[];
      warnings?: Finding[];
    }
  | { event: "progress"; text: string; seconds?: number; states?: number }
  | {
      event: "verdict";
      property: Verdict;
      summary?: string;
      evidence_words?: string[];
      view?: { trace?: View };
    }
  | { event: "certificate"; name: string; certificate: Certificate; words?: string[] }
  | { event: "coverage"; items: CoverageItem[] }
  | { event: "notice"; text: string }
  | { event: "paused" }
  | { event: "resumed" }
  | { event: "document"; document: unknown }
  | { event: "refused"; errors: Finding[] }
  | { event: "ended"; how: "done" | "stopped" | "refused" | "broken"; message?: string }
);

export interface CheckOptions {
  properties?: string[];
  engine?: string;
  seconds?: number;
  memory_mib?: number;
  certify?: boolean;
  fail_fast?: boolean;
  faults?: boolean;
  for_every?: string;
  symmetry?: string;
  partial_order?: string;
}

export interface Choice {
  transition: string;
  line?: number;
  from?: number;
  to?: number;
  changes: State;
  state: State;
}

export interface Disabled {
  transition: string;
  line?: number;
  from?: number;
  to?: number;
  why: { text: string; depth?: number; from?: number; to?: number }[];
  enable: string[];
}

export interface Standing {
  name: string;
  kind: string;
  standing: "true" | "false" | "undefined" | "paths";
  value?: Value;
  why?: string[];
}

export interface SimulationState {
  enabled: Choice[];
  /** How many can be taken: more than are told where they are very many. */
  total: number;
  faults: { transition: string; reason: string; line?: number; from?: number; to?: number }[];
  disabled: Disabled[];
  properties: Standing[];
}

export interface GraphNode {
  x: number;
  y: number;
  width: number;
  height: number;
  lines: string[];
  details?: string[];
  initial?: boolean;
  dead_end?: boolean;
  open?: boolean;
  highlighted?: boolean;
  faults?: string[];
  outline?: "rounded" | "circle" | "sharp";
  state?: State | null;
  group?: number | null;
}

export interface GraphEdge {
  from: number;
  to: number;
  names: string[];
  optional?: boolean;
  line?: number;
  label?: { x: number; y: number; lines: string[] } | null;
}

export interface Graph {
  title: string;
  caption: string;
  width: number;
  height: number;
  nodes: GraphNode[];
  edges: GraphEdge[];
  strokes: { path: string; edges: number[]; arrow?: boolean; up?: boolean }[];
  loops: { node: number; names: string[]; path: string; x: number; y: number; lines: string[] }[];
  highlight?: { meaning: string; bad: boolean } | null;
  notes?: string[];
}

export interface LoadedTrace {
  trace: Trace;
  view: View;
  property?: string | null;
}
