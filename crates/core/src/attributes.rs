//! Attributes of functions: which of them are about the code, and which identify the function.
//!
//! Consumes: an attribute's name, and whether LLVM holds it as an enumerator or as a string.
//! Produces: an [`AttributeTreatment`]: what every pass does with the attribute when functions come to share a body, and
//! whether a call may name another function in place of the one that has it. Guarantees: a name that is not listed
//! is unknown, and a function with an unknown attribute is not merged. The tables are sorted, and each name stands in
//! them once.
//!
//! Names are those of LLVM 22 and earlier. `llvm/IR/Attributes.td` has the enumerators. Strings are whatever front ends write and
//! passes read, so their list is longer, and never complete.

/// What an attribute of a function with a body is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AttributeRole {
    /// How the function's code is made. Functions share a body only if they have the attribute alike; the body has it too.
    Code,
    /// As [`AttributeRole::Code`]. Besides, callers must enter at the function's own entry, because that entry is patched.
    Entry,
    /// A promise about what the code does not do. The body promises what all of its functions promise.
    Promise,
    /// A promise that no longer holds once one body stands for several functions.
    Lost,
    /// Whether the function is inlined. A shared body never is.
    Inlining,
    /// What the optimiser may do with calls of the function, such as with calls of `malloc`. Functions share a body
    /// only if they have the attribute alike, and a body of another type does not have it.
    Advice,
    /// What the function is to callers, linkers and tools. It says nothing about the code, so it stays on the function
    /// itself, and callers keep calling that function.
    Identity,
    /// A function that has it cannot be merged.
    Never,
}

/// What a call may lose when it no longer names the function that has the attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AtCalls {
    /// It loses nothing, or only hints for optimisation. The call may become an indirect one.
    Free,
    /// It loses its meaning, or how it must be compiled. The call stays direct.
    Direct,
}

/// How LLVM holds an attribute. The same word may be both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AttributeForm {
    /// By number, from a fixed list.
    Enumerator,
    /// By its text.
    Text,
}

/// What is done with an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttributeTreatment {
    /// For functions that have it.
    pub role: AttributeRole,
    /// For calls of functions that have it.
    pub at_calls: AtCalls,
}

impl AttributeTreatment {
    /// Whether functions that share a body must have the attribute alike.
    pub fn counts(self) -> bool {
        matches!(
            self.role,
            AttributeRole::Code
                | AttributeRole::Entry
                | AttributeRole::Advice
                | AttributeRole::Never
        )
    }

    /// Whether a body that has more parameters than its functions may have the attribute.
    pub fn goes_to_the_body(self) -> bool {
        matches!(self.role, AttributeRole::Code | AttributeRole::Entry | AttributeRole::Promise)
    }

    /// Whether callers of a function that has it must keep calling it.
    pub fn keeps_callers(self) -> bool {
        matches!(self.role, AttributeRole::Entry | AttributeRole::Identity)
    }

    /// Whether a call that has it may hand it on to a call of the shared body.
    pub fn goes_with_calls(self) -> bool {
        matches!(self.role, AttributeRole::Code | AttributeRole::Promise | AttributeRole::Lost)
    }
}

/// The treatment of an attribute; `None` if it is not known.
pub fn treatment(form: AttributeForm, name: &str) -> Option<AttributeTreatment> {
    let listed = |table: &[AttributeRow]| {
        let found = table.binary_search_by_key(&name, |row| row.0).ok()?;
        Some(of(table[found]))
    };
    match form {
        AttributeForm::Enumerator => listed(ENUMERATORS),
        AttributeForm::Text => listed(TEXTS).or_else(|| family(name)),
    }
}

/// The treatment of a string attribute by its prefix. The strings of one target or feature share a prefix, and new ones appear.
fn family(name: &str) -> Option<AttributeTreatment> {
    FAMILIES.iter().find(|row| name.starts_with(row.0)).map(|&row| of(row))
}

fn of((_, role, at_calls): AttributeRow) -> AttributeTreatment {
    AttributeTreatment { role, at_calls }
}

type AttributeRow = (&'static str, AttributeRole, AtCalls);

use AtCalls::{Direct, Free};
use AttributeRole::{Advice, Code, Entry, Identity, Inlining, Lost, Never, Promise};

/// Enumerator attributes that a function may have.
const ENUMERATORS: &[AttributeRow] = &[
    ("alignstack", Code, Free),
    ("allockind", Advice, Direct),
    ("allocsize", Advice, Direct),
    // The function's code may exist only where it is inlined, so calls of it must stay direct.
    ("alwaysinline", Inlining, Direct),
    ("builtin", Advice, Direct),
    ("cold", Promise, Free),
    ("convergent", Code, Direct),
    ("coro_elide_safe", Code, Direct),
    ("coro_only_destroy_when_complete", Never, Direct),
    ("disable_sanitizer_instrumentation", Code, Free),
    ("fn_ret_thunk_extern", Code, Free),
    ("hot", Promise, Free),
    // ARM64EC makes further symbols out of the function's own.
    ("hybrid_patchable", Never, Direct),
    ("inlinehint", Inlining, Free),
    ("jumptable", Never, Direct),
    ("memory", Promise, Free),
    ("minsize", Code, Free),
    ("mustprogress", Promise, Free),
    ("naked", Never, Direct),
    ("nobuiltin", Advice, Free),
    ("nocallback", Promise, Free),
    ("nocf_check", Code, Direct),
    ("nocreateundeforpoison", Lost, Free),
    ("nodivergencesource", Promise, Free),
    ("noduplicate", Code, Direct),
    ("nofree", Promise, Free),
    ("noimplicitfloat", Code, Free),
    ("noinline", Inlining, Free),
    ("nomerge", Code, Direct),
    // Rust gives it to every function. A call through a pointer is not bound lazily either, so nothing is lost.
    ("nonlazybind", Advice, Free),
    ("noprofile", Code, Free),
    ("norecurse", Lost, Free),
    ("noredzone", Code, Free),
    ("noreturn", Promise, Free),
    ("nosanitize_bounds", Code, Free),
    ("nosanitize_coverage", Code, Free),
    ("nosync", Promise, Free),
    ("nounwind", Promise, Free),
    ("null_pointer_is_valid", Code, Free),
    ("optdebug", Code, Free),
    ("optforfuzzing", Code, Free),
    ("optnone", Never, Free),
    ("optsize", Code, Free),
    ("preallocated", Never, Direct),
    ("presplitcoroutine", Never, Direct),
    ("returns_twice", Code, Direct),
    ("safestack", Code, Free),
    ("sanitize_address", Code, Free),
    ("sanitize_alloc_token", Code, Free),
    ("sanitize_hwaddress", Code, Free),
    ("sanitize_memory", Code, Free),
    ("sanitize_memtag", Code, Free),
    ("sanitize_numerical_stability", Code, Free),
    ("sanitize_realtime", Code, Free),
    ("sanitize_realtime_blocking", Code, Free),
    ("sanitize_thread", Code, Free),
    ("sanitize_type", Code, Free),
    ("shadowcallstack", Code, Free),
    ("skipprofile", Code, Free),
    ("speculatable", Lost, Free),
    ("speculative_load_hardening", Code, Free),
    ("ssp", Code, Free),
    ("sspreq", Code, Free),
    ("sspstrong", Code, Free),
    ("strictfp", Code, Direct),
    ("uwtable", Code, Free),
    ("vscale_range", Code, Free),
    ("willreturn", Promise, Free),
];

/// String attributes that a function may have.
const TEXTS: &[AttributeRow] = &[
    ("OS_main", Never, Direct),
    ("OS_task", Never, Direct),
    ("alloc-family", Advice, Direct),
    ("alloc-variant-zeroed", Advice, Direct),
    ("approx-func-fp-math", Code, Free),
    ("backchain", Code, Free),
    ("bpf_fastcall", Never, Direct),
    ("branch-protection-pauth-lr", Code, Free),
    ("branch-target-enforcement", Code, Free),
    ("call-inline-cost", Inlining, Free),
    ("call-threshold-bonus", Inlining, Free),
    ("cfi-canonical-jump-table", Identity, Free),
    ("cmse_nonsecure_call", Code, Direct),
    ("cmse_nonsecure_entry", Never, Direct),
    ("correctly-rounded-divide-sqrt-fp-math", Code, Free),
    ("counting-function", Code, Free),
    ("denormal-fp-math", Code, Free),
    ("denormal-fp-math-f32", Code, Free),
    ("disable-tail-calls", Code, Free),
    ("dontcall-error", Identity, Direct),
    ("dontcall-warn", Identity, Direct),
    ("fentry-call", Identity, Free),
    // `"fmerge"="off"` is refused for a reason of its own.
    ("fmerge", Never, Free),
    // What objects may fuse in different ways, while functions of several are merged.
    ("fmerge-fusion", Code, Free),
    ("fmv-features", Identity, Direct),
    ("frame-pointer", Code, Free),
    ("function-inline-cost", Inlining, Free),
    ("function-inline-cost-multiplier", Inlining, Free),
    ("function-inline-threshold", Inlining, Free),
    ("function-instrument", Never, Free),
    ("guarded-control-stack", Code, Free),
    ("implicit-section-name", Code, Free),
    ("indirect-tls-seg-refs", Code, Free),
    ("inline-remark", Inlining, Free),
    ("instrument-function-entry", Code, Free),
    ("instrument-function-entry-inlined", Never, Free),
    ("instrument-function-exit", Code, Free),
    ("instrument-function-exit-inlined", Never, Free),
    ("interrupt", Never, Direct),
    ("less-precise-fpmad", Code, Free),
    ("llvm.assume", Code, Free),
    ("loader-replaceable", Identity, Free),
    ("long-call", Advice, Direct),
    ("marked_for_windows_hot_patching", Never, Direct),
    ("micromips", Code, Direct),
    ("min-legal-vector-width", Code, Free),
    ("mips16", Code, Direct),
    ("mnop-mcount", Identity, Free),
    ("modular-format", Identity, Direct),
    ("mrecord-mcount", Identity, Free),
    ("no-builtins", Code, Free),
    ("no-frame-pointer-elim", Code, Free),
    ("no-frame-pointer-elim-non-leaf", Code, Free),
    ("no-infs-fp-math", Code, Free),
    ("no-inline-line-tables", Code, Free),
    ("no-jump-tables", Code, Free),
    ("no-nans-fp-math", Code, Free),
    ("no-realign-stack", Code, Free),
    ("no-signed-zeros-fp-math", Code, Free),
    ("no-stack-arg-probe", Code, Free),
    ("no-trapping-math", Code, Free),
    ("no_callee_saved_registers", Code, Direct),
    ("no_caller_saved_registers", Code, Direct),
    ("nomicromips", Code, Direct),
    ("nomips16", Code, Direct),
    ("nooutline", Code, Free),
    ("packed-stack", Code, Free),
    ("patchable-function", Entry, Free),
    ("patchable-function-entry", Entry, Free),
    ("patchable-function-entry-section", Entry, Free),
    ("patchable-function-prefix", Entry, Free),
    ("prefer-vector-width", Code, Free),
    ("probe-stack", Code, Free),
    ("profile-sample-accurate", Code, Free),
    ("reciprocal-estimates", Code, Free),
    ("sample-profile-suffix-elision-policy", Code, Free),
    ("save-reg-params", Code, Free),
    ("short-call", Advice, Direct),
    ("sign-return-address", Code, Free),
    ("sign-return-address-key", Code, Free),
    ("signal", Never, Direct),
    ("split-stack", Code, Free),
    ("stack-probe-size", Code, Free),
    ("stack-protector-buffer-size", Code, Free),
    ("stackrealign", Code, Free),
    ("strict-float-cast-overflow", Code, Free),
    ("target-cpu", Code, Free),
    ("target-features", Code, Free),
    ("thinlto-internalize", Code, Free),
    ("thunk", Never, Direct),
    ("tune-cpu", Code, Free),
    ("uniform-work-group-size", Code, Free),
    ("unsafe-fp-math", Code, Free),
    ("use-sample-profile", Code, Free),
    ("use-soft-float", Code, Free),
    ("vector-function-abi-variant", Identity, Free),
    ("warn-stack-size", Code, Free),
    ("zero-call-used-regs", Code, Free),
];

/// Treatments of string attributes by prefix.
const FAMILIES: &[AttributeRow] = &[
    // SME, such as `aarch64_pstate_sm_enabled`: which registers and modes a call changes, and how the code itself is made.
    ("aarch64_", Code, Direct),
    ("aarch64-", Code, Free),
    ("amdgpu-", Code, Direct),
    ("hlsl.", Never, Direct),
    ("no-builtin-", Code, Free),
    ("nvvm.", Never, Direct),
    ("ptrauth-", Code, Direct),
    ("wasm-export-", Identity, Direct),
    ("wasm-import-", Identity, Direct),
    ("xray-", Never, Free),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn role(name: &str) -> Option<AttributeRole> {
        treatment(AttributeForm::Text, name).map(|t| t.role)
    }

    #[test]
    fn tables_are_sorted_without_doubles() {
        for table in [ENUMERATORS, TEXTS] {
            assert!(table.is_sorted_by(|a, b| a.0 < b.0), "{table:?}");
        }
    }

    #[test]
    fn every_row_is_found_again() {
        for (form, table) in
            [(AttributeForm::Enumerator, ENUMERATORS), (AttributeForm::Text, TEXTS)]
        {
            for &row in table {
                assert_eq!(treatment(form, row.0), Some(of(row)), "{}", row.0);
            }
        }
        for &row in FAMILIES {
            let member = format!("{}member", row.0);
            assert_eq!(treatment(AttributeForm::Text, &member), Some(of(row)), "{member}");
        }
    }

    #[test]
    fn what_is_not_listed_is_unknown() {
        for name in ["", "no-such-attribute", "dontcall", "dontcall-errors", "Thunk"] {
            assert_eq!(treatment(AttributeForm::Text, name), None, "{name}");
        }
        assert_eq!(treatment(AttributeForm::Enumerator, "no_such_attribute"), None);
    }

    #[test]
    fn forms_are_kept_apart() {
        assert_eq!(treatment(AttributeForm::Enumerator, "thunk"), None);
        assert_eq!(treatment(AttributeForm::Text, "nounwind"), None);
    }

    #[test]
    fn who_a_function_is_never_counts_and_never_moves() {
        for name in ["dontcall-error", "dontcall-warn", "modular-format", "wasm-export-name"] {
            let treatment = treatment(AttributeForm::Text, name).expect("listed");
            assert!(!treatment.counts() && !treatment.goes_to_the_body(), "{name}");
            assert!(treatment.keeps_callers() && !treatment.goes_with_calls(), "{name}");
        }
    }

    #[test]
    fn what_is_patched_is_alike_and_entered_at_its_own_entry() {
        for name in ["patchable-function", "patchable-function-entry"] {
            let treatment = treatment(AttributeForm::Text, name).expect("listed");
            assert!(treatment.counts() && treatment.goes_to_the_body(), "{name}");
            assert!(treatment.keeps_callers(), "{name}");
        }
    }

    #[test]
    fn calls_keep_what_their_meaning_rests_on() {
        let enumerators = ["convergent", "noduplicate", "nomerge", "returns_twice", "strictfp"];
        let at_calls = |form, name| treatment(form, name).map(|t| t.at_calls);
        for name in enumerators {
            assert_eq!(at_calls(AttributeForm::Enumerator, name), Some(Direct), "{name}");
        }
        for name in ["aarch64_pstate_sm_enabled", "no_callee_saved_registers", "dontcall-warn"] {
            assert_eq!(at_calls(AttributeForm::Text, name), Some(Direct), "{name}");
        }
        for name in ["nounwind", "memory", "nonlazybind", "uwtable"] {
            assert_eq!(at_calls(AttributeForm::Enumerator, name), Some(Free), "{name}");
        }
    }

    #[test]
    fn only_code_and_promises_reach_a_body() {
        assert_eq!(role("target-features"), Some(Code));
        assert_eq!(role("alloc-family"), Some(Advice));
        let all = [Code, Entry, Promise, Lost, Inlining, Advice, Identity, Never];
        let reach = all.map(|role| AttributeTreatment { role, at_calls: Free }.goes_to_the_body());
        assert_eq!(reach, [true, true, true, false, false, false, false, false]);
    }
}
