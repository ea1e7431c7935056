//! Module 23, Building Sites: a building for half its price, which counts only when it has been finished, for the whole
//! price in a currency that its owner alone knows.
//!
//! A building that is not finished is no building to the core: the tile keeps its walls and its price, and nothing
//! stands on it. So everything that asks for buildings of a type is right by itself; here is only what a site costs,
//! who knows what is on its back, and how it comes to an end.

use crate::core::agenda::{Bill, Leaving, What};
use crate::core::building::Currency;
use crate::core::cards::{Cards, KindSet};
use crate::core::catalogue::{CardKind, PieceId, PieceSet, Provenance};
use crate::core::chance::Stream;
use crate::core::payment::{Context, PayRules, Request};
use crate::core::pieces::Zone;
use crate::core::seat::{Seat, SeatSet};
use crate::core::state::Barrier;
use crate::core::step::{Step, StepSet};
use crate::core::{paying, placing, turn};
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::{Audience, Happened};
use crate::module::{Fate, Module, ModuleInfo, Stage, Stepped, Touch, Window};
use crate::registry::{ModAction, ModFrame, ModuleId};
use crate::setup::{Objection, OptionValues, Setup, chosen};
use crate::view::Shown;
use crate::{Action, GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 23.
#[derive(Clone, Copy, Debug)]
pub struct BuildingSites;

/// How many sites there are of each currency.
const COPIES: u8 = 2;

/// How many there are in all.
const SITES: usize = 8;

/// A site on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Site {
    piece: PieceId,
    /// What is on its back.
    currency: Currency,
    /// Whether everybody has seen that.
    shown: bool,
}

/// The sites on tiles and those out of the game; the others are in the stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    sites: [Option<Site>; SITES],
    /// Out of the game, by currency.
    gone: [u8; 4],
    /// Whether coins are discarded at the end as well.
    coins_too: bool,
}

/// What players do with sites. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Finishes a building.
    Complete {
        /// Its tile.
        piece: PieceId,
    },
    /// Of two sites drawn, keeps one of this currency.
    Keep {
        /// The currency on its back.
        currency: Currency,
    },
}

/// P9: somebody has drawn two sites and keeps one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Drawn {
    seat: Seat,
    piece: PieceId,
    /// What is on their backs; nothing once one of them lies on the tile.
    pair: Option<[Currency; 2]>,
}

impl Module for BuildingSites {
    const ID: ModuleId = ModuleId::BuildingSites;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "building-sites",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 3,
        touches: &[Touch::Market, Touch::Money, Touch::Secrets],
        rulings: include_str!("RULINGS.md"),
        data: &[("8 sites, two of each currency", Provenance::Found)],
        options: &[("end_discard_includes_coins", &["no", "yes"])],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet =
        StepSet::of(&[Step::P1, Step::P3, Step::P9, Step::T11, Step::O3, Step::O4, Step::E2]);
    /// A tile that leaves the game takes its site along.
    const FATES: &'static [(Leaving, Fate)] = &[(Leaving::Discarded, Fate::Lost)];
    type State = State;
    type Action = Act;
    type Frame = Drawn;

    fn begin(_: &Setup, values: &OptionValues) -> Result<State, Objection> {
        Ok(State { coins_too: chosen(values, "end_discard_includes_coins", "yes"), ..State::default() })
    }

    /// DP-BS-1: a building on a market space, in the own turn, as long as there are sites (R-BS-1).
    fn variants(g: &GameState, request: &Request, out: &mut Vec<u8>) {
        let building = |piece: PieceId| {
            g.core.pieces.space_of(piece).is_some() && g.core.pieces.building[piece.index()].is_some()
        };
        let left: u8 = stack(g).iter().sum();
        if request.context == Context::Tile && left > 0 && request.piece.is_some_and(building) {
            out.push(AS_SITE);
        }
    }

    fn say_terms(_: &GameState, _: Option<PieceId>, _: u8) -> &'static str {
        "as_a_building_site"
    }

    /// P3: half of the printed price, rounded down; what else changes the price comes on top (A-P-6). Never exact.
    fn quote(_: &GameState, request: &Request, pay: &mut PayRules) {
        if request.terms.of(Self::ID) == AS_SITE {
            let half = request.price / 2;
            pay.change(Self::ID, half as i8 - request.price as i8);
            pay.never_exact = true;
        }
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match (step, cx.top().what) {
            // Last in the purchase: what it brings, such as a key for arcades, belongs to the building bought.
            (Step::P9, What::Buy(deal)) if deal.terms.of(Self::ID) == AS_SITE => {
                establish(cx, deal.seat, deal.piece);
            }
            (Step::E2, _) => cx.g.core.rules.seats().for_each(|seat| reveal(cx, seat)),
            _ => {}
        }
    }

    fn left(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId, _: Fate) {
        if let Some(currency) = use_up(cx.g, piece) {
            cx.emit(|_| told(seat, "loses", vec![Ref::Currency(currency)]));
        }
    }

    /// O4: it goes into the palace or into the reserve.
    fn may_give(g: &GameState, _: Seat, pieces: &mut PieceSet) {
        *pieces = pieces.iter().filter(|piece| !placing::unfinished(g, *piece, 0)).collect();
    }

    /// DP-BS-3: finishing is an action, wherever the tile is (R-BS-2).
    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        if window == Window::MainAction {
            let mut own: Vec<&Site> = sites(g)
                .filter(|site| owner(g, site.piece) == Some(seat) && payable(g, seat, site))
                .collect();
            own.sort_by_key(|site| site.piece);
            let complete = |site: &Site| ModAction::BuildingSites(Act::Complete { piece: site.piece });
            out.extend(own.into_iter().map(|site| Action::Module(complete(site))));
        }
    }

    fn step(_: &mut Cx<'_, '_>, drawn: Drawn) -> Stepped {
        if drawn.pair.is_none() { Stepped::Done } else { Stepped::Ask(SeatSet::one(drawn.seat)) }
    }

    fn legal(_: &GameState, _: Seat, drawn: Drawn, out: &mut Vec<Act>) {
        out.extend(drawn.pair.into_iter().flatten().map(|currency| Act::Keep { currency }));
        out.sort_unstable();
        out.dedup();
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        match (act, g.agenda.frames.last().map(|frame| frame.what)) {
            (Act::Keep { currency }, Some(What::Module(ModFrame::BuildingSites(drawn)))) => {
                let among = drawn.pair.is_some_and(|pair| pair.contains(&currency));
                if among { Ok(()) } else { Err(Illegal::of(Self::ID, "no_such_site_was_drawn").at(currency)) }
            }
            (Act::Keep { .. }, _) => refused("a_site_is_chosen_when_it_is_set_up"),
            (Act::Complete { piece }, Some(What::Turn)) => {
                match sites(g).find(|site| site.piece == piece && owner(g, piece) == Some(seat)) {
                    None => Err(Illegal::of(Self::ID, "no_site_of_yours_is_on_this_tile").at(piece)),
                    Some(site) if payable(g, seat, site) => Ok(()),
                    Some(_) => Err(Illegal::NotAffordable { piece }),
                }
            }
            (Act::Complete { .. }, _) => refused("finishing_a_building_is_an_action"),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        match act {
            Act::Keep { currency } => {
                let What::Module(ModFrame::BuildingSites(drawn)) = &mut cx.top().what else { return };
                drawn.pair = None;
                let piece = drawn.piece;
                put(cx, seat, piece, currency);
            }
            Act::Complete { piece } => {
                let Some(bill) =
                    sites(cx.g).find(|site| site.piece == piece).map(|site| bill(cx.g, seat, site))
                else {
                    return;
                };
                turn::count_action(cx.g);
                complete(cx, seat, piece);
                cx.push(Step::P3, What::Pay(bill));
            }
        }
    }

    fn describe(_: &GameState, _: Seat, act: Act) -> Described {
        match act {
            Act::Complete { piece } => [Ref::Piece(piece)].into(),
            Act::Keep { currency } => [Ref::Currency(currency)].into(),
        }
    }

    /// A building begun will count once it is finished.
    fn worth(g: &GameState, seat: Seat) -> i16 {
        2 * sites(g).filter(|site| owner(g, site.piece) == Some(seat)).count() as i16
    }

    /// Everybody sees where sites are; what is on their backs, their owners only, until it is shown.
    fn view(g: &GameState, viewer: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let of = |seat: Seat| {
            let own: Vec<PieceId> =
                sites(g).map(|site| site.piece).filter(|piece| owner(g, *piece) == Some(seat)).collect();
            (!own.is_empty()).then_some((seat, own))
        };
        let out = Currency::ALL
            .into_iter()
            .flat_map(|c| std::iter::repeat_n(c, usize::from(g.mods.m23_building_sites.gone[c.index()])));
        let mut shows = vec![
            ("sites", Shown::TilesBySeat(g.rules().seats().filter_map(of).collect())),
            ("stack", Shown::Number(stack(g).iter().sum::<u8>().into())),
            ("out_of_the_game", Shown::Currencies(out.collect())),
        ];
        let known: Vec<&Site> = sites(g)
            .filter(|site| site.shown || viewer.is_some() && owner(g, site.piece) == viewer)
            .collect();
        if !known.is_empty() {
            shows.push(("known_sites", Shown::Tiles(known.iter().map(|site| site.piece).collect())));
            shows.push(("known_backs", Shown::Currencies(known.iter().map(|site| site.currency).collect())));
        }
        if let Some(drawn) = drawn(g).filter(|drawn| Some(drawn.seat) == viewer) {
            shows.push(("drawn", Shown::Currencies(drawn.pair.into_iter().flatten().collect())));
        }
        shows
    }

    /// Every back the observer has not seen goes back among the stack and is drawn anew.
    fn redraw(g: &mut GameState, observer: Seat, pick: &mut dyn FnMut(u32) -> u32) {
        let mut stack = stack(g);
        let hidden = |g: &GameState, site: &Site| !site.shown && owner(g, site.piece) != Some(observer);
        for site in sites(g).filter(|site| hidden(g, site)) {
            stack[site.currency.index()] += 1;
        }
        let secret = drawn(g).filter(|drawn| drawn.seat != observer);
        secret.and_then(|drawn| drawn.pair).into_iter().flatten().for_each(|c| stack[c.index()] += 1);
        for i in 0..SITES {
            let Some(site) = g.mods.m23_building_sites.sites[i].filter(|site| hidden(g, site)) else {
                continue;
            };
            let currency = draw(&mut stack, pick);
            g.mods.m23_building_sites.sites[i] = Some(Site { currency, ..site });
        }
        for frame in g.agenda.frames.iter_mut() {
            if let What::Module(ModFrame::BuildingSites(Drawn { seat, pair: Some(pair), .. })) =
                &mut frame.what
                && *seat != observer
            {
                *pair = [draw(&mut stack, pick), draw(&mut stack, pick)];
            }
        }
    }

    fn census(g: &GameState) -> Result<(), String> {
        for currency in Currency::ALL {
            let used = used(g, currency);
            if used > COPIES {
                return Err(format!("there are {used} {currency} sites"));
            }
        }
        let waiting = drawn(g).map(|drawn| drawn.piece);
        for seat in g.rules().seats() {
            let pieces = &g.core.pieces;
            let own =
                pieces.palace[seat.index()].or(pieces.reserve[seat.index()]).or(pieces.bought[seat.index()]);
            for piece in own.iter() {
                let on_it =
                    sites(g).filter(|site| site.piece == piece).count() + usize::from(waiting == Some(piece));
                if on_it != usize::from(placing::unfinished(g, piece, 0)) {
                    return Err(format!("{on_it} sites lie on {}", g.piece(piece).key));
                }
            }
        }
        match sites(g).find(|site| owner(g, site.piece).is_none()) {
            Some(site) => Err(format!("the site on {} belongs to nobody", g.piece(site.piece).key)),
            None => Ok(()),
        }
    }

    /// `tower-9-es florin, garden-8-ne ducat; gone dirham dirham; coins too`: tiles of players that are not finished,
    /// sites out of the game, and what was agreed.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        let read = |name: &str| {
            let found = Currency::ALL.into_iter().find(|c| c.name() == name);
            found.ok_or_else(|| format!("\"{name}\" is no currency"))
        };
        for clause in text.split(';').map(str::trim) {
            if clause == "coins too" {
                g.mods.m23_building_sites.coins_too = true;
                continue;
            }
            if let Some(gone) = clause.strip_prefix("gone ") {
                for name in gone.split_whitespace() {
                    g.mods.m23_building_sites.gone[read(name)?.index()] += 1;
                }
                continue;
            }
            for part in clause.split(',').map(str::trim) {
                let (key, name) = part.split_once(' ').ok_or("say \"tower-9-es florin\"")?;
                let piece = PieceId::with_key(key).ok_or_else(|| format!("there is no tile \"{key}\""))?;
                if owner(g, piece).is_none() {
                    return Err(format!("nobody has {key}"));
                }
                g.core.pieces.building[piece.index()] = None;
                add(g, Site { piece, currency: read(name)?, shown: false });
            }
        }
        Ok(())
    }
}

/// The one variant: as a building site.
const AS_SITE: u8 = 1;

/// The sites on tiles, in the order in which they were set up.
fn sites(g: &GameState) -> impl Iterator<Item = &Site> {
    g.mods.m23_building_sites.sites.iter().flatten()
}

/// Two sites somebody has drawn and not yet chosen from.
fn drawn(g: &GameState) -> Option<Drawn> {
    g.agenda.frames.iter().find_map(|frame| match frame.what {
        What::Module(ModFrame::BuildingSites(drawn)) if drawn.pair.is_some() => Some(drawn),
        _ => None,
    })
}

/// Who has a tile.
fn owner(g: &GameState, piece: PieceId) -> Option<Seat> {
    match g.core.pieces.zone(piece)? {
        Zone::Palace(seat) | Zone::Reserve(seat) | Zone::Bought(seat) => Some(seat),
        _ => None,
    }
}

/// How many sites of a currency are not in the stack.
fn used(g: &GameState, currency: Currency) -> u8 {
    let on_tiles = sites(g).filter(|site| site.currency == currency).count();
    let pair = drawn(g).and_then(|drawn| drawn.pair).into_iter().flatten();
    let in_hand = pair.filter(|drawn| *drawn == currency).count();
    g.mods.m23_building_sites.gone[currency.index()] + (on_tiles + in_hand) as u8
}

/// The sites in the stack, by currency.
fn stack(g: &GameState) -> [u8; 4] {
    Currency::ALL.map(|currency| COPIES.saturating_sub(used(g, currency)))
}

/// Takes one of these at random.
fn draw(stack: &mut [u8; 4], pick: &mut dyn FnMut(u32) -> u32) -> Currency {
    let left = stack.iter().map(|n| u32::from(*n)).sum::<u32>();
    let mut nth = pick(left.max(1)) as u8;
    for currency in Currency::ALL {
        if nth < stack[currency.index()] {
            stack[currency.index()] -= 1;
            return currency;
        }
        nth -= stack[currency.index()];
    }
    Currency::Florin
}

fn add(g: &mut GameState, site: Site) {
    if let Some(free) = g.mods.m23_building_sites.sites.iter_mut().find(|slot| slot.is_none()) {
        *free = Some(site);
    }
}

/// The building bought is not finished, and two sites are drawn, of which one is kept. The last one there is no choice.
fn establish(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId) {
    cx.g.core.pieces.building[piece.index()] = None;
    cx.emit(|_| told(seat, "sets_up", vec![Ref::Piece(piece)]));
    let mut left = stack(cx.g);
    let first = draw(&mut left, &mut |n| cx.pick(n, Stream::Bag));
    if left == [0; 4] {
        return put(cx, seat, piece, first);
    }
    let second = draw(&mut left, &mut |n| cx.pick(n, Stream::Bag));
    let drawn = Drawn { seat, piece, pair: Some([first, second]) };
    cx.push(Step::P9, What::Module(ModFrame::BuildingSites(drawn)));
}

/// A site lies on its tile, its back known to its owner.
fn put(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId, currency: Currency) {
    add(cx.g, Site { piece, currency, shown: false });
    cx.emit_to(Audience::Seat(seat), |_| {
        told(seat, "keeps", vec![Ref::Currency(currency), Ref::Piece(piece)])
    });
}

/// What finishing a building costs: all that is printed, in the currency of the site.
fn bill(g: &GameState, seat: Seat, site: &Site) -> Bill {
    Bill {
        seat,
        context: Context::Thing,
        price: g.core.facts(site.piece).price,
        currency: Some(site.currency),
        extra_action: true,
        ..Bill::default()
    }
}

fn payable(g: &GameState, seat: Seat, site: &Site) -> bool {
    paying::affordable(g, &bill(g, seat, site))
}

/// The building stands; its site is shown and leaves the game.
fn complete(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId) {
    let Some(currency) = use_up(cx.g, piece) else { return };
    cx.g.core.pieces.building[piece.index()] = cx.g.piece(piece).building_type(0);
    cx.emit(|_| told(seat, "finishes", vec![Ref::Piece(piece), Ref::Currency(currency)]));
}

/// The site on a tile leaves the game, for everybody to see.
fn use_up(g: &mut GameState, piece: PieceId) -> Option<Currency> {
    let state = &mut g.mods.m23_building_sites;
    let slot = state.sites.iter_mut().find(|slot| slot.is_some_and(|site| site.piece == piece))?;
    let currency = slot.take()?.currency;
    state.gone[currency.index()] += 1;
    // No gaps: the order of the slots is the order in which they were filled.
    let mut kept = state.sites.into_iter().flatten();
    state.sites = std::array::from_fn(|_| kept.next());
    g.core.info.learned(Barrier::Shown);
    Some(currency)
}

/// E2: the sites in a palace are shown, and the money cards of their currencies go (R-BS-3).
fn reveal(cx: &mut Cx<'_, '_>, seat: Seat) {
    for i in 0..SITES {
        let Some(site) = cx.g.mods.m23_building_sites.sites[i] else { continue };
        let Site { piece, currency, .. } = site;
        if cx.g.core.pieces.zone(piece) != Some(Zone::Palace(seat)) {
            continue;
        }
        cx.g.mods.m23_building_sites.sites[i] = Some(Site { shown: true, ..site });
        cx.g.core.info.learned(Barrier::Shown);
        let kinds = cards_of(currency, cx.g.mods.m23_building_sites.coins_too);
        let cards: Cards = cx.g.hand(seat).only(kinds);
        paying::discard(cx, seat, cards);
        cx.emit(|_| {
            let refs = vec![Ref::Currency(currency), Ref::Piece(piece), Ref::Cards(cards)];
            told(seat, "shows", refs)
        });
    }
}

/// The money cards of a currency, and its coins if that was agreed.
fn cards_of(currency: Currency, coins_too: bool) -> KindSet {
    let one = |card: CardKind| KindSet(1 << card.number());
    let cards = KindSet::money(currency).or(one(CardKind::master_builder(currency)));
    if coins_too { cards.or(one(CardKind::coin(currency))) } else { cards }
}

fn told(seat: Seat, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::BuildingSites, seat: Some(seat), key, refs }
}

#[cfg(test)]
mod tests;
