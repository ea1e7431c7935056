//! Many games of Alhambra.
#![forbid(unsafe_code)]
