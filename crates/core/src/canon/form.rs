//! From the description of a function to its canonical form, in words.
//!
//! Consumes: a [`tape`] that describes a function's instructions in canonical order, and [`TapeNames`] of what it uses.
//! Produces: [`CanonicalForm`]: words that are equal exactly for functions that are equal but for constants and promises, the
//! words of the promises, and the constants.
//! Guarantees: if two operands may change places, the one that was computed first comes first, and a constant comes
//! last. Two constants stay in their order, because no order of constants is the same in every process. Incoming values
//! of a φ are in the order of their blocks. Distinct metadata nodes are numbered by first sight. A pointer and an
//! integer of its size are the same word; [`CanonicalForm::kinds`] says which of the two it is.

pub mod tape;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::ConstantMode;
use tape::{ConstantToken, Exchange, Reader, Token, TokenTarget};

/// In place of an operand's number: the constant offset of an address, in bytes.
pub const OFFSET: u32 = u32::MAX;

/// What stands for a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeName {
    /// Equal for types that count as one.
    pub words: SmallVec<[u64; 2]>,
    /// For each part that is a pointer or an integer of its size, 1 if it is a pointer.
    pub kinds: SmallVec<[u64; 4]>,
}

/// What the host knows of the things that a tape refers to.
pub trait TapeNames {
    /// What stands for a type.
    fn ty(&mut self, ty: u64) -> &TypeName;
    /// The equal constant of the canonical type, where there is one, or else the constant itself. `ty` is its type.
    fn constant(&mut self, value: u64, ty: u64) -> u64;
    /// Appends the words that stand for a constant.
    fn name(&mut self, constant: u64, words: &mut Vec<u64>);
    /// The tape of a metadata node: its name, or if it contains a distinct node, words of its own and then its
    /// operands.
    fn node(&mut self, node: u64, place: u64) -> Vec<u64>;
}

/// The canonical form of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CanonicalForm {
    /// All but constants and promises.
    pub code: Vec<u64>,
    /// What the body promises, which could be weakened.
    pub promises: Vec<u64>,
    /// 1 for a pointer, 0 for an integer of its size, at each place where either may be.
    pub kinds: Vec<u64>,
    /// The constants that may differ.
    pub constants: Vec<FormConstant>,
    /// Whether it refers to something without a name that another process would know.
    pub has_nameless: bool,
}

/// A constant of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormConstant {
    /// The constant, as [`TapeNames::constant`] gives it.
    pub value: u64,
    /// The type of the operand; 0 if that is the type of the constant.
    pub ty: u64,
    /// The intrinsic that it is an operand of, or 0.
    pub intrinsic: u32,
    /// What may become of it.
    pub mode: ConstantMode,
    /// Whether it is the function itself, in a recursive call that can reach no other definition.
    pub is_itself: bool,
    /// The index of the instruction, in canonical order.
    pub instruction: u32,
    /// The index of the operand, or [`OFFSET`].
    pub operand: u32,
}

/// Says what the next words mean.
#[repr(u64)]
enum Tag {
    Local,
    Hole,
    Fixed,
    Node,
    KnownNode,
    Missing,
}

/// Makes the form of the function that the tape describes.
///
/// # Panics
/// On a tape that the shim did not write.
pub fn form(tape: &[u64], names: &mut impl TapeNames) -> CanonicalForm {
    let mut former = Former {
        form: CanonicalForm::default(),
        names,
        nodes: FxHashMap::default(),
        instruction: 0,
    };
    let mut tape = Reader(tape);
    while !tape.0.is_empty() {
        match tape.token() {
            (Token::End, _) => former.instruction += 1,
            (Token::Operands(exchange, count), _) => former.operands(&mut tape, exchange, count),
            (Token::Incoming(count), _) => former.incoming(&mut tape, count),
            (token, target) => former.add(token, target),
        }
    }
    former.form
}

struct Former<'n, N> {
    form: CanonicalForm,
    names: &'n mut N,
    /// The numbers of distinct nodes.
    nodes: FxHashMap<u64, u64>,
    instruction: u32,
}

impl<N: TapeNames> Former<'_, N> {
    fn words(&mut self, target: TokenTarget) -> &mut Vec<u64> {
        match target {
            TokenTarget::Code => &mut self.form.code,
            TokenTarget::Promises => &mut self.form.promises,
        }
    }

    fn operands(&mut self, tape: &mut Reader<'_>, exchange: Exchange, count: usize) {
        let mut operands: SmallVec<[_; 4]> = (0..count).map(|_| tape.token().0).collect();
        let exchanged =
            exchange != Exchange::No && count > 1 && rank(&operands[1]) < rank(&operands[0]);
        if exchanged {
            operands.swap(0, 1);
        }
        if let Exchange::Comparison(predicate, mirrored) = exchange {
            self.form.code.push(if exchanged { mirrored } else { predicate });
        }
        self.form.code.push(count as u64);
        operands.into_iter().for_each(|operand| self.add(operand, TokenTarget::Code));
    }

    fn incoming(&mut self, tape: &mut Reader<'_>, count: usize) {
        let pair = |_| match (tape.token().0, tape.token().0) {
            (Token::Local(block), operand) => (block, operand),
            (other, _) => panic!("{other:?} in place of a block"),
        };
        let mut incoming: SmallVec<[_; 4]> = (0..count).map(pair).collect();
        incoming.sort_by_key(|&(block, _)| block);
        self.form.code.push(count as u64);
        for (block, operand) in incoming {
            self.form.code.push(block);
            self.add(operand, TokenTarget::Code);
        }
    }

    fn add(&mut self, token: Token<'_>, target: TokenTarget) {
        match token {
            Token::Words(words) => self.words(target).extend(words),
            Token::Name(words) => {
                self.words(target).push(Tag::Fixed as u64);
                self.words(target).extend(words);
            }
            Token::Local(number) => self.words(target).extend([Tag::Local as u64, number]),
            Token::Missing => self.words(target).push(Tag::Missing as u64),
            Token::Nameless => {
                self.form.has_nameless = true;
                self.words(target).push(Tag::Missing as u64);
            }
            Token::Node(node, place) => self.node(node, place, target),
            Token::Type(ty) => self.ty(ty),
            Token::Constant(constant) => self.constant(constant),
            Token::Offset(value) => self.offset(value),
            Token::Operands(..) | Token::Incoming(_) | Token::End => {
                panic!("{token:?} where an operand is to stand")
            }
        }
    }

    fn ty(&mut self, ty: u64) {
        let name = self.names.ty(ty);
        self.form.code.extend(&name.words);
        self.form.kinds.extend(&name.kinds);
    }

    fn constant(&mut self, constant: ConstantToken) {
        let ConstantToken { mode, is_callee, is_itself, operand, value, ty, intrinsic } = constant;
        let value = self.names.constant(value, ty);
        let CanonicalForm { code, kinds, .. } = &mut self.form;
        let name = self.names.ty(ty);
        kinds.extend(&name.kinds);
        let Some(mode) = mode else {
            code.push(Tag::Fixed as u64);
            return self.names.name(value, code);
        };
        let shown = if is_callee { ConstantMode::Callee } else { mode };
        code.extend([Tag::Hole as u64, shown as u64]);
        code.extend(&name.words);
        let instruction = self.instruction;
        let of_form = FormConstant { value, ty, intrinsic, mode, is_itself, instruction, operand };
        self.form.constants.push(of_form);
    }

    fn offset(&mut self, value: u64) {
        self.form.code.extend([Tag::Hole as u64, ConstantMode::Variable as u64]);
        self.form.constants.push(FormConstant {
            value,
            ty: 0,
            intrinsic: 0,
            mode: ConstantMode::Variable,
            is_itself: false,
            instruction: self.instruction,
            operand: OFFSET,
        });
    }

    /// Adds a node with all that it contains. Nodes may be nested deep, so this is not recursive.
    fn node(&mut self, node: u64, place: u64, target: TokenTarget) {
        let mut open = Vec::from_iter(self.open(node, place, target));
        while let Some(top) = open.last_mut() {
            let (tape, at) = top;
            let mut rest = Reader(&tape[*at..]);
            if rest.0.is_empty() {
                open.pop();
                continue;
            }
            let token = rest.token().0;
            *at = tape.len() - rest.0.len();
            match token {
                Token::Node(node, place) => open.extend(self.open(node, place, target)),
                atom => self.add(atom, target),
            }
        }
    }

    /// Adds a node's name, or its number. If more is to be added, returns its tape and the index at which to read on.
    fn open(&mut self, node: u64, place: u64, target: TokenTarget) -> Option<(Vec<u64>, usize)> {
        if let Some(&number) = self.nodes.get(&node) {
            self.words(target).extend([Tag::KnownNode as u64, number]);
            return None;
        }
        let tape = self.names.node(node, place);
        if let (name @ Token::Name(_), _) = Reader(&tape).token() {
            self.add(name, target);
            return None;
        }
        let number = self.nodes.len() as u64;
        self.nodes.insert(node, number);
        self.words(target).extend([Tag::Node as u64, number]);
        Some((tape, 0))
    }
}

/// The order of operands that may change places: constants come last.
fn rank(operand: &Token<'_>) -> u64 {
    match *operand {
        Token::Local(number) => number,
        _ => u64::MAX,
    }
}

#[cfg(test)]
mod tests;
