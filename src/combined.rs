//! The pass `fmerge`: merges equal functions, then those that differ in constants and similar ones, in the order of
//! what they save.
//!
//! Consumes: a module and the options of all three passes. Produces: the module with functions merged, and one
//! [`Report`] of all that was done.
//! Guarantees: each pass works on what the passes before it left. In the first round, equal functions are merged; then
//! `f3m` merges similar functions together with those that differ in constants. In later rounds, and where the two
//! kinds are not merged together (`merges_together`), `identical` and `gfm` are repeated until they find nothing more,
//! because merging two functions can make their callers equal. After the first round, similar functions are searched
//! only if `identical` or `gfm` has found something since the last search. The option `rounds` is the limit.

use std::time::Instant;

use fmerge_core::driver::takes_groups;
use fmerge_core::options::{Options, PassName};
use fmerge_core::report::Report;

use crate::analyses::Analyses;
use crate::error::PassError;
use crate::host::WantedMerges;
use crate::limit::Limit;
use crate::module::ModuleContext;
use crate::{identical, merging};

/// The most turns of the two cheap passes. They end by themselves, because they go on only while functions are merged.
/// The limit keeps a mistake of ours from hanging a build.
const MOST_TURNS: usize = 32;

/// Merges what pays in the module of `ctx`; the report says whether anything changed.
///
/// # Errors
/// As of [`merging::run`].
///
/// # Safety
/// Nobody keeps references to the module's functions, which may be deleted.
pub unsafe fn run(
    options: &Options,
    ctx: &mut ModuleContext,
    analyses: Analyses,
) -> Result<Report, PassError> {
    let start = Instant::now();
    ctx.keep_allowed();
    let (mut all, mut session) =
        (Report::new("fmerge"), merging::session(options, ctx.module, WantedMerges::Pairs));
    let together = merges_together(options);
    let wanted = if together { WantedMerges::Both } else { WantedMerges::Pairs };
    for round in 0..options.rounds {
        let with_gfm = !(round == 0 && together);
        // SAFETY: the caller's promise.
        let found = unsafe { merge_alike(options, with_gfm, ctx, analyses, &mut all) }?;
        let spent = Limit::new(options, PassName::Fmerge, ctx.module).is_reached();
        if spent || !(round == 0 || found) {
            break;
        }
        // SAFETY: the caller's promise.
        let similar = unsafe { merging::run(options, ctx, analyses, wanted, &mut session) }?;
        let nothing = similar.merges == 0;
        all.absorb(similar);
        if nothing {
            break;
        }
    }
    session.end();
    all.set_total(start.elapsed());
    Ok(all)
}

/// Whether functions that differ in constants are merged together with similar ones, so that what saves the most goes
/// first. Where time does not count, functions that differ in constants go first instead: no pair saves more of a
/// function than such a group does. Where time counts, a later merge may add less of it, so the order matters. Forced
/// merges and those in the papers' order are not made together either.
fn merges_together(options: &Options) -> bool {
    !options.ignores_time() && takes_groups(options)
}

/// Merges equal functions and, `with_gfm`, functions that differ in constants, in turns; true when something was
/// merged. Each of the two passes leaves next to nothing that it would merge itself. So the turns end when one pass
/// finds nothing in what the other has left.
///
/// # Errors
/// As of [`merging::run`].
///
/// # Safety
/// As for [`run`].
unsafe fn merge_alike(
    options: &Options,
    with_gfm: bool,
    ctx: &mut ModuleContext,
    analyses: Analyses,
    all: &mut Report,
) -> Result<bool, PassError> {
    let passes = [PassName::Identical, PassName::Gfm];
    let passes = if with_gfm { &passes[..] } else { &passes[..1] };
    let before = all.merges;
    // How many passes would find nothing now.
    let mut idle = 0;
    for &pass in passes.iter().cycle().take(MOST_TURNS) {
        // SAFETY: the caller's promise.
        let report = unsafe {
            match pass {
                PassName::Identical => identical::run(options, ctx, analyses),
                _ => merging::run_once(options, ctx, analyses, WantedMerges::Groups)?,
            }
        };
        idle = if report.merges > 0 { 1 } else { idle + 1 };
        all.absorb(report);
        if idle == passes.len() {
            break;
        }
    }
    Ok(all.merges > before)
}
