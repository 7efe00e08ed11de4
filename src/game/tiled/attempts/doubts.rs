//! What tiles are of which it is in doubt what they show, where something else than their looks tells.

use super::{Attempts, told};
use crate::game::Game;
use crate::vision::ReadError;
use crate::vision::tiles::{FoundTiles, Guess, all_once};

/// So many tiles at most are told by how many there must be. Chosen: more would be another game.
const VARIED: usize = 8;

/// So many tiles at most may bear signs that are in doubt. Chosen: the cells of a large goal.
const SIGNS: usize = 16;

/// Where each thing is there once a tile may be so far from its look that is clearly nearest. Mean levels; chosen: what lies
/// about of a number that moved, or a piece of its own that is gone.
const SPECKED: f32 = 6.0;

impl<G: Game> Attempts<'_, G> {
    /// What tiles are as a board if those that are too far from all that is known are clearly nearest to something of
    /// which there must be just as many: pictures of a thing may differ.
    pub(super) fn counted(&self, found: &mut FoundTiles) -> Option<G::Puzzle> {
        let enough = self.profile.confidence;
        let unsure = found.tiles.iter().filter(|tile| tile.confidence < enough);
        let unsure: Vec<Guess> = unsure.copied().collect();
        let is_clear = |tile: &Guess| tile.clear >= enough && !tile.torn;
        if unsure.len() > VARIED || !unsure.iter().all(is_clear) {
            return None;
        }
        let puzzle = self.puzzle(found).ok()?;
        let counted = self.tiled.counted(&puzzle);
        if !unsure.iter().all(|tile| counted.contains(tile.class)) {
            return None;
        }
        let tiles = found.tiles.iter_mut();
        tiles.for_each(|tile| tile.confidence = tile.confidence.max(tile.clear));
        Some(puzzle)
    }

    /// What tiles are as a board if most are sure, and each thing is there once, as in the board that is played or an
    /// example's: then a last one is the thing that is missing, though it looks otherwise now; and several are what they
    /// seem if these are all that are missing, and what else each may be is surely elsewhere; one of them may look like
    /// nothing of that. Of two that are taken for each other, or both for one of them, the rules tell, but for the free
    /// place: a move exchanges it with another.
    pub(super) fn left_over(&self, found: &mut FoundTiles) -> Option<G::Puzzle> {
        let known = match self.memory {
            Some(known) => self.tiled.sketch(known),
            None => self.tiled.sketch(&told::<G>(self.profile).next()?),
        };
        if known.letters.len() != found.tiles.len() || !all_once(&known.letters) {
            return None;
        }
        let enough = self.profile.confidence;
        let places = 0..found.tiles.len();
        let (sure, unsure): (Vec<usize>, Vec<usize>) =
            places.partition(|at| found.tiles[*at].confidence >= enough);
        let is_left = |letter: &char| sure.iter().all(|at| found.tiles[*at].class != *letter);
        let missing: Vec<char> = known.letters.iter().copied().filter(is_left).collect();
        if unsure.len() != missing.len() {
            return None;
        }
        let is_told =
            missing.len() == 2 && !missing.iter().any(|letter| Some(*letter) == known.free);
        let seems = |at: &usize| {
            let tile = &found.tiles[*at];
            let is_alone = is_told || tile.rival.is_none_or(|rival| !is_left(&rival));
            let is_other = |rival| missing.contains(&rival);
            // What is left of others that moved, or what it lost itself, takes it farther from its look, but no nearer to others.
            let is_clear = tile.apart < SPECKED && tile.clear >= enough;
            let is_one = is_other(tile.class) && tile.known;
            let is_near = tile.confidence > 0.0
                || is_clear
                || (is_told && (is_one || tile.rival.is_some_and(is_other)));
            (is_near && !tile.torn && is_alone).then_some(tile.class)
        };
        let as_missing = |at| seems(at).filter(|letter| missing.contains(letter));
        let letters: Vec<Option<char>> = unsure.iter().map(as_missing).collect();
        let mut left = missing
            .iter()
            .filter(|letter| !letters.contains(&Some(**letter)));
        let last = left.next().copied().filter(|_| left.next().is_none());
        let letters = letters.iter().map(|letter| letter.or(last));
        let letters = letters.collect::<Option<Vec<char>>>()?;
        let ways = match all_once(&letters) {
            true => vec![letters],
            false if is_told => vec![missing.clone(), missing.into_iter().rev().collect()],
            false => return None,
        };
        let all = |letters: Vec<char>| unsure.iter().copied().zip(letters).collect();
        let (told, puzzle) = self.only(found, ways.into_iter().map(all))?;
        *found = told;
        Some(puzzle)
    }

    /// What tiles are as a board, and that, if some of them are what one of these ways says, and no other of them makes a board.
    fn only(
        &self,
        found: &FoundTiles,
        ways: impl Iterator<Item = Vec<(usize, char)>>,
    ) -> Option<(FoundTiles, G::Puzzle)> {
        let mut boards = ways.filter_map(|way| {
            let mut told = found.clone();
            for (at, class) in way {
                let confidence = self.profile.confidence;
                told.tiles[at] = Guess {
                    class,
                    confidence,
                    ..told.tiles[at]
                };
            }
            let puzzle = self.puzzle(&told).ok()?;
            Some((told, puzzle))
        });
        let first = boards.next();
        first.filter(|_| boards.next().is_none())
    }

    /// What tiles are as a board if each that is in doubt makes the same of it as what it else may be: a mark on one of the
    /// cells of a thing whose others are surely marked.
    pub(super) fn either_way(&self, found: &mut FoundTiles) -> Option<G::Puzzle> {
        let doubts = self.doubts(found, VARIED)?;
        let is_known = |(at, _): &(usize, char)| found.tiles[*at].known;
        if !doubts.iter().all(is_known) {
            return None;
        }
        let puzzle = self.puzzle(found).ok()?;
        for (at, rival) in &doubts {
            let mut other = found.clone();
            other.tiles[*at].class = *rival;
            if self.puzzle(&other).as_ref() != Ok(&puzzle) {
                return None;
            }
        }
        self.believe(found, &doubts);
        Some(puzzle)
    }

    /// What tiles are as a board if it is in doubt of some that are free only whether there is a sign on them, and of what they
    /// seem, and what they are if one or two of them are otherwise, only one makes a board: a goal has the shape of its block, but
    /// where that block lies this says nothing. What is like nothing that is known is no tile without a sign.
    pub(super) fn only_way(&self, found: &mut FoundTiles) -> Option<G::Puzzle> {
        let doubts = self.doubts(found, SIGNS)?;
        let letters = self.tiled.letters();
        let (like, covers) = (letters.like, letters.covers);
        let bears = |class: char, plain: char| like(class) == Some(plain);
        let is_sign = |(at, rival): &(usize, char)| {
            let class = found.tiles[*at].class;
            let is_free = !covers(class) && !covers(*rival);
            is_free && (bears(class, *rival) || bears(*rival, class))
        };
        if !doubts.iter().all(is_sign) {
            return None;
        }
        let one = doubts.iter().map(|doubt| vec![*doubt]);
        let two = (0..doubts.len())
            .flat_map(|nth| (0..nth).map(move |other| [nth, other]))
            .map(|both| both.map(|nth| doubts[nth]).to_vec());
        let ways = [vec![]].into_iter().chain(one).chain(two);
        let (chosen, puzzle) = self.only(found, ways)?;
        let is_told = |(at, rival): &(usize, char)| {
            let (tile, class) = (found.tiles[*at], chosen.tiles[*at].class);
            tile.known || bears(class, tile.class) || bears(class, *rival)
        };
        if G::is_solved(&puzzle) || !doubts.iter().all(is_told) {
            return None;
        }
        *found = chosen;
        self.believe(found, &doubts);
        Some(puzzle)
    }

    /// The tiles in doubt, each with what else it may be, if there are no more than so many.
    fn doubts(&self, found: &FoundTiles, most: usize) -> Option<Vec<(usize, char)>> {
        let enough = self.profile.confidence;
        let in_doubt = found.tiles.iter().enumerate();
        let in_doubt = in_doubt.filter(|(_, tile)| tile.confidence < enough);
        let doubts = in_doubt.map(|(at, tile)| {
            let rival = tile.rival.filter(|_| !tile.torn);
            rival.map(|rival| (at, rival))
        });
        let doubts = doubts.collect::<Option<Vec<_>>>();
        doubts.filter(|doubts| doubts.len() <= most)
    }

    /// Takes tiles that were in doubt for what they are now.
    fn believe(&self, found: &mut FoundTiles, doubts: &[(usize, char)]) {
        for (at, _) in doubts {
            found.tiles[*at].confidence = self.profile.confidence;
        }
    }

    /// That it is not clear what a tile shows.
    pub(super) fn doubt(&self, found: &FoundTiles, at: usize) -> ReadError {
        let tile = &found.tiles[at];
        let told = told::<G>(self.profile).next();
        let called = |letter| format!("'{}'", self.tiled.called(letter, told.as_ref()));
        let rival = tile
            .rival
            .map_or(String::new(), |rival| format!(" or {}", called(rival)));
        let why = match tile.torn {
            true => "it is not clear whether what is on it goes on beside it".to_string(),
            false => format!("it looks a little like {}{rival}", called(tile.class)),
        };
        ReadError::Unsure {
            what: format!("the tile ({}, {})", at % found.columns, at / found.columns),
            why: format!(
                "{why} ({:.2} sure, {:.1} apart)",
                tile.confidence, tile.apart
            ),
        }
    }
}
