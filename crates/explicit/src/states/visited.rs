//! The states found so far, and the search for new ones among candidates.
//!
//! Nearly every lookup in the table of a large search misses the cache, and so does the comparison with the
//! stored state. Candidates are therefore looked up many at a time, in passes: the first touches
//! their buckets in the table, the second guesses from these which states they are, the third compares with
//! the states. Within a pass the processor overlaps the misses, which are independent of each other.
//! Only those that are not found go on, one by one, to be inserted.

use crate::states::layout::{Layout, Misfit};
use crate::states::missing::Missing;
use crate::states::recent::Recent;
use crate::states::sieve::Sieve;
use crate::states::successors::Successors;
use crate::value::Domain;
use state_storage::hash;
use state_storage::pieces::{Apart, bounds, each_piece};
use state_storage::store::{NO_PARENT, Store, StoreRoom};
use state_storage::table::{Cut, Guess, MOST_STATES, Table, TablePart};
use std::ops::Range;
use system::Workers;

/// The states found so far.
#[derive(Debug)]
pub(crate) struct Visited {
    /// How they are packed.
    pub layout: Layout,
    /// The states themselves.
    pub store: Store,
    table: Table,
}

/// Room for looking up candidates.
#[derive(Debug, Default)]
pub(crate) struct Lookup {
    hashes: Vec<u64>,
    /// For each candidate, the state that it probably is.
    guesses: Vec<Guess>,
    missing: Vec<u32>,
    recent: Recent,
}

impl Lookup {
    /// Few of the candidates that are missed shall be equal. Those that follow are successors of states from this one on.
    pub fn avoid_repetition(&mut self, first: u32, width: usize) {
        self.recent.begin(first, width);
    }

    /// Candidates may be missed again and again.
    pub fn allow_repetition(&mut self) {
        self.recent.stop();
    }
}

/// Rooms in the store that each worker fills with new states.
const ROOMS: usize = 4;

/// Why not all candidates were taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Full {
    /// The next step would allocate this many bytes, and that was refused.
    Refused(system::Stop),
    /// There are more states than numbers for them.
    Numbers,
}

impl Visited {
    /// No states yet.
    pub fn new(domains: &[Domain]) -> Self {
        let layout = Layout::new(domains);
        let store = Store::new(layout.shape());
        Visited { layout, store, table: Table::default() }
    }

    /// The bytes allocated.
    pub fn bytes(&self) -> u64 {
        self.store.bytes() + self.table.bytes()
    }

    /// Takes in those of some missing candidates that are new. `may_allocate` is asked before larger allocations, `found`
    /// is told of each new state.
    pub fn take_in(
        &mut self,
        missing: &Missing,
        some: Range<usize>,
        may_allocate: &dyn Fn(&Visited, u64) -> Result<(), system::Stop>,
        mut found: impl FnMut(u32, &[u64]),
    ) -> Result<(), Full> {
        for at in some {
            let words = missing.words(at);
            let of_words = missing.hash(at);
            // An equal state may have been taken in just now.
            if !self.is_new(self.table.guess(of_words), of_words, words) {
                continue;
            }
            if !self.has_room() {
                self.make_room(may_allocate)?;
            }
            let number = self.store.push(words, missing.parent(at));
            self.table.insert(of_words, number);
            found(number, words);
        }
        Ok(())
    }

    /// How the table is cut into so many parts now.
    pub fn cut(&self, parts: usize) -> Cut {
        self.table.cut(parts)
    }

    /// Gives numbers to so many new states, which [`Visited::fill_in`] must then put there; says how many got one.
    /// `may_allocate` is asked before larger allocations.
    pub fn admit(
        &mut self,
        count: usize,
        may_allocate: &dyn Fn(&Visited, u64) -> Result<(), system::Stop>,
    ) -> (usize, Result<(), Full>) {
        let before = self.store.len();
        while self.store.len() < before + count {
            if let Err(full) = self.make_room_to_fill(may_allocate) {
                return (self.store.len() - before, Err(full));
            }
            let in_table = self.table.limit() - self.store.len();
            let wanted = before + count - self.store.len();
            self.store
                .extend(wanted.min(self.store.next_room()).min(in_table).min(MOST_STATES - self.store.len()));
        }
        (count, Ok(()))
    }

    fn make_room_to_fill(
        &mut self,
        may_allocate: &dyn Fn(&Visited, u64) -> Result<(), system::Stop>,
    ) -> Result<(), Full> {
        self.make_room_in_store(may_allocate)?;
        if self.store.len() >= self.table.limit() {
            self.may_grow(may_allocate)?;
            self.table.grow_emptied();
        }
        Ok(())
    }

    /// Puts the first new states of these lists where numbers were given to them, side by side: those whose positions are
    /// below `end`.
    pub fn fill_in(&mut self, workers: &dyn Workers, sieve: &Sieve, lists: &[&Missing], end: usize) {
        let count = sieve.new.before(end);
        let first = self.store.len() - count;
        let is_emptied = self.table.is_empty();
        let crew = workers.count().max(1);
        let bounds = bounds(count, crew * ROOMS);
        let rooms = self.store.rooms(first, &bounds);
        let rooms: Vec<_> = rooms.into_iter().map(|room| Apart::new(Some(room))).collect();
        let parts: Vec<_> = self.table.parts(crew).into_iter().map(Apart::new).collect();
        let number = |position: u32| (first + sieve.new.before(position as usize)) as u32;
        // Of its pieces, the first of a worker is its part of the table, the others are rooms.
        each_piece(workers, ROOMS + 1, &|_, piece| {
            let (owner, part) = (piece / (ROOMS + 1), piece % (ROOMS + 1));
            if let Some(room) = part.checked_sub(1) {
                let room = owner * ROOMS + room;
                let of_store = rooms[room].lock().take();
                of_store.into_iter().for_each(|of_store| fill(of_store, sieve, lists, bounds[room]));
            } else if let Some(part) = parts.get(owner).filter(|_| !is_emptied) {
                let share = sieve.share(owner);
                let own = share.new.partition_point(|found| (found.position as usize) < end);
                let mut part = part.lock();
                part.add_all(share.new[..own].iter().map(|found| (found.hash, number(found.position))));
            }
        });
        let parts = parts.into_iter().map(Apart::into_inner);
        let done = parts.map(TablePart::finish).collect();
        self.table.finish(done);
        if is_emptied {
            let Visited { store, table, layout, .. } = self;
            table.fill_side_by_side(workers, store.len(), &|some| hashes(store, layout, some));
        }
    }

    /// Whether a state was found.
    #[inline]
    pub fn has(&self, of_words: u64, words: &[u64]) -> bool {
        !self.is_new(self.table.guess(of_words), of_words, words)
    }

    /// The number of a state, if it was found.
    pub fn find(&self, words: &[u64]) -> Option<u32> {
        self.table.find(hash(words), |number| self.store.is(number, words))
    }

    /// The number of one state, which is taken in if it is new.
    pub fn intern(
        &mut self,
        words: &[u64],
        parent: u32,
        may_allocate: &dyn Fn(&Visited, u64) -> Result<(), system::Stop>,
    ) -> Result<u32, Full> {
        let of_words = hash(words);
        if let Some(number) = self.find(words) {
            return Ok(number);
        }
        self.make_room(may_allocate)?;
        let number = self.store.push(words, parent);
        self.table.insert(of_words, number);
        Ok(number)
    }

    /// Adds to `missing` the candidates that are not found, and a few that just are not where they were sought; empties
    /// the list of candidates.
    pub fn look_up(&self, candidates: &mut Successors, lookup: &mut Lookup, missing: &mut Missing) {
        self.seek(candidates, lookup);
        let mut parent_of = candidates.parents();
        for at in 0..lookup.missing.len() {
            let candidate = lookup.missing[at] as usize;
            let (hash, words) = (lookup.hashes[candidate], candidates.get(candidate));
            if lookup.recent.has(hash, words) {
                continue;
            }
            let is_unsure = lookup.guesses[candidate] != Guess::ABSENT;
            missing.push(words, hash, parent_of(candidate), is_unsure);
        }
        drop(parent_of);
        candidates.clear();
    }

    /// Leaves in the lookup's `missing` the numbers of the candidates that are not found.
    fn seek(&self, candidates: &Successors, lookup: &mut Lookup) {
        let Lookup { hashes, guesses, missing, .. } = lookup;
        hashes.clear();
        hashes.extend(candidates.iter().map(hash));
        let view = self.table.view();
        let slots = hashes.iter().map(|hash| view.first_slot(*hash));
        std::hint::black_box(slots.fold(0, |sum, slot| sum ^ slot));
        guesses.clear();
        guesses.extend(hashes.iter().map(|hash| view.guess(*hash)));
        missing.clear();
        missing.extend(0..guesses.len() as u32);
        if self.store.is_empty() {
            return;
        }
        // Whether a candidate is new is hard to predict, so this loop does without branches, but for the
        // comparison of wide states. Without a guess, any state will do to compare with.
        let is_wide = self.layout.words() > 1;
        let mut count = 0;
        for (candidate, (words, guess)) in candidates.iter().zip(guesses.iter()).enumerate() {
            let number = guess.number().unwrap_or(0);
            let is_equal = self.store.begins_like(number, words);
            let is_known = is_equal && (!is_wide || self.store.is(number, words));
            missing[count] = candidate as u32;
            count += usize::from(!is_known);
        }
        missing.truncate(count);
    }

    /// Whether a state is new, of which the table makes this guess.
    #[inline]
    fn is_new(&self, guess: Guess, of_words: u64, words: &[u64]) -> bool {
        if guess == Guess::ABSENT {
            return true;
        }
        let is_guessed = guess.number().is_some_and(|number| self.store.is(number, words));
        !is_guessed && self.table.find(of_words, |number| self.store.is(number, words)).is_none()
    }

    /// Whether another state needs no further allocation.
    #[inline]
    fn has_room(&self) -> bool {
        self.store.len() < MOST_STATES && self.store.next_allocation() == 0 && !self.table.is_full()
    }

    fn make_room(
        &mut self,
        may_allocate: &dyn Fn(&Visited, u64) -> Result<(), system::Stop>,
    ) -> Result<(), Full> {
        self.make_room_in_store(may_allocate)?;
        if self.table.is_full() {
            self.may_grow(may_allocate)?;
            let Visited { store, table, layout, .. } = self;
            table.grow(hashes(store, layout, 0..store.len()));
        }
        Ok(())
    }

    #[inline]
    fn make_room_in_store(
        &mut self,
        may_allocate: &dyn Fn(&Visited, u64) -> Result<(), system::Stop>,
    ) -> Result<(), Full> {
        if self.store.len() >= MOST_STATES {
            return Err(Full::Numbers);
        }
        match self.store.next_allocation() {
            0 => Ok(()),
            chunk => may_allocate(self, chunk).map_err(Full::Refused),
        }
    }

    fn may_grow(&self, may_allocate: &dyn Fn(&Visited, u64) -> Result<(), system::Stop>) -> Result<(), Full> {
        may_allocate(self, self.table.grown_bytes() - self.table.bytes()).map_err(Full::Refused)
    }

    /// Packs all states anew, so that the value fits.
    pub fn widen(&mut self, misfit: Misfit, domains: &[Domain]) {
        let wider = self.layout.widened(misfit, domains[misfit.variable as usize]);
        let old = std::mem::replace(&mut self.store, Store::new(wider.shape()));
        let mut values = vec![0; wider.variables()];
        self.store = old.repacked(self.layout.shape(), wider.shape(), |old, new| {
            self.layout.unpack(old, &mut values);
            wider.pack(&values, new).expect("a wider layout holds what a narrower one did");
        });
        self.layout = wider;
        let Visited { store, table, layout, .. } = self;
        table.rehash(hashes(store, layout, 0..store.len()));
    }

    /// The values of the state with this number.
    pub fn values(&self, number: u32) -> Vec<i64> {
        let mut words = vec![0; self.layout.words()];
        let mut values = vec![0; self.layout.variables()];
        self.store.read(number, &mut words);
        self.layout.unpack(&words, &mut values);
        values
    }
}

/// Fills room with new states, of which so many come before.
fn fill(mut room: StoreRoom<'_>, sieve: &Sieve, lists: &[&Missing], before: usize) {
    if room.is_empty() {
        return;
    }
    let (mut list, mut at) = sieve.place(sieve.new.member(before));
    let start = sieve.position(list, at);
    let mut last = start;
    for position in sieve.new.from(start).take(room.len()) {
        at += position - last;
        last = position;
        while at >= lists[list].len() {
            at -= lists[list].len();
            list += 1;
        }
        room.push(lists[list].words(at), lists[list].parent(at));
    }
}

/// The parent of candidates that are initial states.
pub(crate) const INITIAL: u32 = NO_PARENT;

/// The hashes of some states.
fn hashes<'a>(store: &'a Store, layout: &Layout, some: Range<usize>) -> impl Iterator<Item = u64> + use<'a> {
    let mut words = vec![0; layout.words()];
    let is_single = words.len() == 1;
    (some.start as u32..some.end as u32).map(move |number| {
        if is_single {
            return hash(&[store.single(number)]);
        }
        store.read(number, &mut words);
        hash(&words)
    })
}
