//! Charts for whoever draws them: each kind of graph, for the limits of a watch.

use super::explore::{Extent, StateGraph, explore};
use super::{CLUSTERED, along, automaton, cluster, compose, diagram, highlight, net, unfolding};
use crate::args::LabelChoice;
use crate::refusal::Refusal;
use crate::source::Model;
use crate::{initial, simulate};
use drawing::Chart;
use engines::DiagramRequest;
use system::{State, Trace, Watch};

/// What is to be drawn.
#[derive(Debug, Clone)]
pub enum GraphKind {
    /// The reachable states.
    States {
        /// Whether those with the same locations are one.
        by_locations: bool,
        /// What stands in their boxes.
        labels: LabelChoice,
        /// Whose states are marked.
        property: Option<String>,
        /// The path that is marked.
        trace: Option<Box<Trace>>,
    },
    /// The automaton of a process.
    Process(String),
    /// Locations with the values of predicates.
    Abstract {
        /// The predicates; those in guards if there are none.
        predicates: Vec<String>,
        /// How often choices are decided.
        rounds: usize,
    },
    /// The net that the model is.
    Net,
    /// The unfolding of that net.
    Unfolding,
}

/// A chart, and what is to be said of it.
pub struct Charted {
    /// The chart.
    pub chart: Chart,
    /// The state of each spot, where spots are states.
    pub states: Vec<State>,
    /// What is missing in it.
    pub notes: Vec<String>,
}

impl Charted {
    fn of(chart: Chart) -> Charted {
        Charted { chart, states: Vec::new(), notes: Vec::new() }
    }
}

/// The chart of a model with so many nodes at most.
pub fn chart(model: &Model, kind: GraphKind, most: usize, watch: &dyn Watch) -> Result<Charted, Refusal> {
    let refused = |message: String| Refusal::of_file(&model.file, message, None);
    match kind {
        GraphKind::States { by_locations, labels, property, trace } => {
            let initial = initial::states(model, watch)?;
            let extent = Extent { states: most.max(1), transitions: most.saturating_mul(10) };
            let graph = explore(&model.system, initial, extent, watch);
            states(model, graph, by_locations, labels, property.as_deref(), trace.as_deref())
        }
        GraphKind::Process(name) => Ok(Charted::of(automaton::automaton(model, &name)?)),
        GraphKind::Abstract { predicates, rounds } => {
            let guards = predicates.is_empty();
            let condition = |text: &String| {
                let found = simulate::condition_of(&model.system, text);
                let found = found
                    .map_err(|message| refused(format!("'{text}' is no condition of the model: {message}")));
                Ok((found?, text.trim().to_owned()))
            };
            let predicates = predicates.iter().map(condition).collect::<Result<Vec<_>, Refusal>>()?;
            let request = DiagramRequest { predicates, guards, found: Vec::new(), rounds, most };
            let drawn = engines::diagram(&model.system, &request, watch).map_err(refused)?;
            Ok(Charted::of(diagram::chart_of(model, &drawn)))
        }
        GraphKind::Net => {
            let found = engines::named_net(&model.system, watch).map_err(refused)?;
            Ok(Charted::of(net::chart(&found, net::title(model))))
        }
        GraphKind::Unfolding => {
            let prefix = engines::drawn_prefix(&model.system, most, watch).map_err(refused)?;
            Ok(Charted::of(unfolding::chart(&prefix, net::title(model))))
        }
    }
}

fn states(
    model: &Model,
    graph: StateGraph,
    by_locations: bool,
    labels: LabelChoice,
    property: Option<&str>,
    trace: Option<&Trace>,
) -> Result<Charted, Refusal> {
    let property = property.filter(|_| trace.is_none());
    let property = property.map(|name| highlight::find(&model.system, &model.file, name)).transpose()?;
    let (mut graph, mut mark) = (graph, None);
    if let Some(property) = &property {
        mark = Some(highlight::mark(&model.system, &graph, property));
    }
    if let Some(trace) = trace {
        let (drawn, marked) = along::along(&model.system, graph, trace, CLUSTERED);
        (graph, mark) = (drawn, Some((along::meaning(), marked)));
    }
    let chart = compose::compose(model, &graph, labels, mark);
    let note = |cut| format!("the graph is not complete: {}", compose::reason(cut));
    let notes = graph.cuts.iter().map(note).collect();
    if by_locations && let Some(chart) = cluster::clustered(&model.system, &graph, &chart) {
        return Ok(Charted { chart, states: Vec::new(), notes });
    }
    Ok(Charted { chart, states: graph.states, notes })
}
