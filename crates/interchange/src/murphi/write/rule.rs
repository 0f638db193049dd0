//! Rules as events, and properties.

use super::Writer;
use super::start::Starts;
use crate::Problem;
use crate::murphi::model::{
    Designator, Expr, FlatModel, FlatProperty, FlatRule, Instruction, Selector, Type,
};
use crate::murphi::resolve::for_all;
use crate::murphi::visit::{each_step, map_expr, reads, with_value, written};
use crate::names;

/// The most events that a rule may become for the rulesets around it.
const MOST_EVENTS: usize = 10_000;

impl Writer<'_> {
    /// The events of a rule: one for all values of the innermost ruleset around it, and copies for those of the others.
    pub(super) fn rule(
        &mut self,
        rule: &FlatRule,
        changes: bool,
        properties: &[FlatProperty],
    ) -> Result<String, Problem> {
        let mut steps = rule.steps.clone();
        for property in properties.iter().filter(|property| property.word == "assume") {
            steps.push(Instruction::Assume(for_all(&property.binders, property.condition.clone(), true)));
        }
        let name = if rule.name.is_empty() { format!("rule at {}", rule.at.0) } else { rule.name.clone() };
        let mut copies = vec![(name, rule.guard.clone(), steps)];
        let outer = rule.binders.len().saturating_sub(1);
        for (name, ty) in &rule.binders[..outer] {
            if copies.len().saturating_mul(self.tables.count(ty)) > MOST_EVENTS {
                let message = "the rulesets around this rule have too many values";
                return Err(Problem::new(message, Some(rule.at)));
            }
            let values = self.tables.values(ty);
            let mut further = Vec::new();
            for (label, guard, steps) in copies {
                for value in &values {
                    let own = match ty {
                        Type::Identity(set, _) => Type::Identity(*set, vec![(*value, *value)]),
                        other => other.clone(),
                    };
                    let known = Expr::Value(*value, own);
                    let guard = map_expr(&guard, &mut |part| match part {
                        Expr::Bound(bound, _) if bound == name => Some(known.clone()),
                        _ => None,
                    });
                    if guard.value() == Some(0) {
                        continue;
                    }
                    let label = format!("{label}, {name} = {}", self.value(*value, ty));
                    further.push((label, guard, with_value(&steps, name, &known)));
                }
            }
            copies = further;
        }
        let mut text = String::new();
        for (label, guard, steps) in copies {
            text.push_str(&self.event(&label, rule.binders.last(), &guard, &steps, changes));
        }
        Ok(text)
    }

    fn event(
        &mut self,
        label: &str,
        binder: Option<&(String, Type)>,
        guard: &Expr,
        steps: &[Instruction],
        changes: bool,
    ) -> String {
        let mut text = format!("event {}", self.give(label));
        let mut conditions = Vec::new();
        if let Some((name, ty)) = binder {
            let name = names::name(name);
            let (low, high) = match ty {
                Type::Identity(_, ranges) => {
                    let (low, high) =
                        (ranges.first().map_or(1, |range| range.0), ranges.last().map_or(0, |range| range.1));
                    if ranges.len() > 1 {
                        conditions.push(format!("{name} in {}", self.domain(ty)));
                    }
                    (low, high)
                }
                other => self.tables.bounds(other),
            };
            text.push_str(&format!("[{name} in {low}..{high}]"));
        }
        if guard.value() != Some(1) {
            conditions.push(self.sure(guard).at(super::expression::BindingStrength::And));
        }
        if !conditions.is_empty() {
            text.push_str(&format!(" when {}", conditions.join(" && ")));
        }
        let (before, mut behind) = if changes { (Vec::new(), Vec::new()) } else { self.must_change(steps) };
        let (steps, left) = self.forgetting(steps);
        let resets: Vec<String> = left.iter().map(|root| self.reset_of(&self.roots[*root])).collect();
        behind.extend((!resets.is_empty()).then(|| resets.join(", ")));
        let action = self.action(&steps, &before, &behind);
        format!("{text} do {action}\n")
    }

    /// Steps in front that keep what was, and one behind that blocks if nothing has changed.
    fn must_change(&mut self, steps: &[Instruction]) -> (Vec<String>, Vec<String>) {
        let mut places: Vec<Designator> = Vec::new();
        each_step(steps, &mut |step| {
            let Some(place) = written(step).filter(|place| self.tables.roots[place.root].is_global) else {
                return;
            };
            // A part that is chosen by the state, or inside of a loop, stands for the whole.
            let is_fixed = |part: &Selector| match part {
                Selector::Field(_) => true,
                Selector::Index(index) => matches!(**index, Expr::Value(..) | Expr::Bound(..)),
            };
            let mut place = place.clone();
            if let Some(at) = place.parts.iter().position(|part| !is_fixed(part)) {
                place.parts.truncate(at);
            }
            places.push(place);
        });
        let loops = loop_names(steps);
        for place in &mut places {
            let is_of_loop = |part: &Selector| matches!(part, Selector::Index(index) if matches!(&**index, Expr::Bound(name, _) if loops.contains(name)));
            if let Some(at) = place.parts.iter().position(is_of_loop) {
                place.parts.truncate(at);
            }
            place.ty = self.type_of(place);
        }
        let places = places.into_iter().flat_map(|place| self.instances_of(place));
        let mut places: Vec<Designator> = places.collect();
        places.sort_by_key(|place| (place.root, place.parts.len()));
        let mut distinct: Vec<Designator> = Vec::new();
        for place in places {
            let is_in =
                |whole: &Designator| whole.root == place.root && place.parts.starts_with(&whole.parts);
            if !distinct.iter().any(is_in) {
                distinct.push(place);
            }
        }
        if distinct.is_empty() {
            return (Vec::new(), vec!["choose { when false do skip }".to_owned()]);
        }
        let (mut keep, mut differ, mut reset) = (Vec::new(), Vec::new(), Vec::new());
        for (number, place) in distinct.iter().enumerate() {
            let text = self.place(place, &mut Vec::new());
            let way = way(place);
            let ty = self.type_text(&place.ty, place.root, &way);
            let name = self.kept_name(number, &ty, &place.ty, place.root, &way);
            keep.push(format!("{name} := {text}"));
            differ.push(format!("{text} != {name}"));
            reset.push(self.reset_of(&name));
        }
        let blocked = format!("choose {{ when {} do skip }}", differ.join(" || "));
        (vec![keep.join(", ")], vec![blocked, reset.join(", ")])
    }

    /// A variable of instances as that of each.
    fn instances_of(&self, place: Designator) -> Vec<Designator> {
        match &place.ty {
            Type::Array(of, element) if place.parts.is_empty() && self.own[place.root].is_some() => {
                let one = |index: i128| Designator {
                    parts: vec![Selector::Index(Box::new(Expr::Value(index, (**of).clone())))],
                    ty: (**element).clone(),
                    ..place.clone()
                };
                self.tables.values(of).into_iter().map(one).collect()
            }
            _ => vec![place],
        }
    }

    fn type_of(&self, place: &Designator) -> Type {
        let root = self.tables.roots[place.root].ty.clone();
        place.parts.iter().fold(root, |ty, part| ty.part(part).cloned().unwrap_or(ty))
    }

    /// The steps with simple variables of procedures reset where they are no longer needed, and the other variables of procedures.
    fn forgetting(&self, steps: &[Instruction]) -> (Vec<Instruction>, Vec<usize>) {
        let mut steps = steps.to_vec();
        let mut left = Vec::new();
        for root in super::used_locals(&steps, self.tables) {
            let place = Designator { root, parts: Vec::new(), ty: self.tables.roots[root].ty.clone() };
            let is_reset = match &place.ty {
                ty if !ty.is_simple() => None,
                _ if self.undefined.is_possible(&place) => Some(Instruction::Undefine(place)),
                // Nobody holds the identity of nothing.
                Type::Identity(..) => None,
                ty => {
                    let least = crate::murphi::run::cleared(ty, self.tables);
                    Some(Instruction::Assign(place, least))
                }
            };
            match is_reset {
                Some(reset) => reset_behind(&mut steps, root, &reset),
                None => left.push(root),
            }
        }
        (steps, left)
    }

    /// The properties.
    pub(super) fn properties(&mut self, model: &FlatModel, starts: &Starts) -> String {
        let mut text = String::new();
        let mut taken = std::collections::BTreeSet::new();
        let mut named = |name: &str, word: &str| {
            let mut own = if name.is_empty() { format!("{word} 1") } else { name.to_owned() };
            let mut number = 1;
            while matches!(own.as_str(), "deadlock_free" | "no_faults") || !taken.insert(own.clone()) {
                number += 1;
                own = format!("{} {number}", if name.is_empty() { word } else { name });
            }
            names::quoted(&own)
        };
        for property in &model.properties {
            let is_cover = property.word == "cover";
            if property.word == "liveness" {
                let condition = self.sure(&property.condition).text;
                let binders = property.binders.iter();
                let around: String = binders
                    .map(|(name, ty)| format!("forall {} in {}: ", names::name(name), self.domain(ty)))
                    .collect();
                let name = named(&property.name, "liveness");
                text.push_str(&format!("ctl {name}: {around}AG EF ({condition})\n"));
                continue;
            }
            let condition = for_all(&property.binders, property.condition.clone(), !is_cover);
            let condition = self.sure(&condition).text;
            let line = match property.word {
                "invariant" => format!("invariant {}: {condition}", named(&property.name, "invariant")),
                "cover" => format!("reachable {}: {condition}", named(&property.name, "cover")),
                _ => continue,
            };
            text.push_str(&line);
            text.push('\n');
        }
        for message in &starts.wrong {
            let name = named(&format!("start state: {message}"), "start state");
            text.push_str(&format!("invariant {name}: false\n"));
        }
        text.push_str("invariant deadlock_free\n");
        text
    }
}

/// The fields on the way to a place, and a sign for elements.
fn way(place: &Designator) -> Vec<String> {
    let part = |part: &Selector| match part {
        Selector::Field(name) => name.clone(),
        Selector::Index(_) => "[]".to_owned(),
    };
    place.parts.iter().map(part).collect()
}

/// Adds a step behind the last use of a variable: in a branch, if it is used there alone.
fn reset_behind(steps: &mut Vec<Instruction>, root: usize, reset: &Instruction) {
    let uses = |step: &Instruction| super::used_variables(std::slice::from_ref(step)).contains(&root);
    let mut users = steps.iter_mut().filter(|step| uses(step));
    if let (Some(Instruction::If(condition, then, other)), None) = (users.next(), users.next())
        && !reads(condition, &mut |place| place.root == root)
    {
        for branch in [then, other] {
            if branch.iter().any(uses) {
                reset_behind(branch, root, reset);
            }
        }
        return;
    }
    steps.push(reset.clone());
}

/// The names that loops among the steps bind.
fn loop_names(steps: &[Instruction]) -> Vec<String> {
    let mut names = Vec::new();
    each_step(steps, &mut |step| {
        if let Instruction::For(name, ..) | Instruction::Count(name, ..) = step {
            names.push(name.clone());
        }
    });
    names
}
