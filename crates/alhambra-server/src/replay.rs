//! A recorded game to be looked at: moment by moment, through somebody's eyes, and as tables for other programs.

use alhambra_protocol::words::Names;
use alhambra_protocol::{
    EventView, Mark, Moment, OpenSeat, Ref, Refusal, RefusalCode, Replay, ReplaySlice, ViewChange, Why,
};
use alhambra_rules::record::{Entry, Record, RecordError, Replay as Player};
use alhambra_rules::speech::{self, ENGLISH};
use alhambra_rules::{Action, Audience, Event, GameState, Happened, Scorer, Seat, SeatSet};

/// The most moments that are told at once.
const SLICE: u32 = 200;

/// What was played at a table, and what the one who asks may see of it.
#[derive(Clone, Debug)]
pub(crate) struct Story {
    pub(crate) table: String,
    pub(crate) name: String,
    /// Whether the game is over: nothing is secret any more.
    pub(crate) open: bool,
    /// The seats whose hands the one who asks may see.
    pub(crate) seats: SeatSet,
    pub(crate) record: Record,
}

/// Through whose eyes a game is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Eyes {
    /// Everything is seen.
    Open,
    /// What everybody saw.
    Public,
    /// What the player of this seat saw.
    Seat(Seat),
}

impl std::fmt::Display for Eyes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Eyes::Open => f.write_str("open"),
            Eyes::Public => f.write_str("public"),
            Eyes::Seat(seat) => write!(f, "{}", seat.index()),
        }
    }
}

impl Eyes {
    fn viewer(self) -> Option<Seat> {
        match self {
            Eyes::Seat(seat) => Some(seat),
            Eyes::Open | Eyes::Public => None,
        }
    }

    /// Whether an event is told. What is told twice, with and without its secret, open eyes hear once.
    fn hear(self, event: &Event) -> bool {
        match self {
            Eyes::Open => !matches!(event.to, Audience::Others(_)),
            Eyes::Public | Eyes::Seat(_) => event.to.includes(self.viewer()),
        }
    }
}

impl Story {
    /// Through whose eyes the one who asks may look, the best first.
    fn choices(&self) -> Vec<Eyes> {
        let open = self.open.then_some(Eyes::Open);
        let seats = self.seats.iter().map(Eyes::Seat);
        open.into_iter().chain(seats).chain([Eyes::Public]).collect()
    }

    /// The eyes that were asked for, if they are allowed; without a wish the best.
    pub(crate) fn eyes(&self, wish: Option<&str>) -> Result<Eyes, Refusal> {
        let choices = self.choices();
        let Some(wish) = wish else { return Ok(choices[0]) };
        let found = choices.iter().find(|eyes| eyes.to_string() == wish);
        found.copied().ok_or_else(|| {
            let known = wish == "open" || wish.parse::<usize>().is_ok_and(|n| n < self.players());
            match known {
                true => Refusal::new(RefusalCode::NotYours, Why::SeenWhenOver),
                false => Refusal::new(RefusalCode::Malformed, Why::AsWhom),
            }
        })
    }

    /// Only finished games are estimated, exported and played on.
    pub(crate) fn finished(self) -> Result<Story, Refusal> {
        match self.open {
            true => Ok(self),
            false => Err(Refusal::new(RefusalCode::NotNow, Why::HadWhenOver)),
        }
    }

    fn players(&self) -> usize {
        self.record.header.setup.players.len()
    }

    /// How many actions were taken.
    pub(crate) fn actions(&self) -> u32 {
        self.record.entries.len() as u32
    }

    /// Goes through the game: `see` gets every moment with the entry that led to it and what happened.
    pub(crate) fn walk(
        &self,
        last: u32,
        mut see: impl FnMut(&GameState, Option<&Entry>, &[Event]),
    ) -> Result<(), Refusal> {
        let unfit = |why: RecordError| crate::room::unreadable(&why);
        let mut events = Vec::new();
        let mut player = Player::new(&self.record, Some(&mut events)).map_err(unfit)?;
        see(player.game(), None, &events);
        for _ in 0..last {
            events.clear();
            let Some(entry) = player.next(Some(&mut events)).map_err(unfit)? else { break };
            see(player.game(), Some(entry), &events);
        }
        Ok(())
    }

    /// The moments of the game.
    pub(crate) fn moments(&self, eyes: Eyes) -> Result<Replay, Refusal> {
        let setup = &self.record.header.setup;
        let names = Names::of(setup);
        let mut marks = Marks { open: self.open, ..Marks::default() };
        let mut moments = Vec::with_capacity(self.record.entries.len() + 1);
        self.walk(u32::MAX, |game, entry, events| {
            let heard = events.iter().filter(|event| eyes.hear(event));
            moments.push(Moment {
                n: moments.len() as u32,
                by: entry.map(|entry| entry.seat),
                turn: game.turn().number,
                active: game.turn().seat,
                events: heard.map(|event| EventView::of(&event.what, game, &names, true)).collect(),
                scores: game.rules().seats().map(|seat| game.score(seat)).collect(),
                marks: marks.of(game, entry, events),
            });
        })?;
        Ok(Replay {
            table: self.table.clone(),
            name: self.name.clone(),
            open: self.open,
            names: setup.players.iter().map(|player| player.name.clone()).collect(),
            dirk: setup.dirk.clone(),
            eyes: eyes.to_string(),
            choices: self.choices().iter().map(Eyes::to_string).collect(),
            moments,
        })
    }

    /// What is seen at the moments from one to another.
    pub(crate) fn slice(&self, eyes: Eyes, from: u32, to: Option<u32>) -> Result<ReplaySlice, Refusal> {
        let actions = self.actions();
        if from > actions || to.is_some_and(|to| to < from) {
            return Err(Refusal::new(RefusalCode::Malformed, Why::MomentsOfGame(Ref::number(actions))));
        }
        let last = to.unwrap_or(from).min(actions).min(from + SLICE - 1);
        let viewer = eyes.viewer();
        let (mut n, mut first, mut before) = (0, None, None);
        let (mut changes, mut seats) = (Vec::new(), Vec::new());
        self.walk(last, |game, _, _| {
            if n >= from {
                let now = game.view(viewer);
                match before.as_ref() {
                    None => first = Some(game.view(viewer)),
                    Some(before) => changes.push(ViewChange::between(before, &now)),
                }
                before = Some(now);
                if eyes == Eyes::Open {
                    seats.push(game.rules().seats().map(|seat| open_seat(game, seat)).collect());
                }
            }
            n += 1;
        })?;
        let view = first.ok_or_else(|| Refusal::new(RefusalCode::Malformed, Why::NoSuchMoment))?;
        Ok(ReplaySlice { from, view, changes, seats })
    }

    /// The actions as comma-separated values: one line for each, with the points after it.
    pub(crate) fn moves_csv(&self) -> Result<String, Refusal> {
        let names = Names::of(&self.record.header.setup);
        let seats: Vec<Seat> = (0..self.players()).filter_map(Seat::new).collect();
        let scores = seats.iter().map(|seat| format!("points {}", names.seat(*seat)));
        let head = ["moment", "turn", "seat", "player", "what"].map(str::to_owned);
        let mut text = row(head.into_iter().chain(scores));
        let mut n = 0;
        self.walk(u32::MAX, |game, entry, events| {
            let told = events.iter().filter(|event| Eyes::Open.hear(event));
            let told: Vec<String> =
                told.map(|event| EventView::of(&event.what, game, &names, true).text).collect();
            let who = entry.map_or_else(Default::default, |entry| {
                ((entry.seat.index() + 1).to_string(), names.seat(entry.seat).to_owned())
            });
            let facts = [n.to_string(), game.turn().number.to_string(), who.0, who.1, told.join(" · ")];
            let scores = seats.iter().map(|seat| game.score(*seat).to_string());
            text += &row(facts.into_iter().chain(scores));
            n += 1;
        })?;
        Ok(text)
    }

    /// Every point as comma-separated values, with its reason.
    pub(crate) fn scores_csv(&self) -> Result<String, Refusal> {
        let setup = &self.record.header.setup;
        let names = Names::of(setup);
        let head = ["moment", "scoring", "player", "source", "reason", "place", "sharing", "points"];
        let mut text = row(head.map(str::to_owned));
        let mut n = 0;
        self.walk(u32::MAX, |_, _, events| {
            for event in events {
                let Happened::Scored { line } = &event.what else { continue };
                let who = match line.to {
                    Scorer::Seat(seat) => names.seat(seat).to_owned(),
                    Scorer::Dirk => setup.dirk.clone(),
                };
                let source = speech::source(ENGLISH, line.source);
                let rank = |part: fn(&alhambra_rules::Rank) -> u8| {
                    line.rank.as_ref().map_or_else(String::new, |rank| part(rank).to_string())
                };
                let reason = speech::score_reason(ENGLISH, line);
                let (place, tied) = (rank(|r| r.place), rank(|r| r.tied));
                let points = line.points.to_string();
                text +=
                    &row([n.to_string(), line.round.to_string(), who, source, reason, place, tied, points]);
            }
            n += 1;
        })?;
        Ok(text)
    }
}

fn open_seat(game: &GameState, seat: Seat) -> OpenSeat {
    let (own, public) = (game.view(Some(seat)), game.view(None));
    let secret = own.modules.into_iter().filter(|module| !public.modules.contains(module));
    OpenSeat { hand: own.hand.unwrap_or_default(), modules: secret.collect() }
}

/// Finds what is worth marking, moment after moment.
#[derive(Debug, Default)]
struct Marks {
    open: bool,
    turn: u32,
    chain: u8,
    lead: Option<Seat>,
    before: Option<Box<GameState>>,
}

impl Marks {
    fn of(&mut self, game: &GameState, entry: Option<&Entry>, events: &[Event]) -> Vec<Mark> {
        let mut marks = Vec::new();
        for event in events {
            match &event.what {
                Happened::ScoringBegan { round } => marks.push(Mark::Scoring { round: *round }),
                Happened::Bought { extra_action: true, .. } | Happened::Paid { extra_action: true, .. } => {
                    self.chain += 1;
                    marks.push(Mark::Exact { chain: self.chain });
                }
                Happened::GameOver { .. } => marks.push(Mark::Over),
                _ => {}
            }
        }
        let lost = entry.and_then(|entry| self.lost(entry));
        marks.extend(lost.map(|lost| Mark::MissedExact { lost }));
        if game.turn().number != self.turn && !game.is_over() {
            self.turn = game.turn().number;
            self.chain = 0;
            marks.insert(0, Mark::Turn);
        }
        let most = game.rules().seats().map(|seat| game.score(seat)).max().unwrap_or(0);
        let mut first = game.rules().seats().filter(|seat| game.score(*seat) == most);
        // A tie at the top changes nothing: whoever led still does.
        if let (Some(seat), None) = (first.next(), first.next())
            && most > 0
            && self.lead != Some(seat)
        {
            self.lead = Some(seat);
            marks.push(Mark::Lead { seat });
        }
        if self.open {
            self.before = Some(Box::new(game.clone()));
        }
        marks
    }

    /// How much too much was paid although an exact payment was in hand. That tells of the hand, so only when the
    /// game is over.
    fn lost(&self, entry: &Entry) -> Option<u8> {
        let (Action::Buy { piece, payment }, Some(before)) = (entry.action, &self.before) else {
            return None;
        };
        let pay = before.price(entry.seat, piece)?;
        let price = u16::from(pay.price);
        let lost = payment.total().checked_sub(price).filter(|lost| *lost > 0)?;
        let mut exact = false;
        pay.minimal(before.hand(entry.seat), |offer| exact |= offer.total() == price);
        exact.then_some(u8::try_from(lost).unwrap_or(u8::MAX))
    }
}

/// A line of comma-separated values. Spreadsheets take some beginnings for formulas; those get an apostrophe.
fn row(cells: impl IntoIterator<Item = String>) -> String {
    let quoted = |cell: String| {
        let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<i64>().is_err();
        let cell = if formula { format!("'{cell}") } else { cell };
        match cell.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell,
        }
    };
    cells.into_iter().map(quoted).collect::<Vec<_>>().join(",") + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use alhambra_rules::belief::Recall;
    use alhambra_rules::table::Table;
    use alhambra_rules::{ModuleId, Quick, Setup};

    fn story(setup: Setup, seed: u64, actions: usize) -> (Story, GameState) {
        let mut table = Table::new(setup, seed).unwrap();
        let (mut dice, mut legal) = (Quick::new(seed), Vec::new());
        while let Some(seat) = table.game().to_move().filter(|_| table.record().entries.len() < actions) {
            table.game().legal(seat, &mut legal);
            table.apply(seat, legal[dice.below(legal.len() as u32) as usize]).unwrap();
        }
        let (table_id, name) = ("K7M2QP4X".to_owned(), "Test".to_owned());
        let (record, open) = (table.record().clone(), table.game().is_over());
        let seats = table.game().rules().seats().collect();
        (Story { table: table_id, name, open, seats, record }, table.game().clone())
    }

    #[test]
    fn slices_add_up_to_what_everybody_saw() {
        let (story, end) = story(Setup::players(3), 3, usize::MAX);
        for eyes in story.choices() {
            let replay = story.moments(eyes).unwrap();
            assert_eq!(replay.moments.len() as u32, story.actions() + 1);
            let middle = story.actions() / 2;
            let slice = story.slice(eyes, middle, Some(u32::MAX)).unwrap();
            let n = middle + slice.changes.len() as u32;
            assert_eq!(n, story.actions().min(middle + SLICE - 1));
            let last = slice.changes.into_iter().fold(slice.view, |mut view, change| {
                change.apply_to(&mut view);
                view
            });
            assert_eq!(last, story.slice(eyes, n, None).unwrap().view);
            assert_eq!(eyes == Eyes::Open, !slice.seats.is_empty());
        }
        let marks: Vec<Mark> =
            story.moments(Eyes::Open).unwrap().moments.into_iter().flat_map(|m| m.marks).collect();
        assert_eq!(marks.iter().filter(|m| matches!(m, Mark::Scoring { .. })).count(), 3);
        assert_eq!(marks.iter().filter(|m| **m == Mark::Turn).count() as u32, end.turn().number);
        assert_eq!(marks.iter().filter(|m| **m == Mark::Over).count(), 1);
        let hands = story.slice(Eyes::Open, story.actions(), None).unwrap().seats.remove(0);
        let held = |seat: Seat| end.hand(seat);
        assert!(end.rules().seats().all(|seat| hands[seat.index()].hand == held(seat)));
    }

    /// Two games that differ only in what a viewer cannot know look the same to that viewer.
    #[test]
    fn hidden_cards_change_no_byte_of_what_others_are_told() {
        let modules = ModuleId::ALL.iter().copied().filter(|m| m.info().players.contains(&4));
        let (story, game) = story(modules.fold(Setup::players(4), Setup::with), 8, 60);
        assert!(!story.open && story.eyes(Some("open")).is_err());
        let mut differed = 0;
        for seat in game.rules().seats() {
            let viewer = Eyes::Seat(seat).viewer();
            for seed in 0..8 {
                let world = game.resample(seat, Recall::None, &mut Quick::new(seed));
                differed += u32::from(world != game);
                assert_eq!(world.view(viewer), game.view(viewer));
            }
            // What somebody else drew face down is told without its face.
            let told = serde_json::to_string(&story.moments(Eyes::Seat(seat)).unwrap()).unwrap();
            story
                .walk(u32::MAX, |_, _, events| {
                    for event in events {
                        if let (Audience::Seat(owner), Happened::Drew { card: Some(card), .. }) =
                            (event.to, &event.what)
                        {
                            let secret = format!("\"seat\":{},\"card\":\"{card}\"", owner.index());
                            assert!(owner == seat || !told.contains(&secret));
                        }
                    }
                })
                .unwrap();
        }
        assert!(differed > 10);
    }

    #[test]
    fn missed_exact_payments_are_marked_only_when_the_game_is_over() {
        let missed = |story: &Story| {
            let moments = story.moments(story.choices()[0]).unwrap().moments;
            moments.iter().flat_map(|m| &m.marks).filter(|m| matches!(m, Mark::MissedExact { .. })).count()
        };
        let (over, _) = story(Setup::players(3), 3, usize::MAX);
        assert!(missed(&over) > 0, "somebody who plays by lot misses some");
        let (running, _) = story(Setup::players(3), 3, over.record.entries.len() - 1);
        assert_eq!(missed(&running), 0);
    }

    #[test]
    fn values_survive_spreadsheets() {
        let line = row(["=1+1", "-3", "a, \"b\"", "plain"].map(str::to_owned));
        assert_eq!(line, "'=1+1,-3,\"a, \"\"b\"\"\",plain\r\n");
        let (story, game) = story(Setup::players(2), 5, usize::MAX);
        let scores = story.scores_csv().unwrap();
        let sum: i32 =
            scores.lines().skip(1).map(|l| l.rsplit(',').next().unwrap().parse::<i32>().unwrap()).sum();
        let right: u16 =
            game.rules().seats().map(|seat| game.score(seat)).sum::<u16>() + game.score(Scorer::Dirk);
        assert_eq!(sum, i32::from(right));
        assert_eq!(story.moves_csv().unwrap().lines().count() as u32, story.actions() + 2);
    }
}
