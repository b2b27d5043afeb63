//! See `ARCHITECTURE.md`; to be written.
