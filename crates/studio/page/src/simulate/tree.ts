/** What was tried by hand, as a tree: each state with the choices that were taken from it. The page alone holds it. */

import type { SimulationState, State, Step, Trace } from "../server/types.ts";

export interface Visit {
  parent: Visit | null;
  depth: number;
  /** How it was reached from its parent. */
  step: Step | null;
  state: State;
  children: Visit[];
  /** The child that was gone to last: where "forth" leads. */
  favourite: Visit | null;
  /** What can be done here, once the server has said it. */
  answer: SimulationState | null;
}

export function begin(state: State): Visit {
  return { parent: null, depth: 0, step: null, state, children: [], favourite: null, answer: null };
}

/** Takes a step; the same step twice leads to the same visit. */
export function take(visit: Visit, step: Step, state: State): Visit {
  let child = visit.children.find((each) => each.step?.transition === step.transition && JSON.stringify(each.state) === JSON.stringify(state));
  if (!child) {
    child = { parent: visit, depth: visit.depth + 1, step, state, children: [], favourite: null, answer: null };
    visit.children.push(child);
  }
  visit.favourite = child;
  return child;
}

/** The visits from the first to this one. */
export function way(visit: Visit): Visit[] {
  const result: Visit[] = [];
  for (let at: Visit | null = visit; at; at = at.parent) result.push(at);
  return result.reverse();
}

export function traceOf(visit: Visit): Trace {
  const visits = way(visit);
  return { initial: visits[0]!.state, steps: visits.slice(1).map((each) => each.step!) };
}

/** All visits in the order of a table of contents, with an indent for each branch that is not the first. */
export function outline(root: Visit): { visit: Visit; indent: number }[] {
  const result: { visit: Visit; indent: number }[] = [];
  const stack = [{ visit: root, indent: 0 }];
  while (stack.length > 0) {
    const entry = stack.pop()!;
    result.push(entry);
    const { children } = entry.visit;
    for (let index = children.length - 1; index >= 0; index--) {
      stack.push({ visit: children[index]!, indent: entry.indent + (children.length > 1 ? 1 : 0) });
    }
  }
  return result;
}
