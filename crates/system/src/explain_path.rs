//! Why a path satisfies a linear-time formula or does not: the part that decides it, and the states where it does.

use crate::{Lasso, Ltl, Obstacle, Reason, UntilKind, explain};

/// The most characters of a formula that are shown.
const LONGEST: usize = 160;

/// The most parts of a list that are shown.
const MOST: usize = 6;

impl Lasso<'_> {
    /// The lines that say why the formula has its value on the path, the outermost first; nothing if it has rigid variables.
    /// States are numbered from the initial one.
    pub fn why(&self, formula: &Ltl) -> Result<Option<Vec<Reason>>, Obstacle> {
        let Some(value) = self.satisfies(formula)? else { return Ok(None) };
        let mut path = PathExplainer { lasso: self, reasons: Vec::new() };
        path.formula(formula, 0, value, 0)?;
        Ok(Some(path.reasons))
    }
}

struct PathExplainer<'l, 'a> {
    lasso: &'l Lasso<'a>,
    reasons: Vec<Reason>,
}

type Explained = Result<(), Obstacle>;

impl PathExplainer<'_, '_> {
    fn say(&mut self, depth: usize, text: String) {
        self.reasons.push(Reason { depth, text });
    }

    fn text(&self, formula: &Ltl) -> String {
        let text = self.lasso.system().show_ltl(formula);
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("`{}…`", &text[..end]),
            None => format!("`{text}`"),
        }
    }

    fn is(&self, formula: &Ltl, at: usize) -> Result<bool, Obstacle> {
        Ok(self.lasso.truth(formula)?.is_some_and(|truth| truth[at]))
    }

    /// The first position from this one on where the formula has the value.
    fn first(&self, formula: &Ltl, at: usize, value: bool) -> Result<Option<usize>, Obstacle> {
        let truth = self.lasso.truth(formula)?.unwrap_or_default();
        Ok(self.lasso.future(at).into_iter().find(|position| truth.get(*position) == Some(&value)))
    }

    /// Why the formula has this value at a position.
    fn formula(&mut self, formula: &Ltl, at: usize, value: bool, depth: usize) -> Explained {
        match formula {
            Ltl::State(_) | Ltl::Rigid { .. } => self.state(formula, at, depth),
            Ltl::Not(f) => self.formula(f, at, !value, depth),
            Ltl::And(all) => self.list(all, at, value, false, depth),
            Ltl::Or(all) => self.list(all, at, value, true, depth),
            Ltl::Implies(f, g) => {
                let premise = self.is(f, at)?;
                if premise || !value {
                    self.formula(f, at, premise, depth)?;
                } else {
                    return self.formula(f, at, false, depth);
                }
                self.formula(g, at, value, depth)
            }
            Ltl::Iff(f, g) => {
                let (left, right) = (self.is(f, at)?, self.is(g, at)?);
                self.formula(f, at, left, depth)?;
                self.formula(g, at, right, depth)
            }
            Ltl::Next(f) => self.formula(f, self.lasso.following(at), value, depth),
            Ltl::Finally(f) => self.at_some_time(f, at, value, depth),
            Ltl::Globally(f) => self.at_some_time_not(f, at, value, depth),
            Ltl::Until(kind, f, g) => self.until(*kind, f, g, at, value, depth),
        }
    }

    fn state(&mut self, formula: &Ltl, at: usize, depth: usize) -> Explained {
        let Ltl::State(condition) = formula else { return Ok(()) };
        let reasons = explain(self.lasso.system(), condition, self.lasso.state(at));
        if let [only] = reasons.as_slice() {
            self.say(depth, format!("in state {at}, {}", only.text));
            return Ok(());
        }
        let value = self.is(formula, at)?;
        self.say(depth, format!("in state {at} this is {value}: {}", self.text(formula)));
        for reason in reasons {
            self.say(depth + reason.depth + 1, reason.text);
        }
        Ok(())
    }

    /// Parts of which one that is as `decides` says decides the list.
    fn list(&mut self, all: &[Ltl], at: usize, value: bool, decides: bool, depth: usize) -> Explained {
        if value != decides {
            for part in all.iter().take(MOST) {
                self.formula(part, at, value, depth)?;
            }
            if all.len() > MOST {
                self.say(depth, format!("and {} more", all.len() - MOST));
            }
            return Ok(());
        }
        for part in all {
            if self.is(part, at)? == decides {
                if !matches!(part, Ltl::State(_)) {
                    self.say(depth, format!("this part is {decides}: {}", self.text(part)));
                }
                return self.formula(part, at, value, depth);
            }
        }
        Ok(())
    }

    /// `F f`
    fn at_some_time(&mut self, f: &Ltl, at: usize, value: bool, depth: usize) -> Explained {
        match self.first(f, at, true)?.filter(|_| value) {
            Some(place) => self.formula(f, place, true, depth),
            None => self.throughout(f, at, false, depth),
        }
    }

    /// `G f`
    fn at_some_time_not(&mut self, f: &Ltl, at: usize, value: bool, depth: usize) -> Explained {
        match self.first(f, at, false)?.filter(|_| !value) {
            Some(place) => self.formula(f, place, false, depth),
            None => self.throughout(f, at, true, depth),
        }
    }

    /// The formula has the same value from the position on; if it speaks of what comes later, why it has it for ever.
    fn throughout(&mut self, f: &Ltl, at: usize, value: bool, depth: usize) -> Explained {
        // `G F f` and `F G f`: again and again the same.
        let (inner, wanted) = match (f, value) {
            (Ltl::Finally(inner), true) => (inner, true),
            (Ltl::Globally(inner), false) => (inner, false),
            _ => {
                let word = if value { "always" } else { "never" };
                self.say(depth, format!("from state {at} on, {} is {word} true", self.text(f)));
                return Ok(());
            }
        };
        let start = self.lasso.loop_start();
        if let Some(place) = self.first(inner, start, wanted)? {
            let text = self.text(inner);
            let times = if self.lasso.is_loop() { "again and again" } else { "for ever" };
            self.say(depth, format!("{times} {text} is {wanted}, in state {place}"));
        }
        Ok(())
    }

    fn until(
        &mut self,
        kind: UntilKind,
        f: &Ltl,
        g: &Ltl,
        at: usize,
        value: bool,
        depth: usize,
    ) -> Explained {
        // `f R g` is `g W (f && g)`.
        let (stays, comes) = if kind == UntilKind::Release { (g, f) } else { (f, g) };
        let comes_at = match kind {
            UntilKind::Release => {
                let both = Ltl::And(vec![f.clone(), g.clone()]);
                self.first(&both, at, true)?
            }
            _ => self.first(g, at, true)?,
        };
        if value {
            return match comes_at {
                Some(place) => self.formula(comes, place, true, depth),
                None => self.throughout(stays, at, true, depth),
            };
        }
        match self.first(stays, at, false)? {
            Some(place) if kind != UntilKind::Until || comes_at.is_some() || place == at => {
                self.formula(stays, place, false, depth)?;
                self.say(depth, format!("and {} was not true before", self.text(comes)));
                Ok(())
            }
            _ => self.throughout(comes, at, false, depth),
        }
    }
}
