//! The one model that every engine reads: data first, then what it means.
//!
//! * the model: [`System`], [`Expr`], [`Block`], [`Edge`], [`Transition`], [`Property`];
//! * help for proofs, which is never assumed: [`Predicate`], [`Hint`], [`Rank`];
//! * what it means: [`Interpreter`], which every engine must agree with;
//! * what engines answer: [`Answer`], [`Verdict`], and the [`Evidence`] that it is made from; [`Trace`], which only [`retrace`]
//!   makes, by replaying what they claim;
//! * what never happens in a model: [`Coverage`];
//! * systems in which the number of instances stays open: [`parameterized`];
//! * who hears of answers: [`Observer`];
//! * what they are told: [`Watch`], [`Stop`]; who works for them: [`Workers`]; and what stops them: [`Obstacle`].

mod action;
mod advice;
mod answer;
mod claim;
mod count;
mod coverage;
mod evidence;
mod explain;
mod explain_path;
mod expression;
mod ids;
mod interpreter;
mod lasso;
mod observer;
mod obstacle;
pub mod parameterized;
mod property;
mod retrace;
mod shape;
mod show;
mod show_formula;
mod shown;
mod spine;
mod system;
mod trace;
mod transition;
mod value;
mod verdict;

pub use action::{Block, Branch, ChoiceSet, Statement, StatementKind, Step};
pub use advice::{Hint, Predicate, Rank};
pub use answer::{Answer, Irrelevant, Statistics};
pub use budget::{Alone, Progress, Stop, Unlimited, Watch, Workers};
pub use claim::{BranchingClaim, replayed};
pub use count::Count;
pub use coverage::{Coverage, DeadEnds, Unreached};
pub use evidence::{EverySize, Evidence, Explanation, Largest};
pub use explain::{Reason, explain};
pub use expression::{Comparison, Expr, ExprKind, Operation, Place, Reach, Selector, SelectorKind};
pub use ids::{BoundId, EdgeId, EnumerationId, PopulationId, ProcessId, TransitionId, VariableId};
pub use interpreter::{Failure, Interpreter, Successors};
pub use lasso::{Lasso, Met};
pub use observer::Observer;
pub use obstacle::Obstacle;
pub use property::{Assumption, Ctl, Expectation, Fairness, Ltl, Path, Property, Question, Unit, UntilKind};
pub use retrace::{ClaimedPath, Mismatch, PathEnding, retrace, retrace_from};
pub use shape::{Datum, Shape, Structured};
pub use shown::Shown;
pub use spine::{Claim, EnginePath};
pub use system::{Bound, Constant, ConstantValue, Enumeration, Population, Process, Role, System, Variable};
pub use trace::{Ending, Fault, Trace, TraceStep};
pub use transition::{Edge, Movement, Owner, Receiver, Transition};
pub use value::{Sort, State, Type, Value};
pub use verdict::{BoundValue, Verdict};
