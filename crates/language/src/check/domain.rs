//! The values of bound names.

use diagnostics::{Code, Diagnostic, Span};

use super::context::Primes;
use super::quantifier::written_span;
use super::{Checker, Context};
use crate::ast::{Binder, Domain, Expr, Name, TypeExpr, TypeKind};
use crate::referents::{Expected, Referent};
use crate::scope::Scope;
use crate::structures::Sort;
use crate::symbols::{BodyKind, Symbol};
use crate::typed::{Typed, TypedDomain};
use crate::types::{DeclaredType, Form, Scalar};

impl<'a> Checker<'a> {
    /// The domain of a bound name; none if it is wrong, which is reported.
    pub(super) fn domain(
        &mut self,
        domain: &'a Domain,
        scope: &Scope<'a>,
        context: Context,
    ) -> Option<(TypedDomain, Option<Sort>)> {
        match domain {
            Domain::Set(set) => return self.elements(set, scope, context),
            Domain::Type(TypeExpr { kind: TypeKind::Named(name), span })
                if !self.symbols.types.contains_key(name.text.as_str())
                    && self.is_value(&name.text, scope) =>
            {
                return self.elements_of_name(&name.text, *span, scope, context);
            }
            Domain::Type(TypeExpr { kind: TypeKind::Enumeration(members), span })
                if !members.iter().all(|member| self.is_member(&member.text, scope)) =>
            {
                return self.elements_by_name(members, *span, scope, context);
            }
            _ => {}
        }
        let typed = self.plain_domain(domain, scope, context)?;
        let sort = match (&typed, domain) {
            (TypedDomain::Records(_) | TypedDomain::Arrays(..), Domain::Type(ty))
            | (TypedDomain::Sets(_) | TypedDomain::Queues(..), Domain::Type(ty)) => {
                self.declared_type(ty, scope).sort
            }
            _ => typed.sort(),
        };
        Some((typed, sort))
    }

    /// A domain that is no set.
    fn plain_domain(
        &mut self,
        domain: &'a Domain,
        scope: &Scope<'a>,
        context: Context,
    ) -> Option<TypedDomain> {
        match domain {
            Domain::Set(_) => None,
            Domain::Range(low, high) => self.range_domain(low, high, scope, context),
            Domain::Type(ty) => match &ty.kind {
                TypeKind::Enumeration(members) => self.member_domain(members),
                TypeKind::Range(low, high) => self.range_domain(low, high, scope, context),
                TypeKind::Named(name) if self.is_body(&name.text) => self.instances(name),
                TypeKind::Named(name) => {
                    self.expect_at(name.span, || Expected::Counted);
                    self.type_domain(ty, scope)
                }
                _ => self.type_domain(ty, scope),
            },
        }
    }

    /// A range whose bounds do not depend on the state. An outer bound name counts as a constant, even if it
    /// ranges over all integers.
    fn range_domain(
        &mut self,
        low: &'a Expr,
        high: &'a Expr,
        scope: &Scope<'a>,
        context: Context,
    ) -> Option<TypedDomain> {
        let (low, high) = self.constant_range(low, high, scope, context)?;
        if low.is_constant() && high.is_constant() {
            return Some(TypedDomain::Range(low, high));
        }
        Some(TypedDomain::Between(low, high))
    }

    /// Two bounds that must be integers and must not depend on the state.
    pub(crate) fn constant_range(
        &mut self,
        low: &'a Expr,
        high: &'a Expr,
        scope: &Scope<'a>,
        context: Context,
    ) -> Option<(Typed, Typed)> {
        let context = Context { primes: Primes::No, ..context.operand().constant() };
        let low = self.integer(low, scope, context, "a bound of a range");
        let high = self.integer(high, scope, context, "a bound of a range");
        let low_is_constant = self.require_constant(&low, "a bound of a range");
        let high_is_constant = self.require_constant(&high, "a bound of a range");
        (low_is_constant && high_is_constant).then_some((low, high))
    }

    fn type_domain(&mut self, ty: &'a TypeExpr, scope: &Scope<'a>) -> Option<TypedDomain> {
        let declared = self.declared_type(ty, scope);
        let is_scalar = declared.as_scalar().is_some();
        let domain = self.values_of(&declared)?;
        if !is_scalar && domain.is_infinite() {
            let message = "this type has infinitely many values";
            let finding = Diagnostic::new(Code::InfiniteDomain, message, ty.span, "not finite");
            self.report(finding.with_help("give the integers in it bounds, or range over a set"));
            return None;
        }
        Some(domain)
    }

    /// All values of a type.
    fn values_of(&mut self, declared: &DeclaredType) -> Option<TypedDomain> {
        Some(match &declared.form {
            Form::Scalar(scalar) => match scalar {
                Scalar::Bool => TypedDomain::Booleans,
                Scalar::Nat => TypedDomain::Integers { natural: true },
                Scalar::Int => TypedDomain::Integers { natural: false },
                Scalar::Range(low, high) => TypedDomain::Range(low.clone(), high.clone()),
                Scalar::Enumeration(id) => {
                    let count = self.symbols.enumerations.members[id.index()].len();
                    TypedDomain::Members(*id, (0..u32::try_from(count).ok()?).collect())
                }
                Scalar::Reference(process) => TypedDomain::References(*process),
                Scalar::Unknown => return None,
            },
            Form::Array(low, high, part) => {
                TypedDomain::Arrays(Box::new((low.clone(), high.clone())), Box::new(self.values_of(part)?))
            }
            Form::Record(fields) => {
                let fields: Option<Vec<TypedDomain>> =
                    fields.iter().map(|(_, part)| self.values_of(part)).collect();
                TypedDomain::Records(fields?)
            }
            Form::Set(part) => TypedDomain::Sets(Box::new(self.values_of(part)?)),
            Form::Queue(capacity, part) => {
                TypedDomain::Queues(Box::new(capacity.clone()), Box::new(self.values_of(part)?))
            }
        })
    }

    /// Whether a name stands for a process or population, and for no type.
    fn is_body(&self, name: &str) -> bool {
        let is_body = matches!(self.symbols.values.get(name), Some(Symbol::Body(_)));
        is_body && !self.symbols.types.contains_key(name)
    }

    /// `p in Client`: the instances of a process array.
    fn instances(&mut self, name: &Name) -> Option<TypedDomain> {
        let Some(&Symbol::Body(index)) = self.symbols.values.get(name.text.as_str()) else { return None };
        self.note(name.span, Referent::Body(index));
        let (text, body) = (&name.text, self.symbols.body(index));
        let (message, help) = match body.kind {
            BodyKind::Array(process) => return Some(TypedDomain::Instances(process)),
            BodyKind::Single(_) => (
                format!("`{text}` is a single process, not an array of instances"),
                format!("use `{text}` itself, such as `{text} at …`, without a quantifier"),
            ),
            BodyKind::Population(_) => (
                format!("the processes of the population `{text}` have no names"),
                format!("count them: `count({text} at …) >= 1`"),
            ),
        };
        let finding = Diagnostic::new(Code::BadType, message, name.span, "nothing to range over")
            .with_related(body.declaration.name.span, "declared here");
        self.report(finding.with_help(help));
        None
    }

    /// `x in {A, B}`: the members of the type `{A, B}`, or some of those of the only type that has them all.
    fn member_domain(&mut self, members: &'a [Name]) -> Option<TypedDomain> {
        let names: Vec<&str> = members.iter().map(|member| member.text.as_str()).collect();
        for (position, name) in members.iter().enumerate() {
            if let Some(first) = members[..position].iter().find(|first| first.text == name.text) {
                self.report(crate::collect::twice(name, first.span));
                return None;
            }
        }
        let owners = self.symbols.enumerations.having(names.first()?);
        let has_all = |id: &&system::EnumerationId| {
            names.iter().all(|name| self.symbols.enumerations.position(**id, name).is_some())
        };
        let size = |id: &&system::EnumerationId| self.symbols.enumerations.members[id.index()].len();
        let mut fitting: Vec<_> = owners.iter().filter(has_all).collect();
        fitting.sort_by_key(size);
        let id = match fitting[..] {
            [only] => *only,
            [first, ..] if size(&first) == names.len() => *first,
            _ => self.symbols.enumerations.intern(&names),
        };
        let positions = names.iter().filter_map(|name| self.symbols.enumerations.position(id, name));
        let positions: Vec<u32> = positions.collect();
        for (member, position) in members.iter().zip(&positions) {
            self.note(member.span, Referent::Member(id, *position));
        }
        Some(TypedDomain::Members(id, positions))
    }

    /// The range of the index of a process array or of an event.
    pub(crate) fn index_range(&mut self, binder: &'a Binder, scope: &Scope<'a>) -> Option<(Typed, Typed)> {
        match self.domain(&binder.domain, scope, Context::STATE)?.0 {
            TypedDomain::Range(low, high) => Some((low, high)),
            _ => {
                let message = format!("`{}` must range over integers from lo to hi", binder.name.text);
                let finding =
                    Diagnostic::new(Code::InfiniteDomain, message, domain_span(binder), "not a range")
                        .with_help(format!("write `{} in 1..N`", binder.name.text));
                self.report(finding);
                None
            }
        }
    }
}

impl TypedDomain {
    /// Whether its values cannot be listed.
    pub fn is_infinite(&self) -> bool {
        match self {
            TypedDomain::Integers { .. } | TypedDomain::Between(..) => true,
            TypedDomain::Records(parts) => parts.iter().any(TypedDomain::is_infinite),
            TypedDomain::Arrays(_, part) | TypedDomain::Sets(part) | TypedDomain::Queues(_, part) => {
                part.is_infinite()
            }
            _ => false,
        }
    }

    /// The sort of the values, if they have no parts.
    fn sort(&self) -> Option<Sort> {
        match self {
            TypedDomain::Range(..) | TypedDomain::Between(..) | TypedDomain::Integers { .. } => {
                Some(Sort::Int)
            }
            TypedDomain::Booleans => Some(Sort::Bool),
            TypedDomain::Members(id, _) => Some(Sort::Enumeration(*id)),
            TypedDomain::References(process) | TypedDomain::Instances(process) => {
                Some(Sort::Reference(*process))
            }
            _ => None,
        }
    }
}

/// Where the domain of a binder stands.
pub(crate) fn domain_span(binder: &Binder) -> Span {
    written_span(&binder.domain)
}
