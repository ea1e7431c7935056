//! The table of a scenario, laid sentence by sentence.

use super::words::{
    after, building, card, cards, cell, currency, list, name, number, scorer, seat, tile, turned,
};
use crate::core::agenda::{Agenda, Frame, What};
use crate::core::below::Quarters;
use crate::core::cards::{Cards, KindSet};
use crate::core::catalogue::{CardClass, CardKind, Footprint, PieceId, PieceKind, PieceSet};
use crate::core::deck::KnownCard;
use crate::core::palace::Form;
use crate::core::pieces::{KnownPiece, Standing};
use crate::core::placing;
use crate::core::state::Rules;
use crate::core::step::Step;
use crate::module::Supply;
use crate::{Cell, GameState, Io, Palace, Seat, Seeded, Setup, check_tiles, registry};

/// A table that is being laid.
#[derive(Clone)]
pub(super) struct ScenarioTable {
    game: GameState,
    /// Tiles some sentence has put somewhere.
    used: PieceSet,
    display: bool,
    market: [bool; 8],
    next_tiles: Vec<PieceId>,
    tower: Option<usize>,
    next_cards: Vec<CardKind>,
    deck_only: bool,
    extra_action: bool,
}

impl ScenarioTable {
    /// Nothing but fountains: every tile in the tower, every card in the deck.
    pub(super) fn bare(setup: &Setup) -> Result<ScenarioTable, String> {
        let mut luck = Seeded::new(1);
        let mut game = GameState::new(setup, &mut Io::silent(&mut luck)).map_err(|e| e.to_string())?;
        // Choices of the set-up are made somehow; the module's own sentence says what they were.
        while game.agenda.frames.iter().any(|frame| matches!(frame.what, What::SetUp)) {
            let seat = game.to_move().ok_or("the set-up never ends")?;
            let mut actions = Vec::new();
            game.legal(seat, &mut actions);
            let action = *actions.first().ok_or("the set-up is stuck")?;
            game.apply(seat, action, &mut Io::silent(&mut luck)).map_err(|e| e.to_string())?;
        }
        let core = &mut game.core;
        for hand in &mut core.hands {
            core.deck.pool = core.deck.pool.plus(std::mem::take(hand));
        }
        core.seen = Default::default();
        for card in core.display.iter() {
            core.deck.pool.add(*card);
        }
        core.display.clear();
        for space in core.pieces.market.iter_mut() {
            core.pieces.tower = space.take().map_or(core.pieces.tower, |p| core.pieces.tower.with(p));
        }
        core.pieces.tower = core.pieces.tower.or(std::mem::take(&mut core.pieces.dirk));
        // What the set-up has laid beside the market; what modules keep there from the start stays.
        let mut supply = Supply::default();
        registry::supply(&core.rules, &mut supply);
        core.pieces.tower = core.pieces.tower.or(core.pieces.aside.without(supply.aside));
        core.pieces.aside = core.pieces.aside.and(supply.aside);
        core.turn.seat = Seat::default();
        game.agenda = Agenda::default();
        let frame = Frame::new(Step::T11, What::Turn);
        game.agenda.frames.push(frame).map_err(|_| "the agenda is full".to_owned())?;
        Ok(ScenarioTable {
            game,
            used: PieceSet::EMPTY,
            display: false,
            market: [false; 8],
            next_tiles: Vec::new(),
            tower: None,
            next_cards: Vec::new(),
            deck_only: false,
            extra_action: false,
        })
    }

    /// What was agreed.
    pub(super) fn rules(&self) -> &Rules {
        &self.game.core.rules
    }

    pub(super) fn given(&mut self, words: &[&str], text: &str) -> Result<(), String> {
        match words {
            ["hand", at, "=", ..] => {
                let at = self.seat(at)?;
                let hand = self.draw_cards(cards(after(text, "="))?)?;
                let held = &mut self.game.core.hands[at.index()];
                *held = held.plus(hand);
                // Coins lie open.
                let seen = &mut self.game.core.seen[at.index()];
                *seen = seen.plus(hand.only(KindSet::COINS));
            }
            ["discard", "=", ..] => {
                let cards = self.draw_cards(cards(after(text, "="))?)?;
                self.game.core.deck.discard = self.game.core.deck.discard.plus(cards);
            }
            ["display", "empty"] => self.display = true,
            ["display", "=", ..] => {
                self.display = true;
                for card in list(after(text, "="), card)? {
                    self.draw_cards(Cards::one(card))?;
                    self.game.core.display.push(card).map_err(|_| "the display is full".to_owned())?;
                }
            }
            ["market", "empty"] => self.market = [true; 8],
            ["market", space, "empty"] => self.market[currency(space)?.index()] = true,
            ["market", space, "=", ..] => {
                let space = currency(space)?.index();
                let piece = tile(after(text, "="))?;
                self.claim(piece)?;
                self.market[space] = true;
                self.game.core.pieces.market[space] = Some(piece);
            }
            ["tower", "empty"] => self.tower = Some(0),
            ["tower", "has", n, "tiles"] => self.tower = Some(number(n)?),
            ["tower", "=", ..] | ["tower", "only", "=", ..] => {
                self.next_tiles = list(after(text, "="), tile)?;
                for piece in self.next_tiles.clone() {
                    self.claim(piece)?;
                }
                self.tower = (words[1] == "only").then_some(self.next_tiles.len());
            }
            ["deck", "empty"] => self.deck_only = true,
            ["deck", "=", ..] | ["deck", "only", "=", ..] => {
                self.deck_only = words[1] == "only";
                self.next_cards = list(after(text, "="), card)?;
                for card in self.next_cards.clone() {
                    self.draw_card(card)?;
                }
            }
            ["palace", at, "has", ..] => self.palace(at, after(text, "has"))?,
            ["reserve", at, "=", ..] => {
                let at = self.seat(at)?;
                let tiles = self.tiles(after(text, "="))?;
                let set = &mut self.game.core.pieces.reserve[at.index()];
                *set = set.or(tiles);
            }
            ["bought", at, "=", ..] => {
                let at = self.seat(at)?;
                let tiles = self.tiles(after(text, "="))?;
                let set = &mut self.game.core.pieces.bought[at.index()];
                *set = set.or(tiles);
            }
            ["dirk", "has", ..] => {
                let tiles = self.tiles(after(text, "has"))?;
                self.game.core.pieces.dirk = self.game.core.pieces.dirk.or(tiles);
            }
            _ => self.given_course(words, text)?,
        }
        Ok(())
    }

    /// How far the game has come.
    fn given_course(&mut self, words: &[&str], text: &str) -> Result<(), String> {
        let core = &mut self.game.core;
        match words {
            ["score", of, "=", n] => core.scores[scorer(of)?.index()] = number(n)?,
            ["spent", at, "=", ..] => {
                let at = seat(at)?;
                for (money, n) in list(after(text, "="), |part| {
                    let (money, n) =
                        part.split_once(' ').ok_or_else(|| format!("how much is \"{part}\"?"))?;
                    Ok((currency(money)?, number(n)?))
                })? {
                    core.spent[at.index()][money.index()] = n;
                }
            }
            ["active", "=", at] => self.game.core.turn.seat = self.seat(at)?,
            ["extra", "action"] => self.extra_action = true,
            ["scorings", "done", "=", n] => core.scorings = number(n)?,
            ["scoring", "card", "due"] => {
                core.scorings_due += 1;
                self.draw_card(CardKind::SCORING)?;
            }
            _ => return Err("nobody understands this given".to_owned()),
        }
        Ok(())
    }

    fn seat(&self, text: &str) -> Result<Seat, String> {
        let at = seat(text)?;
        if at.index() < self.game.core.rules.players() {
            Ok(at)
        } else {
            Err(format!("nobody sits at seat {text}"))
        }
    }

    /// Takes one card out of the deck.
    fn draw_card(&mut self, card: CardKind) -> Result<(), String> {
        let deck = &mut self.game.core.deck;
        let (pool, low) = if card.in_hand() {
            (&mut deck.pool, card)
        } else {
            (&mut deck.rare, CardKind::from_number(card.number() - 64))
        };
        // Cards of a module that is off come out of the box.
        let boxed = card.in_hand() && !card.is_money();
        if pool.take(low) || boxed { Ok(()) } else { Err(format!("there is no {card} left in the deck")) }
    }

    fn draw_cards(&mut self, cards: Cards) -> Result<Cards, String> {
        cards.each().try_for_each(|card| self.draw_card(card))?;
        Ok(cards)
    }

    /// Takes a tile out of the tower, or out of the box if its module is off.
    fn claim(&mut self, piece: PieceId) -> Result<(), String> {
        if self.used.contains(piece) {
            return Err(format!("{} is already somewhere else", name(piece)));
        }
        self.used.insert(piece);
        self.game.core.pieces.tower.remove(piece);
        self.game.core.pieces.aside.remove(piece);
        Ok(())
    }

    /// Tiles by name, or any of a type by number: `garden 6, 2 towers`.
    fn tiles(&mut self, text: &str) -> Result<PieceSet, String> {
        let mut set = PieceSet::EMPTY;
        for part in list(text, |part| Ok(part.to_owned()))? {
            for piece in self.named(&part)? {
                self.claim(piece)?;
                set.insert(piece);
            }
        }
        Ok(set)
    }

    fn named(&self, text: &str) -> Result<Vec<PieceId>, String> {
        let Some((n, Some(building))) = text.split_once(' ').map(|(n, b)| (n, building(b))) else {
            return Ok(vec![tile(text)?]);
        };
        let n = number::<usize>(n)?;
        let tower = self.game.core.pieces.tower;
        let mut free: Vec<PieceId> = tower
            .iter()
            .filter(|p| {
                let facts = self.game.core.piece(*p);
                facts.kind == PieceKind::Base && facts.building[0] == Some(building)
            })
            .collect();
        // Tiles without walls fit anywhere and bring no points of their own.
        free.sort_by_key(|p| self.game.core.piece(*p).walls[0].len());
        if free.len() < n {
            return Err(format!("only {} {building} tiles are left", free.len()));
        }
        free.truncate(n);
        Ok(free)
    }

    /// Tiles in a palace, where the sentence says or wherever they fit.
    fn palace(&mut self, at: &str, text: &str) -> Result<(), String> {
        let at = self.seat(at)?;
        let holes = self.game.core.rules.house.holes;
        let mut anywhere = Vec::new();
        let mut laid: Vec<(Cell, crate::Walls)> = Vec::new();
        let standing =
            |table: &ScenarioTable, piece: PieceId| table.game.core.pieces.standing[piece.index()].cell;
        let mut special = Vec::new();
        for piece in self.game.core.pieces.palace[at.index()].iter() {
            if whole_tile(&self.game, piece) {
                laid.push((standing(self, piece), self.game.core.piece(piece).walls[0]));
            }
        }
        for part in list(text, |part| Ok(part.to_owned()))? {
            match part.split_once(" at ") {
                None => anywhere.extend(self.named(&part)?.into_iter().inspect(|p| {
                    // Claimed at once, so that a later "3 towers" takes others.
                    self.game.core.pieces.tower.remove(*p);
                })),
                Some((named, place)) => {
                    let (place, turn) = turned(place)?;
                    let (piece, place) = (tile(named)?, cell(place)?);
                    if whole_tile(&self.game, piece) {
                        laid.push((place, self.game.core.piece(piece).walls[0].turned(turn)));
                    } else {
                        special.push(piece);
                    }
                    self.stand(at, piece, Standing { cell: place, turn })?;
                }
            }
        }
        let mut palace = check_tiles(&laid, holes).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            format!("this is no palace: {}", faults.join("; "))
        })?;
        anywhere.sort_by_key(|p| self.game.core.piece(*p).walls[0].len());
        while let Some((i, place)) = first_fit(&self.game, &palace, &anywhere) {
            let piece = anywhere.remove(i);
            palace.lay(place, self.game.core.piece(piece).walls[0]);
            self.stand(at, piece, Standing { cell: place, turn: Quarters::ZERO })?;
        }
        self.game.core.palaces[at.index()] = palace;
        self.special(at, &special)?;
        match anywhere.first() {
            Some(piece) => Err(format!("there is no place for {}; say where things stand", name(*piece))),
            None => Ok(()),
        }
    }

    fn stand(&mut self, at: Seat, piece: PieceId, place: Standing) -> Result<(), String> {
        self.claim(piece)?;
        self.game.core.pieces.palace[at.index()].insert(piece);
        self.game.core.pieces.standing[piece.index()] = place;
        Ok(())
    }

    /// Pieces that are not whole single tiles: laid last, and everything must fit in the end.
    fn special(&mut self, at: Seat, pieces: &[PieceId]) -> Result<(), String> {
        let standing = self.game.core.pieces.standing;
        for piece in pieces {
            let Standing { cell, turn } = standing[piece.index()];
            if let Form::Tile(shape) = placing::form(&self.game, *piece, turn) {
                self.game.core.palaces[at.index()].lay_shape(cell, shape);
            }
        }
        let ground = placing::ground(&self.game, at);
        for piece in pieces {
            let Standing { cell, turn } = standing[piece.index()];
            let form = placing::form(&self.game, *piece, turn);
            let mut rest = ground;
            rest.remove(form, cell);
            let verdict = rest.verdict(form);
            if !verdict.border.contains(cell) {
                let why = verdict.fault(cell).map_or_else(String::new, |fault| fault.to_string());
                return Err(format!("{} does not fit: {why}", name(*piece)));
            }
        }
        match ground.fault() {
            Some(fault) if !pieces.is_empty() => Err(format!("this is no palace: {fault}")),
            _ => Ok(()),
        }
    }

    /// Lays what no sentence has laid, and lets the first turn begin.
    pub(super) fn finished(mut self) -> Result<GameState, String> {
        let mut luck = crate::Quick::new(1);
        let core = &mut self.game.core;
        if !self.display {
            let size = core.rules.edition().display;
            for _ in 0..size {
                let plain = core.deck.pool.only(KindSet::MONEY);
                let card = plain.nth(luck.below(plain.len()));
                core.deck.pool.take(card);
                core.display.push(card).map_err(|_| "the display is full".to_owned())?;
            }
        }
        for space in 0..core.pieces.market.len() {
            if !self.market[space] {
                let tiles: PieceSet =
                    core.pieces.tower.iter().filter(|p| core.piece(*p).kind.on_market()).collect();
                let tile = tiles.nth(luck.below(tiles.len() as u32) as usize);
                core.pieces.market[space] = tile;
                if let Some(tile) = tile {
                    core.pieces.tower.remove(tile);
                }
            }
        }
        if let Some(left) = self.tower {
            let keep =
                left.checked_sub(self.next_tiles.len()).ok_or("more tiles are named than the tower has")?;
            while core.pieces.tower.len() > keep {
                let last = core.pieces.tower.nth(keep).ok_or("the tower is smaller than that")?;
                core.pieces.tower.remove(last);
                core.pieces.gone.insert(last);
            }
            if core.pieces.tower.len() < keep {
                return Err("not enough tiles are left for the tower".to_owned());
            }
        }
        for piece in self.next_tiles.iter().rev() {
            let known = KnownPiece { piece: *piece, ..KnownPiece::default() };
            core.pieces.on_top.push(known).map_err(|_| "at most 8 tiles can be forced".to_owned())?;
        }
        if self.deck_only {
            core.deck.pool = Cards::EMPTY;
        }
        core.deck.cut();
        if !self.deck_only {
            let scorings = core.deck.rare.count(CardKind::from_number(CardKind::SCORING.number() - 64));
            for pile in [3, 1].into_iter().take(scorings.saturating_sub(core.scorings).into()) {
                core.deck.insert(pile, CardClass::Scoring, 1);
            }
        }
        for card in self.next_cards.iter().rev() {
            let known = KnownCard { card: *card, ..KnownCard::default() };
            core.deck.known.push(known).map_err(|_| "at most 8 cards can be forced".to_owned())?;
        }
        let waiting = core.pieces.bought.iter().any(|set| !set.is_empty());
        core.turn.actions_left = u8::from(self.extra_action || !waiting);
        core.turn.first_action = !self.extra_action && !waiting;
        Ok(self.game)
    }
}

/// Whether the boards describe a piece as one whole cell.
fn whole_tile(game: &GameState, piece: PieceId) -> bool {
    let facts = game.core.piece(piece);
    facts.footprint == Footprint::One && !matches!(facts.kind, PieceKind::Camp | PieceKind::Fountain)
}

/// The first of these tiles that fits somewhere, and where.
fn first_fit(game: &GameState, palace: &Palace, tiles: &[PieceId]) -> Option<(usize, Cell)> {
    tiles.iter().enumerate().find_map(|(i, piece)| {
        let cells = palace.legal_cells(game.core.piece(*piece).walls[0], game.core.rules.house.holes);
        cells.first().map(|cell| (i, cell))
    })
}
