//! The front door: properties are answered by several workers.

use crate::board::Board;
use crate::crew::{Crew, Ending, run};
use crate::job::Job;
use crate::network::connection::Bytestream;
use crate::network::hosts::Identity;
use crate::network::meet::{Ends, Meeting, Place, meet};
use crate::network::pulse::Pulse;
use crate::network::secret::Secret;
use budget::Watch;
use explicit::Failure;
use std::sync::Arc;
use system::{Answer, Observer, Question, System};
use timely::CommunicationConfig;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};

/// For each of these properties, given by their places in the system's list, whether it can be checked like this; an error says why not, and what
/// would fit.
pub fn can_check(system: &System, properties: &[usize]) -> Vec<Result<(), String>> {
    let fits = |property: &usize| {
        match system.properties[*property].question {
        Question::Ltl(_) | Question::Ctl(_) => Err(
            "it is about paths, and a search that is shared by several workers keeps no edges; check it without --cluster, \
             --processes, --disk, --checkpoint and --resume"
                .to_owned(),
        ),
        _ => Ok(()),
    }
    };
    let can = explicit::can_check_all(system, properties);
    properties.iter().zip(can).map(|(property, can)| fits(property).and(can)).collect()
}

/// Answers properties with so many threads of this process, and tells each answer when it falls.
///
/// # Errors
/// If the model has no initial state, or the engine contradicts itself.
pub fn check_with_threads(
    job: &Job,
    threads: usize,
    watch: &dyn Watch,
    observer: &dyn Observer,
) -> Result<(), Failure> {
    let (builders, others) = CommunicationConfig::Process(threads).try_build().map_err(Failure::Internal)?;
    let board = Arc::new(Board::new(threads, 0..threads, watch.most_bytes()));
    check_with(job, Crew { builders, others, local: 0..threads, board }, watch, observer)
}

/// Answers properties together with other processes, with so many threads of this one. Every process must call this, for the same; each of them tells
/// all answers. While they wait for each other, `is_worth_waiting` says now and then why to give up, if so.
///
/// # Errors
/// If the processes do not meet, the model has no initial state, or the engine contradicts itself.
pub fn check_with_processes(
    job: &Job,
    place: Place,
    company: &Company,
    threads: usize,
    is_worth_waiting: &dyn Fn() -> Result<(), String>,
    watch: &dyn Watch,
    observer: &dyn Observer,
) -> Result<(), CompanyFailure> {
    let (index, processes) = (place.index(), place.processes());
    let (local, workers) = (index * threads..(index + 1) * threads, processes * threads);
    let board = Arc::new(Board::new(workers, local.clone(), watch.most_bytes()));
    let ends = Ends { board: Arc::clone(&board), local: local.clone(), workers };
    let meeting = Meeting { secret: &company.secret, identity: &company.identity, is_worth_waiting };
    let connections = meet(place, &meeting, &ends).map_err(CompanyFailure::NotMet)?;
    let failed = |what: String| CompanyFailure::NotMet(what);
    let all: Vec<_> = connections.iter().flatten().cloned().collect();
    let pulse = Pulse::start(all, Arc::clone(&board)).map_err(|error| failed(error.to_string()))?;
    let streams = connections.into_iter().map(|connection| connection.map(Bytestream)).collect();
    let hooks = Hooks::default();
    let inner = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let started = initialize_networking_from_sockets(inner, streams, index, threads, hooks);
    let (builders, others) = started.map_err(|error| failed(error.to_string()))?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    let crew = Crew { builders, others: Box::new(others), local, board };
    let result = check_with(job, crew, watch, observer).map_err(CompanyFailure::Failed);
    drop(pulse);
    result
}

/// What makes processes belong together.
#[derive(Debug, Clone)]
pub struct Company {
    /// What all of them know, and nobody else.
    pub secret: Secret,
    /// What must be the same for all of them.
    pub identity: Identity,
}

/// Why several processes gave no answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompanyFailure {
    /// They did not meet; why, in words.
    NotMet(String),
    /// The engine failed.
    Failed(Failure),
}

/// Answers properties with these workers; what they leave open is unknown.
pub(crate) fn check_with(
    job: &Job,
    crew: Crew,
    watch: &dyn Watch,
    observer: &dyn Observer,
) -> Result<(), Failure> {
    let mut open = job.properties.clone();
    let ending = run(job, crew, watch, &mut |property, answer| {
        open.retain(|known| *known != property);
        observer.answered(property, answer);
    })?;
    let reason = match ending {
        Ending::Answered => "the workers ended without an answer".to_owned(),
        Ending::Broken(reason) => reason,
    };
    for property in open {
        observer.answered(property, Answer::unknown(reason.clone(), "explicit", "breadth-first"));
    }
    Ok(())
}
