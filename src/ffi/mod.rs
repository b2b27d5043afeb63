//! See `ARCHITECTURE.md`; to be written.
pub mod commit;
pub mod emit;
pub mod encode;
pub mod register;
pub mod remarks;
pub mod weaken;
