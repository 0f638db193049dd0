//! Linear constraints in the serial encoding: a state remembers the turn and the sum so far.

use super::machine::explored;
use super::{Serial, SerialSet};
use crate::atom::{Atom, Kind};
use crate::automaton::Numbers;
use budget::{Budget, Budgeted};

/// In place of a sum: an equation or divisibility has failed for good.
const FAILED: i64 = i64::MIN;

/// Where a machine is: the turn, the carry with what the letter has added, the carry less that, what is left of a
/// divisor, and whether the word is accepted, which is known before the first turn only.
///
/// A letter of signs counts as its own negative, see [`crate::carries`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Carry {
    turn: usize,
    sum: i64,
    signed: i64,
    modulus: i64,
    accepts: bool,
}

/// The machine of an atom or of its negation.
pub(super) fn build(serial: &Serial, atom: &Atom, negated: bool, budget: &Budget) -> Budgeted<SerialSet> {
    let coefficient = |turn: usize| {
        let track = serial.tracks.get(turn);
        atom.terms.iter().find(|term| Some(&term.0) == track).map_or(0, |term| term.1)
    };
    let coefficients: Vec<i64> = (0..serial.turns()).map(coefficient).collect();
    let modulus = if let Kind::Divides(number) = atom.kind { number } else { 0 };
    let sum = reduced(atom.constant, modulus);
    let start = Carry { turn: 0, sum, signed: 0, modulus, accepts: holds(atom.kind, sum) };
    let step = |place: &Carry, bit: usize| {
        let mut place = *place;
        if place.turn == 0 {
            place.signed = place.sum;
            place.accepts = false;
        }
        let added = bit as i64 * coefficients[place.turn];
        place.turn += 1;
        if place.sum != FAILED {
            place.sum = reduced(place.sum + added, place.modulus);
            place.signed = reduced(place.signed - added, place.modulus);
        }
        if place.turn == coefficients.len() {
            place = after_letter(place, atom.kind, serial.numbers);
        } else if serial.numbers == Numbers::Naturals {
            place.signed = 0;
        }
        place
    };
    explored(start, step, |place| place.turn == 0 && place.accepts != negated, budget)
}

fn reduced(sum: i64, modulus: i64) -> i64 {
    if modulus > 0 { sum.rem_euclid(modulus) } else { sum }
}

/// Whether a sum, reduced by the divisor if there is one, is as the atom asks.
fn holds(kind: Kind, sum: i64) -> bool {
    if kind == Kind::Less { sum < 0 } else { sum == 0 }
}

/// The place before the next letter.
fn after_letter(place: Carry, kind: Kind, numbers: Numbers) -> Carry {
    let Carry { sum, modulus, .. } = place;
    let failed = Carry { turn: 0, sum: FAILED, signed: 0, modulus: 0, accepts: false };
    let odd = sum & 1 == 1;
    let (sum, modulus) = match kind {
        _ if sum == FAILED => return failed,
        Kind::Equal if odd => return failed,
        Kind::Divides(_) if modulus & 1 == 1 => (if odd { (sum + modulus) / 2 } else { sum / 2 }, modulus),
        Kind::Divides(_) if odd => return failed,
        _ => (sum >> 1, modulus / 2),
    };
    let accepts = match numbers {
        Numbers::Integers => holds(kind, place.signed),
        Numbers::Naturals => holds(kind, sum),
    };
    Carry { turn: 0, sum, signed: 0, modulus, accepts }
}
