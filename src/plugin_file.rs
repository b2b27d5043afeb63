//! The file that this plugin was loaded from.
//!
//! Consumes: nothing but the dynamic linker's tables. Produces: a digest of the file's content. With it, what one build
//! of the plugin has learned of a module is not used by another build.

use std::ffi::{CStr, OsStr};
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::LazyLock;

/// The digest; none if the dynamic linker does not know the file, or if it cannot be read.
pub fn digest() -> Option<u64> {
    static DIGEST: LazyLock<Option<u64>> = LazyLock::new(|| {
        let content = std::fs::read(path()?);
        Some(fmerge_core::cache::digest(&content.ok()?))
    });
    *DIGEST
}

fn path() -> Option<PathBuf> {
    let here: fn() -> Option<PathBuf> = path;
    let mut found = MaybeUninit::<libc::Dl_info>::uninit();
    // SAFETY: `dladdr` fills `found` unless it returns 0.
    let found = unsafe {
        if libc::dladdr(here as *const libc::c_void, found.as_mut_ptr()) == 0 {
            return None;
        }
        found.assume_init()
    };
    if found.dli_fname.is_null() {
        return None;
    }
    // SAFETY: it is a string of the dynamic linker, and lives as long as this plugin.
    let name = unsafe { CStr::from_ptr(found.dli_fname) };
    Some(PathBuf::from(OsStr::from_bytes(name.to_bytes())))
}
