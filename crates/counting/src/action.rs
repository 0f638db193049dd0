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

/// What becomes of the instances of a combination, under a condition.
struct Transfer {
    source: usize,
    condition: Meaning,
    values: Combination,
}

/// A way to go on after a step: under these conditions, with these values; or with a fault.
#[derive(Debug, Clone, Default)]
struct Case {
    conditions: Vec<Expr>,
    /// The instance, its variable, and the value.
    values: Vec<(usize, usize, i64)>,
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

    /// The event for a rule whose movers have these combinations: none, a mover, or a mover and its partner, which may be the same
    /// instance; nothing if it is never possible.
    pub fn event(&mut self, rule: &Rule, movers: &[usize], is_one: bool) -> Result<Option<Edge>, Obstacle> {
        self.parts = 0;
        let of_mover = |(place, number): (usize, &usize)| Identity {
            number: if is_one { 0 } else { place },
            counted: *number,
            values: self.combinations.get(*number).clone(),
        };
        let bound: Vec<Identity> = movers.iter().enumerate().map(of_mover).collect();
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
        if let (Some(partner), [_, identity]) = (&rule.partner, bound.as_slice())
            && identity.values[partner.movement.variable] != i64::from(partner.movement.from)
        {
            return Ok(None);
        }
        for (place, number) in movers.iter().enumerate() {
            let needed = movers[..=place].iter().filter(|other| *other == number).count();
            if is_one && place > 0 {
                break;
            }
            let counter = self.terms().counter(*number);
            let needed = int(i64::try_from(needed).unwrap_or(i64::MAX));
            conditions.push(Meaning::Truth(compare(Comparison::Ge, counter, needed)));
        }
        conditions.push(self.meaning(&rule.guard, &bound[..bound.len().min(1)])?);
        if let Some(partner) = &rule.partner {
            conditions.push(self.meaning(&partner.guard, &bound)?);
        }
        let guard = connective(conditions.into_iter().map(Ok), false)?;
        if guard == Meaning::Known(0) {
            return Ok(None);
        }
        let work: Vec<&Together> = rule.action.iter().collect();
        let steps = self.steps(bound, &work, rule)?;
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
        rule: &Rule,
    ) -> Result<Vec<Step>, Obstacle> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return Err("a rule has too many ways".into());
        }
        let Some((step, rest)) = work.split_first() else { return self.last(&bound, rule) };
        if let [single] = step.as_slice() {
            match single {
                Said::If(condition, then, otherwise) if writes_mover(single) => {
                    return self.branching(bound, condition, then, otherwise.as_ref(), rest, rule);
                }
                Said::Choose(ways) if writes_mover(single) => {
                    let mut branches = Vec::new();
                    for way in ways {
                        branches.extend(self.branch(bound.clone(), way, rest, rule)?);
                    }
                    return Ok(vec![alone(StatementKind::Choose(branches))]);
                }
                _ => {}
            }
        }
        if !step.is_empty() && step.iter().all(|said| matches!(said, Said::Everybody { .. })) {
            return self.everybody(bound, step, rest, rule);
        }
        let (plain, cases) = self.together(&bound, step)?;
        self.after(bound, plain, cases, rest, rule)
    }

    /// What follows a step, once for each case.
    fn after(
        &mut self,
        bound: Vec<Identity>,
        plain: Vec<Statement>,
        mut cases: Vec<Case>,
        rest: &[&Together],
        rule: &Rule,
    ) -> Result<Vec<Step>, Obstacle> {
        let is_certain = |case: &Case| case.conditions.is_empty();
        if cases.len() == 1 && is_certain(&cases[0]) {
            let case = cases.remove(0);
            return self.case(bound, plain, case, rest, rule);
        }
        let mut branches = Vec::new();
        for mut case in cases {
            let conditions = std::mem::take(&mut case.conditions);
            let guard = connective(conditions.into_iter().map(|open| Ok(Meaning::Truth(open))), false)?;
            let steps = self.case(bound.clone(), plain.clone(), case, rest, rule)?;
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
        rule: &Rule,
    ) -> Result<Vec<Step>, Obstacle> {
        if case.faults {
            plain.push(statement(StatementKind::Assert(Expr::bool(false, Span::default()))));
            return Ok(vec![Step { statements: plain }]);
        }
        for (number, variable, value) in case.values {
            for identity in bound.iter_mut().filter(|identity| identity.number == number) {
                identity.values[variable] = value;
            }
        }
        let mut steps: Vec<Step> = Vec::new();
        if !plain.is_empty() {
            steps.push(Step { statements: plain });
        }
        steps.extend(self.steps(bound, rest, rule)?);
        Ok(steps)
    }

    fn branching(
        &mut self,
        bound: Vec<Identity>,
        condition: &Term,
        then: &Way,
        otherwise: Option<&Way>,
        rest: &[&Together],
        rule: &Rule,
    ) -> Result<Vec<Step>, Obstacle> {
        let nothing = Way { guard: None, steps: Vec::new() };
        let otherwise = otherwise.unwrap_or(&nothing);
        let condition = self.meaning(condition, &bound)?;
        if let Meaning::Known(value) = condition {
            let way = if value != 0 { then } else { otherwise };
            let branches = self.branch(bound, way, rest, rule)?.into_iter().collect();
            return Ok(vec![alone(StatementKind::Choose(branches))]);
        }
        let blocked = || Branch {
            guard: Some(Expr::bool(false, Span::default())),
            body: Block::default(),
            span: Span::default(),
        };
        let then = self.branch(bound.clone(), then, rest, rule)?.unwrap_or_else(blocked);
        let otherwise = Some(self.branch(bound, otherwise, rest, rule)?.unwrap_or_else(blocked));
        Ok(vec![alone(StatementKind::If { condition: condition.truth(), then, otherwise })])
    }

    /// A way and all that follows; nothing if it is blocked.
    fn branch(
        &mut self,
        bound: Vec<Identity>,
        way: &Way,
        rest: &[&Together],
        rule: &Rule,
    ) -> Result<Option<Branch>, Obstacle> {
        let guard = match &way.guard {
            Some(guard) => self.meaning(guard, &bound)?,
            None => Meaning::Known(1),
        };
        if guard == Meaning::Known(0) {
            return Ok(None);
        }
        let work: Vec<&Together> = way.steps.iter().chain(rest.iter().copied()).collect();
        let steps = self.steps(bound, &work, rule)?;
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
                    let own = self.own(site, bound)?;
                    let value = self.meaning(value, bound)?;
                    cases = product(&cases, &self.assigned(own, value)?, own)?;
                }
                Said::Any(site, choices) if site.owner.is_some() => {
                    let own = self.own(site, bound)?;
                    cases = product(&cases, &self.chosen(own, choices, bound)?, own)?;
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

    /// Which of those that move a site belongs to, and its variable; others are out of reach.
    fn own(&self, site: &Site, bound: &[Identity]) -> Result<(usize, usize), Obstacle> {
        let owner = site.owner.as_deref().ok_or_else(|| "a variable without an owner".to_owned())?;
        match instance(owner, bound)?.number {
            number if bound.iter().any(|identity| identity.number == number) => {
                Ok((number, self.terms().local(site, bound)?))
            }
            _ => Err("an instance writes a variable of another one".into()),
        }
    }

    /// The cases of an assignment to a variable of one that moves.
    fn assigned(&self, (number, local): (usize, usize), value: Meaning) -> Result<Vec<Case>, Obstacle> {
        let variable = &self.system.locals[local];
        let possible = values(&variable.domain, &variable.name)?;
        if let Meaning::Known(value) = value {
            let faults = !possible.contains(&value);
            return Ok(vec![Case { values: vec![(number, local, value)], faults, ..Case::default() }]);
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
            cases.push(Case {
                conditions: vec![is_it.truth()],
                values: vec![(number, local, *one)],
                faults: false,
            });
        }
        if !is_truth {
            let is_any =
                possible.iter().map(|one| Ok(compared(Comparison::Eq, value.clone(), Meaning::Known(*one))));
            let outside = not(connective(is_any, true)?);
            cases.push(Case { conditions: vec![outside.truth()], values: Vec::new(), faults: true });
        }
        Ok(cases)
    }

    /// The cases of a choice of a value for a variable of one that moves.
    fn chosen(
        &self,
        (number, local): (usize, usize),
        choices: &Choices,
        bound: &[Identity],
    ) -> Result<Vec<Case>, Obstacle> {
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
            values: vec![(number, local, *value)],
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

    /// All instances get new values of variables, each according to its combination.
    fn everybody(
        &mut self,
        mut bound: Vec<Identity>,
        step: &Together,
        rest: &[&Together],
        rule: &Rule,
    ) -> Result<Vec<Step>, Obstacle> {
        let mut transfers = Vec::new();
        for (counted, values) in self.combinations.iter().enumerate() {
            let other = Identity { number: usize::MAX, counted, values: values.clone() };
            for (condition, values) in self.becomes(step, &bound, &other)? {
                transfers.push(Transfer { source: counted, condition, values });
            }
        }
        let before = bound.clone();
        for place in 0..bound.len() {
            let mover = &before[place];
            let of_mover = |one: &Transfer| one.source == mover.counted && one.condition == Meaning::Known(1);
            let counted = transfers.iter().find(|one| of_mover(one));
            let own = self.becomes(step, &before, mover)?;
            let (Some(counted), [(Meaning::Known(1), values)]) = (counted, own.as_slice()) else {
                return Err("what becomes of those who move depends on more than themselves".into());
            };
            bound[place].values.clone_from(values);
            match self.combinations.find(&counted.values) {
                Some(counted) => bound[place].counted = counted,
                None => {
                    // Nothing is written until the combination is known; what follows is looked at then.
                    self.found.extend(transfers.into_iter().map(|one| one.values));
                    return Ok(Vec::new());
                }
            }
        }
        let step = Step { statements: self.transfers(transfers) };
        let mut steps = vec![step];
        steps.extend(self.steps(bound, rest, rule)?);
        Ok(steps)
    }

    /// What an instance has when all get new values, under conditions of which exactly one is true.
    fn becomes(
        &self,
        step: &Together,
        bound: &[Identity],
        identity: &Identity,
    ) -> Result<Vec<(Meaning, Combination)>, Obstacle> {
        let mut all = vec![(Meaning::Known(1), identity.values.clone())];
        for said in step {
            let Said::Everybody { bound: number, variable, value } = said else { continue };
            let declared = &self.system.locals[*variable];
            let possible = values(&declared.domain, &declared.name)?;
            let mut names = bound[..(*number).min(bound.len())].to_vec();
            names.push(identity.clone());
            let value = self.meaning(value, &names)?;
            let outside = || format!("`{}` of some instance may get a value outside", declared.name);
            let new: Vec<(Meaning, i64)> = match &value {
                Meaning::Known(value) if possible.contains(value) => vec![(Meaning::Known(1), *value)],
                Meaning::Known(_) => return Err(outside()),
                Meaning::Truth(open) | Meaning::Number(open) if may_fault(open) => {
                    return Err(format!("what all instances get as `{}` may fault", declared.name));
                }
                Meaning::Number(open) if !chosen_among(open, &possible) => return Err(outside()),
                open => {
                    let is = |one: &i64| (compared(Comparison::Eq, open.clone(), Meaning::Known(*one)), *one);
                    possible.iter().map(is).collect()
                }
            };
            let mut longer = Vec::new();
            for (condition, values) in &all {
                for (also, value) in &new {
                    let both = connective([Ok(condition.clone()), Ok(also.clone())], false)?;
                    let mut values = values.clone();
                    values[*variable] = *value;
                    longer.push((both, values));
                }
            }
            if longer.len() > MOST_PARTS {
                return Err("a step has too many ways".into());
            }
            all = longer;
        }
        Ok(all)
    }

    /// Counts all instances anew, those of each combination under what becomes of them.
    fn transfers(&mut self, transfers: Vec<Transfer>) -> Vec<Statement> {
        let terms = self.terms();
        let mut sources: Vec<Vec<(usize, Meaning)>> = vec![Vec::new(); self.combinations.len()];
        for Transfer { source, condition, values } in transfers {
            match self.combinations.find(&values) {
                Some(target) => sources[target].push((source, condition)),
                None => self.found.push(values),
            }
        }
        let mut statements = Vec::new();
        for (number, sources) in sources.into_iter().enumerate() {
            if sources == [(number, Meaning::Known(1))] {
                continue;
            }
            let mut parts = sources.into_iter().map(|(source, condition)| match condition {
                Meaning::Known(_) => terms.counter(source),
                open => expr(ExprKind::If(
                    Box::new(open.truth()),
                    Box::new(terms.counter(source)),
                    Box::new(int(0)),
                )),
            });
            let value = match (parts.next(), parts.next()) {
                (None, _) => int(0),
                (Some(single), None) => single,
                (Some(first), Some(second)) => {
                    expr(ExprKind::Sum([first, second].into_iter().chain(parts).collect()))
                }
            };
            let place = Place::variable(terms.counter_variable(number), Type::Nat, Span::default());
            statements.push(statement(StatementKind::Assign { place, value }));
        }
        statements
    }

    /// What happens when all steps are done: locations change, and those that moved are counted under their new values.
    fn last(&mut self, bound: &[Identity], rule: &Rule) -> Result<Vec<Step>, Obstacle> {
        let mut bound = bound.to_vec();
        let mut steps = Vec::new();
        match rule.movement {
            Some(movement) if movement.is_local => move_to(&mut bound, 0, movement),
            Some(movement) => {
                let place = self.terms().place(&Site::global(movement.variable), &[])?;
                let value = int(i64::from(movement.to));
                steps.push(alone(StatementKind::Assign { place, value }));
            }
            None => {}
        }
        if let Some(partner) = &rule.partner {
            move_to(&mut bound, 1, partner.movement);
        }
        for (place, mover) in bound.iter().enumerate() {
            let is_counted = bound[..place].iter().any(|other| other.number == mover.number);
            if is_counted || self.combinations.get(mover.counted) == &mover.values {
                continue;
            }
            match self.combinations.find(&mover.values) {
                Some(target) => {
                    let statements = vec![
                        self.counted(mover.counted, Operation::Sub),
                        self.counted(target, Operation::Add),
                    ];
                    steps.push(Step { statements });
                }
                None => self.found.push(mover.values.clone()),
            }
        }
        Ok(steps)
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

/// Whoever is bound at this place is where the change ends.
fn move_to(bound: &mut [Identity], place: usize, change: LocationChange) {
    let Some(number) = bound.get(place).map(|identity| identity.number) else { return };
    for identity in bound.iter_mut().filter(|identity| identity.number == number) {
        identity.values[change.variable] = i64::from(change.to);
    }
}

/// Both one case of these and one of those; a variable is written once.
fn product(these: &[Case], those: &[Case], own: (usize, usize)) -> Result<Vec<Case>, Obstacle> {
    let is_written = |(number, local, _): &(usize, usize, i64)| (*number, *local) == own;
    if these.iter().any(|case| case.values.iter().any(is_written)) {
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

/// Whether an expression chooses among these numbers.
fn chosen_among(open: &Expr, possible: &[i64]) -> bool {
    match &open.kind {
        ExprKind::If(_, then, otherwise) => chosen_among(then, possible) && chosen_among(otherwise, possible),
        _ => match open.constant() {
            Some(system::Value::Int(value)) => {
                i64::try_from(value).is_ok_and(|value| possible.contains(&value))
            }
            _ => false,
        },
    }
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
