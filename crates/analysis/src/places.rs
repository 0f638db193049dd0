//! Every place that the behaviour of a system mentions, to be changed. Properties stay as they are: answers are about them.

use system::{Assumption, Block, Branch, ChoiceSet, Expr, ExprKind, Place, Statement, StatementKind, System};

/// Changes every place in edges, initial conditions and fairness.
pub(crate) fn change(system: &mut System, by: &mut dyn FnMut(&mut Place)) {
    system.initial.iter_mut().for_each(|condition| expression(condition, by));
    for edge in &mut system.edges {
        expression(&mut edge.guard, by);
        block(&mut edge.action, by);
    }
    for fairness in &mut system.fairness {
        match &mut fairness.assumption {
            Assumption::Weak(_) | Assumption::Strong(_) => {}
            Assumption::Justice(e) => expression(e, by),
            Assumption::Compassion(e, f) => {
                expression(e, by);
                expression(f, by);
            }
        }
    }
}

fn place(place: &mut Place, by: &mut dyn FnMut(&mut Place)) {
    by(place);
    place.selectors.iter_mut().for_each(|selector| expression(&mut selector.index, by));
}

fn expression(expr: &mut Expr, by: &mut dyn FnMut(&mut Place)) {
    use ExprKind::*;
    match &mut expr.kind {
        Const(..) | Bound(_) => {}
        Read(read) | ReadNext(read) => place(read, by),
        Not(a) | Negate(a) | Absolute(a) | IndexOf(a) | InstanceAt(_, a) => expression(a, by),
        And(all) | Or(all) | Sum(all) | Count(all) => all.iter_mut().for_each(|e| expression(e, by)),
        Implies(a, b) | Iff(a, b) | Compare(_, a, b) | Arithmetic(_, a, b) => {
            expression(a, by);
            expression(b, by);
        }
        If(a, b, c) => [a, b, c].into_iter().for_each(|e| expression(e, by)),
        Reach(reach) => {
            let ends = [&mut reach.start, &mut reach.goal];
            ends.into_iter().chain(reach.links.iter_mut().flatten()).for_each(|e| expression(e, by));
        }
        Quantified { body, .. } => expression(body, by),
    }
}

fn block(of: &mut Block, by: &mut dyn FnMut(&mut Place)) {
    of.steps.iter_mut().flat_map(|step| &mut step.statements).for_each(|one| statement(one, by));
}

fn branch(of: &mut Branch, by: &mut dyn FnMut(&mut Place)) {
    of.guard.iter_mut().for_each(|guard| expression(guard, by));
    block(&mut of.body, by);
}

fn statement(of: &mut Statement, by: &mut dyn FnMut(&mut Place)) {
    match &mut of.kind {
        StatementKind::Assign { place: written, value } => {
            place(written, by);
            expression(value, by);
        }
        StatementKind::Any { place: written, set, condition } => {
            place(written, by);
            match set {
                None => {}
                Some(ChoiceSet::Range(low, high)) => {
                    expression(low, by);
                    expression(high, by);
                }
                Some(ChoiceSet::Members(all)) => all.iter_mut().for_each(|e| expression(e, by)),
            }
            condition.iter_mut().for_each(|condition| expression(condition, by));
        }
        StatementKind::Choose(branches) => branches.iter_mut().for_each(|one| branch(one, by)),
        StatementKind::If { condition, then, otherwise } => {
            expression(condition, by);
            branch(then, by);
            otherwise.iter_mut().for_each(|one| branch(one, by));
        }
        StatementKind::Skip => {}
        StatementKind::Assert(condition) | StatementKind::Relation(condition) => expression(condition, by),
    }
}
