//! What is said of each merge that was made: in the log, in a remark, and to the driver of a bisection.
//!
//! Consumes: a merge of any pass, after the module was changed. Produces: a line of the log, a remark, and a note for
//! the driver of a bisection. It adds no line to the report: the passes add those of groups, and the core's driver adds
//! those of pairs, because it knows how they were aligned. Guarantees: the log and the remark say the same, but names
//! in the log are demangled.

use std::ffi::CStr;

use fmerge_core::price::Bytes;
use fmerge_core::report::ReportedGroup;

use crate::ffi::demangle::readable;
use crate::limit::Limit;
use crate::llvm::FunctionRef;
use crate::remarks::{self, Remark};

/// A merge that was made.
pub struct Made<'a> {
    /// The pass, as remarks name it.
    pub pass: &'static CStr,
    /// The function that does the work of the originals.
    pub body: FunctionRef,
    /// The originals' names.
    pub originals: &'a [String],
    /// Bytes saved.
    pub gain: Bytes,
}

impl<'a> Made<'a> {
    /// The merge of a group that shares a body.
    pub fn group(pass: &'static CStr, body: FunctionRef, group: &'a ReportedGroup) -> Made<'a> {
        Made { pass, body, originals: &group.originals, gain: group.gain }
    }
}

/// Announces a merge. `text` makes the sentence from the originals' names.
pub fn announce(made: &Made<'_>, limit: &mut Limit, text: impl Fn(&[String]) -> String) {
    let &Made { pass, body, originals, gain } = made;
    if log::log_enabled!(log::Level::Info) {
        let readable: Vec<String> = originals.iter().map(|name| readable(name)).collect();
        log::info!("{}", text(&readable));
    }
    remarks::merged(body, pass, || Remark::merged(text(originals), originals, gain));
    limit.made(body, &originals[0]);
}
