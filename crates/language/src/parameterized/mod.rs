//! From text to a system with an open constant: instances are not made, and quantifiers over them are kept.
//!
//! The text is read twice: as it is, so that whatever is wrong with it is reported as always, and with a slot
//! in place of the constant. What the second tree says must fit one family of instances, whose indices run from
//! a number to the open constant (plus a number), recognised by how its bounds are written. All else is an
//! [`OpenObstacle`]; one in a property stands in the way of that property alone.

mod action;
mod declare;
mod home;
mod initial;
mod neighbour;
mod open_constant;
mod place;
mod pointer;
mod property;
mod quantifier;
mod repeated;
mod rule;
mod sets;
mod synchronise;
mod term;
mod variable;
mod walk;
mod whole;

use std::collections::{HashMap, HashSet};

use diagnostics::{Source, Span};
use system::parameterized::{ParameterizedSystem, Term};

use crate::check::{Checker, check_model};
use crate::checked::CheckedModel;
use crate::collect::collect;
use crate::findings::Findings;
use crate::link::parse_source;
use crate::load::load_source;
use crate::overrides::{Overrides, overridden_constants};
use crate::slots::Slots;
use crate::typed::{Slot, VariableIndex};
use home::VariableHome;

/// What keeps a model from being taken with an open constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenObstacle {
    /// What it is.
    pub message: String,
    /// Where it stands; empty if it is about the model as a whole.
    pub span: Span,
}

impl OpenObstacle {
    fn new(message: impl Into<String>, span: Span) -> OpenObstacle {
        OpenObstacle { message: message.into(), span }
    }
}

type Open<T> = Result<T, OpenObstacle>;

/// Reads a model and leaves one constant open.
///
/// The model must be without errors for the constant's own value. `least` is the least value that is asked
/// about; otherwise it is the least one for which there is an instance.
pub fn load_parameterized(
    source: impl Into<Source>,
    overrides: &Overrides,
    constant: &str,
    least: Option<i128>,
) -> Result<ParameterizedSystem, Vec<OpenObstacle>> {
    let source = &source.into();
    let whole = |message: String| vec![OpenObstacle::new(message, Span::default())];
    if load_source(source, overrides).system.is_none() {
        return Err(whole("the model has errors".to_owned()));
    }
    let (model, parse_findings) = parse_source(source);
    let mut findings = Findings::after_parsing(parse_findings);
    let symbols = collect(&model, &mut findings);
    let constants = overridden_constants(overrides, &symbols, &mut Vec::new());
    let mut checker = Checker::new(source.text(), symbols, findings, constants);
    let Some(open) = checker.open(constant) else {
        return Err(whole(format!("there is no constant `{constant}`")));
    };
    let checked = check_model(&mut checker, &model);
    if checked.is_broken() || checker.findings.has_errors() {
        return Err(whole(format!("`{constant}` is used where its value must be known")));
    }
    let system = ParameterizedSystem {
        name: model.name.as_ref().map(|name| name.text.clone()),
        constant: constant.to_owned(),
        ..ParameterizedSystem::default()
    };
    let mut extraction = Extraction {
        checker,
        open,
        slots: Slots::default(),
        meanings: HashMap::new(),
        homes: Vec::new(),
        numbers: HashSet::new(),
        locations: Vec::new(),
        depth: 0,
        system,
    };
    extraction.all(&checked, least).map_err(|obstacle| vec![obstacle])?;
    Ok(extraction.system)
}

/// A system with an open constant that is being made.
struct Extraction<'a> {
    checker: Checker<'a>,
    /// The slot of the open constant.
    open: Slot,
    /// The slots that have values.
    slots: Slots,
    /// The slots that stand for instances or their indices.
    meanings: HashMap<Slot, Term>,
    /// The parts of each variable.
    homes: Vec<Vec<VariableHome>>,
    /// The parts of variables that are numbers even where their ranges are those of indices, each with the fields that lead to it.
    numbers: HashSet<(VariableIndex, Vec<usize>)>,
    /// Where the location of each process is: whether it is one of an instance, and the variable.
    locations: Vec<Option<(bool, usize)>>,
    /// How many instances are bound.
    depth: usize,
    system: ParameterizedSystem,
}

impl<'a> Extraction<'a> {
    fn all(&mut self, checked: &CheckedModel<'a>, least: Option<i128>) -> Open<()> {
        self.family(checked)?;
        self.declarations(checked)?;
        self.system.least = least.unwrap_or(self.system.constant_for(1));
        self.initial(&checked.initial)?;
        self.rules(&checked.movers)?;
        self.properties(&checked.properties);
        if self.system.locals.is_empty() {
            return Err(OpenObstacle::new(
                "the instances have neither locations nor variables",
                Span::default(),
            ));
        }
        Ok(())
    }
}
