//! Which functions may share a body that is not changed.
//!
//! Consumes: a function of the module, and its canonical form. Produces: nothing, or a [`Reject`].
//! Guarantees: what is tolerated here but not by the encoder needs no change of the body: variable arguments,
//! `musttail`, tokens, funclets, setjmp, strict floating point. Some of it keeps a function from becoming a thunk, as
//! [`Standing`](fmerge_core::standing::Standing) and [`FrameVisibility`] say. A hot function does not become a thunk either.

use fmerge_core::encode::facts;
use fmerge_core::intrinsic::IntrinsicTreatment;
use fmerge_core::options::Options;
use fmerge_core::reject::Reject;

use crate::analyses::Analyses;
use crate::canon::Canonical;
use crate::encode::eligibility::{check_function_but, check_inlining, check_selected};
use crate::ffi::encode::CONSTANT_COMDAT_LOCAL;
use crate::ffi::identical::fmerge_function_metadata_known;
use crate::llvm::FunctionRef;
use crate::module::ModuleContext;

const TOLERATED_OF_FUNCTIONS: [Reject; 10] = [
    // Its callers are equal only when it is, too.
    Reject::AlwaysInline,
    Reject::VarArgs,
    Reject::ReturnsTwice,
    Reject::Convergent,
    Reject::NoDuplicate,
    Reject::UnusualParameter,
    Reject::SwiftError,
    Reject::StrictFp,
    Reject::FunctionMetadata,
    Reject::NoFloatRegisters,
];

const TOLERATED_OF_INSTRUCTIONS: [Reject; 13] = [
    Reject::ExceptionHandling,
    Reject::Funclet,
    Reject::CallBr,
    Reject::IndirectBranch,
    Reject::MustTail,
    Reject::Token,
    Reject::Convergent,
    Reject::NoDuplicate,
    Reject::ReturnsTwice,
    Reject::DynamicAlloca,
    Reject::SwiftError,
    Reject::UnusualParameter,
    Reject::StrictFp,
];

/// Whether the body looks at its own frame, so that no thunk may call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameVisibility {
    /// It does: it would see the further frame.
    Seen,
    /// It does not.
    Unseen,
}

/// Refuses functions for facts of the function as a whole.
///
/// # Errors
/// The first reason; those of the options come first.
pub fn check(
    options: &Options,
    ctx: &ModuleContext,
    function: FunctionRef,
    analyses: Analyses,
) -> Result<(), Reject> {
    check_selected(options, function, analyses)?;
    check_inlining(options, ctx, function, analyses, None)?;
    check_function_but(function, &TOLERATED_OF_FUNCTIONS)?;
    // SAFETY: the function is alive.
    match unsafe { fmerge_function_metadata_known(function.as_ptr()) } {
        true => Ok(()),
        false => Err(Reject::FunctionMetadata),
    }
}

/// Refuses functions for facts of the body.
///
/// # Errors
/// The first reason.
pub fn check_body(
    ctx: &mut ModuleContext,
    canonical: &Canonical,
) -> Result<FrameVisibility, Reject> {
    facts::check(canonical.instruction_facts, &TOLERATED_OF_INSTRUCTIONS)?;
    if facts::has_no_merge_call(canonical.instruction_facts) {
        return Err(Reject::NoMerge);
    }
    if canonical.constant_facts & CONSTANT_COMDAT_LOCAL != 0 {
        return Err(Reject::ComdatLocalReference);
    }
    let mut frame = FrameVisibility::Unseen;
    for &intrinsic in &canonical.intrinsics {
        if check_intrinsic(ctx.treatment(intrinsic))? == FrameVisibility::Seen {
            frame = FrameVisibility::Seen;
        }
    }
    Ok(frame)
}

/// Whether a body that stays as it is may call such an intrinsic, and whether that looks at the frame.
fn check_intrinsic(treatment: IntrinsicTreatment) -> Result<FrameVisibility, Reject> {
    use Reject::{CallBr, DynamicAlloca, FrameDependent, StrictFp, Token, UnusualParameter};
    match treatment {
        IntrinsicTreatment::Refuse(FrameDependent) => Ok(FrameVisibility::Seen),
        IntrinsicTreatment::Refuse(
            CallBr | DynamicAlloca | StrictFp | Token | UnusualParameter,
        ) => Ok(FrameVisibility::Unseen),
        IntrinsicTreatment::Refuse(reason) => Err(reason),
        _ => Ok(FrameVisibility::Unseen),
    }
}
