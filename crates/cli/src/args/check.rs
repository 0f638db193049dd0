//! The arguments of `fathom check`.

use super::{ClusterArgs, ForEvery, MemoryLimit, ModelArgs, StorageArgs, TimeLimit};
use clap::{Args, ValueEnum};
use std::num::NonZero;
use std::path::PathBuf;

/// `fathom check`
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The models; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Check only this property; repeatable, and `no_faults` and `deadlock_free` are names too
    #[arg(long, value_name = "NAME", help_heading = "Model")]
    pub property: Vec<String>,
    /// Leave out the implicit property `no_faults`
    #[arg(long, help_heading = "Model")]
    pub no_faults_check: bool,
    /// What is fixed before the model is read.
    #[command(flatten)]
    pub model: ModelArgs,
    /// Leave a constant open that says how many instances there are: NAME, or 'NAME >= K'; a verdict is for every size
    #[arg(long, value_name = "NAME", help_heading = "Model")]
    pub for_every: Option<ForEvery>,
    /// The engine to use
    #[arg(long, value_name = "ENGINE", default_value = "auto", help_heading = "Engine")]
    pub engine: EngineChoice,
    /// What concerns the symbolic engine.
    #[command(flatten)]
    pub symbolic: SymbolicArgs,
    /// The one means that the engine of predicates, or that of covers, uses; default: all of them
    #[arg(long, value_name = "MEANS", help_heading = "Engine")]
    pub strategy: Option<StrategyChoice>,
    /// How the engine of covers stores upward-closed sets
    #[arg(long, value_name = "KIND", help_heading = "Engine")]
    pub covers: Option<CoversChoice>,
    /// Use the symmetry of process arrays
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Engine")]
    pub symmetry: Toggle,
    /// Which state stands for all that differ by an exchange of processes
    #[arg(long, value_name = "FORM", default_value = "canonical", help_heading = "Engine")]
    pub representatives: Representatives,
    /// Leave out interleavings that cannot matter
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Engine")]
    pub partial_order: Toggle,
    /// Forget the values of variables that nobody will read
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Engine")]
    pub inactive_variables: Toggle,
    /// Ask each property of the part of the model that can influence it
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Engine")]
    pub slicing: Toggle,
    /// The time limit for each model, such as 60s, 2m or 500ms; a plain number is seconds
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, help_heading = "Limits")]
    pub timeout: Option<TimeLimit>,
    /// The memory limit, such as 4GiB or 512MiB; default: nine tenths of the free memory
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, help_heading = "Limits")]
    pub memory: Option<MemoryLimit>,
    /// The number of threads of explicit search; default: as many as there are cores
    #[arg(long, value_name = "COUNT", help_heading = "Limits")]
    pub threads: Option<NonZero<usize>>,
    /// End at the first violated property
    #[arg(long, help_heading = "Limits")]
    pub fail_fast: bool,
    /// Who shares the search.
    #[command(flatten)]
    pub cluster: ClusterArgs,
    /// Where its states are kept.
    #[command(flatten)]
    pub storage: StorageArgs,
    /// Print one JSON document on standard output, and nothing else there
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Print one line of JSON for each verdict when it falls, and nothing else on standard output
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub json_lines: bool,
    /// How counterexamples and witnesses are shown
    #[arg(long, value_name = "STYLE", default_value = "text", help_heading = "Output")]
    pub trace: TraceStyle,
    /// How many counterexamples to look for, each different from the others
    #[arg(long, value_name = "COUNT", default_value = "1", help_heading = "Output")]
    pub traces: NonZero<usize>,
    /// Look for a second counterexample: the same as `--traces 2`
    #[arg(long, conflicts_with = "traces", help_heading = "Output")]
    pub another: bool,
    /// Write each counterexample and witness into this folder, in the Informal Trace Format of Apalache
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    pub itf: Option<PathBuf>,
    /// Write one page for a browser with verdicts, traces, charts and graphs, which opens without a server
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub report: Option<PathBuf>,
    /// What is written for build servers.
    #[command(flatten)]
    pub build_server: BuildServerArgs,
    /// What is made of certificates.
    #[command(flatten)]
    pub certificates: CertificateArgs,
    /// Do not say what never happens: implications, transitions and locations that no state needs
    #[arg(long, help_heading = "Output")]
    pub no_vacuity: bool,
    /// Print counts, memory, and time by phase
    #[arg(long, help_heading = "Output")]
    pub stats: bool,
    /// Do not show progress, not even on a terminal
    #[arg(long, help_heading = "Output")]
    pub no_progress: bool,
    /// Write progress to standard error as lines of JSON, one a second
    #[arg(long, conflicts_with = "no_progress", help_heading = "Output")]
    pub progress_json: bool,
}

/// What `check` makes of certificates.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Certificates")]
pub struct CertificateArgs {
    /// Write what proves each verdict to this file, for `fathom certify`; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Make a certificate for each verdict and check it before the verdict is printed
    #[arg(long)]
    pub certify: bool,
}

/// Reports for build servers; the same for `check` and `test`.
#[derive(Debug, Clone, Default, Args)]
pub struct BuildServerArgs {
    /// Write the verdicts to this file as JUnit does
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub junit: Option<PathBuf>,
    /// Write what is violated or unknown to this file, in SARIF
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub sarif: Option<PathBuf>,
}

/// What concerns the symbolic engine alone.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Symbolic engine")]
pub struct SymbolicArgs {
    /// How integer sets are stored
    #[arg(long, value_name = "KIND")]
    pub sets: Option<SetsChoice>,
    /// Booleans and enumerations beside the integer sets, or in the same automaton
    #[arg(long, value_name = "KIND")]
    pub layout: Option<LayoutChoice>,
    /// The direction of the fixpoints
    #[arg(long, value_name = "DIRECTION")]
    pub direction: Option<DirectionChoice>,
    /// The partition of the state space and of the transition relation
    #[arg(long, value_name = "KIND")]
    pub partition: Option<PartitionChoice>,
    /// Keep the transition relation in disjunctive normal form
    #[arg(long)]
    pub dnf: bool,
    /// Conservative fixpoints
    #[arg(long, conflicts_with = "exact")]
    pub approximate: bool,
    /// Exact fixpoints
    #[arg(long)]
    pub exact: bool,
    /// The number of rounds before widening begins
    #[arg(long, value_name = "K")]
    pub widening_seed: Option<u32>,
    /// First compute an upper bound of the reachable states and work inside it
    #[arg(long)]
    pub restrict_reachable: bool,
    /// Add closures of self-loops before checking
    #[arg(long)]
    pub accelerate: bool,
}

/// Which engine is to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngineChoice {
    /// Whichever fits
    Auto,
    /// One state at a time
    Explicit,
    /// Sets of states
    Symbolic,
    /// Predicates, induction and bounded search
    Abstraction,
    /// Populations and counters
    Coverability,
    /// Nets with much that is concurrent
    Unfolding,
}

impl EngineChoice {
    /// The engine's name as the user writes it.
    pub fn name(self) -> &'static str {
        match self {
            EngineChoice::Auto => "auto",
            EngineChoice::Explicit => "explicit",
            EngineChoice::Symbolic => "symbolic",
            EngineChoice::Abstraction => "abstraction",
            EngineChoice::Coverability => "coverability",
            EngineChoice::Unfolding => "unfolding",
        }
    }
}

/// How the symbolic engine stores integer sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SetsChoice {
    /// Unions of polyhedra
    Polyhedra,
    /// Automata that read all numbers at once
    Automata,
    /// Automata that read one number after the other
    AutomataSerial,
}

/// Where the symbolic engine stores finite parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LayoutChoice {
    /// In a BDD beside the integer sets
    Composite,
    /// In the same automaton
    Unified,
}

/// A means of the engine of predicates, or of that of covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StrategyChoice {
    /// Paths that are written out step by step
    Bounded,
    /// Induction over more and more steps
    Induction,
    /// Reachability of predicates
    Predicates,
    /// Predicate diagrams
    Diagram,
    /// From the targets, by upward-closed sets
    Backward,
    /// Karp and Miller's tree
    KarpMiller,
    /// Expand, enlarge and check
    ExpandEnlarge,
}

/// How a search for covers stores upward-closed sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CoversChoice {
    /// Their least elements, one by one
    Antichains,
    /// Covering sharing trees
    SharingTrees,
    /// Lower bounds of sums (L-constraints)
    Sums,
}

/// The direction of fixpoints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DirectionChoice {
    /// From the property
    Backward,
    /// From the initial states
    Forward,
}

/// How the state space and the transition relation are partitioned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PartitionChoice {
    /// Not at all
    None,
    /// By locations
    Control,
    /// By the domains of events
    EventDomain,
}

/// Whether a reduction is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Toggle {
    /// Always
    On,
    /// Never
    Off,
    /// Where it is sound and helps
    Auto,
}

/// Which state stands for all that differ by an exchange of processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Representatives {
    /// Always the same one
    Canonical,
    /// One that is found faster, but not always the same one
    Normal,
}

/// How counterexamples and witnesses are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TraceStyle {
    /// Numbered steps, each with what changed
    Text,
    /// A sequence chart: processes as columns, synchronisations and writes to others as arrows
    Chart,
    /// As in the JSON document
    Json,
    /// Not at all
    None,
}
