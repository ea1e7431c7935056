//! Limits of the fixed-size parts of a game, with every module on: what a legal set-up can reach must fit. Sizes in bytes
//! are asserted where the types are; here is what only counting and playing show.

use crate::core::agenda::DEPTH;
use crate::core::catalogue::{CardKind, card};
use crate::core::chance::Quick;
use crate::core::pieces::MAX_SPACES;
use crate::editions::EditionId;
use crate::{Action, GameState, Io, ModuleId, Setup};

/// How somebody plays who wants to break something.
#[derive(Clone, Copy, Debug)]
enum Style {
    /// Never does without, so that everything is used that there is.
    Busy,
    /// Looks for procedures inside procedures.
    Deep,
    /// Looks for long lists.
    Wide,
}

/// The most of everything that was seen.
#[derive(Clone, Copy, Debug, Default)]
struct Most {
    frames: usize,
    options: usize,
    display: usize,
    known_cards: usize,
    known_tiles: usize,
}

impl Most {
    fn note(&mut self, game: &GameState, options: usize) {
        let core = &game.core;
        self.frames = self.frames.max(game.agenda.frames.len());
        self.options = self.options.max(options);
        self.display = self.display.max(core.display.len());
        self.known_cards = self.known_cards.max(core.deck.known.len());
        self.known_tiles = self.known_tiles.max(core.pieces.on_top.len());
    }

    fn play(&mut self, setup: &Setup, style: Style, seed: u64) {
        let (mut luck, mut dice) = (Quick::new(seed), Quick::new(seed + 1000));
        let mut game = GameState::new(setup, &mut Io::silent(&mut luck)).expect("all modules go together");
        let mut actions = Vec::new();
        while let Some(seat) = game.to_move() {
            game.legal(seat, &mut actions);
            self.note(&game, actions.len());
            if matches!(style, Style::Busy) && actions.iter().any(|action| !idle(*action)) {
                actions.retain(|action| !idle(*action));
            }
            let mut any = || actions[dice.below(actions.len() as u32) as usize];
            let action = match style {
                Style::Busy => any(),
                Style::Deep | Style::Wide => {
                    let [one, other] = [any(), any()];
                    if promise(&game, one, style) < promise(&game, other, style) { other } else { one }
                }
            };
            game.apply_unchecked(seat, action, &mut Io::silent(&mut luck));
        }
    }
}

fn idle(action: Action) -> bool {
    action.passes() || matches!(action, Action::Decline | Action::Reserve { .. })
}

/// What comes after an action, by one way the draws may fall.
fn promise(game: &GameState, action: Action, style: Style) -> usize {
    let mut next = game.clone();
    let Some(seat) = next.to_move() else { return 0 };
    next.apply_unchecked(seat, action, &mut Io::silent(&mut Quick::new(1)));
    let mut actions = Vec::new();
    if let (Style::Wide, Some(seat)) = (style, next.to_move()) {
        next.legal(seat, &mut actions);
        return actions.len();
    }
    next.agenda.frames.len()
}

fn everything(edition: EditionId, players: usize) -> Setup {
    let fits = |module: &ModuleId| module.info().players.contains(&players);
    let alone = Setup::players(players).in_edition(edition);
    ModuleId::playable(edition).filter(fits).fold(alone, Setup::with)
}

#[test]
fn nothing_overflows_with_every_module_on() {
    let mut most = Most::default();
    for &edition in EditionId::ALL {
        for players in 2..=6 {
            // Games by lot are what the laws play.
            let setup = everything(edition, players);
            for style in [Style::Busy, Style::Deep, Style::Wide] {
                most.play(&setup, style, players as u64);
            }
        }
    }
    // Head-room, so that an unlucky game nobody has played yet is not the first to find the limit.
    assert!(most.frames + crate::laws::HEAD_ROOM <= DEPTH, "{most:?}");
    assert!(most.options <= 512, "{most:?}");
    // Six cards with the Blacksmith; a bonus may take of them but adds none.
    assert!(most.display <= 6, "{most:?}");
    assert!(most.known_cards <= 6 && most.known_tiles <= 6, "a die shows six at most: {most:?}");
    assert!(most.frames > 4 && most.options > 100, "the players have not tried hard: {most:?}");
}

#[test]
fn a_hand_can_hold_every_copy_of_every_card() {
    // Three words of bits: seven copies of a kind.
    for kind in CardKind::all().filter(|kind| kind.number() < 64) {
        assert!(card(kind).copies <= 7, "{kind}: {} copies", card(kind).copies);
    }
}

#[test]
fn every_market_has_room() {
    for edition in EditionId::ALL {
        assert!(edition.profile().market.len() <= MAX_SPACES);
    }
}
