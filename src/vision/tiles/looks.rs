//! What tiles look like, by class.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use image::RgbaImage;

use super::super::ramp;
use super::block::BlockLook;
use super::compare::{Dots, Slack, spread};
use super::edges::Edges;
use super::folds::Folds;
use super::frame::FrameLook;
use super::goal::GoalLook;
use super::guess::Guess;
use super::joined::Far;
use super::letters::Letters;
use super::sizes;
use super::{Lattice, SIDE, TileExample};

/// A tile may be so far from all that was learned and still be taken for the nearest. Mean levels; by trial on
/// games of others.
pub(super) const NEAR: f32 = 15.0;

/// A tile that is as a whole no farther from a look than this looks like it. Mean levels; by trial.
pub(super) const WHOLE: f32 = 6.0;

/// What differs by less from something else looks like that. Mean levels; chosen: an eighth of a tile, clearly.
const HIDDEN: f32 = 6.0;

/// The same where things cover several tiles: marks on them are small. Mean levels; by trial.
const UNMARKED: f32 = 2.0;

/// Least and most that a stranger may be off. Mean levels; by trial.
const STRANGE: [f32; 2] = [5.0, 22.0];

/// A spot of a tile that differs counts by this share. By trial.
const SPOT: f32 = 0.2;

/// In a picture that was made as large as what was learned tiles have so many times its size. Chosen: edges tell it nearly.
const MAGNIFIED: std::ops::Range<f64> = 0.75..1.33;

/// Dots at each side in which frames lie: a line that is a fraction of a pixel beside its place differs more than small
/// digits do. Chosen: an eighth of a tile.
const FRAME: usize = SIDE / 8;

/// What differs less within itself is of one colour, and colours are the same up to so much. Levels; chosen.
const PLAIN: f32 = 3.0;
pub(super) const SHADE: u8 = 14;

/// A look that differs less within itself, in mean levels, is flat: anything flat resembles it.
const FLAT: f32 = 1.0;

/// Whether there is nothing on a tile.
pub(super) fn is_flat(seen: &[[u8; 3]]) -> bool {
    spread(seen) < FLAT
}

/// What tiles of each class look like.
#[derive(Clone, Debug)]
pub struct TileLooks {
    pub(super) looks: Vec<Look>,
    /// The lattices of the examples: sizes at which the game was seen.
    pub(super) seen: Vec<Lattice>,
    letters: Letters,
    /// What most of what is around an example looks like.
    around: Vec<char>,
    /// What some of it looks like, if that is something on boards.
    beside: BTreeSet<char>,
    /// Where things cover several tiles: what runs between them.
    pub(super) edges: Edges,
    /// The same: where in their tiles edges lie.
    pub(super) folds: Folds,
    /// Dots at each side that do not count when tiles are told apart.
    rim: usize,
    /// Whether no two tiles are alike, as those with numbers, and whether what is on them is small besides.
    pub(super) single: bool,
    fine: bool,
    /// The same where no two are alike: whether what tells them apart is not at their rims, which show where they lie.
    rimless: bool,
    /// Where small things that tell tiles apart stand on these.
    pub(super) focus: Option<Focus>,
    /// What dots differ by on tiles that are alike, where examples tell.
    slack: Option<Slack>,
    /// The small picture that shows what a board must become.
    pub goal: Option<GoalLook>,
    /// The share of a board's tiles that must be known for it to be found.
    pub enough: f32,
    /// What is beside a board tells that it is one.
    pub is_told_beside: bool,
    /// The one block that all things were at first.
    block: Option<BlockLook>,
    /// The board is known from before: what looks otherwise now is a thing all the same, such as one in hand.
    pub trusting: bool,
    /// The colours of things that cover several tiles, and whether those are many.
    palette: Vec<[u8; 3]>,
    colourful: bool,
    /// Whether things differ in colour that are alike otherwise.
    varied: bool,
    /// Letters that may look like others, and do.
    unseen: Vec<char>,
    /// Letters that whole boards of examples show: what is learned in play is not among them.
    told: BTreeSet<char>,
    limits: BTreeMap<char, f32>,
    /// The same where what is seen has another size: lines and shades fall on pixels otherwise.
    wide_limits: BTreeMap<char, f32>,
    /// What is no farther from a class is no thing that was never seen.
    strange_limits: BTreeMap<char, f32>,
    /// What is seen was made as large as what was learned.
    pub magnified: bool,
    /// Tiles are looked for only where edges say that they begin.
    pub hasty: bool,
    /// The examples, where there may be lines between their tiles that are as wide at other sizes.
    sources: Arc<Vec<(RgbaImage, TileExample)>>,
    /// The examples were drawn anew for tiles of another size.
    pub is_redrawn: bool,
    /// Signs on what no example showed them on.
    composed: Vec<Composed>,
    /// The same looks without what was taken in passing.
    lasting: Option<Box<TileLooks>>,
    /// What runs around boards, if that is like nothing on them.
    pub(super) frame: Option<FrameLook>,
    /// A tile that is farther from all looks is none of them, at a first glance. Mean levels.
    pub(super) strange: f32,
}

use composed::Composed;
pub(super) use focus::Focus;

mod alike;
mod classify;
mod colours;
mod composed;
mod focus;
mod learn;
mod limits;
mod outside;
mod redrawn;
mod taken;

/// The letter of what is around boards.
pub const PAGE: char = ' ';

/// One look of a class.
#[derive(Clone, Debug)]
pub(super) struct Look {
    pub class: char,
    pub dots: Dots,
    /// Whether there is nothing on it.
    pub flat: bool,
    /// Whether it bears a sign in colours that no thing without one has.
    pub signed: bool,
}

impl TileLooks {
    /// Whether what is nothing that is known is of this class.
    pub(super) fn is_open(&self, class: char) -> bool {
        self.letters.open == Some(class)
    }

    pub(super) fn covers(&self, class: char) -> bool {
        (self.letters.covers)(class)
    }

    /// The mark that may be on a thing or not, by what a tile looks like.
    pub(super) fn mark_in_doubt(&self, guess: &Guess) -> Option<char> {
        let rival = guess.rival.filter(|_| !guess.is_sure() && !guess.torn)?;
        let pairs = [(guess.class, rival), (rival, guess.class)];
        let is_mark = |(mark, plain): &(char, char)| {
            let is_on_thing = self.covers(*mark) && self.covers(*plain);
            is_on_thing && (self.letters.like)(*mark) == Some(*plain)
        };
        let (mark, _) = pairs.into_iter().find(is_mark)?;
        // What shows through a thing is not its own.
        (!(self.letters.through)(mark)).then_some(mark)
    }

    /// Whether things cover several tiles.
    pub fn is_joined(&self) -> bool {
        self.rim > 0
    }

    /// Why edges between things are not known.
    pub fn edges_unknown(&self) -> Option<&str> {
        self.edges.unknown.as_deref()
    }

    /// Whether this is what may be around a board.
    pub(super) fn is_page(&self, class: char) -> bool {
        let is_endless = self.letters.endless.contains(class) && self.around.contains(&class);
        class == PAGE || self.letters.page.contains(class) || is_endless
    }

    /// Whether an edge was seen between tiles of these letters, none of which is a thing, or of what they are but for a
    /// mark; or marks have outlines, and these differ in that.
    pub(super) fn are_apart(&self, letters: [char; 2]) -> bool {
        let but_for_mark = |letter| (self.letters.like)(letter).unwrap_or(letter);
        let plain = letters.map(but_for_mark);
        let differ_by_mark = letters[0] != letters[1] && plain[0] == plain[1];
        self.edges.are_apart(letters)
            || self.edges.are_apart(plain)
            || (differ_by_mark && self.edges.outline_signs(but_for_mark))
    }

    /// Whether tiles of a letter look like those of another.
    pub fn is_unseen(&self, letter: char) -> bool {
        self.unseen.contains(&letter)
    }

    /// Whether there are tiles of a letter.
    pub fn shows(&self, letter: char) -> bool {
        self.looks.iter().any(|look| look.class == letter)
    }

    /// Whether a whole board of an example shows a letter.
    pub fn was_told(&self, letter: char) -> bool {
        self.told.contains(&letter)
    }

    /// Whether these are all letters that whole boards of examples show, but for what is around boards.
    pub(super) fn were_told(&self, letters: &BTreeSet<char>) -> bool {
        let mut told = self.told.iter().filter(|letter| !self.is_page(**letter));
        letters.len() == told.clone().count() && told.all(|letter| letters.contains(letter))
    }

    /// Where things cover several tiles, what is outside is told by the whole of a tile.
    fn competes(&self, look: &Look) -> bool {
        !self.is_joined() || !self.is_page(look.class)
    }

    /// How far a tile of a class may be from its looks. Mean levels.
    fn limit(&self, class: char) -> f32 {
        let limits = match self.magnified {
            true => &self.wide_limits,
            false => &self.limits,
        };
        limits.get(&class).copied().unwrap_or(NEAR)
    }

    /// How far two tiles are apart in what tells them apart. Mean levels.
    fn differ(&self, a: &Dots, b: &Dots, most: f32) -> f32 {
        self.differ_by(a, b, most, None)
    }

    /// How much a tile looks otherwise than before. Mean levels; where what is on tiles is small, that tells.
    pub(super) fn change(&self, was: &Dots, is: &Dots) -> f32 {
        let apart = was.apart(is, f32::MAX);
        match self.fine {
            true => apart.max(self.differ(was, is, f32::MAX)),
            false => apart,
        }
    }

    /// How far a tile is from a look, and with what dots may differ by if that is more than usual. A page may be told
    /// from a free tile by the frame alone.
    fn differ_from(&self, look: &Look, tile: &Dots, most: f32, slack: Option<&Slack>) -> f32 {
        let usual = slack.unwrap_or(&Slack::USUAL);
        match (self.fine || self.rimless) && look.class == PAGE {
            true => look.dots.apart_within(tile, most, 0, usual),
            false => self.differ_by(&look.dots, tile, most, slack),
        }
    }

    /// How far two tiles are apart, and with what dots may differ by if that is more than usual.
    fn differ_by(&self, a: &Dots, b: &Dots, most: f32, slack: Option<&Slack>) -> f32 {
        let rim = if self.fine || self.rimless {
            FRAME
        } else {
            self.rim
        };
        let apart = a.apart_within(b, most, rim, slack.unwrap_or(&Slack::USUAL));
        match (self.is_joined() || self.fine) && apart <= most {
            true => apart
                .max(SPOT * a.largest_spot(b, rim, slack))
                .max(Self::closely_apart(a, b)),
            false => apart,
        }
    }

    /// What differs by less looks the same.
    fn hidden(&self) -> f32 {
        if self.is_joined() { UNMARKED } else { HIDDEN }
    }

    /// Whether what is of one class may look like another.
    pub(super) fn may_be(&self, class: char, seen: char) -> bool {
        let like = self.letters.like;
        // What seems to show through a thing may be a picture on it.
        let is_through = (self.letters.through)(seen) && like(seen) == Some(class);
        self.alike(class, seen) || like(class) == Some(seen) || is_through
    }

    /// Whether they mean the same.
    fn alike(&self, a: char, b: char) -> bool {
        let both = |group: &&str| group.contains(a) && group.contains(b);
        let around = self.is_page(a) && self.is_page(b);
        a == b || around || self.letters.same.iter().any(both)
    }

    /// Where tiles may be by the one block that all things are at first, counted from its first tile. In a picture that was
    /// made as large as what was learned they are as large as that.
    pub fn block_places(&self, picture: &RgbaImage) -> Vec<Lattice> {
        let block = self.block.as_ref();
        let mut places = block.map_or_else(Vec::new, |block| block.places(picture));
        let is_near = |place: &Lattice| {
            let mut known = self.seen.iter().map(|seen| place.pitch[0] / seen.pitch[0]);
            known.any(|ratio| MAGNIFIED.contains(&ratio))
        };
        places.retain(|place| !self.magnified || is_near(place));
        places
    }

    /// So many times larger a picture's tiles may have to be made for being as large as some that were seen, the likeliest
    /// first; but for 1.
    pub fn likely_scales(&self, picture: &RgbaImage) -> Vec<f64> {
        sizes::scales(picture, &sizes::known(&self.seen))
    }

    /// Whether tiles of this size were seen.
    pub(super) fn knows_size(&self, pitch: [f64; 2]) -> bool {
        self.seen.iter().any(|lattice| lattice.pitch == pitch)
    }

    /// Whether a tile tells where tiles are, and is perhaps no farther from its look than this.
    pub(super) fn is_likely(&self, seen: &Dots, most: f32) -> bool {
        if self.is_joined() {
            return self.is_whole(seen, most);
        }
        // What is around a board may look like a blank tile until it is known where exactly tiles are.
        let flat = is_flat(seen);
        let mut board = self.looks.iter().filter(|look| self.tells(look.class));
        board.any(|look| (look.flat || !flat) && look.dots.apart(seen, most) < most)
    }

    /// Whether looks of a class tell where tiles are. Where things cover several of them, what is outside does, too.
    pub(super) fn tells(&self, class: char) -> bool {
        self.is_joined() || !self.is_page(class)
    }

    /// The same if it is clear what it is.
    pub(super) fn is_known(&self, seen: &Dots) -> bool {
        match self.is_joined() {
            true => self.is_whole(seen, WHOLE),
            false => {
                let guess = self.glance(seen);
                guess.known && !self.is_page(guess.class)
            }
        }
    }

    /// Whether a tile, all of it, with its edges, is so near to a look.
    fn is_whole(&self, seen: &Dots, most: f32) -> bool {
        let looks = self.looks.iter().filter(|look| !look.flat);
        let flat = is_flat(seen);
        !flat && looks.fold(most, |most, look| look.dots.apart(seen, most).min(most)) < most
    }

    /// What is not of the board.
    pub(super) fn outside(&self) -> Guess {
        Guess::certain(self.letters.page.chars().next().unwrap_or(PAGE))
    }

    /// How far a tile, all of it, is from what is outside and from what is on boards.
    pub(super) fn far(&self, seen: &Dots) -> Far {
        let nearest = |outside: bool| {
            let looks = self
                .looks
                .iter()
                .filter(|look| self.is_page(look.class) == outside);
            looks.fold(10.0 * NEAR, |most, look| {
                look.dots.apart(seen, most).min(most)
            })
        };
        Far {
            outside: nearest(true),
            board: nearest(false),
        }
    }

    /// Whether a tile is clearly nearer to what boards are made of than to what is around them.
    pub(super) fn is_of_board(&self, seen: &Dots) -> bool {
        self.far(seen).is_of_board()
    }

    /// How far a tile is from the nearest look that tells where tiles are, at most `most`. Mean levels. Which it is, is
    /// looked for from `like` on, and told there.
    pub(super) fn distance_from(&self, seen: &Dots, most: f32, like: &mut usize) -> f32 {
        let first = *like;
        let mut nearest = most;
        let others = (0..self.looks.len()).filter(|at| *at != first);
        for at in std::iter::once(first).chain(others) {
            let Some(look) = self.looks.get(at).filter(|look| self.tells(look.class)) else {
                continue;
            };
            let far = look.dots.apart(seen, nearest);
            if far < nearest {
                (nearest, *like) = (far, at);
            }
        }
        nearest
    }
}
