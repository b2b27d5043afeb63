//! Why a function, or a pair of functions, was not merged.
//!
//! Consumes: nothing. Produces: [`Reject`], which the encoder, the planner and the plugin return, and
//! which becomes a missed-optimisation remark and a line of the statistics.
//! Guarantees: each reason has one name, which stays the same between releases, and one sentence for
//! people. Both stand in the table below and nowhere else.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Declares the reasons: variant, stable name, sentence.
macro_rules! reasons {
    ($($variant:ident $name:literal $explanation:literal;)*) => {
        /// A reason not to merge.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[non_exhaustive]
        pub enum Reject {
            $(
                #[doc = $explanation]
                #[serde(rename = $name)]
                $variant,
            )*
        }

        impl Reject {
            /// Every reason. First come the reasons about one function; from [`Reject::DifferentAttributes`]
            /// on, those about a pair.
            pub const ALL: &[Reject] = &[$(Reject::$variant),*];

            /// The reason's stable name, in lower case with hyphens.
            pub fn name(self) -> &'static str {
                match self { $(Reject::$variant => $name,)* }
            }

            /// The reason as a sentence, for remarks and reports.
            pub fn explanation(self) -> &'static str {
                match self { $(Reject::$variant => $explanation,)* }
            }
        }
    };
}

reasons! {
    Declaration "declaration"
        "The function has no body in this module.";
    AvailableExternally "available-externally"
        "The body is only a copy for inlining; the real one is in another module.";
    OptNone "optnone"
        "The function asks not to be optimised.";
    Naked "naked"
        "A naked function has no prologue, so its body cannot move into another function.";
    VarArgs "varargs"
        "A function with variable arguments cannot hand them on to another function.";
    AlwaysInline "alwaysinline"
        "The function is to be inlined into its callers, and a merged body could not be.";
    ReturnsTwice "returns-twice"
        "The function returns twice or calls one that does, like setjmp, which needs its own frame.";
    Coroutine "coroutine"
        "The function is a coroutine that has not been split yet, or works on one's frame.";
    ExceptionHandling "exception-handling"
        "The function handles exceptions in another way than by landing pads and a table of call sites.";
    Funclet "funclet"
        "The function handles exceptions by funclets, which cannot share their blocks.";
    CallBr "callbr"
        "Inline assembly in the function jumps to labels of the function.";
    IndirectBranch "indirect-branch"
        "The function jumps to computed addresses.";
    AddressTakenBlock "address-taken-block"
        "The address of one of the function's blocks is taken, and it would name the old function.";
    MustTail "musttail"
        "A musttail call needs a caller of its own prototype, which the merged function has not.";
    Token "token"
        "The function uses tokens, whose definition and uses cannot be parted by a select or a φ.";
    Convergent "convergent"
        "Convergent operations may not come to depend on one more condition.";
    NoDuplicate "noduplicate"
        "The function must not be duplicated, or makes calls that must not be.";
    NoMerge "nomerge"
        "The function asks not to be merged.";
    FrameDependent "frame-dependent"
        "The function looks at its own frame, return address or callers, and a thunk adds a frame.";
    DynamicAlloca "dynamic-alloca"
        "The function allocates stack memory of a size known only at run time.";
    SwiftError "swifterror"
        "A swifterror value lives in a register of its own and cannot be selected.";
    UnusualParameter "unusual-parameter"
        "The function takes or passes a parameter that cannot be handed on (inalloca, preallocated, swiftasync).";
    PrefixData "prefix-data"
        "Data stands before or at the start of the function's code.";
    Gc "gc"
        "The function is under a garbage collector that keeps track of its frame.";
    ThunkAttribute "thunk-attribute"
        "The function is a thunk whose prototype is not the true one.";
    JumpTable "jumptable"
        "The function is called through a jump-instruction table.";
    ComdatLocalReference "comdat-local-reference"
        "The function refers to a local symbol of a comdat, which code outside of it may not name.";
    IfuncResolver "ifunc-resolver"
        "The dynamic loader calls the function before the program is relocated.";
    CallingConvention "calling-convention"
        "The calling convention is one under which no further function can be defined and called.";
    StrictFp "strictfp"
        "The function depends on the floating-point environment.";
    SwitchedOff "switched-off"
        "The source says `fmerge=off` of the function, by an annotation or an attribute.";
    Hot "hot"
        "The function is hot, by an attribute or a profile, and merging would slow it down (option `hot`).";
    ToBeInlined "to-be-inlined"
        "The inliner is to make the function part of its only caller, to which that is worth more than a call (option `before-inlining`).";
    Recursive "recursive"
        "The function calls itself, and what is inlined into one that does the work of two would be in each of its frames (option `before-inlining`).";
    FunctionMetadata "function-metadata"
        "The function carries metadata that may not be lost, moved or duplicated.";
    LibraryFunction "library-function"
        "LLVM makes calls to the function out of plain loops, and only its name keeps it from doing so inside.";
    UnknownAttribute "unknown-attribute"
        "The function has an attribute of which it is not known what it asks for.";
    AttributeForbids "attribute-forbids"
        "An attribute of the function forbids that its code stands elsewhere (hybrid_patchable, bpf_fastcall, …).";
    NoFloatRegisters "no-float-registers"
        "The function may not use floating-point or vector registers; or it has floating-point numbers of 16 bits, which few targets have registers for, or vectors for which its target has none, or no select. So none of these can be selected.";
    BpfProgram "bpf-program"
        "The function is of a BPF program, which a kernel proves path by path before it runs it: what one original may do, no other one may do by the same code.";
    Interpreted "interpreted"
        "The tool wasm-bindgen executes the function to learn the types of what is exported, and knows few instructions.";
    BacktraceEdge "backtrace-edge"
        "Rust's backtraces begin or end at the function, which they know by its name.";
    UnsupportedInstruction "unsupported-instruction"
        "The function contains an instruction or intrinsic that the merger does not know.";
    UnsupportedType "unsupported-type"
        "A parameter, or the result, has a type that cannot be selected or left out.";
    LinkOnce "linkonce"
        "Other objects may hold copies of the function, of which the linker keeps one if they stay as they are.";
    LeftToLinker "left-to-linker"
        "The linker folds the function with an equal one for nothing (option `icf`).";
    TooSmall "too-small"
        "The function is so small that a thunk would not be smaller.";
    NotSelected "not-selected"
        "The options leave the function out.";
    DifferentAttributes "different-attributes"
        "The functions differ in calling convention, target features, section, personality or an attribute that must be kept.";
    FoldedOtherwise "folded-otherwise"
        "Constant propagation is to fold much of one of the functions, because its parameters have the same constants in all calls; those of the other have not (option `before-inlining`).";
    DifferentReturnType "different-return-type"
        "The functions return different types.";
    PinnedParameter "pinned-parameter"
        "A parameter that must keep its place (sret, byval, …) has no equal one at that place.";
    TooManyArguments "too-many-arguments"
        "The merged function would have more arguments that are predicates than the target has registers for, and not all of them can be stored.";
    ArgumentsOnStack "arguments-on-stack"
        "An argument would go by the stack, so that a thunk or a tail call of the function would be no jump any more.";
    FrameGrows "frame-grows"
        "The merged function would have a larger frame than one of the two may have, or has so many blocks that code generation is not asked for its frame.";
    ScopeLost "scope-lost"
        "A sanitizer could not tell any more when a variable goes out of scope.";
    TailCall "tail-call"
        "A call that is a jump in one of the functions would be a call in the merged one, and take stack.";
    NothingAligned "nothing-aligned"
        "No instructions of the two functions could become one.";
    PlanTooLarge "plan-too-large"
        "Keeping values apart would take more φs than the functions have instructions.";
    DeadReferences "dead-references"
        "One of the functions needs symbols that the link would not need if it dropped that one and kept the other (option `gc-sections`).";
    TooSlow "too-slow"
        "The merge would save bytes, but slow down one of the functions by more than they are worth.";
    Unprofitable "unprofitable"
        "The merged function and the thunks would not be smaller than the originals.";
    StaleSummary "stale-summary"
        "The summary knows a function of this hash, but of another form: it is of another version of the program.";
    DifferentConstants "different-constants"
        "Places that are to share a parameter by the summary hold different constants, though their digests are equal.";
    NotFoldable "not-foldable"
        "No linker would keep one of its bodies: it names a local symbol, or has landing pads and is left to identical code folding.";
    OutsideLimit "outside-limit"
        "The merge has a number that the option limit, or the driver of a bisection, leaves out; or limit names a report that lacks it.";
    ReplayFailed "replay-failed"
        "The plan did not give back the originals; this is a bug in the planner, and the merge was dropped.";
    EmissionFailed "emission-failed"
        "The plan could not be turned into IR; this is a bug in the plugin, and the merge was dropped.";
    VerifierFailed "verifier-failed"
        "LLVM's verifier refused the merged function; this is a bug in the plugin, and the merge was dropped.";
}

impl Reject {
    /// Whether the reason is about two functions together, not about one of them.
    pub fn is_about_pair(self) -> bool {
        self >= Reject::DifferentAttributes
    }
}

impl fmt::Display for Reject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::error::Error for Reject {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_in_lower_case_with_hyphens() {
        let names: BTreeSet<_> = Reject::ALL.iter().map(|r| r.name()).collect();
        assert_eq!(names.len(), Reject::ALL.len());
        for name in names {
            let well_formed =
                |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase());
            assert!(name.split('-').all(well_formed), "{name}");
        }
    }

    #[test]
    fn explanations_are_unique_sentences() {
        let sentences: BTreeSet<_> = Reject::ALL.iter().map(|r| r.explanation()).collect();
        assert_eq!(sentences.len(), Reject::ALL.len());
        for sentence in sentences {
            let first = sentence.chars().next().expect("not empty");
            assert!(first.is_uppercase() && sentence.ends_with('.'), "{sentence}");
        }
    }

    #[test]
    fn serialised_as_the_name() {
        for &reason in Reject::ALL {
            let text = serde_json::to_string(&reason).expect("a string");
            assert_eq!(text, format!("\"{}\"", reason.name()));
            assert_eq!(serde_json::from_str::<Reject>(&text).expect("its own output"), reason);
        }
        assert!(serde_json::from_str::<Reject>("\"no-such-reason\"").is_err());
    }

    #[test]
    fn all_lists_functions_reasons_before_pairs() {
        assert!(Reject::ALL.is_sorted());
        assert!(!Reject::NotSelected.is_about_pair());
        assert!(Reject::VerifierFailed.is_about_pair());
        assert_eq!(Reject::ALL.last(), Some(&Reject::VerifierFailed));
    }
}
