//! Transitions: edges alone, and those that synchronise together.

use diagnostics::{Code, Diagnostic, Span};
use system::{EdgeId, Owner, Receiver, System, Transition};

use super::Lowerer;
use super::edge::{Edges, SyncEdge};
use crate::ast::SyncRole;

impl Lowerer<'_, '_> {
    /// Adds all transitions, in the order of their senders.
    pub(super) fn synchronise(&mut self, edges: &Edges, system: &mut System) {
        let partners = Partners::new(edges);
        if !self.charge_pairs(edges, &partners, system) {
            return;
        }
        let mut syncs = edges.syncs.iter().peekable();
        for number in 0..system.edges.len() {
            let id = EdgeId::from_index(number);
            let Some(sync) = syncs.next_if(|sync| sync.edge == id) else {
                system.transitions.push(Transition { sender: id, receivers: Vec::new() });
                continue;
            };
            match sync.role {
                SyncRole::Receive | SyncRole::BroadcastReceive => {}
                SyncRole::Send => {
                    for partner in partners.of(sync) {
                        let receivers = vec![Receiver { edge: partner.edge, required: true }];
                        system.transitions.push(Transition { sender: id, receivers });
                    }
                }
                SyncRole::BroadcastSend => {
                    let receivers = partners.of(sync);
                    let receivers = receivers.map(|partner| Receiver { edge: partner.edge, required: false });
                    let transition = Transition { sender: id, receivers: receivers.collect() };
                    system.transitions.push(transition);
                }
            }
        }
        self.warn_of_loneliness(edges, &partners);
    }

    /// Counts the transitions before they are made, since there can be as many as there are pairs of edges.
    fn charge_pairs(&mut self, edges: &Edges, partners: &Partners<'_>, system: &System) -> bool {
        for sync in &edges.syncs {
            let count = match sync.role {
                SyncRole::Send => partners.upper_bound(sync),
                // Receivers take less room than transitions.
                SyncRole::BroadcastSend => partners.upper_bound(sync) / 4,
                SyncRole::Receive | SyncRole::BroadcastReceive => 0,
            };
            if !self.charge(count, system.edge(sync.edge).span) {
                return false;
            }
        }
        true
    }

    /// Warns of synchronisations that no other process can take part in. A broadcast needs no receiver.
    fn warn_of_loneliness(&mut self, edges: &Edges, partners: &Partners<'_>) {
        let mut by_text: Vec<(Span, SyncRole, bool)> = Vec::new();
        for sync in &edges.syncs {
            let has_partner = sync.role == SyncRole::BroadcastSend || partners.of(sync).next().is_some();
            by_text.push((sync.span, sync.role, has_partner));
        }
        by_text.sort_by_key(|(span, _, has_partner)| (*span, !has_partner));
        by_text.dedup_by_key(|(span, _, _)| *span);
        for (span, role, _) in by_text.into_iter().filter(|(_, _, has_partner)| !has_partner) {
            let (missing, what) = match role {
                SyncRole::Send => ("?", "receives it"),
                SyncRole::Receive => ("!", "sends it"),
                SyncRole::BroadcastReceive | SyncRole::BroadcastSend => ("!!", "sends it"),
            };
            let message = format!("no other process {what}, so this edge can never be taken");
            let finding = Diagnostic::new(Code::NoPartner, message, span, "has no partner")
                .with_help(format!("an edge of another process with `{missing}` is missing"));
            self.report(finding);
        }
    }
}

/// The synchronising edges by name and role.
struct Partners<'e> {
    groups: Vec<[Vec<&'e SyncEdge>; 4]>,
}

impl<'e> Partners<'e> {
    fn new(edges: &'e Edges) -> Self {
        let count = edges.syncs.iter().map(|sync| sync.number + 1).max().unwrap_or(0);
        let mut groups: Vec<[Vec<&'e SyncEdge>; 4]> = (0..count).map(|_| Default::default()).collect();
        for sync in &edges.syncs {
            groups[sync.number][slot(sync.role)].push(sync);
        }
        for group in &mut groups {
            group[slot(SyncRole::BroadcastReceive)].sort_by_key(|sync| sync.order);
        }
        Partners { groups }
    }

    /// How many edges can synchronise with this one, those of its own process included.
    fn upper_bound(&self, sync: &SyncEdge) -> usize {
        self.groups.get(sync.number).map_or(0, |group| group[slot(partner_role(sync.role))].len())
    }

    /// The edges of other processes that can synchronise with this one.
    fn of<'p>(&'p self, sync: &SyncEdge) -> impl Iterator<Item = &'e SyncEdge> + use<'p, 'e> {
        let role = partner_role(sync.role);
        let owner = sync.owner;
        let partners =
            self.groups.get(sync.number).map(|group| group[slot(role)].as_slice()).unwrap_or_default();
        // Two processes of one population are different processes.
        let is_other =
            move |partner: &&SyncEdge| partner.owner != owner || matches!(owner, Owner::Population(_));
        partners.iter().copied().filter(is_other)
    }
}

/// The role of an edge that answers one with this role.
fn partner_role(role: SyncRole) -> SyncRole {
    match role {
        SyncRole::Send => SyncRole::Receive,
        SyncRole::Receive => SyncRole::Send,
        SyncRole::BroadcastSend => SyncRole::BroadcastReceive,
        SyncRole::BroadcastReceive => SyncRole::BroadcastSend,
    }
}

fn slot(role: SyncRole) -> usize {
    match role {
        SyncRole::Send => 0,
        SyncRole::Receive => 1,
        SyncRole::BroadcastSend => 2,
        SyncRole::BroadcastReceive => 3,
    }
}
