/** Ways to look at one state of a path: as a table, on a chart, in automata, as references. */

import { h } from "../base/dom.ts";
import { Tabs } from "../base/tabs.ts";
import type { Model } from "../server/types.ts";
import { Automata } from "./automata.ts";
import type { Path } from "./path.ts";
import { References } from "./references.ts";
import { SequenceChart } from "./sequence.ts";
import { StateTable } from "./table.ts";

export class Stage {
  readonly element: HTMLElement;
  readonly tabs: Tabs;
  private readonly table: StateTable;
  private readonly chart: SequenceChart;
  private readonly automata = new Automata();
  private readonly references = new References();
  private path: Path | null = null;
  private state = 0;

  constructor(label: string, goTo: (state: number) => void, further: { name: string; title: string; element: HTMLElement }[] = []) {
    this.table = new StateTable(goTo);
    this.chart = new SequenceChart(goTo);
    this.tabs = new Tabs(
      label,
      [
        { name: "state", title: "State", element: this.table.element, shown: () => this.table.setState(this.state) },
        { name: "sequence", title: "Sequence", element: this.chart.element, shown: () => this.chart.setState(this.state) },
        { name: "processes", title: "Processes", element: this.automata.element, shown: () => this.automata.show() },
        { name: "references", title: "References", element: this.references.element, shown: () => this.references.draw() },
        ...further,
      ],
      "inner",
    );
    this.element = h("div", { class: "stage" }, this.tabs.strip, this.tabs.body);
  }

  setPath(path: Path, model: Model, state: number): void {
    this.path = path;
    this.table.setPath(path, model);
    this.chart.setPath(path);
    this.automata.setPath(path, model);
    this.tabs.setVisible("references", this.references.setPath(path));
    this.tabs.setVisible("processes", (path.view?.processes.length ?? 0) > 0);
    this.setState(state);
  }

  setState(state: number): void {
    if (!this.path) return;
    this.state = state;
    // Only what is seen is drawn: a step has to be quick.
    switch (this.tabs.current) {
      case "state":
        this.table.setState(state);
        break;
      case "sequence":
        this.chart.setState(state);
        break;
      default:
        break;
    }
    this.automata.setState(state);
    this.references.setState(state);
  }
}
