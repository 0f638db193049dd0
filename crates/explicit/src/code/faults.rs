//! Which compiled expressions can fault.

use super::Code;
use system::Operation;

impl Code {
    /// Whether evaluating the code can fault in some state, judged by its form alone.
    pub fn can_fault(&self) -> bool {
        match self {
            Code::ReadAt(_) | Code::ReadNextAt(_) | Code::IndexOf(..) | Code::InstanceAt(..) => true,
            Code::Arithmetic(Operation::Div | Operation::Mod, pair, _) => {
                pair[0].can_fault() || !matches!(pair[1], Code::Constant(divisor) if divisor != 0)
            }
            Code::Constant(_) | Code::TooLarge(_) | Code::Read(_) | Code::ReadNext(_) => false,
            Code::Is(..) | Code::IsNot(..) | Code::Bounded(..) | Code::CountIs(..) => false,
            Code::Not(a) | Code::Negate(a, _) | Code::Absolute(a, _) => a.can_fault(),
            Code::And(all) | Code::Or(all) | Code::Sum(all, _) | Code::Count(all) => {
                all.iter().any(Code::can_fault)
            }
            Code::Implies(pair) | Code::Compare(_, pair) | Code::Arithmetic(_, pair, _) => {
                pair.iter().any(Code::can_fault)
            }
            Code::If(parts) => parts.iter().any(Code::can_fault),
            Code::Reach(ways) => ways.parts().any(Code::can_fault),
        }
    }
}
