//! The plain way to play, as a yardstick for benchmarks: fixed waits, no second look. A click that
//! is lost stays lost.

use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::Rig;
use crate::base::{Limits, Point};
use crate::game::Game;
use crate::hand::{Button, Gesture, Hand};
use crate::profile::{Filling, Profile};
use crate::screen::Frame;
use crate::vision::{Place, ReadScratch, View};

/// After every click. Chosen: as a plain script does it, a frame and a little at 60 frames a second.
const CLICK: Duration = Duration::from_millis(20);
/// Before every screenshot. Chosen: likewise, half of that.
const SCREENSHOT: Duration = Duration::from_millis(10);
/// For a board to become readable.
const PATIENCE: Duration = Duration::from_secs(5);

/// Plays `count` puzzles; returns the time of each, from the first look to the last click.
pub fn play<G: Game>(
    mut rig: Rig,
    profile: &Profile,
    count: usize,
) -> anyhow::Result<Vec<Duration>> {
    let way = profile.gestures(&profile.next, Filling::default());
    let way = way.map_err(anyhow::Error::msg)?;
    let [Gesture::Click { at: next, .. }] = way[..] else {
        bail!("the plain way goes on by clicking a button");
    };
    let mut times = Vec::new();
    let mut last = None;
    while times.len() < count {
        let begun = Instant::now();
        let (puzzle, frame, place) = look::<G>(&mut rig, profile, last.as_ref())?;
        let outcome = G::solve(&puzzle, &Limits::default()).outcome;
        let moves = outcome.solution().context("not exactly one solution")?;
        for mv in moves {
            if let Gesture::Click { at, button } = G::gesture(&puzzle, mv, profile) {
                click(&mut *rig.hand, &frame, place, at, button)?;
            }
        }
        times.push(begun.elapsed());
        click(&mut *rig.hand, &frame, place, next, Button::Left)?;
        last = Some(puzzle);
    }
    Ok(times)
}

fn look<G: Game>(
    rig: &mut Rig,
    profile: &Profile,
    last: Option<&G::Puzzle>,
) -> anyhow::Result<(G::Puzzle, Frame, Place)> {
    let end = Instant::now() + PATIENCE;
    let mut scratch = ReadScratch::default();
    loop {
        std::thread::sleep(SCREENSHOT);
        let frame = rig.screen.capture()?;
        let place = profile.locate(&frame, None)?;
        let view = View {
            frame: &frame,
            place,
        };
        match G::read(&view, profile, None, &mut scratch) {
            Ok(reading) if last.is_none_or(|l| !G::same_puzzle(l, &reading.puzzle)) => {
                return Ok((reading.puzzle, frame, place));
            }
            Err(error) if Instant::now() > end => return Err(error.into()),
            _ if Instant::now() > end => bail!("no next puzzle"),
            _ => {}
        }
    }
}

fn click(
    hand: &mut dyn Hand,
    frame: &Frame,
    place: Place,
    at: Point,
    button: Button,
) -> anyhow::Result<()> {
    hand.point(frame.origin + place.to_frame(at))?;
    hand.button(button, true)?;
    hand.button(button, false)?;
    std::thread::sleep(CLICK);
    Ok(())
}
