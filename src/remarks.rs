//! Optimisation remarks, as `opt -pass-remarks-missed=f3m` and `clang -Rpass-missed=fmerge` show them.
//!
//! Consumes: the function a remark is about, its text, and values under keys, which `-fsave-optimization-record` records
//! beside the text so that `llvm-remarkutil` can add them up. Produces: remarks through LLVM.
//! Guarantees: no text is made when remarks are off. All passes that remarks name begin with `fmerge-`.

use std::ffi::CStr;

use fmerge_core::price::Bytes;
use fmerge_core::reject::Reject;
use fmerge_core::speed::SizeLevel;

use crate::ffi::remarks::{RemarkValue, fmerge_emit_remark, fmerge_remarks_enabled};
use crate::llvm::FunctionRef;

/// What a remark says.
pub struct Remark {
    text: String,
    values: Vec<(&'static CStr, String)>,
}

impl Remark {
    /// The remark that functions now share a body, and how many bytes that saves.
    pub fn merged<'a>(
        text: String,
        originals: impl IntoIterator<Item = &'a String>,
        gain: Bytes,
    ) -> Remark {
        let partners = originals.into_iter().map(|name| (c"Partner", name.clone()));
        let saved = [(c"BytesSaved", gain.to_string())];
        Remark { text, values: saved.into_iter().chain(partners).collect() }
    }
}

/// Says that `pass` has merged `function`.
pub fn merged(function: FunctionRef, pass: &CStr, remark: impl FnOnce() -> Remark) {
    emit(function, pass, true, "merged", remark);
}

/// Says that `pass` refused `function`, and why.
pub fn refused(function: FunctionRef, pass: &CStr, reason: Reject) {
    emit(function, pass, false, reason.name(), || Remark {
        text: reason.explanation().to_owned(),
        values: vec![(c"Reason", reason.name().to_owned())],
    });
}

/// Says why `pass` did not merge `function` with the partner that was tried. If only time was to blame, `given_up` is
/// the most bytes that the merge would have saved; else it is 0.
pub fn missed(function: FunctionRef, pass: &CStr, partner: &str, reason: Reject, given_up: Bytes) {
    emit(function, pass, false, reason.name(), || {
        let why = reason.explanation();
        let mut values =
            vec![(c"Reason", reason.name().to_owned()), (c"Partner", partner.to_owned())];
        let mut text = format!("not merged with {partner}: {why}");
        if given_up > Bytes::ZERO {
            let asks = function.size_level() > SizeLevel::None;
            let preset = if asks { "smallest" } else { "all-functions" };
            text += &format!(
                " That gives up {given_up} bytes at most; the preset {preset} takes them."
            );
            values.push((c"BytesGivenUp", given_up.to_string()));
        }
        Remark { text, values }
    });
}

fn emit(
    function: FunctionRef,
    pass: &CStr,
    passed: bool,
    name: &str,
    remark: impl FnOnce() -> Remark,
) {
    // SAFETY: the function is alive, the pass name a C string.
    if !unsafe { fmerge_remarks_enabled(function.as_ptr(), pass.as_ptr(), passed) } {
        return;
    }
    let Remark { text, values } = remark();
    let raw = |(key, text): &(&CStr, String)| RemarkValue {
        key: key.as_ptr(),
        text: text.as_ptr().cast(),
        length: text.len(),
    };
    let raw: Vec<RemarkValue> = values.iter().map(raw).collect();
    // SAFETY: as above; the function has a body, because remarks are enabled for no other; all texts come with their
    // lengths, and LLVM copies what it keeps.
    unsafe {
        fmerge_emit_remark(
            function.as_ptr(),
            pass.as_ptr(),
            passed,
            name.as_ptr().cast(),
            name.len(),
            text.as_ptr().cast(),
            text.len(),
            raw.as_ptr(),
            raw.len(),
        );
    }
}
