//! The registry: one line per module, in the order of the box.
//!
//! The macro below turns these lines into `ModuleId`, the modules' parts of the state, their actions and
//! frames, and one function per hook that calls every module that is on, in registry order. Adding a module
//! is its folder and its line here. What an edition adds as mechanism has the shape of a module and its line behind
//! the others; it is on in its edition and cannot be switched on elsewhere.

use crate::core::agenda::{Leaving, Move, What};
use crate::core::below::Quarters;
use crate::core::book::Draft;
use crate::core::building::Currency;
use crate::core::cards::Cards;
use crate::core::catalogue::{CardKind, PieceId, PieceSet};
use crate::core::cell::{Cell, Side};
use crate::core::edition::Places;
use crate::core::palace::{CellSet, PlaceFault, Verdict};
use crate::core::payment::{PayRules, Request};
use crate::core::pieces::Space;
use crate::core::placing::{Rebuilt, Turns};
use crate::core::purchase::Listing;
use crate::core::score::{CountBook, ScoreSheet, Source};
use crate::core::seat::Seat;
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::core::terms::TERMS;
use crate::core::turn::TurnRules;
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::editions::EditionId;
use crate::module::{Module, ModuleInfo, Printed, Supply, Window};
use crate::setup::{Objection, OptionValues, Setup};
use crate::view::Shown;
use crate::{Action, GameState, Illegal};
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

mod generate;
mod variant;
use generate::{hooks, modules};

// `cargo xtask bench` asks what all the others cost while they are off.
#[cfg(lean)]
modules! { 17 => NewScoreCards in m17_new_score_cards, ; }

#[cfg(not(lean))]
modules! {
    // modules: begin
    1 => ViziersFavour in m01_viziers_favour,
    2 => CurrencyExchangeCards in m02_currency_exchange_cards,
    3 => BonusCards in m03_bonus_cards,
    4 => Squares in m04_squares,
    5 => CityGates in m05_city_gates,
    6 => Diamonds in m06_diamonds,
    7 => Characters in m07_characters,
    8 => Camps in m08_camps,
    9 => CityWalls in m09_city_walls,
    10 => Thieves in m10_thieves,
    11 => Change in m11_change,
    12 => StreetTrader in m12_street_trader,
    13 => TreasureChamber in m13_treasure_chamber,
    14 => MasterBuilders in m14_master_builders,
    15 => Invaders in m15_invaders,
    16 => Bazaars in m16_bazaars,
    17 => NewScoreCards in m17_new_score_cards,
    18 => PowerOfSultan in m18_power_of_sultan,
    19 => Caravanserai in m19_caravanserai,
    20 => ArtOfTheMoors in m20_art_of_the_moors,
    21 => Falconers in m21_falconers,
    22 => Watchtowers in m22_watchtowers,
    23 => BuildingSites in m23_building_sites,
    24 => ExchangeCertificates in m24_exchange_certificates,
    25 => MagicalBuildings in m25_magical_buildings,
    26 => Medina in m26_medina,
    27 => NewBuildingGrounds in m27_new_building_grounds,
    28 => MajorConstructionProjects in m28_major_construction_projects,
    29 => PalaceStaff in m29_palace_staff,
    30 => Orchards in m30_orchards,
    31 => TravellingCraftsmen in m31_travelling_craftsmen,
    32 => Bathhouses in m32_bathhouses,
    33 => WishingWell in m33_wishing_well,
    34 => FreshColors in m34_fresh_colors,
    35 => PalaceDesigners in m35_palace_designers,
    36 => AlhambraZoo in m36_alhambra_zoo,
    37 => GatesWithoutEnd in m37_gates_without_end,
    38 => BuildingsOfPower in m38_buildings_of_power,
    39 => Extensions in m39_extensions,
    40 => Handymen in m40_handymen,
    41 => PersonalBuildingMarket in m41_personal_building_market,
    42 => Treasures in m42_treasures,
    43 => CaliphsGuidelines in m43_caliphs_guidelines,
    // modules: end
    ;
    // What an edition adds as mechanism: numbers beyond those of the box.
    50 => RedPalace in red_palace,
}

impl ModuleId {
    /// Its number in the box.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The module with this number, if it can be switched on.
    pub fn with_number(number: u8) -> Option<ModuleId> {
        BY_NUMBER.get(usize::from(number)).copied().flatten()
    }

    /// The module with this slug, if it can be switched on.
    pub fn with_slug(slug: &str) -> Option<ModuleId> {
        ModuleId::EVERY.iter().copied().find(|m| m.info().slug == slug)
    }

    /// Whether it can be switched on in an edition.
    ///
    /// # Errors
    /// Why not: a word of the edition, where it has one for that.
    pub fn in_edition(self, edition: EditionId) -> Result<(), Objection> {
        let rules = |edition: EditionId| edition.profile().rules == Some(self);
        if EditionId::ALL.iter().any(|edition| rules(*edition)) {
            let elsewhere = Err(Objection::plain("only_in_its_edition"));
            return if rules(edition) { Ok(()) } else { elsewhere };
        }
        let profile = edition.profile();
        let Some(word) = (profile.refuses)(self) else { return Ok(()) };
        Err(Objection::of("not_in_this_edition", profile.rules.map(|by| Ref::Word(by, word))))
    }

    /// The modules that can be switched on in an edition, by number.
    pub fn playable(edition: EditionId) -> impl Iterator<Item = ModuleId> {
        ModuleId::ALL.iter().copied().filter(move |module| module.in_edition(edition).is_ok())
    }

    pub(crate) const fn bit(self) -> u64 {
        1 << self as u8
    }
}

impl Serialize for ModuleId {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if s.is_human_readable() { s.serialize_str(self.info().slug) } else { self.number().serialize(s) }
    }
}

impl<'de> Deserialize<'de> for ModuleId {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<ModuleId, D::Error> {
        if d.is_human_readable() {
            let slug = std::borrow::Cow::<'de, str>::deserialize(d)?;
            ModuleId::with_slug(&slug).ok_or_else(|| {
                D::Error::custom(format!("there is no module \"{slug}\" that can be switched on"))
            })
        } else {
            let number = u8::deserialize(d)?;
            ModuleId::with_number(number)
                .ok_or_else(|| D::Error::custom(format!("there is no module {number} in this version")))
        }
    }
}

#[cfg(feature = "testkit")]
impl<'a> arbitrary::Arbitrary<'a> for ModuleId {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<ModuleId> {
        u.choose(ModuleId::EVERY).copied()
    }
}

/// Binary: module number, length, payload. JSON: `{"slug": payload}`.
fn write_tagged<S: Serializer, T: Serialize>(s: S, module: ModuleId, own: &T) -> Result<S::Ok, S::Error> {
    if s.is_human_readable() {
        let mut map = s.serialize_map(Some(1))?;
        map.serialize_entry(&module, own)?;
        return map.end();
    }
    let bytes = postcard::to_stdvec(own).map_err(serde::ser::Error::custom)?;
    (module.number(), bytes).serialize(s)
}

fn on(g: &GameState, module: ModuleId) -> bool {
    g.core.rules.modules & module.bit() != 0
}

/// Whether a module that listens to these steps lists actions in a window. What is done beside the main action is
/// done while that is asked for.
fn offers_in(steps: StepSet, window: Window) -> bool {
    steps.has(window.step()) || window == Window::MainAction && steps.has(Window::Free.step())
}

/// The steps some module that is on listens to.
pub(crate) fn listens(modules: u64) -> StepSet {
    let on = ModuleId::EVERY.iter().filter(|m| modules & m.bit() != 0);
    on.fold(StepSet::EMPTY, |set, m| set.or(m.steps()))
}

/// The first module from number `from` on that is on and is told of `step`.
#[inline]
pub(crate) fn next_listener(modules: u64, step: Step, from: u8) -> Option<ModuleId> {
    let listening = listeners(modules, step) & (!0u64).checked_shl(from.into()).unwrap_or(0);
    BY_NUMBER.get(listening.trailing_zeros() as usize).copied().flatten()
}

/// The modules that are on and are told of `step`, a bit each.
#[inline]
pub(crate) fn listeners(modules: u64, step: Step) -> u64 {
    modules & LISTENERS[step as usize]
}

/// The modules by their numbers.
const BY_NUMBER: [Option<ModuleId>; 64] = {
    let mut table = [None; 64];
    let mut i = 0;
    while i < ModuleId::EVERY.len() {
        table[ModuleId::EVERY[i] as usize] = Some(ModuleId::EVERY[i]);
        i += 1;
    }
    table
};

/// The modules that are on and list actions in a window, a bit each.
fn opening(g: &GameState, window: Window) -> u64 {
    g.core.rules.modules & CONCERNED[window.step() as usize]
}

/// What one module adds in these windows: the first that adds anything, from the `from`-th of those in play on and around.
pub(crate) fn actions_of_one(
    g: &GameState,
    seat: Seat,
    windows: &[Window],
    from: u32,
    out: &mut Vec<Action>,
) {
    let on = g.core.rules.modules;
    let skipped = (0..from).fold(on, |left, _| left & left.wrapping_sub(1));
    let behind = if skipped == 0 { 0 } else { !0 << skipped.trailing_zeros() };
    let open = windows.iter().fold(0, |all, window| all | opening(g, *window));
    for mut modules in [open & behind, open & !behind] {
        while let Some(module) = BY_NUMBER.get(modules.trailing_zeros() as usize).copied().flatten() {
            modules &= modules - 1;
            for window in windows.iter().filter(|window| opening(g, **window) & module.bit() != 0) {
                actions_of(module, g, seat, *window, out);
            }
            if !out.is_empty() {
                return;
            }
        }
    }
}

/// The modules that are on and could say something about a price: of those with modifiers only the ones whose modifier was
/// chosen, for without one they say nothing ([`Module::modifiers`]).
fn quoting(g: &GameState, request: &Request) -> u64 {
    let on = g.core.rules.modules;
    match on & CONCERNED[Step::P2 as usize] {
        0 => on,
        with_modifiers => on & (!with_modifiers | request.terms.modules()),
    }
}

/// How many modifiers, or answers, a module mostly has at most: a piece of memory that is quick to get.
const ROOM: usize = 16;

/// For every step the modules that are told of it, a bit each; of steps that are questions nobody is.
const LISTENERS: [u64; Step::COUNT] = by_step(Step::QUESTIONS);

/// For every step the modules that listen to it, be it to answer a question, a bit each.
const CONCERNED: [u64; Step::COUNT] = by_step(StepSet::EMPTY);

const fn by_step(without: StepSet) -> [u64; Step::COUNT] {
    let mut table = [0; Step::COUNT];
    let mut i = 0;
    while i < ModuleId::EVERY.len() {
        let mut step = 0;
        while step < Step::COUNT {
            if ModuleId::EVERY[i].steps().without(without).has(Step::ALL[step]) {
                table[step] |= ModuleId::EVERY[i].bit();
            }
            step += 1;
        }
        i += 1;
    }
    table
}

/// The first module behind `after` that has modifiers for this request, and which, ascending.
pub(crate) fn modifiers(g: &GameState, request: &Request, after: u8) -> Option<(ModuleId, Vec<u8>)> {
    let mut values = Vec::new();
    next_modifiers(g, request, after, &mut values).map(|module| (module, values))
}

/// Whether a module accepts its options and what else was agreed.
pub(crate) fn check_options(module: ModuleId, setup: &Setup, values: &OptionValues) -> Result<(), Objection> {
    begin(module, setup, values, &mut ModStates::default())
}
