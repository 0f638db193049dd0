//! A state graph as texts and marks: all that a writer of drawings needs to know.

/// A graph of states, ready to be drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chart {
    /// What is drawn: the name of the model.
    pub title: String,
    /// How much of it: the number of states and transitions, and where the graph was cut.
    pub caption: String,
    /// The states.
    pub spots: Vec<Spot>,
    /// The transitions, at most one arrow for each ordered pair of states.
    pub arrows: Vec<Arrow>,
    /// What [`Spot::highlighted`] means, if anything.
    pub highlight: Option<Highlight>,
}

/// A state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spot {
    /// What stands in its box.
    pub lines: Vec<String>,
    /// The whole state, for a reader who asks.
    pub details: Vec<String>,
    /// Whether it is an initial state.
    pub initial: bool,
    /// Whether no transition can be taken in it.
    pub dead_end: bool,
    /// Whether its transitions were not followed.
    pub open: bool,
    /// Whether the property that was asked for marks it.
    pub highlighted: bool,
    /// The transitions that fault in it, each with its reason.
    pub faults: Vec<String>,
    /// What is drawn around it.
    pub outline: Outline,
}

/// What is drawn around the text of a [`Spot`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Outline {
    /// A box with round corners: a state.
    #[default]
    Rounded,
    /// A circle, as wide as its text: a place of a net.
    Circle,
    /// A box with sharp corners: a transition of a net.
    Sharp,
}

/// All transitions from one state to another one, or to itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arrow {
    /// The state that they leave, counted from zero.
    pub from: usize,
    /// The state that they enter.
    pub to: usize,
    /// Their names.
    pub names: Vec<String>,
    /// Whether only some of the states that its beginning stands for can take one of them.
    pub is_optional: bool,
}

/// What highlighted states have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Highlight {
    /// In words, such as `mutex is false`.
    pub meaning: String,
    /// Whether such a state is bad news.
    pub bad: bool,
}
