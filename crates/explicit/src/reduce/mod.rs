//! What may be left out because it cannot matter: interleavings (`stubborn`), exchanges of instances (`symmetry`),
//! values that nobody will read (`inactive`).

pub(crate) mod inactive;
pub(crate) mod stubborn;
pub(crate) mod symmetry;
