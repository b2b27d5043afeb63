//! The plugin's front door: what LLVM finds when it loads the library, in the shape that its version has.
//!
//! Consumes: the major version that `build.rs` found. Produces: the result of `llvmGetPassPluginInfo`.
//! Guarantees: this module and `src/shim/compat.h` are all that differs between versions of LLVM.

#[cfg(llvm_calls_before_codegen)]
use std::ffi::c_void;
use std::ffi::{CStr, c_char};
use std::hint::black_box;

#[cfg(llvm_calls_before_codegen)]
use crate::ffi::register::fmerge_before_codegen;
use crate::ffi::register::{PassBuilder, fmerge_register_callbacks, fmerge_require_llvm};

/// The major version of the LLVM that this plugin fits.
pub const LLVM: &str = env!("FMERGE_LLVM_MAJOR");

/// The versions that all tests are run with. For others, `src/shim/compat.h` relies on LLVM's documentation. The
/// library contains this text as it is here: a test changes it in a copy of the library, since there is no other
/// version to build for.
const TRIED: &str = "tested with LLVM 19 and 22";

/// `LLVM_PLUGIN_API_VERSION`: 2 since LLVM 22 (llvm/llvm-project#170846).
const API_VERSION: u32 = if cfg!(llvm_calls_before_codegen) { 2 } else { 1 };

const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("the package version holds a zero byte"),
    };

/// `llvm::PassPluginLibraryInfo`, field by field: of `llvm/Plugins/PassPlugin.h`, or up to LLVM 21 of
/// `llvm/Passes/PassPlugin.h`.
#[repr(C)]
pub struct PassPluginLibraryInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register: Option<unsafe extern "C" fn(*mut PassBuilder)>,
    #[cfg(llvm_calls_before_codegen)]
    pre_codegen: Option<unsafe extern "C" fn(*mut c_void, *mut c_void, i32, *mut c_void) -> bool>,
}

/// Its name says which LLVM the plugin is for. Programs that do not load the file can read it (`fmerge cc`).
#[unsafe(export_name = concat!("fmerge_for_llvm_", env!("FMERGE_LLVM_MAJOR")))]
pub static FOR_LLVM: u8 = 0;

/// The first function of a plugin that LLVM calls. It is defined in Rust, because rustc's linker script for a
/// `cdylib` hides symbols that come from C++.
///
/// It does not return to another version of LLVM, which may have no room for all fields of the result.
#[unsafe(no_mangle)]
pub extern "C" fn llvmGetPassPluginInfo() -> PassPluginLibraryInfo {
    fmerge_require_llvm();
    PassPluginLibraryInfo {
        api_version: API_VERSION,
        name: c"fmerge".as_ptr(),
        version: VERSION.as_ptr(),
        register: Some(fmerge_register_callbacks),
        #[cfg(llvm_calls_before_codegen)]
        pre_codegen: Some(fmerge_before_codegen),
    }
}

/// Says in the log when nobody has tried this plugin with the LLVM that it was built for.
pub fn tell_if_untried() {
    // Read when the plugin runs, not when it is compiled.
    let tried = black_box(TRIED);
    if !tried.split(' ').any(|version| version == LLVM) {
        log::info!("built for LLVM {LLVM} by its documentation; {tried}");
    }
}
