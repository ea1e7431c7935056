//! Who the craftsmen are, who has them, and how they travel.

use super::{Scene, told};
use crate::GameState;
use crate::core::agenda::What;
use crate::core::catalogue::CardKind;
use crate::core::chance::Stream;
use crate::core::seat::Seat;
use crate::cx::Cx;
use crate::decision::Ref;
use crate::registry::{ModFrame, ModuleId};
use serde::{Deserialize, Serialize};

/// A craftsman, in the order of the catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case")]
pub enum Craftsman {
    /// Turns a tile.
    #[default]
    MosaicArtist,
    /// Lowers a price.
    Carpenter,
    /// Makes the display larger.
    Blacksmith,
    /// Lets more be taken.
    Goldsmith,
    /// Pays with the display.
    Coiner,
    /// Swaps two tiles of the market.
    MortarMixer,
    /// Redesigns.
    Builder,
    /// Builds over a tile.
    Brickmaker,
    /// Swaps a card.
    Stonemason,
}

impl Craftsman {
    /// How many kinds there are.
    pub(super) const KINDS: usize = 9;

    /// All of them.
    pub(super) const ALL: [Craftsman; Craftsman::KINDS] = [
        Craftsman::MosaicArtist,
        Craftsman::Carpenter,
        Craftsman::Blacksmith,
        Craftsman::Goldsmith,
        Craftsman::Coiner,
        Craftsman::MortarMixer,
        Craftsman::Builder,
        Craftsman::Brickmaker,
        Craftsman::Stonemason,
    ];

    /// His name as a word of the module.
    pub(super) const fn word(self) -> &'static str {
        [
            "mosaic_artist",
            "carpenter",
            "blacksmith",
            "goldsmith",
            "coiner",
            "mortar_mixer",
            "builder",
            "brickmaker",
            "stonemason",
        ][self as usize]
    }

    /// His name in English.
    pub(super) fn name(self) -> String {
        self.word().replace('_', " ")
    }

    /// Something to point at.
    pub(super) const fn at(self) -> Ref {
        Ref::Word(ModuleId::TravellingCraftsmen, self.word())
    }

    /// How many of him take part, as his card says.
    fn copies(self, g: &GameState) -> u8 {
        let printed = g.core.card(CardKind::from_number(MOSAIC_ARTIST + self as u8));
        let players = g.core.rules.players();
        printed.counts.get(players.max(4) - 4).copied().unwrap_or(0)
    }
}

/// The number of the first craftsman among the cards.
const MOSAIC_ARTIST: u8 = 119;

/// U14: two for everybody, and an unseen third one for whoever begins.
pub(super) fn deal(cx: &mut Cx<'_, '_>) {
    cx.g.mods.m31_travelling_craftsmen.rest = Craftsman::ALL.map(|craftsman| craftsman.copies(cx.g));
    let first = cx.g.core.turn.seat;
    for seat in cx.g.core.rules.seats_from(first) {
        let both = [draw(cx), draw(cx)];
        cx.g.mods.m31_travelling_craftsmen.up[seat.index()] = both;
        cx.emit(|_| told(seat, "gets", vec![both[0].at(), both[1].at()]));
    }
    cx.g.mods.m31_travelling_craftsmen.unseen = Some(first);
}

/// One of those nobody has seen.
fn draw(cx: &mut Cx<'_, '_>) -> Craftsman {
    let rest = cx.g.mods.m31_travelling_craftsmen.rest;
    let mut n = cx.pick(rest.iter().map(|n| u32::from(*n)).sum(), Stream::Craftsmen);
    let drawn = Craftsman::ALL.into_iter().find(|craftsman| {
        let here = u32::from(rest[*craftsman as usize]);
        let found = n < here;
        n = n.wrapping_sub(here);
        found
    });
    let drawn = drawn.unwrap_or_default();
    let left = &mut cx.g.mods.m31_travelling_craftsmen.rest[drawn as usize];
    *left = left.saturating_sub(1);
    drawn
}

/// Whether `seat` may use this craftsman now: face up, in the own turn, and the first one.
pub(super) fn ready(g: &GameState, seat: Seat, craftsman: Craftsman) -> bool {
    let state = &g.mods.m31_travelling_craftsmen;
    g.core.turn.seat == seat
        && !state.over
        && state.used.is_none()
        && state.up[seat.index()].contains(&craftsman)
}

/// He is the one of this turn.
pub(super) fn uses(cx: &mut Cx<'_, '_>, seat: Seat, craftsman: Craftsman) {
    cx.g.mods.m31_travelling_craftsmen.used = Some(craftsman);
    cx.emit(|_| told(seat, "uses", vec![craftsman.at()]));
}

/// T60: he goes to the left neighbour, face down; then the own face-down one is turned up.
pub(super) fn hand_on(cx: &mut Cx<'_, '_>, seat: Seat, craftsman: Craftsman) {
    let to = seat.left(cx.g.core.rules.players());
    let unseen = cx.g.mods.m31_travelling_craftsmen.unseen == Some(seat);
    let turned_up =
        if unseen { Some(draw(cx)) } else { cx.g.mods.m31_travelling_craftsmen.down[seat.index()] };
    let state = &mut cx.g.mods.m31_travelling_craftsmen;
    if unseen {
        state.unseen = None;
    }
    state.down[seat.index()] = None;
    state.down[to.index()] = Some(craftsman);
    state.over = true;
    if let (Some(place), Some(new)) =
        (state.up[seat.index()].iter().position(|own| *own == craftsman), turned_up)
    {
        state.up[seat.index()][place] = new;
        cx.emit(|_| told(seat, "hands_on", vec![craftsman.at(), new.at()]));
    }
}

pub(super) fn set(cx: &mut Cx<'_, '_>, scene: Scene) {
    cx.top().what = What::Module(ModFrame::TravellingCraftsmen(scene));
}

/// Two face up with everybody, one face down, and of each kind as many as take part.
pub(super) fn census(g: &GameState) -> Result<(), String> {
    let state = &g.mods.m31_travelling_craftsmen;
    let mut found = state.rest;
    let mut down = usize::from(state.unseen.is_some());
    for seat in g.rules().seats() {
        let own = state.up[seat.index()].into_iter().chain(state.down[seat.index()]);
        own.for_each(|craftsman| found[craftsman as usize] += 1);
        down += usize::from(state.down[seat.index()].is_some());
    }
    if down != 1 {
        return Err(format!("{down} craftsmen lie face down"));
    }
    match Craftsman::ALL.into_iter().find(|c| found[*c as usize] != c.copies(g)) {
        Some(craftsman) => Err(format!("there are {} of {}", found[craftsman as usize], craftsman.name())),
        None => Ok(()),
    }
}

/// See [`super::TravellingCraftsmen`]'s `arrange`.
#[cfg(feature = "testkit")]
pub(super) fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
    let players = g.rules().players();
    let mut rest = Craftsman::ALL.map(|craftsman| craftsman.copies(g));
    let state = &mut g.mods.m31_travelling_craftsmen;
    let mut named = [false; crate::MAX_SEATS];
    let before = state.up;
    (state.down, state.unseen) = (Default::default(), None);
    for clause in text.split(';').map(str::trim) {
        let (seat, list) = clause.split_once(':').ok_or("say \"0: carpenter, coiner\"")?;
        let seat = seat.trim().parse().ok().and_then(Seat::new).ok_or_else(|| format!("who is {seat}?"))?;
        let (up, down) = list.split_once(" down ").map_or((list, None), |(up, down)| (up, Some(down)));
        let (one, other) = up.split_once(',').ok_or("everybody has two face up")?;
        state.up[seat.index()] = [take(&mut rest, one)?, take(&mut rest, other)?];
        named[seat.index()] = true;
        match down.map(str::trim) {
            Some("unseen") => state.unseen = Some(seat),
            Some(name) => state.down[seat.index()] = Some(take(&mut rest, name)?),
            None => {}
        }
    }
    // The others keep theirs where they can, and get any that are left otherwise.
    for seat in (0..players).filter(|seat| !named[*seat]) {
        for (place, kept) in before[seat].into_iter().enumerate() {
            let own = if rest[kept as usize] > 0 {
                kept
            } else {
                let left = Craftsman::ALL.into_iter().find(|craftsman| rest[*craftsman as usize] > 0);
                left.ok_or("there are not so many craftsmen")?
            };
            rest[own as usize] -= 1;
            state.up[seat][place] = own;
        }
    }
    if state.unseen.is_none() && state.down.iter().all(Option::is_none) {
        state.unseen = Some(g.core.turn.seat);
    }
    state.rest = rest;
    Ok(())
}

/// A craftsman by his name, out of those that are left.
#[cfg(feature = "testkit")]
fn take(rest: &mut [u8; Craftsman::KINDS], name: &str) -> Result<Craftsman, String> {
    let key = name.trim().replace(' ', "_");
    let craftsman = Craftsman::ALL.into_iter().find(|c| c.word() == key);
    let craftsman = craftsman.ok_or_else(|| format!("there is no {name}"))?;
    let left = &mut rest[craftsman as usize];
    *left = left.checked_sub(1).ok_or_else(|| format!("there is no other {name}"))?;
    Ok(craftsman)
}
