//! What a search leaves out because it cannot matter.

use crate::check::Settings;
use crate::inactive::Inactive;
use crate::layout::{Layout, Misfit};
use crate::monitor::Monitors;
use crate::program::Program;
use crate::stubborn::Stubborn;
use crate::successors::Successors;
use crate::symmetry::{Canonical, Form, Room, symmetry};
use std::sync::Arc;
use system::{Property, TransitionId};

/// Whether a reduction is used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Use {
    /// It is not.
    #[default]
    Never,
    /// Where it is sound and the states are many.
    Auto,
    /// Wherever it is sound.
    Always,
}

/// The reductions of one search.
#[derive(Debug, Clone)]
pub(crate) struct Reduction {
    /// What leaves out interleavings.
    pub stubborn: Option<Stubborn>,
    /// What exchanges instances.
    pub symmetry: Option<Arc<Canonical>>,
    /// What sets variables to a fixed value that nobody will read.
    pub inactive: Option<Arc<Inactive>>,
    form: Form,
    room: Room,
    values: Vec<i64>,
    enabled: Vec<TransitionId>,
}

impl Reduction {
    /// The reductions that `is_used` admits, for a search on behalf of these properties; nothing if there are none.
    pub fn new(
        program: &Program<'_>,
        settings: &Settings,
        properties: &[&Property],
        is_used: impl Fn(Use) -> bool,
    ) -> Option<Self> {
        let stubborn = is_used(settings.partial_order).then(|| Stubborn::new(program)).flatten();
        let symmetry = is_used(settings.symmetry).then(|| symmetry(program.system(), properties)).flatten();
        let inactive = is_used(settings.inactive).then(|| Inactive::new(program, properties)).flatten();
        if stubborn.is_none() && symmetry.is_none() && inactive.is_none() {
            return None;
        }
        let (symmetry, inactive) = (symmetry.map(Arc::new), inactive.map(Arc::new));
        let (values, enabled) = (vec![0; program.domains.len()], Vec::new());
        Some(Reduction {
            stubborn,
            symmetry,
            inactive,
            form: settings.form,
            room: Room::default(),
            values,
            enabled,
        })
    }

    /// Drops successors of the state that was expanded last, so far as the monitors do not need them; returns how many.
    pub fn thin_out(
        &mut self,
        layout: &Layout,
        words: &[u64],
        monitors: &Monitors,
        successors: &mut Successors,
    ) -> u64 {
        let Some(stubborn) = &mut self.stubborn else { return 0 };
        self.enabled.clear();
        self.enabled.extend_from_slice(successors.of_last());
        self.enabled.dedup();
        layout.unpack(words, &mut self.values);
        let goals = monitors.goals();
        let Some(taken) = stubborn.towards_goals(&self.values, &self.enabled, goals) else { return 0 };
        successors.keep_of_last(|transition| taken.binary_search(&transition.0).is_ok())
    }

    /// Puts representatives in the place of the successors of the state that was expanded last.
    pub fn represent_last(&mut self, layout: &Layout, successors: &mut Successors) -> Result<(), Misfit> {
        if !self.represents() {
            return Ok(());
        }
        let mut values = std::mem::take(&mut self.values);
        let mut result = Ok(());
        for words in successors.words_of_last() {
            layout.unpack(words, &mut values);
            represent(&self.inactive, &self.symmetry, &mut values, self.form, &mut self.room);
            result = result.and(layout.pack(&values, words));
        }
        self.values = values;
        result
    }

    /// Whether states have representatives other than themselves.
    pub fn represents(&self) -> bool {
        self.symmetry.is_some() || self.inactive.is_some()
    }

    /// Puts a representative in the place of a state.
    pub fn represent(&self, state: &mut Vec<i64>) {
        represent(&self.inactive, &self.symmetry, state, self.form, &mut Room::default());
    }

    /// The one state that stands for all that differ from this one by what is left out.
    pub fn canonical(&self, state: &[i64]) -> Vec<i64> {
        let mut canonical = state.to_vec();
        let room = &mut Room::default();
        represent(&self.inactive, &self.symmetry, &mut canonical, Form::Canonical, room);
        canonical
    }
}

fn represent(
    inactive: &Option<Arc<Inactive>>,
    symmetry: &Option<Arc<Canonical>>,
    state: &mut Vec<i64>,
    form: Form,
    room: &mut Room,
) {
    if let Some(inactive) = inactive {
        inactive.reset(state);
    }
    if let Some(symmetry) = symmetry {
        symmetry.represent(state, form, room);
    }
}
