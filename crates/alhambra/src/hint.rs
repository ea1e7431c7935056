//! `alhambra hint`: what a bot would do in a recorded game, and why.

use crate::failure::Failure;
use crate::out::{self, Format};
use crate::replay::{game_after, seat};
use crate::words::{Names, count};
use alhambra_bots::{Advice, BotKind, Estimate, advise};
use alhambra_rules::Quick;
use alhambra_rules::analysis::NextScoring;
use alhambra_rules::belief::{Belief, Recall};
use alhambra_sim::records::read_record;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;

const HELP: &str = "\
The bot sees what the player to move sees, and nothing else. Win shares are estimates: the game is played on in
thought many times, and the share is how much of the win the player gets on average.

Examples:
  alhambra hint game.jsonl --at 40                 what to do after entry 40
  alhambra hint game.jsonl --at 40 --bot expert    the same, thought over for a second
  alhambra hint game.jsonl --at 40 --format json   one JSON object for a program";

/// Arguments of `alhambra hint`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The record of a game
    file: PathBuf,
    /// The decision after entry N (0: the first one)
    #[arg(long, value_name = "N")]
    at: usize,
    /// Who is asked for advice
    #[arg(long, value_name = "BOT", default_value_t = BotKind::Hard)]
    bot: BotKind,
    /// Where several players decide at once: for whom, a seat counted from 0, or a name
    #[arg(long = "as", value_name = "SEAT")]
    viewer: Option<String>,
    /// Where the bot's luck comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// text for people, json for programs
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What `--format json` prints.
#[derive(Serialize)]
struct Answer<'a> {
    at: usize,
    bot: &'a str,
    #[serde(flatten)]
    advice: &'a Advice,
    next_scoring: Option<NextScoring>,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let record = read_record(&args.file).map_err(|why| Failure::new(why.to_string()))?;
    let n = args.at;
    let entries = record.entries.len();
    if n > entries {
        return Err(Failure::new(format!("--at {n}: this game has only {entries} entries"))
            .hint(format!("a number from 0 (after the set-up) to {entries}")));
    }
    let game = game_after(&record, n).map_err(|error| Failure::new(error.to_string()))?;
    let names = Names::of(&record.header.setup);
    let over = || {
        Failure::new(format!("--at {n}: the game is over and nobody has to decide"))
            .hint(format!("a number from 0 to {}", n.saturating_sub(1)))
    };
    let pending = game.pending().ok_or_else(over)?;
    let seat = match &args.viewer {
        Some(typed) => seat(&record, typed)?,
        None => pending.seats.first().ok_or_else(over)?,
    };
    if !pending.seats.contains(seat) {
        let who = names.all(pending.seats);
        return Err(Failure::new(format!("--as: {} has nothing to decide here", names.seat(seat)))
            .hint(format!("leave --as out; it is the decision of {who}")));
    }
    let belief = Belief::new(&game, seat, Recall::Full);
    let advice = advise(args.bot, &belief, &mut Quick::new(args.seed)).ok_or_else(over)?;
    let next = NextScoring::of(&game);
    out::print(|out| match args.format {
        Format::Text => write(&advice, names.seat(seat), args.bot, next.as_ref(), out),
        Format::Json => {
            let answer = Answer { at: n, bot: args.bot.name(), advice: &advice, next_scoring: next };
            serde_json::to_writer(&mut *out, &answer)?;
            writeln!(out)
        }
    })
}

fn write(
    advice: &Advice,
    name: &str,
    bot: BotKind,
    next: Option<&NextScoring>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{name}, asked of the {bot} bot")?;
    writeln!(out, "{}", advice.why)?;
    if advice.best.share.is_none() {
        return Ok(());
    }
    writeln!(out)?;
    writeln!(out, "Estimated share of the win:")?;
    for (i, answer) in [&advice.best].into_iter().chain(&advice.others).enumerate() {
        let mark = if i == 0 { '▸' } else { ' ' };
        writeln!(
            out,
            "{mark} {}  {} ({})",
            percent(answer),
            answer.words,
            count(answer.games as usize, "game")
        )?;
    }
    if let Some((next, (first, last))) = next.and_then(|next| Some((next, next.window?))) {
        writeln!(out)?;
        writeln!(out, "Scoring {} is among the next {first} to {last} cards.", next.round)?;
    }
    Ok(())
}

/// "46 %", right-aligned.
fn percent(answer: &Estimate) -> String {
    answer.share.map_or_else(|| "   –".to_owned(), |share| format!("{:>3.0} %", share * 100.0))
}
