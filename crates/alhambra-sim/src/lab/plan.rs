//! What is to be played: every game of a tournament or study, by number.
//!
//! A deal is a piece of luck; it is played at several tables, and every table of a deal has the same luck
//! (common random numbers), so what differs is the bots, their seats, or the modules. The numbers run through
//! the tables of the first deal, then the second. Everything about a game follows from the plan and its number.

use super::contestant::Contestant;
use crate::game::Seeds;
use alhambra_rules::{ModuleId, Quick, Setup, SetupError, code};
use std::borrow::Cow;
use std::fmt::Write as _;

/// The most games a plan may have.
const MAX_GAMES: u64 = 1_000_000_000_000;
/// The most bots of a tournament.
const MAX_BOTS: usize = 16;

/// What a plan is for; part of every row of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Bots against each other.
    Tournament,
    /// The same bots over given module sets.
    Sets,
    /// The same bots over module sets drawn for every deal.
    RandomSets,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Tournament, Kind::Sets, Kind::RandomSets];

    /// The name in rows.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Tournament => "tournament",
            Kind::Sets => "sets",
            Kind::RandomSets => "random-sets",
        }
    }

    /// The kind with this name.
    pub fn with_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// All games to be played, by number.
#[derive(Clone, Debug, PartialEq)]
pub struct LabPlan {
    kind: Kind,
    seed: u64,
    deals: u64,
    tables: Vec<Seating>,
    /// Modules to draw from and how many to draw, for [`Kind::RandomSets`].
    pool: (Vec<ModuleId>, usize),
}

#[derive(Clone, Debug, PartialEq)]
struct Seating {
    setup: Setup,
    bots: Vec<Contestant>,
}

/// One game of a plan.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    /// Its number, from 0.
    pub number: u64,
    /// Its deal, from 0.
    pub deal: u64,
    /// Its table in the deal, from 0.
    pub table: u64,
    /// What is played.
    pub setup: Cow<'a, Setup>,
    /// Who sits where.
    pub bots: &'a [Contestant],
    pub(crate) seeds: Seeds,
}

/// Why a plan is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPlan {
    /// The set-up is refused.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Nobody to compare.
    #[error("bots: a round robin needs at least 2 different bots, not {0}; or name a field with --against")]
    Alone(usize),
    /// A bot twice.
    #[error("bots: {0} is named twice")]
    Twice(Contestant),
    /// More bots than a tournament can have.
    #[error("bots: {0} bots are too many for one tournament; name at most {MAX_BOTS}")]
    Crowd(usize),
    /// A mixed table has more seats than there are bots.
    #[error("bots: mixed tables of {players} need at least {players} different bots, not {bots}")]
    NotEnough {
        /// Seats at a table.
        players: usize,
        /// Bots named.
        bots: usize,
    },
    /// The field does not fill the table.
    #[error(
        "against: {field} bots do not fill the other {others} seats; name one for all of them, or {others}"
    )]
    Field {
        /// Bots in the field.
        field: usize,
        /// Seats they have to fill.
        others: usize,
    },
    /// A challenger that is its own field.
    #[error("against: {0} would play only against itself")]
    Itself(Contestant),
    /// Bots of a study that do not fit.
    #[error("bots: {bots} bots do not fit {players} players; name one for all, or one for each seat")]
    Seats {
        /// How many bots were named.
        bots: usize,
        /// How many play.
        players: usize,
    },
    /// No luck to play.
    #[error("deals: at least 1 is needed")]
    Deals,
    /// More than anybody can play.
    #[error("deals: {0} deals are more games than a plan can have")]
    TooMany(u64),
    /// More modules to draw than there are.
    #[error("size: sets of {size} modules cannot be drawn from {pool}; name a size from 1 to {pool}")]
    Size {
        /// Asked for.
        size: usize,
        /// There are.
        pool: usize,
    },
    /// No set to compare with the base game.
    #[error("sets: name at least one set of modules; the game without modules is always played too")]
    NoSets,
}

impl LabPlan {
    /// Every bot against every other: for every two, each of them alone against a table of the other, in every
    /// seat. With two players that is every pair in both seatings.
    ///
    /// # Errors
    /// What is wrong with the bots or the set-up.
    pub fn round_robin(setup: Setup, bots: &[Contestant], deals: u64, seed: u64) -> Result<LabPlan, BadPlan> {
        let players = setup.players.len();
        different(bots)?;
        let mut seatings = Vec::new();
        for (i, &a) in bots.iter().enumerate() {
            for (j, &b) in bots.iter().enumerate() {
                if i < j || i > j && players > 2 {
                    rotate(alone(a, &vec![b; players.saturating_sub(1)]), &mut seatings);
                }
            }
        }
        LabPlan::tournament(setup, seatings, deals, seed)
    }

    /// Every choice of as many different bots as there are seats, each bot in every seat.
    ///
    /// # Errors
    /// What is wrong with the bots or the set-up.
    pub fn mixed(setup: Setup, bots: &[Contestant], deals: u64, seed: u64) -> Result<LabPlan, BadPlan> {
        let players = setup.players.len();
        different(bots)?;
        if bots.len() < players {
            return Err(BadPlan::NotEnough { players, bots: bots.len() });
        }
        let mut seatings = Vec::new();
        for chosen in (0u32..1 << bots.len()).filter(|chosen| chosen.count_ones() as usize == players) {
            let bots = bots.iter().enumerate().filter(|(i, _)| chosen >> i & 1 != 0).map(|(_, bot)| *bot);
            rotate(bots.collect(), &mut seatings);
        }
        LabPlan::tournament(setup, seatings, deals, seed)
    }

    /// Each of `bots` alone against the field, in every seat. The field is one bot for all other seats, or one
    /// for each.
    ///
    /// # Errors
    /// What is wrong with the bots or the set-up.
    pub fn against(
        setup: Setup,
        bots: &[Contestant],
        field: &[Contestant],
        deals: u64,
        seed: u64,
    ) -> Result<LabPlan, BadPlan> {
        let others = setup.players.len().saturating_sub(1);
        twice(bots)?;
        let field = match field {
            [one] => vec![*one; others],
            _ if field.len() == others => field.to_vec(),
            _ => return Err(BadPlan::Field { field: field.len(), others }),
        };
        if bots.is_empty() {
            return Err(BadPlan::Alone(0));
        }
        let mut seatings = Vec::new();
        for &bot in bots {
            if field.iter().all(|other| *other == bot) {
                return Err(BadPlan::Itself(bot));
            }
            rotate(alone(bot, &field), &mut seatings);
        }
        LabPlan::tournament(setup, seatings, deals, seed)
    }

    /// The same bots over given sets of modules; every deal is also played without modules.
    ///
    /// # Errors
    /// What is wrong with the bots or a set-up.
    pub fn sets(
        base: Setup,
        bots: &[Contestant],
        sets: &[Vec<ModuleId>],
        deals: u64,
        seed: u64,
    ) -> Result<LabPlan, BadPlan> {
        if sets.is_empty() || sets.iter().any(Vec::is_empty) {
            return Err(BadPlan::NoSets);
        }
        let with = |set: &Vec<ModuleId>| set.iter().fold(base.clone(), |setup, module| setup.with(*module));
        let setups: Vec<Setup> = std::iter::once(base.clone()).chain(sets.iter().map(with)).collect();
        LabPlan::study(Kind::Sets, setups, bots, (Vec::new(), 0), deals, seed)
    }

    /// The same bots over sets of `size` modules, drawn from `pool` for every deal; every deal is also played
    /// without modules. Modules that do not go with what was drawn before them are passed over.
    ///
    /// # Errors
    /// What is wrong with the bots or the set-up.
    pub fn random_sets(
        base: Setup,
        bots: &[Contestant],
        pool: &[ModuleId],
        size: usize,
        deals: u64,
        seed: u64,
    ) -> Result<LabPlan, BadPlan> {
        let fits = |module: &&ModuleId| base.clone().with(**module).check().is_ok();
        let pool: Vec<ModuleId> = pool.iter().filter(fits).copied().collect();
        if !(1..=pool.len()).contains(&size) {
            return Err(BadPlan::Size { size, pool: pool.len() });
        }
        LabPlan::study(Kind::RandomSets, vec![base.clone(), base], bots, (pool, size), deals, seed)
    }

    fn study(
        kind: Kind,
        setups: Vec<Setup>,
        bots: &[Contestant],
        pool: (Vec<ModuleId>, usize),
        deals: u64,
        seed: u64,
    ) -> Result<LabPlan, BadPlan> {
        let players = setups.first().map_or(0, |setup| setup.players.len());
        let bots = match bots {
            [one] => vec![*one; players],
            _ if bots.len() == players => bots.to_vec(),
            _ => return Err(BadPlan::Seats { bots: bots.len(), players }),
        };
        let tables = setups.into_iter().map(|setup| Seating { setup, bots: bots.clone() });
        LabPlan { kind, seed, deals, tables: tables.collect(), pool }.checked()
    }

    fn tournament(
        setup: Setup,
        seatings: Vec<Vec<Contestant>>,
        deals: u64,
        seed: u64,
    ) -> Result<LabPlan, BadPlan> {
        let tables = seatings.into_iter().map(|bots| Seating { setup: setup.clone(), bots });
        let tables: Vec<Seating> = tables.collect();
        LabPlan { kind: Kind::Tournament, seed, deals, tables, pool: (Vec::new(), 0) }.checked()
    }

    fn checked(self) -> Result<LabPlan, BadPlan> {
        self.tables.iter().try_for_each(|table| table.setup.check())?;
        if self.deals == 0 {
            return Err(BadPlan::Deals);
        }
        match self.deals.checked_mul(self.per_deal()) {
            Some(games) if games <= MAX_GAMES => Ok(self),
            _ => Err(BadPlan::TooMany(self.deals)),
        }
    }

    /// What the plan is for.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Tables, and so games, of every deal.
    pub fn per_deal(&self) -> u64 {
        self.tables.len() as u64
    }

    /// Deals.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.deals * self.per_deal()
    }

    /// How many play.
    pub fn players(&self) -> usize {
        self.tables.first().map_or(0, |table| table.bots.len())
    }

    /// Everybody who takes part, in the order of the tables.
    pub fn contestants(&self) -> Vec<Contestant> {
        let mut all = Vec::new();
        for bot in self.tables.iter().flat_map(|table| &table.bots) {
            if !all.contains(bot) {
                all.push(*bot);
            }
        }
        all
    }

    /// A game by its number.
    pub fn game(&self, number: u64) -> Game<'_> {
        let (deal, table) = (number / self.per_deal(), number % self.per_deal());
        let Seating { setup, bots } = &self.tables[table as usize];
        let setup = match self.kind {
            Kind::RandomSets if table > 0 => Cow::Owned(self.drawn_set(setup, deal)),
            _ => Cow::Borrowed(setup),
        };
        Game { number, deal, table, setup, bots, seeds: Seeds::of(self.seed, deal) }
    }

    fn drawn_set(&self, base: &Setup, deal: u64) -> Setup {
        let (mut left, size) = self.pool.clone();
        let mut source = Quick::new(Quick::new(self.seed ^ 0x7365_7473).bits().wrapping_add(deal));
        let mut setup = base.clone();
        while setup.modules.len() < base.modules.len() + size && !left.is_empty() {
            let module = left.swap_remove(source.below(left.len() as u32) as usize);
            let more = setup.clone().with(module);
            if more.check().is_ok() {
                setup = more;
            }
        }
        setup
    }

    /// Sixteen hex digits that differ between any two plans that would play different games.
    pub fn digest(&self) -> String {
        let mut text = format!("{} {} {}", self.kind.name(), self.seed, self.deals);
        for Seating { setup, bots } in &self.tables {
            // Writing to a string cannot fail.
            let _ = write!(text, "|{}", told_apart(setup));
            bots.iter().for_each(|bot| text += &format!(" {bot}"));
        }
        self.pool.0.iter().for_each(|module| text += &format!("+{}", versioned(*module)));
        let _ = write!(text, "/{}", self.pool.1);
        // FNV-1a: not secret, only distinct.
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{hash:016x}")
    }
}

/// A set-up as no other is written, with the versions of what is on.
fn told_apart(setup: &Setup) -> String {
    // What no code can stand for is written out, names and all.
    let agreed = code::encode(setup).unwrap_or_else(|_| format!("{setup:?}"));
    setup.on().fold(agreed, |text, (module, _)| format!("{text} {}", versioned(module)))
}

/// A module of this version, by number: what codes say of modules ends with those of the box.
fn versioned(module: ModuleId) -> String {
    format!("{}v{}", module.number(), module.version())
}

fn different(bots: &[Contestant]) -> Result<(), BadPlan> {
    twice(bots)?;
    if bots.len() < 2 { Err(BadPlan::Alone(bots.len())) } else { Ok(()) }
}

fn twice(bots: &[Contestant]) -> Result<(), BadPlan> {
    if bots.len() > MAX_BOTS {
        return Err(BadPlan::Crowd(bots.len()));
    }
    let again = bots.iter().enumerate().find(|(i, bot)| bots[..*i].contains(bot));
    again.map_or(Ok(()), |(_, bot)| Err(BadPlan::Twice(*bot)))
}

fn alone(bot: Contestant, field: &[Contestant]) -> Vec<Contestant> {
    std::iter::once(bot).chain(field.iter().copied()).collect()
}

/// Adds a seating in all its rotations.
fn rotate(seating: Vec<Contestant>, all: &mut Vec<Vec<Contestant>>) {
    for by in 0..seating.len() {
        let mut turned = seating.clone();
        turned.rotate_right(by);
        all.push(turned);
    }
}

/// Part `part` of `of` parts of a plan, from 1: every `of`-th deal, so that the games of a deal stay together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    part: u64,
    of: u64,
}

/// A shard that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no shard: write part/parts, such as 1/4 to 4/4")]
pub struct BadShard(String);

impl Shard {
    /// Everything.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Whether this is the whole plan.
    pub fn is_whole(self) -> bool {
        self.of == 1
    }

    /// Games of this shard.
    pub fn games(self, plan: &LabPlan) -> u64 {
        plan.deals.saturating_sub(self.part - 1).div_ceil(self.of) * plan.per_deal()
    }

    /// The number of the shard's `nth` game in the plan, both from 0.
    pub fn number(self, plan: &LabPlan, nth: u64) -> u64 {
        let deal = self.part - 1 + self.of * (nth / plan.per_deal());
        deal * plan.per_deal() + nth % plan.per_deal()
    }

    /// Which game of the shard has this number in the plan, if any has.
    pub fn nth(self, plan: &LabPlan, number: u64) -> Option<u64> {
        let deal = number / plan.per_deal();
        let ours = number < plan.games() && deal % self.of == self.part - 1;
        ours.then(|| deal / self.of * plan.per_deal() + number % plan.per_deal())
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl std::str::FromStr for Shard {
    type Err = BadShard;

    fn from_str(text: &str) -> Result<Shard, BadShard> {
        let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((part, of)) if (1..=of).contains(&part) && of <= 1_000_000 => Ok(Shard { part, of }),
            _ => Err(BadShard(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bots(names: &str) -> Vec<Contestant> {
        names.split(',').map(|name| name.parse().unwrap()).collect()
    }

    fn seatings(plan: &LabPlan) -> Vec<String> {
        let seated =
            |table| plan.game(table).bots.iter().map(|bot| bot.to_string()[..1].to_owned()).collect();
        (0..plan.per_deal()).map(seated).collect()
    }

    #[test]
    fn everybody_sits_everywhere_with_the_same_luck() {
        let two = LabPlan::round_robin(Setup::players(2), &bots("random,easy,medium"), 5, 1).unwrap();
        assert_eq!(seatings(&two), ["re", "er", "rm", "mr", "em", "me"]);
        let three = LabPlan::round_robin(Setup::players(3), &bots("random,easy"), 5, 1).unwrap();
        assert_eq!(seatings(&three), ["ree", "ere", "eer", "err", "rer", "rre"]);
        let mixed = LabPlan::mixed(Setup::players(2), &bots("random,easy,medium"), 5, 1).unwrap();
        assert_eq!(seatings(&mixed), ["re", "er", "rm", "mr", "em", "me"]);
        let field = LabPlan::against(Setup::players(3), &bots("hard"), &bots("easy,medium"), 5, 1).unwrap();
        assert_eq!(seatings(&field), ["hem", "mhe", "emh"]);
        let luck = |number| three.game(number).seeds.luck;
        assert!((6..12).all(|number| luck(number) == luck(6)) && luck(5) != luck(6) && luck(0) == luck(5));
        assert_eq!((three.games(), three.game(11).deal, three.game(11).table), (30, 1, 5));
    }

    #[test]
    fn shards_cover_everything_once() {
        let plan = LabPlan::round_robin(Setup::players(3), &bots("random,easy"), 7, 1).unwrap();
        for of in 1..=9 {
            let mut all = Vec::new();
            for part in 1..=of {
                let shard: Shard = format!("{part}/{of}").parse().unwrap();
                for nth in 0..shard.games(&plan) {
                    let number = shard.number(&plan, nth);
                    assert_eq!(shard.nth(&plan, number), Some(nth));
                    all.push(number);
                }
            }
            all.sort_unstable();
            assert_eq!(all, (0..plan.games()).collect::<Vec<_>>(), "{of} shards");
        }
        for bad in ["0/3", "4/3", "1/0", "1", "a/b", "-1/2", "1/2/3"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }

    #[test]
    fn random_sets_are_drawn_by_deal_and_can_be_played() {
        let plan = LabPlan::random_sets(Setup::players(3), &bots("random"), ModuleId::ALL, 3, 50, 4).unwrap();
        let sets: Vec<Setup> = (0..50).map(|deal| plan.game(2 * deal + 1).setup.into_owned()).collect();
        assert!(sets.iter().all(|set| set.check().is_ok() && (1..=3).contains(&set.modules.len())));
        assert!(sets.iter().any(|set| set != &sets[0]));
        assert!(plan.game(0).setup.modules.is_empty());
        assert_eq!(plan.game(21).setup, plan.clone().game(21).setup);
    }

    #[test]
    fn plans_differ_by_what_they_play() {
        let plan = |names: &str, deals, seed| {
            LabPlan::round_robin(Setup::players(3), &bots(names), deals, seed).unwrap().digest()
        };
        let all = [
            plan("random,easy", 5, 1),
            plan("easy,random", 5, 1),
            plan("random,easy", 6, 1),
            plan("random,easy", 5, 2),
            plan("random,medium", 5, 1),
        ];
        assert_eq!(all.iter().collect::<std::collections::BTreeSet<_>>().len(), all.len());
        assert_eq!(all[0], plan("random,easy", 5, 1));
    }

    /// Modules of one's own have numbers beyond the box, as rules of editions do, and no code tells them apart.
    #[test]
    fn a_set_up_without_a_code_is_told_apart_by_its_modules() {
        let strange = Setup::players(3).with(ModuleId::RedPalace);
        let text = told_apart(&strange);
        let version = ModuleId::RedPalace.version();
        assert!(text.ends_with(&format!(" 50v{version}")) && text.contains("RedPalace"), "{text}");
        let plain = told_apart(&Setup::players(3).with(ModuleId::Thieves));
        assert!(plain.ends_with(&format!(" 10v{}", ModuleId::Thieves.version())), "{plain}");
    }

    #[test]
    fn impossible_plans_are_refused() {
        let setup = || Setup::players(3);
        let said = |plan: Result<LabPlan, BadPlan>| plan.unwrap_err().to_string();
        assert!(said(LabPlan::round_robin(setup(), &bots("easy"), 1, 1)).starts_with("bots: a round robin"));
        assert!(said(LabPlan::round_robin(setup(), &[], 1, 1)).starts_with("bots: a round robin"));
        assert!(said(LabPlan::round_robin(setup(), &bots("easy,easy"), 1, 1)).contains("named twice"));
        assert!(said(LabPlan::round_robin(setup(), &bots("easy,random"), 0, 1)).starts_with("deals:"));
        assert!(
            said(LabPlan::round_robin(setup(), &bots("easy,random"), u64::MAX, 1)).contains("more games")
        );
        assert!(said(LabPlan::mixed(setup(), &bots("easy,random"), 1, 1)).contains("at least 3 different"));
        assert!(said(LabPlan::against(setup(), &bots("easy"), &bots("easy"), 1, 1)).contains("itself"));
        assert!(said(LabPlan::against(setup(), &[], &bots("easy"), 1, 1)).starts_with("bots:"));
        assert!(said(LabPlan::against(setup(), &bots("easy"), &[], 1, 1)).starts_with("against:"));
        assert!(said(LabPlan::sets(setup(), &bots("easy"), &[], 1, 1)).starts_with("sets:"));
        assert!(
            said(LabPlan::sets(setup(), &bots("easy,easy"), &[vec![ModuleId::Thieves]], 1, 1))
                .contains("fit")
        );
        assert!(said(LabPlan::random_sets(setup(), &bots("easy"), &[], 1, 1, 1)).starts_with("size:"));
        let seven = LabPlan::round_robin(Setup::players(7), &bots("easy,random"), 1, 1);
        assert_eq!(said(seven), "Alhambra is played by 2 to 6, not by 7");
    }
}
