//! Edges of processes and populations.

use std::collections::HashMap;

use diagnostics::{Code, Diagnostic, Span, nearest};

use super::{Checker, Context};
use crate::ast::{Edge, SyncPart, SyncRole};
use crate::checked::{CheckedEdge, CheckedSync};
use crate::referents::{Expected, Referent};
use crate::scope::Scope;
use crate::symbols::BodyIndex;
use crate::typed_action::TypedBlock;

impl<'a> Checker<'a> {
    /// Checks the edges of a process or population; those whose ends are not known are left out.
    pub fn edges(&mut self, index: BodyIndex) -> Vec<CheckedEdge<'a>> {
        let scope = self.body_scope(index);
        let written: Vec<(&'a Edge, Span)> = self.symbols.body(index).edges().collect();
        if let Some((_, span)) = written.first()
            && self.symbols.body(index).locations.is_empty()
        {
            self.without_locations(index, *span);
            return Vec::new();
        }
        let mut edges = Vec::new();
        for (edge, span) in written {
            if let Some(edge) = self.edge(index, edge, span, &scope) {
                edges.push(edge);
            }
        }
        self.double_receives(index, &edges);
        edges
    }

    fn edge(
        &mut self,
        index: BodyIndex,
        edge: &'a Edge,
        span: Span,
        scope: &Scope<'a>,
    ) -> Option<CheckedEdge<'a>> {
        let mut from = Vec::new();
        let mut all_known = true;
        for name in &edge.from {
            match self.location(index, name) {
                Some(number) if !from.contains(&number) => from.push(number),
                Some(_) => {}
                None => all_known = false,
            }
        }
        from.sort_unstable();
        let to = self.location(index, &edge.to);
        let guard = edge.guard.as_ref().map(|guard| self.boolean(guard, scope, Context::STATE, "a guard"));
        let sync = edge.sync.as_ref().map(|sync| self.sync(sync));
        let action =
            edge.action.as_ref().map_or_else(TypedBlock::default, |action| self.action(action, scope));
        let sync = match sync {
            Some(None) => return None,
            Some(sync) => sync,
            None => None,
        };
        all_known.then_some(CheckedEdge { edge, span, from, to: to?, guard, action, sync })
    }

    fn sync(&mut self, part: &'a SyncPart) -> Option<CheckedSync> {
        let name = part.name.text.as_str();
        let is_broadcast = matches!(part.role, SyncRole::BroadcastSend | SyncRole::BroadcastReceive);
        self.expect_at(part.name.span, || Expected::Sync(Some(is_broadcast)));
        let Some(symbol) = self.symbols.syncs.get(name).copied() else {
            let word = if is_broadcast { "broadcast" } else { "sync" };
            let near = nearest(name, self.symbols.syncs.keys().copied());
            let message = format!("there is no synchronisation `{name}`");
            let finding = Diagnostic::new(Code::UnknownName, message, part.name.span, "");
            self.report(match near {
                Some(near) => finding.did_you_mean(near),
                None => finding.with_help(format!("declare it: `{word} {name}`")),
            });
            return None;
        };
        self.note(part.name.span, Referent::Sync(symbol.number));
        if symbol.broadcast != is_broadcast {
            let (kind, roles) = match symbol.broadcast {
                true => ("broadcast", format!("`{name}!!` and `{name}??`")),
                false => ("rendezvous", format!("`{name}!` and `{name}?`")),
            };
            let message = format!("`{name}` is a {kind}, which is written {roles}");
            let finding = Diagnostic::new(Code::BadSync, message, part.span, "does not fit its declaration")
                .with_related(symbol.span, format!("declared as a {kind} here"));
            self.report(finding);
            return None;
        }
        Some(CheckedSync { number: symbol.number, role: part.role, span: part.span })
    }

    /// A location has at most one receiving edge for each broadcast, so that it is clear what happens.
    fn double_receives(&mut self, index: BodyIndex, edges: &[CheckedEdge<'a>]) {
        let mut first: HashMap<(u32, usize), Span> = HashMap::new();
        for edge in edges {
            let Some(sync) = edge.sync.filter(|sync| sync.role == SyncRole::BroadcastReceive) else {
                continue;
            };
            for from in &edge.from {
                let Some(before) = first.insert((*from, sync.number), sync.span) else { continue };
                let location = &self.symbols.body(index).locations[*from as usize].text;
                let name = edge.edge.sync.as_ref().map_or("", |part| part.name.text.as_str());
                let message = format!("`{location}` has two edges for `{name}??`");
                let finding = Diagnostic::new(Code::DoubleReceive, message, sync.span, "a second one")
                    .with_related(before, "the first one")
                    .with_help("what a receiver does must be clear: put both cases into one edge, with `if` or `choose`");
                self.report(finding);
            }
        }
    }

    fn without_locations(&mut self, index: BodyIndex, span: Span) {
        let body = self.symbols.body(index);
        let message = format!("`{}` has edges but no locations", body.name());
        let finding =
            Diagnostic::new(Code::NoLocations, message, span, "leaves a location that is not declared")
                .with_related(body.declaration.name.span, "in this process")
                .with_help("declare its locations with `loc`, the first one being the start");
        self.report(finding);
    }
}
