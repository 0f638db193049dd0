//! Complete finite prefixes.

use crate::cut_off::CutOffs;
use crate::marking;
use crate::occurrence::{Occurrence, START};
use crate::shape::Shape;
use crate::unfit::Unfit;
use crate::unfold::{Growth, Tokens, unfold};
use budget::{Budget, Budgeted, OutOfBudget};
use nets::{Net, Place};
use std::ops::Range;

/// A finite prefix of the unfolding of a net that has all its reachable markings.
#[derive(Debug, Clone)]
pub struct Prefix<'n> {
    pub(crate) net: &'n Net,
    /// The tokens that are or were somewhere.
    pub conditions: Vec<Condition>,
    /// The transitions that fired; each stands behind all that happened before it.
    pub events: Vec<Event>,
    /// Whether no place ever has two tokens.
    pub is_safe: bool,
}

/// A token, from the event that makes it to one that takes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Where it is. A transition that takes nothing tests a place that stands behind all places of the net.
    pub place: Place,
    /// The event that makes it; nothing if the net starts with it.
    pub producer: Option<usize>,
    /// The events that may take it, of which only one does.
    pub consumers: Vec<usize>,
}

/// A transition that fires with certain tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Which transition of the net it is.
    pub transition: usize,
    /// The conditions that it takes, sorted.
    pub preset: Vec<usize>,
    /// The conditions that it makes.
    pub postset: Range<usize>,
    /// Why the net is not unfolded behind it.
    pub cut_off: Option<Companion>,
}

/// What was reached before with the marking of a cut-off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Companion {
    /// The marking is the first one.
    Start,
    /// The event has the same marking.
    Event(usize),
}

/// The complete finite prefix of the net.
///
/// # Errors
///
/// Out of budget; or, inside, why the net has none.
pub fn prefix<'n>(net: &'n Net, budget: &Budget<'_>) -> Budgeted<Result<Prefix<'n>, Unfit>> {
    let shape = match Shape::of(net) {
        Ok(shape) => shape,
        Err(unfit) => return Ok(Err(unfit)),
    };
    if shape.starts_safe()
        && let Some(prefix) = attempt(net, &shape, Tokens::Single, budget)?
    {
        return Ok(prefix);
    }
    attempt(net, &shape, Tokens::Several, budget).map(|prefix| prefix.unwrap_or(Err(Unfit::Unbounded)))
}

/// The prefix by one of the orders; nothing if the order is not right for the net.
fn attempt<'n>(
    net: &'n Net,
    shape: &Shape,
    tokens: Tokens,
    budget: &Budget<'_>,
) -> Budgeted<Option<Result<Prefix<'n>, Unfit>>> {
    budget.spend(shape.start.iter().map(|tokens| *tokens as usize).sum())?;
    let mut cut_offs = CutOffs::new(tokens, marking::start(shape));
    let (occurrence, growth) = unfold(shape, tokens, &mut cut_offs, budget)?;
    if growth == Growth::Crowded {
        return Ok(None);
    }
    if cut_offs.unbounded {
        return Ok(Some(Err(Unfit::Unbounded)));
    }
    let mut prefix = Prefix::of(net, shape, occurrence).ok_or(OutOfBudget)?;
    prefix.is_safe = tokens == Tokens::Single;
    for (event, companion) in cut_offs.companions {
        let companion =
            if companion == START { Companion::Start } else { Companion::Event(companion as usize) };
        prefix.events[event as usize].cut_off = Some(companion);
    }
    Ok(Some(Ok(prefix)))
}

impl<'n> Prefix<'n> {
    /// The net that is unfolded.
    pub fn net(&self) -> &'n Net {
        self.net
    }

    /// How many events are cut-offs.
    pub fn cut_offs(&self) -> usize {
        self.events.iter().filter(|event| event.cut_off.is_some()).count()
    }

    /// The occurrence net as others see it, with the conditions that its last events make; nothing if they are too many.
    pub(crate) fn of(net: &'n Net, shape: &Shape, mut occurrence: Occurrence) -> Option<Prefix<'n>> {
        for event in 0..occurrence.events.len() {
            if occurrence.events[event].last {
                let transition = occurrence.events[event].transition as usize;
                let made = occurrence.add_conditions(&shape.moves[transition].gives, event as u32)?;
                occurrence.events[event].postset = made;
            }
        }
        let producer = |event: u32| (event != START).then_some(event as usize);
        let conditions = occurrence.place.iter().zip(&occurrence.producer);
        let mut conditions: Vec<Condition> = conditions
            .map(|(place, event)| Condition {
                place: *place as usize,
                producer: producer(*event),
                consumers: Vec::new(),
            })
            .collect();
        let mut events = Vec::with_capacity(occurrence.events.len());
        for (number, event) in occurrence.events.iter().enumerate() {
            let preset: Vec<usize> = event.preset.iter().map(|condition| *condition as usize).collect();
            preset.iter().for_each(|condition| conditions[*condition].consumers.push(number));
            events.push(Event {
                transition: event.transition as usize,
                preset,
                postset: event.postset.start as usize..event.postset.end as usize,
                cut_off: None,
            });
        }
        Some(Prefix { net, conditions, events, is_safe: false })
    }
}
