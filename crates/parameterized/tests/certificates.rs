//! Closed sets of views as certificates: the checker accepts those that proofs come with, also when they were
//! written and read, and refuses those with a change.

mod support;

use budget::Budget;
use certificates::{
    Header, Refusal, SizesCertificate, SizesDocument, SizesProof, ViewsOf, check_views, read_sizes,
    write_sizes,
};
use language::{Overrides, load_parameterized};
use parameterized::{Outcome, ParameterizedSystem, check};
use system::Unlimited;

fn read(source: &str, constant: &str) -> ParameterizedSystem {
    load_parameterized(source, &Overrides::default(), constant, None).unwrap_or_else(|all| panic!("{all:?}"))
}

/// The proof of a property as a certificate.
fn proof(system: &ParameterizedSystem, name: &str) -> ViewsOf {
    match check(system, system.property(name).unwrap(), &Budget::operations(20_000_000)) {
        Outcome::Holds(proof) => {
            ViewsOf { instances: proof.k, facts: proof.facts, views: proof.views, smaller: proof.smaller }
        }
        Outcome::Open(reason) => panic!("{name}: {reason}"),
    }
}

fn written_and_read(system: &ParameterizedSystem, name: &str, proof: ViewsOf) -> ViewsOf {
    let header = Header {
        fathom: "0".to_owned(),
        model: system.name.clone(),
        hash: "0".to_owned(),
        constants: Vec::new(),
        sizes: Vec::new(),
    };
    let certificate = SizesCertificate {
        property: name.to_owned(),
        kind: "invariant".to_owned(),
        holds: true,
        proof: Ok(SizesProof::Views(proof)),
    };
    let document = SizesDocument {
        header,
        constant: system.constant.clone(),
        least: system.least,
        certificates: vec![certificate],
    };
    let text = write_sizes(&document).to_string();
    let again = read_sizes(&text).unwrap();
    assert_eq!(again, document);
    match again.certificates[0].proof.clone() {
        Ok(SizesProof::Views(views)) => views,
        other => panic!("{other:?}"),
    }
}

#[test]
fn proofs_are_accepted() {
    for (path, constant, names) in [
        ("pointers/mcs_lock", "N", &["mutex", "no_faults"][..]),
        ("pointers/doubly_linked_cycle", "N", &["linked", "no_faults"]),
        ("pointers/leader_election", "N", &["some_root", "no_faults"]),
        ("coming-from/promela_request", "N", &["mutex", "no_faults"]),
    ] {
        let system = read(&support::example(path), constant);
        for name in names {
            let proof = written_and_read(&system, name, proof(&system, name));
            assert_eq!(check_views(&system, name, &proof, &Unlimited), Ok(()), "{path} {name}");
        }
    }
}

/// The sets are the least ones, so that whatever is left out is missed.
#[test]
fn a_view_that_is_left_out_is_missed() {
    for (path, name) in [
        ("pointers/doubly_linked_cycle", "linked"),
        ("pointers/leader_election", "some_root"),
        ("coming-from/promela_request", "mutex"),
        ("pointers/doubly_linked_cycle", "no_faults"),
    ] {
        let system = read(&support::example(path), "N");
        let whole = proof(&system, name);
        for left_out in 0..whole.views.len() {
            let mut proof = whole.clone();
            proof.views.remove(left_out);
            let checked = check_views(&system, name, &proof, &Unlimited);
            assert!(matches!(checked, Err(Refusal::Failed { .. })), "{path} {name} {left_out}: {checked:?}");
        }
        for left_out in 0..whole.smaller.len() {
            let mut proof = whole.clone();
            proof.smaller.remove(left_out);
            assert!(check_views(&system, name, &proof, &Unlimited).is_err());
        }
        for (at, (_, states)) in whole.smaller.iter().enumerate() {
            for left_out in 0..states.len() {
                let mut proof = whole.clone();
                proof.smaller[at].1.remove(left_out);
                assert!(check_views(&system, name, &proof, &Unlimited).is_err());
            }
        }
    }
}

/// Other numbers, fewer instances, the views of another property or of another model.
#[test]
fn forgeries_are_refused() {
    let system = read(&support::example("pointers/doubly_linked_cycle"), "N");
    let whole = proof(&system, "linked");
    assert!(check_views(&system, "anchored", &whole, &Unlimited).is_err());
    assert!(check_views(&system, "deadlock_free", &whole, &Unlimited).is_err());
    assert!(check_views(&system, "nothing", &whole, &Unlimited).is_err());
    let broken = read(&support::example("broken/doubly_linked_cycle"), "N");
    assert!(check_views(&broken, "linked", &whole, &Unlimited).is_err());
    for view in 0..whole.views.len() {
        for place in 0..whole.views[view].len() {
            for number in [-7, -3, -2, -1, 0, 1, 2, 30_000] {
                let mut proof = whole.clone();
                proof.views[view][place] = number;
                if proof != whole {
                    assert!(
                        check_views(&system, "linked", &proof, &Unlimited).is_err(),
                        "{view} {place} {number}"
                    );
                }
            }
        }
    }
    for (instances, views) in
        [(0, whole.views.clone()), (1, whole.views.clone()), (3, whole.views.clone()), (2, Vec::new())]
    {
        let proof = ViewsOf { instances, views, ..whole.clone() };
        assert!(check_views(&system, "linked", &proof, &Unlimited).is_err());
    }
    let with_facts = ViewsOf { facts: vec![0, 99], ..whole };
    assert!(check_views(&system, "linked", &with_facts, &Unlimited).is_err());
}

#[test]
fn documents_are_read_strictly() {
    for text in ["", "{}", "[]", r#"{"schema":"fathom-certificate","version":1}"#] {
        assert!(read_sizes(text).is_err(), "{text}");
    }
}
