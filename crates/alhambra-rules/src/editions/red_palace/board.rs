//! What lies on the boards: preview and bag, placement tiles and abilities, scoring tiles, the open sets of money.

use super::abilities::printed_abilities;
use super::{Ability, Frame, GUARDS, LANDS, PLAZAS, State, WALLS, acts, guards, printed, told};
use crate::GameState;
use crate::core::agenda::{Filling, What};
use crate::core::building::{Building, Currency};
use crate::core::cards::Cards;
use crate::core::catalogue::{CardClass, CardKind, PieceId, PieceSet};
use crate::core::chance::Stream;
use crate::core::edition::Places;
use crate::core::payment::{Payee, Request};
use crate::core::purchase::Listing;
use crate::core::refill;
use crate::core::seat::Seat;
use crate::core::step::Step;
use crate::core::terms::Terms;
use crate::cx::Cx;
use crate::decision::Ref;
use crate::event::Happened;
use crate::registry::{ModFrame, ModuleId};
use crate::view::{On, Pin, Shown, Slot, SlotRow};

/// The placement tiles with a limit; one more, without, lies behind them.
pub(super) const SLOTS: usize = 7;
/// The printed side of the guard board (reconstructed).
const PRINTED: [u8; SLOTS] = [2, 2, 3, 3, 3, 4, 4];
/// The points under the placement tiles, left to right (inferred: the last is 8).
const POINTS: [u8; SLOTS + 1] = [1, 2, 3, 4, 5, 6, 7, 8];

/// The most a guard can be worth in any box: more than ours says, since its owner may know better.
pub(super) const MOST: u8 = 12;

/// The points under the placement tiles, or what their owner says is printed there.
pub(super) fn printed_points(corrected: Option<&[u8]>) -> [u8; SLOTS + 1] {
    corrected.and_then(|points| points.try_into().ok()).unwrap_or(POINTS)
}

fn points(g: &GameState) -> [u8; SLOTS + 1] {
    printed_points(g.core.rules.own(ModuleId::RedPalace, printed::POINTS_ROW))
}

/// The printed side of the guard board, or what its owner says is printed there.
pub(super) fn printed_side(corrected: Option<&[u8]>) -> [u8; SLOTS] {
    corrected.and_then(|spots| spots.try_into().ok()).unwrap_or(PRINTED)
}

/// U03: placement tiles and abilities, unless the printed side is used, and the scoring tiles.
#[inline(never)]
pub(super) fn lay_out(cx: &mut Cx<'_, '_>) {
    if cx.g.mods.red_palace.starter {
        let own = |row| cx.g.core.rules.own(super::ModuleId::RedPalace, row);
        let (spots, abilities) = (own(printed::SPOTS_ROW), own(printed::ABILITIES_ROW));
        let state = &mut cx.g.mods.red_palace;
        (state.spots, state.abilities) = (printed_side(spots), printed_abilities(abilities));
    } else {
        let placement = CardKind::all().filter(|kind| kind.class() == CardClass::Placement);
        let mut tiles: Vec<u8> = placement.map(|kind| cx.g.core.card(kind).value).collect();
        for slot in 0..SLOTS {
            let k = cx.pick(tiles.len() as u32, Stream::Boards) as usize;
            cx.g.mods.red_palace.spots[slot] = tiles.remove(k);
        }
        let mut abilities = Ability::ALL.to_vec();
        for slot in 0..cx.g.mods.red_palace.abilities.len() {
            let k = cx.pick(abilities.len() as u32, Stream::Boards) as usize;
            cx.g.mods.red_palace.abilities[slot] = abilities.remove(k);
        }
    }
    let abilities = cx.g.mods.red_palace.abilities;
    cx.emit(|_| {
        let words = abilities.map(Ability::word);
        let refs = words.map(|word| Ref::Word(super::ModuleId::RedPalace, word)).to_vec();
        told(None, "abilities", refs)
    });
    if !cx.g.mods.red_palace.classic {
        let mut tiles: Vec<CardKind> = scoring_tiles().collect();
        for slot in 0..3 {
            let k = cx.pick(tiles.len() as u32, Stream::ScoreCards) as usize;
            cx.g.mods.red_palace.tiles[slot] = tiles.remove(k);
        }
    }
}

/// The eighteen scoring tiles show the orders of the score cards of the Mega Box.
pub(super) fn scoring_tiles() -> impl Iterator<Item = CardKind> {
    CardKind::all().filter(|kind| kind.class() == CardClass::ScoreCard)
}

/// The building types of a scoring, the lowest row first.
pub(super) fn order(g: &GameState, round: u8) -> &'static [Building] {
    g.core.card(g.mods.red_palace.tiles[usize::from(round) - 1]).named
}

/// A type is worth what its row on a scoring tile says, the lowest row first.
pub(super) fn by_rows(tile: &[Building], table: &mut [Places; 6]) {
    let printed = *table;
    for (row, building) in tile.iter().enumerate() {
        table[building.index()] = printed[row];
    }
}

/// What a guard on the longest wall is worth: the points under the tile with the last guard; 0 where none stands
/// (AMB-RP-5).
pub(super) fn guard_value(g: &GameState) -> u8 {
    let State { placed, spots, .. } = g.mods.red_palace;
    if placed == 0 {
        return 0;
    }
    let mut room = 0;
    let slot = spots.iter().position(|spots| {
        room += spots;
        room >= placed
    });
    points(g)[slot.unwrap_or(SLOTS)]
}

// The lands are the first pieces, so that what stands on them lies side by side.
const _: () = assert!(LANDS.without(PieceSet::range(0..LANDS.len() as u8)).is_empty());

/// The buildings in the bag, by type: what stands on no land, and on a land in the tower nothing does.
pub(super) fn bag(g: &GameState) -> [u8; 6] {
    let each = g.core.rules.edition().bag;
    // A byte for each land, so that all lands are compared with a type at once.
    let mut on = [u8::MAX; 64];
    for (on, building) in on.iter_mut().zip(&g.core.pieces.building.0[..LANDS.len()]) {
        *on = building.map_or(u8::MAX, |building| building as u8);
    }
    Building::ALL.map(|kind| {
        let laid = on.iter().fold(0u8, |laid, on| laid + u8::from(*on == kind as u8));
        each.saturating_sub(laid)
    })
}

/// Draws a building out of the bag and lays it on a land; what lay there goes back after the draw.
#[inline(never)]
pub(super) fn draw_building(cx: &mut Cx<'_, '_>, piece: PieceId) {
    let bag = bag(cx.g);
    let left: u32 = bag.iter().map(|n| u32::from(*n)).sum();
    if left == 0 {
        return;
    }
    let mut k = cx.pick(left, Stream::Bag);
    let building = Building::ALL.into_iter().find(|building| {
        let n = u32::from(bag[building.index()]);
        let here = k < n;
        k = k.wrapping_sub(n);
        here
    });
    cx.g.core.pieces.building[piece.index()] = building;
}

/// F6: a land that has just come to the yard gets its building, unless it brings it from the preview. With the last space
/// of the yard the preview is filled too, in the same refill: after a move out of turn it comes before a scoring that is
/// due, and before the lands that Dirk then draws.
pub(super) fn laid(cx: &mut Cx<'_, '_>) {
    let What::Fill(fill) = cx.top().what else { return };
    give_building(cx, fill);
    if !fill.once && cx.g.core.pieces.market.iter().all(Option::is_some) {
        fill_preview(cx);
    }
}

fn give_building(cx: &mut Cx<'_, '_>, fill: Filling) {
    if let Some(piece) = fill.laid.filter(|piece| LANDS.contains(*piece))
        && cx.g.core.pieces.building[piece.index()].is_none()
    {
        draw_building(cx, piece);
        tell_building(cx, piece);
    }
}

fn tell_building(cx: &mut Cx<'_, '_>, piece: PieceId) {
    cx.emit(|g| {
        let building = g.core.pieces.building[piece.index()];
        let refs = building.map(Ref::Building).into_iter().chain([Ref::Piece(piece)]).collect();
        told(None, "building", refs)
    });
}

/// The preview closes up to the right, and new lands come from the left (AMB-RP-9). It may stay short: only the yard
/// ends the game.
pub(super) fn fill_preview(cx: &mut Cx<'_, '_>) {
    if !cx.g.mods.red_palace.preview.iter().all(Option::is_some) {
        close_up(cx);
    }
}

#[inline(never)]
fn close_up(cx: &mut Cx<'_, '_>) {
    let [a, b, c] = cx.g.mods.red_palace.preview;
    // To the right, in their order: first past the third space, then past the second.
    let (b, c) = if c.is_none() { (None, b) } else { (b, c) };
    let [a, b, c] = match (b, c) {
        (None, None) => [None, None, a],
        (None, c) => [None, a, c],
        (b, c) => [a, b, c],
    };
    let preview = [a, b, c];
    cx.g.mods.red_palace.preview = preview;
    let empty = preview.map(|piece| piece.is_none());
    for (slot, _) in empty.iter().enumerate().filter(|(_, empty)| **empty) {
        draw_for(cx, slot);
    }
    // Others may lay something on what has come up (AMB-RP-24).
    if cx.listeners(Step::F6).count_ones() > 1 {
        let preview = cx.g.mods.red_palace.preview;
        refill::come_up(cx, preview.into_iter().zip(empty).filter_map(|(piece, new)| piece.filter(|_| new)));
    }
}

/// The next land of the tower for a space of the preview; what does not lie on market spaces goes beside the board, and
/// the next one is drawn.
fn draw_for(cx: &mut Cx<'_, '_>, slot: usize) {
    while let Some(piece) = cx.draw_tile() {
        cx.g.core.pieces.aside.insert(piece);
        if LANDS.contains(piece) {
            draw_building(cx, piece);
        }
        let stays = cx.g.core.piece(piece).kind.on_market();
        if stays {
            cx.g.mods.red_palace.preview[slot] = Some(piece);
        }
        cx.emit(|g| {
            let building = g.core.pieces.building[piece.index()].map(Ref::Building);
            let refs = [Ref::Number(slot as i32 + 1), Ref::Piece(piece)].into_iter().chain(building);
            let key = if stays { "preview" } else { "beside" };
            told(None, key, refs.collect())
        });
        if stays {
            break;
        }
    }
}

/// What a building of the preview costs: its price, exactly, in any one currency.
pub(super) fn listing(g: &GameState, piece: PieceId) -> Listing {
    Listing {
        piece,
        // The context leaves the currency to the buyer.
        currency: Currency::ALL[0],
        price: g.core.facts(piece).price,
        context: super::FROM_PREVIEW,
        payee: Payee::Discard,
        out_of_turn: false,
    }
}

/// The same as a request for payment.
pub(super) fn request(g: &GameState, seat: Seat, piece: PieceId) -> Request {
    let Listing { price, context, .. } = listing(g, piece);
    Request { seat, context, piece: Some(piece), price, currency: None, terms: Terms::NONE }
}

/// U07: somebody begins, by lot, and forms open sets of money, one for each player; the last player chooses first.
#[inline(never)]
pub(super) fn deal_sets(cx: &mut Cx<'_, '_>) {
    let rules = cx.g.core.rules;
    let seat = Seat::at(cx.pick(u32::from(rules.players), Stream::Start) as usize);
    cx.g.core.turn.seat = seat;
    cx.emit(|_| Happened::Begins { seat });
    let enough = rules.edition().start_money;
    for _ in 0..rules.players() {
        let mut cards = Cards::EMPTY;
        while cards.total() < enough {
            let Some(card) = cx.draw_card() else { break };
            cards.add(card);
        }
        cx.emit(|_| told(None, "set", vec![Ref::Cards(cards)]));
        cx.g.mods.red_palace.sets.push(cards).expect("a set for each player");
    }
    cx.push(Step::U07, What::Module(ModFrame::RedPalace(Frame::Draft)));
}

/// Everything on the boards is open: the order in which lands and buildings come is decided when they are drawn.
pub(super) fn view(g: &GameState) -> Vec<(&'static str, Shown)> {
    let state = &g.mods.red_palace;
    let words = |set: &dyn Fn(Ability) -> bool| {
        let set = state.abilities.into_iter().filter(|ability| set(*ability));
        Shown::Words(set.map(Ability::word).collect())
    };
    let guards = g.rules().seats().map(|seat| guards::of(g, seat).count() as i32);
    let owned = |seat: Seat| {
        let owned = Building::ALL.into_iter().filter(|b| state.half[b.index()] == Some(seat));
        let owned: Vec<Building> = owned.collect();
        (!owned.is_empty()).then_some((seat, owned))
    };
    let mut shows = vec![
        ("bag", Shown::Buildings(in_bag(g).collect())),
        ("abilities", words(&|_| true)),
        ("used", words(&|ability| state.used & ability.bit() != 0)),
        ("guards", Shown::BySeat(guards.collect())),
        ("posts", Shown::Pins(g.rules().seats().flat_map(|seat| pins(g, seat)).collect())),
        ("guards_left", Shown::Number((GUARDS - state.posts.len() - usize::from(state.placed)) as i32)),
        ("placement_tiles", Shown::Slots(placement_tiles(g))),
        ("guards_on_board", Shown::Number(i32::from(state.placed))),
        ("guard_value", Shown::Number(i32::from(guard_value(g)))),
        ("half_buildings", Shown::BuildingsBySeat(g.rules().seats().filter_map(owned).collect())),
        ("walls_left", Shown::Number(i32::from(state.walls))),
        ("plazas_left", Shown::Number(g.core.pieces.aside.and(PLAZAS).len() as i32)),
    ];
    if !state.classic {
        let rounds = [(1, "first_scoring"), (2, "second_scoring"), (3, "third_scoring")];
        shows.extend(rounds.map(|(round, key)| (key, Shown::Ascending(order(g, round).to_vec()))));
    }
    let keys = ["set_1", "set_2", "set_3", "set_4", "set_5", "set_6"];
    shows.extend(
        keys.into_iter().zip(state.sets.iter()).map(|(key, set)| (key, Shown::Cards(set.each().collect()))),
    );
    shows
}

/// What is still to come: the content of the bag is open by subtraction, only the order of drawing is not (ruling 50).
fn in_bag(g: &GameState) -> impl Iterator<Item = Building> {
    let counts = Building::ALL.into_iter().zip(bag(g));
    counts.flat_map(|(building, n)| std::iter::repeat_n(building, usize::from(n)))
}

/// The placement tiles, left to right: the points under each, and its spots. The last has no limit, so that it always
/// shows a free one.
fn placement_tiles(g: &GameState) -> Vec<SlotRow> {
    let State { spots, mut placed, .. } = g.mods.red_palace;
    let points = points(g);
    let row = |slot: usize| {
        let guards = if slot < SLOTS { placed.min(spots[slot]) } else { placed };
        placed -= guards;
        let free = if slot < SLOTS { spots[slot] - guards } else { 1 };
        let taken = Slot { holds: Some(Ref::Word(ModuleId::RedPalace, "guard")), ..Slot::default() };
        let mut cells = vec![taken; usize::from(guards)];
        cells.resize(usize::from(guards + free), Slot::default());
        let side = Some(Ref::Number(i32::from(points[slot])));
        SlotRow { seat: None, side, cells, worth: None }
    };
    (0..=SLOTS).map(row).collect()
}

/// The guards of a seat, where they stand.
fn pins(g: &GameState, seat: Seat) -> Vec<Pin> {
    let palace = g.core.pieces.palace[seat.index()];
    let pin = |post: super::Post| {
        let (cell, side) = guards::section(g, post);
        let standing = palace.contains(post.piece);
        Pin {
            on: if standing {
                On::Edge { of: seat, at: g.at(seat, cell), side }
            } else {
                On::Piece { piece: post.piece }
            },
            sign: "guard",
            seat: Some(seat),
            building: None,
            n: None,
            side: Some(if standing { side } else { post.side }),
        }
    };
    guards::of(g, seat).map(pin).collect()
}

/// Guards, buildings and the preview are where they can be.
pub(super) fn census(g: &GameState) -> Result<(), String> {
    let state = &g.mods.red_palace;
    let pieces = &g.core.pieces;
    if state.posts.len() + usize::from(state.placed) > GUARDS || state.walls > WALLS {
        return Err("there are more guards or walls than were made".to_owned());
    }
    if let Some(pair) = state.posts.windows(2).find(|pair| pair[0] >= pair[1]) {
        return Err(format!("two guards on one section: {pair:?}"));
    }
    let seats = || g.rules().seats();
    let bought = seats().fold(PieceSet::EMPTY, |all, seat| all.or(pieces.bought[seat.index()]));
    let own = seats()
        .fold(bought, |all, seat| all.or(pieces.palace[seat.index()]).or(pieces.reserve[seat.index()]));
    if let Some(post) = state.posts.iter().find(|post| !own.contains(post.piece)) {
        return Err(format!("a guard stands on a tile nobody has: {post:?}"));
    }
    let buying = acts::previewed(g);
    let previewed = state.preview.into_iter().flatten();
    if previewed.into_iter().any(|piece| !pieces.aside.contains(piece) && buying != Some(piece)) {
        return Err("a tile of the preview is somewhere else".to_owned());
    }
    let market: PieceSet = pieces.market.iter().flatten().copied().collect();
    let out = own.or(market).or(pieces.dirk).or(pieces.aside).and(LANDS);
    if let Some(piece) = out.iter().find(|piece| pieces.building[piece.index()].is_none()) {
        return Err(format!("no building lies on land {piece}"));
    }
    if let Some(piece) = pieces.tower_set().and(LANDS).iter().find(|p| pieces.building[p.index()].is_some()) {
        return Err(format!("a building lies on land {piece} in the tower"));
    }
    let each = usize::from(g.core.rules.edition().bag);
    let counts = pieces.count(LANDS);
    match Building::ALL.into_iter().find(|building| usize::from(counts[building.index()]) > each) {
        Some(building) => Err(format!("there are more than {each} of {building}")),
        None => Ok(()),
    }
}
