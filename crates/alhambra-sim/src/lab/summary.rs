//! What many games say together. Everything is added up as games come, so the memory does not grow with them;
//! rows read back from a file give the same summary as the games themselves.

use super::effects::{Differences, Regression};
use super::interaction::Interaction;
use super::interval::{Estimate, MeanByDeal, Moments, ShareByDeal};
use super::plan::Kind;
use super::rating::{Meetings, WIN};
use super::row::{Head, Played, ROUNDS, SOURCE_NAMES, SOURCES, SeatPlayed};
use serde::Serialize;
use std::collections::BTreeMap;

/// Points in one bar of a histogram.
pub const BAR: usize = 10;
/// Bars of a histogram; the last one holds everything above.
const BARS: usize = 60;
/// What is compared between games with and without modules.
const FIGURES: usize = 6;

/// Games added up.
#[derive(Clone, Debug)]
pub struct Summary {
    head: Head,
    games: u64,
    players: usize,
    bots: Vec<String>,
    groups: Vec<Group>,
    meetings: Meetings,
    things: Vec<String>,
    differences: [Differences; FIGURES],
    regressions: [Regression; FIGURES],
    /// Table 0 is the one without modules.
    interaction: Interaction,
    /// The figures of the game without modules of the deal at hand.
    plain: Option<(u64, [f64; FIGURES])>,
}

/// Games that are shown together: of one bot, or of one set of modules.
#[derive(Clone, Debug)]
struct Group {
    name: String,
    /// Results of seats; a bot may sit on several seats of a game.
    seats: u64,
    wins: ShareByDeal,
    score: Moments,
    bars: [u64; BARS],
    points: [[i64; ROUNDS]; SOURCES],
    modules: BTreeMap<String, [i64; ROUNDS]>,
    /// By turn order: how many results, and wins.
    order: [(u64, ShareByDeal); 6],
    turns: Moments,
    turns_by_deal: MeanByDeal,
    decisions: MeanByDeal,
}

impl Group {
    fn new(name: String) -> Group {
        Group {
            name,
            seats: 0,
            wins: ShareByDeal::default(),
            score: Moments::default(),
            bars: [0; BARS],
            points: [[0; ROUNDS]; SOURCES],
            modules: BTreeMap::new(),
            order: Default::default(),
            turns: Moments::default(),
            turns_by_deal: MeanByDeal::default(),
            decisions: MeanByDeal::default(),
        }
    }

    fn add(&mut self, deal: u64, seat: &SeatPlayed) {
        self.seats += 1;
        self.wins.add(deal, seat.win() as f64 / WIN as f64);
        self.score.add(f64::from(seat.score));
        self.bars[(usize::from(seat.score) / BAR).min(BARS - 1)] += 1;
        for (sums, points) in self.points.iter_mut().flatten().zip(seat.points.iter().flatten()) {
            *sums += i64::from(*points);
        }
        for (module, points) in &seat.module_points {
            let sums = self.modules.entry(module.clone()).or_default();
            sums.iter_mut().zip(points).for_each(|(sum, points)| *sum += i64::from(*points));
        }
        if let Some(order) = self.order.get_mut(usize::from(seat.order).wrapping_sub(1)) {
            order.0 += 1;
            order.1.add(deal, seat.win() as f64 / WIN as f64);
        }
    }

    /// Counts in how long a game took.
    fn lasted(&mut self, game: &Played) {
        self.turns.add(f64::from(game.turns));
        self.turns_by_deal.add(game.deal, f64::from(game.turns));
        self.decisions.add(game.deal, f64::from(game.decisions));
    }
}

impl Summary {
    /// Nothing yet.
    pub fn new(head: Head) -> Summary {
        Summary {
            head,
            games: 0,
            players: 0,
            bots: Vec::new(),
            groups: Vec::new(),
            meetings: Meetings::default(),
            things: Vec::new(),
            differences: Default::default(),
            regressions: Default::default(),
            interaction: Interaction::default(),
            plain: None,
        }
    }

    /// Games so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Counts a game in. Games come in the order of their numbers.
    pub fn add(&mut self, game: &Played) {
        self.games += 1;
        self.players = self.players.max(game.seats.len());
        match self.head.kind {
            Kind::Tournament => {
                let mut seen = Vec::new();
                let mut meeting = Vec::new();
                for seat in &game.seats {
                    let bot = index(&mut self.bots, &seat.bot);
                    meeting.push((bot, seat.win()));
                    let group = self.group(&seat.bot);
                    group.add(game.deal, seat);
                    if !seen.contains(&bot) {
                        seen.push(bot);
                        group.lasted(game);
                    }
                }
                self.meetings.add(game.deal, &meeting);
            }
            kind => {
                game.seats.iter().for_each(|seat| _ = index(&mut self.bots, &seat.bot));
                let name = match (game.table, kind) {
                    (0, _) => "base game".to_owned(),
                    (_, Kind::RandomSets) => "random sets".to_owned(),
                    _ => game.modules.join(" + "),
                };
                let group = self.group(&name);
                game.seats.iter().for_each(|seat| group.add(game.deal, seat));
                group.lasted(game);
                self.compare(game, name);
            }
        }
    }

    fn group(&mut self, name: &str) -> &mut Group {
        let at = self.groups.iter().position(|group| group.name == name).unwrap_or_else(|| {
            self.groups.push(Group::new(name.to_owned()));
            self.groups.len() - 1
        });
        &mut self.groups[at]
    }

    /// Puts a game with modules beside the game of the same deal without.
    fn compare(&mut self, game: &Played, name: String) {
        let seats = game.seats.len().max(1) as f64;
        let starter = game.seats.iter().find(|seat| seat.order == 1);
        let figures = [
            f64::from(game.turns),
            f64::from(game.decisions),
            game.seats.iter().map(|seat| f64::from(seat.score)).sum::<f64>() / seats,
            starter.map_or(0.0, |seat| seat.win() as f64 / WIN as f64),
            f64::from(game.margin()),
            f64::from(game.lead_changes()),
        ];
        let scores = game.seats.iter().map(|seat| f64::from(seat.score));
        if game.table == 0 {
            self.interaction.add(game.deal, 0, scores);
            self.plain = Some((game.deal, figures));
            return;
        }
        let Some((_, plain)) = self.plain.filter(|(deal, _)| *deal == game.deal) else { return };
        if self.head.kind == Kind::RandomSets {
            let present: Vec<usize> =
                game.modules.iter().map(|module| index(&mut self.things, module)).collect();
            for (regression, (with, without)) in self.regressions.iter_mut().zip(figures.iter().zip(plain)) {
                regression.add(&present, with - without);
            }
        } else {
            let set = index(&mut self.things, &name);
            for (differences, (with, without)) in self.differences.iter_mut().zip(figures.iter().zip(plain)) {
                differences.add(set, with - without);
            }
            self.interaction.add(game.deal, 1 + set, scores);
        }
    }

    /// What the games say.
    pub fn findings(&self) -> Findings {
        let ratings = (self.bots.len() > 1 && self.head.kind == Kind::Tournament).then(|| self.ratings());
        Findings {
            version: self.head.version.clone(),
            kind: self.head.kind.name(),
            plan: self.head.plan.clone(),
            players: self.players,
            games: self.games,
            games_planned: self.head.games,
            bots: self.bots.clone(),
            ratings: ratings.unwrap_or_default(),
            groups: self.groups.iter().map(finding).collect(),
            effects: self.effects(),
        }
    }

    fn ratings(&self) -> Vec<RatingFinding> {
        let ratings = self.meetings.ratings(self.bots.len());
        let mut all: Vec<RatingFinding> = (0..self.bots.len())
            .map(|bot| RatingFinding {
                bot: self.bots[bot].clone(),
                elo: ratings.elo(bot),
                over: (0..self.bots.len())
                    .filter(|&other| other != bot)
                    .map(|other| (self.bots[other].clone(), ratings.difference(bot, other)))
                    .collect(),
            })
            .collect();
        all.sort_by(|a, b| b.elo.value.total_cmp(&a.elo.value));
        all
    }

    fn effects(&self) -> Vec<EffectFinding> {
        let solved: Vec<Option<Vec<Estimate>>> = self.regressions.iter().map(Regression::solve).collect();
        let of = |figure: usize, thing: usize| match self.head.kind {
            Kind::RandomSets => solved[figure].as_ref().and_then(|all| all.get(thing).copied()),
            _ => self.differences[figure].of(thing),
        };
        let mut all: Vec<EffectFinding> = (0..self.things.len())
            .map(|thing| EffectFinding {
                of: self.things[thing].clone(),
                turns: of(0, thing),
                decisions: of(1, thing),
                points: of(2, thing),
                starter: of(3, thing),
                margin: of(4, thing),
                leads: of(5, thing),
                interaction: match self.head.kind {
                    Kind::RandomSets => None,
                    _ => self.interaction.difference(1 + thing, 0),
                },
            })
            .collect();
        let turns = |effect: &EffectFinding| effect.turns.map_or(0.0, |turns| turns.value);
        all.sort_by(|a, b| turns(b).total_cmp(&turns(a)));
        all
    }
}

fn index(names: &mut Vec<String>, name: &str) -> usize {
    names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}

fn finding(group: &Group) -> GroupFinding {
    let per_seat = |sum: i64| sum as f64 / group.seats.max(1) as f64;
    let mut sources: Vec<SourceFinding> = SOURCE_NAMES[..SOURCES - 1]
        .iter()
        .zip(&group.points)
        .map(|(name, points)| SourceFinding { source: (*name).to_owned(), points: points.map(per_seat) })
        .collect();
    let modules = group.modules.iter();
    sources.extend(
        modules.map(|(name, points)| SourceFinding { source: name.clone(), points: points.map(per_seat) }),
    );
    let last = group.bars.iter().rposition(|&bar| bar > 0).map_or(0, |last| last + 1);
    let orders = group.order.iter().take_while(|(results, _)| *results > 0);
    GroupFinding {
        name: group.name.clone(),
        results: group.seats,
        win_share: group.wins.estimate(),
        score: group.score.mean(),
        score_sd: group.score.sd(),
        histogram: group.bars[..last].to_vec(),
        sources,
        by_turn_order: orders.map(|(_, wins)| wins.estimate()).collect(),
        turns: group.turns_by_deal.estimate(),
        turns_sd: group.turns.sd(),
        decisions: group.decisions.estimate(),
    }
}

/// What many games say, in figures; for tables, JSON and the report.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Findings {
    /// The version that played.
    pub version: String,
    /// What it was played for.
    pub kind: &'static str,
    /// The digest of the plan.
    pub plan: String,
    /// Seats at a table.
    pub players: usize,
    /// Games counted.
    pub games: u64,
    /// Games of the whole plan.
    pub games_planned: u64,
    /// Who took part.
    pub bots: Vec<String>,
    /// Ratings, the best first; tournaments only.
    pub ratings: Vec<RatingFinding>,
    /// By bot in a tournament, by set of modules in a study.
    pub groups: Vec<GroupFinding>,
    /// What modules or sets change, what lengthens most first; studies only.
    pub effects: Vec<EffectFinding>,
}

/// How strong a bot is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RatingFinding {
    /// Who.
    pub bot: String,
    /// Elo; the mean of all is 0.
    pub elo: Estimate,
    /// How much stronger than each other bot.
    pub over: Vec<(String, Estimate)>,
}

/// How a group fared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupFinding {
    /// The bot or the set of modules.
    pub name: String,
    /// Results of single seats.
    pub results: u64,
    /// Wins for each result; a shared win counts as its share.
    pub win_share: Estimate,
    /// Mean points.
    pub score: f64,
    /// Their standard deviation.
    pub score_sd: f64,
    /// Results by points, in steps of [`BAR`].
    pub histogram: Vec<u64>,
    /// Mean points by source and scoring.
    pub sources: Vec<SourceFinding>,
    /// Win share of who has the first turn, the second and so on.
    pub by_turn_order: Vec<Estimate>,
    /// Turns of a game.
    pub turns: Option<Estimate>,
    /// Their standard deviation.
    pub turns_sd: f64,
    /// Decisions of a game.
    pub decisions: Option<Estimate>,
}

/// Mean points from one source.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SourceFinding {
    /// Which.
    pub source: String,
    /// By scoring.
    pub points: [f64; ROUNDS],
}

/// What a module or a set changes against the game without modules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EffectFinding {
    /// The module or set.
    pub of: String,
    /// Turns of a game.
    pub turns: Option<Estimate>,
    /// Decisions of a game.
    pub decisions: Option<Estimate>,
    /// Mean points of a player.
    pub points: Option<Estimate>,
    /// Win share of who begins.
    pub starter: Option<Estimate>,
    /// Points between the winner and the next.
    pub margin: Option<Estimate>,
    /// How often somebody else is in front after a scoring than after the one before.
    pub leads: Option<Estimate>,
    /// How much players get in each other's way, 0 not at all, 1 every point is one less for the others; given sets only.
    pub interaction: Option<Estimate>,
}
