//! How much work each attempt gets before the next one has its turn, as data.
//!
//! Exact fixpoints settle what they are computed for if they end, and often they do after few large iterations. So those that
//! lead get more than the others. They are tried first, for a short while. Of those that do not look endless ([`Trend`]) the one
//! that came furthest goes ahead of all others, as long as that stays so: what makes progress gets more.

use symbolic::Trend;

/// The beats of the first share.
const FIRST: u64 = 40;
/// How much larger each share is than the one before.
const GROWTH: u64 = 2;
/// How much more the attempt gets that goes ahead, of each share; the last number for all that follow.
const AHEAD: &[u64] = &[40, 128];
/// How much more those get that lead, of each share.
const LEADING: &[u64] = &[1, 8, 8, 32];
/// How much less of that they get with other representations than the first one.
const SECOND: u64 = 8;
/// The shares that are given at once: in those that follow, what leads takes long, and comes after all others.
const AT_ONCE: usize = 2;
/// How many shares there are.
const SHARES: usize = 9;
/// How much larger shares are for what speaks of paths: several fixpoints are needed there.
const PATHS: u64 = 2;
/// How much the attempt that goes ahead does, as a multiple of what it has done, before it is compared with the others again.
const STRIDE: u64 = 4;

/// Who gets a share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    /// What leads, with the first representation.
    First,
    /// What leads, with the other representations.
    Second,
    /// The one that goes ahead.
    Ahead,
    /// All.
    All,
    /// All but what leads.
    Others,
    /// What leads.
    Leading,
}

/// How much is tried before the next property gets its turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Share {
    /// The beats of each strategy.
    beats: u64,
    /// How much more the attempt gets that goes ahead.
    ahead: u64,
    /// How much more those get that lead.
    leading: u64,
    /// Who gets it.
    pub who: Who,
}

impl Share {
    /// All that the limits allow.
    pub const ENDLESS: Share = Share { beats: u64::MAX, ahead: 1, leading: 1, who: Who::All };

    /// What tells apart what leads: with the first representation, where what goes well goes on for a while, then with the others.
    pub const TRIAL: [Share; 3] = [
        Share { beats: FIRST, ahead: 1, leading: 1, who: Who::First },
        Share { beats: FIRST, ahead: STRIDE, leading: 1, who: Who::Ahead },
        Share { beats: FIRST, ahead: 1, leading: 1, who: Who::Second },
    ];

    /// Shares from the first one on.
    pub fn growing() -> impl Iterator<Item = Share> {
        (0..SHARES).flat_map(Share::number)
    }

    /// The larger ones of them.
    pub fn large() -> impl Iterator<Item = Share> {
        (SHARES / 2..SHARES).flat_map(Share::number)
    }

    /// The share of this number: after what goes ahead, all at once, or in two halves where some get more than others.
    fn number(number: usize) -> impl Iterator<Item = Share> {
        let beats = FIRST.saturating_mul(GROWTH.saturating_pow(number as u32));
        let of = |list: &[u64]| list[number.min(list.len() - 1)];
        let (ahead, leading) = (of(AHEAD), of(LEADING));
        let who: &[Who] = match number < AT_ONCE {
            true => &[Who::Ahead, Who::All],
            false => &[Who::Ahead, Who::Others, Who::Leading],
        };
        who.iter().map(move |who| Share { beats, ahead, leading, who: *who })
    }

    /// Whether attempts that lead, or that do not, get it in their turn, with the first representation or another one.
    pub fn is_for(&self, leads: bool, is_first: bool) -> bool {
        match self.who {
            Who::All => true,
            Who::First => leads && is_first,
            Who::Second => leads && !is_first,
            Who::Leading => leads,
            Who::Others => !leads,
            Who::Ahead => false,
        }
    }

    /// The same for a question that speaks of paths.
    pub fn for_paths(self) -> Share {
        let factor = if matches!(self.who, Who::First | Who::Second) { 1 } else { PATHS };
        Share { beats: self.beats.saturating_mul(factor), ..self }
    }

    /// What an attempt has got by the end of this share, with the first representation or another one.
    pub fn beats(&self, leads: bool, is_first: bool) -> u64 {
        let more = match (leads, is_first) {
            (true, true) => self.leading,
            (true, false) => (self.leading / SECOND).max(1),
            (false, _) => 1,
        };
        self.beats.saturating_mul(more)
    }

    /// What the attempt that goes ahead has got after its next stride, if it has done so much and goes like this; nothing if it does
    /// not go ahead any further.
    pub fn stride(&self, spent: u64, trend: Trend) -> Option<u64> {
        let most = self.beats.saturating_mul(self.ahead);
        let goes_on = trend != Trend::Endless && spent < most;
        goes_on.then(|| most.min(spent.saturating_mul(STRIDE).max(self.beats)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_endless_does_not_go_ahead() {
        let share = Share::growing().next().expect("a share");
        assert_eq!(share.who, Who::Ahead);
        assert_eq!(share.stride(40, Trend::Endless), None);
        assert_eq!(share.stride(40, Trend::Open), Some(160));
        assert_eq!(share.stride(640, Trend::Ending), Some(1600));
        assert_eq!(share.stride(1600, Trend::Open), None);
    }

    #[test]
    fn everybody_gets_every_share() {
        for leads in [false, true] {
            let mine = Share::growing().filter(|share| share.is_for(leads, true)).count();
            assert_eq!(mine, SHARES);
        }
    }

    #[test]
    fn other_representations_get_less_of_what_leads() {
        let share = Share::growing().last().expect("a share");
        assert_eq!(share.beats(true, true), SECOND * share.beats(true, false));
        assert_eq!(share.beats(false, true), share.beats(false, false));
    }
}
