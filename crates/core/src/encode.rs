//! Encoding: from the description of a function's body to its instructions.
//!
//! Consumes: a [`BodyDescription`], and [`BodyNames`] for the types and constants that it refers to. Produces: an
//! [`EncodedBody`], or the [`Reject`] that keeps the function from being merged.
//! Guarantees: instructions are in the function's order, without those that [`IntrinsicTreatment::Drop`] leaves out. Lifetime
//! markers are kept beside them. The words behind a key are, in this order: opcode; result type; the number of words that the
//! shim gives for the instruction, and these; the number of operands; for each operand a word with its type, whether it
//! is fixed, and whether it is a fixed constant; the fixed constants. Keys of φs end after the result type, since two
//! φs may become one whatever their incoming values are.

pub mod facts;

use std::hash::Hash;
use std::mem;

use cranelift_entity::{PrimaryMap, SecondaryMap};
use smallvec::SmallVec;
use xxhash_rust::xxh3::Xxh3;

use crate::fingerprint::instruction_code;
use crate::intrinsic::IntrinsicTreatment;
use crate::ir::{
    ArgId, Block, BlockId, ConstId, Inst, InstId, InstKind, Operand, OperandMode, Tables, TypeId,
    Value,
};
use crate::key::{MergeKey, MergeKeys};
use crate::registers::PassedArgument;
use crate::reject::Reject;
use crate::speed::Frequency;
use crate::stack::Marker;

/// All that is read of the body of a function: its reachable instructions, in the function's order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodyDescription {
    /// The instructions, up to the first one that refuses the function.
    pub insts: Vec<DescribedInst>,
    /// The operands of all instructions, in order.
    pub operands: Vec<DescribedOperand>,
    /// The words that two instructions must share, of all instructions in order.
    pub words: Vec<u64>,
    /// Those of the words that name things, in order.
    pub things: Vec<DescribedThing>,
    /// What passes the arguments of calls, of all instructions in order.
    pub passed: Vec<PassedArgument>,
}

/// The description of an instruction. Its lists are in the [`BodyDescription`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DescribedInst {
    /// Its result type, by the host's number.
    pub ty: u64,
    /// See [`facts`].
    pub facts: u64,
    /// Bytes of a static alloca, padding for its alignment included, or of a slot for a conversion.
    pub bytes: u64,
    /// Its class.
    pub kind: InstKind,
    /// LLVM's number for it.
    pub opcode: u32,
    /// The block that holds it, in the order of reachable blocks.
    pub block: BlockId,
    /// The intrinsic that it calls, or 0.
    pub intrinsic: u32,
    /// TargetTransformInfo's code-size cost.
    pub cost: u32,
    /// How many operands it has.
    pub operands: u32,
    /// How many words it has.
    pub words: u32,
    /// How many arguments it passes.
    pub passed: u32,
}

/// A word that names something by the host's number: a type, an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DescribedThing {
    /// The index of the word.
    pub at: usize,
    /// What kind of thing it is, by the host's number.
    pub kind: u32,
}

/// The description of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DescribedOperand {
    /// Its type, by the host's number.
    pub ty: u64,
    /// What it refers to.
    pub reference: OperandReference,
    /// Whether no select may be here.
    pub must_stay: bool,
}

/// What an operand refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandReference {
    /// An instruction: its index among all that are described.
    Inst(u32),
    /// A parameter.
    Arg(ArgId),
    /// A block, in the order of reachable blocks.
    Block(BlockId),
    /// A constant, by the host's number.
    Constant(u64),
    /// A value that is defined in an unreachable block, or such a block.
    Unreached,
}

/// What the host knows of the types, constants and intrinsics of a body.
pub trait BodyNames {
    /// The tables of types and constants.
    fn tables(&self) -> &Tables;
    /// The id of a type.
    fn ty(&mut self, ty: u64) -> TypeId;
    /// The id of a constant.
    ///
    /// # Errors
    /// [`Reject::ComdatLocalReference`] when it names what the merged function may not.
    fn constant(&mut self, constant: u64) -> Result<ConstId, Reject>;
    /// Whether a constant may be an operand of a select.
    fn is_selectable(&self, constant: ConstId) -> bool;
    /// How calls of an intrinsic are treated.
    fn treatment(&mut self, intrinsic: u32) -> IntrinsicTreatment;
    /// The keys that were given out.
    fn keys(&mut self) -> &mut MergeKeys;
    /// The digest of the content of what a word names: the same in any module.
    fn content(&mut self, kind: u32, word: u64) -> u64;
    /// The same of a type.
    fn type_content(&mut self, ty: TypeId) -> u64;
    /// The name of a constant, not shortened: the same in any module.
    fn constant_name(&self, constant: ConstId) -> String;
}

/// The instructions of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EncodedBody {
    /// The instructions, in the function's order.
    pub insts: PrimaryMap<InstId, Inst>,
    /// The index of each among the described instructions.
    pub described: PrimaryMap<InstId, u32>,
    /// Lifetime markers of static allocas, sorted. Of markers before one instruction, ends come first.
    pub markers: Vec<Marker>,
}

impl EncodedBody {
    /// The blocks with these frequencies and the ids of their instructions.
    pub fn blocks(&self, frequencies: &[Frequency]) -> PrimaryMap<BlockId, Block> {
        let block = |&frequency| Block { frequency, ..Block::default() };
        let mut blocks: PrimaryMap<BlockId, Block> = frequencies.iter().map(block).collect();
        for (id, inst) in &self.insts {
            blocks[inst.block].insts.push(id);
        }
        blocks
    }
}

/// Encodes the instructions of a body.
///
/// # Errors
/// The reason of the first instruction, in the function's order, that refuses the function; or
/// [`Reject::ComdatLocalReference`].
pub fn encode(body: &BodyDescription, names: &mut impl BodyNames) -> Result<EncodedBody, Reject> {
    let numbering = InstNumbering::of(body, names)?;
    let mut encoder = Encoder::new(names, &numbering.ids);
    let mut insts = PrimaryMap::with_capacity(numbering.described.len());
    for (item, id) in items(body).zip(&numbering.ids) {
        if let Some(known) = id {
            let exact = numbering.exact.binary_search(known).is_ok();
            insts.push(encoder.inst(&item, exact)?);
        }
    }
    let markers = numbering.markers(&insts);
    Ok(EncodedBody { insts, described: numbering.described, markers })
}

/// An instruction with its operands and words.
struct ReachedInst<'a> {
    inst: &'a DescribedInst,
    operands: &'a [DescribedOperand],
    words: &'a [u64],
    /// Those of the words that name things, by their indices among all words of the body.
    things: &'a [DescribedThing],
    /// The index of the first word among all words of the body.
    first_word: usize,
    passed: &'a [PassedArgument],
}

fn items(body: &BodyDescription) -> impl Iterator<Item = ReachedInst<'_>> {
    let (mut operands, mut words, mut things, mut passed) =
        (&body.operands[..], &body.words[..], &body.things[..], &body.passed[..]);
    body.insts.iter().map(move |inst| {
        let first_word = body.words.len() - words.len();
        let end = first_word + inst.words as usize;
        let things_here = things.iter().take_while(|thing| thing.at < end).count() as u32;
        ReachedInst {
            inst,
            operands: take(&mut operands, inst.operands),
            words: take(&mut words, inst.words),
            things: take(&mut things, things_here),
            first_word,
            passed: take(&mut passed, inst.passed),
        }
    })
}

/// Takes the first `count` elements out of a list.
fn take<'a, T>(list: &mut &'a [T], count: u32) -> &'a [T] {
    let (first, rest) = list.split_at(count as usize);
    *list = rest;
    first
}

//===-- Numbering ----------------------------------------------------------------------------------

/// Which instructions are encoded, and under which ids.
#[derive(Default)]
struct InstNumbering {
    /// For each described instruction, its id; none if it is left out.
    ids: Vec<Option<InstId>>,
    /// The inverse of `ids`.
    described: PrimaryMap<InstId, u32>,
    /// Instructions whose operands must all be the same on both sides, in order.
    exact: Vec<InstId>,
    /// Lifetime markers: the slot, whether its life starts, and the instruction that they stand before.
    markers: Vec<(OperandReference, bool, InstId)>,
}

impl InstNumbering {
    fn of(body: &BodyDescription, names: &mut impl BodyNames) -> Result<InstNumbering, Reject> {
        let mut numbering =
            InstNumbering { ids: Vec::with_capacity(body.insts.len()), ..InstNumbering::default() };
        let mut waiting = Vec::new();
        for item in items(body) {
            facts::check(item.inst.facts, &[])?;
            let id = match treatment(item.inst, names) {
                IntrinsicTreatment::Refuse(reason) => return Err(reason),
                IntrinsicTreatment::Drop => None,
                IntrinsicTreatment::Lifetime { starts } => {
                    waiting.push((item.operands[0].reference, starts));
                    None
                }
                treatment => Some(numbering.add(item.inst, treatment, &mut waiting)),
            };
            numbering.ids.push(id);
        }
        Ok(numbering)
    }

    fn add(
        &mut self,
        inst: &DescribedInst,
        treatment: IntrinsicTreatment,
        waiting: &mut Vec<(OperandReference, bool)>,
    ) -> InstId {
        let id = self.described.push(self.ids.len() as u32);
        if treatment == IntrinsicTreatment::Exact {
            self.exact.push(id);
        }
        if inst.kind != InstKind::StaticAlloca {
            self.markers.extend(waiting.drain(..).map(|(slot, starts)| (slot, starts, id)));
        }
        id
    }

    /// The markers of static allocas, sorted. Markers of allocas in unreachable code are left out.
    fn markers(&self, insts: &PrimaryMap<InstId, Inst>) -> Vec<Marker> {
        let encoded = |&(reference, starts, before): &(OperandReference, bool, InstId)| {
            let OperandReference::Inst(number) = reference else { return None };
            let slot = self.ids[number as usize]?;
            let is_slot = insts[slot].kind == InstKind::StaticAlloca;
            is_slot.then_some(Marker { before, starts, slot })
        };
        let mut markers: Vec<Marker> = self.markers.iter().filter_map(encoded).collect();
        markers.sort_unstable();
        markers.dedup();
        markers
    }
}

fn treatment(inst: &DescribedInst, names: &mut impl BodyNames) -> IntrinsicTreatment {
    if inst.intrinsic == 0 {
        return IntrinsicTreatment::Ordinary;
    }
    match names.treatment(inst.intrinsic) {
        // The block of an invoke must still end in a terminator.
        IntrinsicTreatment::Drop if inst.kind == InstKind::Invoke => IntrinsicTreatment::Exact,
        treatment => treatment,
    }
}

//===-- Instructions -------------------------------------------------------------------------------

/// Operand words: the type in the low half, these bits above it.
const FIXED: u64 = 1 << 32;
const CONSTANT: u64 = 1 << 33;

struct Encoder<'a, N> {
    names: &'a mut N,
    /// For each described instruction, its id.
    ids: &'a [Option<InstId>],
    // Kept between instructions, so as to allocate once.
    words: Vec<u64>,
    types: Vec<TypeId>,
    /// The φs so far, and for each block the last one that has an operand for it.
    phis: u32,
    last_phi: SecondaryMap<BlockId, u32>,
}

/// Whether all operands but the first are constants.
fn is_of_first(operands: &[Operand]) -> bool {
    operands
        .split_first()
        .is_some_and(|(_, rest)| rest.iter().all(|one| matches!(one.value, Value::Const(_))))
}

impl<'a, N: BodyNames> Encoder<'a, N> {
    fn new(names: &'a mut N, ids: &'a [Option<InstId>]) -> Self {
        let (words, types, last_phi) = (Vec::new(), Vec::new(), SecondaryMap::new());
        Encoder { names, ids, words, types, phis: 0, last_phi }
    }

    fn inst(&mut self, item: &ReachedInst<'_>, exact: bool) -> Result<Inst, Reject> {
        let DescribedInst { facts, bytes, kind, opcode, block, cost, .. } = *item.inst;
        let ty = self.names.ty(item.inst.ty);
        self.types.clear();
        let operands: SmallVec<[Operand; 3]> = match kind {
            InstKind::Phi => self.incoming(item.operands)?,
            _ => item
                .operands
                .iter()
                .map(|one| self.operand(one, exact))
                .collect::<Result<_, _>>()?,
        };
        Ok(Inst {
            kind,
            ty,
            key: self.key(item, ty, &operands),
            code: instruction_code(opcode, ty, self.types.iter().copied()),
            cost,
            bytes,
            passed_bytes: self.names.tables().registers.bytes_by_stack(item.passed.iter().copied()),
            saved_bytes: item.passed.iter().map(|one| one.saved).sum(),
            call: facts::call(facts),
            commutes: facts::commutes(facts) && self.may_swap(&operands),
            rematerializable: cost == 0 && facts::rematerializable(facts),
            folded: facts::folded(facts) && is_of_first(&operands),
            block,
            operands,
        })
    }

    /// Whether the first two operands may change places: neither is fixed, and both have one type.
    fn may_swap(&self, operands: &[Operand]) -> bool {
        let free = |o: &Operand| o.mode == OperandMode::Selectable;
        operands.len() > 1 && operands[..2].iter().all(free) && self.types[0] == self.types[1]
    }

    fn operand(&mut self, operand: &DescribedOperand, exact: bool) -> Result<Operand, Reject> {
        let ty = self.names.ty(operand.ty);
        self.types.push(ty);
        let value = self.value(operand.reference)?;
        let fixed = exact || operand.must_stay || !self.may_be_selected(value, ty);
        let mode = if fixed { OperandMode::Same } else { OperandMode::Selectable };
        Ok(Operand { value, mode })
    }

    fn value(&mut self, reference: OperandReference) -> Result<Value, Reject> {
        match reference {
            OperandReference::Inst(number) => self.ids[number as usize].map(Value::Inst),
            OperandReference::Arg(arg) => Some(Value::Arg(arg)),
            OperandReference::Block(block) => Some(Value::Block(block)),
            OperandReference::Constant(constant) => {
                Some(Value::Const(self.names.constant(constant)?))
            }
            OperandReference::Unreached => None,
        }
        // Reachable code uses no value of an unreachable block.
        .ok_or(Reject::UnsupportedInstruction)
    }

    fn may_be_selected(&self, value: Value, ty: TypeId) -> bool {
        self.names.tables().types[ty].selectable
            && match value {
                Value::Const(id) => self.names.is_selectable(id),
                Value::Block(_) => false,
                Value::Inst(_) | Value::Arg(_) => true,
            }
    }

    /// The pairs of a φ, in LLVM's order: one for each reachable predecessor.
    fn incoming(&mut self, pairs: &[DescribedOperand]) -> Result<SmallVec<[Operand; 3]>, Reject> {
        let mut operands: SmallVec<[Operand; 3]> = SmallVec::new();
        self.phis += 1;
        for pair in pairs.chunks_exact(2) {
            let OperandReference::Block(from) = pair[1].reference else { continue };
            if mem::replace(&mut self.last_phi[from], self.phis) == self.phis {
                continue;
            }
            let value = self.value(pair[0].reference)?;
            operands.push(Operand { value, mode: OperandMode::Selectable });
            operands.push(Operand { value: Value::Block(from), mode: OperandMode::Same });
        }
        Ok(operands)
    }

    fn key(&mut self, item: &ReachedInst<'_>, ty: TypeId, operands: &[Operand]) -> MergeKey {
        if facts::never_merges(item.inst.facts) {
            return MergeKey::NEVER;
        }
        self.words.clear();
        self.words.extend([u64::from(item.inst.opcode), u64::from(ty.as_u32())]);
        if item.inst.kind != InstKind::Phi {
            self.words.push(item.words.len() as u64);
            self.words.extend(item.words);
            self.add_operand_words(operands);
        }
        match self.names.keys().known(&self.words) {
            Some(known) => known,
            None => {
                let content = self.content(item, ty, operands);
                self.names.keys().add(&self.words, content)
            }
        }
    }

    /// A digest of what the words say, without numbers that are those of one module only.
    fn content(&mut self, item: &ReachedInst<'_>, ty: TypeId, operands: &[Operand]) -> u64 {
        let mut hash = Xxh3::new();
        (item.inst.opcode, self.names.type_content(ty)).hash(&mut hash);
        if item.inst.kind == InstKind::Phi {
            return hash.digest();
        }
        let mut things = item.things.iter().peekable();
        for (at, &word) in (item.first_word..).zip(item.words) {
            match things.next_if(|thing| thing.at == at) {
                Some(thing) => self.names.content(thing.kind, word).hash(&mut hash),
                None => word.hash(&mut hash),
            }
        }
        for (&ty, operand) in self.types.iter().zip(operands) {
            (self.names.type_content(ty), operand.mode).hash(&mut hash);
            if let (Value::Const(id), OperandMode::Same) = (operand.value, operand.mode) {
                self.names.constant_name(id).hash(&mut hash);
            }
        }
        hash.digest()
    }

    fn add_operand_words(&mut self, operands: &[Operand]) {
        self.words.push(operands.len() as u64);
        let typed = self.types.iter().zip(operands);
        self.words.extend(typed.map(|(ty, operand)| operand_word(*ty, operand)));
        self.words.extend(operands.iter().filter_map(fixed_constant));
    }
}

fn operand_word(ty: TypeId, operand: &Operand) -> u64 {
    let fixed = if operand.mode == OperandMode::Same { FIXED } else { 0 };
    let constant = if fixed_constant(operand).is_some() { CONSTANT } else { 0 };
    u64::from(ty.as_u32()) | fixed | constant
}

/// The constant of an operand that must be the same constant on both sides.
fn fixed_constant(operand: &Operand) -> Option<u64> {
    match (operand.value, operand.mode) {
        (Value::Const(id), OperandMode::Same) => Some(u64::from(id.as_u32())),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
