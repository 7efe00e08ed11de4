//! What a tile is taken for, and how sure that is.

use super::super::compare::{Dots, Slack, inner};
use super::super::guess::{Guess, SURE};
use super::{Look, NEAR, PAGE, TileLooks, ramp};

/// From this share on, by which the nearest class is nearer than any other, that is certain.
const CLEAR: [f32; 2] = [0.12, 0.4];

/// A tile that is so many times farther from all other classes is of the nearest, so surely. By trial on walls and
/// floors of which each has a picture of its own.
const ALONE: f32 = 3.0;

/// At another size a tile may be farther from its look: half as many times as all others are farther than it, and at most
/// so many times. By trial on finely striped walls and on small tiles with bright rims.
const RESIZED: f32 = 2.0;

/// What was never seen is so many times farther from all else than that may be.
const STRANGE_FROM: f32 = 2.0;

/// What bears a mark that was never seen is at least so much farther from its look than other tiles are. Mean levels, by
/// trial: bevels of blocks in a picture made larger are up to 5.1 farther, the mark of a goal 8.2.
const MARKED: f32 = 6.0;

impl TileLooks {
    /// What a tile is taken for.
    pub(in super::super) fn classify(&self, seen: &Dots) -> Guess {
        self.within_slack(self.glance(seen), seen)
    }

    /// The same of a tile on the board, where what is noise there is no difference: a page may look like a floor but
    /// for that.
    pub(in super::super) fn within_slack(&self, guess: Guess, seen: &Dots) -> Guess {
        let slack = self
            .slack
            .as_ref()
            .filter(|_| !guess.is_sure() && !guess.torn);
        let Some(slack) = slack else {
            return guess;
        };
        let [best, second] = self.nearest_two(seen, Some(slack));
        let slack = self.judge(best, second);
        match self.alike(slack.class, guess.class) && slack.confidence > guess.confidence {
            true => slack,
            false => guess,
        }
    }

    /// The same of a tile on a board of another size than those that were seen: its pattern may be another there, but what
    /// is like nothing else may be farther from its look. So may all tiles of a board on which each is there once.
    pub(in super::super) fn resized(&self, guess: Guess, seen: &Dots) -> Guess {
        if guess.is_sure() || self.is_joined() {
            return guess;
        }
        let [best, second] = self.nearest_two(seen, None);
        if self.single {
            let wide = self.judge_within(best, second, RESIZED * self.limit(best.0));
            return if wide.confidence > guess.confidence {
                wide
            } else {
                guess
            };
        }
        if self.is_told_beside {
            // Lines between cells may be a pixel wider or narrower there, on all tiles alike.
            let wide = self.judge_within(best, (PAGE, f32::MAX), RESIZED * self.limit(best.0));
            return if wide.known { wide } else { guess };
        }
        let farther = second.1 / best.1;
        let wide = self.wide_limits.get(&best.0).copied().unwrap_or(NEAR);
        let limit = wide.min(RESIZED.min(farther / 2.0) * self.limit(best.0));
        match best.1 < limit && farther > ALONE {
            true => Guess {
                known: true,
                class: best.0,
                confidence: SURE,
                ..guess
            },
            false => guess,
        }
    }

    /// Where a picture was made as large as what was learned its tiles may be farther from their looks, but all of them are:
    /// one without a mark that is so much farther than the others bears one that was never seen.
    pub(in super::super) fn doubt_marks(&self, guesses: &mut [Guess], board: &[usize]) {
        let mut apart: Vec<f32> = board.iter().map(|at| guesses[*at].apart).collect();
        apart.sort_by(f32::total_cmp);
        let usual = apart.get(apart.len() / 2).copied().unwrap_or(0.0);
        for at in board {
            let guess = &mut guesses[*at];
            let narrow = self.limits.get(&guess.class).copied().unwrap_or(NEAR);
            let is_plain = (self.letters.like)(guess.class).is_none();
            if is_plain && guess.apart > usual + narrow.max(MARKED) {
                guess.confidence = 0.0;
            }
        }
    }

    /// What a tile is taken for at a first glance, wherever it is.
    pub(in super::super) fn glance(&self, seen: &Dots) -> Guess {
        let [best, second] = self.nearest_two(seen, None);
        let guess = self.judge(best, second);
        match self.letters.open {
            Some(open) if !guess.is_sure() && (self.trusting || self.is_plain(seen)) => {
                self.open(open, guess, self.unlike(seen, [best, second]))
            }
            _ => guess,
        }
    }

    /// The nearest two classes without those that what is seen cannot be: it has none of the colours of their signs.
    fn unlike(&self, seen: &Dots, nearest: [(char, f32); 2]) -> [(char, f32); 2] {
        match self.has_known_colours(&inner(seen, self.rim)) {
            true => self.nearest_of(seen, None, |look| !look.signed),
            false => nearest,
        }
    }

    /// The nearest two classes that do not mean the same, and how far a tile is from them.
    fn nearest_two(&self, seen: &Dots, slack: Option<&Slack>) -> [(char, f32); 2] {
        self.nearest_of(seen, slack, |_| true)
    }

    /// The same among some looks.
    fn nearest_of(
        &self,
        seen: &Dots,
        slack: Option<&Slack>,
        is_one: impl Fn(&Look) -> bool,
    ) -> [(char, f32); 2] {
        let (mut best, mut second) = ((PAGE, f32::MAX), (PAGE, f32::MAX));
        let competing = |look: &&Look| self.competes(look) && is_one(look);
        for look in self.looks.iter().filter(competing) {
            // What is farther than both is of no interest.
            let far = self.differ_from(look, seen, second.1.max(best.1), slack);
            if far < best.1 {
                if !self.alike(best.0, look.class) {
                    second = best;
                }
                best = (look.class, far);
            } else if far < second.1 && !self.alike(best.0, look.class) {
                second = (look.class, far);
            }
        }
        [best, second]
    }

    /// What a tile is, by the nearest two classes and how far it is from them.
    fn judge(&self, best: (char, f32), second: (char, f32)) -> Guess {
        self.judge_within(best, second, self.limit(best.0))
    }

    /// The same where it may be so far from the nearest.
    fn judge_within(&self, best: (char, f32), second: (char, f32), limit: f32) -> Guess {
        let lead = (second.1.min(10.0 * NEAR) - best.1) / (second.1.min(10.0 * NEAR) + 1.0);
        let clear = ramp(lead, CLEAR[0] / 2.0, CLEAR[1]);
        let near = ramp(-best.1, -limit, -limit / 2.0);
        let known = best.1 < limit;
        // What is by far nearest to its class may be as far from it as that allows.
        let is_alone = !self.is_joined() && second.1 > ALONE * best.1;
        let near = if known && is_alone {
            near.max(SURE)
        } else {
            near
        };
        Guess {
            known,
            class: best.0,
            confidence: clear.min(near),
            apart: best.1,
            clear,
            torn: false,
            rival: (second.1 < f32::MAX).then_some(second.0),
        }
    }

    /// The same of what is surely a part of a thing that is known, if it is far from all else: a mark on it would tell that
    /// it is something of its own.
    pub(in super::super) fn part(&self, guess: Guess, seen: &Dots) -> Guess {
        match self.letters.open {
            Some(open) => self.open(open, guess, self.nearest_two(seen, None)),
            None => guess,
        }
    }

    /// What is far from all else is something that was never seen.
    fn open(&self, open: char, guess: Guess, nearest: [(char, f32); 2]) -> Guess {
        let mut others = nearest.into_iter().filter(|(class, _)| *class != open);
        let (class, far) = others.next().unwrap_or((PAGE, f32::MAX));
        let least = self.strange_limits.get(&class).copied().unwrap_or(0.0);
        let confidence = ramp(far / self.limit(class).max(least), 1.0, STRANGE_FROM);
        if confidence <= guess.confidence {
            return guess;
        }
        Guess {
            class: open,
            known: true,
            confidence,
            rival: Some(class),
            ..guess
        }
    }
}
