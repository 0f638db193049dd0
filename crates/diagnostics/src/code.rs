//! The codes of all findings, and the page that explains each.
//!
//! A code and its page `docs/errors/<code>.md` cannot drift apart: the table includes the page, so a code
//! without one does not compile, and a test looks for pages without a code.

/// How grave a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The model can be checked, but is probably not what was meant.
    Warning,
    /// The model cannot be checked.
    Error,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// The kind of a finding; explained by `fathom explain`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $($(#[$doc])* $name,)* }

        impl Code {
            /// Every code, in order.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// The code as it is printed, such as `E012`.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $text,)* }
            }

            /// The page that explains the code, in Markdown.
            pub fn page(self) -> &'static str {
                match self {
                    $(Code::$name => include_str!(concat!("../../../docs/errors/", $text, ".md")),)*
                }
            }
        }
    };
}

// E0xx: text and grammar. E1xx: names. E2xx: types and arithmetic. E3xx: actions, processes, synchronisation.
// E4xx: properties and fairness. E5xx: the model as a whole. W0xx: warnings.
codes! {
    /// A character, name or number that is not written as the language asks.
    BadToken = "E001",
    /// A construct that the grammar does not allow here.
    Syntax = "E002",
    /// A reserved word used as a name.
    ReservedWord = "E003",
    /// A word that is reserved for a later version.
    NotSupportedYet = "E004",
    /// A number that is too large.
    NumberTooLarge = "E005",
    /// A comment, text or backquoted name that is never closed.
    Unterminated = "E006",
    /// An operator of another language.
    WrongOperator = "E007",
    /// A temporal operator used as a name inside a formula.
    OperatorAsName = "E008",
    /// An expression or action that is nested too deeply.
    TooDeep = "E009",
    /// The parts of an edge or event in another order than `when`, `sync`, `do`.
    PartOrder = "E010",
    /// `=` in the place of `:=`, or the other way round.
    AssignOrEqual = "E011",
    /// A bracket that is not closed, or closed without being open.
    Unbalanced = "E012",
    /// An item that may not stand at this level.
    MisplacedItem = "E013",
    /// `in` chained with a comparison or another `in`.
    ChainedIn = "E014",
    /// Several steps in an action without braces.
    StepsWithoutBraces = "E015",
    /// A word of another language.
    ForeignWord = "E016",
    /// A name that nothing declares.
    UnknownName = "E101",
    /// Two declarations of one name.
    Duplicate = "E102",
    /// A constant, type or definition that is defined through itself.
    Cyclic = "E103",
    /// A member or `null` whose type the context does not tell.
    NeedsContext = "E104",
    /// A process, array or definition where a value is needed.
    NotAValue = "E105",
    /// A call with the wrong number of arguments, or of something that is not a definition.
    BadCall = "E106",
    /// A process has no such location, variable or label.
    NoSuchPart = "E107",
    /// `self` outside of a process.
    SelfOutside = "E108",
    /// A value of one type where another is needed.
    TypeMismatch = "E201",
    /// A state-dependent expression where a constant is needed.
    NotConstant = "E202",
    /// A constant that cannot be computed.
    ConstantFault = "E203",
    /// Arithmetic on unbounded integers that is not linear.
    NonLinear = "E204",
    /// A type that cannot be used like this.
    BadType = "E205",
    /// An index after something that has no elements.
    NotIndexable = "E206",
    /// A sum, count or index over infinitely many values.
    InfiniteDomain = "E207",
    /// An order comparison of values that have no order.
    Unordered = "E208",
    /// An assignment to something that actions cannot write.
    NotAssignable = "E301",
    /// Two writes to one place in the same step.
    DoubleWrite = "E302",
    /// A prime where no new value can be meant.
    MisplacedPrime = "E303",
    /// A synchronisation that does not fit its declaration.
    BadSync = "E304",
    /// Two receiving edges for one broadcast at one location.
    DoubleReceive = "E305",
    /// Edges in a process without locations.
    NoLocations = "E306",
    /// Something that a population cannot have.
    BadPopulation = "E307",
    /// A start that does not fit its process or population.
    BadStart = "E308",
    /// A temporal operator outside of a formula.
    MisplacedTemporal = "E401",
    /// An operator of the other logic.
    WrongLogic = "E402",
    /// A property that misuses a predefined name, or has no formula.
    BadProperty = "E403",
    /// A fairness declaration that names nothing that moves.
    BadFairness = "E404",
    /// A model that is too large when it is expanded.
    TooLarge = "E501",
    /// Definitions that are nested too deeply when they are expanded.
    ExpansionTooDeep = "E502",
    /// A file that cannot be imported.
    ImportFailed = "E503",
    /// A name that hides an outer one.
    Shadowing = "W001",
    /// A location that no run can enter.
    UnreachableLocation = "W002",
    /// A synchronisation without a partner.
    NoPartner = "W003",
    /// A relation that says nothing of new values.
    RelationWithoutPrimes = "W004",
    /// A guard that is never true.
    NeverEnabled = "W005",
    /// A constant outside the type that it is assigned to.
    OutsideType = "W006",
    /// A constant index outside its array.
    OutsideIndex = "W007",
    /// A variable whose type has no values.
    EmptyType = "W008",
}

impl Code {
    /// Codes that begin with `E` are errors, those with `W` warnings.
    pub fn severity(self) -> Severity {
        if self.as_str().starts_with('E') { Severity::Error } else { Severity::Warning }
    }

    /// The code with this text, in either case of letters.
    pub fn parse(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.as_str().eq_ignore_ascii_case(text.trim()))
    }
}
