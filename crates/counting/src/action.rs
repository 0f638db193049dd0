//! Actions over counters.
//!
//! The values of the mover are known at every point of a rule, so that its steps are followed one after the other. Where a value
//! that it takes depends on the variables beside it, the rest of the rule is written once for each value, in the branches of a choice.
//! When all steps are done, the mover is counted under its new values.

use crate::combination::{Combination, Combinations, values};
use crate::meaning::{
    Meaning, Obstacle, arithmetic, compare, compared, connective, expr, int, may_fault, not,
};
use crate::term::{Identity, Terms, instance};
use diagnostics::Span;
use system::parameterized::{
    Choices, Domain, LocationChange, ParameterizedStatement as Said, ParameterizedSystem, Rule, Site, Term,
    Way,
};
use system::{
    Block, Branch, ChoiceSet, Comparison, Edge, Expr, ExprKind, Operation, Owner, Place, Statement,
    StatementKind, Step, Type,
};

/// A step of a rule.
type Together = Vec<Said>;

/// More parts than this are not written for one rule.
const MOST_PARTS: usize = 20_000;

/// Writes the rules of a system as events, and finds combinations on the way.
pub struct Actions<'a> {
    /// The system.
    pub system: &'a ParameterizedSystem,
    /// The combinations that are counted.
    pub combinations: &'a Combinations,
    /// Those that rules lead to beside them.
    pub found: Vec<Combination>,
    /// How many statements were written.
    parts: usize,
}

/// A way to go on after a step: under these conditions, with these values; or with a fault.
#[derive(Debug, Clone, Default)]
struct Case {
    conditions: Vec<Expr>,
    values: Vec<(usize, i64)>,
    faults: bool,
}

impl<'a> Actions<'a> {
    /// Nothing is written yet.
    pub fn new(system: &'a ParameterizedSystem, combinations: &'a Combinations) -> Self {
        Actions { system, combinations, found: Vec::new(), parts: 0 }
    }

    fn terms(&self) -> Terms<'a> {
        Terms { system: self.system, combinations: self.combinations }
    }

    fn meaning(&self, term: &Term, bound: &[Identity]) -> Result<Meaning, Obstacle> {
        self.terms().meaning(term, bound)
    }

    /// The event for a rule whose mover has a combination, if it has a mover; nothing if it is never possible.
    pub fn event(&mut self, rule: &Rule, mover: Option<usize>) -> Result<Option<Edge>, Obstacle> {
        self.parts = 0;
        let of_mover = |number: usize| Identity {
            number: 0,
            counted: number,
            values: self.combinations.get(number).clone(),
        };
        let bound: Vec<Identity> = mover.map(of_mover).into_iter().collect();
        let mut conditions = Vec::new();
        match (rule.movement, bound.first()) {
            (Some(movement), Some(mover)) if movement.is_local => {
                if mover.values[movement.variable] != i64::from(movement.from) {
                    return Ok(None);
                }
            }
            (Some(movement), _) => {
                let site = Site::global(movement.variable);
                let place = Meaning::Number(expr(ExprKind::Read(self.terms().place(&site, &bound)?)));
                let from = Meaning::Known(i64::from(movement.from));
                conditions.push(compared(Comparison::Eq, place, from));
            }
            (None, _) => {}
        }
        if let Some(number) = mover {
            let counter = self.terms().counter(number);
            conditions.push(Meaning::Truth(compare(Comparison::Ge, counter, int(1))));
        }
        conditions.push(self.meaning(&rule.guard, &bound)?);
        let guard = connective(conditions.into_iter().map(Ok), false)?;
        if guard == Meaning::Known(0) {
            return Ok(None);
        }
        let work: Vec<&Together> = rule.action.iter().collect();
        let steps = self.steps(bound, &work, rule.movement)?;
        Ok(Some(Edge {
            name: rule.name.clone(),
            label: None,
            owner: Owner::Event,
            movement: system::Movement::None,
            guard: guard.truth(),
            action: Block { steps },
            span: Span::default(),
        }))
    }

    /// The steps of a rule from here on.
    fn steps(
        &mut self,
        bound: Vec<Identity>,
        work: &[&Together],
        movement: Option<LocationChange>,
    ) -> Result<Vec<Step>, Obstacle> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return Err("a rule has too many ways".into());
        }
        let Some((step, rest)) = work.split_first() else { return self.last(bound.first(), movement) };
        if let [single] = step.as_slice() {
            match single {
                Said::If(condition, then, otherwise) if writes_mover(single) => {
                    return self.branching(bound, condition, then, otherwise.as_ref(), rest, movement);
                }
                Said::Choose(ways) if writes_mover(single) => {
                    let mut branches = Vec::new();
                    for way in ways {
                        branches.extend(self.branch(bound.clone(), way, rest, movement)?);
                    }
                    return Ok(vec![alone(StatementKind::Choose(branches))]);
                }
                Said::Everybody { bound: number, variable, value } => {
                    return self.everybody(bound, *number, *variable, value, rest, movement);
                }
                _ => {}
            }
        }
        let (plain, cases) = self.together(&bound, step)?;
        self.after(bound, plain, cases, rest, movement)
    }

    /// What follows a step, once for each case.
    fn after(
        &mut self,
        bound: Vec<Identity>,
        plain: Vec<Statement>,
        mut cases: Vec<Case>,
        rest: &[&Together],
        movement: Option<LocationChange>,
    ) -> Result<Vec<Step>, Obstacle> {
        let is_certain = |case: &Case| case.conditions.is_empty();
        if cases.len() == 1 && is_certain(&cases[0]) {
            let case = cases.remove(0);
            return self.case(bound, plain, case, rest, movement);
        }
        let mut branches = Vec::new();
        for mut case in cases {
            let conditions = std::mem::take(&mut case.conditions);
            let guard = connective(conditions.into_iter().map(|open| Ok(Meaning::Truth(open))), false)?;
            let steps = self.case(bound.clone(), plain.clone(), case, rest, movement)?;
            branches.push(Branch { guard: open(guard), body: Block { steps }, span: Span::default() });
        }
        Ok(vec![alone(StatementKind::Choose(branches))])
    }

    fn case(
        &mut self,
        mut bound: Vec<Identity>,
        mut plain: Vec<Statement>,
        case: Case,
        rest: &[&Together],
        movement: Option<LocationChange>,
    ) -> Result<Vec<Step>, Obstacle> {
        if case.faults {
            plain.push(statement(StatementKind::Assert(Expr::bool(false, Span::default()))));
            return Ok(vec![Step { statements: plain }]);
        }
        for (variable, value) in case.values {
            bound[0].values[variable] = value;
        }
        let mut steps: Vec<Step> = Vec::new();
        if !plain.is_empty() {
            steps.push(Step { statements: plain });
        }
        steps.extend(self.steps(bound, rest, movement)?);
        Ok(steps)
    }

    fn branching(
        &mut self,
        bound: Vec<Identity>,
        condition: &Term,
        then: &Way,
        otherwise: Option<&Way>,
        rest: &[&Together],
        movement: Option<LocationChange>,
    ) -> Result<Vec<Step>, Obstacle> {
        let nothing = Way { guard: None, steps: Vec::new() };
        let otherwise = otherwise.unwrap_or(&nothing);
        let condition = self.meaning(condition, &bound)?;
        if let Meaning::Known(value) = condition {
            let way = if value != 0 { then } else { otherwise };
            let branches = self.branch(bound, way, rest, movement)?.into_iter().collect();
            return Ok(vec![alone(StatementKind::Choose(branches))]);
        }
        let blocked = || Branch {
            guard: Some(Expr::bool(false, Span::default())),
            body: Block::default(),
            span: Span::default(),
        };
        let then = self.branch(bound.clone(), then, rest, movement)?.unwrap_or_else(blocked);
        let otherwise = Some(self.branch(bound, otherwise, rest, movement)?.unwrap_or_else(blocked));
        Ok(vec![alone(StatementKind::If { condition: condition.truth(), then, otherwise })])
    }

    /// A way and all that follows; nothing if it is blocked.
    fn branch(
        &mut self,
        bound: Vec<Identity>,
        way: &Way,
        rest: &[&Together],
        movement: Option<LocationChange>,
    ) -> Result<Option<Branch>, Obstacle> {
        let guard = match &way.guard {
            Some(guard) => self.meaning(guard, &bound)?,
            None => Meaning::Known(1),
        };
        if guard == Meaning::Known(0) {
            return Ok(None);
        }
        let work: Vec<&Together> = way.steps.iter().chain(rest.iter().copied()).collect();
        let steps = self.steps(bound, &work, movement)?;
        Ok(Some(Branch { guard: open(guard), body: Block { steps }, span: Span::default() }))
    }

    /// The statements of a step that leave the mover alone, and the cases of those that do not.
    fn together(
        &mut self,
        bound: &[Identity],
        step: &Together,
    ) -> Result<(Vec<Statement>, Vec<Case>), Obstacle> {
        let mut plain = Vec::new();
        let mut cases = vec![Case::default()];
        for said in step {
            match said {
                Said::Assign(site, value) if site.owner.is_some() => {
                    let local = self.own(site, bound)?;
                    let value = self.meaning(value, bound)?;
                    cases = product(&cases, &self.assigned(local, value)?, local)?;
                }
                Said::Any(site, choices) if site.owner.is_some() => {
                    let local = self.own(site, bound)?;
                    cases = product(&cases, &self.chosen(local, choices, bound)?, local)?;
                }
                said => plain.extend(self.plain(said, bound)?),
            }
        }
        let is_simple = |case: &Case| case.conditions.is_empty() && !case.faults;
        let has_blocks =
            |one: &Statement| matches!(one.kind, StatementKind::If { .. } | StatementKind::Choose(_));
        if !(cases.len() == 1 && cases.iter().all(is_simple)) && plain.iter().any(has_blocks) {
            return Err("a step writes both variables of an instance and, in branches, others".into());
        }
        Ok((plain, cases))
    }

    /// The variable of the mover that a site denotes; others are out of reach.
    fn own(&self, site: &Site, bound: &[Identity]) -> Result<usize, Obstacle> {
        let owner = site.owner.as_deref().ok_or_else(|| "a variable without an owner".to_owned())?;
        match instance(owner, bound)?.number {
            0 if !bound.is_empty() => self.terms().local(site, bound),
            _ => Err("an instance writes a variable of another one".into()),
        }
    }

    /// The cases of an assignment to a variable of the mover.
    fn assigned(&self, local: usize, value: Meaning) -> Result<Vec<Case>, Obstacle> {
        let variable = &self.system.locals[local];
        let possible = values(&variable.domain, &variable.name)?;
        if let Meaning::Known(value) = value {
            let faults = !possible.contains(&value);
            return Ok(vec![Case { values: vec![(local, value)], faults, ..Case::default() }]);
        }
        let is_truth = matches!(value, Meaning::Truth(_));
        let value = if is_truth { Meaning::Truth(value.truth()) } else { value };
        if let Meaning::Truth(open) | Meaning::Number(open) = &value
            && may_fault(open)
        {
            return Err(format!("what is assigned to `{}` of an instance may fault", variable.name));
        }
        let mut cases = Vec::new();
        for one in &possible {
            let is_it = compared(Comparison::Eq, value.clone(), Meaning::Known(*one));
            cases.push(Case { conditions: vec![is_it.truth()], values: vec![(local, *one)], faults: false });
        }
        if !is_truth {
            let is_any =
                possible.iter().map(|one| Ok(compared(Comparison::Eq, value.clone(), Meaning::Known(*one))));
            let outside = not(connective(is_any, true)?);
            cases.push(Case { conditions: vec![outside.truth()], values: Vec::new(), faults: true });
        }
        Ok(cases)
    }

    /// The cases of a choice of a value for a variable of the mover.
    fn chosen(&self, local: usize, choices: &Choices, bound: &[Identity]) -> Result<Vec<Case>, Obstacle> {
        let variable = &self.system.locals[local];
        let possible = values(&variable.domain, &variable.name)?;
        let known = |term: &Term| match self.meaning(term, bound)? {
            Meaning::Known(value) => Ok(value),
            _ => Err(format!("what is chosen for `{}` of an instance depends on others", variable.name)),
        };
        let all: Vec<i64> = match choices {
            Choices::Domain => possible.clone(),
            Choices::Instances => return Err(crate::combination::names_an_instance(&variable.name)),
            Choices::Members(members) => members.iter().map(known).collect::<Result<_, _>>()?,
            Choices::Range(low, high) => {
                let (low, high) = (known(low)?, known(high)?);
                if high.saturating_sub(low) > i64::try_from(MOST_PARTS).unwrap_or(i64::MAX) {
                    return Err("too many values are chosen from".into());
                }
                (low..=high).collect()
            }
        };
        let case = |value: &i64| Case {
            // A condition that is true keeps a single case a choice.
            conditions: vec![Expr::bool(true, Span::default())],
            values: vec![(local, *value)],
            faults: !possible.contains(value),
        };
        Ok(all.iter().map(case).collect())
    }

    /// A statement that leaves the mover alone.
    fn plain(&mut self, said: &Said, bound: &[Identity]) -> Result<Vec<Statement>, Obstacle> {
        self.parts += 1;
        match said {
            Said::Assign(site, value) => {
                let place = self.terms().place(site, bound)?;
                let value = self.meaning(value, bound)?;
                let mut all: Vec<Statement> = self.within(site, &value)?.into_iter().collect();
                let value = typed(value, place.ty);
                all.push(statement(StatementKind::Assign { place, value }));
                Ok(all)
            }
            Said::Any(site, choices) => {
                let place = self.terms().place(site, bound)?;
                if place.ty == Type::Int {
                    return Err("a value is chosen for a variable whose values depend on the constant".into());
                }
                let set = match choices {
                    Choices::Domain => None,
                    Choices::Instances => return Err(crate::combination::names_an_instance("a choice")),
                    Choices::Range(low, high) => {
                        let (low, high) = (self.meaning(low, bound)?, self.meaning(high, bound)?);
                        Some(ChoiceSet::Range(low.number(), high.number()))
                    }
                    Choices::Members(members) => {
                        let member = |term| Ok(typed(self.meaning(term, bound)?, place.ty));
                        Some(ChoiceSet::Members(members.iter().map(member).collect::<Result<_, Obstacle>>()?))
                    }
                };
                Ok(vec![statement(StatementKind::Any { place, set, condition: None })])
            }
            Said::Assert(condition) => {
                let condition = self.meaning(condition, bound)?.truth();
                Ok(vec![statement(StatementKind::Assert(condition))])
            }
            Said::If(condition, then, otherwise) if !writes_mover(said) => {
                let condition = self.meaning(condition, bound)?.truth();
                let then = self.plain_way(then, bound)?;
                let otherwise = otherwise.as_ref().map(|way| self.plain_way(way, bound)).transpose()?;
                Ok(vec![statement(StatementKind::If { condition, then, otherwise })])
            }
            Said::Choose(ways) if !writes_mover(said) => {
                let branches = ways.iter().map(|way| self.plain_way(way, bound)).collect::<Result<_, _>>()?;
                Ok(vec![statement(StatementKind::Choose(branches))])
            }
            Said::If(..) | Said::Choose(_) => {
                Err("variables of an instance are written in a branch beside other statements".into())
            }
            Said::Everybody { .. } => Err("all instances are written beside other statements".into()),
        }
    }

    fn plain_way(&mut self, way: &Way, bound: &[Identity]) -> Result<Branch, Obstacle> {
        let guard = way.guard.as_ref().map(|guard| self.meaning(guard, bound)).transpose()?;
        let mut steps = Vec::new();
        for step in &way.steps {
            let mut statements = Vec::new();
            for said in step {
                statements.extend(self.plain(said, bound)?);
            }
            steps.push(Step { statements });
        }
        Ok(Branch { guard: guard.map(Meaning::truth), body: Block { steps }, span: Span::default() })
    }

    /// That a value fits a variable whose values depend on the constant.
    fn within(&self, site: &Site, value: &Meaning) -> Result<Option<Statement>, Obstacle> {
        let Domain::UpTo(low, offset) = &self.system.globals[site.variable].domain else { return Ok(None) };
        let condition = within(&self.terms(), *low, *offset, value.clone())?;
        Ok(Some(statement(StatementKind::Assert(condition.truth()))))
    }

    /// All instances get a new value of a variable, each according to its combination.
    fn everybody(
        &mut self,
        mut bound: Vec<Identity>,
        number: usize,
        variable: usize,
        value: &Term,
        rest: &[&Together],
        movement: Option<LocationChange>,
    ) -> Result<Vec<Step>, Obstacle> {
        let declared = &self.system.locals[variable];
        let possible = values(&declared.domain, &declared.name)?;
        let mut names: Vec<Identity> = bound[..number.min(bound.len())].to_vec();
        let mut new = |identity: Identity| -> Result<i64, Obstacle> {
            names.truncate(number);
            names.push(identity);
            match self.meaning(value, &names)? {
                Meaning::Known(value) if possible.contains(&value) => Ok(value),
                Meaning::Known(_) => {
                    Err(format!("`{}` of some instance may get a value outside", declared.name))
                }
                _ => Err(format!(
                    "what all instances get as `{}` depends on more than themselves",
                    declared.name
                )),
            }
        };
        let mut targets = Vec::with_capacity(self.combinations.len());
        for (counted, values) in self.combinations.iter().enumerate() {
            let mut after = values.clone();
            after[variable] = new(Identity { number: usize::MAX, counted, values: values.clone() })?;
            targets.push(after);
        }
        if let Some(mover) = bound.first().cloned() {
            let value = new(mover.clone())?;
            bound[0].values[variable] = value;
            match self.combinations.find(&targets[mover.counted]) {
                Some(counted) => bound[0].counted = counted,
                None => {
                    // Nothing is written until the combination is known; what follows is looked at then.
                    self.found.extend(targets);
                    return Ok(Vec::new());
                }
            }
        }
        let step = Step { statements: self.transfers(&targets) };
        let mut steps = vec![step];
        steps.extend(self.steps(bound, rest, movement)?);
        Ok(steps)
    }

    /// Counts all instances anew, those of each combination under the target of it.
    fn transfers(&mut self, targets: &[Combination]) -> Vec<Statement> {
        let unknown = targets.iter().filter(|target| self.combinations.find(target).is_none());
        let unknown: Vec<Combination> = unknown.cloned().collect();
        self.found.extend(unknown);
        let terms = self.terms();
        let mut statements = Vec::new();
        for number in 0..self.combinations.len() {
            let sources = targets.iter().enumerate();
            let sources = sources.filter(|(_, target)| self.combinations.find(target) == Some(number));
            let sources: Vec<usize> = sources.map(|(source, _)| source).collect();
            if sources == [number] {
                continue;
            }
            let value = match sources.as_slice() {
                [] => int(0),
                [single] => terms.counter(*single),
                several => expr(ExprKind::Sum(several.iter().map(|source| terms.counter(*source)).collect())),
            };
            let place = Place::variable(terms.counter_variable(number), Type::Nat, Span::default());
            statements.push(statement(StatementKind::Assign { place, value }));
        }
        statements
    }

    /// What happens when all steps are done: locations change, and the mover is counted under its new values.
    fn last(
        &mut self,
        mover: Option<&Identity>,
        movement: Option<LocationChange>,
    ) -> Result<Vec<Step>, Obstacle> {
        let mut statements = Vec::new();
        let mut after = mover.map(|mover| mover.values.clone());
        if let Some(movement) = movement {
            match &mut after {
                Some(after) if movement.is_local => after[movement.variable] = i64::from(movement.to),
                _ => {
                    let place = self.terms().place(&Site::global(movement.variable), &[])?;
                    let value = int(i64::from(movement.to));
                    statements.push(statement(StatementKind::Assign { place, value }));
                }
            }
        }
        if let (Some(mover), Some(after)) = (mover, after)
            && self.combinations.get(mover.counted) != &after
        {
            match self.combinations.find(&after) {
                Some(target) => {
                    statements.push(self.counted(mover.counted, Operation::Sub));
                    statements.push(self.counted(target, Operation::Add));
                }
                None => self.found.push(after),
            }
        }
        Ok(if statements.is_empty() { Vec::new() } else { vec![Step { statements }] })
    }

    fn counted(&self, number: usize, operation: Operation) -> Statement {
        let terms = self.terms();
        let place = Place::variable(terms.counter_variable(number), Type::Nat, Span::default());
        let value = arithmetic(operation, Meaning::Number(terms.counter(number)), Meaning::Known(1));
        statement(StatementKind::Assign { place, value: value.number() })
    }
}

/// That a number is one of those from a constant one to the open constant and an offset.
pub fn within(terms: &Terms<'_>, low: i16, offset: i128, value: Meaning) -> Result<Meaning, Obstacle> {
    let offset = i64::try_from(offset).map_err(|_| "an overflow".to_owned())?;
    let high = terms.meaning(&Term::Size(offset), &[])?;
    let is_high = compared(Comparison::Ge, value.clone(), Meaning::Known(i64::from(low)));
    connective([Ok(is_high), Ok(compared(Comparison::Le, value, high))], false)
}

/// Both one case of these and one of those; a variable is written once.
fn product(these: &[Case], those: &[Case], local: usize) -> Result<Vec<Case>, Obstacle> {
    if these.iter().any(|case| case.values.iter().any(|(known, _)| *known == local)) {
        return Err("a step writes a variable of an instance twice".into());
    }
    if these.len().saturating_mul(those.len()) > MOST_PARTS {
        return Err("a step has too many ways".into());
    }
    let both = |one: &Case, other: &Case| Case {
        conditions: one.conditions.iter().chain(&other.conditions).cloned().collect(),
        values: one.values.iter().chain(&other.values).copied().collect(),
        faults: one.faults || other.faults,
    };
    Ok(these.iter().flat_map(|one| those.iter().map(move |other| both(one, other))).collect())
}

/// Whether a statement, or one in its branches, writes variables of instances.
fn writes_mover(said: &Said) -> bool {
    let way = |way: &Way| way.steps.iter().flatten().any(writes_mover);
    match said {
        Said::Assign(site, _) | Said::Any(site, _) => site.owner.is_some(),
        Said::Choose(ways) => ways.iter().any(way),
        Said::If(_, then, otherwise) => way(then) || otherwise.as_ref().is_some_and(way),
        Said::Assert(_) => false,
        Said::Everybody { .. } => true,
    }
}

/// The condition, unless it is always true.
fn open(guard: Meaning) -> Option<Expr> {
    (guard != Meaning::Known(1)).then(|| guard.truth())
}

/// A value as one of a type.
fn typed(value: Meaning, ty: Type) -> Expr {
    if ty == Type::Bool { value.truth() } else { value.number() }
}

fn statement(kind: StatementKind) -> Statement {
    Statement { kind, span: Span::default() }
}

fn alone(kind: StatementKind) -> Step {
    Step { statements: vec![statement(kind)] }
}
