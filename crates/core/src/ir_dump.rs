//! Encoded functions as text, for people who look for a mistake.
//!
//! Consumes: an [`EncodedFunction`]. Produces: its `Display` form: a head, then a line for each
//! instruction. Guarantees: equal functions give equal text; nothing is left out that decides a merge.
//!
//! ```text
//! @name(t1, t2 abi 1 pinned) -> t0 compat 3, 2 calls, removable
//! b0:
//!   i0 = t1 alloca k4 cost 0 [c1!]
//! b1: runs 31.88 times
//!   i1 = t0 ret k7 cost 1 [i0]
//! ```
//! `k4` is a merge key (`k*` matches nothing); an operand with `!` has to be the same on both sides. The first two
//! operands of an instruction that `commutes` may change places; one that is `rematerializable` may be computed anew
//! elsewhere. A call has `call` or `tail call` before its operands.

use std::fmt;

use crate::ir::{Call, EncodedFunction, Inst, InstKind, Operand, OperandMode, Param, Value};
use crate::key::MergeKey;
use crate::speed::{Frequency, Heat, Runs, SizeLevel};

impl fmt::Display for EncodedFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}(", self.name)?;
        write_list(f, self.params.values())?;
        write!(f, ") -> {} compat {}, {} calls", self.ret, self.compat, self.uses.call_sites)?;
        f.write_str(if self.uses.tail_called { ", tail-called" } else { "" })?;
        f.write_str(if self.uses.removable { ", removable" } else { "" })?;
        f.write_str(if self.uses.bare_thunk { ", bare thunk" } else { "" })?;
        f.write_str(if self.uses.inlined { ", to be inlined" } else { "" })?;
        writeln!(f, "{}", self.runs)?;
        for (block, content) in &self.blocks {
            writeln!(f, "{block}:{}", content.frequency)?;
            for &inst in &content.insts {
                writeln!(f, "  {inst} = {}", self.insts[inst])?;
            }
        }
        Ok(())
    }
}

/// The text behind a block's name.
impl fmt::Display for Frequency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Frequency::ONCE => Ok(()),
            _ => {
                let times = f64::from(self.parts()) / f64::from(Frequency::ONCE.parts());
                write!(f, " runs {times:.2} times")
            }
        }
    }
}

/// The text at the end of a function's head.
impl fmt::Display for Runs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(entries) = self.entries {
            write!(f, ", entered {entries} times")?;
        }
        f.write_str(match self.heat {
            Heat::Cold => ", cold",
            Heat::Unknown => "",
            Heat::Hot => ", hot",
            Heat::Hottest => ", hottest",
        })?;
        f.write_str(match self.size_level {
            SizeLevel::None => "",
            SizeLevel::Small => ", optsize",
            SizeLevel::Smallest => ", minsize",
        })
    }
}

impl fmt::Display for Inst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{} {} cost {} ", self.ty, kind(self.kind), self.key, self.cost)?;
        f.write_str(match self.call {
            None => "",
            Some(Call::Plain) => "call ",
            Some(Call::Tail) => "tail call ",
            Some(Call::Possible) => "possible call ",
        })?;
        f.write_str(if self.rematerializable { "rematerializable " } else { "" })?;
        f.write_str(if self.folded { "folded " } else { "" })?;
        f.write_str(if self.commutes { "commutes [" } else { "[" })?;
        write_list(f, &self.operands)?;
        f.write_str("]")
    }
}

impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.ty)?;
        if self.abi.attrs != 0 {
            write!(f, " abi {}", self.abi.attrs)?;
        }
        f.write_str(if self.abi.pinned { " pinned" } else { "" })
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Value::Inst(id) => write!(f, "{id}")?,
            Value::Arg(id) => write!(f, "{id}")?,
            Value::Const(id) => write!(f, "{id}")?,
            // Blocks never differ between the sides, so they need no `!`.
            Value::Block(id) => return write!(f, "{id}"),
        }
        f.write_str(if self.mode == OperandMode::Same { "!" } else { "" })
    }
}

impl fmt::Display for MergeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            MergeKey::NEVER => f.write_str("k*"),
            MergeKey(number) => write!(f, "k{number}"),
        }
    }
}

fn kind(kind: InstKind) -> &'static str {
    match kind {
        InstKind::Normal => "",
        InstKind::Phi => " phi",
        InstKind::StaticAlloca => " alloca",
        InstKind::Ret => " ret",
        InstKind::LandingPad => " landingpad",
        InstKind::Invoke => " invoke",
        InstKind::Terminator => " terminator",
    }
}

fn write_list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    items: impl IntoIterator<Item = T>,
) -> fmt::Result {
    for (index, item) in items.into_iter().enumerate() {
        write!(f, "{}{item}", if index == 0 { "" } else { ", " })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{ArgId, Block, BlockId, ConstId, InstId, ParamAbi, TypeId, Uses};
    use crate::registers::ArgumentRegisters;
    use cranelift_entity::PrimaryMap;

    fn operand(value: Value, mode: OperandMode) -> Operand {
        Operand { value, mode }
    }

    fn inst(kind: InstKind, key: MergeKey, operands: &[Operand]) -> Inst {
        Inst {
            kind,
            ty: TypeId::from_u32(1),
            key,
            code: 0,
            cost: 2,
            bytes: 0,
            passed_bytes: 0,
            saved_bytes: 0,
            call: None,
            commutes: false,
            rematerializable: false,
            folded: false,
            block: BlockId::from_u32(0),
            operands: operands.into(),
        }
    }

    #[test]
    fn shows_what_decides_a_merge() {
        let [slot, sum, ret] = [0, 1, 2].map(InstId::from_u32);
        let count = operand(Value::Const(ConstId::from_u32(5)), OperandMode::Same);
        let parameter = operand(Value::Arg(ArgId::from_u32(0)), OperandMode::Selectable);
        let back = operand(Value::Block(BlockId::from_u32(0)), OperandMode::Same);
        let insts = [
            inst(InstKind::StaticAlloca, MergeKey(4), &[count]),
            Inst {
                commutes: true,
                rematerializable: true,
                folded: false,
                ..inst(InstKind::Normal, MergeKey(5), &[parameter, parameter])
            },
            inst(InstKind::Terminator, MergeKey::NEVER, &[parameter, back]),
        ];
        let ty = TypeId::from_u32(1);
        let registers = ArgumentRegisters::ONE;
        let function = EncodedFunction {
            params: PrimaryMap::from_iter([
                Param { ty, abi: ParamAbi::default(), registers },
                Param { ty, abi: ParamAbi { attrs: 3, pinned: true, by_stack: false }, registers },
            ]),
            compat: 7,
            blocks: PrimaryMap::from_iter([Block {
                insts: vec![slot, sum, ret],
                frequency: Frequency::of(255, 8),
            }]),
            insts: PrimaryMap::from_iter(insts),
            uses: Uses {
                removable: true,
                call_sites: 2,
                tail_called: true,
                bare_thunk: true,
                inlined: false,
                thunk_bytes: 0,
            },
            runs: Runs {
                entries: Some(300),
                all: Some(900),
                heat: Heat::Hot,
                size_level: SizeLevel::Small,
            },
            ..EncodedFunction::empty("f", TypeId::from_u32(0))
        };
        let text = "@f(t1, t1 abi 3 pinned) -> t0 compat 7, 2 calls, tail-called, removable, bare thunk, \
                    entered 300 times, hot, optsize\nb0: runs 31.88 times\n  i0 = t1 alloca k4 cost 2 [c5!]\n  i1 = t1 k5 cost 2 rematerializable commutes [a0, a0]\n  \
                    i2 = t1 terminator k* cost 2 [a0, b0]\n";
        assert_eq!(function.to_string(), text);
    }
}
