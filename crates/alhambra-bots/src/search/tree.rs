//! What has been tried: decisions as nodes, answers as branches, with everybody's shares added up.
//!
//! A node stands for a sequence of answers, whatever was drawn in between: every imagined game draws anew, and
//! only answers that are possible in it are looked at.

use alhambra_rules::{Action, Cards, GameState, MAX_SEATS, Seat};

/// The number of a node.
pub(crate) type NodeId = u32;

/// What an answer means whatever was drawn before it: money by its cards, not by where they lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Taken(Cards),
    Done(Action),
}

impl Meaning {
    pub(crate) fn of(game: &GameState, action: Action) -> Meaning {
        let Action::Take(set) = action else { return Meaning::Done(action) };
        let mut cards = Cards::EMPTY;
        let taken = game.display().iter().enumerate().filter(|(i, _)| set >> i & 1 != 0);
        taken.for_each(|(_, card)| cards.add(*card));
        Meaning::Taken(cards)
    }
}

/// A branch that was tried at least once.
#[derive(Clone, Copy, Debug)]
struct Branch {
    meaning: Meaning,
    node: NodeId,
}

/// A sequence of answers and how it went.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    pub(crate) visits: u32,
    shares: [f32; MAX_SEATS],
    branches: Vec<Branch>,
}

/// All nodes of one search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// How much an answer is tried for the sake of its looks.
    curiosity: f32,
}

/// An untried answer is expected to go this much worse than its node so far.
const CAUTION: f32 = 0.02;
/// How fast looks fade: so many hundredths of a point less halve the appeal of an answer.
const FADING: f32 = 250.0;

impl Tree {
    /// Forgets everything.
    pub(crate) fn begin(&mut self, curiosity: f32) {
        self.nodes.clear();
        self.curiosity = curiosity;
    }

    /// A new node without branches.
    pub(crate) fn add(&mut self) -> NodeId {
        self.nodes.push(Node::default());
        self.nodes.len() as NodeId - 1
    }

    pub(crate) fn visits(&self, node: NodeId) -> u32 {
        self.nodes[node as usize].visits
    }

    /// How a node went for a seat on average.
    pub(crate) fn mean(&self, node: NodeId, seat: Seat) -> f32 {
        let node = &self.nodes[node as usize];
        node.shares[seat.index()] / node.visits.max(1) as f32
    }

    /// Adds the outcome of an imagined game that went through these nodes.
    pub(crate) fn learn(&mut self, path: &[NodeId], shares: &[f32; MAX_SEATS]) {
        for &node in path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.shares.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
        }
    }

    /// Which of these answers, best-looking first, `seat` should try at `node`; widens with every visit.
    pub(crate) fn select(
        &self,
        node: NodeId,
        seat: Seat,
        game: &GameState,
        ranked: &[(i32, Action)],
    ) -> Option<Action> {
        let here = &self.nodes[node as usize];
        let width = 2 + (here.visits as f32).sqrt() as usize / 2;
        let (most, _) = *ranked.first()?;
        let looks = |worth: i32| FADING / (FADING + most.saturating_sub(worth).max(0) as f32);
        let tried = ranked.iter().take(width);
        let sum: f32 = tried.clone().map(|(worth, _)| looks(*worth)).sum();
        let reach = self.curiosity * (here.visits as f32).sqrt() / sum;
        let expected = self.mean(node, seat) - CAUTION;
        let mut best: Option<(f32, Action)> = None;
        for &(worth, action) in tried {
            let (mean, visits) = match self.branch(node, Meaning::of(game, action)) {
                Some(next) => (self.mean(next, seat), self.visits(next)),
                None => (expected, 0),
            };
            let appeal = mean + reach * looks(worth) / (1 + visits) as f32;
            if best.is_none_or(|(most, _)| appeal > most) {
                best = Some((appeal, action));
            }
        }
        best.map(|(_, action)| action)
    }

    /// The node behind an answer, if it was tried.
    fn branch(&self, node: NodeId, meaning: Meaning) -> Option<NodeId> {
        let branches = &self.nodes[node as usize].branches;
        branches.iter().find(|branch| branch.meaning == meaning).map(|branch| branch.node)
    }

    /// The node behind an answer; whether it is new.
    pub(crate) fn follow(&mut self, node: NodeId, meaning: Meaning) -> (NodeId, bool) {
        match self.branch(node, meaning) {
            Some(next) => (next, false),
            None => {
                let next = self.add();
                self.nodes[node as usize].branches.push(Branch { meaning, node: next });
                (next, true)
            }
        }
    }
}
