//! Formulas in the words of the model.

use encoding::Lowered;
use state_sets::{Cell, Comparison, Formula, Kind, Linear, Moment, Term, Variable};
use system::{Role, System};

/// Writes formulas about one state as expressions of the language.
pub(crate) struct Wording<'w> {
    /// The system.
    pub system: &'w System,
    /// The same as formulas.
    pub lowered: &'w Lowered,
}

impl Wording<'_> {
    /// The formula as an expression.
    pub fn formula(&self, formula: &Formula) -> String {
        match formula {
            Formula::And(parts) if parts.is_empty() => "true".into(),
            Formula::Or(parts) if parts.is_empty() => "false".into(),
            Formula::And(parts) => self.joined(parts, " && "),
            Formula::Or(parts) => self.joined(parts, " || "),
            Formula::Not(inner) => format!("!({})", self.formula(inner)),
            Formula::Member(cell, codes) => self.member(*cell, codes),
            Formula::Same(left, right) => format!("{} = {}", self.cell(*left), self.cell(*right)),
            Formula::Compare(sum, comparison) => self.comparison(sum, *comparison),
            Formula::Divides(divisor, sum) => self.remainder(*divisor, sum),
            Formula::Exists(_, body) => format!("exists: {}", self.formula(body)),
        }
    }

    fn joined(&self, parts: &[Formula], with: &str) -> String {
        let part = |part: &Formula| match part {
            Formula::And(_) | Formula::Or(_) => format!("({})", self.formula(part)),
            _ => self.formula(part),
        };
        parts.iter().map(part).collect::<Vec<_>>().join(with)
    }

    fn cell(&self, cell: Cell) -> String {
        match cell {
            Cell::Variable(variable, moment) => {
                let declared = self.system.variables.get(variable.index());
                let is_count = declared.is_some_and(|declared| matches!(declared.role, Role::Counter(_)));
                let name = &self.lowered.space.declaration(variable).name;
                let name = if is_count { format!("count({name})") } else { name.clone() };
                if moment == Moment::Now { name } else { format!("{name}'") }
            }
            Cell::Local(local) => format!("_{}", local.0),
        }
    }

    fn member(&self, cell: Cell, codes: &[u64]) -> String {
        let Cell::Variable(variable, _) = cell else { return format!("{} in {codes:?}", self.cell(cell)) };
        let name = self.cell(cell);
        let values: Vec<String> = codes.iter().map(|code| self.code(variable, *code)).collect();
        let is_location = self.system.variables.get(variable.index());
        let is_location = is_location.is_some_and(|declared| declared.role == Role::Location);
        match (&values[..], is_location) {
            ([one], _) if one == "true" => name,
            ([one], _) if one == "false" => format!("!{name}"),
            ([one], true) => format!("{name} at {one}"),
            ([one], false) => format!("{name} = {one}"),
            (several, true) => {
                several.iter().map(|one| format!("{name} at {one}")).collect::<Vec<_>>().join(" || ")
            }
            (several, false) => {
                several.iter().map(|one| format!("{name} = {one}")).collect::<Vec<_>>().join(" || ")
            }
        }
    }

    /// A value of a finite variable.
    pub fn code(&self, variable: Variable, code: u64) -> String {
        self.lowered.shown_code(self.system, variable, code)
    }

    /// The positive terms stand on the left, the negative ones and the constant on the right.
    fn comparison(&self, sum: &Linear, comparison: Comparison) -> String {
        let flipped = sum.terms.iter().all(|(factor, _)| *factor < 0);
        let sign = if flipped { -1 } else { 1 };
        let Some(sum) = sum.times(sign) else { return format!("{sum:?}") };
        let (left, right): (Vec<_>, Vec<_>) = sum.terms.iter().cloned().partition(|(factor, _)| *factor > 0);
        let constant = sum.constant.checked_neg().unwrap_or(i128::MAX);
        let right = Linear { terms: right, constant: 0 }.times(-1).unwrap_or_default();
        // Over integers, "less than" is shorter than "at most one less".
        let (operator, constant) = match (comparison, flipped, constant) {
            (Comparison::Zero, ..) => ("=", constant),
            (Comparison::NotPositive, false, -1) => ("<", 0),
            (Comparison::NotPositive, true, 1) => (">", 0),
            (Comparison::NotPositive, false, _) => ("<=", constant),
            (Comparison::NotPositive, true, _) => (">=", constant),
        };
        let left = self.sum(&Linear { terms: left, constant: 0 });
        format!("{left} {operator} {}", self.sum(&Linear { constant, ..right }))
    }

    /// That a number divides a sum, as what the division without the constant leaves over.
    fn remainder(&self, divisor: i128, sum: &Linear) -> String {
        let rest = sum.constant.checked_neg().and_then(|rest| rest.checked_rem_euclid(divisor));
        let Some(rest) = rest else { return format!("({}) % {divisor} = 0", self.sum(sum)) };
        let terms = Linear { terms: sum.terms.clone(), constant: 0 };
        match &terms.terms[..] {
            [(1, _)] => format!("{} % {divisor} = {rest}", self.sum(&terms)),
            _ => format!("({}) % {divisor} = {rest}", self.sum(&terms)),
        }
    }

    /// A sum.
    pub fn sum(&self, sum: &Linear) -> String {
        let mut text = String::new();
        // What is added stands before what is taken away.
        let (added, taken): (Vec<_>, Vec<_>) = sum.terms.iter().partition(|(factor, _)| *factor > 0);
        for (factor, term) in added.into_iter().chain(taken) {
            let size = factor.unsigned_abs();
            let sign = match (text.is_empty(), *factor < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let times = if size == 1 { String::new() } else { format!("{size} * ") };
            text.push_str(&format!("{sign}{times}{}", self.term(term)));
        }
        match (text.is_empty(), sum.constant) {
            (true, constant) => constant.to_string(),
            (false, 0) => text,
            (false, constant) if constant < 0 => format!("{text} - {}", constant.unsigned_abs()),
            (false, constant) => format!("{text} + {constant}"),
        }
    }

    fn term(&self, term: &Term) -> String {
        match term {
            Term::Cell(cell @ Cell::Variable(variable, _)) => match self.lowered.space.kind(*variable) {
                Kind::Integer { .. } => self.cell(*cell),
                Kind::Finite { .. } => format!("({})", self.cell(*cell)),
            },
            Term::Cell(cell) => self.cell(*cell),
            Term::Indicator(formula) => format!("(if {} then 1 else 0)", self.formula(formula)),
        }
    }
}
