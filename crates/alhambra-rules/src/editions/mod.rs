//! The games of the family, as profiles.

pub mod classic;
