//! Transitions that can be taken on packed states directly.
//!
//! Most transitions of real models test a few variables for constants and assign a few variables. Each way
//! through such a transition becomes a [`Rule`] over the bits of the packed state: tests for constants are
//! merged into one masked comparison for each word, a [`Cube`]; assignments of constants into one masked
//! replacement, a [`Patch`]; what is left is code. Where a state is one word and there is nothing left, the
//! rule is a [`Swap`]: a philosopher who takes a fork is one comparison and one replacement.
//!
//! Tests may be moved forward into cubes only over tests that cannot fault, since a guard that faults is a
//! fault even where a later part of it is false. Everything that does not fit this form is fired the general
//! way.

use crate::action::{FixedRelations, Stage, Way};
use crate::code::{Code, Target};
use crate::layout::{Field, Layout};
use crate::packed::{Condition, Cube, conjunction};
use crate::program::{EdgeCode, Program};
use crate::value::Domain;
use std::collections::BTreeSet;
use std::rc::Rc;
use system::{Comparison, Movement, Operation, Transition};

/// Transitions with more ways than this are fired the general way.
const MOST_WAYS: usize = 64;

/// One way through a transition, on packed states of one layout.
#[derive(Debug)]
pub(crate) enum Rule {
    /// The transition is fired the general way.
    General,
    /// It compares and replaces bits of the only word.
    Swap(Swap),
    /// It tests and replaces bits, and computes values.
    Direct(Box<Direct>),
    /// It does so and then solves relations.
    Solving(Box<Solving>),
}

/// A comparison and a replacement of bits of one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Swap {
    pub mask: u64,
    pub value: u64,
    pub keep: u64,
    pub set: u64,
}

/// Tests, then stages of computations, then replacements.
#[derive(Debug)]
pub(crate) struct Direct {
    pub cubes: Vec<Cube>,
    pub test: Condition,
    pub stages: Vec<BoundStage>,
    pub patches: Vec<Patch>,
}

/// Tests, computations and replacements, then relations to solve, then assertions.
#[derive(Debug)]
pub(crate) struct Solving {
    /// All but the relations; of the assertions none is left here.
    pub direct: Direct,
    pub relations: Rc<FixedRelations>,
    /// The variables that are sought, with their fields.
    pub fields: Vec<(u32, Field)>,
    pub asserts: Vec<Code>,
}

/// Certain bits of a word get certain values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Patch {
    pub word: u32,
    pub mask: u64,
    pub value: u64,
}

/// A stage of a straight line, with the fields of what it writes.
#[derive(Debug, Default)]
pub(crate) struct BoundStage {
    /// Conditions on the values that the stage begins with; the first stage's are in the rule's test.
    pub tests: Vec<Code>,
    pub assignments: Vec<Assignment>,
    pub definitions: Vec<Assignment>,
    pub asserts: Vec<Code>,
}

/// A variable gets a computed value.
#[derive(Debug)]
pub(crate) struct Assignment {
    pub target: Target,
    /// The field of the target, if it is fixed.
    pub field: Field,
    pub value: Code,
    pub domain: Domain,
}

/// The rules for all ways through a transition, but for those that no state of this layout enables.
pub(crate) fn rules(program: &Program<'_>, layout: &Layout, transition: &Transition) -> Vec<Rule> {
    let mut edges = vec![&program.edges[transition.sender.index()]];
    edges.extend(transition.receivers.iter().map(|receiver| &program.edges[receiver.edge.index()]));
    let is_optional = transition.receivers.iter().any(|receiver| !receiver.required);
    let ways = if is_optional { None } else { joint_ways(&edges) };
    let Some(ways) = ways else { return vec![Rule::General] };
    // Solutions are many, so there can be nothing to compute behind them.
    let is_movable = edges.iter().all(|edge| !matches!(edge.movement, Movement::Counter { .. }));
    let relates = |way: &Way| way.iter().any(|stage| stage.relations.is_some());
    if ways.iter().any(|way| relates(way) && (way.len() > 1 || !is_movable)) {
        return vec![Rule::General];
    }
    let rule = |way: Way| {
        let mut builder = Builder::new(layout);
        builder.locations(&edges);
        edges.iter().flat_map(|edge| &edge.guard).for_each(|test| builder.test(test));
        builder.effects(program, &edges, way);
        builder.finish()
    };
    ways.into_iter().filter_map(rule).collect()
}

/// The ways through the actions of all edges, one after the other.
fn joint_ways(edges: &[&EdgeCode]) -> Option<Vec<Way>> {
    let mut joint: Vec<Way> = vec![Vec::new()];
    for edge in edges {
        let ways = edge.ways.as_ref()?;
        if joint.len() * ways.len() > MOST_WAYS {
            return None;
        }
        let join = |way: &Way| ways.iter().map(|further| [&way[..], further].concat()).collect::<Vec<_>>();
        joint = joint.iter().flat_map(join).collect();
    }
    Some(joint)
}

struct Builder<'a> {
    layout: &'a Layout,
    cubes: Vec<Cube>,
    tests: Vec<Condition>,
    stages: Vec<BoundStage>,
    patches: Vec<Patch>,
    relations: Option<Rc<FixedRelations>>,
    is_never: bool,
    /// Whether no test so far can fault.
    may_hoist: bool,
}

impl<'a> Builder<'a> {
    fn new(layout: &'a Layout) -> Self {
        Builder {
            layout,
            cubes: Vec::new(),
            tests: Vec::new(),
            stages: Vec::new(),
            patches: Vec::new(),
            relations: None,
            is_never: false,
            may_hoist: true,
        }
    }

    /// Being at a location is tested before any guard.
    fn locations(&mut self, edges: &[&EdgeCode]) {
        for (at, edge) in edges.iter().enumerate() {
            match edge.movement {
                Movement::None => {}
                Movement::Location { variable, from, .. } => self.test(&Code::Is(variable.0, from.into())),
                Movement::Counter { from, .. } => {
                    let earlier = edges[..at].iter().filter(|other| {
                        matches!(other.movement, Movement::Counter { from: same, .. } if same == from)
                    });
                    self.test(&Code::Bounded(Comparison::Ge, from.0, earlier.count() as i64 + 1));
                }
            }
        }
    }

    fn test(&mut self, code: &Code) {
        match Condition::new(code, self.layout) {
            Condition::Match(cube) if self.may_hoist => self.require(cube),
            Condition::Constant(false) if self.may_hoist => self.is_never = true,
            other => self.tests.push(other),
        }
        self.may_hoist &= !code.can_fault();
    }

    /// Requires the cube to match, together with others of the same word.
    fn require(&mut self, cube: Cube) {
        match self.cubes.iter_mut().find(|other| other.word == cube.word) {
            // The same variable cannot have two values.
            Some(other) if (other.value ^ cube.value) & other.mask & cube.mask != 0 => self.is_never = true,
            Some(other) => {
                other.mask |= cube.mask;
                other.value |= cube.value;
            }
            None => self.cubes.push(cube),
        }
    }

    fn effects(&mut self, program: &Program<'_>, edges: &[&EdgeCode], mut way: Way) {
        if let Some(first) = way.first_mut() {
            first.tests.drain(..).for_each(|test| self.test(&test));
        }
        let is_single = way.len() == 1;
        for stage in way {
            self.stage(stage, is_single);
        }
        self.movements(program, edges);
    }

    /// Constants that cannot be overwritten by a later stage become patches.
    fn stage(&mut self, stage: Stage, is_last: bool) {
        let mut bound = BoundStage { tests: stage.tests, asserts: stage.asserts, ..BoundStage::default() };
        self.relations = self.relations.take().or(stage.relations);
        for (target, value, domain) in stage.assignments {
            let patch = match (&target, &value) {
                (Target::Fixed(variable), Code::Constant(value)) if is_last && domain.contains(*value) => {
                    self.patch_for(*variable, *value)
                }
                _ => None,
            };
            match patch {
                Some(patch) => self.patch(patch),
                None => bound.assignments.push(self.assignment(target, value, domain)),
            }
        }
        for (variable, value, domain) in stage.definitions {
            bound.definitions.push(self.assignment(Target::Fixed(variable), value, domain));
        }
        if !bound.is_empty() {
            self.stages.push(bound);
        }
    }

    /// Locations and counters change last.
    fn movements(&mut self, program: &Program<'_>, edges: &[&EdgeCode]) {
        let mut counters: Vec<(u32, i64)> = Vec::new();
        for edge in edges {
            match edge.movement {
                Movement::None => {}
                Movement::Location { variable, from, to } => {
                    let patch = self.patch_for(variable.0, to.into()).expect("a field holds every location");
                    if from != to {
                        self.patch(patch);
                    }
                }
                Movement::Counter { from, to } => {
                    for (counter, by) in [(from.0, -1), (to.0, 1)] {
                        match counters.iter_mut().find(|(other, _)| *other == counter) {
                            Some((_, sum)) => *sum += by,
                            None => counters.push((counter, by)),
                        }
                    }
                }
            }
        }
        let mut last = BoundStage::default();
        for (variable, by) in counters.into_iter().filter(|(_, by)| *by != 0) {
            let sum = [Code::Read(variable), Code::Constant(by)];
            let span = program.system().variables[variable as usize].span;
            let value = Code::Arithmetic(Operation::Add, Box::new(sum), span);
            let domain = program.domains[variable as usize];
            last.assignments.push(self.assignment(Target::Fixed(variable), value, domain));
        }
        if !last.is_empty() {
            self.stages.push(last);
        }
    }

    fn assignment(&self, target: Target, value: Code, domain: Domain) -> Assignment {
        let some = match &target {
            Target::Fixed(variable) => *variable,
            Target::Selected(address) => address.first,
        };
        Assignment { target, field: *self.layout.field(some), value, domain }
    }

    fn patch_for(&self, variable: u32, value: i64) -> Option<Patch> {
        let field = self.layout.field(variable);
        field.bits(value).map(|value| Patch { word: field.word, mask: field.cover(), value })
    }

    fn patch(&mut self, patch: Patch) {
        match self.patches.iter_mut().find(|other| other.word == patch.word) {
            Some(other) => {
                other.value = (other.value & !patch.mask) | patch.value;
                other.mask |= patch.mask;
            }
            None => self.patches.push(patch),
        }
    }

    fn finish(self) -> Option<Rule> {
        if self.is_never {
            return None;
        }
        let test = conjunction(self.tests.into_iter());
        let is_plain = matches!(test, Condition::Constant(true)) && self.stages.is_empty();
        if self.layout.words() > 1 || !is_plain || self.relations.is_some() {
            let (cubes, mut stages, patches) = (self.cubes, self.stages, self.patches);
            let Some(relations) = self.relations else {
                return Some(Rule::Direct(Box::new(Direct { cubes, test, stages, patches })));
            };
            let asserts = stages.iter_mut().flat_map(|stage| std::mem::take(&mut stage.asserts)).collect();
            let variables = relations.unknowns().iter().map(|unknown| unknown.variable);
            let fields = variables.map(|variable| (variable, *self.layout.field(variable))).collect();
            let direct = Direct { cubes, test, stages, patches };
            return Some(Rule::Solving(Box::new(Solving { direct, relations, fields, asserts })));
        }
        let (mask, value) = self.cubes.first().map_or((0, 0), |cube| (cube.mask, cube.value));
        let (keep, set) = self.patches.first().map_or((u64::MAX, 0), |patch| (!patch.mask, patch.value));
        Some(Rule::Swap(Swap { mask, value, keep, set }))
    }
}

impl BoundStage {
    fn is_empty(&self) -> bool {
        let BoundStage { tests, assignments, definitions, asserts } = self;
        tests.is_empty() && assignments.is_empty() && definitions.is_empty() && asserts.is_empty()
    }
}

impl Solving {
    /// Adds the variables whose values the rule reads.
    pub fn variables(&self, found: &mut BTreeSet<u32>) {
        self.direct.variables(found);
        self.relations.sets().for_each(|set| set.variables(found));
        self.relations.plan().variables(found);
        self.asserts.iter().for_each(|code| code.variables(found));
    }
}

impl Direct {
    /// Adds the variables whose values the rule reads.
    pub fn variables(&self, found: &mut BTreeSet<u32>) {
        self.test.variables(found);
        for stage in &self.stages {
            stage.tests.iter().chain(&stage.asserts).for_each(|code| code.variables(found));
            for assignment in stage.assignments.iter().chain(&stage.definitions) {
                assignment.value.variables(found);
                if let Target::Selected(address) = &assignment.target {
                    address.variables(found);
                }
            }
        }
    }
}
