//! Infinite runs that an automaton accepts: linear temporal logic without the next state.
//!
//! A run of the net, up to repetition of what the automaton sees, is one of the following in the product of [`crate::product`].
//!
//! * It has infinitely many visible transitions: then the automaton moves with it for ever, and passes accepting states again and
//!   again. That is looked for in the unfolding of the product, which ends as in [`crate::repeats`].
//! * From some visible transition on, or from the start, it goes on for ever with invisible ones, and the automaton accepts what it
//!   sees then. All that came before that transition is in its past, or invisible and can come later. So it is enough to look for
//!   infinite runs of invisible transitions from the markings of such events, and from the first one.
//! * It ends where no transition can fire, and the automaton accepts the last marking for ever. The unfolding of the product, up to
//!   where it ends, has all markings of the product; so that is a question as in [`crate::configurations`].
//!
//! Runs that are found are walked, and the automaton reads them marking by marking.
//!
//! # Reference
//!
//! Esparza, Heljanko, as in [`crate::product`] and [`crate::repeats`].

use crate::automaton::Automaton;
use crate::configurations::Configurations;
use crate::formula::Formula;
use crate::lasso::Lasso;
use crate::marking;
use crate::occurrence::{Occurrence, Past, START};
use crate::prefix::{Companion, Prefix, prefix};
use crate::product::{Product, product};
use crate::repeats::Repeats;
use crate::shape::Shape;
use crate::unfit::Unfit;
use crate::unfold::{Tokens, unfold};
use budget::{Budget, Budgeted, OutOfBudget};
use nets::{Net, Run};
use std::collections::HashSet;
use std::rc::Rc;

/// An infinite run of the net that the automaton accepts; nothing if there is none.
///
/// A run that ends is continued by repeating its last marking. What the automaton accepts must not depend on how often a marking
/// is repeated, as it is for automata of linear temporal logic without the next state.
///
/// # Errors
///
/// Out of budget; or, inside, why the question cannot be answered.
pub fn accepted_run(
    net: &Net,
    automaton: &Automaton,
    budget: &Budget<'_>,
) -> Budgeted<Result<Option<Lasso>, Unfit>> {
    if !automaton.fits(net.places.len()) {
        return Ok(Err(Unfit::Automaton));
    }
    let (shape, plain) = match (Shape::of(net), prefix(net, budget)?) {
        (Ok(shape), Ok(plain)) => (shape, plain),
        (Err(unfit), _) | (_, Err(unfit)) => return Ok(Err(unfit)),
    };
    let tokens = if plain.is_safe { Tokens::Single } else { Tokens::Several };
    let visible: Vec<usize> = automaton.edges.iter().flat_map(|edge| edge.label.places()).collect();
    let start = net.starts.iter().flat_map(|start| start.least()).max().unwrap_or(0);
    let mut bound = start.max(1);
    let lasso = loop {
        let mut bounds = vec![None; net.places.len()];
        visible.iter().for_each(|place| bounds[*place] = Some(bound));
        let product = product((net, &shape), automaton, &bounds, budget)?;
        match (Search { net, shape: &shape, product: &product, tokens, budget }).lasso()? {
            Found::Lasso(lasso) => break lasso,
            Found::Nothing => return Ok(Ok(None)),
            Found::MoreTokens => bound = bound.checked_mul(2).ok_or(OutOfBudget)?,
        }
    };
    assert!(lasso.is_run_of(net) != Some(false), "what was found in the unfolding is a run");
    match lasso.is_accepted(net, automaton) {
        Some(true) => Ok(Ok(Some(lasso))),
        Some(false) => Ok(Err(Unfit::Automaton)),
        None => Err(OutOfBudget),
    }
}

/// What a search has found.
enum Found {
    Lasso(Lasso),
    Nothing,
    /// A visible place can have more tokens than the product provides for.
    MoreTokens,
}

/// All that the search needs.
struct Search<'a, 'w> {
    net: &'a Net,
    shape: &'a Shape,
    product: &'a Product,
    tokens: Tokens,
    budget: &'a Budget<'w>,
}

impl Search<'_, '_> {
    fn lasso(&self) -> Budgeted<Found> {
        let product = self.product;
        let counts =
            |one: u32| product.control[one as usize].is_some_and(|control| product.accepting[control]);
        let start = marking::start(&product.shape);
        let nothing = HashSet::new();
        let mut repeats = Repeats::new(start.clone(), counts, &nothing);
        let (occurrence, _) = unfold(&product.shape, self.tokens, &mut repeats, self.budget)?;
        if let Some((first, second)) = repeats.found {
            let (stem, circle) = parts(&occurrence, first, second);
            return Ok(Found::Lasso(self.joined(&occurrence, stem, circle)));
        }
        if occurrence.events.iter().any(|event| product.exceeds(event.transition)) {
            return Ok(Found::MoreTokens);
        }
        // Where the automaton accepts without seeing anything else: the first marking, and those of some visible events.
        let control = |event: u32| product.control[occurrence.events[event as usize].transition as usize];
        let mut lasting = Vec::new();
        if product.lasting[0] {
            lasting.push((START, start));
        }
        let kept = repeats.kept.iter();
        let visible =
            kept.filter(|(event, _)| control(*event).is_some_and(|control| product.lasting[control]));
        lasting.extend(visible.cloned());
        if lasting.is_empty() {
            return Ok(Found::Nothing);
        }
        if let Some(lasso) = self.unseen(&occurrence, &lasting)? {
            return Ok(Found::Lasso(lasso));
        }
        let kept: HashSet<u32> = repeats.kept.iter().map(|(event, _)| *event).collect();
        Ok(self.end(occurrence, &kept)?.map_or(Found::Nothing, Found::Lasso))
    }

    /// A run that goes on for ever with nothing visible after one of these events.
    fn unseen(&self, occurrence: &Occurrence, lasting: &[(u32, Rc<[u32]>)]) -> Budgeted<Option<Lasso>> {
        let moves = self.product.invisible.iter().map(|one| self.shape.moves[*one].clone());
        let mut shape = Shape { moves: moves.collect(), ..self.shape.clone() };
        shape.link();
        let mut hopeless: HashSet<Rc<[u32]>> = HashSet::new();
        for (event, places) in lasting {
            shape.start.fill(0);
            let base = places.iter().filter(|place| (**place as usize) < self.product.base);
            base.for_each(|place| shape.start[*place as usize] += 1);
            let start = marking::start(&shape);
            if hopeless.contains(&start) {
                continue;
            }
            let mut repeats = Repeats::new(start, |_| true, &hopeless);
            let (inner, _) = unfold(&shape, self.tokens, &mut repeats, self.budget)?;
            if let Some((first, second)) = repeats.found {
                let (stem, circle) = parts(&inner, first, second);
                let before = transitions(occurrence, parts(occurrence, START, *event).1);
                let mut fired: Vec<usize> = before.iter().map(|one| self.product.transitions[*one]).collect();
                let inside =
                    |events| transitions(&inner, events).into_iter().map(|one| self.product.invisible[one]);
                fired.extend(inside(stem));
                let back = fired.len();
                fired.extend(inside(circle));
                return Ok(Some(Lasso { run: self.run(fired), back }));
            }
            let markings: Vec<Rc<[u32]>> = repeats.into_markings().collect();
            hopeless.extend(markings);
        }
        Ok(None)
    }

    /// A run that ends where the automaton accepts its last marking for ever.
    fn end(&self, occurrence: Occurrence, kept: &HashSet<u32>) -> Budgeted<Option<Lasso>> {
        let whole = Prefix::of(self.net, &self.product.shape, occurrence);
        let mut whole = whole.ok_or(OutOfBudget)?;
        whole.is_safe = self.tokens == Tokens::Single;
        for (number, event) in whole.events.iter_mut().enumerate() {
            // Who the companion was does not matter to configurations.
            event.cut_off = (!kept.contains(&(number as u32))).then_some(Companion::Start);
        }
        let controls = 0..self.product.lasting.len();
        let lasting = controls.filter(|control| self.product.lasting[*control]);
        let lasting = lasting.map(|control| Formula::at_least(self.product.base + control, 1)).collect();
        let mut demands = vec![Formula::Any(lasting)];
        for one in &self.shape.moves {
            let missing =
                one.takes.iter().map(|(place, tokens)| Formula::at_most(*place as usize, tokens - 1));
            demands.push(Formula::Any(missing.collect()));
        }
        let mut configurations = Configurations::new(&whole, self.product.shape.start.len(), self.budget)?;
        configurations.demand(&Formula::All(demands), self.budget)?;
        let Some(events) = configurations.find(self.budget)? else { return Ok(None) };
        let fired = events.iter().map(|event| self.product.transitions[whole.events[*event].transition]);
        let fired: Vec<usize> = fired.collect();
        Ok(Some(Lasso { back: fired.len(), run: self.run(fired) }))
    }

    /// The run of events of the product, first the stem and then the circle.
    fn joined(&self, occurrence: &Occurrence, stem: Vec<u32>, circle: Vec<u32>) -> Lasso {
        let net_transition = |one: &usize| self.product.transitions[*one];
        let mut fired: Vec<usize> = transitions(occurrence, stem).iter().map(net_transition).collect();
        let back = fired.len();
        fired.extend(transitions(occurrence, circle).iter().map(net_transition));
        Lasso { run: self.run(fired), back }
    }

    fn run(&self, fired: Vec<usize>) -> Run {
        let start = self.net.starts.first().map(|start| start.least()).unwrap_or_default();
        Run { start, fired }
    }
}

/// The events up to the first, and those from there up to the second, each in an order in which they can happen.
fn parts(occurrence: &Occurrence, first: u32, second: u32) -> (Vec<u32>, Vec<u32>) {
    let up_to = |event: u32| {
        let mut past = Past::default();
        let mut events = Vec::new();
        if event != START {
            past.collect(occurrence, &occurrence.events[event as usize].preset);
            events = std::mem::take(&mut past.events);
            events.push(event);
            events.sort_unstable();
        }
        events
    };
    let stem = up_to(first);
    let circle = up_to(second).into_iter().filter(|event| stem.binary_search(event).is_err()).collect();
    (stem, circle)
}

fn transitions(occurrence: &Occurrence, events: Vec<u32>) -> Vec<usize> {
    events.into_iter().map(|event| occurrence.events[event as usize].transition as usize).collect()
}
