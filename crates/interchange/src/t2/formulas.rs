//! Formulas of CTL about programs in the format of T2.
//!
//! A file holds one formula a line: `[AG](x != 1 || [AF](y == 1))`. Empty lines and comments are passed over. A line
//! can also be a record with tabs in between: `CTL_SAT` or `CTL_UNSAT`, the program's file, and the formula; then
//! it counts only for that program, and says whether the formula is expected to hold.

use super::SPELLING;
use crate::Problem;
use crate::program::{Claim, Condition, Program};
use crate::reader::{Reader, Scope};

/// Adds the formulas to the properties of a program; a record belongs to it if the file that it names has the
/// program's name, without folders and ending.
pub fn read_t2_formulas(source: &str, program: &mut Program) -> Result<(), Vec<Problem>> {
    let mut problems = Vec::new();
    for (number, line) in (1..).zip(source.lines()) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (expected, formula) = match fields.as_slice() {
            [kind @ ("CTL_SAT" | "CTL_UNSAT"), file, formula, ..] => {
                if stem(file) != program.name {
                    continue;
                }
                (Some(*kind == "CTL_SAT"), *formula)
            }
            _ => (None, line),
        };
        let before =
            line.len() - line.split_once(formula).map_or(line.len(), |(_, rest)| rest.len() + formula.len());
        match condition(formula, program) {
            Ok(Some(condition)) => program.claims.push(Claim {
                name: format!("formula_{}", program.claims.len() + 1),
                is_invariant: false,
                condition,
                expected,
            }),
            Ok(None) => {}
            Err(more) => problems.extend(more.into_iter().map(|problem| {
                let column = problem.position.map_or(1, |(_, column)| column);
                let before = u32::try_from(line[..before].chars().count()).unwrap_or(0);
                Problem::new(problem.message, Some((number, column.saturating_add(before))))
            })),
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// The formula on a line, unless there is none.
fn condition(line: &str, program: &Program) -> Result<Option<Condition>, Vec<Problem>> {
    let mut reader = Reader::new(line, SPELLING);
    if reader.is_end() {
        return reader.finish(None);
    }
    let mut scope = Scope { variables: program.variables.clone(), is_temporal: true, ..Scope::default() };
    let condition = match reader.condition(&mut scope) {
        Ok(condition) if reader.is_end() => Some(condition),
        Ok(_) => {
            reader.report(reader.expected("the end of the formula"));
            None
        }
        Err(problem) => {
            reader.report(problem);
            None
        }
    };
    reader.finish(condition)
}

/// The name of a file without folders and ending.
fn stem(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
