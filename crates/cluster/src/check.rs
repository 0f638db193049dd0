//! The front door: properties are answered by several workers.

use crate::board::Board;
use crate::crew::{Crew, Ending, run};
use crate::job::Job;
use budget::Watch;
use explicit::Failure;
use std::sync::Arc;
use system::{Answer, Observer, Question, System};
use timely::CommunicationConfig;

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
