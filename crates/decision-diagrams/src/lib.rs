//! Finite state sets as binary decision diagrams.
