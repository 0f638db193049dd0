/**
 * A path, so that any of its states is there at once: for each variable the steps at which it changed. The value at a step
 * is found by halving, and a step of a path of ten thousand costs no more than one of ten.
 */

import type { State, Trace, Value, VariableView, View } from "../server/types.ts";

export interface History {
  name: string;
  view: VariableView | null;
  /** States in which the variable took a new value; the first is 0. */
  at: number[];
  values: Value[];
}

/** A state that somebody looks at. */
export interface StateNow {
  state: State;
  changed(name: string): boolean;
  shown(name: string, value: Value): string;
}

export class Path {
  readonly histories = new Map<string, History>();
  /** How many states there are: one more than steps. */
  readonly length: number;

  constructor(
    readonly trace: Trace,
    readonly view: View | null,
    /** What is shown above it: the property, or where it came from. */
    readonly title: string,
  ) {
    this.length = trace.steps.length + 1;
    const views = new Map(view?.variables.map((variable) => [variable.name, variable]));
    const take = (name: string, state: number, value: Value) => {
      let history = this.histories.get(name);
      if (!history) {
        history = { name, view: views.get(name) ?? null, at: [], values: [] };
        this.histories.set(name, history);
      }
      history.at.push(state);
      history.values.push(value);
    };
    // The order of the model where it is known, that of the path otherwise.
    for (const name of views.keys()) {
      const value = trace.initial[name];
      if (value !== undefined) take(name, 0, value);
    }
    for (const [name, value] of Object.entries(trace.initial)) if (!this.histories.has(name)) take(name, 0, value);
    trace.steps.forEach((step, index) => {
      for (const [name, value] of Object.entries(step.changes)) take(name, index + 1, value);
    });
  }

  value(name: string, state: number): Value {
    const history = this.histories.get(name);
    return history ? valueAt(history, state) : null;
  }

  /** A value of a variable as the language writes it. */
  shown(name: string, value: Value): string {
    return show(value, this.histories.get(name)?.view?.kind);
  }

  /** Whether the step that leads to this state changed the variable. */
  changed(name: string, state: number): boolean {
    const history = this.histories.get(name);
    return history !== undefined && state > 0 && history.at[indexAt(history, state)] === state;
  }

  state(state: number): State {
    const result: State = {};
    for (const history of this.histories.values()) result[history.name] = valueAt(history, state);
    return result;
  }

  /** Steps of the loop, as states from the one that is returned to up to the last. */
  inLoop(state: number): boolean {
    return this.trace.loop !== undefined && state >= this.trace.loop;
  }
}

/** The place of the last change that is not behind the state. */
function indexAt(history: History, state: number): number {
  let low = 0;
  let high = history.at.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (history.at[middle]! <= state) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function valueAt(history: History, state: number): Value {
  return history.values[indexAt(history, state)] ?? null;
}

/** A value as the language writes it, as near as its JSON allows. */
export function show(value: Value, kind?: string): string {
  if (value === null) return "null";
  if (Array.isArray(value)) {
    const inside = value.map((part) => show(part)).join(", ");
    return kind === "set" ? `{${inside}}` : `[${inside}]`;
  }
  if (typeof value === "object") {
    return `{${Object.entries(value).map(([field, part]) => `${field}: ${show(part)}`).join(", ")}}`;
  }
  return String(value);
}

export function equal(left: Value, right: Value): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

/** The instances that move in a transition: the parts of its name that begin with one. */
export function movers(transition: string, instances: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (const part of transition.split(" & ")) {
    const instance = /^(.+?)(?:: |\.)/.exec(part)?.[1] ?? part;
    const name = instances.has(instance) ? instance : longest(part, instances);
    if (name !== null && !found.includes(name)) found.push(name);
  }
  return found;
}

function longest(part: string, instances: ReadonlySet<string>): string | null {
  let best: string | null = null;
  for (const name of instances) {
    if (part.startsWith(name) && (best === null || name.length > best.length)) best = name;
  }
  return best;
}
