//! The obligations of certificates in SMT-LIB, decided by other people's solvers: z3 and cvc5, where they are installed.
//!
//! Every obligation of a certificate that the checker accepts is unsatisfiable; and where the checker refuses a certificate because of an
//! obligation, one is satisfiable. What a solver cannot decide within its time is counted, and shows nothing.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=100..200` runs those with these seeds.

use certificates::{Certificate, Refusal, SmtLib, check, discharge};
use conformance::certificate_mutants::mutant;
use conformance::{Clock, Random, Tree, certificates_of, generate, is_slow, models, seeds, temporal};
use std::fmt;
use std::io::Write;
use std::ops::Range;
use std::process::{Command, Stdio};
use std::time::Duration;
use system::System;

/// The time for the answers, for each certificate and for each check.
const LIMIT: Duration = Duration::from_millis(1_500);

/// A solver: its name, and its arguments.
type Solver = (&'static str, &'static [&'static str]);

/// The solvers, with the arguments by which they read scripts from standard input, at most ten seconds for each question.
const SOLVERS: [Solver; 2] =
    [("z3", &["-in", "-t:10000"]), ("cvc5", &["--lang", "smt2", "--tlimit-per", "10000", "-q"])];

/// Of the obligations of a certificate that is accepted, so many are asked about, unless there is much time.
const SAMPLE: usize = 6;

/// What a solver says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    Satisfiable,
    Unsatisfiable,
    Nothing,
}

/// Asks a solver about several scripts, one behind the other; nothing if it is not installed.
fn ask(solver: Solver, texts: &[&str]) -> Option<Vec<Said>> {
    let (name, arguments) = solver;
    let pipes = Command::new(name).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = pipes.ok()?;
    // What a text says of its own status is not to be believed.
    let script: String =
        texts.iter().map(|text| text.replace("(set-info :status unsat)\n", "") + "(reset)\n").collect();
    let mut input = child.stdin.take()?;
    let writing = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writing.join().ok()?.ok()?;
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!shown.contains("error"), "{name} does not understand this: {shown}\n{}", texts.join("\n"));
    let said = |line: &str| match line.trim() {
        "sat" => Said::Satisfiable,
        "unsat" => Said::Unsatisfiable,
        _ => Said::Nothing,
    };
    let mut all: Vec<Said> = shown.lines().map(said).collect();
    all.resize(texts.len(), Said::Nothing);
    Some(all)
}

/// How many obligations were what.
#[derive(Debug, Default)]
struct Count {
    unsatisfiable: usize,
    satisfiable: usize,
    open: usize,
    certificates: usize,
    refused: usize,
    /// Refused certificates of which solvers show nothing.
    unclear: usize,
    disagreements: Vec<String>,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Count { unsatisfiable, satisfiable, open, certificates, refused, unclear, .. } = self;
        write!(
            f,
            "{certificates} accepted certificates, {refused} refused ones ({unclear} of them unclear); "
        )?;
        write!(f, "obligations: {unsatisfiable} unsatisfiable, {satisfiable} satisfiable, {open} not decided")
    }
}

impl Count {
    fn obligations(&self) -> usize {
        self.unsatisfiable + self.satisfiable + self.open
    }

    fn note(&mut self, said: Said) {
        match said {
            Said::Satisfiable => self.satisfiable += 1,
            Said::Unsatisfiable => self.unsatisfiable += 1,
            Said::Nothing => self.open += 1,
        }
    }

    /// Every obligation is unsatisfiable; so many of them are asked about.
    fn accepted(&mut self, solver: Solver, system: &System, certificate: &Certificate, random: &mut Random) {
        let Ok(logics) = discharge(system, certificate, SmtLib::new) else {
            self.disagreements.push(format!("there are no obligations for {certificate:?}"));
            return;
        };
        self.certificates += usize::from(!logics.is_empty());
        let mut all: Vec<(String, String)> = logics.into_iter().flat_map(|logic| logic.obligations).collect();
        while all.len() > if is_slow() { 10 * SAMPLE } else { SAMPLE } {
            all.swap_remove(random.below(all.len()));
        }
        let texts: Vec<&str> = all.iter().map(|(_, text)| text.as_str()).collect();
        for ((name, text), said) in all.iter().zip(ask(solver, &texts).unwrap_or_default()) {
            self.note(said);
            if said == Said::Satisfiable {
                let model = system.source.text();
                let wrong = format!("{}: {name} is satisfiable:\n{text}\n{model}\n{certificate:?}", solver.0);
                self.disagreements.push(wrong);
            }
        }
    }

    /// Some obligation is satisfiable, unless there is no telling.
    fn refused(&mut self, solver: Solver, system: &System, certificate: &Certificate) {
        // What is refused without an obligation has none that fails.
        let Ok(logics) = discharge(system, certificate, SmtLib::new) else { return };
        self.refused += 1;
        let all: Vec<(String, String)> = logics.into_iter().flat_map(|logic| logic.obligations).collect();
        let texts: Vec<&str> = all.iter().map(|(_, text)| text.as_str()).collect();
        let said = ask(solver, &texts).unwrap_or_default();
        said.iter().for_each(|said| self.note(*said));
        if said.contains(&Said::Satisfiable) {
            return;
        }
        if said.contains(&Said::Nothing) {
            self.unclear += 1;
            return;
        }
        let model = system.source.text();
        let wrong = format!("{}: no obligation is satisfiable:\n{model}\n{certificate:?}", solver.0);
        self.disagreements.push(wrong);
    }

    /// Asks about the certificates of a system and about some changes of them, until there are so many obligations.
    fn system(&mut self, solver: Solver, system: &System, most: usize, random: &mut Random) {
        for certificate in certificates_of(system, LIMIT).unwrap_or_default() {
            if self.obligations() >= most {
                return;
            }
            if check(system, &certificate, &Clock::new(LIMIT)).is_ok() {
                self.accepted(solver, system, &certificate, random);
            }
            let Some((changed, ..)) = mutant(system, &certificate, random) else { continue };
            match check(system, &changed, &Clock::new(LIMIT)) {
                Ok(()) => self.accepted(solver, system, &changed, random),
                Err(Refusal::Failed { .. }) => self.refused(solver, system, &changed),
                Err(_) => {}
            }
        }
    }

    fn finish(&self, what: &str) {
        println!("{what}: {self}");
        let wrong = &self.disagreements;
        assert!(wrong.is_empty(), "{} disagreements:\n{}", wrong.len(), wrong.join("\n"));
    }
}

/// The solvers that are installed.
fn installed() -> Vec<Solver> {
    let is_there = |solver: &Solver| {
        let found = ask(*solver, &["(set-logic QF_LIA)\n(check-sat)\n"]) == Some(vec![Said::Satisfiable]);
        if !found {
            eprintln!("SKIPPED: {} is not installed", solver.0);
        }
        found
    };
    SOLVERS.into_iter().filter(is_there).collect()
}

fn random_models(what: &str, model: fn(u64) -> Tree, seeds: Range<u64>, few: usize) {
    let most = if is_slow() { few * 50 } else { few };
    for solver in installed() {
        let mut count = Count::default();
        for seed in seeds.clone() {
            if let Some(system) = models::system_of(&model(seed).print()) {
                count.system(solver, &system, most, &mut Random::new(seed));
            }
        }
        count.finish(&format!("{what}, {}", solver.0));
    }
}

#[test]
fn models_that_use_the_whole_language() {
    random_models("the whole language", generate, seeds(0, 4, 400), 30);
}

#[test]
fn models_with_temporal_properties_and_fairness() {
    random_models("temporal properties", temporal::temporal_model, seeds(0, 2, 400), 25);
}

#[test]
fn unbounded_models() {
    random_models("unbounded models", temporal::integer_model, seeds(0, 2, 400), 20);
}

#[test]
fn examples() {
    let names = ["examples/mutual-exclusion/peterson.fathom", "examples/puzzles/river_crossing.fathom"];
    for solver in installed() {
        let mut count = Count::default();
        let slow = models::files_below("examples", ".fathom").into_iter().filter(|_| is_slow());
        for path in
            names.iter().map(|name| models::root().join(name)).filter(|path| path.exists()).chain(slow)
        {
            if let Some(system) = models::system_of(&models::read(&path)) {
                let most = count.obligations() + if is_slow() { 40 } else { 15 };
                count.system(solver, &system, most, &mut Random::new(1));
            }
        }
        count.finish(&format!("examples, {}", solver.0));
    }
}
