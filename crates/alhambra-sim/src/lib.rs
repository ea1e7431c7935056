//! Many games of Alhambra: records of them on disk, and batches with statistics.
#![forbid(unsafe_code)]

pub mod records;
