//! The states found so far, and the search for new ones among candidates.
//!
//! Nearly every lookup in the table of a large search misses the cache, and so does the comparison with the
//! stored state. Candidates are therefore looked up many at a time, in passes: the first touches
//! their buckets in the table, the second guesses from these which states they are, the third compares with
//! the states. Within a pass the processor overlaps the misses, which are independent of each other.
//! Only those that are not found go on, one by one, to be inserted.

use crate::layout::{Layout, Misfit};
use crate::store::{NO_PARENT, Store};
use crate::successors::Successors;
use crate::table::{Guess, MOST_STATES, Table, hash, home_in};
use crate::value::Domain;
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
    /// Where candidates that were missed lately are in the list of these, plus one, by their hashes; empty if nobody
    /// takes care of that.
    recent: Vec<u32>,
}

/// How many are remembered as missed lately.
const RECENT: usize = 1 << 14;

impl Lookup {
    /// Begins with an empty list of missing candidates; few of them will be equal.
    pub fn begin_without_repetition(&mut self) {
        self.recent.clear();
        self.recent.resize(RECENT, 0);
    }

    /// Candidates may be missed again and again.
    pub fn allow_repetition(&mut self) {
        self.recent.clear();
    }

    /// Whether an equal candidate was missed lately.
    #[inline]
    fn is_repeated(&mut self, hash: u64, words: &[u64], missing: &Missing) -> bool {
        if self.recent.is_empty() {
            return false;
        }
        let place = &mut self.recent[home_in(RECENT, hash)];
        let is_repeated = place.checked_sub(1).is_some_and(|at| missing.is(at as usize, hash, words));
        if !is_repeated {
            *place = missing.len() as u32 + 1;
        }
        is_repeated
    }
}

/// Candidates that were not found, in order.
#[derive(Debug)]
pub(crate) struct Missing {
    words: Vec<u64>,
    hashes: Vec<u64>,
    parents: Vec<u32>,
    /// The positions of those that may be among the states nevertheless.
    unsure: Vec<u32>,
    width: usize,
}

impl Missing {
    /// None yet, of states with this many words.
    pub fn new(width: usize) -> Self {
        Missing { words: Vec::new(), hashes: Vec::new(), parents: Vec::new(), unsure: Vec::new(), width }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// The hash of one.
    #[inline]
    pub fn hash(&self, at: usize) -> u64 {
        self.hashes[at]
    }

    /// The words of one.
    #[inline]
    pub fn words(&self, at: usize) -> &[u64] {
        &self.words[at * self.width..(at + 1) * self.width]
    }

    /// Whether one has this hash and these words.
    #[inline]
    pub fn is(&self, at: usize, hash: u64, words: &[u64]) -> bool {
        self.hashes[at] == hash && self.words(at).iter().zip(words).all(|(a, b)| a == b)
    }

    /// The positions, in order, of those that may be among the states nevertheless, as these were when they were looked
    /// up.
    pub fn unsure(&self) -> &[u32] {
        &self.unsure
    }

    /// Adds one of others.
    pub fn add(&mut self, other: &Missing, at: usize) {
        self.extend(other, at..at + 1);
    }

    /// Adds some of others. They may have become states since they were looked up.
    pub fn extend(&mut self, other: &Missing, some: Range<usize>) {
        self.unsure.extend((self.len() as u32..).take(some.len()));
        self.words.extend_from_slice(&other.words[some.start * other.width..some.end * other.width]);
        self.hashes.extend_from_slice(&other.hashes[some.clone()]);
        self.parents.extend_from_slice(&other.parents[some]);
    }

    /// The same in another layout.
    pub fn repacked(&self, from: &Layout, to: &Layout) -> Self {
        let mut new = Missing::new(to.words());
        let mut values = vec![0; from.variables()];
        let mut words = vec![0; to.words()];
        for (old, parent) in self.words.chunks_exact(self.width).zip(&self.parents) {
            from.unpack(old, &mut values);
            to.pack(&values, &mut words).expect("a wider layout holds what a narrower one did");
            new.unsure.push(new.len() as u32);
            new.words.extend_from_slice(&words);
            new.hashes.push(hash(&words));
            new.parents.push(*parent);
        }
        new
    }

    /// The states that those behind the first few were found from.
    pub fn parents_behind(&self, few: usize) -> &[u32] {
        &self.parents[few..]
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.words.clear();
        self.hashes.clear();
        self.parents.clear();
        self.unsure.clear();
    }
}

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
        let store = Store::new(&layout);
        Visited { layout, store, table: Table::new() }
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
            let of_words = missing.hashes[at];
            // An equal state may have been taken in just now.
            if !self.is_new(self.table.guess(of_words), of_words, words) {
                continue;
            }
            self.make_room(may_allocate)?;
            let number = self.store.push(words, missing.parents[at]);
            self.table.insert(of_words, number);
            found(number, words);
        }
        Ok(())
    }

    /// Takes in one missing candidate that is new, but does not enter it into the table, which [`Visited::enter`] must
    /// do with all that were added to `fresh`.
    pub fn take_in_new(
        &mut self,
        missing: &Missing,
        at: usize,
        may_allocate: &dyn Fn(&Visited, u64) -> Result<(), system::Stop>,
        workers: &dyn Workers,
        fresh: &mut Vec<(u64, u32)>,
    ) -> Result<u32, Full> {
        self.make_room_in_store(may_allocate)?;
        if self.table.is_full_with(fresh.len()) {
            self.may_grow(may_allocate)?;
            // The new table has all states of the store.
            fresh.clear();
            let Visited { store, table, layout, .. } = self;
            let of_some = |some: Range<usize>| hashes(store, layout, some);
            table.grow_side_by_side(workers, store.len(), &of_some);
        }
        let number = self.store.push(missing.words(at), missing.parents[at]);
        fresh.push((missing.hashes[at], number));
        Ok(number)
    }

    /// Enters states into the table, side by side.
    pub fn enter(&mut self, fresh: &mut Vec<(u64, u32)>, workers: &dyn Workers) {
        self.table.insert_side_by_side(workers, fresh.len(), &|some| fresh[some].iter().copied());
        fresh.clear();
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
            if lookup.is_repeated(hash, words, missing) {
                continue;
            }
            if lookup.guesses[candidate] != Guess::ABSENT {
                missing.unsure.push(missing.len() as u32);
            }
            missing.words.extend_from_slice(words);
            missing.hashes.push(hash);
            missing.parents.push(parent_of(candidate));
        }
        drop(parent_of);
        candidates.clear();
    }

    /// Leaves in the lookup's `missing` the numbers of the candidates that are not found.
    fn seek(&self, candidates: &Successors, lookup: &mut Lookup) {
        let Lookup { hashes, guesses, missing, .. } = lookup;
        hashes.clear();
        hashes.extend(candidates.iter().map(hash));
        let slots = hashes.iter().map(|hash| self.table.first_slot(*hash));
        std::hint::black_box(slots.fold(0, |sum, slot| sum ^ slot));
        guesses.clear();
        guesses.extend(hashes.iter().map(|hash| self.table.guess(*hash)));
        missing.clear();
        missing.extend(0..guesses.len() as u32);
        if self.store.len() == 0 {
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
        let old = std::mem::replace(&mut self.store, Store::new(&wider));
        self.store = old.repacked(&self.layout, &wider);
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
