//! What to begin with among the modules of the Mega Box: the groups they were published in, and sets we recommend. What
//! they are called and why stands in the words beside this file.

use crate::choosing::{Group, Played, Recommended, played};

/// The groups of the Mega Box, in its order: six expansions of four modules each, and what came from elsewhere.
pub(crate) const GROUPS: &[Group] = &[
    Group { slug: "expansion-1", numbers: (1, 4) },
    Group { slug: "expansion-2", numbers: (5, 8) },
    Group { slug: "expansion-3", numbers: (9, 12) },
    Group { slug: "expansion-4", numbers: (13, 16) },
    Group { slug: "expansion-5", numbers: (17, 20) },
    Group { slug: "expansion-6", numbers: (21, 24) },
    Group { slug: "queenies", numbers: (25, 26) },
    Group { slug: "designers", numbers: (27, 40) },
    Group { slug: "fans", numbers: (41, 43) },
];

/// Sets to begin with, the lightest first. What came out of a thousand games of three medium bots, rounded:
/// `alhambra study --sets … --deals 1000 --out games.csv` with these sets (version 0.2.0, seed 1).
pub(crate) const SETS: &[Recommended] = &[
    Recommended { slug: "first-step", modules: &[2, 6, 25], played: played(123, 223, 134, 19, 25) },
    Recommended { slug: "builders", modules: &[4, 32, 33, 43], played: played(111, 270, 175, 17, 30) },
    Recommended { slug: "walls", modules: &[8, 9, 15, 22], played: played(108, 268, 151, 19, 33) },
    Recommended { slug: "bargains", modules: &[11, 19, 24, 42], played: played(72, 270, 120, 16, 29) },
    Recommended { slug: "elbows", modules: &[1, 7, 10, 18], played: played(80, 293, 129, 17, 32) },
    Recommended { slug: "evening", modules: &[12, 29, 34, 37, 40], played: played(89, 522, 121, 18, 31) },
];

/// The same deals without any module.
pub(crate) const WITHOUT: Played = played(89, 183, 127, 16, 30);
