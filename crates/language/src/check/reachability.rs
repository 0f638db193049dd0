//! Locations that no sequence of edges leads to.

use diagnostics::{Code, Diagnostic};

use super::Checker;
use crate::ast::{Name, ProcessItemKind, Start, StartCount};
use crate::checked::CheckedEdge;
use crate::symbols::{BodyIndex, BodyKind};

impl<'a> Checker<'a> {
    /// Warns of locations that cannot be reached from a start along edges, whatever their guards.
    pub(super) fn warn_of_unreachable_locations(&mut self, index: BodyIndex, edges: &[CheckedEdge<'a>]) {
        let body = self.symbols.body(index);
        // An edge that could not be checked may lead anywhere.
        if body.edges().count() != edges.len() || body.locations.is_empty() {
            return;
        }
        let mut targets: Vec<Vec<u32>> = vec![Vec::new(); body.locations.len()];
        for edge in edges {
            for from in &edge.from {
                targets[*from as usize].push(edge.to);
            }
        }
        let mut is_reached = vec![false; body.locations.len()];
        let mut open = self.start_locations(index);
        while let Some(location) = open.pop() {
            if !std::mem::replace(&mut is_reached[location as usize], true) {
                open.extend(&targets[location as usize]);
            }
        }
        let body = self.symbols.body(index);
        let unreached = body.locations.iter().copied().zip(is_reached).filter(|(_, reached)| !reached);
        let names: Vec<&'a Name> = unreached.map(|(name, _)| name).collect();
        for name in names {
            let message = format!("no edges lead from a start of the process to `{}`", name.text);
            let finding = Diagnostic::new(Code::UnreachableLocation, message, name.span, "never entered")
                .with_help("add an edge to it, make it a start, or remove it");
            self.report(finding);
        }
    }

    fn start_locations(&self, index: BodyIndex) -> Vec<u32> {
        let body = self.symbols.body(index);
        let starts: Vec<&Start> = body
            .declaration
            .items
            .iter()
            .filter_map(|item| match &item.kind {
                ProcessItemKind::Start(starts) => Some(starts),
                _ => None,
            })
            .flatten()
            .collect();
        if starts.is_empty() {
            return vec![0];
        }
        let is_population = matches!(body.kind, BodyKind::Population(_));
        let begins = |start: &&&Start| {
            let is_zero = matches!(&start.count, Some(StartCount::Exactly(count))
                if matches!(count.kind, crate::ast::ExprKind::Int(0)));
            !(is_population && is_zero)
        };
        let starts = starts.iter().filter(begins);
        starts.filter_map(|start| body.location_numbers.get(start.location.text.as_str()).copied()).collect()
    }
}
