//! Synchronisations: the rules of a sender and of whoever receives.
//!
//! A rendezvous of two instances is a rule with a partner; where a single process takes part, its location is an ordinary variable. In a
//! broadcast all instances that receive move at once, as a new value of their locations; single processes receive in rules of their own,
//! one for each of them that takes part or does not. Guards are read before anything moves. So receivers can move before the action of
//! the sender is run, provided that no action asks where they are; and the actions of instances that receive are left to other proofs.

use diagnostics::Span;
use system::Comparison;
use system::parameterized::{LocationChange, ParameterizedStatement, Partner, Rule, Site, Steps, Term};

use super::rule::EdgeOf;
use super::{Extraction, Open, OpenObstacle};
use crate::ast::SyncRole;
use crate::checked::{CheckedMover, CheckedSync};

/// The edges that synchronise, each from one of its locations.
pub(super) type Synchronising<'m, 'a> = Vec<(CheckedSync, EdgeOf<'m, 'a>)>;

/// A way in which single processes take part in a broadcast, or do not.
#[derive(Debug, Clone, Default)]
struct Audience {
    guard: Vec<Term>,
    action: Steps,
    /// The locations that they enter at the end.
    moved: Vec<ParameterizedStatement>,
}

impl<'a> Extraction<'a> {
    /// The rules of all edges that send.
    pub(super) fn synchronisations(&mut self, movers: &[CheckedMover<'a>]) -> Open<()> {
        let mut all: Synchronising<'_, 'a> = Vec::new();
        for mover in movers {
            let CheckedMover::Body(body, edges) = mover else { continue };
            for edge in edges {
                let Some(sync) = edge.sync else { continue };
                all.extend(edge.from.iter().map(|from| (sync, EdgeOf { body: *body, edge, from: *from })));
            }
        }
        for (sync, sender) in &all {
            let partners = |role: SyncRole| {
                let is_partner = move |one: &&(CheckedSync, EdgeOf<'_, 'a>)| {
                    one.0.number == sync.number && one.0.role == role
                };
                all.iter().filter(is_partner).map(|(_, edge)| *edge)
            };
            match sync.role {
                SyncRole::Receive | SyncRole::BroadcastReceive => {}
                SyncRole::Send => {
                    for receiver in partners(SyncRole::Receive) {
                        self.rendezvous(*sender, receiver)?;
                    }
                }
                SyncRole::BroadcastSend => {
                    let receivers: Vec<EdgeOf<'_, 'a>> = partners(SyncRole::BroadcastReceive).collect();
                    self.broadcast(*sender, &receivers, sync.span)?;
                }
            }
        }
        Ok(())
    }

    /// The rule of two that move together.
    fn rendezvous(&mut self, sender: EdgeOf<'_, 'a>, receiver: EdgeOf<'_, 'a>) -> Open<()> {
        let (Some(sent), Some(received)) = (self.movement(sender), self.movement(receiver)) else {
            return Ok(());
        };
        let is_one_process = sender.body == receiver.body;
        let name = format!("{} & {}", self.edge_name(sender), self.edge_name(receiver));
        let rule = match (sent.is_local, received.is_local) {
            (false, false) if is_one_process => return Ok(()),
            (true, true) => {
                let guard = self.guard_of(sender, 0, 1)?;
                let partner_guard = self.guard_of(receiver, 1, 2)?;
                let mut action = self.action_of(sender, 0, 2)?;
                action.extend(self.action_of(receiver, 1, 2)?);
                let partner =
                    Partner { is_another: is_one_process, movement: received, guard: partner_guard };
                Rule {
                    name,
                    has_mover: true,
                    partner: Some(partner),
                    movement: Some(sent),
                    guard,
                    action,
                    forgotten: Vec::new(),
                }
            }
            (_, is_local) => {
                // The single process is at its location, too; whoever is an instance is the mover.
                let (mover, single) = if is_local { (received, sent) } else { (sent, received) };
                let depth = usize::from(mover.is_local);
                let guards = [self.guard_of(sender, 0, depth)?, self.guard_of(receiver, 0, depth)?];
                let mut action = self.action_of(sender, 0, depth)?;
                action.extend(self.action_of(receiver, 0, depth)?);
                action.push(vec![enters(single)]);
                let [first, second] = guards;
                Rule {
                    name,
                    has_mover: mover.is_local,
                    partner: None,
                    movement: Some(mover),
                    guard: Term::And(vec![is_at(single, None), first, second]),
                    action,
                    forgotten: Vec::new(),
                }
            }
        };
        self.system.rules.push(rule);
        Ok(())
    }

    /// The rules of a sender and of all that hear it.
    fn broadcast(&mut self, sender: EdgeOf<'_, 'a>, receivers: &[EdgeOf<'_, 'a>], span: Span) -> Open<()> {
        let Some(movement) = self.movement(sender) else { return Ok(()) };
        let depth = usize::from(movement.is_local);
        let guard = self.guard_of(sender, 0, depth)?;
        let action = self.action_of(sender, 0, depth)?;
        let mut instances: Vec<(EdgeOf<'_, 'a>, LocationChange)> = Vec::new();
        let mut audiences = vec![Audience::default()];
        let mut bodies: Vec<usize> = Vec::new();
        for receiver in receivers {
            let Some(received) = self.movement(*receiver) else { continue };
            if received.is_local {
                if !receiver.edge.action.steps.is_empty() {
                    return Err(OpenObstacle::new(
                        "an action of those who hear a broadcast",
                        receiver.edge.span,
                    ));
                }
                instances.push((*receiver, received));
            } else if receiver.body != sender.body && !bodies.contains(&receiver.body.0) {
                bodies.push(receiver.body.0);
                audiences = self.with_single(&audiences, receivers, *receiver, depth)?;
            }
        }
        let heard = self.everybody(sender, &instances, depth)?;
        let asks_where = |term: &Term| {
            let is_moved = |site: &Site| instances.iter().any(|(_, change)| change.variable == site.variable);
            term.any(&mut |part| matches!(part, Term::Read(site) if site.owner.is_some() && is_moved(site)))
        };
        for audience in audiences {
            let mut guards = vec![guard.clone()];
            guards.extend(audience.guard);
            let actions = action.iter().chain(&audience.action).cloned().collect();
            let mut rule = Rule {
                name: self.edge_name(sender),
                has_mover: movement.is_local,
                partner: None,
                movement: Some(movement),
                guard: Term::bool(true),
                action: actions,
                forgotten: Vec::new(),
            };
            if !heard.is_empty() && rule.terms().into_iter().any(asks_where) {
                return Err(OpenObstacle::new("a broadcast whose action asks where others are", span));
            }
            rule.guard = if guards.len() == 1 { guards.swap_remove(0) } else { Term::And(guards) };
            if !heard.is_empty() {
                rule.action.insert(0, heard.clone());
            }
            if !audience.moved.is_empty() {
                rule.action.push(audience.moved);
            }
            self.system.rules.push(rule);
        }
        Ok(())
    }

    /// The same where a single process, whose edges these are, takes part by one of them or by none.
    fn with_single(
        &mut self,
        audiences: &[Audience],
        receivers: &[EdgeOf<'_, 'a>],
        first: EdgeOf<'_, 'a>,
        depth: usize,
    ) -> Open<Vec<Audience>> {
        let mut all = Vec::new();
        let mut nobody: Vec<Term> = Vec::new();
        for receiver in receivers.iter().filter(|one| one.body == first.body) {
            let Some(movement) = self.movement(*receiver) else { continue };
            let guard = Term::And(vec![is_at(movement, None), self.guard_of(*receiver, 0, depth)?]);
            let action = self.action_of(*receiver, 0, depth)?;
            for audience in audiences {
                let mut longer = audience.clone();
                longer.guard.push(guard.clone());
                longer.action.extend(action.iter().cloned());
                longer.moved.push(enters(movement));
                all.push(longer);
            }
            nobody.push(Term::Not(Box::new(guard)));
        }
        for audience in audiences {
            let mut longer = audience.clone();
            longer.guard.extend(nobody.iter().cloned());
            all.push(longer);
        }
        Ok(all)
    }

    /// The new locations of all instances that hear the sender, in whichever process arrays.
    fn everybody(
        &mut self,
        sender: EdgeOf<'_, 'a>,
        receivers: &[(EdgeOf<'_, 'a>, LocationChange)],
        depth: usize,
    ) -> Open<Vec<ParameterizedStatement>> {
        let mut statements: Vec<ParameterizedStatement> = Vec::new();
        for (receiver, change) in receivers {
            let own = Term::Bound(depth);
            let mut conditions = vec![is_at(*change, Some(own.clone()))];
            if receiver.body == sender.body && depth > 0 {
                let is_sender = Term::Same(Box::new(own.clone()), Box::new(Term::Bound(0)));
                conditions.push(Term::Not(Box::new(is_sender)));
            }
            conditions.push(self.guard_of(*receiver, depth, depth + 1)?);
            let condition = Box::new(Term::And(conditions));
            let entered = Box::new(Term::Const(i64::from(change.to)));
            let known = statements.iter_mut().find_map(|statement| match statement {
                ParameterizedStatement::Everybody { variable, value, .. } if *variable == change.variable => {
                    Some(value)
                }
                _ => None,
            });
            match known {
                Some(value) => {
                    let other = std::mem::replace(value, Term::bool(false));
                    *value = Term::If(condition, entered, Box::new(other));
                }
                None => {
                    let same = Box::new(Term::Read(Site::local(change.variable, own)));
                    let value = Term::If(condition, entered, same);
                    let variable = change.variable;
                    statements.push(ParameterizedStatement::Everybody { bound: depth, variable, value });
                }
            }
        }
        Ok(statements)
    }

    /// The guard of an edge whose instance is this bound name, where so many are bound.
    fn guard_of(&mut self, edge: EdgeOf<'_, 'a>, own: usize, depth: usize) -> Open<Term> {
        self.enter_as(edge.body, own);
        self.depth = depth;
        let guard = match &edge.edge.guard {
            Some(guard) => self.term(guard),
            None => Ok(Term::bool(true)),
        };
        self.depth = 0;
        guard
    }

    fn action_of(&mut self, edge: EdgeOf<'_, 'a>, own: usize, depth: usize) -> Open<Steps> {
        self.enter_as(edge.body, own);
        self.depth = depth;
        let action = self.steps(&edge.edge.action);
        self.depth = 0;
        action
    }
}

/// That somebody is where a change begins: an instance, or the single process.
fn is_at(change: LocationChange, owner: Option<Term>) -> Term {
    let site = Site { variable: change.variable, owner: owner.map(Box::new), element: None };
    let from = Box::new(Term::Const(i64::from(change.from)));
    Term::Compare(Comparison::Eq, Box::new(Term::Read(site)), from)
}

/// A single process comes to where a change ends.
fn enters(change: LocationChange) -> ParameterizedStatement {
    ParameterizedStatement::Assign(Site::global(change.variable), Term::Const(i64::from(change.to)))
}
