//! Graphs of states, and nets, as drawings.
//!
//! * what is drawn, as texts and marks: [`Chart`];
//! * the writers: [`dot`], and [`svg`] with its [`layout`].

mod chart;
pub mod dot;
pub mod layout;
pub mod svg;

pub use chart::{Arrow, Chart, Highlight, Outline, Spot};
