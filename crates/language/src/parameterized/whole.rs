//! Values with parts: what is said of a whole is said of all its parts.

use diagnostics::Span;
use system::Comparison;
use system::parameterized::{ParameterizedStatement, Term};

use super::home::Inside;
use super::sets::may_fault;
use super::{Extraction, Open, OpenObstacle};
use crate::structures::{Extent, Sort, Structure};
use crate::typed::{Selection, Structured, Typed, TypedKind, TypedPlace};

/// More parts than this are not written out.
const PARTS: i128 = 64;

/// A part of a whole.
#[derive(Clone, Copy)]
enum PartPick {
    Field(usize),
    /// The element with this index, and its place.
    Element(i128, usize),
}

impl PartPick {
    fn selection(self, span: Span) -> Selection {
        match self {
            PartPick::Field(number) => Selection::Field(number),
            PartPick::Element(index, _) => Selection::Index(Box::new(Typed::number(index, span))),
        }
    }
}

impl Extraction<'_> {
    /// A part of a value.
    fn picked(&self, whole: &Typed, pick: PartPick) -> Open<Typed> {
        let sort = whole.sort.and_then(|sort| self.checker.symbols.structures.of(sort)).and_then(
            |structure| match (structure, pick) {
                (Structure::Record(fields), PartPick::Field(number)) => {
                    fields.get(number).map(|(_, sort)| *sort)
                }
                (Structure::Array(_, sort), PartPick::Element(..)) => Some(*sort),
                _ => None,
            },
        );
        let obstacle = || OpenObstacle::new("a value with parts of this form", whole.span);
        let sort = Some(sort.ok_or_else(obstacle)?);
        Ok(match (&whole.kind, pick) {
            (TypedKind::Read { place, next: false }, _) => {
                let mut place = place.clone();
                place.path.push(pick.selection(whole.span));
                Typed::new(TypedKind::Read { place, next: false }, sort, whole.span)
            }
            (TypedKind::If(condition, then, otherwise), _) => {
                let (then, otherwise) = (self.picked(then, pick)?, self.picked(otherwise, pick)?);
                let kind = TypedKind::If(condition.clone(), Box::new(then), Box::new(otherwise));
                Typed::new(kind, sort, whole.span)
            }
            (TypedKind::Structured(structured), _) => match (&**structured, pick) {
                (Structured::Record(parts), PartPick::Field(at))
                | (Structured::Array(parts), PartPick::Element(_, at)) => {
                    parts.get(at).cloned().ok_or_else(obstacle)?
                }
                _ => return Err(obstacle()),
            },
            _ => return Err(obstacle()),
        })
    }

    /// Whether two values with parts are the same.
    pub(super) fn equal_parts(&mut self, left: &Typed, right: &Typed, span: Span) -> Open<Term> {
        let picks = match self.picks(left, right, span)? {
            Some(picks) => picks,
            None => return self.same_sets(left, right, span),
        };
        let mut parts = Vec::new();
        for pick in picks {
            let (left, right) = (self.picked(left, pick)?, self.picked(right, pick)?);
            let part = self.comparison(Comparison::Eq, &left, &right, span)?;
            // All parts are evaluated, also behind one that differs.
            if may_fault(&part) {
                return Err(OpenObstacle::new("a comparison of values with parts that may fault", span));
            }
            parts.push(part);
        }
        Ok(Term::And(parts))
    }

    /// The parts of two values of the same structure; nothing if these are sets.
    fn picks(&self, left: &Typed, right: &Typed, span: Span) -> Open<Option<Vec<PartPick>>> {
        let structures = &self.checker.symbols.structures;
        let of = |typed: &Typed| typed.sort.and_then(|sort| structures.of(sort));
        let range = |structure: &Structure| match structure {
            Structure::Array(Extent::Range(low, high), _) => Some((*low, *high)),
            _ => None,
        };
        Ok(match (of(left), of(right)) {
            (Some(Structure::Record(fields)), _) => Some((0..fields.len()).map(PartPick::Field).collect()),
            (Some(Structure::Set(_)), _) => None,
            (Some(one), Some(other)) => {
                let bounds = range(one).or_else(|| range(other)).filter(|(low, high)| high - low < PARTS);
                let (low, high) = bounds.ok_or_else(|| OpenObstacle::new("a value with parts", span))?;
                Some((low..=high).zip(0..).map(|(index, at)| PartPick::Element(index, at)).collect())
            }
            _ => return Err(OpenObstacle::new("a value with parts", span)),
        })
    }

    /// The assignments of all parts.
    pub(super) fn stored(
        &mut self,
        place: &TypedPlace,
        value: &Typed,
        all: &mut Vec<ParameterizedStatement>,
    ) -> Open<()> {
        let picks: Vec<PartPick> = match self.inside(place) {
            Inside::Nothing => {
                let site = self.site(place)?;
                let value = if self.holds_index(place) { self.index(value)? } else { self.any(value)? };
                all.push(ParameterizedStatement::Assign(site, value));
                return Ok(());
            }
            Inside::Set(base) => return self.stored_set(place, &base, value, all),
            Inside::Fields(count) => (0..count).map(PartPick::Field).collect(),
            Inside::Elements(low, count) => {
                (0..count).map(|at| PartPick::Element(i128::from(low) + at as i128, at)).collect()
            }
            Inside::Each => {
                return Err(OpenObstacle::new(
                    "an array with an element for each instance as a whole",
                    place.span,
                ));
            }
        };
        for pick in picks {
            let mut part = place.clone();
            part.path.push(pick.selection(place.span));
            self.stored(&part, &self.picked(value, pick)?, all)?;
        }
        Ok(())
    }

    /// The conditions that a part of a variable begins with a value: as a whole if it is one for that, and otherwise each of its
    /// parts. Each comes with whether it is about the instance that is bound first.
    pub(super) fn begins_with(
        &mut self,
        place: &TypedPlace,
        sort: Option<Sort>,
        value: &Typed,
        all: &mut Vec<(Term, bool)>,
    ) -> Open<()> {
        if self.is_for(sort, value.sort) {
            let whole = Typed::new(TypedKind::Read { place: place.clone(), next: false }, sort, place.span);
            let condition = match sort.and_then(Sort::structure) {
                Some(_) => self.equal_parts(&whole, value, place.span)?,
                None => self.equal_to(place, value)?,
            };
            all.push((condition, self.depth > 0));
            return Ok(());
        }
        let span = place.span;
        let selections: Vec<Selection> = match self.inside(place) {
            Inside::Nothing | Inside::Set(_) => return Ok(()),
            Inside::Fields(count) => (0..count).map(Selection::Field).collect(),
            Inside::Elements(low, count) => (0..count)
                .map(|at| PartPick::Element(i128::from(low) + at as i128, at).selection(span))
                .collect(),
            Inside::Each => {
                let each = Selection::Index(Box::new(self.first_bound(span)));
                self.depth += 1;
                let done = self.part_begins_with(place, sort, each, value, all);
                self.depth -= 1;
                return done;
            }
        };
        for selection in selections {
            self.part_begins_with(place, sort, selection, value, all)?;
        }
        Ok(())
    }

    fn part_begins_with(
        &mut self,
        place: &TypedPlace,
        sort: Option<Sort>,
        selection: Selection,
        value: &Typed,
        all: &mut Vec<(Term, bool)>,
    ) -> Open<()> {
        let sort = self.part_sort(sort, &selection);
        let mut part = place.clone();
        part.path.push(selection);
        self.begins_with(&part, sort, value, all)
    }

    /// Whether a value of one sort is one for a whole place of another.
    fn is_for(&mut self, place: Option<Sort>, value: Option<Sort>) -> bool {
        let is_scalar = |sort: Option<Sort>| sort.and_then(Sort::structure).is_none();
        match (place, value) {
            _ if is_scalar(place) || is_scalar(value) => is_scalar(place) && is_scalar(value),
            (Some(place), Some(value)) => self.checker.symbols.structures.join(place, value).is_some(),
            _ => false,
        }
    }

    fn part_sort(&self, whole: Option<Sort>, selection: &Selection) -> Option<Sort> {
        match (self.checker.symbols.structures.of(whole?)?, selection) {
            (Structure::Record(fields), Selection::Field(number)) => {
                fields.get(*number).map(|(_, sort)| *sort)
            }
            (Structure::Array(_, sort), Selection::Index(_)) => Some(*sort),
            _ => None,
        }
    }

    /// The index of the instance that is bound first.
    pub(super) fn first_bound(&mut self, span: Span) -> Typed {
        let slot = self.checker.fresh_slot();
        self.meanings.insert(slot, Term::Bound(0));
        Typed::int(TypedKind::Slot(slot), span)
    }
}
