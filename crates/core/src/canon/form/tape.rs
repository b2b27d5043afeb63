//! Reading the tape on which the shim describes a function.
//!
//! Consumes: numbers, as `src/shim/canon.cpp` writes them. Produces: [`Token`]s, each with its [`TokenTarget`]. Guarantees:
//! nothing is read twice. A tape that the shim did not write ends in a panic.

use crate::canon::ConstantMode;
use crate::enumeration;

/// The numbers of everything that can be on a tape. The shim includes the same list.
const NAMES: &str = include_str!("tape.def");

/// The number of a name.
const fn number(enumeration: &str, name: &str) -> u64 {
    enumeration::number(NAMES, enumeration, name) as u64
}

/// Numbers of tokens.
mod tokens {
    use super::number;

    pub(super) const WORDS: u64 = number("Token", "Words");
    pub(super) const NAME: u64 = number("Token", "Name");
    pub(super) const TYPE: u64 = number("Token", "Type");
    pub(super) const LOCAL: u64 = number("Token", "Local");
    pub(super) const MISSING: u64 = number("Token", "Missing");
    pub(super) const NAMELESS: u64 = number("Token", "Nameless");
    pub(super) const NODE: u64 = number("Token", "Node");
    pub(super) const CONSTANT: u64 = number("Token", "Constant");
    pub(super) const OFFSET: u64 = number("Token", "Offset");
    pub(super) const OPERANDS: u64 = number("Token", "Operands");
    pub(super) const INCOMING: u64 = number("Token", "Incoming");
    pub(super) const END: u64 = number("Token", "End");
}

/// What a token adds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenTarget {
    /// The code, which is equal for all functions of a class.
    Code,
    /// The promises, which could be weakened.
    Promises,
}

/// How the first two operands of an instruction may change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchange {
    /// They may not.
    No,
    /// They may, and nothing else changes.
    Yes,
    /// They may, if the second predicate takes the place of the first.
    Comparison(u64, u64),
}

/// A constant operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConstantToken {
    /// What may become of it; none where it belongs to the code.
    pub mode: Option<ConstantMode>,
    /// Whether it is the callee of a call.
    pub is_callee: bool,
    /// Whether it is the function itself, in a recursive call that can reach no other definition.
    pub is_itself: bool,
    /// The index of the operand.
    pub operand: u32,
    /// The constant.
    pub value: u64,
    /// The type of the operand.
    pub ty: u64,
    /// The intrinsic that it is an operand of, or 0.
    pub intrinsic: u32,
}

/// One thing that is said of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// Words as they are.
    Words(&'a [u64]),
    /// The words that name a thing as a whole.
    Name(&'a [u64]),
    /// A type.
    Type(u64),
    /// The number of a value or a block; all ones for a value that is never computed.
    Local(u64),
    /// Nothing: there is no operand, or it does not count.
    Missing,
    /// A thing without a name that another process would know.
    Nameless,
    /// A metadata node that may be distinct, and the shim's `Place` of it.
    Node(u64, u64),
    /// A constant operand.
    Constant(ConstantToken),
    /// The constant offset of an address.
    Offset(u64),
    /// So many operands follow.
    Operands(Exchange, usize),
    /// So many pairs of a block and an operand follow.
    Incoming(usize),
    /// The instruction ends.
    End,
}

/// The shim adds this to the number of a token that is for the promises.
const FOR_PROMISES: u64 = 1 << 8;

/// What is left of a tape.
pub struct Reader<'a>(pub &'a [u64]);

impl<'a> Reader<'a> {
    /// The next token.
    ///
    /// # Panics
    /// On a number that the shim does not write.
    pub fn token(&mut self) -> (Token<'a>, TokenTarget) {
        let number = self.number();
        let target =
            if number & FOR_PROMISES == 0 { TokenTarget::Code } else { TokenTarget::Promises };
        let token = match number & !FOR_PROMISES {
            tokens::WORDS => Token::Words(self.list()),
            tokens::NAME => Token::Name(self.list()),
            tokens::TYPE => Token::Type(self.number()),
            tokens::LOCAL => Token::Local(self.number()),
            tokens::MISSING => Token::Missing,
            tokens::NAMELESS => Token::Nameless,
            tokens::NODE => Token::Node(self.number(), self.number()),
            tokens::CONSTANT => Token::Constant(self.constant()),
            tokens::OFFSET => Token::Offset(self.number()),
            tokens::OPERANDS => Token::Operands(self.exchange(), self.number() as usize),
            tokens::INCOMING => Token::Incoming(self.number() as usize),
            tokens::END => Token::End,
            other => panic!("the shim writes no token {other}"),
        };
        (token, target)
    }

    fn number(&mut self) -> u64 {
        let (&number, rest) = self.0.split_first().expect("the tape ends with a whole token");
        self.0 = rest;
        number
    }

    fn list(&mut self) -> &'a [u64] {
        let count = self.number() as usize;
        let (list, rest) = self.0.split_at(count);
        self.0 = rest;
        list
    }

    fn exchange(&mut self) -> Exchange {
        const NO: u64 = number("Exchange", "No");
        const YES: u64 = number("Exchange", "Yes");
        const COMPARISON: u64 = number("Exchange", "Comparison");
        match self.number() {
            NO => Exchange::No,
            YES => Exchange::Yes,
            COMPARISON => Exchange::Comparison(self.number(), self.number()),
            other => panic!("the shim knows no exchange {other}"),
        }
    }

    fn constant(&mut self) -> ConstantToken {
        let facts = ConstantFacts(self.number());
        ConstantToken {
            mode: facts.mode(),
            is_callee: facts.has(facts::CALLEE),
            is_itself: facts.has(facts::ITSELF),
            operand: self.number() as u32,
            value: self.number(),
            ty: self.number(),
            intrinsic: self.number() as u32,
        }
    }
}

/// Numbers of the bits of [`ConstantFacts`].
mod facts {
    use super::number;

    pub(super) const CALLEE: u64 = number("PlaceFact", "Callee");
    pub(super) const ITSELF: u64 = number("PlaceFact", "Itself");
    pub(super) const FUNCTION: u64 = number("PlaceFact", "Function");
    pub(super) const ORDINARY: u64 = number("PlaceFact", "Ordinary");
    pub(super) const DIRECT: u64 = number("PlaceFact", "Direct");
    pub(super) const FIXED: u64 = number("PlaceFact", "Fixed");
    pub(super) const CLAUSE: u64 = number("PlaceFact", "Clause");
}

/// What is known of a constant operand.
#[derive(Clone, Copy)]
struct ConstantFacts(u64);

impl ConstantFacts {
    fn has(self, fact: u64) -> bool {
        self.0 & 1 << fact != 0
    }

    /// What may become of it. A callee may become another callee, if it is a function. At a place where a variable may
    /// be, any constant may become a parameter. At other places, a function may become an equal one, except in a
    /// clause.
    fn mode(self) -> Option<ConstantMode> {
        if self.has(facts::CALLEE) {
            return self.has(facts::FUNCTION).then(|| self.mode_of_callee());
        }
        match self.has(facts::FIXED) {
            false => Some(ConstantMode::Variable),
            true => (self.has(facts::FUNCTION) && !self.has(facts::CLAUSE))
                .then_some(ConstantMode::Reference),
        }
    }

    fn mode_of_callee(self) -> ConstantMode {
        match (self.has(facts::ORDINARY), self.has(facts::DIRECT)) {
            (false, _) => ConstantMode::Reference,
            (true, true) => ConstantMode::Direct,
            (true, false) => ConstantMode::Callee,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::facts::*;
    use super::*;

    fn mode(of: &[u64]) -> Option<ConstantMode> {
        ConstantFacts(of.iter().map(|fact| 1 << fact).sum()).mode()
    }

    #[test]
    fn a_constant_is_a_parameter_where_a_variable_may_stand() {
        assert_eq!(mode(&[]), Some(ConstantMode::Variable));
        assert_eq!(mode(&[FUNCTION]), Some(ConstantMode::Variable));
        assert_eq!(mode(&[FIXED]), None);
    }

    #[test]
    fn a_function_that_is_fixed_may_be_an_equal_one_but_not_in_a_clause() {
        assert_eq!(mode(&[FIXED, FUNCTION]), Some(ConstantMode::Reference));
        assert_eq!(mode(&[FIXED, FUNCTION, CLAUSE]), None);
    }

    #[test]
    fn a_callee_is_one_by_its_call() {
        assert_eq!(mode(&[CALLEE]), None);
        assert_eq!(mode(&[CALLEE, FUNCTION]), Some(ConstantMode::Reference));
        assert_eq!(mode(&[CALLEE, FUNCTION, DIRECT]), Some(ConstantMode::Reference));
        assert_eq!(mode(&[CALLEE, FUNCTION, ORDINARY]), Some(ConstantMode::Callee));
        assert_eq!(mode(&[CALLEE, FUNCTION, ORDINARY, DIRECT]), Some(ConstantMode::Direct));
        assert_eq!(mode(&[CALLEE, FUNCTION, ORDINARY, FIXED]), Some(ConstantMode::Callee));
    }
}
