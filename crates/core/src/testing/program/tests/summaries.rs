//! `gfm-merge`: what parameterizations make of programs.
