//! What a search leaves out because it cannot matter.

use crate::bits::Bits;
use crate::program::Program;
use crate::reduce::inactive::Inactive;
use crate::reduce::stubborn::{Marks, Stubborn};
use crate::reduce::symmetry::{Canonical, Form, Workspace, symmetry};
use crate::search::monitor::Monitors;
use crate::settings::{Settings, Use};
use crate::states::layout::{Layout, Misfit};
use crate::states::successors::Successors;
use crate::states::visited::Visited;
use std::sync::Arc;
use system::{Property, TransitionId};

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
    /// Whether only transitions are taken that are needed.
    is_direct: bool,
    /// Whether paths may be longer than necessary.
    pub may_lengthen: bool,
    /// How many properties were open when it was last found out what leads to them, and which transitions are visible.
    aimed: Option<(usize, Marks)>,
    room: Workspace,
    values: Vec<i64>,
    enabled: Vec<TransitionId>,
}

/// A state that was expanded, in the midst of a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Expanded<'w> {
    /// Its number.
    pub number: u32,
    /// Its words.
    pub words: &'w [u64],
    /// The states found so far.
    pub visited: &'w Visited,
    /// Those that are grounded.
    pub grounded: &'w Grounded,
}

/// What came of dropping successors.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Thinned {
    /// How many were dropped.
    pub dropped: u64,
    /// Whether the state is grounded.
    pub is_grounded: bool,
}

/// States in which all was taken that is needed, or from which a path of states like that, each noted before the one
/// before it, leads to such a state.
#[derive(Debug, Default)]
pub(crate) struct Grounded {
    states: Bits,
    /// States up to this number may be noted without making room.
    room: usize,
}

impl Grounded {
    /// Whether a state was noted.
    pub fn contains(&self, number: u32) -> bool {
        (number as usize) < self.room && self.states.contains(number as usize)
    }

    /// Notes a state.
    pub fn note(&mut self, number: u32) {
        let number = number as usize;
        if number >= self.room {
            self.room = (number + 1).next_multiple_of(64);
            self.states.grow(self.room);
        }
        self.states.insert(number);
    }
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
        let may_lengthen = stubborn.is_some();
        Some(Reduction {
            stubborn,
            symmetry,
            inactive,
            form: settings.form,
            is_direct: false,
            may_lengthen,
            aimed: None,
            room: Workspace::default(),
            values,
            enabled,
        })
    }

    /// The same without sets of invisible transitions, so that paths are as short as without reduction.
    pub fn with_shortest_paths(mut self) -> Self {
        self.is_direct = true;
        self.may_lengthen = false;
        self
    }

    /// Drops successors of the state that was expanded last, so far as the monitors do not need them.
    pub fn thin_out(
        &mut self,
        state: Expanded<'_>,
        monitors: &Monitors,
        successors: &mut Successors,
    ) -> Thinned {
        let nothing = Thinned { dropped: 0, is_grounded: true };
        let Some(stubborn) = &mut self.stubborn else { return nothing };
        self.enabled.clear();
        self.enabled.extend_from_slice(successors.of_last());
        self.enabled.dedup();
        if self.enabled.is_empty() {
            return nothing;
        }
        if self.aimed.as_ref().is_none_or(|(open, _)| *open != monitors.open()) {
            stubborn.aim_at(monitors.goals());
            self.aimed = Some((monitors.open(), stubborn.visible_to(monitors.goals())));
        }
        state.visited.layout.unpack(state.words, &mut self.values);
        let needed = stubborn.towards_goals(&self.values, &self.enabled);
        let needed = needed.map(<[u32]>::to_vec);
        let limit = needed.as_ref().map_or(self.enabled.len(), Vec::len);
        let tries = !self.is_direct && limit > 1 && !stubborn.seeks_only_dead_ends();
        let invisible = tries.then(|| self.invisible(state, limit, successors)).flatten();
        let (taken, is_grounded) = match (invisible, needed) {
            (Some(invisible), _) => invisible,
            (None, Some(needed)) => (needed, true),
            (None, None) => return nothing,
        };
        let dropped = successors.keep_of_last(|transition| taken.binary_search(&transition.0).is_ok());
        Thinned { dropped, is_grounded }
    }

    /// A set of invisible transitions with fewer than `limit` members, one of which leads to a state that is expanded
    /// later, or to one that is grounded; and whether it is the latter.
    fn invisible(
        &mut self,
        Expanded { number, visited, grounded, .. }: Expanded<'_>,
        limit: usize,
        successors: &Successors,
    ) -> Option<(Vec<u32>, bool)> {
        let Reduction { stubborn, symmetry, inactive, form, room, values, enabled, aimed, .. } = self;
        let (stubborn, (_, visible)) = (stubborn.as_mut()?, aimed.as_ref()?);
        let mut target = values.clone();
        let mut packed = vec![0; visited.layout.words()];
        // The number of the state that stands for a successor; what is not there yet, or does not even fit, is new.
        let mut find = |words: &[u64]| {
            if symmetry.is_none() && inactive.is_none() {
                return visited.find(words);
            }
            visited.layout.unpack(words, &mut target);
            represent(inactive, symmetry, &mut target, *form, room);
            visited.layout.pack(&target, &mut packed).ok().and_then(|()| visited.find(&packed))
        };
        let mut leads = |taken: &[u32], is_good: &dyn Fn(Option<u32>) -> bool| {
            let mut by_last = successors.of_last().iter().zip(successors.words_of_the_last());
            by_last.any(|(transition, words)| taken.contains(&transition.0) && is_good(find(words)))
        };
        let is_grounded = |target: Option<u32>| target.is_some_and(|target| grounded.contains(target));
        let is_good =
            |target: Option<u32>| target.is_none_or(|target| target > number || grounded.contains(target));
        let taken =
            stubborn.invisible(values, enabled, limit, visible, |taken| leads(taken, &is_good))?.to_vec();
        let is_grounded = leads(&taken, &is_grounded);
        Some((taken, is_grounded))
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
        represent(&self.inactive, &self.symmetry, state, self.form, &mut Workspace::default());
    }

    /// The one state that stands for all that differ from this one by what is left out.
    pub fn canonical(&self, state: &[i64]) -> Vec<i64> {
        let mut canonical = state.to_vec();
        let room = &mut Workspace::default();
        represent(&self.inactive, &self.symmetry, &mut canonical, Form::Canonical, room);
        canonical
    }
}

fn represent(
    inactive: &Option<Arc<Inactive>>,
    symmetry: &Option<Arc<Canonical>>,
    state: &mut Vec<i64>,
    form: Form,
    room: &mut Workspace,
) {
    if let Some(inactive) = inactive {
        inactive.reset(state);
    }
    if let Some(symmetry) = symmetry {
        symmetry.represent(state, form, room);
    }
}
