//! The reserved words.

macro_rules! keywords {
    ($($name:ident $text:literal,)*) => {
        /// A reserved word.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Keyword { $(#[doc = concat!("`", $text, "`")] $name,)* }

        impl Keyword {
            /// Every reserved word, those reserved for later last.
            pub const ALL: &'static [Keyword] = &[$(Keyword::$name,)*];

            /// The word itself.
            pub fn as_str(self) -> &'static str {
                match self { $(Keyword::$name => $text,)* }
            }

            /// The reserved word with this text.
            pub fn parse(text: &str) -> Option<Keyword> {
                match text { $($text => Some(Keyword::$name),)* _ => None }
            }
        }
    };
}

keywords! {
    Any "any", Array "array", Assert "assert", At "at", Bool "bool", Bound "bound", Broadcast "broadcast",
    Choose "choose", Compassion "compassion", Const "const", Ctl "ctl", Do "do", Else "else", Event "event",
    Exists "exists", Fair "fair", False "false", Forall "forall", If "if", In "in", Init "init", Int "int",
    Invariant "invariant", Justice "justice", Let "let", Loc "loc", Ltl "ltl", Model "model", Nat "nat",
    Null "null", Of "of", Or "or", Param "param", Population "population", Process "process",
    Reachable "reachable", Ref "ref", SelfRef "self", Skip "skip", Start "start", Strong "strong",
    Sync "sync", Then "then", True "true", Type "type", Var "var", When "when", Where "where",
    Channel "channel", Lossy "lossy", Clock "clock", Stack "stack", Push "push", Pop "pop",
    Module "module", Prove "prove",
}

impl Keyword {
    /// Whether the word is reserved for a later version of the language.
    pub fn is_for_later(self) -> bool {
        use Keyword::*;
        matches!(self, Channel | Lossy | Clock | Stack | Push | Pop | Module | Prove)
    }

    /// Whether the word begins an item that stands only at the top level.
    pub fn starts_top_item(self) -> bool {
        use Keyword::*;
        matches!(
            self,
            Model
                | Const
                | Param
                | Type
                | Process
                | Population
                | Event
                | Broadcast
                | Fair
                | Strong
                | Justice
                | Compassion
                | Invariant
                | Reachable
                | Ctl
                | Ltl
                | Bound
        )
    }

    /// Whether the word begins an item that may stand in a process, at the top level, or in both.
    pub fn starts_inner_item(self) -> bool {
        use Keyword::*;
        matches!(self, Var | Init | Let | Loc | Start)
    }
}

/// The reserved words of the language, those reserved for later last.
pub fn reserved_words() -> impl Iterator<Item = &'static str> {
    Keyword::ALL.iter().map(|word| word.as_str())
}
