//! `gridhand calibrate` for a game that was never seen.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args as ClapArgs;
use image::RgbaImage;

use super::live;
use crate::base::{Point, Rect};
use crate::cli::play::stop_on_signal;
use crate::cli::{Exit, Status, usage};
use crate::game::Game;
use crate::game::ability::{Fits, Fitted};
use crate::game::draft::{Draft, DraftError, next_of, read_back, reset_of, submit_of};
use crate::profile::learn::Lesson;
use crate::profile::{Home, Way};
use crate::screen::Frame;
use crate::vision;

/// For games that are not in calibration.toml.
#[derive(ClapArgs, Debug)]
pub struct Unseen {
    /// The game's window: part of its title, class or application name
    #[arg(long, value_name = "TITLE")]
    window: Option<String>,
    /// Where the cells are, in pixels of the picture or window, if that is not found
    #[arg(long, value_name = "X,Y,W,H", value_parser = rectangle)]
    board: Option<Rect>,
    /// How many columns and rows there are, as a check of the text
    #[arg(long, value_name = "WxH", value_parser = size)]
    cells: Option<[usize; 2]>,
    /// How the game comes to its next puzzle: auto, none, or steps such as "click:870,158 key:down
    /// key:enter" (pixels of the picture or window), key:ctrl+tab, text:{level}
    #[arg(long, value_name = "HOW", value_parser = next_of)]
    next: Option<Way>,
    /// How to take back all moves: none, or steps as of --next
    #[arg(long, value_name = "HOW", value_parser = reset_of)]
    reset: Option<Way>,
    /// How a solved board is handed in, in games that look at it only then: steps as of --next
    #[arg(long, value_name = "HOW", value_parser = submit_of)]
    submit: Option<Way>,
    /// Where the pointer rests: off all that matters, in pixels of the picture or window
    #[arg(long, value_name = "X,Y", value_parser = point)]
    park: Option<Point>,
    /// Add the examples to those that the profile has
    #[arg(long, conflicts_with_all = ["board", "cells", "next", "reset", "submit", "park", "replace", "no_probe", "overlay"])]
    add: bool,
    /// With --window: do not try how the game reacts, only look
    #[arg(long, requires = "window")]
    no_probe: bool,
    /// Where to write the picture of what was found [default: NAME.png beside the templates]
    #[arg(long, value_name = "IMAGE")]
    overlay: Option<PathBuf>,
}

impl Unseen {
    /// Which of them were given.
    pub fn given(&self) -> Vec<&'static str> {
        let all = [
            ("--window", self.window.is_some()),
            ("--board", self.board.is_some()),
            ("--cells", self.cells.is_some()),
            ("--next", self.next.is_some()),
            ("--reset", self.reset.is_some()),
            ("--submit", self.submit.is_some()),
            ("--park", self.park.is_some()),
            ("--add", self.add),
            ("--no-probe", self.no_probe),
            ("--overlay", self.overlay.is_some()),
        ];
        let given = all.into_iter().filter(|(_, given)| *given);
        given.map(|(name, _)| name).collect()
    }

    /// Refuses what has nothing to do.
    pub fn check(&self, examples: &[String]) -> Result<(), Exit> {
        if examples.iter().any(|example| !has_picture(example)) {
            return Ok(());
        }
        let only = "goes with an --example that is only a text, for what the window shows now";
        match (self.no_probe, self.add && self.window.is_some()) {
            (true, _) => Err(usage(format!("--no-probe {only}: nothing else is tried"))),
            (_, true) => Err(usage(format!("--add with --window {only}"))),
            _ => Ok(()),
        }
    }

    /// An example: from files, or of the window as it is now.
    fn lesson<G: Game>(&self, example: &str) -> anyhow::Result<Lesson<G::Puzzle>> {
        if has_picture(example) {
            return super::lesson::<G>(example);
        }
        let window = self.window.as_deref().ok_or_else(|| {
            let text = format!("{example} has no picture; give one, as IMAGE:TEXT, or --window");
            usage(text)
        })?;
        // The text first: nobody wants to wait for a window to hear of a typing error.
        let puzzle = super::puzzle::<G>(Path::new(example))?;
        Ok(Lesson {
            name: example.into(),
            picture: live::picture(window, self.no_probe || self.add)?
                .image
                .as_ref()
                .clone(),
            puzzle,
        })
    }

    pub fn run<G: Game>(
        &self,
        fits: &dyn Fits<G>,
        name: &str,
        examples: &[String],
        home: &Home,
        replace: bool,
    ) -> anyhow::Result<Status> {
        if !replace && home.names()?.iter().any(|known| known == name) {
            let text = format!(
                "there is a profile {name:?} already; --replace makes a new one and keeps the old one \
                 under another name, --add teaches it these examples, too"
            );
            return Err(usage(text).into());
        }
        let lessons = examples.iter().map(|example| self.lesson::<G>(example));
        let mut lessons = lessons.collect::<anyhow::Result<Vec<_>>>()?;
        self.check_size(fits, &lessons)?;
        let mut fitted = self.fitted(fits, name, &lessons)?;
        let shown_now = examples.iter().rposition(|example| !has_picture(example));
        if let (Some(title), Some(now), false) = (&self.window, shown_now, self.no_probe) {
            let stop = stop_on_signal()?;
            let calm = live::calm_picture(&fitted, title, &stop)?;
            if lessons[now].picture != calm {
                lessons[now].picture = calm;
                fitted = self.fitted(fits, name, &lessons)?;
            }
            live::watch(fits, &mut fitted, &lessons[now], title, &stop)?;
            if fitted.profile.tiles.is_empty() {
                live::try_out(fits, &mut fitted, &lessons[now], title, &stop)?;
            }
        }
        let shown = overlay::<G>(&fitted, &lessons[0].picture)?;
        let folder = home.save_profile(&fitted.profile, &fitted.pictures, replace)?;
        let beside = || folder.with_file_name(format!("{name}.png"));
        let out = self.overlay.clone().unwrap_or_else(beside);
        live::save(&shown, &out)?;
        self.tell::<G>(&fitted, &out);
        Ok(Status::Done)
    }

    /// A profile for what the examples show.
    fn fitted<G: Game>(
        &self,
        fits: &dyn Fits<G>,
        name: &str,
        lessons: &[Lesson<G::Puzzle>],
    ) -> anyhow::Result<Fitted> {
        let draft = Draft {
            name: name.into(),
            window: live::lasting(self.window.as_deref().unwrap_or(name))?,
            board: self.board,
            next: self.next.clone(),
            reset: self.reset.clone(),
            submit: self.submit.clone(),
            park: self.park,
        };
        let fitted = draft.fit(fits, lessons);
        fitted.map_err(|why| match why {
            DraftError::Unread(why) if self.board.is_none() => {
                let mend = "Where its cells are can be said: --board x,y,w,h";
                Exit::new(Status::Unreadable, format!("{why}\n{mend}")).into()
            }
            DraftError::Unread(why) => Exit::new(Status::Unreadable, why).into(),
            DraftError::Told { .. } => usage(format!("--{why}")).into(),
            DraftError::NoBoard { .. } => {
                Exit::new(Status::Unreadable, format!("{why}: --board x,y,w,h")).into()
            }
        })
    }

    pub fn is_addition(&self) -> bool {
        self.add
    }

    /// Adds examples to those of a profile.
    pub fn add<G: Game>(
        &self,
        fits: &dyn Fits<G>,
        name: &str,
        examples: &[String],
        home: &Home,
    ) -> anyhow::Result<Status> {
        let mut profile = home.load(name)?;
        if profile.examples.is_empty() && profile.tiles.is_empty() {
            let text = format!("profile {name:?} does not read by likeness: calibrate it anew");
            return Err(usage(text).into());
        }
        let mut known = home.pictures(name)?;
        let before = known.len();
        for example in examples {
            let lesson = self.lesson::<G>(example)?;
            let unread = |why| {
                let text = format!("{example}: {why}; nothing was changed");
                Exit::new(Status::Unreadable, text)
            };
            let board = fits.board(&lesson.picture, &profile).map_err(unread)?;
            let (taught, picture) = fits
                .with_example(&profile, &known, board, &lesson.puzzle)
                .map_err(unread)?;
            profile = taught;
            known.push(picture);
        }
        home.amend(&profile, &known[before..])?;
        let missing = profile.unseen_numbers();
        let count = profile.examples.len() + profile.tiles.len();
        eprintln!("profile {name:?} has {count} examples now");
        if !missing.is_empty() {
            let missing: Vec<String> = missing.iter().map(u8::to_string).collect();
            eprintln!("numbers that no example shows: {}", missing.join(", "));
        }
        Ok(Status::Done)
    }

    fn check_size<G: Game>(
        &self,
        fits: &dyn Fits<G>,
        lessons: &[Lesson<G::Puzzle>],
    ) -> anyhow::Result<()> {
        let Some([columns, rows]) = self.cells else {
            return Ok(());
        };
        for lesson in lessons {
            let [width, height] = fits.size(&lesson.puzzle);
            if [width, height] != [columns, rows] {
                let name = &lesson.name;
                bail!("{name}: the text has {width}x{height} cells, not {columns}x{rows}");
            }
        }
        Ok(())
    }

    fn tell<G: Game>(&self, fitted: &Fitted, picture: &Path) {
        let profile = &fitted.profile;
        let (cells, corner) = (&profile.cells, fitted.place.origin);
        let first = cells.first + corner;
        eprintln!(
            "found {}x{} cells of {}x{} pixels from {first} on, {} apart across and {} down; see {}",
            cells.columns,
            cells.rows,
            cells.size[0],
            cells.size[1],
            cells.pitch[0],
            cells.pitch[1],
            picture.display()
        );
        if let Some(sentence) = live::sentence(fitted) {
            eprintln!("{sentence}");
        }
        if !profile.templates.knows("wall")
            && profile
                .templates
                .looks
                .as_ref()
                .is_some_and(|looks| !looks.knows('#'))
        {
            eprintln!(
                "not sure: Nothing shows what a wall looks like: calibrate with the window (--window, \
                 without --no-probe), or give an --example with some walls drawn."
            );
        }
        for doubt in &fitted.doubts {
            eprintln!("not sure: {doubt}");
        }
        if self.next.is_none() {
            eprintln!(
                "not sure: How to come to the next puzzle was not said; only one will be played. Say \
                 --next auto, none, or steps such as key:NAME or click:X,Y."
            );
        }
        eprintln!(
            "profile {:?} is ready: gridhand play {} --profile {0}",
            profile.name,
            G::NAME
        );
    }
}

/// Whether an example is a picture, with or without the name of its text.
fn has_picture(example: &str) -> bool {
    example.contains(':') || image::ImageFormat::from_path(example).is_ok()
}

/// The first picture with everything that was recognised in it.
fn overlay<G: Game>(fitted: &Fitted, picture: &RgbaImage) -> anyhow::Result<RgbaImage> {
    let frame = Frame::still(picture.clone());
    let (_, notes) = read_back::<G>(fitted, picture)?;
    let confidence = fitted.profile.confidence;
    Ok(vision::overlay(&frame, fitted.place, &notes, confidence))
}

fn numbers<const N: usize>(text: &str, between: char) -> Option<[i32; N]> {
    let parts = text.split(between).map(|part| part.trim().parse().ok());
    parts.collect::<Option<Vec<i32>>>()?.try_into().ok()
}

fn rectangle(text: &str) -> Result<Rect, String> {
    let area: Option<[i32; 4]> = numbers(text, ',');
    let area = area.filter(|[.., width, height]| *width > 0 && *height > 0);
    area.map(Rect::from)
        .ok_or("it is written x,y,width,height".into())
}

fn size(text: &str) -> Result<[usize; 2], String> {
    let sides: Option<[i32; 2]> = numbers(text, 'x');
    let sides = sides.filter(|sides| sides.iter().all(|side| (1..=32).contains(side)));
    sides
        .map(|sides| sides.map(|side| side as usize))
        .ok_or("it is written 8x8".into())
}

fn point(text: &str) -> Result<Point, String> {
    let point = numbers(text, ',').map(|[x, y]| Point::new(x, y));
    point.ok_or("it is written x,y".into())
}
