//! How calls of intrinsics are treated: one table, by name.
//!
//! Consumes: an intrinsic's name without its overloaded types. Produces: an [`IntrinsicTreatment`]. Guarantees: an intrinsic that
//! is not in the table refuses the function. `immarg` operands, and operands for which LLVM's
//! `canReplaceOperandWithVariable` says no, are fixed whatever the table says.

use crate::reject::Reject;

/// What to do about a call of an intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntrinsicTreatment {
    /// Like any instruction: its operands may be selected.
    Ordinary,
    /// Two calls become one only with the very same operands.
    Exact,
    /// Left out of the encoded function, and so of the merged one. The call only informs the optimizer, has no result,
    /// and may always be dropped. Whoever drops a scope declaration must drop the `!alias.scope` and `!noalias` of its
    /// scope as well.
    Drop,
    /// The lifetime of a stack slot begins or ends. The marker is kept beside the instructions, because it is no code.
    Lifetime {
        /// Whether it begins.
        starts: bool,
    },
    /// The function cannot be merged.
    Refuse(Reject),
}

/// The treatment of the intrinsic of this name.
pub fn treatment(name: &str) -> IntrinsicTreatment {
    let name = name.strip_prefix("llvm.").unwrap_or(name);
    refused(name)
        .map(IntrinsicTreatment::Refuse)
        .or_else(|| lifetime(name))
        .or_else(|| is_droppable(name).then_some(IntrinsicTreatment::Drop))
        .or_else(|| is_ordinary(name).then_some(IntrinsicTreatment::Ordinary))
        .or_else(|| is_exact(name).then_some(IntrinsicTreatment::Exact))
        .unwrap_or(IntrinsicTreatment::Refuse(Reject::UnsupportedInstruction))
}

fn begins_with_one_of(name: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| name.starts_with(prefix))
}

/// Intrinsics that are refused for a reason of their own.
fn refused(name: &str) -> Option<Reject> {
    let reason = match name {
        "stacksave" | "stackrestore" => Reject::DynamicAlloca,
        "gcroot" | "gcread" | "gcwrite" => Reject::Gc,
        "callbr.landingpad" => Reject::CallBr,
        "eh.sjlj.setjmp" => Reject::ReturnsTwice,
        "swift.async.context.addr" => Reject::Coroutine,
        "wasm.get.exception" | "wasm.get.ehselector" => Reject::Token,
        _ if is_tied_to_handlers(name) => Reject::ExceptionHandling,
        _ if is_frame_dependent(name) => Reject::FrameDependent,
        _ if is_fp_environment(name) => Reject::StrictFp,
        _ if name.starts_with("experimental.gc.") => Reject::Gc,
        _ if name.starts_with("experimental.convergence.") => Reject::Token,
        _ if name.starts_with("seh.") => Reject::ExceptionHandling,
        _ if name.starts_with("coro.") => Reject::Coroutine,
        _ if name.starts_with("call.preallocated.") => Reject::UnusualParameter,
        _ => return None,
    };
    Some(reason)
}

/// Their results depend on the frame. A thunk adds a frame, and the merged function's frame differs from the original's.
fn is_frame_dependent(name: &str) -> bool {
    let exactly = [
        "va_start",
        "returnaddress",
        "addressofreturnaddress",
        "frameaddress",
        "sponentry",
        "eh.dwarf.cfa",
        "stackaddress",
        "read_register",
        "read_volatile_register",
        "write_register",
        "get.dynamic.area.offset",
        "stackprotector",
        "stackguard",
    ];
    exactly.contains(&name)
}

/// Intrinsics by which an outlined exception handler reaches the frame of its function, and others of exception handling.
fn is_tied_to_handlers(name: &str) -> bool {
    let exactly = ["localaddress", "localescape", "localrecover"];
    let harmless = ["eh.typeid.for", "eh.dwarf.cfa"];
    exactly.contains(&name) || name.starts_with("eh.") && !harmless.contains(&name)
}

fn is_fp_environment(name: &str) -> bool {
    let prefixes = ["experimental.constrained.", "set.fp", "get.fp", "reset.fp"];
    begins_with_one_of(name, &prefixes) || matches!(name, "get.rounding" | "set.rounding")
}

fn lifetime(name: &str) -> Option<IntrinsicTreatment> {
    match name {
        "lifetime.start" => Some(IntrinsicTreatment::Lifetime { starts: true }),
        "lifetime.end" => Some(IntrinsicTreatment::Lifetime { starts: false }),
        _ => None,
    }
}

/// Intrinsics that only inform the optimiser or a tool.
fn is_droppable(name: &str) -> bool {
    let exactly =
        ["assume", "donothing", "experimental.noalias.scope.decl", "pseudoprobe", "fake.use"];
    exactly.contains(&name) || name.starts_with("dbg.")
}

/// Intrinsics that compute a result from their operands, memory operations that C compiles to, and traps.
fn is_ordinary(name: &str) -> bool {
    let arithmetic = [
        "abs",
        "smax",
        "smin",
        "umax",
        "umin",
        "scmp",
        "ucmp",
        "bswap",
        "bitreverse",
        "ctpop",
        "ctlz",
        "cttz",
        "fshl",
        "fshr",
        "clmul",
    ];
    let floating = [
        "fma",
        "fmuladd",
        "sqrt",
        "powi",
        "sin",
        "cos",
        "pow",
        "log",
        "log10",
        "log2",
        "exp",
        "exp2",
        "exp10",
        "fabs",
        "copysign",
        "floor",
        "ceil",
        "trunc",
        "rint",
        "nearbyint",
        "round",
        "roundeven",
        "canonicalize",
        "lround",
        "llround",
        "lrint",
        "llrint",
        "ldexp",
        "frexp",
        "asin",
        "acos",
        "atan",
        "atan2",
        "tan",
        "sinh",
        "cosh",
        "tanh",
        "sincos",
        "sincospi",
        "modf",
        "minnum",
        "maxnum",
        "minimum",
        "maximum",
        "minimumnum",
        "maximumnum",
        "is.fpclass",
        "convert.to.fp16",
        "convert.from.fp16",
    ];
    let others = [
        "memcpy",
        "memmove",
        "memset",
        "trap",
        "debugtrap",
        "ubsantrap",
        "ptrmask",
        "launder.invariant.group",
        "strip.invariant.group",
        "type.test",
        "public.type.test",
        "load.relative",
        "vscale",
        "stepvector",
        "get.active.lane.mask",
    ];
    arithmetic.contains(&name)
        || floating.contains(&name)
        || others.contains(&name)
        || name.ends_with(".sat")
        || name.ends_with(".with.overflow")
        || matches!(name, "smul.fix" | "umul.fix" | "sdiv.fix" | "udiv.fix")
        || begins_with_one_of(name, &["vector.", "masked."])
}

/// Intrinsics that may be merged where both sides have the same operands; nothing more is claimed.
fn is_exact(name: &str) -> bool {
    let exactly = [
        "memcpy.inline",
        "memset.inline",
        "experimental.memset.pattern",
        "vacopy",
        "vaend",
        "va_copy",
        "va_end",
        "prefetch",
        "readcyclecounter",
        "readsteadycounter",
        "thread.pointer",
        "threadlocal.address",
        "expect",
        "expect.with.probability",
        "objectsize",
        "is.constant",
        "arithmetic.fence",
        "fptrunc.round",
        "var.annotation",
        "ptr.annotation",
        "annotation",
        "codeview.annotation",
        "sideeffect",
        "invariant.start",
        "invariant.end",
        "init.trampoline",
        "adjust.trampoline",
        "clear_cache",
        "reloc.none",
        "type.checked.load",
        "type.checked.load.relative",
        "ssa.copy",
        "alloc.token.id",
        "eh.typeid.for",
        "memcpy.element.unordered.atomic",
        "memmove.element.unordered.atomic",
        "memset.element.unordered.atomic",
        "experimental.cttz.elts",
        "experimental.get.vector.length",
        "experimental.vector.compress",
        "experimental.vector.match",
    ];
    let families = ["allow.", "asan.", "hwasan.", "matrix.", "objc.", "ptrauth.", "vp."];
    exactly.contains(&name) || begins_with_one_of(name, &families) || is_exact_of_target(name)
}

/// Target intrinsics that compute, access memory or throw. Excluded are those that handle exceptions, frames, flags on the
/// stack, tagged stack slots or processor modes.
fn is_exact_of_target(name: &str) -> bool {
    let targets = ["x86.", "aarch64.", "arm.", "riscv.", "ppc.", "s390.", "loongarch.", "mips."];
    let state = [
        ".seh.", ".eh.", ".flags.", ".irg", ".tagp", ".settag", ".stg", ".sme.", ".sjlj", ".frame",
        ".stack", ".xbegin", ".xend", ".xabort", ".tbegin", ".tend", ".space",
    ];
    begins_with_one_of(name, &targets) && !state.iter().any(|part| name.contains(part))
        || matches!(name, "wasm.throw" | "wasm.rethrow")
        || begins_with_one_of(name, &["wasm.memory.", "wasm.trunc.", "wasm.swizzle"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_intrinsic_is_treated_as_the_table_says() {
        assert_eq!(treatment("llvm.lifetime.start"), IntrinsicTreatment::Lifetime { starts: true });
        assert_eq!(treatment("llvm.lifetime.end"), IntrinsicTreatment::Lifetime { starts: false });
        assert_eq!(treatment("llvm.umax"), IntrinsicTreatment::Ordinary);
        assert_eq!(treatment("llvm.clear_cache"), IntrinsicTreatment::Exact);
        assert_eq!(treatment("llvm.x86.sse2.pause"), IntrinsicTreatment::Exact);
        assert_eq!(treatment("llvm.wasm.throw"), IntrinsicTreatment::Exact);
        assert_eq!(treatment("llvm.experimental.noalias.scope.decl"), IntrinsicTreatment::Drop);
    }

    #[test]
    fn what_is_tied_to_a_function_refuses_it_by_name() {
        for (name, reason) in [
            ("llvm.stacksave", Reject::DynamicAlloca),
            ("llvm.eh.sjlj.setjmp", Reject::ReturnsTwice),
            ("llvm.coro.begin", Reject::Coroutine),
            ("llvm.wasm.get.exception", Reject::Token),
            ("llvm.experimental.gc.statepoint", Reject::Gc),
        ] {
            assert_eq!(treatment(name), IntrinsicTreatment::Refuse(reason), "{name}");
        }
    }

    #[test]
    fn what_is_not_in_the_table_refuses_the_function() {
        for name in [
            "llvm.of.tomorrow",
            "llvm.x86.flags.read.u64",
            "llvm.aarch64.irg",
            "llvm.wasm.lsda",
            "llvm.wasm.landingpad.index",
        ] {
            let refused = IntrinsicTreatment::Refuse(Reject::UnsupportedInstruction);
            assert_eq!(treatment(name), refused, "{name}");
        }
    }
}
