//! What is put to the vote.

use super::{fine_level, go_back_paid, may_go_far, no, place, session, table};
use crate::log_entry::LogEntry;
use crate::room::Room;
use crate::table::TableState;
use alhambra_protocol::{Pace, Phase, Proposal, ProposalKind, Ref, Refusal, RefusalCode, UndoPolicy, Why};
use alhambra_rules::{Seat, SeatSet};

pub(super) async fn propose(room: &mut Room, key: u64, by: Seat, what: ProposalKind) -> Result<(), Refusal> {
    in_time(room, &what)?;
    counted_fairly(room, &what)?;
    let table = table(room)?;
    if table.proposals.len() >= 4 {
        return no(RefusalCode::NotNow, Why::VotesOpen);
    }
    let what = match what {
        ProposalKind::TakeBack { action } => {
            if table.options.undo != UndoPolicy::Ask {
                return no(RefusalCode::CannotUndo, Why::NoVoteOnBack);
            }
            if action == 0 || action > session(room)?.visible_to(None).actions {
                return no(RefusalCode::CannotUndo, Why::NoSuchAction(Ref::number(action)));
            }
            // Whoever proposes it answers for the log being read, and does so now: what all have agreed on is done.
            may_go_far(room, key, action - 1)?;
            ProposalKind::TakeBack { action }
        }
        ProposalKind::StandIn { seat, level } => {
            let place = place(room, seat)?;
            if !place.is_person() || place.stand_in.is_some() {
                return no(RefusalCode::NotNow, Why::BotPlaysThere);
            }
            if let Err(why) = table.misses(seat, room.here(), room.hub.now()) {
                return no(RefusalCode::NotNow, why);
            }
            ProposalKind::StandIn { seat, level: fine_level(&level)? }
        }
        ProposalKind::Show => ProposalKind::Show,
    };
    let number = table.next_proposal();
    room.commit(LogEntry::Proposed { number, by, what }, None).await?;
    settle(room, number).await
}

pub(super) async fn vote(
    room: &mut Room,
    key: u64,
    seat: Seat,
    number: u32,
    agree: bool,
) -> Result<(), Refusal> {
    let (here, table) = (room.here(), table(room)?);
    match table.proposals.iter().find(|p| p.number == number) {
        None => return no(RefusalCode::NotFound, Why::VoteOver),
        Some(proposal) if agree && proposal.agreed.contains(&seat) && !awaited(table, proposal, here) => {
            return settle_again(room, key, number).await;
        }
        Some(proposal) if proposal.agreed.contains(&seat) => {
            return no(RefusalCode::NotNow, Why::Voted);
        }
        Some(proposal) if about(proposal) == Some(seat) => {
            return no(RefusalCode::NotNow, Why::OthersDecide);
        }
        Some(proposal) => {
            in_time(room, &proposal.what)?;
            counted_fairly(room, &proposal.what)?;
        }
    }
    room.commit(LogEntry::Voted { number, seat, agree }, None).await?;
    settle(room, number).await
}

/// All whose word counts have agreed, and still it was not done: something failed, or those who are missing went away. Whoever
/// asks for it once more answers for it.
async fn settle_again(room: &mut Room, key: u64, number: u32) -> Result<(), Refusal> {
    let table = table(room)?;
    let Some(proposal) = table.proposals.iter().find(|p| p.number == number) else { return Ok(()) };
    in_time(room, &proposal.what)?;
    counted_fairly(room, &proposal.what)?;
    if let ProposalKind::TakeBack { action } = proposal.what {
        may_go_far(room, key, action - 1)?;
    }
    settle(room, number).await
}

/// Whom a proposal is about; they have no vote in it.
fn about(proposal: &Proposal) -> Option<Seat> {
    match proposal.what {
        ProposalKind::StandIn { seat, .. } => Some(seat),
        ProposalKind::TakeBack { .. } | ProposalKind::Show => None,
    }
}

/// Whether the table is where something like this can be put to the vote.
fn in_time(room: &Room, what: &ProposalKind) -> Result<(), Refusal> {
    let table = table(room)?;
    match what {
        ProposalKind::Show if table.phase != Phase::Closed || table.session.is_none() || table.shown() => {
            no(RefusalCode::NotNow, Why::ForClosedGames)
        }
        ProposalKind::Show => Ok(()),
        ProposalKind::TakeBack { .. } | ProposalKind::StandIn { .. } => session(room).map(|_| ()),
    }
}

/// Whether it is known whose votes count: at a live table those of the people who are there, at whatever server.
fn counted_fairly(room: &Room, what: &ProposalKind) -> Result<(), Refusal> {
    let live = table(room)?.options.pace == Pace::Live;
    match what {
        ProposalKind::TakeBack { .. } | ProposalKind::StandIn { .. } if live => room.knows_who_is_here(),
        _ => Ok(()),
    }
}

/// The people a proposal waits for.
fn awaited(table: &TableState, proposal: &Proposal, here: SeatSet) -> bool {
    let same = |a: Seat, b: Seat| {
        let token = |seat: Seat| table.seats.get(seat.index()).and_then(|place| place.token.as_ref());
        token(a).is_some() && token(a) == token(b)
    };
    let agreed = |seat: Seat| proposal.agreed.contains(&seat);
    let asked = |seat: Seat| about(proposal) != Some(seat) && !agreed(seat);
    match proposal.what {
        // Everybody's hand is everybody's own business, whoever is away or lets a bot play.
        ProposalKind::Show => {
            table.persons().any(|seat| asked(seat) && !proposal.agreed.iter().any(|other| same(*other, seat)))
        }
        // By turns nobody decides for those who are away, even if a bot plays for them.
        ProposalKind::TakeBack { .. } if table.options.pace == Pace::ByTurns => table.persons().any(asked),
        ProposalKind::TakeBack { .. } | ProposalKind::StandIn { .. } => {
            table.people().any(|seat| table.votes(seat, here) && asked(seat))
        }
    }
}

/// Does what everybody agreed on.
async fn settle(room: &mut Room, number: u32) -> Result<(), Refusal> {
    let table = table(room)?;
    let Some(proposal) = table.proposals.iter().find(|p| p.number == number) else { return Ok(()) };
    let here = room.here();
    if awaited(table, proposal, here) {
        return Ok(());
    }
    match proposal.what.clone() {
        ProposalKind::TakeBack { action } => go_back_paid(room, Some(proposal.by), action - 1).await,
        ProposalKind::StandIn { seat, level } => {
            room.commit(LogEntry::StoodIn { seat, level, by_host: false }, None).await
        }
        ProposalKind::Show => room.commit(LogEntry::Shown, None).await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log_entry::{LogLine, Planned};
    use crate::secret::Hashed;
    use alhambra_protocol::TableOptions;
    use alhambra_rules::Setup;

    fn seat(n: usize) -> Seat {
        Seat::new(n).unwrap()
    }

    /// Ann, Bo, for whom a bot plays, and Cy.
    fn table(pace: Pace) -> TableState {
        let friend = |name: &str| Planned::Friend(name.to_owned(), Hashed::of(name));
        let entry = LogEntry::Created {
            name: String::new(),
            seats: vec![Planned::Maker("Ann".to_owned()), friend("Bo"), friend("Cy")],
            setup: Setup::players(3),
            options: TableOptions { pace, undo: UndoPolicy::Ask, ..TableOptions::default() },
            seed: None,
            maker: Hashed::of("Ann"),
        };
        let mut table = TableState::create("ABCDEFGH", &LogLine { at: 0, entry }).unwrap();
        let stood_in = LogEntry::StoodIn { seat: seat(1), level: "random".to_owned(), by_host: false };
        table.apply(LogLine { at: 1, entry: stood_in }, None).unwrap();
        table
    }

    #[test]
    fn a_single_voter_does_not_decide_for_people_who_are_away() {
        let here = SeatSet::one(seat(0));
        let of = |what: &ProposalKind, agreed: &[usize]| Proposal {
            number: 1,
            by: seat(0),
            what: what.clone(),
            agreed: agreed.iter().map(|n| seat(*n)).collect(),
        };
        let back = ProposalKind::TakeBack { action: 1 };
        let (live, by_turns) = (table(Pace::Live), table(Pace::ByTurns));
        // At a live table those who are there decide.
        assert!(!awaited(&live, &of(&back, &[0]), here));
        // By turns everybody does, also whoever has a bot in their seat for now.
        assert!(awaited(&by_turns, &of(&back, &[0]), here));
        assert!(awaited(&by_turns, &of(&back, &[0, 2]), here));
        assert!(!awaited(&by_turns, &of(&back, &[0, 1, 2]), here));
        // Everybody's hand is shown with everybody's consent only, at either.
        for table in [live, by_turns] {
            assert!(awaited(&table, &of(&ProposalKind::Show, &[0, 2]), here));
            assert!(!awaited(&table, &of(&ProposalKind::Show, &[0, 1, 2]), here));
        }
    }
}
