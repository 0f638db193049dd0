//! The engine's front door: what it can check, and checking it.

use crate::initial::InitialStates;
use crate::monitor::Monitor;
use crate::path::path_to;
use crate::program::Program;
use crate::reason::{overflow, reason};
use crate::search::Search;
use system::{Answer, Mismatch, Property, Statistics, System, Trace, Verdict, Watch, retrace};

/// How to search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// Stop when more states than this have been found; what is open then is unknown.
    pub state_limit: Option<u64>,
}

/// Why nothing was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The model has no initial state at all, so every property would hold of it.
    NoInitialState,
    /// A bug: the engine contradicts the reference interpreter, or itself.
    Internal(String),
}

/// Whether the engine can check the property; an error says why not and what would fit.
pub fn can_check(system: &System, property: &Property) -> Result<(), String> {
    let program = Program::compile(system).map_err(|unsupported| unsupported.0)?;
    InitialStates::plan(program.compiler, &program.domains).map_err(|unsupported| unsupported.0)?;
    Monitor::new(program.compiler, property).map_err(|unsupported| unsupported.0)?;
    Ok(())
}

/// Answers properties, given by their numbers, all of which [`can_check`] must have accepted.
pub fn check(
    system: &System,
    properties: &[usize],
    settings: &Settings,
    watch: &dyn Watch,
) -> Result<Vec<Answer>, Failure> {
    let refused = |what| Failure::Internal(format!("asked to check what it cannot: {what}"));
    let program = Program::compile(system).map_err(|unsupported| refused(unsupported.0))?;
    let initial = InitialStates::plan(program.compiler, &program.domains);
    let initial = initial.map_err(|unsupported| refused(unsupported.0))?;
    let monitors = properties.iter().map(|index| Monitor::new(program.compiler, &system.properties[*index]));
    let monitors = monitors.collect::<Result<Vec<_>, _>>().map_err(|unsupported| refused(unsupported.0))?;
    let mut search = Search::new(&program, monitors, settings, watch);
    search.run(&initial);
    if search.visited.store.len() == 0 && search.hindrance.is_none() {
        return Err(Failure::NoInitialState);
    }
    search.monitors.all.iter().map(|monitor| answer(&program, &search, monitor)).collect()
}

fn answer(program: &Program<'_>, search: &Search<'_, '_>, monitor: &Monitor) -> Result<Answer, Failure> {
    let system = program.system();
    let mut answer = Answer::new(Verdict::Holds, "explicit", "breadth-first");
    answer.statistics = statistics(search);
    if let Some(finding) = &monitor.finding {
        let claimed = path_to(program, &search.visited, finding).map_err(Failure::Internal)?;
        let trace: Trace = match retrace(system, &claimed) {
            Ok(trace) => trace,
            Err(Mismatch::Obstacle(obstacle)) => {
                answer.verdict = Verdict::Unknown(format!("a path was found but not replayed: {obstacle}"));
                return Ok(answer);
            }
            Err(mismatch) => return Err(Failure::Internal(format!("a path cannot be replayed: {mismatch}"))),
        };
        if monitor.seeks_witness() {
            answer.witness = Some(trace);
        } else {
            answer.verdict = Verdict::Violated;
            answer.trace = Some(trace);
        }
    } else if let Some(hindrance) = &search.hindrance {
        answer.verdict = Verdict::Unknown(reason(system, search, hindrance));
    } else if let Some(span) = monitor.overflow {
        answer.verdict = Verdict::Unknown(overflow(system, span));
    } else if monitor.seeks_witness() {
        answer.verdict = Verdict::Violated;
    }
    Ok(answer)
}

fn statistics(search: &Search<'_, '_>) -> Statistics {
    vec![
        ("states", search.visited.store.len() as u128),
        ("transitions", search.transitions.into()),
        ("depth", search.depth.into()),
        ("stored_bytes", search.visited.bytes().into()),
        ("state_bits", search.visited.layout.bits().into()),
    ]
}
