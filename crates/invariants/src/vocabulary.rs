//! What formulas can be made of: the locations, the finite and the integer variables of a system, and its constants.

use crate::generated::At;
use std::collections::{BTreeSet, HashSet};
use system::{
    Block, Branch, ChoiceSet, Expr, ExprKind, Place, Role, StatementKind, System, Type, Value, VariableId,
};

/// Types with at most so many values that are no Booleans are seen as finite.
const FEW_VALUES: u32 = 12;

/// What formulas are made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vocabulary {
    /// The variables that hold locations, each with the number of locations.
    pub locations: Vec<(VariableId, u32)>,
    /// Other variables of few values that are no integers.
    pub finite: Vec<VariableId>,
    /// The integer variables.
    pub integers: Vec<VariableId>,
    /// The constants that are mentioned, with their neighbours, and zero and one.
    pub constants: BTreeSet<i128>,
    /// Pairs of integer variables that some condition or action mentions together.
    pub related: HashSet<(VariableId, VariableId)>,
}

impl Vocabulary {
    /// The vocabulary of a system.
    pub fn new(system: &System) -> Vocabulary {
        let mut words = Vocabulary {
            locations: Vec::new(),
            finite: Vec::new(),
            integers: Vec::new(),
            constants: BTreeSet::from([-1, 0, 1]),
            related: HashSet::new(),
        };
        for (index, variable) in system.variables.iter().enumerate() {
            let id = VariableId::from_index(index);
            match variable.ty {
                Type::Location(process) => {
                    let count = u32::try_from(system.process(process).locations.len()).unwrap_or(0);
                    words.locations.push((id, count));
                }
                Type::Bool => words.finite.push(id),
                Type::Enumeration(kind) if system.enumeration(kind).members.len() <= FEW_VALUES as usize => {
                    words.finite.push(id);
                }
                Type::Reference(process) if system.process(process).count < FEW_VALUES => {
                    words.finite.push(id)
                }
                Type::Range { .. } | Type::Nat | Type::Int => words.integers.push(id),
                Type::Enumeration(_) | Type::Reference(_) => {}
            }
        }
        system.initial.iter().for_each(|condition| words.read(&mut BTreeSet::new(), condition));
        for edge in &system.edges {
            let mut together = BTreeSet::new();
            words.read(&mut together, &edge.guard);
            words.block(&mut together, &edge.action);
            words.relate(system, &together);
        }
        words
    }

    /// The same with these integer variables as finite ones.
    pub fn with_finite(mut self, is_finite: &dyn Fn(VariableId) -> bool) -> Vocabulary {
        let (finite, integers) = self.integers.iter().partition(|id| is_finite(**id));
        self.integers = integers;
        self.finite.extend::<Vec<VariableId>>(finite);
        self
    }

    /// The same without the variables that are not to be spoken of.
    pub fn without(&self, is_left_out: &dyn Fn(VariableId) -> bool) -> Vocabulary {
        let kept = |all: &[VariableId]| all.iter().copied().filter(|id| !is_left_out(*id)).collect();
        let locations = self.locations.iter().copied().filter(|(id, _)| !is_left_out(*id)).collect();
        let (finite, integers) = (kept(&self.finite), kept(&self.integers));
        Vocabulary {
            locations,
            finite,
            integers,
            constants: self.constants.clone(),
            related: self.related.clone(),
        }
    }

    /// All single locations.
    pub fn places(&self) -> impl Iterator<Item = At> {
        self.locations.iter().flat_map(|(variable, count)| (0..*count).map(|at| (*variable, at)))
    }

    fn relate(&mut self, system: &System, together: &BTreeSet<VariableId>) {
        let is_integer = |id: &&VariableId| {
            let variable = system.variable(**id);
            matches!(variable.ty, Type::Range { .. } | Type::Nat | Type::Int)
                && variable.role != Role::Location
        };
        let integers: Vec<VariableId> = together.iter().filter(is_integer).copied().collect();
        if integers.len() > 12 {
            return;
        }
        for one in &integers {
            for other in &integers {
                if one < other {
                    self.related.insert((*one, *other));
                }
            }
        }
    }

    fn read(&mut self, together: &mut BTreeSet<VariableId>, expression: &Expr) {
        match &expression.kind {
            ExprKind::Const(Value::Int(value), _) => {
                let near = [value.checked_sub(1), Some(*value), value.checked_add(1)];
                self.constants.extend(near.into_iter().flatten());
            }
            ExprKind::Read(place) | ExprKind::ReadNext(place) => self.place(together, place),
            _ => {}
        }
        expression.children().into_iter().for_each(|child| self.read(together, child));
    }

    fn place(&mut self, together: &mut BTreeSet<VariableId>, place: &Place) {
        if let Some(id) = place.fixed() {
            together.insert(id);
        }
        place.selectors.iter().for_each(|selector| self.read(together, &selector.index));
    }

    fn block(&mut self, together: &mut BTreeSet<VariableId>, block: &Block) {
        for statement in block.steps.iter().flat_map(|step| &step.statements) {
            match &statement.kind {
                StatementKind::Assign { place, value } => {
                    self.place(together, place);
                    self.read(together, value);
                }
                StatementKind::Any { place, set, condition } => {
                    self.place(together, place);
                    match set {
                        Some(ChoiceSet::Range(low, high)) => {
                            [low, high].into_iter().for_each(|one| self.read(together, one));
                        }
                        Some(ChoiceSet::Members(all)) => all.iter().for_each(|one| self.read(together, one)),
                        None => {}
                    }
                    condition.iter().for_each(|condition| self.read(together, condition));
                }
                StatementKind::Choose(branches) => {
                    branches.iter().for_each(|branch| self.branch(together, branch))
                }
                StatementKind::If { condition, then, otherwise } => {
                    self.read(together, condition);
                    self.branch(together, then);
                    otherwise.iter().for_each(|branch| self.branch(together, branch));
                }
                StatementKind::Skip => {}
                StatementKind::Assert(condition) | StatementKind::Relation(condition) => {
                    self.read(together, condition);
                }
            }
        }
    }

    fn branch(&mut self, together: &mut BTreeSet<VariableId>, branch: &Branch) {
        branch.guard.iter().for_each(|guard| self.read(together, guard));
        self.block(together, &branch.body);
    }
}
