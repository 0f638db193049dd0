//! The command line as data: one structure per verb.

mod certify;
mod check;
mod cluster;
mod for_every;
mod invariants;
mod storage;
mod studio;
mod values;

pub use certify::CertifyArgs;
pub use check::{
    BuildServerArgs, CertificateArgs, CheckArgs, CoversChoice, DirectionChoice, EngineChoice, LayoutChoice,
    PartitionChoice, Representatives, SetsChoice, StrategyChoice, SymbolicArgs, Toggle, TraceStyle,
};
pub use cluster::{ClusterArgs, SECRET_VARIABLE};
pub use for_every::ForEvery;
pub use invariants::InvariantsArgs;
pub use storage::StorageArgs;
pub use studio::StudioArgs;
pub use values::{Assignment, Limit, MemoryLimit, Refinement, SizeAssignment, TimeLimit};

use clap::{Args, Parser, Subcommand, ValueEnum};
use interchange::ThreadState;
use std::path::PathBuf;

/// The most random steps of one command: a walk keeps its states.
pub const MOST_RANDOM_STEPS: u64 = 1_000_000;

/// What `--help` says about the whole.
const ABOUT: &str = "Checks models of concurrent systems against their properties";

/// What `--help` says about exit codes, for all verbs.
pub const EXIT_CODES: &str = "\
Exit codes:
   0  every property that was checked holds (test: every verdict is as expected)
   1  at least one is violated (test: at least one verdict differs)
   2  the model or the command line is wrong: nothing was checked
   3  none is violated, at least one is unknown
  70  an internal error: the message says how to report it";

/// Checks models of concurrent systems against their properties.
#[derive(Debug, Parser)]
#[command(name = "fathom", version, about = ABOUT, max_term_width = 100, after_help = EXIT_CODES)]
#[command(propagate_version = true, disable_help_subcommand = true, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// How much is printed, and in which colours.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The verbs.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check the properties of models
    #[command(after_help = EXIT_CODES)]
    Check(Box<CheckArgs>),
    /// Walk through a model: at random, or choosing each transition
    Simulate(SimulateArgs),
    /// Draw the graph of reachable states, or of abstract ones
    Graph(GraphArgs),
    /// Format models in place
    Fmt(FmtArgs),
    /// Check every model below some paths against its @expect annotations
    #[command(after_help = EXIT_CODES)]
    Test(TestArgs),
    /// Check certificates that `check --certificate` wrote, without any engine
    #[command(after_help = certify::EXIT_CODES)]
    Certify(CertifyArgs),
    /// Find and prove what is always true at which location
    #[command(after_help = invariants::EXIT_CODES)]
    Invariants(InvariantsArgs),
    /// Write a Petri net, a counter system, threads or an integer program as a model
    Import(ImportArgs),
    /// Open a page on this machine to edit, check, walk and look
    Studio(StudioArgs),
    /// What the studio has done by processes of their own
    #[command(hide = true)]
    Work,
    /// Serve an editor on standard input and output, by the Language Server Protocol
    Lsp(LspArgs),
    /// Explain an error code, or list all of them
    Explain(ExplainArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual page, or write one page for each verb
    Man(ManArgs),
}

/// How much is printed, and in which colours; the same for all verbs.
#[derive(Debug, Clone, Args)]
pub struct OutputArgs {
    /// Print less: only verdicts and errors
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "Output")]
    pub quiet: bool,
    /// Print more: whole states, documentation, how the check went
    #[arg(short, long, global = true, help_heading = "Output")]
    pub verbose: bool,
    /// When to use colours; NO_COLOR in the environment is respected by `auto`
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub color: ColorChoice,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What is fixed before a model is read: the same for all verbs that read one.
#[derive(Debug, Clone, Default, Args)]
pub struct ModelArgs {
    /// Give a constant another value; repeatable
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Model")]
    pub set: Vec<Assignment>,
    /// Fix the number of processes of a population that starts with `any` of them; repeatable
    #[arg(long, value_name = "NAME=K", help_heading = "Model")]
    pub size: Vec<SizeAssignment>,
    /// Formulas of the Model Checking Contest about a Petri net in PNML, or of T2 about its programs, or targets of threads (.prop); repeatable
    #[arg(long, value_name = "FILE", help_heading = "Model")]
    pub formulas: Vec<PathBuf>,
    /// How threads (.tts) start, such as '0|1,1/2': shared state 0, two threads in 1, any number in 2; default: '0/0'
    #[arg(long, value_name = "STATE", help_heading = "Model")]
    pub init: Option<ThreadState>,
    /// Allow the model to import files from this folder, too; repeatable
    #[arg(long, value_name = "FOLDER", help_heading = "Model")]
    pub include: Vec<PathBuf>,
}

/// `fathom simulate`
#[derive(Debug, Args)]
pub struct SimulateArgs {
    /// The model
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What is fixed before the model is read.
    #[command(flatten)]
    pub model: ModelArgs,
    /// Walk at random, in the way that this number stands for; default: 1
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    /// How many steps to take at most, a million or less; default: 20
    #[arg(
        long,
        value_name = "COUNT",
        conflicts_with = "interactive",
        value_parser = clap::value_parser!(u64).range(..=MOST_RANDOM_STEPS)
    )]
    pub steps: Option<u64>,
    /// Choose every transition; the default on a terminal without --seed, --steps and --json
    #[arg(short, long)]
    pub interactive: bool,
    /// Print the walk as one JSON document
    #[arg(long, conflicts_with = "interactive")]
    pub json: bool,
}

/// `fathom graph`
#[derive(Debug, Args)]
pub struct GraphArgs {
    /// The model
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What is fixed before the model is read.
    #[command(flatten)]
    pub model: ModelArgs,
    /// The format of the drawing; with --abstract and --unfolding also as a document
    #[arg(long, value_name = "FORMAT", default_value = "dot")]
    pub format: GraphFormat,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Stop after this many states; default: 500 for svg, 10000 for the others
    #[arg(long, value_name = "COUNT")]
    pub max_states: Option<usize>,
    /// Stop after this many transitions; default: 1000 for svg, 50000 for dot
    #[arg(long, value_name = "COUNT")]
    pub max_transitions: Option<usize>,
    /// Draw locations with the values of predicates instead of the states, which may be infinitely many
    #[arg(
        long = "abstract",
        conflicts_with_all = ["of", "trace", "property", "clusters", "labels", "max_transitions"]
    )]
    pub is_abstract: bool,
    /// With --abstract: a condition whose value is followed; repeatable; default: those in guards. The model's `predicate`s are added
    #[arg(long, value_name = "EXPR", requires = "is_abstract", allow_hyphen_values = true)]
    pub predicate: Vec<String>,
    /// With --abstract: how often choices are decided by new predicates, `ask`, or `off`; default: 0 with --predicate, 2 without
    #[arg(long, value_name = "ROUNDS", requires = "is_abstract")]
    pub refine: Option<Refinement>,
    /// Draw the net that the model is, or write it as PNML, instead of the states
    #[arg(
        long,
        conflicts_with_all = ["is_abstract", "unfolding", "of", "trace", "property", "clusters", "labels", "max_states", "max_transitions"]
    )]
    pub net: bool,
    /// Draw a complete finite prefix of the unfolding of that net instead of the states
    #[arg(
        long,
        conflicts_with_all = ["is_abstract", "of", "trace", "property", "clusters", "labels", "max_states", "max_transitions"]
    )]
    pub unfolding: bool,
    /// With --unfolding: draw at most this many events; default: 200 for svg, 10000 for the others
    #[arg(long, value_name = "COUNT", requires = "unfolding")]
    pub max_events: Option<usize>,
    /// Draw the automaton of this process instead of the states
    #[arg(long, value_name = "PROCESS", conflicts_with_all = ["property", "trace"])]
    pub of: Option<String>,
    /// Draw the path in this file, which `check --json` or `simulate --json` printed; --property says whose
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Draw all states with the same locations as one; default: where there are more than 50 states
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub clusters: Toggle,
    /// Colour the states where this invariant is false, or where this `reachable` holds; with --trace: whose path
    #[arg(long, value_name = "NAME")]
    pub property: Option<String>,
    /// What stands in the box of a state
    #[arg(long, value_name = "WHAT", default_value = "changed")]
    pub labels: LabelChoice,
    /// Stop after this time, such as 60s, 2m or 500ms
    #[arg(long, value_name = "TIME")]
    pub timeout: Option<TimeLimit>,
    /// Stop when this much memory is in use, such as 4GiB or 512MiB
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<MemoryLimit>,
}

/// What stands in the box of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LabelChoice {
    /// All variables
    Full,
    /// The variables that differ between the states of the graph
    Changed,
    /// Only a number
    None,
}

/// How a graph is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    /// The language of Graphviz
    Dot,
    /// A drawing that browsers show
    Svg,
    /// With --abstract or --unfolding: one JSON document
    Json,
    /// With --abstract: nodes and what was proved of them, for people; with --unfolding: the events
    Text,
    /// With --net: Petri Net Markup Language, which other tools read
    Pnml,
}

impl GraphFormat {
    /// Its name as the user writes it.
    pub fn name(self) -> &'static str {
        match self {
            GraphFormat::Dot => "dot",
            GraphFormat::Svg => "svg",
            GraphFormat::Json => "json",
            GraphFormat::Text => "text",
            GraphFormat::Pnml => "pnml",
        }
    }
}

/// `fathom fmt`
#[derive(Debug, Args)]
pub struct FmtArgs {
    /// Models, folders with models, or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Change nothing; list the files that would change, with exit code 1 if there are any
    #[arg(long, conflicts_with = "stdout")]
    pub check: bool,
    /// Change nothing; print the formatted model
    #[arg(long)]
    pub stdout: bool,
}

/// `fathom import`
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// A Petri net in PNML, a counter system of mist (.spec), threads in the format of bfc (.tts), a counter automaton of FAST (.fst),
    /// a program of T2 (.t2), linear Horn clauses (.smt2), a transition system in VMT (.vmt) or a model of Murphi (.m)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Formulas of the Model Checking Contest, or of T2, or targets of threads (.prop), which become properties; repeatable
    #[arg(long, value_name = "FILE")]
    pub formulas: Vec<PathBuf>,
    /// How threads (.tts) start, such as '0|1,1/2': shared state 0, two threads in 1, any number in 2; default: '0/0'
    #[arg(long, value_name = "STATE")]
    pub init: Option<ThreadState>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file if it exists already
    #[arg(long, requires = "output")]
    pub force: bool,
}

/// `fathom test`
#[derive(Debug, Args)]
pub struct TestArgs {
    /// Models, or folders with models
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// A list of properties that may still be unknown: lines `- path: name, name`
    #[arg(long, value_name = "FILE")]
    pub open: Option<PathBuf>,
    /// The time limit for each model, such as 60s, 2m or 500ms
    #[arg(long, value_name = "TIME", default_value = "60s")]
    pub timeout: TimeLimit,
    /// The memory limit, such as 4GiB or 512MiB
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<MemoryLimit>,
    /// Print one JSON document on standard output, and nothing else there
    #[arg(long)]
    pub json: bool,
    /// What is written for build servers.
    #[command(flatten)]
    pub build_server: BuildServerArgs,
    /// Allow models to import files from this folder, too; repeatable
    #[arg(long, value_name = "FOLDER")]
    pub include: Vec<PathBuf>,
    /// Make a certificate for each verdict and check it
    #[arg(long)]
    pub certify: bool,
    /// Do not show progress, not even on a terminal
    #[arg(long)]
    pub no_progress: bool,
}

/// `fathom lsp`
#[derive(Debug, Args)]
pub struct LspArgs {
    /// What editors add although there is no other way to speak to the server
    #[arg(long, hide = true)]
    pub stdio: bool,
}

/// `fathom explain`
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The code, such as E012; all codes are listed without one
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

/// `fathom completions`
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// `fathom man`
#[derive(Debug, Args)]
pub struct ManArgs {
    /// Write one page for each verb into this folder
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
}
