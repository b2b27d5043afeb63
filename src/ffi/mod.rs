//! See `ARCHITECTURE.md`; to be written.
pub mod emit;
pub mod encode;
pub mod register;
