//! What an expression is in every state: a truth with its faults, or a number by cases.

use super::conjunction::{both, either, except, not, some};
use super::rewrite::{size, size_of_sum};
use state_sets::{Formula, Linear};

/// A Boolean expression: where it is true, and where it faults. It is false elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Truth {
    /// Where it is true, which excludes faults.
    pub truth: Formula,
    /// Where it faults.
    pub fault: Formula,
}

/// One of the cases of a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Case {
    /// Where it applies.
    pub guard: Formula,
    /// The value there.
    pub term: Linear,
}

/// The value of an expression as a number. The guards of the cases exclude each other, and one of them holds
/// wherever the expression does not fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Number {
    pub cases: Vec<Case>,
    pub fault: Formula,
}

impl Truth {
    /// A formula that does not fault.
    pub fn of(truth: Formula) -> Truth {
        Truth { truth, fault: Formula::falsity() }
    }

    /// Where it is false, which excludes faults.
    pub fn falsehood(&self) -> Formula {
        except(&not(&self.truth), &self.fault)
    }

    /// The opposite.
    pub fn negated(self) -> Truth {
        Truth { truth: self.falsehood(), fault: self.fault }
    }

    /// Both, where the second is looked at only if the first is true.
    pub fn and(&self, other: &Truth) -> Truth {
        Truth {
            truth: both(&self.truth, &other.truth),
            fault: either(&self.fault, &both(&self.truth, &other.fault)),
        }
    }

    /// Either, where the second is looked at only if the first is false.
    pub fn or(&self, other: &Truth) -> Truth {
        Truth {
            truth: either(&self.truth, &except(&other.truth, &self.fault)),
            fault: either(&self.fault, &except(&other.fault, &self.truth)),
        }
    }

    /// Whether both are equal; both are looked at.
    pub fn same(&self, other: &Truth) -> Truth {
        let fault = either(&self.fault, &other.fault);
        let truths = both(&self.truth, &other.truth);
        let neither = both(&self.falsehood(), &other.falsehood());
        Truth { truth: either(&truths, &neither), fault }
    }

    /// The second where this is true, else the third.
    pub fn choose(&self, then: &Truth, otherwise: &Truth) -> Truth {
        let falsehood = self.falsehood();
        let pick = |a: &Formula, b: &Formula| either(&both(&self.truth, a), &both(&falsehood, b));
        Truth {
            truth: pick(&then.truth, &otherwise.truth),
            fault: either(&self.fault, &pick(&then.fault, &otherwise.fault)),
        }
    }
}

impl Number {
    /// A sum that is always defined.
    pub fn of(term: Linear) -> Number {
        Number { cases: vec![Case { guard: Formula::truth(), term }], fault: Formula::falsity() }
    }

    /// One if true, otherwise zero.
    pub fn truth(truth: &Truth) -> Number {
        let case = |guard, value| Case { guard, term: Linear::constant(value) };
        let cases = vec![case(truth.truth.clone(), 1), case(truth.falsehood(), 0)];
        Number { cases, fault: truth.fault.clone() }.tidy()
    }

    /// How many atoms and connectives it has.
    pub fn size(&self) -> usize {
        let case = |sum: usize, case: &Case| {
            sum.saturating_add(size(&case.guard)).saturating_add(size_of_sum(&case.term))
        };
        self.cases.iter().fold(size(&self.fault), case)
    }

    /// The only sum, if there is one that is always defined.
    pub fn only(&self) -> Option<&Linear> {
        match self.cases.as_slice() {
            [only] if only.guard.is_truth() => Some(&only.term),
            _ => None,
        }
    }

    /// The cases with another sum each; nothing if a number gets too large.
    pub fn map(&self, change: impl Fn(&Linear) -> Option<Linear>) -> Option<Number> {
        let case = |case: &Case| Some(Case { guard: case.guard.clone(), term: change(&case.term)? });
        let cases = self.cases.iter().map(case).collect::<Option<_>>()?;
        Some(Number { cases, fault: self.fault.clone() }.tidy())
    }

    /// All pairs of cases; nothing if a number gets too large.
    pub fn combine(
        &self,
        other: &Number,
        with: impl Fn(&Linear, &Linear) -> Option<Linear>,
    ) -> Option<Number> {
        let mut cases = Vec::new();
        for left in &self.cases {
            for right in &other.cases {
                let guard = both(&left.guard, &right.guard);
                if !guard.is_falsity() {
                    cases.push(Case { guard, term: with(&left.term, &right.term)? });
                }
            }
        }
        Some(Number { cases, fault: either(&self.fault, &other.fault) }.tidy())
    }

    /// The number where the condition holds; nothing is said of it elsewhere.
    pub fn under(&self, condition: &Formula) -> Number {
        let case = |case: &Case| Case { guard: both(condition, &case.guard), term: case.term.clone() };
        Number { cases: self.cases.iter().map(case).collect(), fault: both(condition, &self.fault) }
    }

    /// Several numbers whose guards exclude each other, and together hold wherever there is no fault.
    pub fn join(fault: Formula, numbers: impl IntoIterator<Item = Number>) -> Number {
        let mut cases = Vec::new();
        let mut fault = fault;
        for number in numbers {
            cases.extend(number.cases);
            fault = either(&fault, &number.fault);
        }
        Number { cases, fault }.tidy()
    }

    /// Without cases that cannot happen, and with one case for each sum.
    fn tidy(self) -> Number {
        let mut cases: Vec<Case> = Vec::new();
        for case in self.cases {
            if case.guard.is_falsity() {
                continue;
            }
            match cases.iter_mut().find(|own| own.term == case.term) {
                Some(own) => own.guard = either(&own.guard, &case.guard),
                None => cases.push(case),
            }
        }
        // A single case applies wherever there is no fault, whatever its guard was made from.
        if let [only] = cases.as_mut_slice() {
            only.guard = not(&self.fault);
        }
        Number { cases, fault: self.fault }
    }

    /// The number as one sum, if its cases differ by constants only: each case becomes an indicator.
    pub fn compact(&self) -> Option<Number> {
        let (first, rest) = self.cases.split_first()?;
        if rest.is_empty() {
            return None;
        }
        let mut sum = first.term.clone();
        for case in rest {
            let difference = case.term.minus(&first.term)?.as_constant()?;
            sum = sum.plus(&Linear::indicator(case.guard.clone()).times(difference)?)?;
        }
        let guard = not(&self.fault);
        Some(Number { cases: vec![Case { guard, term: sum }], fault: self.fault.clone() })
    }

    /// Where some case applies and its sum satisfies the atom.
    pub fn holds(&self, atom: impl Fn(&Linear) -> Option<Formula>) -> Option<Truth> {
        let part = |case: &Case| Some(both(&case.guard, &atom(&case.term)?));
        let parts: Vec<Formula> = self.cases.iter().map(part).collect::<Option<_>>()?;
        Some(Truth { truth: some(&parts), fault: self.fault.clone() })
    }
}
