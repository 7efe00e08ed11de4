//! Teaching a game by its picture: the picture, what it shows as text, what is read then, and the profile.
//!
//! The profile is made as `gridhand calibrate` makes it ([`Draft`](crate::game::draft::Draft)). Nothing is clicked.

use std::path::PathBuf;
use std::sync::Arc;

use image::{DynamicImage, RgbaImage};
use serde::Deserialize;
use serde_json::{Value, json};

use super::api::{json, png, told, unknown};
use super::http::{Answer, Request};
use super::shelf::Shelf;
use crate::base::{Point, Rect};
use crate::game::ability::Fitted;
use crate::game::draft::{next_of, reset_of, submit_of};
use crate::games::GameId;
use crate::profile::{Home, Way};
use crate::with_game;

mod arrows;
mod propose;
mod read;
mod shots;

use shots::{load, windows};

/// Bytes of the largest picture of a screen: one of 4 million pixels that hardly repeat takes as many.
pub const PICTURE: u64 = 24 << 20;

/// So many pictures are kept; one of a large screen takes 32 MB. And so many profiles that are not saved yet.
const PICTURES: usize = 8;
const DRAFTS: usize = 16;

/// A picture of a game.
pub struct Shot {
    pub picture: RgbaImage,
    /// The window that it is of, by its number and by its title.
    pub window: Option<(u32, String)>,
}

/// A profile that may be kept.
pub struct Fit {
    pub game: GameId,
    pub fitted: Fitted,
    pub shot: Arc<Shot>,
}

/// What is taught.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    pub game: String,
    pub picture: u64,
    pub text: String,
    /// Left, top, width and height of the cells together.
    pub board: Option<[i32; 4]>,
    pub name: String,
    /// By what the window is found; the title of the picture's if it is empty.
    #[serde(default)]
    pub window: String,
    /// As `calibrate` takes them; empty is not told.
    #[serde(default)]
    pub next: String,
    #[serde(default)]
    pub reset: String,
    #[serde(default)]
    pub submit: String,
    pub park: Option<[i32; 2]>,
}

/// A picture is looked at.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OfPicture {
    picture: u64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Window {
    id: u32,
}

/// What is asked of a profile that is not saved yet.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OfDraft {
    draft: u64,
    /// The board that is tried.
    #[serde(default)]
    text: String,
    #[serde(default)]
    replace: bool,
}

/// Pictures and profiles that are being made.
pub struct School {
    home: Option<PathBuf>,
    shots: Shelf<Shot>,
    drafts: Shelf<Fit>,
}

impl School {
    pub fn new(home: Option<PathBuf>) -> Self {
        Self {
            home,
            shots: Shelf::new(PICTURES),
            drafts: Shelf::new(DRAFTS),
        }
    }

    /// Answers what is asked for below `/api/teach`.
    pub fn get(&self, path: &[&str]) -> Result<Answer, Answer> {
        match path {
            ["windows"] => json(&windows()?),
            ["window", picture] => shots::small(number(picture)?),
            ["picture", picture] => {
                let shot = self.shot(number(picture)?)?;
                png(DynamicImage::from(shot.picture.clone()))
            }
            _ => Err(unknown()),
        }
    }

    pub fn post(&self, path: &[&str], request: &Request) -> Result<Answer, Answer> {
        match path {
            ["picture"] => self.keep(load(&request.body)?),
            ["window"] => self.keep(shots::of_window(told::<Window>(request)?.id)?),
            ["propose"] => {
                let shot = self.shot(told::<OfPicture>(request)?.picture)?;
                json(&propose::proposed(&shot))
            }
            ["group"] => {
                let drawn: propose::Drawn = told(request)?;
                json(&propose::grouped(&*self.shot(drawn.picture)?, &drawn)?)
            }
            ["read"] => json(&self.read(&told(request)?)?),
            ["again"] => json(&self.again(&told(request)?)?),
            ["try"] => json(&self.try_out(&told(request)?)?),
            ["save"] => json(&self.save(&told(request)?)?),
            _ => Err(unknown()),
        }
    }

    fn keep(&self, shot: Shot) -> Result<Answer, Answer> {
        let (width, height) = shot.picture.dimensions();
        let title = shot.window.as_ref().map(|(_, title)| title.clone());
        let picture = self.shots.put(shot);
        json(&json!({ "picture": picture, "width": width, "height": height, "window": title }))
    }

    fn shot(&self, number: u64) -> Result<Arc<Shot>, Answer> {
        let kept = self.shots.get(number);
        kept.ok_or_else(|| Answer::refusal(404, "this picture is no longer kept; take it again"))
    }

    fn draft(&self, number: u64) -> Result<Arc<Fit>, Answer> {
        let kept = self.drafts.get(number);
        kept.ok_or_else(|| Answer::refusal(404, "this reading is no longer kept; read again"))
    }

    /// Fits a profile to the picture, and tells what is read with it.
    fn read(&self, lesson: &Lesson) -> Result<Value, Answer> {
        let game = GameId::of_name(&lesson.game);
        let game = game.ok_or_else(|| Answer::refusal(404, "there is no such game"))?;
        let shot = self.shot(lesson.picture)?;
        let (fitted, mut told) = with_game!(game, G => read::fit::<G>(lesson, &shot))?;
        let fit = Fit { game, fitted, shot };
        told["draft"] = self.drafts.put(fit).into();
        Ok(told)
    }

    /// Tells what is read of the window as it is now.
    fn again(&self, asked: &OfDraft) -> Result<Value, Answer> {
        let fit = self.draft(asked.draft)?;
        let Some((id, _)) = fit.shot.window else {
            let why = "the picture is of no window: there is nothing to look at again";
            return Err(Answer::refusal(409, why));
        };
        let shot = shots::of_window(id)?;
        let mut told = with_game!(fit.game, G => read::again::<G>(&fit.fitted, &shot.picture))?;
        told["picture"] = self.shots.put(shot).into();
        Ok(told)
    }

    fn try_out(&self, asked: &OfDraft) -> Result<Value, Answer> {
        let fit = self.draft(asked.draft)?;
        with_game!(fit.game, G => arrows::first_moves::<G>(&fit.fitted, &asked.text))
    }

    /// Keeps the profile as `calibrate` does.
    fn save(&self, asked: &OfDraft) -> Result<Value, Answer> {
        let fit = self.draft(asked.draft)?;
        let Fitted {
            profile, pictures, ..
        } = &fit.fitted;
        let home = Home::new(self.home.as_deref());
        let saved = home.names().and_then(|names| {
            if names.contains(&profile.name) && !asked.replace {
                return Ok(None);
            }
            home.save_profile(profile, pictures, asked.replace)
                .map(Some)
        });
        match saved.map_err(|error| Answer::refusal(422, error.to_string()))? {
            None => Err(Answer::refusal(
                409,
                format!("there is a profile {:?} already", profile.name),
            )),
            Some(folder) => Ok(json!({
                "folder": folder.display().to_string(),
                "command": format!("gridhand play {} --profile {:?}", profile.game, profile.name),
            })),
        }
    }
}

impl Lesson {
    fn rect(&self) -> Option<Rect> {
        let area = self
            .board
            .filter(|[.., width, height]| *width > 0 && *height > 0);
        area.map(Rect::from)
    }

    fn park(&self) -> Option<Point> {
        self.park.map(|[x, y]| Point::new(x, y))
    }

    /// How the game comes to its next puzzle, takes moves back, and is handed a solved board.
    ///
    /// # Errors
    /// What is wrong with what was told.
    fn ways(&self) -> Result<[Option<Way>; 3], Answer> {
        let read = |key: &str, text: &str, read: fn(&str) -> Result<Way, String>| {
            let way = (!text.trim().is_empty()).then(|| read(text.trim()));
            let way = way.transpose();
            way.map_err(|why| Answer::refusal(422, format!("{key}: {why}")))
        };
        Ok([
            read("next", &self.next, next_of)?,
            read("reset", &self.reset, reset_of)?,
            read("submit", &self.submit, submit_of)?,
        ])
    }
}

/// The number of `17.png`.
fn number<T: std::str::FromStr>(file: &str) -> Result<T, Answer> {
    let number = file.strip_suffix(".png").and_then(|n| n.parse().ok());
    number.ok_or_else(unknown)
}
