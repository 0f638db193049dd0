//! What rules of a system with an open constant are made of.

use crate::{Comparison, Operation};

/// An expression. All values are numbers; pointers to instances are compared with [`Term::Same`] only.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// A number: a truth value, an integer, a member, a location.
    Const(i64),
    /// A pointer that leads to no instance, as [`super::configuration`] numbers them.
    Nowhere(i16),
    /// The instance that a quantifier or a rule binds, counted from the outside in.
    Bound(usize),
    /// The open constant plus a number.
    Size(i64),
    /// The value of a variable.
    Read(Site),
    /// `!e`
    Not(Box<Term>),
    /// All of them, evaluated from the left up to the first that is false.
    And(Vec<Term>),
    /// Some of them, evaluated from the left up to the first that is true.
    Or(Vec<Term>),
    /// Whether two integers, truth values or members compare so.
    Compare(Comparison, Box<Term>, Box<Term>),
    /// Whether two pointers are the same.
    Same(Box<Term>, Box<Term>),
    /// The pointer, which must lead to an instance: all else is a fault.
    Instance(Box<Term>),
    /// `-e`
    Negate(Box<Term>),
    /// `abs(e)`
    Absolute(Box<Term>),
    /// Arithmetic on two integers.
    Arithmetic(Operation, Box<Term>, Box<Term>),
    /// `if a then b else c`
    If(Box<Term>, Box<Term>, Box<Term>),
    /// A quantifier over all instances.
    Quantified(Box<Quantification>),
}

/// A quantifier over all instances.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantification {
    /// Its number in the system.
    pub number: u32,
    /// Which one.
    pub quantifier: Quantifier,
    /// How many names are bound around it: the number of its own name.
    pub bound: usize,
    /// The body.
    pub body: Term,
}

/// The quantifiers over all instances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantifier {
    /// `forall`
    Forall,
    /// `exists`
    Exists,
    /// `count`
    Count,
}

/// A variable, possibly that of an instance, or an element of an array of fixed size.
#[derive(Debug, Clone, PartialEq)]
pub struct Site {
    /// The variable, or the first element.
    pub variable: usize,
    /// The instance that it belongs to, if any; what leads to none is a fault.
    pub owner: Option<Box<Term>>,
    /// Which element it is.
    pub element: Option<ElementOf>,
}

/// An element of an array of fixed size.
#[derive(Debug, Clone, PartialEq)]
pub struct ElementOf {
    /// The index.
    pub index: Box<Term>,
    /// The first index.
    pub low: i64,
    /// How many elements there are.
    pub count: usize,
}

/// Steps, one after the other; the statements of a step happen at once.
pub type Steps = Vec<Vec<ParameterizedStatement>>;

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub enum ParameterizedStatement {
    /// `site := e`
    Assign(Site, Term),
    /// `site := any in S`
    Any(Site, Choices),
    /// One of these happens, any that can.
    Choose(Vec<Way>),
    /// `if e … else …`
    If(Term, Way, Option<Way>),
    /// `assert e`
    Assert(Term),
    /// The variable of each instance gets a new value, in which the instance is the bound name of this number.
    Everybody {
        /// The number of the bound name.
        bound: usize,
        /// The variable of each instance.
        variable: usize,
        /// Its new value.
        value: Term,
    },
}

/// A branch of `choose` or `if`.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// The condition after `when`.
    pub guard: Option<Term>,
    /// What happens.
    pub steps: Steps,
}

/// Among which values one is chosen.
#[derive(Debug, Clone, PartialEq)]
pub enum Choices {
    /// All that the variable can have.
    Domain,
    /// The integers between the two.
    Range(Term, Term),
    /// These.
    Members(Vec<Term>),
    /// All instances.
    Instances,
}

impl Quantification {
    /// Whether the body reads nothing but variables of its own instance whose values are known where the
    /// instance is, and cannot fault.
    pub fn is_own(&self, system: &super::ParameterizedSystem) -> bool {
        !self.body.any(&mut |term| match term {
            Term::Bound(number) => *number != self.bound,
            Term::Read(Site { owner, element: None, variable }) => {
                let is_known = |variable: &super::ParameterizedVariable| {
                    !matches!(variable.domain, super::Domain::UpTo(..))
                };
                owner.as_deref() != Some(&Term::Bound(self.bound)) || !is_known(&system.locals[*variable])
            }
            Term::Read(_) | Term::Size(_) | Term::Quantified(_) | Term::Instance(_) => true,
            Term::Arithmetic(..) | Term::Negate(_) | Term::Absolute(_) => true,
            Term::Same(left, right) => !(is_constant(left) || is_constant(right)) && left != right,
            _ => false,
        })
    }
}

/// Whether a pointer is the same everywhere, or that to the instance itself.
fn is_constant(term: &Term) -> bool {
    matches!(term, Term::Nowhere(_) | Term::Bound(_))
}

/// The terms of an action.
fn terms_of<'t>(steps: &'t Steps, all: &mut Vec<&'t Term>) {
    let way = |way: &'t Way, all: &mut Vec<&'t Term>| {
        all.extend(&way.guard);
        terms_of(&way.steps, all);
    };
    for statement in steps.iter().flatten() {
        match statement {
            ParameterizedStatement::Assign(site, value) => {
                all.extend(site.terms());
                all.push(value);
            }
            ParameterizedStatement::Any(site, choices) => {
                all.extend(site.terms());
                match choices {
                    Choices::Domain | Choices::Instances => {}
                    Choices::Range(low, high) => all.extend([low, high]),
                    Choices::Members(members) => all.extend(members),
                }
            }
            ParameterizedStatement::Choose(ways) => ways.iter().for_each(|one| way(one, all)),
            ParameterizedStatement::If(condition, then, otherwise) => {
                all.push(condition);
                way(then, all);
                otherwise.iter().for_each(|one| way(one, all));
            }
            ParameterizedStatement::Assert(condition) => all.push(condition),
            ParameterizedStatement::Everybody { value, .. } => all.push(value),
        }
    }
}

impl super::Rule {
    /// The guards, and all terms of the action.
    pub fn terms(&self) -> Vec<&Term> {
        let mut all = vec![&self.guard];
        all.extend(self.partner.iter().map(|partner| &partner.guard));
        terms_of(&self.action, &mut all);
        all
    }
}

impl super::ParameterizedSystem {
    /// The quantifier with this number, in a rule or in a property.
    pub fn quantification(&self, number: u32) -> Option<&Quantification> {
        let asked = self.properties.iter().filter_map(|property| match &property.question {
            super::ParameterizedQuestion::Invariant(term) | super::ParameterizedQuestion::Reachable(term) => {
                Some(term)
            }
            _ => None,
        });
        let mut all = self.rules.iter().flat_map(super::Rule::terms).chain(asked);
        all.find_map(|term| term.quantification(number))
    }
}

impl Site {
    /// A variable that belongs to no instance.
    pub fn global(variable: usize) -> Site {
        Site { variable, owner: None, element: None }
    }

    /// A variable of an instance.
    pub fn local(variable: usize, owner: Term) -> Site {
        Site { variable, owner: Some(Box::new(owner)), element: None }
    }

    fn terms(&self) -> impl Iterator<Item = &Term> {
        let owner = self.owner.as_deref();
        owner.into_iter().chain(self.element.as_ref().map(|element| element.index.as_ref()))
    }
}

impl Term {
    /// `true` or `false`.
    pub fn bool(value: bool) -> Term {
        Term::Const(i64::from(value))
    }

    /// The direct subterms.
    pub fn children(&self) -> Vec<&Term> {
        match self {
            Term::Const(_) | Term::Nowhere(_) | Term::Bound(_) | Term::Size(_) => Vec::new(),
            Term::Read(site) => site.terms().collect(),
            Term::Not(a) | Term::Instance(a) | Term::Negate(a) | Term::Absolute(a) => vec![a],
            Term::And(all) | Term::Or(all) => all.iter().collect(),
            Term::Compare(_, a, b) | Term::Same(a, b) | Term::Arithmetic(_, a, b) => vec![a, b],
            Term::If(a, b, c) => vec![a, b, c],
            Term::Quantified(quantification) => vec![&quantification.body],
        }
    }

    /// The quantifier with this number, if it is here or below.
    pub fn quantification(&self, number: u32) -> Option<&Quantification> {
        match self {
            Term::Quantified(one) if one.number == number => Some(one),
            _ => self.children().into_iter().find_map(|child| child.quantification(number)),
        }
    }

    /// Whether this or something below it is so.
    pub fn any(&self, is_so: &mut dyn FnMut(&Term) -> bool) -> bool {
        is_so(self) || self.children().into_iter().any(|child| child.any(is_so))
    }
}
