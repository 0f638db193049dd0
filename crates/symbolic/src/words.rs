//! Sets of states in words: formulas over the space, in the names of the system.

use crate::{Codes, Lowered};
use state_sets::{Cell, Comparison, Formula, Kind, Linear, Local, Term, Variable};
use system::{Role, System};

/// A text longer than this is not worth reading.
const LONGEST: usize = 600;

/// Writes formulas down.
pub(crate) struct Words<'a> {
    /// The system.
    pub system: &'a System,
    /// Its space.
    pub lowered: &'a Lowered,
}

impl Words<'_> {
    /// The formula; nothing if it is too long.
    pub fn formula(&self, formula: &Formula) -> Option<String> {
        let text = self.shown(formula, FormulaPlace::Alone);
        (text.len() <= LONGEST).then_some(text)
    }

    /// The sum.
    pub fn sum(&self, sum: &Linear) -> String {
        self.side(&sum.terms, sum.constant)
    }

    fn shown(&self, formula: &Formula, place: FormulaPlace) -> String {
        let joined = |parts: &[Formula], word: &str, inside: FormulaPlace| {
            let parts: Vec<String> = parts.iter().map(|part| self.shown(part, inside)).collect();
            parts.join(&format!(" {word} "))
        };
        match formula {
            Formula::And(parts) if parts.is_empty() => "true".into(),
            Formula::Or(parts) if parts.is_empty() => "false".into(),
            Formula::And(parts) => {
                bracketed(joined(parts, "&&", FormulaPlace::Conjunct), place == FormulaPlace::Negated)
            }
            Formula::Or(parts) => {
                bracketed(joined(parts, "||", FormulaPlace::Alone), place != FormulaPlace::Alone)
            }
            Formula::Not(inner) => format!("!{}", self.shown(inner, FormulaPlace::Negated)),
            Formula::Member(cell, codes) => self.member(*cell, codes),
            Formula::Same(left, right) => format!("{} = {}", self.cell(*left), self.cell(*right)),
            Formula::Compare(sum, comparison) => self.comparison(sum, *comparison),
            Formula::Divides(divisor, sum) => format!("({}) % {divisor} = 0", self.sum(sum)),
            Formula::Exists(locals, body) => {
                let names: Vec<String> = locals.iter().map(|(local, _)| name(*local)).collect();
                format!("(exists {} in int: {})", names.join(", "), self.shown(body, FormulaPlace::Alone))
            }
        }
    }

    fn member(&self, cell: Cell, codes: &[u64]) -> String {
        let Cell::Variable(variable, _) = cell else { return format!("{} in {codes:?}", self.cell(cell)) };
        let values: Vec<String> =
            codes.iter().map(|code| self.lowered.shown_code(self.system, variable, *code)).collect();
        let declared = self.system.variables.get(variable.index());
        let is_location = declared.is_some_and(|declared| declared.role == Role::Location);
        match (is_location, values.as_slice()) {
            (true, [one]) => format!("{} at {one}", self.cell(cell)),
            (true, many) => format!("{} at {{{}}}", self.cell(cell), many.join(", ")),
            (false, [one]) => format!("{} = {one}", self.cell(cell)),
            (false, many) => format!("{} in {{{}}}", self.cell(cell), many.join(", ")),
        }
    }

    /// A sum compared with zero, what is added on the one side and what is subtracted on the other.
    fn comparison(&self, sum: &Linear, comparison: Comparison) -> String {
        let (added, subtracted): (Vec<_>, Vec<_>) = sum.terms.iter().partition(|(factor, _)| *factor > 0);
        let terms = |terms: &[&(i128, Term)], times: i128| -> Vec<(i128, Term)> {
            terms.iter().map(|(factor, term)| (factor.saturating_mul(times), term.clone())).collect()
        };
        // A lower bound is read more easily with the variable in front.
        let (left, right, constant, less) = match added.is_empty() {
            true => (terms(&subtracted, -1), Vec::new(), sum.constant, ">="),
            false => (terms(&added, 1), terms(&subtracted, -1), sum.constant.saturating_neg(), "<="),
        };
        let sign = if comparison == Comparison::Zero { "=" } else { less };
        format!("{} {sign} {}", self.side(&left, 0), self.side(&right, constant))
    }

    fn side(&self, terms: &[(i128, Term)], constant: i128) -> String {
        let mut text = String::new();
        let mut add = |factor: i128, name: Option<String>| {
            let sign = match (factor < 0, text.is_empty()) {
                (true, true) => "-",
                (true, false) => " - ",
                (false, true) => "",
                (false, false) => " + ",
            };
            text.push_str(sign);
            match (factor.unsigned_abs(), name) {
                (1, Some(name)) => text.push_str(&name),
                (times, Some(name)) => text.push_str(&format!("{times}*{name}")),
                (times, None) => text.push_str(&times.to_string()),
            }
        };
        for (factor, term) in terms {
            let name = match term {
                Term::Cell(cell) => self.cell(*cell),
                Term::Indicator(condition) => format!("[{}]", self.shown(condition, FormulaPlace::Alone)),
            };
            add(*factor, Some(name));
        }
        if constant != 0 || terms.is_empty() {
            add(constant, None);
        }
        text
    }

    /// The name of a cell; one whose codes begin elsewhere than its values shows it.
    fn cell(&self, cell: Cell) -> String {
        match cell {
            Cell::Local(local) => name(local),
            Cell::Variable(variable, _) => self.variable(variable),
        }
    }

    fn variable(&self, variable: Variable) -> String {
        let declared = self.lowered.space.declaration(variable);
        let offset = match (declared.kind, self.lowered.coding.codes.get(variable.index())) {
            (Kind::Integer { .. }, Some(Codes::From(first))) => *first,
            _ => 0,
        };
        let backquoted = declared.name.contains(' ');
        let name = if backquoted { format!("count({})", declared.name) } else { declared.name.clone() };
        match offset {
            0 => name,
            offset => format!("({name} - {offset})"),
        }
    }
}

/// Where a formula stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FormulaPlace {
    Alone,
    Conjunct,
    Negated,
}

fn bracketed(text: String, wanted: bool) -> String {
    if wanted { format!("({text})") } else { text }
}

fn name(local: Local) -> String {
    format!("k{}", local.0)
}
