//! LTL by the product with an automaton for the negated formula.
//!
//! A variable of the space holds the automaton's state. The automaton's steps change nothing else, read the state that the
//! system leaves, and come before the system's move, so that no relation of the product is built. The formula is violated
//! if a fair and accepted path begins in an initial state: its fair states are found as those of CTL among the
//! states of the product that can be reached, with the automaton's acceptance sets as further conditions.
//!
//! # Reference
//! Clarke, Grumberg, Hamaguchi: *Another Look at LTL Model Checking*, Formal Methods in System Design 10(1), 1997,
//! doi:10.1023/A:1008615614281. Departure: the automaton is built and reduced before, with acceptance on its edges, instead
//! of being encoded by a variable for each subformula.

use crate::condition::{Condition, Conditions};
use crate::job::{End, Job, replayed};
use crate::steps::{Reader, Steps};
use crate::walk::{Lasso, rewind};
use crate::{Lowered, LoweringError};
use budget::Budget;
pub(crate) use omega_automata::Negation;
use omega_automata::{Cube, Ending, Refusal};
use state_sets::{Cell, Complement, Domain, Formula, Halt, Limited, Step, Variable};
use std::cell::OnceCell;
use system::{Answer, Evidence, Ltl, Question, System, retrace, retrace_from};

/// The automaton of the negated formula, or why there is none.
pub(crate) fn negation(formula: &Ltl, budget: &Budget<'_>) -> Result<Negation, Halt> {
    Negation::of(formula, Ending(budget.ending())).map_err(|refusal| match refusal {
        // The reason is what the budget hears when it asks.
        Refusal::Ended => budget.ask(0).err().map_or(Halt::Interrupted, Halt::spent),
        refusal => {
            Halt::Unsupported(format!("the formula could not be translated to an automaton: {refusal}"))
        }
    })
}

/// Answers an `ltl` property; `variable` holds the automaton's state, `fairness` are the conditions of the system, and
/// `reader` keeps the automaton's steps for when this is asked again.
pub(crate) fn answer<D: Complement>(
    job: &Job<'_, D>,
    question: &Question,
    variable: Variable,
    fairness: &Conditions<D>,
    negation: &Negation,
    reader: &OnceCell<Reader<D>>,
) -> Result<Answer, End> {
    job.whole()?;
    let domain = job.steps.domain();
    let automaton = &negation.automaton;
    if reader.get().is_none() {
        let _ = reader.set(self::reader(job, variable, negation)?);
    }
    let read = reader.get().map(Reader::copied).ok_or_else(|| End::Failed("an automaton was lost".into()))?;
    let Product { mut steps, conditions, initial } = Product::with(job, read, fairness, negation)?;
    let reached = steps.forward(&steps.states, &initial)?;
    steps = steps.within(reached)?;
    let core = steps.fair_core(&steps.states, &conditions)?;
    let violating = domain.intersection(&initial, &steps.backward(&steps.states, &core)?)?;
    let evidence = match domain.is_empty(&violating)? {
        true => Ok(Evidence::Fixpoint),
        false => {
            let lasso = steps.tour(&violating, &steps.states, &core, &conditions)?;
            let lasso = lasso.ok_or_else(|| End::Failed("a fair path was found and lost".into()))?;
            show(job, &steps, &lasso)?
        }
    };
    let mut answer = job.answer(question, evidence, "product with an automaton, fair states")?;
    answer.statistics.push(("automaton_states", automaton.state_count().into()));
    Ok(answer)
}

/// The violation that this path of the product shows, or why it cannot be walked.
pub(crate) fn show<D: Complement>(
    job: &Job<'_, D>,
    steps: &Steps<'_, D>,
    lasso: &Lasso,
) -> Result<Result<Evidence, String>, End> {
    let coding = &job.lowered.coding;
    let mut claimed = lasso.claimed(steps.model, coding, true);
    rewind(&mut claimed);
    let mut shown = replayed(retrace(job.system, &claimed))?;
    // How an endless path begins must be walked too, though it is not shown.
    if let Some(preview) = lasso.preview(steps.model, coding)
        && let Err(reason) = replayed(retrace_from(job.system, &preview))?
    {
        shown = Err(reason);
    }
    Ok(shown.map(Evidence::path))
}

/// The product of a system with an automaton.
pub(crate) struct Product<'m, D: Domain> {
    /// Its steps.
    pub steps: Steps<'m, D>,
    /// What a fair and accepted path does.
    pub conditions: Conditions<D>,
    /// The initial states of both.
    pub initial: D::Set,
}

impl<'m, D: Complement> Product<'m, D> {
    /// The product; `variable` holds the automaton's state.
    pub fn new(
        job: &Job<'m, D>,
        variable: Variable,
        fairness: &Conditions<D>,
        negation: &Negation,
    ) -> Limited<Self> {
        Product::with(job, reader(job, variable, negation)?, fairness, negation)
    }

    /// The product with the steps of the automaton.
    fn with(
        job: &Job<'m, D>,
        reader: Reader<D>,
        fairness: &Conditions<D>,
        negation: &Negation,
    ) -> Limited<Self> {
        let domain = job.steps.domain();
        let (automaton, variable) = (&negation.automaton, reader.variable);
        let steps = job.steps.with_reader(reader);
        let mut conditions = fairness.clone();
        conditions.repeated.extend((0..automaton.acceptance_sets() as usize).map(Condition::Accepted));
        let begins = domain.set(&Formula::is(Cell::now(variable), u64::from(automaton.initial())))?;
        let initial = domain.intersection(&job.steps.model.initial, &begins)?;
        Ok(Product { steps, conditions, initial })
    }
}

/// The automaton's steps as relations.
fn reader<D: Complement>(job: &Job<'_, D>, variable: Variable, negation: &Negation) -> Limited<Reader<D>> {
    let domain = job.steps.domain();
    let automaton = &negation.automaton;
    let atoms = negation.atoms.iter().map(|atom| job.condition(atom)).collect::<Limited<Vec<Formula>>>()?;
    let mut edges: Vec<(u64, Formula)> = Vec::new();
    for source in 0..automaton.state_count() as u32 {
        for edge in automaton.edges(source) {
            let cubes = automaton.cubes(edge.guard);
            let guard = Formula::any(cubes.iter().map(|cube| letters(cube, &atoms)));
            let leaves = Formula::is(Cell::now(variable), u64::from(source));
            let enters = Formula::is(Cell::next(variable), u64::from(edge.target));
            edges.push((edge.marks, Formula::all([leaves, enters, guard])));
        }
    }
    let relation = |wanted: &dyn Fn(u64) -> bool| {
        let chosen = edges.iter().filter(|(marks, _)| wanted(*marks));
        let relation = Formula::any(chosen.map(|(_, formula)| formula.clone()));
        domain.relation(&Step { changed: vec![variable], relation })
    };
    let sets = 0..automaton.acceptance_sets();
    let accepting = sets.map(|set| relation(&|marks| marks >> set & 1 == 1)).collect::<Limited<_>>()?;
    Ok(Reader { variable, relation: relation(&|_| true)?, accepting, edges })
}

/// The states whose letter is of this cube.
fn letters(cube: &Cube, atoms: &[Formula]) -> Formula {
    Formula::all(cube.iter().map(|(proposition, is_true)| {
        let atom = atoms[*proposition as usize].clone();
        if *is_true { atom } else { atom.negated() }
    }))
}

/// Groups the automaton's variable with those that the propositions speak of, as a hint for the order of variables.
pub(crate) fn couple(
    lowered: &mut Lowered,
    system: &System,
    variable: Variable,
    negations: &[&Negation],
    budget: &Budget<'_>,
) -> Result<(), Halt> {
    for atom in negations.iter().flat_map(|negation| &negation.atoms) {
        let formula = lowered.condition(system, atom, budget).map_err(LoweringError::into_halt)?;
        let mut coupled = vec![variable];
        variables_of(&formula, &mut coupled);
        coupled.sort();
        coupled.dedup();
        lowered.space.couplings.push(coupled);
    }
    Ok(())
}

fn variables_of(formula: &Formula, found: &mut Vec<Variable>) {
    use state_sets::Term;
    let of_cell = |cell: &Cell, found: &mut Vec<Variable>| {
        if let Cell::Variable(variable, _) = cell {
            found.push(*variable);
        }
    };
    match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| variables_of(part, found)),
        Formula::Not(inner) | Formula::Exists(_, inner) => variables_of(inner, found),
        Formula::Member(cell, _) => of_cell(cell, found),
        Formula::Same(left, right) => {
            of_cell(left, found);
            of_cell(right, found);
        }
        Formula::Compare(sum, _) | Formula::Divides(_, sum) => {
            for (_, term) in &sum.terms {
                match term {
                    Term::Cell(cell) => of_cell(cell, found),
                    Term::Indicator(inner) => variables_of(inner, found),
                }
            }
        }
    }
}
