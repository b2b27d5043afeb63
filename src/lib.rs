//! libfmerge.so: the LLVM plugin. The only crate that touches LLVM, and the only one with `unsafe`.
#![allow(unsafe_code)]
#![warn(clippy::undocumented_unsafe_blocks)]

pub mod analyses;
mod announce;
pub mod bodies;
pub mod canon;
pub mod combined;
pub mod commit;
pub mod emit;
pub mod encode;
pub mod ending;
pub mod error;
pub mod ffi;
pub mod filter;
pub mod frequencies;
pub mod gfm;
pub mod global;
pub mod host;
pub mod identical;
mod inlining;
pub mod interface;
pub mod limit;
mod linker;
pub mod llvm;
pub mod logging;
mod machine_code;
pub mod merging;
pub mod module;
pub mod pass;
mod plugin_file;
mod propagation;
mod recursion;
mod references;
pub mod register;
pub mod remarks;
mod replace;
pub mod stable;
mod stack;
pub mod standing;
mod startup;
mod timing;
