//! Makes rules from transitions.

use super::split::split;
use super::{Assignment, BoundStage, Direct, FieldMove, Patch, Rule, Solving, Swap};
use crate::code::{Code, Target};
use crate::program::action::{FixedRelations, Stage, Way};
use crate::program::{EdgeCode, Program};
use crate::states::layout::Layout;
use crate::states::packed::{Condition, Cube, conjunction};
use crate::value::Domain;
use std::sync::Arc;
use system::{Comparison, Movement, Operation, Transition};

/// Transitions with more ways than this are fired the general way.
const MOST_WAYS: usize = 64;

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
    let make = |guards: &[Code], way: Way| {
        let mut builder = Builder::new(layout, &program.domains);
        builder.locations(&edges);
        guards.iter().for_each(|guard| builder.test(guard));
        builder.effects(program, &edges, way);
        builder.finish()
    };
    let guards: Vec<Code> = edges.iter().flat_map(|edge| edge.guard.iter().cloned()).collect();
    let field = |variable: u32| *layout.field(variable);
    ways.iter().filter_map(|way| split(&guards, way, &program.domains, field, make)).collect()
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
    domains: &'a [Domain],
    cubes: Vec<Cube>,
    tests: Vec<Condition>,
    stages: Vec<BoundStage>,
    moves: Vec<FieldMove>,
    patches: Vec<Patch>,
    relations: Option<Arc<FixedRelations>>,
    is_never: bool,
    /// Whether no test so far can fault.
    may_hoist: bool,
}

impl<'a> Builder<'a> {
    fn new(layout: &'a Layout, domains: &'a [Domain]) -> Self {
        Builder {
            layout,
            domains,
            moves: Vec::new(),
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

    /// In the only stage, constants become patches and copies become moves.
    fn stage(&mut self, stage: Stage, is_only: bool) {
        let mut bound = BoundStage { tests: stage.tests, asserts: stage.asserts, ..BoundStage::default() };
        self.relations = self.relations.take().or(stage.relations);
        for (target, value, domain) in stage.assignments {
            let is_done = match &target {
                Target::Fixed(variable) if is_only => self.replace(*variable, &value, domain),
                _ => false,
            };
            if !is_done {
                bound.assignments.push(self.assignment(target, value, domain));
            }
        }
        for (variable, value, domain) in stage.definitions {
            if !is_only || !self.replace(variable, &value, domain) {
                bound.definitions.push(self.assignment(Target::Fixed(variable), value, domain));
            }
        }
        if !bound.is_empty() {
            self.stages.push(bound);
        }
    }

    /// Makes a patch or a move of a new value, if it is a constant or a copy that always fits.
    fn replace(&mut self, variable: u32, value: &Code, domain: Domain) -> bool {
        match value {
            Code::Constant(value) if domain.contains(*value) => match self.patch_for(variable, *value) {
                Some(patch) => {
                    self.patch(patch);
                    true
                }
                None => false,
            },
            Code::Read(source) => {
                let (from, to) = (self.layout.field(*source), self.layout.field(variable));
                let of_source = self.domains[*source as usize];
                let fits = domain.contains(of_source.low) && domain.contains(of_source.high);
                let is_alike = (from.mask, from.low) == (to.mask, to.low);
                if fits && is_alike {
                    let by = to.shift as i32 - from.shift as i32;
                    let (taken, covered) = (from.cover(), to.cover());
                    self.shift(FieldMove { from: from.word, to: to.word, taken, covered, by });
                }
                fits && is_alike
            }
            _ => false,
        }
    }

    fn shift(&mut self, new: FieldMove) {
        let is_parallel =
            |other: &&mut FieldMove| (other.from, other.to, other.by) == (new.from, new.to, new.by);
        match self.moves.iter_mut().find(is_parallel) {
            Some(other) => {
                other.taken |= new.taken;
                other.covered |= new.covered;
            }
            None => self.moves.push(new),
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
        let is_plain =
            matches!(test, Condition::Constant(true)) && self.stages.is_empty() && self.moves.is_empty();
        if self.layout.words() > 1 || !is_plain || self.relations.is_some() {
            let (cubes, mut stages, moves, patches) = (self.cubes, self.stages, self.moves, self.patches);
            let Some(relations) = self.relations else {
                return Some(Rule::Direct(Box::new(Direct { cubes, test, stages, moves, patches })));
            };
            let asserts = stages.iter_mut().flat_map(|stage| std::mem::take(&mut stage.asserts)).collect();
            let variables = relations.unknowns().iter().map(|unknown| unknown.variable);
            let fields = variables.map(|variable| (variable, *self.layout.field(variable))).collect();
            let direct = Direct { cubes, test, stages, moves, patches };
            return Some(Rule::Solving(Box::new(Solving { direct, relations, fields, asserts })));
        }
        let (mask, value) = self.cubes.first().map_or((0, 0), |cube| (cube.mask, cube.value));
        let (keep, set) = self.patches.first().map_or((u64::MAX, 0), |patch| (!patch.mask, patch.value));
        Some(Rule::Swap(Swap { mask, value, keep, set }))
    }
}
