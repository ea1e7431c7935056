//! Advice for people: what a bot would do, why in one sentence, and how much better it is than the alternatives.

use crate::BotKind;
use crate::closer::laid_at_best;
use crate::search::{Budget, SearchBot, Settings, Tried};
use alhambra_rules::belief::Belief;
use alhambra_rules::core::score::CountBook;
use alhambra_rules::decision::{Choice, Effect, Ref};
use alhambra_rules::speech::{self, ENGLISH, Names, Plainly};
use alhambra_rules::{
    Action, Building, Cards, Currency, GameState, Io, KindSet, ModuleId, PieceId, Quick, Scorer, Seat,
};
use serde::Serialize;
use std::cmp::Ordering;

/// Bots that do not search are explained with this many imagined games: enough to tell good from bad.
const GAMES: u32 = 1200;
/// So many alternatives are named.
const OTHERS: usize = 4;

/// What a bot would do, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// Who decides.
    pub seat: Seat,
    /// Why, in a sentence that begins with what to do.
    pub why: String,
    /// Why, reason by reason, for whoever speaks another language.
    pub reasons: Vec<Reason>,
    /// What the bot would do.
    pub best: Estimate,
    /// The best alternatives, the better ones first.
    pub others: Vec<Estimate>,
}

/// A reason: what it is and what it points at. The words for it are those of the core, under `reason.…`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// A message key.
    pub key: &'static str,
    /// What it points at.
    pub refs: Vec<Ref>,
}

impl Reason {
    /// Every key a reason can have.
    pub const KEYS: [&'static str; 22] = [
        "only",
        "lot",
        "thought",
        "extra_action",
        "overpaid",
        "wall_grows",
        "wall_given_up",
        "wall_stays",
        "ahead",
        "stays_first",
        "level",
        "towards",
        "scores_now",
        "module_scores",
        "pays_exactly",
        "pays",
        "sums",
        "later_use",
        "reserve",
        "gift",
        "decline",
        "pass",
    ];

    fn new(key: &'static str, refs: Vec<Ref>) -> Reason {
        debug_assert!(Reason::KEYS.contains(&key));
        Reason { key, refs }
    }
}

/// An answer with what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The action to hand in.
    pub action: Action,
    /// What it means.
    pub words: String,
    /// The same as clients show it.
    #[serde(skip)]
    pub choice: Choice,
    /// The seat's estimated share of the win, from 0 to 1; none where nothing had to be compared.
    pub share: Option<f32>,
    /// In how many imagined games it was tried.
    pub games: u32,
}

/// What a bot of this kind would do for the belief's seat, and why; `None` if the seat is not asked.
///
/// ```
/// use alhambra_bots::{BotKind, advise};
/// use alhambra_rules::belief::{Belief, Recall};
/// use alhambra_rules::{GameState, Io, Quick, Seeded, Setup};
///
/// let game = GameState::new(&Setup::players(3), &mut Io::silent(&mut Seeded::new(1))).unwrap();
/// let seat = game.to_move().unwrap();
/// let advice = advise(BotKind::Medium, &Belief::new(&game, seat, Recall::Full), &mut Quick::new(1)).unwrap();
/// assert!(game.check(seat, &advice.best.action).is_ok());
/// assert!(advice.why.ends_with('.'));
/// ```
pub fn advise(kind: BotKind, belief: &Belief<'_>, dice: &mut Quick) -> Option<Advice> {
    advise_within(kind, kind.settings(), belief, dice)
}

/// The same by a bot that searches as these settings say, where time or cores are shared with others.
pub fn advise_within(
    kind: BotKind,
    settings: Option<Settings>,
    belief: &Belief<'_>,
    dice: &mut Quick,
) -> Option<Advice> {
    consider(kind, settings, belief, dice, None).map(|(advice, _)| advice)
}

/// The same, beside what was really done, tried in the same imagined games.
///
/// ```
/// use alhambra_bots::{BotKind, review};
/// use alhambra_rules::belief::{Belief, Recall};
/// use alhambra_rules::{GameState, Io, Quick, Seeded, Setup};
///
/// let game = GameState::new(&Setup::players(3), &mut Io::silent(&mut Seeded::new(1))).unwrap();
/// let seat = game.to_move().unwrap();
/// let mut actions = Vec::new();
/// game.legal(seat, &mut actions);
/// let belief = Belief::new(&game, seat, Recall::Full);
/// let (advice, done) = review(BotKind::Medium, &belief, actions[0], &mut Quick::new(1)).unwrap();
/// assert_eq!(done.action, actions[0]);
/// assert!(advice.why.ends_with('.'));
/// ```
pub fn review(
    kind: BotKind,
    belief: &Belief<'_>,
    done: Action,
    dice: &mut Quick,
) -> Option<(Advice, Estimate)> {
    let (advice, done) = consider(kind, kind.settings(), belief, dice, Some(done))?;
    Some((advice, done?))
}

fn consider(
    kind: BotKind,
    settings: Option<Settings>,
    belief: &Belief<'_>,
    dice: &mut Quick,
    done: Option<Action>,
) -> Option<(Advice, Option<Estimate>)> {
    let decision = belief.decision()?;
    let tried = match settings {
        Some(settings) => SearchBot::new(settings).compare(belief, dice, done.as_slice()),
        None => {
            let chosen = kind.make().decide(belief, dice);
            let mut judge = SearchBot::new(Settings::patient(Budget::games(GAMES), 1));
            let also: Vec<Action> = std::iter::once(chosen).chain(done).collect();
            let mut tried = judge.compare(belief, dice, &also);
            tried.sort_by_key(|answer| answer.action != chosen);
            tried
        }
    };
    // Only what everybody sees, and the seat's own hand, is read from this world.
    let speaker = Speaker { seat: belief.seat(), world: &belief.sample(dice), choices: &decision.options };
    let best = tried.first()?;
    let done = done.and_then(|done| tried.iter().find(|answer| answer.action == done));
    let done = done.map(|answer| speaker.estimate(answer));
    let others: Vec<Estimate> =
        tried.iter().skip(1).take(OTHERS).map(|answer| speaker.estimate(answer)).collect();
    let reasons = match (kind, others.is_empty()) {
        (_, true) => vec![Reason::new("only", Vec::new())],
        (BotKind::Random | BotKind::Uniform, _) => {
            vec![Reason::new("lot", Vec::new())]
        }
        _ => speaker.reasons(best.action),
    };
    let best = speaker.estimate(best);
    let why = speaker.sentence(&best, &reasons);
    Some((Advice { seat: belief.seat(), why, reasons, best, others }, done))
}

/// Puts answers and reasons into words.
struct Speaker<'a> {
    seat: Seat,
    world: &'a GameState,
    choices: &'a [Choice],
}

impl Speaker<'_> {
    fn estimate(&self, answer: &Tried) -> Estimate {
        let (action, games) = (answer.action, answer.games);
        let choice = self.choice(action).cloned().unwrap_or_else(|| self.world.choice(self.seat, action));
        Estimate {
            action,
            words: self.words(action),
            choice,
            share: (games > 0).then_some(answer.share),
            games,
        }
    }

    fn choice(&self, action: Action) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.action == action)
    }

    /// What to do and why, as one sentence.
    fn sentence(&self, best: &Estimate, reasons: &[Reason]) -> String {
        let speaker = &Plainly { game: self.world, names: &Names::numbered(self.world), language: ENGLISH };
        let why = speech::reasons(speaker, reasons.iter().map(|reason| (reason.key, &reason.refs[..])));
        format!("{}: {why}.", capital(&best.words))
    }

    /// What an action is, as an order: "buy garden 9 N with ducat 4, ducat 5".
    fn words(&self, action: Action) -> String {
        let (game, names) = (self.world, &Names::numbered(self.world));
        let choice = self.choice(action).cloned().unwrap_or_else(|| game.choice(self.seat, action));
        speech::action(&Plainly { game, names, language: ENGLISH }, &choice)
    }

    fn taken(&self, set: u16) -> Cards {
        let display = self.world.display().iter().enumerate();
        display.filter(|(i, _)| set >> i & 1 != 0).map(|(_, card)| *card).collect()
    }

    /// Why an action may be good, the weightier reasons first; never empty.
    fn reasons(&self, action: Action) -> Vec<Reason> {
        let plain = |key| Reason::new(key, Vec::new());
        let mut reasons = Vec::new();
        let effects = self.choice(action).map_or(&[][..], |choice| &choice.effects[..]);
        if effects.contains(&Effect::ExtraAction) {
            reasons.push(plain("extra_action"));
        }
        match action {
            Action::Buy { piece, .. } => reasons.extend(self.majority(piece, 1)),
            Action::Place { piece, .. } | Action::Add { piece, .. } => {
                reasons.extend(self.wall(effects));
                reasons.extend(self.majority(piece, u8::from(matches!(action, Action::Add { .. }))));
            }
            Action::Swap { .. } | Action::Remove { .. } => reasons.extend(self.wall(effects)),
            Action::Take(set) => reasons.push(self.money(self.taken(set))),
            Action::Reserve { .. } => {
                reasons.push(plain("reserve"));
            }
            Action::Gift { .. } => reasons.push(plain("gift")),
            Action::Decline => reasons.push(plain("decline")),
            Action::Pass => reasons.push(plain("pass")),
            _ => {}
        }
        reasons.extend(self.scored_now(action));
        reasons.extend(self.by_module(action));
        for effect in effects {
            if let Effect::Lost { amount: lost @ 1.. } = effect {
                reasons.push(Reason::new("overpaid", vec![Ref::Number(i32::from(*lost))]));
            }
        }
        if reasons.is_empty() {
            reasons.push(plain("thought"));
        }
        reasons
    }

    fn wall(&self, effects: &[Effect]) -> Option<Reason> {
        effects.iter().find_map(|effect| {
            let Effect::Wall { from, to } = effect else { return None };
            let refs = vec![Ref::Number(i32::from(*from)), Ref::Number(i32::from(*to))];
            let key = match from.cmp(to) {
                Ordering::Less => "wall_grows",
                Ordering::Greater => "wall_given_up",
                Ordering::Equal => "wall_stays",
            };
            Some(Reason::new(key, refs))
        })
    }

    /// The table after an action that lays, takes off or moves something, or is a module's, before any scoring.
    fn built(&self, action: Action) -> Option<GameState> {
        let builds = matches!(
            action,
            Action::Place { .. }
                | Action::Add { .. }
                | Action::Swap { .. }
                | Action::Remove { .. }
                | Action::Move { .. }
                | Action::Module(_)
        );
        let mut after = self.world.clone();
        after.apply(self.seat, action, &mut Io::silent(&mut Quick::new(1))).ok().filter(|()| builds)?;
        let same = !after.is_over() && after.scorings() == self.world.scorings();
        (same && after.scorings() < 3).then_some(after)
    }

    /// The table after a purchase, with the tile where modules make most of it.
    fn bought(&self, action: Action) -> Option<GameState> {
        let (Action::Buy { piece, .. } | Action::Target { piece, .. }) = action else { return None };
        let mut after = self.world.clone();
        after.apply(self.seat, action, &mut Io::silent(&mut Quick::new(1))).ok()?;
        let laid = laid_at_best(&after, self.seat, piece)?;
        (!laid.is_over() && laid.scorings() == self.world.scorings()).then_some(laid)
    }

    /// What a scoring would bring now, from every source, if the action makes it more.
    fn scored_now(&self, action: Action) -> Option<Reason> {
        let after = self.built(action)?;
        let round = self.world.scorings() + 1;
        let points =
            |game: &GameState| i32::from(game.forecast_points(round)[Scorer::Seat(self.seat).index()]);
        let (now, then) = (points(self.world), points(&after));
        (then > now).then(|| Reason::new("scores_now", vec![Ref::Number(then), Ref::Number(now)]))
    }

    /// The module that would bring most beyond what it brings already, and in which scoring.
    fn by_module(&self, action: Action) -> Option<Reason> {
        let after = self.built(action).or_else(|| self.bought(action))?;
        let own = Scorer::Seat(self.seat).index();
        let mut most: Option<(i16, ModuleId, u8)> = None;
        for round in self.world.scorings() + 1..=3 {
            let now = self.world.points_by_module(round);
            for (module, then) in after.points_by_module(round) {
                let before = now.iter().find(|(known, _)| *known == module).map_or(0, |(_, now)| now[own]);
                let more = then[own] - before;
                // The soonest scoring of those in which it brings as much.
                if more > most.map_or(0, |(most, ..)| most) {
                    most = Some((more, module, round));
                }
            }
        }
        let (more, module, round) = most?;
        let refs =
            vec![Ref::Word(module, "title"), Ref::Number(i32::from(more)), Ref::Number(i32::from(round))];
        Some(Reason::new("module_scores", refs))
    }

    /// Where the seat stands in the type of a tile with `more` of them. Bought tiles count as built.
    fn majority(&self, piece: PieceId, more: u8) -> Option<Reason> {
        let pieces = self.world.pieces();
        let building = pieces.building[piece.index()]?;
        let book = self.world.counts();
        let bought = pieces.count(pieces.bought[self.seat.index()])[building.index()];
        let own = book.halves(self.seat.into(), building) / 2 + bought + more;
        let most = self.others(&book, building);
        let key = match own {
            _ if own == most + 1 => "ahead",
            _ if own > most => "stays_first",
            _ if own == most => "level",
            _ => "towards",
        };
        let refs = [Ref::Building(building), Ref::Number(i32::from(own)), Ref::Number(i32::from(most))];
        Some(Reason::new(key, refs.into()))
    }

    /// The most buildings of a type anybody else has.
    fn others(&self, book: &CountBook, building: Building) -> u8 {
        let seats = self.world.rules().seats().filter(|seat| *seat != self.seat).map(Scorer::Seat);
        let dirk = self.world.rules().dirk().then_some(Scorer::Dirk);
        seats.chain(dirk).map(|scorer| book.halves(scorer, building) / 2).max().unwrap_or(0)
    }

    /// What taken money is good for: a tile that can now be paid, exactly if possible.
    fn money(&self, taken: Cards) -> Reason {
        let before = self.world.hand(self.seat);
        let after = before.plus(taken);
        let mut enough = None;
        for &piece in self.world.pieces().market.iter().flatten() {
            let Some(pay) = self.world.price(self.seat, piece) else { continue };
            let exactly = |hand: Cards| {
                let mut any = false;
                pay.minimal(hand, |payment| any |= payment.total() == u16::from(pay.price));
                any
            };
            if exactly(after) && !exactly(before) {
                return Reason::new("pays_exactly", vec![Ref::Piece(piece)]);
            }
            if pay.affordable(after) && !pay.affordable(before) {
                enough = enough.or_else(|| Some(Reason::new("pays", vec![Ref::Piece(piece)])));
            }
        }
        enough.unwrap_or_else(|| {
            let grown = |currency: &Currency| !taken.only(KindSet::money(*currency)).is_empty();
            let sums: Vec<(u16, Currency)> =
                Currency::ALL.into_iter().filter(grown).map(|c| (after.total_of(c), c)).collect();
            if sums.is_empty() {
                return Reason::new("later_use", Vec::new());
            }
            let refs = sums
                .iter()
                .flat_map(|(sum, currency)| [Ref::Number(i32::from(*sum)), Ref::Currency(*currency)]);
            Reason::new("sums", refs.collect())
        })
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
