//! Places: what a variable, an element or a field denotes in a state.

use super::Value;
use super::scope::{Binding, Own, Presence, Scope, Stop, View};
use super::tables::{Tables, definition, instance_name, variable};
use super::types::Type;
use language::ast::{self, Expr, ExprKind};

/// A variable that a place denotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The name that traces show.
    pub name: String,
    /// The type of its values.
    pub ty: Type,
}

/// A variable that may still be an array.
struct Declared {
    name: String,
    bounds: Option<(i128, i128)>,
    ty: Type,
}

impl<'a> Tables<'a> {
    /// The variable that a place denotes; what is inside the place is read in the old state.
    pub fn place(&self, expr: &'a Expr, scope: &Scope<'a>, view: &View<'_>) -> Result<Place, Stop> {
        if let ExprKind::Paren(inner) = &expr.kind {
            return self.place(inner, scope, view);
        }
        if let ExprKind::Name(name) = &expr.kind
            && let Some(Binding::Argument(argument, outer)) = scope.find(name)
        {
            return self.place(argument, outer, view);
        }
        if let ExprKind::Name(name) = &expr.kind
            && scope.own.is_none_or(|own| variable(own.process, name).is_none())
            && let Some(found) = self.definitions.get(name.as_str())
        {
            return self.place(&found.body, &Scope::default(), view);
        }
        let old = View::of(view.old);
        if let ExprKind::Index(base, index) = &expr.kind {
            let declared = self.declared(base, scope, &old)?.ok_or(Stop::Beyond("no array"))?;
            let index = self.int(index, scope, &old)?;
            let (low, high) = declared.bounds.ok_or(Stop::Beyond("an index of a scalar"))?;
            if !(low..=high).contains(&index) {
                return Err(Stop::Fault);
            }
            return Ok(Place { name: format!("{}[{index}]", declared.name), ty: declared.ty });
        }
        let declared = self.declared(expr, scope, &old)?.ok_or(Stop::Beyond("no place"))?;
        Ok(Place { name: declared.name, ty: declared.ty })
    }

    /// The declared variable that an expression names, if it names one.
    fn declared(&self, expr: &'a Expr, scope: &Scope<'a>, view: &View<'_>) -> Result<Option<Declared>, Stop> {
        let (name, declaration) = match &expr.kind {
            ExprKind::Paren(inner) => return self.declared(inner, scope, view),
            ExprKind::Name(name) => {
                if let Some(Binding::Argument(argument, outer)) = scope.find(name) {
                    return self.declared(argument, outer, view);
                }
                let own = scope.own.and_then(|own| variable(own.process, name).map(|found| (own, found)));
                match own {
                    Some((own, found)) => {
                        (format!("{}.{name}", instance_name(own.process, own.index)), found)
                    }
                    None => match (self.variables.get(name.as_str()), self.definitions.get(name.as_str())) {
                        (Some(found), _) => (name.clone(), *found),
                        (None, Some(found)) => return self.declared(&found.body, &Scope::default(), view),
                        (None, None) => return Ok(None),
                    },
                }
            }
            ExprKind::Field { base, field, .. } => {
                let (process, index) = self.instance(base, scope, view)?;
                match variable(process, &field.text) {
                    Some(found) => (format!("{}.{}", instance_name(process, index), field.text), found),
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        let (bounds, ty) = self.ty(&declaration.ty)?;
        Ok(Some(Declared { name, bounds, ty }))
    }

    /// The instance that an expression denotes; `null` is a fault.
    pub fn instance(
        &self,
        expr: &'a Expr,
        scope: &Scope<'a>,
        view: &View<'_>,
    ) -> Result<(&'a ast::Process, Option<i128>), Stop> {
        if let ExprKind::Paren(inner) = &expr.kind {
            return self.instance(inner, scope, view);
        }
        if let ExprKind::Name(name) = &expr.kind
            && scope.find(name).is_none()
            && let Some(body) = self.body(name)
        {
            return Ok((body.process, None));
        }
        if let ExprKind::SelfRef = &expr.kind
            && let Some(own) = scope.own
        {
            return if own.is_missing() { Err(Stop::Fault) } else { Ok((own.process, own.index)) };
        }
        match self.value(expr, scope, view)? {
            Value::Instance(process, index) => {
                let body = self.body(&process).ok_or(Stop::Beyond("an unknown process"))?;
                Ok((body.process, Some(index)))
            }
            _ => Err(Stop::Fault),
        }
    }

    /// A definition of the process that an expression leads to, with the scope of its body.
    pub fn definition_of(
        &self,
        base: &'a Expr,
        name: &str,
        scope: &Scope<'a>,
        view: &View<'_>,
    ) -> Result<Option<(&'a ast::LetDecl, Scope<'a>)>, Stop> {
        match self.instance(base, scope, view) {
            Ok((process, index)) => {
                let found = definition(process, name);
                Ok(found.map(|found| (found, Scope::inside(process, index))))
            }
            Err(Stop::Fault) => {
                // Without types, the name alone tells which process is meant.
                let mut found = self
                    .bodies
                    .iter()
                    .filter_map(|body| definition(body.process, name).map(|found| (found, body.process)));
                match (found.next(), found.next()) {
                    (Some((found, process)), None) => {
                        let is_null = self.value(base, scope, view) == Ok(Value::Null);
                        let presence = if is_null { Presence::Null } else { Presence::Fault };
                        let own = Own { process, index: None, presence };
                        Ok(Some((found, Scope { own: Some(own), bound: Vec::new() })))
                    }
                    (None, _) => Err(Stop::Fault),
                    _ => Err(Stop::Beyond("a definition of several processes")),
                }
            }
            Err(stop) => Err(stop),
        }
    }

    /// The value of `a[e]`, `P[e]`, `p.x` or `p->x`.
    pub fn selected(&self, expr: &'a Expr, scope: &Scope<'a>, view: &View<'_>) -> Result<Value, Stop> {
        if let ExprKind::Index(base, index) = &expr.kind
            && let ExprKind::Name(name) = &base.kind
            && let Some(body) = self.body(name)
        {
            let index = self.int(index, scope, view)?;
            let exists = self.indices(body.process)?.contains(&Some(index));
            return if exists { Ok(Value::Instance(name.clone(), index)) } else { Err(Stop::Fault) };
        }
        if let ExprKind::Field { base, field, .. } = &expr.kind
            && let Some((found, inner)) = self.definition_of(base, &field.text, scope, view)?
        {
            return self.value(&found.body, &inner, view);
        }
        let place = self.place(expr, scope, view)?;
        view.old.get(&place.name).cloned().ok_or(Stop::Unknown)
    }
}
