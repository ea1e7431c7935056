//! Guards: where they stand, what they pay for, what they score.

use super::{GUARDS, LANDS, board, told};
use crate::GameState;
use crate::core::catalogue::{Half, PieceId, PieceSet};
use crate::core::cell::{Cell, Side, Walls};
use crate::core::placing;
use crate::core::score::{ScoreSheet, Source};
use crate::core::seat::Seat;
use crate::cx::{Cx, Why};
use crate::decision::Ref;
use crate::registry::ModuleId;
use serde::{Deserialize, Serialize};

/// A section of wall on which a guard can stand: it turns with its tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(deny_unknown_fields)]
pub struct Post {
    /// The tile.
    pub piece: PieceId,
    /// Its cell, if it covers two.
    pub half: Half,
    /// The side, as if the tile lay upright.
    pub side: Side,
}

/// The tiles of a seat that can carry guards of theirs: the palace and the reserve.
fn own(g: &GameState, seat: Seat) -> PieceSet {
    g.core.pieces.palace[seat.index()].or(g.core.pieces.reserve[seat.index()])
}

/// The guards of a seat.
pub(super) fn of(g: &GameState, seat: Seat) -> impl Iterator<Item = Post> + '_ {
    let own = own(g, seat);
    g.mods.red_palace.posts.iter().copied().filter(move |post| own.contains(post.piece))
}

/// What a guard costs in points: one more after each scoring that was held (AMB-RP-14).
fn rate(g: &GameState) -> u16 {
    u16::from(g.core.scorings.min(2)) + 1
}

/// Whether a seat can give up `n` guards, or pay in points because it has none at all (AMB-RP-4).
pub(super) fn payable(g: &GameState, seat: Seat, n: u8) -> Result<(), &'static str> {
    match of(g, seat).count() {
        0 if g.core.scores[seat.index()] >= rate(g) * u16::from(n) => Ok(()),
        0 => Err("not_enough_points"),
        held if held >= usize::from(n) => Ok(()),
        _ => Err("two_guards_are_needed"),
    }
}

/// How many guards a seat can give up, up to the two that the dearest ability costs; points instead as in [`payable`].
pub(super) fn payable_at_most(g: &GameState, seat: Seat) -> u8 {
    const DEAREST: u16 = 2;
    match of(g, seat).take(usize::from(DEAREST)).count() {
        0 => (g.core.scores[seat.index()] / rate(g)).min(DEAREST) as u8,
        held => held as u8,
    }
}

/// Pays in points whoever has no guard. How many guards are still to be given up.
pub(super) fn pay(cx: &mut Cx<'_, '_>, seat: Seat, n: u8) -> u8 {
    if of(cx.g, seat).next().is_some() {
        return n;
    }
    let points = (rate(cx.g) * u16::from(n)) as i16;
    let round = (cx.g.core.scorings + 1).min(3);
    let by = Source::Module(ModuleId::RedPalace);
    cx.award(seat, round, by, -points, |_| Why {
        reason: "score.points_for_guards",
        args: vec![points],
        ..Why::default()
    });
    0
}

/// A guard goes from its post to the next free spot of the placement tiles.
pub(super) fn give_up(cx: &mut Cx<'_, '_>, post: Post) {
    let state = &mut cx.g.mods.red_palace;
    if let Some(i) = state.posts.iter().position(|stands| *stands == post) {
        state.posts.remove(i);
        state.placed += 1;
    }
}

/// A guard takes up a post.
pub(super) fn take_post(cx: &mut Cx<'_, '_>, post: Post) {
    let posts = &mut cx.g.mods.red_palace.posts;
    let place = posts.partition_point(|other| *other < post);
    posts.push(post).expect("there are as many posts as guards");
    posts[place..].rotate_right(1);
}

/// A guard goes from one post to another (GA8).
pub(super) fn relocate(cx: &mut Cx<'_, '_>, from: Post, to: Post) {
    let posts = &mut cx.g.mods.red_palace.posts;
    if let Some(post) = posts.iter_mut().find(|post| **post == from) {
        *post = to;
        posts.sort_unstable();
    }
}

/// GA8: wall sections of a seat without a guard, inner ones as well (AMB-RP-7).
pub(super) fn free_posts(g: &GameState, seat: Seat) -> impl Iterator<Item = Post> + '_ {
    own(g, seat)
        .iter()
        .flat_map(move |piece| sections(g, piece))
        .filter(|post| !g.mods.red_palace.posts.contains(post))
}

/// The wall sections of a piece. The bastions of a camp are no walls.
fn sections(g: &GameState, piece: PieceId) -> impl Iterator<Item = Post> + use<> {
    let printed = g.core.piece(piece);
    let wooden = g.core.shared.wooden[piece.index()];
    let walls = if printed.kind == crate::PieceKind::Camp { [Walls::NONE; 2] } else { printed.walls };
    Half::BOTH.into_iter().flat_map(move |half| {
        let walls = walls[half.index()].or(wooden.on(half.index()));
        let walled = Side::ALL.into_iter().filter(move |side| walls.has(*side));
        walled.map(move |side| Post { piece, half, side })
    })
}

/// T20, X1: a guard for every watchtower of a tile that was acquired, in the palace or in the reserve.
pub(super) fn arrive(cx: &mut Cx<'_, '_>) {
    // In most turns nobody has acquired anything: one look at all seats together.
    let seats = cx.g.core.rules.seats();
    let all = seats.fold(PieceSet::EMPTY, |all, seat| all.or(own(cx.g, seat)));
    if !all.and(LANDS).without(cx.g.mods.red_palace.manned).is_empty() {
        man_towers(cx);
    }
}

#[inline(never)]
fn man_towers(cx: &mut Cx<'_, '_>) {
    for seat in cx.g.core.rules.seats() {
        let new = own(cx.g, seat).and(LANDS).without(cx.g.mods.red_palace.manned);
        for piece in new.iter() {
            let towers = cx.g.core.piece(piece).watchtowers;
            cx.g.mods.red_palace.manned.insert(piece);
            for side in towers.sides() {
                take_post(cx, Post { piece, half: Half::First, side });
            }
            if !towers.is_empty() {
                let n = towers.len();
                cx.emit(|_| told(Some(seat), "guards", vec![Ref::Number(n as i32), Ref::Piece(piece)]));
            }
        }
    }
}

/// Puts guards of the supply on the placement tiles.
fn place(cx: &mut Cx<'_, '_>, n: usize) {
    let state = &mut cx.g.mods.red_palace;
    // No more than there are.
    let supply = GUARDS - state.posts.len() - usize::from(state.placed);
    let n = n.min(supply);
    state.placed += n as u8;
    if n > 0 {
        cx.emit(|_| told(None, "on_the_board", vec![Ref::Number(n as i32)]));
    }
}

/// U05, S70: Dirk's new lands get their buildings; half of all their watchtowers, rounded up, have guards, which go to
/// the placement tiles.
#[inline(never)]
pub(super) fn of_dirk(cx: &mut Cx<'_, '_>) {
    let state = &cx.g.mods.red_palace;
    let new = cx.g.core.pieces.dirk.and(LANDS).without(state.manned);
    let mut towers = 0;
    for piece in new.iter() {
        board::draw_building(cx, piece);
        cx.g.mods.red_palace.manned.insert(piece);
        towers += cx.g.core.piece(piece).watchtowers.len();
    }
    place(cx, towers.div_ceil(2));
}

/// All guards leave a tile for the supply. How many there were.
pub(super) fn dismiss(cx: &mut Cx<'_, '_>, piece: PieceId) -> usize {
    let posts = &mut cx.g.mods.red_palace.posts;
    let before = posts.len();
    while let Some(i) = posts.iter().position(|post| post.piece == piece) {
        posts.remove(i);
    }
    before - posts.len()
}

/// A building given to Dirk: all its guards go to the placement tiles, those that would have come and those that another
/// owner left there.
pub(super) fn given(cx: &mut Cx<'_, '_>, piece: PieceId) {
    let mut guards = dismiss(cx, piece);
    if LANDS.contains(piece) && cx.g.mods.red_palace.manned.insert(piece) {
        guards += cx.g.core.piece(piece).watchtowers.len();
    }
    place(cx, guards);
}

/// Where a guard in a palace stands.
pub(super) fn section(g: &GameState, post: Post) -> (Cell, Side) {
    let standing = g.core.pieces.standing[post.piece.index()];
    let cell = placing::form(g, post.piece, standing.turn).cells(standing.cell).nth(post.half.index());
    (cell.unwrap_or(standing.cell), Side::ALL[(post.side as usize + standing.turn.index()) % 4])
}

/// S39: for each guard on the longest wall the points under the placement tile with the last guard. Of several longest
/// walls the one with most guards counts (ruling 48).
pub(super) fn score(g: &GameState, sheet: &mut ScoreSheet) {
    let value = board::guard_value(g);
    if value == 0 {
        return;
    }
    for seat in g.core.rules.seats() {
        let palace = g.core.pieces.palace[seat.index()];
        let standing: Vec<(Cell, Side)> =
            of(g, seat).filter(|post| palace.contains(post.piece)).map(|post| section(g, post)).collect();
        let on = g.core.palaces[seat.index()].on_longest_wall(&standing);
        if !on.is_empty() {
            let points = i16::from(value) * on.len() as i16;
            sheet.add(seat, points, || Why {
                reason: "score.guards",
                args: vec![on.len() as i16, i16::from(value)],
                cells: on.iter().map(|(cell, _)| *cell).collect(),
                rank: None,
            });
        }
    }
}
