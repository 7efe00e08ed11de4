//! Looking for boards that profiles know: pictures of windows with all profiles.

use std::time::Instant;

use super::Stop;
use crate::game::Game;
use crate::games::GameId;
use crate::profile::Profile;
use crate::screen::Frame;
use crate::vision::tiles::Sizes;
use crate::vision::{ReadError, ReadScratch, View};
use crate::with_game;

/// The picture of a window.
#[derive(Clone, Debug)]
pub struct Shot {
    pub frame: Frame,
    /// The profiles that say that their game is in this window, by their names: they are preferred.
    pub named_by: Vec<String>,
}

/// A board that a profile knows.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownBoard {
    /// Which of the pictures shows it.
    pub shot: usize,
    pub game: GameId,
    /// The name of the profile that reads it best, and of those that read the same.
    pub profile: String,
    pub others: Vec<String>,
    /// 0 to 1.
    pub confidence: f32,
}

/// What came of a survey.
#[derive(Clone, Debug)]
pub struct Survey {
    pub boards: Vec<KnownBoard>,
    /// Whether everything was looked at; else the time was over, or the user stopped it.
    pub complete: bool,
}

/// A reading, not yet compared with others.
struct Found<G: Game> {
    /// None if the board shows that it is solved.
    puzzle: Option<G::Puzzle>,
    board: KnownBoard,
    is_named: bool,
}

/// Looks at all pictures with all profiles, at first at the sizes of their examples; at any size only if that
/// shows no board. Between two readings it calls `tell` with how many were made and how many there are, and
/// ends if `until` is past or the user stops it.
pub fn survey(
    shots: &[Shot],
    profiles: &[Profile],
    until: Instant,
    stop: &Stop,
    tell: &mut dyn FnMut(usize, usize),
) -> Survey {
    let all: Vec<&Profile> = profiles.iter().collect();
    let by_tiles = all.iter().copied().filter(|p| !p.tiles.is_empty());
    let stages = [
        (Sizes::Known, all.clone()),
        (Sizes::All, by_tiles.collect()),
    ];
    let mut round = Round {
        shots,
        until,
        stop,
        tell,
        done: 0,
        total: shots.len() * stages.iter().map(|(_, some)| some.len()).sum::<usize>(),
        complete: true,
    };
    let mut boards = Vec::new();
    for (sizes, profiles) in stages {
        for game in GameId::ALL {
            let of_game = profiles.iter().filter(|p| p.game == game.name());
            let of_game: Vec<&Profile> = of_game.copied().collect();
            boards.extend(with_game!(*game, G => round.look::<G>(*game, &of_game, sizes)));
        }
        if !boards.is_empty() {
            break;
        }
    }
    Survey {
        boards,
        complete: round.complete,
    }
}

/// A survey under way.
struct Round<'a> {
    shots: &'a [Shot],
    until: Instant,
    stop: &'a Stop,
    tell: &'a mut dyn FnMut(usize, usize),
    done: usize,
    total: usize,
    /// Whether nothing was left out.
    complete: bool,
}

impl Round<'_> {
    fn is_over(&self) -> bool {
        self.stop.thrown().is_some() || Instant::now() >= self.until
    }

    /// The boards of a game in all pictures.
    fn look<G: Game>(
        &mut self,
        game: GameId,
        profiles: &[&Profile],
        sizes: Sizes,
    ) -> Vec<KnownBoard> {
        let mut boards = Vec::new();
        for (index, shot) in self.shots.iter().enumerate() {
            let mut found: Vec<Found<G>> = Vec::new();
            for profile in profiles {
                if self.is_over() {
                    self.complete = false;
                    return boards;
                }
                match read::<G>(&shot.frame, profile, sizes) {
                    Ok((puzzle, confidence)) => found.push(Found {
                        puzzle,
                        board: KnownBoard {
                            shot: index,
                            game,
                            profile: profile.name.clone(),
                            others: Vec::new(),
                            confidence,
                        },
                        is_named: shot.named_by.contains(&profile.name),
                    }),
                    Err(error) => tracing::debug!("{index}: {}: {error}", profile.name),
                }
                self.done += 1;
                (self.tell)(self.done, self.total);
            }
            boards.extend(merged(found));
        }
        boards
    }
}

/// What a profile reads in a picture, and the confidence; no puzzle if the board shows that it is solved.
fn read<G: Game>(
    frame: &Frame,
    profile: &Profile,
    sizes: Sizes,
) -> Result<(Option<G::Puzzle>, f32), ReadError> {
    let mut scratch = ReadScratch {
        sizes,
        ..ReadScratch::default()
    };
    let place = profile.locate_with(frame, None, &mut scratch)?;
    let view = View { frame, place };
    match G::read(&view, profile, None, &mut scratch) {
        Ok(reading) => Ok((Some(reading.puzzle), reading.confidence)),
        Err(_) if profile.templates.shows_solved(&view) => Ok((None, 1.0)),
        Err(error) => Err(error),
    }
}

/// Readings of the same puzzle are of one board: the best of them with the names of the others.
fn merged<G: Game>(mut found: Vec<Found<G>>) -> Vec<KnownBoard> {
    found.sort_by(|a, b| {
        let by_name = b.is_named.cmp(&a.is_named);
        by_name.then(b.board.confidence.total_cmp(&a.board.confidence))
    });
    let mut boards: Vec<Found<G>> = Vec::new();
    for reading in found {
        let same = |known: &&mut Found<G>| match (&known.puzzle, &reading.puzzle) {
            (Some(known), Some(read)) => G::same_puzzle(known, read),
            (known, read) => known.is_none() && read.is_none(),
        };
        match boards.iter_mut().find(same) {
            Some(known) => known.board.others.push(reading.board.profile),
            None => boards.push(reading),
        }
    }
    boards.into_iter().map(|found| found.board).collect()
}
