//! All that stands in a checked model.

use crate::checked::{CheckedModel, CheckedMover, CheckedQuestion, InitialKind};
use crate::typed::{Instance, Selection, Typed, TypedDomain, TypedKind, TypedPlace};
use crate::typed_action::{TypedBlock, TypedBranch, TypedStatement, TypedStatementKind};

/// Visits an expression and all below it.
pub(super) fn each(typed: &Typed, visit: &mut dyn FnMut(&Typed)) {
    use TypedKind::*;
    visit(typed);
    match &typed.kind {
        Constant(_) | Slot(_) | Rigid(_) | CountInstances(..) | CountPopulation(..) | Unknown => {}
        Read { place, .. } => each_of_place(place, visit),
        Not(a) | Negate(a) | Absolute(a) | IndexOf(a) | InstanceAt(_, a) | Temporal(_, a) => each(a, visit),
        And(all) | Or(all) | Chain(all, _) => all.iter().for_each(|one| each(one, visit)),
        Sum(all) => all.iter().for_each(|(_, one)| each(one, visit)),
        Implies(a, b) | Iff(a, b) | Arithmetic(_, a, b) | Until(_, a, b) | PathUntil(_, _, a, b) => {
            each(a, visit);
            each(b, visit);
        }
        Within(a, set) => {
            each(a, visit);
            set.parts().into_iter().for_each(|part| each(part, visit));
        }
        If(a, b, c) => [a, b, c].into_iter().for_each(|part| each(part, visit)),
        At(instance, _) => each_of_instance(instance, visit),
        Reach(reach) => {
            each(&reach.start, visit);
            each(&reach.goal, visit);
        }
        Quantifier { domain, body, .. } => {
            if let TypedDomain::Range(low, high) | TypedDomain::Between(low, high) = &**domain {
                each(low, visit);
                each(high, visit);
            }
            if let TypedDomain::Elements(set) = &**domain {
                each(set, visit);
            }
            each(body, visit);
        }
        Structured(structured) => structured.parts().into_iter().for_each(|part| each(part, visit)),
        Dispatch(dispatch) => {
            each(&dispatch.reference, visit);
            each(&dispatch.body, visit);
        }
    }
}

fn each_of_instance(instance: &Instance, visit: &mut dyn FnMut(&Typed)) {
    if let Instance::Reference(_, typed) | Instance::Index(_, typed) = instance {
        each(typed, visit);
    }
}

fn each_of_place(place: &TypedPlace, visit: &mut dyn FnMut(&Typed)) {
    place.instance.iter().for_each(|instance| each_of_instance(instance, visit));
    place.path.iter().filter_map(Selection::index).for_each(|index| each(index, visit));
}

fn each_of_block(block: &TypedBlock, visit: &mut dyn FnMut(&Typed)) {
    each_of_statements(block.steps.iter().flatten(), visit);
}

fn each_of_statements<'s>(
    statements: impl Iterator<Item = &'s TypedStatement>,
    visit: &mut dyn FnMut(&Typed),
) {
    use TypedStatementKind::*;
    for statement in statements {
        match &statement.kind {
            Assign(place, value) => {
                each_of_place(place, visit);
                each(value, visit);
            }
            Any(place, set, condition) => {
                each_of_place(place, visit);
                set.iter().flat_map(|set| set.parts()).for_each(|part| each(part, visit));
                condition.iter().for_each(|condition| each(condition, visit));
            }
            Choose(branches) => branches.iter().for_each(|branch| each_of_branch(branch, visit)),
            If(condition, then, otherwise) => {
                each(condition, visit);
                each_of_branch(then, visit);
                otherwise.iter().for_each(|branch| each_of_branch(branch, visit));
            }
            Assert(condition) | Relation(condition) => each(condition, visit),
            Send(queue, value) => {
                each_of_place(queue, visit);
                each(value, visit);
            }
            Receive(queue, target) => {
                std::iter::once(queue).chain(target).for_each(|place| each_of_place(place, visit));
            }
            For(all) => each_of_statements(all.step.iter(), visit),
            Skip | Unknown => {}
        }
    }
}

fn each_of_branch(branch: &TypedBranch, visit: &mut dyn FnMut(&Typed)) {
    branch.guard.iter().for_each(|guard| each(guard, visit));
    each_of_block(&branch.body, visit);
}

/// Visits all expressions of a model, but for fairness and help for proofs.
pub(super) fn each_of_model(model: &CheckedModel<'_>, visit: &mut dyn FnMut(&Typed)) {
    for initial in &model.initial {
        match &initial.kind {
            InitialKind::Condition(typed) | InitialKind::Value(_, typed) => each(typed, visit),
            InitialKind::Within(_, set) => set.parts().into_iter().for_each(|part| each(part, visit)),
            InitialKind::Starts(..) | InitialKind::Counts(..) => {}
        }
    }
    for mover in &model.movers {
        match mover {
            CheckedMover::Event(event) => {
                event.guard.iter().for_each(|guard| each(guard, visit));
                each_of_block(&event.action, visit);
            }
            CheckedMover::Body(_, edges) => {
                for edge in edges {
                    edge.guard.iter().for_each(|guard| each(guard, visit));
                    each_of_block(&edge.action, visit);
                }
            }
        }
    }
    for property in &model.properties {
        if let CheckedQuestion::Formula(_, formula) = &property.question {
            each(formula, visit);
        }
    }
}
