//! What scenarios cannot show: the components as a whole.

use super::*;
use crate::classic_piece;
use crate::core::catalogue::PieceKind;
use crate::core::deck::SPECIAL;
use crate::{Io, Seeded};

fn start(players: usize) -> GameState {
    let setup = Setup::players(players).with(ModuleId::PowerOfSultan);
    GameState::new(&setup, &mut Io::silent(&mut Seeded::new(3))).unwrap()
}

#[test]
fn eight_cards_lie_in_the_first_three_piles() {
    for players in 2..=6 {
        let game = start(players);
        let class = SPECIAL.iter().position(|c| *c == CardClass::Sultan).unwrap();
        assert_eq!(game.core.deck.piles.map(|pile| pile.special[class]), [3, 2, 3, 0, 0]);
        assert!(game.mods.m18_power_of_sultan.open.is_empty());
    }
    let all: Vec<CardKind> = CardKind::all().filter(|k| k.class() == CardClass::Sultan).collect();
    assert_eq!(all, CARDS);
    assert_eq!(CARDS.iter().map(|k| usize::from(printed(*k).copies)).sum::<usize>(), ALL);
    assert!(CARDS.iter().all(|k| printed(*k).value == 7));
    assert!(CARDS.iter().zip(crate::Currency::ALL).all(|(k, c)| printed(*k).currency() == Some(c)));
}

/// Opposite is mutual, never oneself, and agrees with the two facts known of the die.
#[test]
fn the_dice_are_dice() {
    for die in [OPPOSITE, OTHER_OPPOSITE] {
        for building in Building::ALL {
            let other = die[building.index()];
            assert!(other != building && die[other.index()] == building);
        }
        assert_eq!(die[Building::Arcades.index()], Building::Chambers);
        let corner = [Building::Garden, Building::Arcades, Building::Tower];
        assert!(corner.iter().all(|b| !corner.contains(&die[b.index()])));
    }
    assert_ne!(OPPOSITE, OTHER_OPPOSITE);
}

/// R-SU-3: of everything that can be drawn from the tower, base tiles and magical buildings have a type.
#[test]
fn only_tiles_with_a_type_can_be_claimed() {
    let game = start(3);
    let drawn = [
        PieceKind::Base,
        PieceKind::Camp,
        PieceKind::Bazaar,
        PieceKind::Magical,
        PieceKind::Medina,
        PieceKind::Ground,
        PieceKind::Bathhouse,
        PieceKind::Well,
    ];
    for piece in drawn.into_iter().flat_map(|kind| kind.pieces().iter()) {
        let typed = matches!(classic_piece(piece).kind, PieceKind::Base | PieceKind::Magical);
        assert_eq!(game.core.pieces.building[piece.index()].is_some(), typed, "{}", classic_piece(piece).key);
    }
}

#[test]
fn the_option_for_the_die() {
    let begin = |pairs: &[(&str, &str)]| {
        let values = pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        PowerOfSultan::begin(&Setup::players(3), &values)
    };
    assert!(!begin(&[("die", "tower")]).unwrap().other_die);
    assert!(begin(&[("die", "garden")]).unwrap().other_die);
}
