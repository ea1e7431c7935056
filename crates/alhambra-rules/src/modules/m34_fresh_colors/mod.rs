//! Module 34, Fresh Colors: whoever overpays for a tile takes a project or colour tiles. Colours complete projects, and
//! every building of a completed type scores.
//!
//! Everything lies open but the order of the stack below its top; that is decided when a tile comes up.

use crate::core::agenda::What;
use crate::core::building::{Building, Currency};
use crate::core::catalogue::{Half, Provenance};
use crate::core::cell::Cell;
use crate::core::payment::Context;
use crate::core::score::ScoreSheet;
use crate::core::seat::{MAX_SEATS, Seat, SeatSet};
use crate::core::step::{Step, StepSet};
use crate::core::terms::Terms;
use crate::core::{placing, purchase, turn};
use crate::cx::{Cx, Why};
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Printed, Stage, Stepped, Touch, Window};
use crate::registry::{ModAction, ModFrame, ModuleId};
use crate::view::{Shown, Slot, SlotRow};
use crate::{Action, GameState, Illegal};
use projects::{Colour, Colours, EACH, MOST, OPEN, Project, Which};
use rewards::{available, fill, give_back, lay_out, may_take, supply, take_project, takes, turn_up};
use serde::{Deserialize, Serialize};

mod projects;
mod rewards;

/// Module 34.
#[derive(Clone, Copy, Debug)]
pub struct FreshColors;

/// Where projects and colour tiles are; colour tiles that nobody has are in the supply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The project spaces, by currency.
    spaces: [Option<Project>; 4],
    /// What lies on top of the stack.
    top: Option<Project>,
    /// The projects below it, a bit each.
    below: u32,
    /// Everybody's projects, a bit each: not completed yet, and completed.
    open: [u32; MAX_SEATS],
    done: [u32; MAX_SEATS],
    colours: [Colours; MAX_SEATS],
}

/// What a player can do. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Takes the project of the column.
    TakeProject,
    /// Takes one of the sets of colour tiles of the column.
    TakeColours {
        /// Which.
        set: Which,
    },
    /// Takes the project on top of the stack.
    TakeTop,
    /// Takes nothing.
    Leave,
    /// Gives a colour tile back, of too many.
    Return {
        /// The colour is that of this type.
        colour: Building,
    },
    /// Completes one or two projects, as an action of the own turn.
    Complete {
        /// The type of the project.
        first: Building,
        /// The type of another one, behind the first in the order of the buildings.
        second: Option<Building>,
    },
}

/// P5: somebody has overpaid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reward {
    seat: Seat,
    /// The column of the project board.
    column: Currency,
    /// Whether something was taken, or nothing; what is left are colour tiles to give back.
    decided: bool,
}

impl Module for FreshColors {
    const ID: ModuleId = ModuleId::FreshColors;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "fresh-colors",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 3,
        touches: &[Touch::Money, Touch::Scoring],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("the sets of colour tiles on the project board", Provenance::Found),
            ("three projects of each type, one of them starred; six tiles of each colour", Provenance::Found),
            ("the colours a project takes", Provenance::Reconstructed),
        ],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::U14, Step::T11, Step::T65, Step::P5, Step::S36]);
    const PRINTED: &'static [Printed] = &[Printed::Own(&projects::TABLE)];
    type State = State;
    type Action = Act;
    type Frame = Reward;

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match (step, cx.top().what) {
            (Step::U14, _) => lay_out(cx),
            // AMB-34-1: spaces are filled with the other small displays.
            (Step::T65, _) => fill(cx),
            // AMB-34-2: what was laid down is more than the price, whichever cards did it.
            (Step::P5, What::Buy(deal)) if bought(deal.context) && !deal.exact && deal.excess() > 0 => {
                // The tile is still on offer, so its place tells the column (rules README, decision 33).
                let Some(offered) = purchase::offer(cx.g, deal.seat, deal.piece, deal.context, Terms::NONE)
                else {
                    return;
                };
                let reward = Reward { seat: deal.seat, column: offered.currency, decided: false };
                if takes(cx.g, reward).next().is_some() {
                    cx.push(Step::P5, What::Module(ModFrame::FreshColors(reward)));
                }
            }
            _ => {}
        }
    }

    /// D34.3.
    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        if window == Window::MainAction {
            let acts = completions(g, seat).into_iter();
            out.extend(acts.map(|act| Action::Module(ModAction::FreshColors(act))));
        }
    }

    fn step(cx: &mut Cx<'_, '_>, reward: Reward) -> Stepped {
        let Reward { seat, decided, .. } = reward;
        if !decided {
            return Stepped::Ask(SeatSet::one(seat));
        }
        if total(&cx.g.mods.m34_fresh_colors.colours[seat.index()]) <= MOST {
            return Stepped::Done;
        }
        let own = cx.g.mods.m34_fresh_colors.colours[seat.index()];
        match &each_kind(&own).collect::<Vec<_>>()[..] {
            [only] => {
                give_back(cx, seat, *only);
                Stepped::Again
            }
            _ => Stepped::Ask(SeatSet::one(seat)),
        }
    }

    /// D34.1, D34.2.
    fn legal(g: &GameState, seat: Seat, reward: Reward, out: &mut Vec<Act>) {
        if reward.decided {
            let own = g.mods.m34_fresh_colors.colours[seat.index()];
            out.extend(each_kind(&own).map(|colour| Act::Return { colour }));
        } else {
            out.extend(takes(g, reward));
            out.push(Act::Leave);
        }
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let asked = g.agenda.frames.last().map(|frame| (frame.what, frame.step));
        if let Act::Complete { first, second } = act {
            return match asked {
                Some((What::Turn, Step::T11)) => complete(g, seat, first, second),
                _ => refused("projects_are_completed_as_an_action_of_the_own_turn"),
            };
        }
        let Some((What::Module(ModFrame::FreshColors(reward)), _)) = asked else {
            return refused("colours_and_projects_come_from_overpaying");
        };
        let state = &g.mods.m34_fresh_colors;
        match act {
            Act::Return { colour } if reward.decided => match state.colours[seat.index()][colour.index()] {
                0 => Err(Illegal::of(Self::ID, "you_have_no_tile_of_that_colour").at(colour)),
                _ => Ok(()),
            },
            _ if reward.decided => refused("give_back_what_is_more_than_five_colour_tiles"),
            Act::TakeProject => may_take(g, seat, state.spaces[reward.column.index()]),
            Act::TakeTop => may_take(g, seat, state.top),
            Act::TakeColours { set } if available(g, reward.column, set).1 == 0 => {
                refused("none_of_these_colour_tiles_are_left")
            }
            Act::TakeColours { .. } | Act::Leave => Ok(()),
            Act::Return { .. } | Act::Complete { .. } => refused("take_something_or_nothing_first"),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        if let Act::Complete { first, second } = act {
            turn::count_action(cx.g);
            for building in std::iter::once(first).chain(second) {
                decorate(cx, seat, building);
            }
            return;
        }
        let What::Module(ModFrame::FreshColors(reward)) = &mut cx.top().what else { return };
        reward.decided = true;
        let column = reward.column;
        let state = &mut cx.g.mods.m34_fresh_colors;
        match act {
            Act::TakeProject => {
                let taken = state.spaces[column.index()].take();
                take_project(cx, seat, taken);
            }
            Act::TakeTop => {
                let taken = state.top.take();
                take_project(cx, seat, taken);
                turn_up(cx);
            }
            Act::TakeColours { set } => {
                let (colour, n) = available(cx.g, column, set);
                cx.g.mods.m34_fresh_colors.colours[seat.index()][colour.index()] += n;
                cx.emit(|_| told(Some(seat), "takes_colours", counted(n, colour)));
            }
            Act::Return { colour } => give_back(cx, seat, colour),
            Act::Leave | Act::Complete { .. } => {}
        }
    }

    fn passes(act: Act) -> bool {
        act == Act::Leave
    }

    fn describe(g: &GameState, _: Seat, act: Act) -> Described {
        let state = &g.mods.m34_fresh_colors;
        let column = match g.agenda.frames.last().map(|frame| frame.what) {
            Some(What::Module(ModFrame::FreshColors(reward))) => Some(reward.column),
            _ => None,
        };
        match act {
            Act::TakeProject => {
                let project = column.and_then(|column| state.spaces[column.index()]);
                project.map(|project| word(g, project)).into_iter().collect()
            }
            Act::TakeTop => state.top.map(|project| word(g, project)).into_iter().collect(),
            Act::TakeColours { set } => column.map_or_else(Described::default, |column| {
                let (colour, n) = available(g, column, set);
                counted(n, colour).into()
            }),
            Act::Leave => Described::default(),
            Act::Return { colour } => [colour_word(colour)].into(),
            Act::Complete { first, second } => {
                std::iter::once(first).chain(second).map(Ref::Building).collect()
            }
        }
    }

    /// S36: two points for each building of a completed type, each half of a large one by itself.
    fn score(g: &GameState, step: Step, sheet: &mut ScoreSheet) {
        if step != Step::S36 {
            return;
        }
        for seat in g.rules().seats() {
            for building in Project::of(g.mods.m34_fresh_colors.done[seat.index()]).map(Project::building) {
                let cells = standing(g, seat, building);
                let n = cells.len() as i16;
                if n > 0 {
                    let reason = reason(building);
                    sheet.add(seat, EACH_BUILDING * n, || Why { reason, args: vec![n], cells, rank: None });
                }
            }
        }
    }

    /// A building more of each type will come. What stands already waits for an open project to be completed, less what the
    /// action is worth that completes it. Each step towards it is worth more than the one before: a game has four or five
    /// purchases that bring something, and whoever begins a second project before the first is completed completes none.
    fn worth(g: &GameState, seat: Seat) -> i16 {
        let state = &g.mods.m34_fresh_colors;
        let scorings = i16::from(3u8.saturating_sub(g.core.scorings));
        let to_come = EACH_BUILDING * (scorings - 1).max(0);
        let done = state.done[seat.index()].count_ones() as i16 * to_come;
        let own = state.colours[seat.index()];
        let open = Project::of(state.open[seat.index()]).map(|project| {
            let cost = project.cost(g.rules());
            let held: u8 = cost.iter().zip(own).map(|(needed, held)| held.min(*needed)).sum();
            let buildings = standing(g, seat, project.building()).len() as i16;
            let points = EACH_BUILDING * buildings * scorings + to_come;
            let points = (points - ACTION).max(scorings.min(2));
            let steps = |n: u8| i16::from(n) * i16::from(n + 1) / 2;
            let (far, whole) = (steps(1 + held), steps(2 + total(&cost)));
            (points * far + whole - 1) / whole
        });
        done + open.sum::<i16>()
    }

    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let state = &g.mods.m34_fresh_colors;
        let name = |project: Project| project.name(g.rules());
        let shown = |project: Option<Project>| Shown::Words(project.map(name).into_iter().collect());
        let on = |currency: Currency| shown(state.spaces[currency.index()]);
        let seats = || g.rules().seats();
        let colours = |seat: Seat| {
            let own = state.colours[seat.index()];
            let names = each(&own).map(|colour| Colour(colour).name()).collect();
            (seat, names)
        };
        let open = |seat: Seat| (seat, Project::of(state.open[seat.index()]).map(name).collect());
        let done =
            |seat: Seat| (seat, Project::of(state.done[seat.index()]).map(Project::building).collect());
        let some = |(_, words): &(Seat, Vec<&'static str>)| !words.is_empty();
        let points = |seat: Seat| {
            let all = Project::of(state.done[seat.index()]);
            let cells = all.map(|project| standing(g, seat, project.building()).len() as i32);
            i32::from(EACH_BUILDING) * cells.sum::<i32>()
        };
        let mut shows = vec![
            ("florin", on(Currency::Florin)),
            ("dirham", on(Currency::Dirham)),
            ("denar", on(Currency::Denar)),
            ("ducat", on(Currency::Ducat)),
            ("top", shown(state.top)),
            ("stack", Shown::Number((state.below.count_ones() + u32::from(state.top.is_some())) as i32)),
            ("supply", Shown::Numbers(Building::ALL.map(|colour| i32::from(supply(g, colour))).to_vec())),
            ("colours", Shown::WordsBySeat(seats().map(colours).filter(some).collect())),
            ("open", Shown::WordsBySeat(seats().map(open).filter(some).collect())),
            (
                "completed",
                Shown::BuildingsBySeat(
                    seats().map(done).filter(|(_, types): &(Seat, Vec<_>)| !types.is_empty()).collect(),
                ),
            ),
            ("points", Shown::BySeat(seats().map(points).collect())),
        ];
        // What is called by its place does not say what it takes.
        let others = in_play(g.rules().players()).into_iter();
        let others: Vec<SlotRow> =
            others.filter(|it| it.corrected(g.rules()).is_some()).map(|it| recipe(g, it)).collect();
        if !others.is_empty() {
            shows.push(("taken_by_projects", Shown::Slots(others)));
        }
        shows
    }

    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m34_fresh_colors;
        let mut found: Vec<Project> = state.spaces.into_iter().chain([state.top]).flatten().collect();
        found.extend(Project::of(state.below));
        for i in 0..MAX_SEATS {
            let own: Vec<Project> = Project::of(state.open[i]).chain(Project::of(state.done[i])).collect();
            let mut types: Vec<Building> = own.iter().map(|project| project.building()).collect();
            types.dedup();
            types.sort_unstable();
            types.dedup();
            if types.len() != own.len() || state.open[i].count_ones() as usize > OPEN {
                return Err(format!("seat {i} has projects {own:?}"));
            }
            let tiles = total(&state.colours[i]);
            let giving =
                |what| matches!(what, What::Module(ModFrame::FreshColors(Reward { decided: true, .. })));
            if tiles > MOST && !g.agenda.frames.iter().any(|frame| giving(frame.what)) {
                return Err(format!("seat {i} has {tiles} colour tiles"));
            }
            found.extend(own);
        }
        found.sort_unstable();
        if found != in_play(g.rules().players()) {
            return Err(format!("these projects are somewhere: {found:?}"));
        }
        let taken = |colour: usize| state.colours.iter().map(|own| own[colour]).sum::<u8>();
        match (0..6).find(|colour| taken(*colour) > EACH) {
            Some(colour) => Err(format!("there are {} tiles of colour {colour}", taken(colour))),
            None => Ok(()),
        }
    }

    /// `florin garden for green purple red; denar empty; top tower for purple red white; 0: 2 purple, blue, open
    /// garden for green blue brown, done pavilion for blue red`: what is not named lies in the order of the types.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        arrange::arrange(g, text)
    }
}

/// What a decorated building is worth in each scoring.
const EACH_BUILDING: i16 = 2;

/// What an action brings that is used for something else, roughly.
const ACTION: i16 = 5;

/// Purchases that are the action "buy a tile": from the market, beside it, from another player, as a site.
fn bought(context: Context) -> bool {
    use Context::{PlayersTile, SideTile, Site, Tile};
    matches!(context, Tile | SideTile | PlayersTile | Site)
}

/// The projects in the game: starred ones only with four players and more.
fn in_play(players: usize) -> Vec<Project> {
    Project::all().filter(|project| players > 3 || !project.starred()).collect()
}

/// D34.3: every project, and every two, that can be completed with the colour tiles there are; ascending.
fn completions(g: &GameState, seat: Seat) -> Vec<Act> {
    let open: Vec<Building> =
        Project::of(g.mods.m34_fresh_colors.open[seat.index()]).map(Project::building).collect();
    let mut acts = Vec::new();
    for (i, first) in open.iter().enumerate() {
        let seconds = open[i + 1..].iter().map(|second| Some(*second));
        for second in std::iter::once(None).chain(seconds) {
            if complete(g, seat, *first, second).is_ok() {
                acts.push(Act::Complete { first: *first, second });
            }
        }
    }
    acts
}

/// Whether these projects can be completed together.
fn complete(g: &GameState, seat: Seat, first: Building, second: Option<Building>) -> Result<(), Illegal> {
    let refused = |key| Err(Illegal::of(ModuleId::FreshColors, key));
    if second.is_some_and(|second| second <= first) {
        return refused("two_projects_are_named_in_the_order_of_the_buildings");
    }
    let mut needed = [0; 6];
    for building in std::iter::once(first).chain(second) {
        let Some(project) = open_project(g, seat, building) else {
            let why = Illegal::of(ModuleId::FreshColors, "you_have_no_open_project_of_that_type");
            return Err(why.at(building));
        };
        let cost = project.cost(g.rules());
        needed = std::array::from_fn(|c| needed[c] + cost[c]);
    }
    let own = g.mods.m34_fresh_colors.colours[seat.index()];
    if (0..6).all(|c| needed[c] <= own[c]) { Ok(()) } else { refused("you_lack_colour_tiles_for_that") }
}

fn open_project(g: &GameState, seat: Seat, building: Building) -> Option<Project> {
    Project::of(g.mods.m34_fresh_colors.open[seat.index()]).find(|project| project.building() == building)
}

/// The colour tiles go back to the supply, and the project is turned over.
fn decorate(cx: &mut Cx<'_, '_>, seat: Seat, building: Building) {
    let Some(project) = open_project(cx.g, seat, building) else { return };
    let cost = project.cost(cx.g.rules());
    let state = &mut cx.g.mods.m34_fresh_colors;
    let own = &mut state.colours[seat.index()];
    *own = std::array::from_fn(|c| own[c] - cost[c]);
    state.open[seat.index()] &= !project.bit();
    state.done[seat.index()] |= project.bit();
    cx.emit(|_| told(Some(seat), "completes", vec![Ref::Building(building)]));
}

/// Where buildings of a type stand in a palace, each half of a large one by itself. What is under construction is none.
fn standing(g: &GameState, seat: Seat, building: Building) -> Vec<Cell> {
    let mut cells = Vec::new();
    for piece in g.core.pieces.palace[seat.index()].iter() {
        for half in Half::BOTH
            .into_iter()
            .filter(|half| placing::building_on(g, piece, half.index()) == Some(building))
        {
            let standing = g.core.pieces.standing[piece.index()];
            cells.extend(placing::form(g, piece, standing.turn).cells(standing.cell).nth(half.index()));
        }
    }
    cells
}

fn reason(building: Building) -> &'static str {
    match building {
        Building::Pavilion => "score.pavilions",
        Building::Seraglio => "score.seraglios",
        Building::Arcades => "score.arcades",
        Building::Chambers => "score.chambers",
        Building::Garden => "score.gardens",
        Building::Tower => "score.towers",
    }
}

fn total(colours: &Colours) -> u8 {
    colours.iter().sum()
}

/// The colours somebody has a tile of.
fn each_kind(colours: &Colours) -> impl Iterator<Item = Building> + use<> {
    let colours = *colours;
    Building::ALL.into_iter().filter(move |colour| colours[colour.index()] > 0)
}

/// All tiles, one by one.
fn each(colours: &Colours) -> impl Iterator<Item = Building> + use<> {
    let colours = *colours;
    let repeated = move |colour: Building| std::iter::repeat_n(colour, usize::from(colours[colour.index()]));
    Building::ALL.into_iter().flat_map(repeated)
}

/// A project and the colours it takes.
fn recipe(g: &GameState, project: Project) -> SlotRow {
    let tile = |colour| Slot { holds: Some(colour_word(colour)), wants: None };
    let cells = each(&project.cost(g.rules())).map(tile).collect();
    SlotRow { side: Some(word(g, project)), cells, ..SlotRow::default() }
}

fn word(g: &GameState, project: Project) -> Ref {
    Ref::Word(ModuleId::FreshColors, project.name(g.rules()))
}

fn colour_word(colour: Building) -> Ref {
    Ref::Word(ModuleId::FreshColors, Colour(colour).name())
}

fn counted(n: u8, colour: Building) -> Vec<Ref> {
    vec![Ref::Number(i32::from(n)), colour_word(colour)]
}

fn told(seat: Option<Seat>, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::FreshColors, seat, key, refs }
}

#[cfg(feature = "testkit")]
mod arrange;
#[cfg(test)]
mod tests;
