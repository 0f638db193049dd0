//! Searches that several processes share, on this machine or on several.

use super::children::Children;
use super::stored::{self, Storing};
use crate::args::{CheckArgs, EngineChoice, SECRET_VARIABLE, Toggle};
use crate::refusal::Refusal;
use crate::source::Model;
use crate::threads::Threads;
use cluster::{
    Company, CompanyFailure, Identity, Keeping, Place, Secret, Settings, can_check, fingerprint, read_hosts,
};
use engines::{Availability, Choice, Event, Failure, Options, confirm};
use std::cell::RefCell;
use std::ffi::OsString;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use system::{Answer, Observer, Progress, System, Verdict, Watch};

/// How a search is shared.
#[derive(Debug, Clone)]
pub struct Sharing {
    who: Who,
    /// The option that asks for it.
    pub option: &'static str,
    /// How many threads each process has.
    threads: usize,
    /// The arguments of further processes on this machine, but for who they are.
    further: Vec<OsString>,
    /// Where each process keeps its states, and what becomes of checkpoints.
    pub storing: Storing,
}

/// Who shares it.
#[derive(Debug, Clone)]
enum Who {
    /// So many processes of this machine, of which this one starts the others.
    Machine(usize),
    /// This one was started by another one, which listens there.
    Joining { processes: usize, index: usize, first: String, secret: Secret },
    /// One of a list.
    Listed { hosts: Vec<String>, index: usize, secret: Secret },
}

/// Why a shared search came to nothing.
#[derive(Debug)]
pub enum SharedFailure {
    /// The processes do not come together.
    Apart(String),
    /// The folders that were named are no good.
    Storage(String),
    /// The search failed.
    Engine(Failure),
}

/// How the arguments share the search, if they do; or why they cannot be met.
pub fn sharing(arguments: &CheckArgs) -> Result<Option<Sharing>, Refusal> {
    let Some(option) = arguments.cluster.option().or(arguments.storage.option()) else { return Ok(None) };
    refuse_what_does_not_fit(arguments, option)?;
    let who = who(arguments, option)?;
    let here = match who {
        Who::Machine(processes) | Who::Joining { processes, .. } => processes,
        Who::Listed { .. } => 1,
    };
    let threads = arguments.threads.map(NonZero::get);
    let threads = threads.unwrap_or_else(|| (Threads::available() / here).max(1));
    let further = super::children::arguments(arguments, threads, here);
    let storing = Storing::new(&arguments.storage);
    Ok(Some(Sharing { who, option, threads, further, storing }))
}

/// The engine that is shared.
pub fn engine() -> Choice {
    match engines::find("explicit") {
        Availability::Here(engine) => Choice::Only(engine),
        Availability::Unheard => Choice::Auto,
    }
}

impl Sharing {
    /// How many processes share the memory of this machine.
    pub fn processes_here(&self) -> usize {
        match self.who {
            Who::Machine(processes) => processes,
            // The one that started it has divided the memory already.
            Who::Joining { .. } | Who::Listed { .. } => 1,
        }
    }
}

/// Refuses other options that such a search cannot meet.
fn refuse_what_does_not_fit(arguments: &CheckArgs, option: &str) -> Result<(), Refusal> {
    let refuse = |message: String, help: &str| {
        Err(Refusal::of_command_line(message, Some(help.replace("OPTION", option))))
    };
    if !matches!(arguments.engine, EngineChoice::Auto | EngineChoice::Explicit) {
        let message = format!(
            "{option} is for explicit search, and --engine {} was asked for",
            arguments.engine.name()
        );
        return refuse(message, "leave OPTION out, or use --engine explicit");
    }
    if arguments.partial_order == Toggle::On {
        let message = format!(
            "--partial-order needs to know at once which states have been met, and with {option} that is known at the end of a level"
        );
        return refuse(
            message,
            "leave one of them out; the reductions that OPTION has are --symmetry and --inactive-variables",
        );
    }
    if arguments.slicing == Toggle::On {
        let message = format!("--slicing asks for several searches, and {option} is for one");
        return refuse(message, "leave one of them out");
    }
    if arguments.for_every.is_some() {
        let message = format!("{option} searches one size, and --for-every asks about all of them");
        return refuse(message, "leave one of them out, or give the constant a value with --set");
    }
    if arguments.another || arguments.traces.get() > 1 {
        let message = format!("{option} finds one counterexample, and more are asked for");
        return refuse(message, "leave OPTION out");
    }
    if arguments.files.len() > 1 {
        let message = format!("{option} is for one model, and several files are given");
        return refuse(message, "check them one by one");
    }
    if arguments.files.iter().any(|file| file == Path::new("-")) {
        let message =
            format!("with {option} each process reads the model, and standard input can be read once");
        return refuse(message, "give the model as a file");
    }
    Ok(())
}

fn who(arguments: &CheckArgs, option: &str) -> Result<Who, Refusal> {
    let cluster = &arguments.cluster;
    let refusal = |message: String, help: &str| Refusal::of_command_line(message, Some(help.to_owned()));
    if let Some(processes) = cluster.processes.map(NonZero::get) {
        let Some(joining) = &cluster.joining else { return Ok(Who::Machine(processes)) };
        let parsed = joining.split_once('@').and_then(|(index, first)| Some((index.parse().ok()?, first)));
        let (index, first) = parsed.filter(|(index, _)| (1..processes).contains(index)).ok_or_else(|| {
            refusal(format!("'{joining}' is no process"), "--processes starts processes itself")
        })?;
        let secret = secret(arguments, option)?;
        return Ok(Who::Joining { processes, index, first: first.to_owned(), secret });
    }
    let Some(file) = cluster.cluster.clone() else { return Ok(Who::Machine(1)) };
    let index = cluster.index.unwrap_or(0);
    let shown = file.display();
    let text = std::fs::read_to_string(&file)
        .map_err(|error| refusal(format!("{shown}: {error}"), "write one line host:port for each process"))?;
    let hosts = read_hosts(&text).map_err(|reason| {
        refusal(format!("{shown}: {reason}"), "write one line host:port for each process")
    })?;
    if index >= hosts.len() {
        let message =
            format!("--index {index}: {shown} lists {} processes, of which the first is 0", hosts.len());
        return Err(refusal(message, "say which line of the list this process is"));
    }
    Ok(Who::Listed { hosts, index, secret: secret(arguments, option)? })
}

/// The secret that the user gives.
fn secret(arguments: &CheckArgs, option: &str) -> Result<Secret, Refusal> {
    let help = "write a long random text to a file that only you can read, the same one on each machine, and name it with --secret-file";
    let refusal = |message: String| Refusal::of_command_line(message, Some(help.to_owned()));
    let text = match &arguments.cluster.secret_file {
        Some(file) => {
            std::fs::read_to_string(file).map_err(|error| refusal(format!("{}: {error}", file.display())))?
        }
        None => std::env::var(SECRET_VARIABLE).map_err(|_| {
            refusal(format!("{option} needs a secret: neither --secret-file nor {SECRET_VARIABLE} is given"))
        })?,
    };
    Secret::from_text(&text).map_err(refusal)
}

/// Refuses a model of which nothing can be checked like this.
pub fn refuse_model(sharing: &Sharing, model: &Model, properties: &[usize]) -> Result<(), Refusal> {
    let abilities = can_check(&model.system, properties);
    if abilities.iter().any(Result::is_ok) {
        return Ok(());
    }
    match abilities.into_iter().find_map(Result::err) {
        Some(reason) => {
            let help = format!("leave {} out", sharing.option);
            Err(Refusal::of_file(
                &model.file,
                format!("{} does not fit: {reason}", sharing.option),
                Some(help),
            ))
        }
        None => Ok(()),
    }
}

/// Answers the properties together with the other processes.
pub fn run(
    sharing: &Sharing,
    system: &System,
    properties: &[usize],
    options: &Options,
    watch: &dyn Watch,
    tell: &dyn Fn(Event),
) -> Result<(), SharedFailure> {
    let teller = Teller { system, watch, tell, contradicted: RefCell::default() };
    let (mut asked, mut refused) = (Vec::new(), Vec::new());
    for (property, ability) in properties.iter().zip(can_check(system, properties)) {
        match ability {
            Ok(()) => asked.push(*property),
            Err(reason) => refused.push((*property, reason)),
        }
    }
    let settings = Settings {
        symmetry: options.symmetry,
        inactive: options.inactive,
        form: options.form,
        ..Settings::default()
    };
    let mut identity = identity(sharing, system, &asked, &settings, options);
    let mut job = cluster::Job::in_memory(Arc::new(system.clone()), asked, settings);
    job.fail_fast = options.fail_fast;
    let storing = &sharing.storing;
    job.storage = storing.maker(sharing.threads, watch.most_bytes()).map_err(SharedFailure::Storage)?;
    let kept = stored::identity(system, &job.properties, &job.settings);
    job.keeping = storing.keeping(kept, sharing.is_first()).map_err(SharedFailure::Storage)?;
    identity.0.extend(kept_alike(&job.keeping));
    let (place, secret, children) = sharing.place().map_err(SharedFailure::Apart)?;
    let company = Company { secret, identity };
    for (property, reason) in refused {
        teller.answered(property, Answer::unknown(reason, "explicit", ""));
    }
    let is_worth_waiting = || {
        children.as_ref().map_or(Ok(()), Children::are_there)?;
        watch.check(&Progress::default()).map_err(|stop| stop.to_string())
    };
    let checked = cluster::check_with_processes(
        &job,
        place,
        &company,
        sharing.threads,
        &is_worth_waiting,
        watch,
        &teller,
    );
    let contradicted = teller.contradicted.take();
    match (checked, contradicted) {
        // A limit gives no verdicts, and is no mistake.
        (Err(CompanyFailure::NotMet(reason)), _) if watch.check(&Progress::default()).is_err() => {
            let unknown = || Answer::unknown(reason.clone(), "explicit", "");
            job.properties.iter().for_each(|property| teller.answered(*property, unknown()));
            Ok(())
        }
        (Err(CompanyFailure::NotMet(reason)), _) => Err(SharedFailure::Apart(reason)),
        (Err(CompanyFailure::Failed(cluster::Failure::NoInitialState)), _) => {
            Err(SharedFailure::Engine(Failure::NoInitialState))
        }
        (Err(CompanyFailure::Failed(cluster::Failure::Internal(reason))), _) => {
            Err(SharedFailure::Engine(Failure::Internal { engine: "explicit", reason }))
        }
        (Ok(()), Some(contradicted)) => Err(SharedFailure::Engine(contradicted)),
        (Ok(()), None) => Ok(()),
    }
}

impl Sharing {
    /// Whether this is the first process.
    fn is_first(&self) -> bool {
        match self.who {
            Who::Machine(_) => true,
            Who::Joining { index, .. } | Who::Listed { index, .. } => index == 0,
        }
    }

    /// Where this process stands among the others, with the secret, and the processes that it has started.
    fn place(&self) -> Result<(Place, Secret, Option<Children>), String> {
        match &self.who {
            Who::Machine(processes) => {
                let text = Secret::random_text()?;
                let (place, first) = Place::first(*processes)?;
                let children = Children::start(*processes, &first, &text, &self.further)?;
                Ok((place, Secret::from_text(&text)?, Some(children)))
            }
            Who::Joining { processes, index, first, secret } => {
                let place = Place::Further { processes: *processes, index: *index, first: first.clone() };
                Ok((place, secret.clone(), None))
            }
            Who::Listed { hosts, index, secret } => {
                Ok((Place::Listed { hosts: hosts.clone(), index: *index }, secret.clone(), None))
            }
        }
    }
}

/// What must be the same for all processes.
fn identity(
    sharing: &Sharing,
    system: &System,
    asked: &[usize],
    settings: &Settings,
    options: &Options,
) -> Identity {
    let names: Vec<&str> = asked.iter().map(|property| system.properties[*property].name.as_str()).collect();
    let initial = format!("{:?} {:?}", system.constants, system.initial);
    let fields = [
        ("the version of Fathom", env!("CARGO_PKG_VERSION").to_owned()),
        ("the model", fingerprint(system.source.text())),
        ("a constant or a size of the model", fingerprint(&initial)),
        ("the list of properties", names.join(" ")),
        ("an option of the search", format!("{settings:?} {}", options.fail_fast)),
        ("the number of threads", sharing.threads.to_string()),
    ];
    Identity(fields.map(|(name, value)| (name.to_owned(), value)).to_vec())
}

/// What must be the same of checkpoints: all processes go on from the same one, and write them in the same rounds.
fn kept_alike(keeping: &Keeping) -> [(String, String); 2] {
    let resumed = keeping.resumed.as_ref().map_or("none".to_owned(), |from| format!("{:016x}", from.sum()));
    [
        ("the checkpoint that --resume names".to_owned(), resumed),
        ("whether --checkpoint is given".to_owned(), keeping.writing.is_some().to_string()),
    ]
}

/// Confirms answers and tells them.
struct Teller<'a> {
    system: &'a System,
    watch: &'a dyn Watch,
    tell: &'a dyn Fn(Event),
    contradicted: RefCell<Option<Failure>>,
}

impl Observer for Teller<'_> {
    fn answered(&self, property: usize, answer: Answer) {
        let asked = &self.system.properties[property];
        if let Err(reason) = confirm(self.system, asked, &answer) {
            self.contradicted.borrow_mut().get_or_insert(Failure::Contradicted {
                engine: "explicit",
                property: asked.name.clone(),
                claim: if *answer.verdict() == Verdict::Holds { "holds" } else { "violated" },
                evidence: answer.evidence().map_or("none", |evidence| evidence.name()),
                reason,
            });
            return;
        }
        let microseconds = self.watch.microseconds();
        (self.tell)(Event::Answered { property, answer: Box::new(answer), microseconds });
    }
}
