//! Runs that a backward search found, fired forward.

use nets::{Cube, Net, Overflow, Run};

/// What becomes of a run when it is fired.
pub enum Replay {
    /// It leads into a target.
    Covers(Run),
    /// A limit stops it, or its last marking has too many tokens for the target.
    Fails(Run),
}

/// Fires a run that ends in a target, unless limits and upper bounds are in the way.
pub fn replay(net: &Net, targets: &[Cube], run: Run) -> Result<Replay, Overflow> {
    let markings = net.walk(&run)?;
    let last = markings.as_ref().and_then(|markings| markings.last());
    let covers = last.is_some_and(|last| targets.iter().any(|target| target.contains(last)));
    Ok(if covers { Replay::Covers(run) } else { Replay::Fails(run) })
}
