//! The shell around every practice game: what all of them do alike.
//!
//! A game is a [`Tabletop`]: its puzzle of a seed, what presses and keys do on its cells, how it is
//! painted. The [`Shell`] does the rest: seeds, buttons, undo and reset, the events, when it is solved,
//! what lies at a point, the background that never changes.
//!
//! Every game logs `shown` (`seed`, `puzzle`: the text in its own format), `undo`, `reset` and `solved`
//! (`moves`, how many); all its events have the `seed`. Backspace or `u` takes a move back, `r` all of
//! them, Enter or `n` goes on to the next puzzle; games that use keys otherwise say so.

use std::collections::VecDeque;
use std::time::Duration;

use image::RgbaImage;

pub use super::tabletop::{Act, LAST_SEED, Play, PushButton, Tabletop};
use super::{Event, Input, Options, PracticeGame, Trouble};
use crate::base::Point;
use crate::draw::{self, sprite};
use crate::hand::{Button, Key};

/// A whole practice game.
pub struct Shell<T: Tabletop> {
    pub(crate) table: T,
    pub(crate) play: Play<T::Board>,
    background: RgbaImage,
    /// Puzzles come late.
    slow: bool,
    /// Those that are on their way, and when they come.
    coming: VecDeque<(Duration, u32)>,
}

/// How long the puzzle of a seed takes to come, where they come late.
fn time_to_load(seed: u32) -> Duration {
    let chance = seed.wrapping_mul(0x9E37_79B1) >> 16;
    Duration::from_millis(300 + u64::from(chance) % 1200)
}

impl<T: Tabletop> Shell<T> {
    /// Begins with the puzzle of `options.seed`.
    pub fn new(options: &Options) -> Self {
        let table = T::new(options);
        let seed = options.seed.min(LAST_SEED);
        let start = table.deal(seed);
        let mut shell = Self::begin(table, seed, start.clone(), start);
        shell.slow = options.troubles().has(Trouble::Slow);
        shell
    }

    /// Begins with a board that has come from `start`, whether or not it has a solution.
    pub(crate) fn begin(table: T, seed: u32, start: T::Board, board: T::Board) -> Self {
        let mut background = draw::canvas(table.size());
        table.background(&mut background);
        let play = Play {
            seed,
            start,
            board,
            history: Vec::new(),
            solved: None,
            pointer: None,
            now: Duration::ZERO,
            wanted: None,
            events: Vec::new(),
        };
        let mut shell = Self {
            table,
            play,
            background,
            slow: false,
            coming: VecDeque::new(),
        };
        shell.put();
        shell.tell_shown();
        shell
    }

    fn put(&mut self) {
        self.table.put(&mut self.play);
        let solved = self.table.is_solved(&self.play);
        self.play.solved = solved.then_some(self.play.now);
    }

    fn tell_shown(&mut self) {
        let event = Event::new("shown").with("puzzle", T::text(&self.play.board));
        let event = self.table.shown(&self.play, event);
        self.play.tell(event);
    }

    fn show(&mut self, seed: u32) {
        self.play.seed = seed;
        self.play.start = self.table.deal(seed);
        self.restart();
        self.tell_shown();
    }

    fn restart(&mut self) {
        self.play.history.clear();
        self.play.board = self.play.start.clone();
        self.put();
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::Undo => {
                if let Some(before) = self.play.history.pop() {
                    self.play.board = before;
                    self.put();
                    self.play.tell(Event::new("undo"));
                }
            }
            Act::Reset => {
                if !self.play.history.is_empty() {
                    self.restart();
                    self.play.tell(Event::new("reset"));
                }
            }
            Act::Next => {
                let before = self.coming.back().map_or(self.play.seed, |(_, seed)| *seed);
                self.play.wanted = Some(self.table.seed_after(before));
            }
            Act::Own => self.table.own_act(&mut self.play),
        }
    }

    fn button_at(&self, at: Point) -> Option<PushButton> {
        let mut buttons = self.table.buttons().into_iter();
        buttons.find(|button| button.area.contains(at))
    }

    fn press(&mut self, at: Point, button: Button) {
        if let Some(pressed) = self.button_at(at) {
            if button == Button::Left {
                self.act(pressed.act);
            }
        } else if let Some(cell) = self.table.cell_at(&self.play.board, at) {
            self.table.press(&mut self.play, cell, button);
        }
    }

    fn type_key(&mut self, key: Key) {
        match key {
            Key::Backspace | Key::Char('u' | 'U') => self.act(Act::Undo),
            Key::Char('r' | 'R') => self.act(Act::Reset),
            Key::Enter | Key::Char('n' | 'N') => self.act(Act::Next),
            key => {
                if let Some(direction) = key.direction() {
                    self.table.arrow(&mut self.play, direction);
                }
            }
        }
    }

    /// Looks whether the board is solved now, and shows the puzzle that is wanted, if any. Returns
    /// whether one was.
    fn settle(&mut self) -> bool {
        if !self.play.is_solved() && self.table.is_solved(&self.play) {
            self.play.solved = Some(self.play.now);
            let moves = self.play.history.len();
            self.play.tell(Event::new("solved").with("moves", moves));
        }
        let now = self.play.now;
        if let Some(seed) = self.play.wanted.take() {
            let takes = if self.slow {
                time_to_load(seed)
            } else {
                Duration::ZERO
            };
            self.coming.push_back((now + takes, seed));
        }
        let next = self.coming.front().filter(|(due, _)| *due <= now);
        let Some(seed) = next.map(|(_, seed)| *seed) else {
            return false;
        };
        self.coming.pop_front();
        self.show(seed);
        true
    }
}

impl<T: Tabletop> PracticeGame for Shell<T> {
    fn title(&self) -> String {
        self.table.title(&self.play)
    }

    fn size(&self) -> [u32; 2] {
        [self.background.width(), self.background.height()]
    }

    fn hit(&self, at: Point) -> String {
        match (self.button_at(at), self.table.cell_at(&self.play.board, at)) {
            (Some(button), _) => format!("button {}", button.name),
            (None, Some((column, row))) => format!("cell {column},{row}"),
            (None, None) => "outside".into(),
        }
    }

    fn handle(&mut self, input: Input) {
        match input {
            Input::Moved(at) => self.play.pointer = Some(at),
            Input::Left => self.play.pointer = None,
            _ => {}
        }
        if !self.table.takes(&mut self.play, input) {
            match input {
                Input::Pressed { at, button } => self.press(at, button),
                Input::Typed(key) => self.type_key(key),
                _ => {}
            }
        }
        self.settle();
    }

    fn tick(&mut self, elapsed: Duration) -> bool {
        self.play.now += elapsed;
        let changed = self.table.tick(&mut self.play, elapsed);
        self.settle() || changed
    }

    fn draw(&self, canvas: &mut RgbaImage) {
        canvas.copy_from_slice(&self.background);
        self.table.paint(canvas, &self.play);
        if let (true, Some(at)) = (T::POINTER, self.play.pointer) {
            sprite::pointer(canvas, at);
        }
    }

    fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.play.events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rect;

    /// A row of switches, all of which are to be on.
    struct Switches;

    impl Tabletop for Switches {
        const TITLE: &'static str = "Switches";
        type Board = Vec<bool>;

        fn new(_: &Options) -> Self {
            Self
        }

        fn deal(&self, seed: u32) -> Vec<bool> {
            vec![false; 1 + seed as usize % 3]
        }

        fn text(board: &Vec<bool>) -> String {
            format!("{board:?}")
        }

        fn is_solved(&self, play: &Play<Vec<bool>>) -> bool {
            play.board.iter().all(|on| *on)
        }

        fn size(&self) -> [i32; 2] {
            [3, 2]
        }

        fn cell_at(&self, board: &Vec<bool>, at: Point) -> Option<(i32, i32)> {
            (at.y == 0 && (at.x as usize) < board.len()).then_some((at.x, 0))
        }

        fn buttons(&self) -> Vec<PushButton> {
            vec![PushButton::new(Rect::new(0, 1, 1, 1), "next", Act::Next)]
        }

        fn background(&self, _: &mut RgbaImage) {}

        fn paint(&self, _: &mut RgbaImage, _: &Play<Vec<bool>>) {}

        fn press(&mut self, play: &mut Play<Vec<bool>>, (column, _): (i32, i32), _: Button) {
            let mut after = play.board.clone();
            after[column as usize] ^= true;
            play.go(after);
        }
    }

    fn game(seed: u32) -> Shell<Switches> {
        Shell::new(&Options {
            seed,
            ..Options::default()
        })
    }

    fn press(game: &mut Shell<Switches>, x: i32, y: i32) {
        let (at, button) = (Point::new(x, y), Button::Left);
        game.handle(Input::Pressed { at, button });
    }

    #[test]
    fn moves_are_taken_back_and_the_log_tells_what_happened() {
        let mut game = game(1);
        press(&mut game, 0, 0);
        game.handle(Input::Typed(Key::Char('u')));
        press(&mut game, 1, 0);
        game.handle(Input::Typed(Key::Char('r')));
        assert_eq!(game.play.board, [false, false]);
        press(&mut game, 0, 0);
        press(&mut game, 1, 0);
        let events = game.take_events();
        let names: Vec<&str> = events.iter().map(|event| event.name.as_str()).collect();
        assert_eq!(names, ["shown", "undo", "reset", "solved"]);
        assert_eq!(events[0].text("puzzle"), Some("[false, false]"));
        assert_eq!(events[3].number("moves"), Some(2));
        assert!(events.iter().all(|event| event.number("seed") == Some(1)));
    }

    #[test]
    fn the_next_puzzle_follows_and_the_last_seed_is_followed_by_the_first() {
        let mut game = game(LAST_SEED);
        assert_eq!(game.hit(Point::new(0, 1)), "button next");
        assert_eq!(game.hit(Point::new(2, 1)), "outside");
        press(&mut game, 0, 1);
        assert_eq!(
            (game.play.seed, game.hit(Point::default())),
            (0, "cell 0,0".into())
        );
    }
}
