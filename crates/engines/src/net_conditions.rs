//! What a net's structure, and covers that were found, say of every reachable state.
//!
//! Sums of tokens that never change are read off the net. The states outside a cover are closed under steps, too; a cover of the whole net is searched
//! for once more, since the search that answered may have looked at a smaller net and may have used arguments that are not written down. Neither is believed:
//! the solver of predicates looks at the conditions a second time, and what it does not confirm is not used.

use crate::solver_budget::{net_budget, search_budget, solver_budget};
use abstraction::are_inductive;
use coverability::inductive_conditions;
use nets::SystemNet;
use symbolic::Prepared;
use system::{Expr, Watch};

/// The operations that are spent on sums of tokens.
const SUMS: u64 = 1 << 20;

/// The operations that are spent on one cover.
const COVER: u64 = 1 << 21;

/// More covers than this are not searched for.
const MOST_COVERS: usize = 8;

/// The steps of the solver for a second look at the conditions of one origin.
const SECOND_LOOK: u64 = 1 << 20;

/// Conditions that are true in every reachable state of the system that is this net: by its sums, and by covers that show these invariants, which have been proved.
pub(crate) fn known(
    prepared: &Prepared<'_>,
    net: &SystemNet,
    proved: &[usize],
    watch: &dyn Watch,
) -> Vec<Expr> {
    let system = prepared.system;
    let sums = net_budget(watch).attempt(SUMS, |share| net.conserved(system, share));
    let mut known = Vec::new();
    add(&mut known, prepared, sums.ok().flatten().unwrap_or_default(), watch);
    for property in proved.iter().take(MOST_COVERS) {
        let question = &system.properties[*property].question;
        let cover = |share: &_| inductive_conditions(system, net, question, share);
        let Ok(Some(Some(conditions))) = search_budget(watch).attempt(COVER, cover) else { continue };
        add(&mut known, prepared, conditions, watch);
    }
    known
}

/// Adds conditions that are inductive together, and new.
fn add(known: &mut Vec<Expr>, prepared: &Prepared<'_>, conditions: Vec<Expr>, watch: &dyn Watch) {
    let new = conditions.iter().filter(|one| !known.contains(one)).count();
    if new == 0 {
        return;
    }
    let budget = solver_budget(watch);
    budget.share(SECOND_LOOK);
    if matches!(are_inductive(prepared, &conditions, &budget), Ok(true)) {
        for condition in conditions {
            if !known.contains(&condition) {
                known.push(condition);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Subject;
    use symbolic::Budget;
    use system::{Question, System, Unlimited};

    /// Readers or one writer; where they meet, which they never do, a number would get lost.
    const MODEL: &str = "
        broadcast read, write
        var sent, received: nat := 0
        var full: nat := 0
        var empty: nat := 3
        population Cache {
          loc invalid, s1, s2, s3, m1, m2
          start invalid: any >= 1
          invalid -> s1 sync read!!
          {m1, m2} -> s1 sync read??
          {invalid, s1, s2, s3} -> m1 sync write!!
          {s1, s2, s3, m1, m2} -> invalid sync write??
          s1 -> s2
          s2 -> s3
          m1 -> m2
          {s3, m2} -> invalid
        }
        event put when empty >= 1 do empty := empty - 1, full := full + 1
        event take when full >= 1 do empty := empty + 1, full := full - 1
        event transfer when count(Cache at m2) >= 1 do sent := sent + 1, received := received + 1
        event crosstalk when count(Cache at m1) >= 1 && count(Cache at s2) >= 1 do sent := sent + 1
        invariant coherent: !(count(Cache at m2) >= 1 && count(Cache at s3) >= 1)
        invariant same: sent = received
    ";

    fn system() -> System {
        language::load(MODEL, &language::Overrides::default()).system.expect("the model is right")
    }

    fn condition(system: &System, name: &str) -> Expr {
        let property = system.properties.iter().find(|property| property.name == name);
        let Some(Question::Invariant(condition)) = property.map(|property| &property.question) else {
            panic!("no invariant {name}")
        };
        condition.clone()
    }

    fn together(system: &System, conditions: &[Expr]) -> bool {
        let watch = Budget::new(&Unlimited);
        let budget = Budget::within(std::rc::Rc::new(watch), 1_000);
        are_inductive(&Prepared::new(system), conditions, &budget) == Ok(true)
    }

    #[test]
    fn a_cover_makes_an_equation_inductive_that_no_cover_proves() {
        let system = system();
        let subject = Subject::new(&system);
        let coherent = system.properties.iter().position(|property| property.name == "coherent");
        let without = subject.generated(&[], &Unlimited);
        let (same, proved) = (condition(&system, "same"), condition(&system, "coherent"));
        assert!(!together(&system, &[without.clone(), vec![same.clone(), proved]].concat()));

        let subject = Subject::new(&system);
        let net = subject.net(&Unlimited);
        let net = (*net).as_ref().expect("it is a net");
        let sums = known(&subject.formulas, net, &[], &Unlimited);
        assert_eq!(sums.len(), 1, "full + empty = 3");
        let all = subject.generated(&[coherent.expect("it is a property")], &Unlimited);
        assert!(all.len() > without.len() + sums.len());
        assert!(together(&system, &[all, vec![same]].concat()));
    }

    #[test]
    fn sums_of_counters_and_locations_never_change() {
        let text = "
            var free: 1..3 := 3
            var used: nat := 0
            process P[i in 1..2] {
              loc idle, busy
              idle -> busy when free >= 2 do free := free - 1
              busy -> idle when free < 3 do free := free + 1, used := used + 1
            }
        ";
        let system =
            language::load(text, &language::Overrides::default()).system.expect("the model is right");
        let subject = Subject::new(&system);
        let net = subject.net(&Unlimited);
        let net = (*net).as_ref().expect("it is a net");
        let sums = known(&subject.formulas, net, &[], &Unlimited);
        let shown: Vec<String> = sums.iter().map(|sum| system.show_expr(sum)).collect();
        assert_eq!(shown, ["free + (if P[1] at busy then 1 else 0) + (if P[2] at busy then 1 else 0) = 3"]);
    }
}
