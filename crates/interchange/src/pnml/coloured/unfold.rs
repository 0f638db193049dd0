//! Unfolds places by their colours and transitions by the values of their variables.

use super::condition::ColourCondition;
use super::sorts::{ColourSort, Declarations};
use super::terms::{ColourTerm, Multiset, Valueless, Work};
use crate::Problem;
use crate::net::{Net, Place, Transition};
use crate::pnml::graph::Graph;
use crate::xml::{child, elements, only_child, problem, text};
use roxmltree::Node;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

/// The most places of an unfolded net.
const MOST_PLACES: usize = 100_000;

/// The most transitions of an unfolded net, and the most parts of arcs.
const MOST_TRANSITIONS: usize = 200_000;
const MOST_ARCS: usize = 4_000_000;

/// The most colours that are looked at on the way; some seconds.
const PATIENCE: u64 = 300_000_000;

/// The unfolded net, with instances that cannot be marked.
pub(super) fn unfolded(id: &str, graph: &Graph<'_, '_>, declarations: &Declarations) -> Result<Net, Problem> {
    let mut unfolding = Unfolding {
        declarations,
        sorts: Vec::new(),
        firsts: Vec::new(),
        net: Net { id: id.to_owned(), ..Net::default() },
        taken: HashSet::new(),
        work: Work(PATIENCE),
        arcs: 0,
    };
    unfolding.places(graph)?;
    let mut arcs: Vec<Vec<Inscription<'_, '_>>> = graph.transitions.iter().map(|_| Vec::new()).collect();
    for arc in &graph.arcs {
        let term = unfolding.multiset(arc.node, "hlinscription", arc.place)?;
        let term = term.unwrap_or(ColourTerm::Colour(0));
        arcs[arc.transition].push(Inscription { node: arc.node, place: arc.place, takes: arc.takes, term });
    }
    for ((id, node), arcs) in graph.transitions.iter().zip(&arcs) {
        unfolding.transition(id, *node, arcs)?;
    }
    Ok(unfolding.net)
}

/// What an arc moves.
struct Inscription<'a, 'i> {
    node: Node<'a, 'i>,
    place: usize,
    takes: bool,
    term: ColourTerm,
}

struct Unfolding<'d> {
    declarations: &'d Declarations,
    /// The sort of each coloured place.
    sorts: Vec<Rc<ColourSort>>,
    /// The first instance of each coloured place; the others follow in the order of their colours.
    firsts: Vec<usize>,
    net: Net,
    /// The names of all instances.
    taken: HashSet<String>,
    work: Work,
    arcs: usize,
}

impl Unfolding<'_> {
    fn places(&mut self, graph: &Graph<'_, '_>) -> Result<(), Problem> {
        for (_, node) in &graph.places {
            let structure = child(*node, "type").and_then(|kind| child(kind, "structure"));
            let sort =
                structure.map(|structure| self.declarations.sort(only_child(structure)?)).transpose()?;
            self.sorts.push(sort.unwrap_or_else(|| Rc::new(ColourSort::Dot)));
        }
        let count = self.sorts.iter().fold(0, |sum: usize, sort| sum.saturating_add(sort.size()));
        if count > MOST_PLACES {
            let message = format!("this net unfolds to {count} places, at most {MOST_PLACES} are supported");
            let largest = graph.places.iter().zip(&self.sorts).max_by_key(|(_, sort)| sort.size());
            let Some(((id, node), sort)) = largest else { return Err(Problem::new(message, None)) };
            let help = format!("the place `{id}` alone has {} colours", sort.size());
            return Err(problem(*node, message).with_help(help));
        }
        for (number, (id, node)) in graph.places.iter().enumerate() {
            let sort = Rc::clone(&self.sorts[number]);
            let first = self.net.places.len();
            self.firsts.push(first);
            for colour in 0..sort.size() {
                let id = self.name(id, &sort.ending(colour));
                self.net.places.push(Place { id, tokens: 0 });
            }
            self.mark(*node, number)?;
            let instances = self.net.places[first..].iter().map(|place| place.id.clone()).collect();
            self.net.families.places.insert(id.clone(), instances);
        }
        Ok(())
    }

    /// Puts the initial tokens on the instances of a place.
    fn mark(&mut self, node: Node<'_, '_>, place: usize) -> Result<(), Problem> {
        let Some(term) = self.multiset(node, "hlinitialMarking", place)? else { return Ok(()) };
        let mut variables = BTreeSet::new();
        term.variables(&mut variables);
        if !variables.is_empty() {
            return Err(problem(node, "an initial marking has no variables"));
        }
        let value = term.value(&[], &mut self.work).map_err(|reason| valueless(node, reason))?;
        for (colour, number) in value {
            let tokens = &mut self.net.places[self.firsts[place] + colour].tokens;
            *tokens = tokens.checked_add(number).ok_or_else(|| valueless(node, Valueless::TooLarge))?;
        }
        Ok(())
    }

    /// The term of an annotation, whose colours are those of the place.
    fn multiset(
        &self,
        node: Node<'_, '_>,
        wanted: &str,
        place: usize,
    ) -> Result<Option<ColourTerm>, Problem> {
        let sort = &self.sorts[place];
        let annotation = child(node, wanted);
        let structure = annotation.and_then(|annotation| child(annotation, "structure"));
        let Some(structure) = structure.filter(|structure| elements(*structure).next().is_some()) else {
            // Nothing that says how many tokens there are is passed over.
            let plain = ["initialMarking", "inscription"].into_iter().find_map(|plain| child(node, plain));
            if let Some(other) = plain.or(annotation.filter(|annotation| is_said_in_words(*annotation))) {
                let message =
                    format!("in a coloured net, tokens are said in the <structure> of a <{wanted}>");
                return Err(problem(other, message));
            }
            let is_needed = wanted == "hlinscription" && **sort != ColourSort::Dot;
            let message = "this arc has no <hlinscription> that says which colours it moves";
            return if is_needed { Err(problem(node, message)) } else { Ok(None) };
        };
        let inner = only_child(structure)?;
        let (term, found) = self.declarations.term(inner)?;
        if found != *sort {
            return Err(problem(inner, "the colours of this term are not those of the place"));
        }
        Ok(Some(term))
    }

    /// A name that no other instance has.
    fn name(&mut self, id: &str, ending: &str) -> String {
        let mut name = format!("{id}{ending}");
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    fn transition(
        &mut self,
        id: &str,
        node: Node<'_, '_>,
        arcs: &[Inscription<'_, '_>],
    ) -> Result<(), Problem> {
        let structure = child(node, "condition").and_then(|condition| child(condition, "structure"));
        let structure = structure.filter(|structure| elements(*structure).next().is_some());
        let condition =
            structure.map(|structure| self.declarations.condition(only_child(structure)?)).transpose()?;
        let conditions = condition.map(ColourCondition::conjuncts).unwrap_or_default();
        let mut variables = BTreeSet::new();
        arcs.iter().for_each(|arc| arc.term.variables(&mut variables));
        conditions.iter().for_each(|condition| condition.variables(&mut variables));
        let bindings = ColourBindings::new(self.declarations, variables.into_iter().collect(), &conditions);
        let mut instances = Vec::new();
        let mut values: Vec<usize> = vec![0; self.declarations.variables.len()];
        let mut found =
            bindings.first(&mut values, &mut self.work).map_err(|reason| valueless(node, reason))?;
        while found {
            if self.net.transitions.len() >= MOST_TRANSITIONS {
                let message = format!("this net unfolds to more than {MOST_TRANSITIONS} transitions");
                let help = format!(
                    "the variables of the transition `{id}` alone have {} values together",
                    bindings.most()
                );
                return Err(problem(node, message).with_help(help));
            }
            let ending: String =
                bindings.order.iter().map(|(variable, sort)| sort.ending(values[*variable])).collect();
            let id = self.name(id, &ending);
            let instance = self.instance(id, arcs, &values)?;
            instances.push(instance.id.clone());
            self.net.transitions.push(instance);
            found = bindings.next(&mut values, &mut self.work).map_err(|reason| valueless(node, reason))?;
        }
        self.net.families.transitions.insert(id.to_owned(), instances);
        Ok(())
    }

    /// A transition with values for its variables.
    fn instance(
        &mut self,
        id: String,
        arcs: &[Inscription<'_, '_>],
        values: &[usize],
    ) -> Result<Transition, Problem> {
        let mut flows: [BTreeMap<usize, u64>; 2] = Default::default();
        for arc in arcs {
            let value: Multiset =
                arc.term.value(values, &mut self.work).map_err(|reason| valueless(arc.node, reason))?;
            for (colour, number) in value {
                let tokens =
                    flows[usize::from(!arc.takes)].entry(self.firsts[arc.place] + colour).or_insert(0);
                *tokens =
                    tokens.checked_add(number).ok_or_else(|| valueless(arc.node, Valueless::TooLarge))?;
            }
        }
        let [takes, gives] =
            flows.map(|flow| flow.into_iter().filter(|(_, tokens)| *tokens > 0).collect::<Vec<_>>());
        self.arcs = self.arcs.saturating_add(takes.len()).saturating_add(gives.len());
        match arcs.first() {
            Some(arc) if self.arcs > MOST_ARCS => {
                Err(problem(arc.node, format!("this net unfolds to more than {MOST_ARCS} arcs")))
            }
            _ => Ok(Transition { id, takes, gives }),
        }
    }
}

/// The ways to give some variables values for which conditions hold.
struct ColourBindings<'c> {
    /// The variables in the order in which they get values.
    order: Vec<(usize, Rc<ColourSort>)>,
    /// For each number of variables that have values, the conditions that can be decided then and not before.
    decided: Vec<Vec<&'c ColourCondition>>,
}

impl<'c> ColourBindings<'c> {
    fn new(declarations: &Declarations, variables: Vec<usize>, conditions: &'c [ColourCondition]) -> Self {
        let order: Vec<(usize, Rc<ColourSort>)> = variables
            .into_iter()
            .map(|variable| (variable, Rc::clone(&declarations.variables[variable].sort)))
            .collect();
        let mut decided: Vec<Vec<&ColourCondition>> = vec![Vec::new(); order.len() + 1];
        for condition in conditions {
            let mut mentioned = BTreeSet::new();
            condition.variables(&mut mentioned);
            let last = order.iter().rposition(|(variable, _)| mentioned.contains(variable));
            decided[last.map_or(0, |last| last + 1)].push(condition);
        }
        ColourBindings { order, decided }
    }

    /// How many there would be without conditions.
    fn most(&self) -> usize {
        self.order.iter().fold(1, |most: usize, (_, sort)| most.saturating_mul(sort.size()))
    }

    /// Sets the first values; false if there are none.
    fn first(&self, values: &mut [usize], work: &mut Work) -> Result<bool, Valueless> {
        if !self.hold(0, values, work)? {
            return Ok(false);
        }
        self.search(0, true, values, work)
    }

    /// Sets the values behind these; false if there are no more.
    fn next(&self, values: &mut [usize], work: &mut Work) -> Result<bool, Valueless> {
        match self.order.len() {
            0 => Ok(false),
            count => self.search(count - 1, false, values, work),
        }
    }

    /// Goes on from a variable, with its first value or with the one behind its value, back to earlier variables where there is no
    /// further one.
    fn search(
        &self,
        from: usize,
        fresh: bool,
        values: &mut [usize],
        work: &mut Work,
    ) -> Result<bool, Valueless> {
        let (mut at, mut fresh) = (from, fresh);
        while let Some((variable, sort)) = self.order.get(at) {
            let value = if fresh { 0 } else { values[*variable] + 1 };
            if value >= sort.size() {
                if at == 0 {
                    return Ok(false);
                }
                (at, fresh) = (at - 1, false);
                continue;
            }
            values[*variable] = value;
            fresh = self.hold(at + 1, values, work)?;
            at += usize::from(fresh);
        }
        Ok(true)
    }

    fn hold(&self, count: usize, values: &[usize], work: &mut Work) -> Result<bool, Valueless> {
        work.spend(1)?;
        for condition in &self.decided[count] {
            if !condition.holds(values, work)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Whether an annotation has a text only for people.
fn is_said_in_words(annotation: Node<'_, '_>) -> bool {
    child(annotation, "text").is_some_and(|words| !text(words).is_empty())
}

fn valueless(node: Node<'_, '_>, reason: Valueless) -> Problem {
    match reason {
        Valueless::Negative => problem(node, "more tokens are subtracted here than there are"),
        Valueless::TooLarge => problem(node, "a number of tokens is too large here"),
        Valueless::TooMuch => {
            let problem =
                problem(node, format!("this net is too large to be unfolded: more than {PATIENCE} steps"));
            problem.with_help("smaller sorts, or fewer variables at a transition, make it smaller")
        }
    }
}
