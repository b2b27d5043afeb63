//! Empty: this package only pins where the benchmark programs come from.
