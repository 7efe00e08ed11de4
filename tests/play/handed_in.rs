//! A game that looks at a solved board only when it is handed in.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use gridhand::base::{Point, Rect};
use gridhand::bot::{Ending, Rig};
use gridhand::draw;
use gridhand::games::dungeons::practice::skin::Solved;
use gridhand::hand::{Button, Hand, Key};
use gridhand::practice::memory::MemoryGame;
use gridhand::profile::{SolvedBy, Way};
use gridhand::screen::{Frame, Screen, ScreenError};

use super::wanted_besides::{LINE, Told, Trial, skin};

/// With a button below the board.
#[derive(Clone)]
struct Checked {
    game: MemoryGame,
    /// On the screen.
    button: Rect,
    pointer: Arc<Mutex<Point>>,
    /// How often it was pressed, and from which time on that is noticed; never if None.
    presses: Arc<AtomicUsize>,
    noticed: Option<usize>,
}

impl Checked {
    fn rig(&self) -> Rig {
        let game = self.game.clone();
        Rig {
            screen: Box::new(self.clone()),
            hand: Box::new(self.clone()),
            guards: [Box::new(game.clone()), Box::new(game)],
        }
    }

    fn presses(&self) -> usize {
        self.presses.load(Ordering::SeqCst)
    }

    fn is_right(&self) -> bool {
        let is_solved = self.game.events().iter().any(|e| e.name == "solved");
        is_solved && self.noticed.is_some_and(|from| self.presses() >= from)
    }
}

impl Screen for Checked {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let mut frame = Screen::capture(&mut self.game)?;
        let by = Point::default() - frame.area().corner();
        let button = self.button.at(self.button.corner() + by);
        let picture = Arc::make_mut(&mut frame.image);
        draw::fill(picture, button, [120, 130, 150]);
        if self.is_right() {
            let word = button.at(button.corner() + Point::new(2 * button.width, 0));
            draw::fill(picture, word, [30, 150, 60]);
        }
        Ok(frame)
    }
}

impl Hand for Checked {
    fn point(&mut self, at: Point) -> anyhow::Result<()> {
        *self.pointer.lock().expect("nobody panics with it") = at;
        Hand::point(&mut self.game, at)
    }

    fn button(&mut self, button: Button, down: bool) -> anyhow::Result<()> {
        let at = *self.pointer.lock().expect("nobody panics with it");
        if !self.button.contains(at) {
            return Hand::button(&mut self.game, button, down);
        }
        self.presses.fetch_add(usize::from(down), Ordering::SeqCst);
        Ok(())
    }

    fn key(&mut self, key: Key, down: bool) -> anyhow::Result<()> {
        Hand::key(&mut self.game, key, down)
    }

    fn pointer(&mut self) -> anyhow::Result<Option<Point>> {
        Hand::pointer(&mut self.game)
    }
}

/// What is told of the only puzzle that is played, and how often it was handed in.
fn handed_in(noticed: Option<usize>) -> (Told, usize) {
    let line = LINE as i32;
    let has_room = |margins: [i32; 4]| margins[3] > line;
    let skin = skin(|skin| skin.solved == Solved::Nothing && has_room(skin.page.margins));
    let mut trial = Trial::begin(&skin, &[]);
    let mut game = trial.game();
    let window = Screen::capture(&mut game).expect("a frame").area();
    let button = Rect::new(window.x + 4, window.y + window.height - line + 6, 40, 16);
    let on_board = button.centre() - window.corner() - trial.place.origin;
    let way = format!("click:{},{}", on_board.x, on_board.y);
    trial.profile.submit = way.parse::<Way>().expect("a way");
    let checked = Checked {
        game,
        button,
        pointer: Arc::default(),
        presses: Arc::default(),
        noticed,
    };
    let told = trial.play_with(checked.rig());
    (told, checked.presses())
}

#[test]
fn a_solved_board_is_handed_in_and_what_the_game_says_then_is_its_sign() {
    let (told, presses) = handed_in(Some(1));
    assert_eq!(
        (told.ending, told.by),
        (Ending::Solved, Some(SolvedBy::Page))
    );
    assert_eq!(presses, 1);
}

#[test]
fn it_is_handed_in_again_if_the_game_takes_no_notice() {
    let (told, presses) = handed_in(Some(3));
    assert_eq!((told.ending, presses), (Ending::Solved, 3));
}

#[test]
fn a_game_that_says_nothing_of_it_leaves_it_unconfirmed() {
    let (told, presses) = handed_in(None);
    assert_eq!((told.ending, presses), (Ending::Unsigned(None), 3));
}
