//! The encoded form of functions: what the algorithms see of LLVM IR.
//!
//! Consumes: nothing; the plugin's `encode` fills these tables from LLVM, and tests fill them by hand.
//! Produces: [`EncodedFunction`], plain ids into tables, `Send + Sync`.
//! Guarantees (checked by [`EncodedFunction::validate`]):
//! - every block is reachable from the entry, which is block 0 and has no predecessors;
//! - a block's instructions are φs, then others, then exactly one terminator;
//! - a φ's operands alternate value and block, one pair for each predecessor block
//!   (two edges from the same predecessor share one pair);
//! - every use is dominated by its definition; the result of an invoke is defined on its first edge;
//! - an instruction that commutes is a normal one, whose first two operands are values that may be selected;
//! - an instruction that is rematerializable is a normal one and no call;
//! - a landing pad is the first instruction after the φs of its block; the edges into that block are the unwind edges
//!   of invokes, which lead nowhere else;
//! - lifetime markers are sorted; each stands behind its static alloca, and before an instruction that is no φ, static
//!   alloca or landing pad.

use cranelift_entity::{PrimaryMap, entity_impl};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::key::MergeKey;
use crate::price::Prices;
use crate::registers::{ArgumentRegisters, Registers, ValueSize};
use crate::speed::{Frequency, Runs};
use crate::stack::{FrameLimit, FrameSize, Marker, Realignment, Recursion};

/// An interned LLVM type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TypeId(u32);
entity_impl!(TypeId, "t");

/// A constant, global, inline-asm or metadata operand of encoded functions: equal ids mean the same LLVM value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ConstId(u32);
entity_impl!(ConstId, "c");

/// A function of the module, stable for the length of a pass run. Merged functions get new ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FuncId(u32);
entity_impl!(FuncId, "f");

/// A basic block of one [`EncodedFunction`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BlockId(u32);
entity_impl!(BlockId, "b");

/// An instruction of one [`EncodedFunction`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InstId(u32);
entity_impl!(InstId, "i");

/// A parameter of one [`EncodedFunction`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ArgId(u32);
entity_impl!(ArgId, "a");

/// What is known of a type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypeInfo {
    /// As LLVM prints it; for people, and never compared.
    pub name: String,
    /// Whether it is `void`.
    pub is_void: bool,
    /// Whether a `select`, a φ or a parameter of this type is legal (no token, label, metadata, AMX).
    pub selectable: bool,
    /// The registers or bytes that a value of it takes while it is alive.
    pub size: ValueSize,
}

/// What is known of a constant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConstInfo {
    /// Its type.
    pub ty: TypeId,
    /// As LLVM prints it, shortened. For people, and for numbers that are to be the same in all modules; equal names say nothing.
    pub name: String,
    /// The number of the global variable that it is an address in, if it is one.
    #[serde(default)]
    pub variable: Option<u32>,
}

/// The tables that the functions of one module share.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tables {
    /// Types by id.
    pub types: PrimaryMap<TypeId, TypeInfo>,
    /// Constants by id.
    pub consts: PrimaryMap<ConstId, ConstInfo>,
    /// The target's registers for arguments.
    pub registers: Registers,
    /// What code costs on the target.
    #[serde(with = "crate::price::named")]
    pub prices: &'static Prices,
}

/// What an operand refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Value {
    /// The result of an instruction of the same function.
    Inst(InstId),
    /// A parameter of the function.
    Arg(ArgId),
    /// A constant.
    Const(ConstId),
    /// A basic block: successors of terminators, and the odd operands of φs.
    Block(BlockId),
}

/// Whether an operand of two merged instructions may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum OperandMode {
    /// A `select` on the function identifier may stand here (LLVM's `canReplaceOperandWithVariable`).
    Selectable,
    /// Both sides must have the same value without a select. A constant in such a place is part of the
    /// [`MergeKey`] already; an instruction or parameter must turn out to be the same merged value.
    Same,
}

/// An operand with its mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Operand {
    /// What it refers to.
    pub value: Value,
    /// Whether it may differ between two merged instructions.
    pub mode: OperandMode,
}

/// The few classes of instructions that the algorithms tell apart; all else is in the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum InstKind {
    /// Anything that is none of the others.
    Normal,
    /// A φ: operands alternate value and predecessor block.
    Phi,
    /// An `alloca` of constant size in the entry block.
    StaticAlloca,
    /// A `ret`, with or without a value.
    Ret,
    /// A landing pad. Its clauses are operands that must be the same on both sides.
    LandingPad,
    /// An `invoke`: a terminator with two successors, the normal one before the unwind one. Its result
    /// exists on the normal edge alone.
    Invoke,
    /// Any other terminator; its successors are its block operands, in order.
    Terminator,
}

impl InstKind {
    /// Whether the instruction ends its block.
    pub fn is_terminator(self) -> bool {
        matches!(self, InstKind::Ret | InstKind::Invoke | InstKind::Terminator)
    }
}

/// A call of another function. Code generation turns some other instructions into calls, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Call {
    /// A call that returns to here.
    Plain,
    /// A call marked `tail`. Before a return, code generation makes a jump of it, which takes no stack.
    Tail,
    /// An instruction that code generation may or may not turn into a call.
    Possible,
}

/// One instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inst {
    /// Its class.
    pub kind: InstKind,
    /// Its result type; `void` where it has none.
    pub ty: TypeId,
    /// Equal keys exactly when two instructions may become one.
    pub key: MergeKey,
    /// The F3M encoding for shingles (section III-B of the paper): coarser than the key.
    pub code: u32,
    /// TargetTransformInfo's code-size cost, in its units.
    pub cost: u32,
    /// For a static alloca, its bytes of stack, padding for its alignment included. For other instructions, the bytes
    /// of a stack slot that code generation may make for them, as for conversions of x87 numbers.
    pub bytes: u64,
    /// Bytes of the arguments that a call passes on the stack, copies that it makes of them (`byval`) included; 0 for
    /// other instructions.
    pub passed_bytes: u64,
    /// Bytes of the registers that the function has to save because of this instruction, whatever values it keeps in
    /// them: registers that inline assembly changes, or a call of another calling convention.
    pub saved_bytes: u64,
    /// Which kind of call it is or may become; `None` for calls of intrinsics and assembly, and for all else.
    pub call: Option<Call>,
    /// Whether its first two operands may change places: both are selectable values, and the instruction
    /// does the same either way.
    pub commutes: bool,
    /// Whether it may be computed anew wherever its operands are available: it has no effects and reads no memory. It
    /// costs nothing, because code generation folds it into its user. For example, a `getelementptr` with constant
    /// indices.
    pub rematerializable: bool,
    /// Whether its result takes no register of its own: code generation computes it from the first operand at each use,
    /// or keeps both in one register. All other operands are constants. For example, an address at a constant distance
    /// that only loads and stores use.
    pub folded: bool,
    /// The block that holds it.
    pub block: BlockId,
    /// Its operands, in LLVM's order (for φs: value, block, value, block, …).
    pub operands: SmallVec<[Operand; 3]>,
}

impl Inst {
    /// The successor blocks of a terminator, in operand order, repeats included.
    pub fn successors(&self) -> impl Iterator<Item = BlockId> + '_ {
        let all = if self.kind.is_terminator() { &self.operands[..] } else { &[] };
        all.iter().filter_map(|o| match o.value {
            Value::Block(b) => Some(b),
            _ => None,
        })
    }

    /// Where an invoke goes when its callee throws; `None` for all else.
    pub fn unwind_successor(&self) -> Option<BlockId> {
        if self.kind == InstKind::Invoke { self.successors().nth(1) } else { None }
    }

    /// The (predecessor, value) pairs of a φ.
    ///
    /// # Panics
    /// When called on anything but a well-formed φ.
    pub fn incoming(&self) -> impl Iterator<Item = (BlockId, Value)> + '_ {
        assert_eq!(self.kind, InstKind::Phi, "incoming values belong to φs");
        self.operands.chunks_exact(2).map(|pair| match pair[1].value {
            Value::Block(b) => (b, pair[0].value),
            other => panic!("φ with {other:?} in place of a block"),
        })
    }
}

/// A basic block: the ids of its instructions, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// φs first, the terminator last.
    pub insts: Vec<InstId>,
    /// How often it runs.
    pub frequency: Frequency,
}

/// What must be equal for two parameters to be one, beyond their types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ParamAbi {
    /// Interned set of ABI attributes (sret, byval, signext, …); 0 is the empty set.
    pub attrs: u32,
    /// The parameter cannot be given poison (byval copies from it) or cannot move (sret): it must be
    /// paired with an equal one at the same position, else the pair of functions is refused.
    pub pinned: bool,
    /// Its type is never passed in registers, as `long double` on x86. Never set where `pinned` is.
    #[serde(default)]
    pub by_stack: bool,
}

/// One parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Param {
    /// Its type.
    pub ty: TypeId,
    /// Its calling-convention facts.
    pub abi: ParamAbi,
    /// The registers that an argument takes, if enough are left.
    pub registers: ArgumentRegisters,
}

/// How a function is referred to from outside of its body; decides between rewriting and a thunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Uses {
    /// The function is local and each use is a direct call that can be rewritten, so the function can be removed.
    pub removable: bool,
    /// Direct calls to it that can be rewritten.
    pub call_sites: u32,
    /// One of the calls is a tail call: its arguments have to lie where the caller's own did.
    pub tail_called: bool,
    /// A thunk in its place has no unwind entry.
    pub bare_thunk: bool,
    /// LLVM's inliner, which runs later, would inline the function into its only caller if it were not merged.
    pub inlined: bool,
    /// Bytes of stack that a thunk in its place adds to each call of it; 0 if the thunk ends in a jump.
    pub thunk_bytes: u64,
}

impl Uses {
    /// Whether the function stays as a thunk, or is tail-called. With `thunks_stay`, every function stays as a thunk.
    pub fn meets_thunks(self, thunks_stay: bool) -> bool {
        thunks_stay || !self.removable || self.tail_called
    }
}

/// One function, encoded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EncodedFunction {
    /// Its symbol name; for people, and the last tie-break of orders.
    pub name: String,
    /// Its parameters, in order.
    pub params: PrimaryMap<ArgId, Param>,
    /// Its return type.
    pub ret: TypeId,
    /// Interned facts that two functions must share to be merged: calling convention, target features,
    /// personality, section, attributes that must be preserved.
    pub compat: u32,
    /// Its blocks, entry first.
    pub blocks: PrimaryMap<BlockId, Block>,
    /// Its instructions. Order of ids is program order, block by block.
    pub insts: PrimaryMap<InstId, Inst>,
    /// How it is used.
    pub uses: Uses,
    /// Lifetime markers of static allocas, sorted; where several stand before one instruction, ends come first.
    pub markers: Vec<Marker>,
    /// A sanitizer looks at the lifetimes of its stack slots.
    pub scopes_count: bool,
    /// Whether slots have more alignment than callers give to the stack.
    pub realigns: Realignment,
    /// Whether it may be on the stack several times.
    pub recursion: Recursion,
    /// What it needs of the stack, as [`Self::frame_size`] measures it.
    pub frame: FrameSize,
    /// How large its frame may become by merging.
    pub limit: FrameLimit,
    /// How often it runs.
    pub runs: Runs,
    /// Set if constant propagation, which runs after merging, will fold much of it. Functions with one number have the
    /// same constant arguments, so they are folded as much when they are merged with each other.
    pub folds: Option<u32>,
    /// Set if LLVM's inliner, which runs after merging, may bring stack slots into it. Into functions with one number it
    /// brings the same ones.
    pub inlines: Option<u32>,
}

impl EncodedFunction {
    /// A function without parameters, blocks and uses, from which the remaining fields of others are filled.
    pub fn empty(name: impl Into<String>, ret: TypeId) -> EncodedFunction {
        EncodedFunction {
            name: name.into(),
            params: PrimaryMap::new(),
            ret,
            compat: 0,
            blocks: PrimaryMap::new(),
            insts: PrimaryMap::new(),
            uses: Uses::default(),
            markers: Vec::new(),
            scopes_count: false,
            realigns: Realignment::Never,
            recursion: Recursion::None,
            frame: FrameSize::default(),
            limit: FrameLimit::default(),
            runs: Runs::default(),
            folds: None,
            inlines: None,
        }
    }

    /// The constants that its instructions refer to, one for each reference.
    pub fn constants(&self) -> impl Iterator<Item = ConstId> + '_ {
        let operands = self.insts.values().flat_map(|inst| &inst.operands);
        operands.filter_map(|operand| match operand.value {
            Value::Const(id) => Some(id),
            _ => None,
        })
    }

    /// The entry block.
    pub fn entry(&self) -> BlockId {
        BlockId::from_u32(0)
    }

    /// How often the entry counts: once, or never where the function is called a few times at most.
    pub fn entered(&self) -> Frequency {
        self.blocks.get(self.entry()).map_or(Frequency::ONCE, |block| block.frequency)
    }

    /// The terminator of a block.
    ///
    /// # Panics
    /// On an empty block, which [`Self::validate`] refuses.
    pub fn terminator(&self, block: BlockId) -> InstId {
        *self.blocks[block].insts.last().expect("a block ends in a terminator")
    }

    /// The successors of a block, repeats included.
    pub fn successors(&self, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        self.insts[self.terminator(block)].successors()
    }

    /// The φs of a block.
    pub fn phis(&self, block: BlockId) -> impl Iterator<Item = InstId> + '_ {
        let insts = self.blocks[block].insts.iter().copied();
        insts.take_while(|&i| self.insts[i].kind == InstKind::Phi)
    }

    /// The landing pad of a block, if it has one.
    pub fn landing_pad(&self, block: BlockId) -> Option<InstId> {
        let insts = self.blocks[block].insts.iter().copied();
        let first = insts.into_iter().find(|&i| self.insts[i].kind != InstKind::Phi);
        first.filter(|&i| self.insts[i].kind == InstKind::LandingPad)
    }

    /// Whether it has landing pads, and so a table of call sites.
    pub fn has_pads(&self) -> bool {
        self.insts.values().any(|inst| inst.kind == InstKind::LandingPad)
    }

    /// The instructions of a block that take part in alignment: all but φs and static allocas.
    pub fn alignable(&self, block: BlockId) -> impl Iterator<Item = InstId> + '_ {
        self.blocks[block]
            .insts
            .iter()
            .copied()
            .filter(|&i| !matches!(self.insts[i].kind, InstKind::Phi | InstKind::StaticAlloca))
    }

    /// The static allocas, in program order.
    pub fn allocas(&self) -> impl Iterator<Item = InstId> + '_ {
        self.insts.iter().filter(|(_, i)| i.kind == InstKind::StaticAlloca).map(|(id, _)| id)
    }

    /// Number of instructions.
    pub fn size(&self) -> usize {
        self.insts.len()
    }

    /// Number of instructions that take part in alignment.
    pub fn alignable_size(&self) -> usize {
        self.blocks.keys().map(|b| self.alignable(b).count()).sum()
    }

    /// Sum of the instructions' code-size costs, in TargetTransformInfo's units.
    pub fn cost(&self) -> u64 {
        self.insts.values().map(|i| u64::from(i.cost)).sum()
    }
}
