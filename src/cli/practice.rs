//! `gridhand practice`: a stand-in game in a window.

use crate::game::Game;
use crate::games::GameId;
use crate::practice::{Options, window};
use clap::Args as ClapArgs;

use super::{Context, Status};
use crate::with_game;

/// Opens a stand-in game to practise on
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  gridhand practice dungeons                      play it yourself: left click for a wall,
                                                  right click for a mark
  gridhand practice sliding                       drag the blocks onto the goal
  gridhand practice dungeons --seed 42 --scale 2  room 42, every pixel four times as large
  gridhand practice dungeons --log game.jsonl     what happens, a line of JSON per event
  gridhand practice dungeons --input sample --fps 30 --drop-input 0.1 --latency 80
                                                  a game that is hard to play by machine
  gridhand practice dungeons --wander --cover     a desktop that gets in the way")]
pub struct Args {
    /// Which game
    #[arg(value_enum)]
    game: GameId,
    #[command(flatten)]
    options: Options,
}

pub fn run(args: &Args, _context: &Context) -> anyhow::Result<Status> {
    let options = &args.options;
    let game = with_game!(args.game, G => G::practice(options));
    window::run(game, options)?;
    Ok(Status::Done)
}
