//! Calibrating with the game's window: pictures of it, and trying how it reacts.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use image::RgbaImage;

use crate::base::{Point, Rect};
use crate::bot::probe::{ProbeError, Probed, calm, probe};
use crate::bot::{Rig, Stop};
use crate::cli::{Exit, Status};
use crate::game::Game;
use crate::game::ability::{Fits, Fitted};
use crate::hand::{DesktopHand, Hand};
use crate::profile::learn::Lesson;
use crate::screen::{self, Frame, Screen, ScreenError, WindowScreen};
use crate::vision::{ReadScratch, View};

/// At so many points along each side of a window it is asked whether another lies over it. Chosen: what is smaller than
/// an eighth of it seldom lies over much of a board.
const ASKED: i32 = 8;

/// The window as it is now. `only_look`: the pointer will not be taken off the board.
pub fn picture(title: &str, only_look: bool) -> anyhow::Result<Frame> {
    let mut window = WindowScreen::find(title)?;
    let frame = window.capture()?;
    if let Some(error @ ScreenError::Covered(_)) = cover(window.id, frame.area()) {
        eprintln!("{error}: what covers it may be taken for a part of the board");
    }
    let Rect { width, height, .. } = frame.area();
    eprintln!(
        "looking at the window {:?}, {width}x{height} pixels",
        window.title
    );
    let pointer = DesktopHand::new().and_then(|mut hand| hand.pointer());
    if let Ok(Some(at)) = pointer
        && only_look
        && frame.area().contains(at)
    {
        eprintln!(
            "the pointer is over the window: what it covers or lights up may be taken for a part of the \
             board"
        );
    }
    Ok(frame)
}

/// By what a window is found the next time: a number is another then, so it is its title.
pub fn lasting(window: &str) -> anyhow::Result<String> {
    let title = match window.starts_with("id:") {
        true => WindowScreen::find(window)?.title,
        false => String::new(),
    };
    Ok(if title.is_empty() {
        window.into()
    } else {
        title
    })
}

/// What keeps some of a window, at this place of the screen, from being seen.
fn cover(id: u32, area: Rect) -> Option<ScreenError> {
    let mut guard = screen::guard(id);
    let along = |from: i32, length: i32| {
        (0..ASKED).map(move |at| from + (2 * at + 1) * length / (2 * ASKED))
    };
    let mut points = along(area.y, area.height)
        .flat_map(|y| along(area.x, area.width).map(move |x| Point::new(x, y)));
    points.find_map(|at| guard.clear(area, at).err())
}

/// The window's picture with the pointer off the board.
pub fn calm_picture(fitted: &Fitted, title: &str, stop: &Stop) -> anyhow::Result<RgbaImage> {
    let rig = Rig::of_window(WindowScreen::find(title)?)?;
    let frame = calm(rig, &fitted.profile, fitted.place, stop).map_err(|why| failure(why, stop))?;
    Ok(frame.image.as_ref().clone())
}

/// A window is looked at for so long for what moves by itself, so often. Chosen: goals and figures go round in a second or two.
const MOTION: Duration = Duration::from_millis(2400);
const LOOK: Duration = Duration::from_millis(40);

/// Looks for what moves on the board by itself, and adds that to the profile.
pub fn watch<G: Game>(
    fits: &dyn Fits<G>,
    fitted: &mut Fitted,
    lesson: &Lesson<G::Puzzle>,
    title: &str,
    stop: &Stop,
) -> anyhow::Result<()> {
    let Some(mut motion) = fits.motion(fitted, lesson) else {
        return Ok(());
    };
    let mut window = WindowScreen::find(title)?;
    let end = Instant::now() + MOTION;
    while Instant::now() < end {
        if let Some(by) = stop.thrown() {
            return Err(failure(ProbeError::Stopped(by), stop));
        }
        motion.look(&window.capture()?.image);
        std::thread::sleep(LOOK);
    }
    match fits.with_motion(fitted, lesson, motion) {
        Ok(0) => {}
        Ok(count) => eprintln!("some tiles move by themselves: {count} more pictures of them"),
        Err(why) => fitted.doubts.push(format!(
            "Some tiles move by themselves, and it is not clear what they are meanwhile: {why}"
        )),
    }
    Ok(())
}

/// Tries how the game reacts, and adds what that showed to the profile.
pub fn try_out<G: Game>(
    fits: &dyn Fits<G>,
    fitted: &mut Fitted,
    lesson: &Lesson<G::Puzzle>,
    title: &str,
    stop: &Stop,
) -> anyhow::Result<()> {
    let Some(area) = fits.probe_area(&lesson.puzzle, &fitted.profile) else {
        fitted.doubts.push(
            "There are no two empty cells to try walls on; how the game reacts is learned while it \
             is played."
                .into(),
        );
        return Ok(());
    };
    eprintln!(
        "trying how the game reacts: a wall is drawn and removed again; please leave the mouse alone"
    );
    let rig = Rig::of_window(WindowScreen::find(title)?)?;
    let say = &mut |what: &str| eprintln!("  {what}");
    let probed = probe(rig, &fitted.profile, fitted.place, &area, stop, say);
    match probed {
        Ok(probed) => learn::<G>(fitted, lesson, probed),
        Err(why) => Err(failure(why, stop)),
    }
}

/// What stopped the trial, with the exit status for it.
fn failure(why: ProbeError, stop: &Stop) -> anyhow::Error {
    let status = match &why {
        ProbeError::Stopped(_) => Status::Stopped,
        ProbeError::Left(_) if stop.thrown().is_some() => Status::Stopped,
        ProbeError::Screen(error) => return error.clone().into(),
        _ => Status::Failed,
    };
    let text = match status {
        Status::Stopped => format!("{why}; no profile was written"),
        _ => format!("{why}; no profile was written (--no-probe writes one without trying)"),
    };
    Exit::new(status, text).into()
}

fn learn<G: Game>(
    fitted: &mut Fitted,
    lesson: &Lesson<G::Puzzle>,
    probed: Probed,
) -> anyhow::Result<()> {
    let mut profile = fitted.profile.clone();
    profile.behaviour = Some(probed.behaviour);
    let mut pictures = fitted.pictures.clone();
    pictures.extend(probed.pictures);
    let templates = profile.prepare(pictures.clone());
    profile.templates = Arc::new(templates.map_err(anyhow::Error::msg)?);
    fitted.doubts.extend(probed.doubts);
    let frame = Frame::still(lesson.picture.clone());
    let view = View {
        frame: &frame,
        place: profile.locate(&frame, Some(fitted.place))?,
    };
    let read =
        G::read(&view, &profile, None, &mut ReadScratch::default()).map(|reading| reading.puzzle);
    if read.is_ok_and(|read| G::same_puzzle(&read, &lesson.puzzle)) {
        fitted.profile = profile;
        fitted.pictures = pictures;
    } else {
        fitted.profile.behaviour = profile.behaviour;
        fitted.doubts.push(
            "Walls look like something else on the board; a board with walls on it may be refused."
                .into(),
        );
    }
    Ok(())
}

/// What is told of the behaviour that was found.
pub fn sentence(fitted: &Fitted) -> Option<String> {
    let found = fitted.profile.behaviour?;
    let hurry = match found.beat {
        0..5 => "it follows clicks of any speed".to_string(),
        ms => format!("it wants clicks {} ms apart", 2 * ms),
    };
    let fade = match found.fade {
        0 => "at once".to_string(),
        ms => format!("fading in for {ms} ms"),
    };
    let lit = match found.hover {
        true => "; the cell under the pointer is lit",
        false => "",
    };
    let numbers = match found.numbers_change {
        true => "; numbers change as walls are drawn",
        false => "",
    };
    Some(format!(
        "the game shows a wall {} ms after a click, {fade}; {hurry}{lit}{numbers}",
        found.reaction
    ))
}

/// Writes a picture.
pub fn save(picture: &image::RgbaImage, file: &std::path::Path) -> anyhow::Result<()> {
    let saved = picture.save(file);
    saved.with_context(|| file.display().to_string())
}
