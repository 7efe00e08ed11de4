//! What can be asked for: the page's files, JSON, and pictures.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::corpus::Shelves;
use super::http::{Answer, Head, Request};
use super::shelf::Shelf;
use super::solution::{Steps, animation};
use super::solve::Solver;
use super::teach::{PICTURE, School};
use super::watch::Watchers;
use super::{Settings, games, page};

/// Bytes of the longest text.
const TEXT: u64 = 512 << 10;

/// So many solutions are kept. Chosen: some for each of ten pages; they are a puzzle and its moves.
const SOLUTIONS: usize = 128;

/// What lies behind the interface.
pub struct Api {
    solver: Solver,
    solutions: Shelf<Box<dyn Steps>>,
    corpus: Shelves,
    school: School,
    watchers: Watchers,
}

type Answered = Result<Answer, Answer>;

impl Api {
    pub fn new(settings: &Settings) -> Self {
        Self {
            solver: Solver::default(),
            solutions: Shelf::new(SOLUTIONS),
            corpus: Shelves::new(settings.corpus.clone()),
            school: School::new(settings.home.clone()),
            watchers: Watchers::new(settings.home.clone(), settings.corpus.clone()),
        }
    }

    /// Ends what goes on behind it.
    pub fn end(&self) {
        self.watchers.end();
    }

    /// How many bytes the body of a request may have.
    pub fn most(&self, head: &Head) -> u64 {
        match head.method.as_str() {
            "POST" if head.path == "/api/teach/picture" => PICTURE,
            "POST" => TEXT,
            _ => 0,
        }
    }

    pub fn answer(&self, request: &Request) -> Answer {
        let answered = match request.head.method.as_str() {
            "GET" => self.get(&request.head),
            "POST" => self.post(request),
            _ => Err(Answer::refusal(405, "only GET and POST are known")),
        };
        answered.unwrap_or_else(|refusal| refusal)
    }

    fn get(&self, head: &Head) -> Answered {
        if let Some(file) = page::file(&head.path) {
            return Ok(file);
        }
        let parts: Vec<&str> = head.path.split('/').skip(1).collect();
        match parts[..] {
            ["api", "games"] => Ok(Answer::json(&games::list())),
            ["api", "solution", number, "animation.gif"] => self.animation(number),
            ["api", "solution", number, step] => self.step(number, step),
            ["api", "corpus", ref rest @ ..] => self.corpus.get(rest, head, &self.solutions),
            ["api", "teach", ref rest @ ..] => self.school.get(rest),
            ["api", "watch", ref rest @ ..] => self.watchers.get(rest),
            _ => Err(unknown()),
        }
    }

    fn post(&self, request: &Request) -> Answered {
        let parts: Vec<&str> = request.head.path.split('/').skip(1).collect();
        match parts[..] {
            ["api", "solve"] => json(&self.solver.solve(&told(request)?, &self.solutions)?),
            ["api", "teach", ref rest @ ..] => self.school.post(rest, request),
            ["api", "watch", ref rest @ ..] => self.watchers.post(rest, request),
            _ => Err(unknown()),
        }
    }

    fn solution(&self, number: &str) -> Result<std::sync::Arc<Box<dyn Steps>>, Answer> {
        let kept = number.parse().ok().and_then(|n| self.solutions.get(n));
        kept.ok_or_else(|| Answer::refusal(404, "this solution is no longer kept; solve it again"))
    }

    fn step(&self, number: &str, step: &str) -> Answered {
        let solution = self.solution(number)?;
        let after = step.strip_suffix(".png").and_then(|n| n.parse().ok());
        let picture = after.and_then(|after| solution.picture(after));
        picture.map_or_else(|| Err(unknown()), |picture| png(picture.into()))
    }

    fn animation(&self, number: &str) -> Answered {
        let gif = animation(&**self.solution(number)?);
        let name = "attachment; filename=\"solution.gif\"";
        gif.map(|gif| Answer::new("image/gif", gif).with("Content-Disposition", name))
            .ok_or_else(unknown)
    }
}

/// What a body tells, as JSON.
///
/// # Errors
/// It is none, or not what is asked for there.
pub fn told<T: DeserializeOwned>(request: &Request) -> Result<T, Answer> {
    let kind = request.head.header("content-type").unwrap_or_default();
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return Err(Answer::refusal(400, "the body must be application/json"));
    }
    let read = serde_json::from_slice(&request.body);
    read.map_err(|error| Answer::refusal(400, format!("the body is not what is wanted: {error}")))
}

/// A picture as PNG.
///
/// # Errors
/// It cannot be written.
pub fn png(picture: DynamicImage) -> Answered {
    let mut bytes = Cursor::new(Vec::new());
    let written = picture.write_to(&mut bytes, ImageFormat::Png);
    written.map_err(|error| Answer::refusal(500, error.to_string()))?;
    Ok(Answer::new("image/png", bytes.into_inner()))
}

/// A value as JSON.
pub fn json(value: &Value) -> Answered {
    Ok(Answer::json(value))
}

pub fn unknown() -> Answer {
    Answer::refusal(404, "there is nothing of that name")
}
