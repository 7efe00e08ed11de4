//! A board that its rules call solved is not called so before the game says it, or all that it may want is done: some
//! want floor marked, too.

use std::sync::Arc;

use gridhand::base::Point;
use gridhand::bot::probe::probe;
use gridhand::bot::{self, Course, Ending, Rig, Settings, Stage, Stop};
use gridhand::game::Game;
use gridhand::game::ability::{Fits, Hints};
use gridhand::games::dungeons::Dungeons;
use gridhand::games::dungeons::fit::fit;
use gridhand::games::dungeons::learn::Lesson;
use gridhand::games::dungeons::practice::skin::{Skin, Solved};
use gridhand::hand::{Button, Hand, Key};
use gridhand::practice::memory::MemoryGame;
use gridhand::practice::{Options, Trouble};
use gridhand::profile::{Profile, SolvedBy};
use gridhand::screen::{Frame, Screen, ScreenError};
use gridhand::vision::Place;
use image::Rgba;

/// A game in memory, fitted by the puzzle it shows and tried, as `calibrate` does it.
pub struct Trial {
    stage: Stage,
    pub profile: Profile,
    pub place: Place,
}

impl Trial {
    pub fn begin(skin: &Skin, trouble: &[Trouble]) -> Self {
        let options = Options {
            skin: skin.number,
            seed: skin.number * 1000,
            trouble: trouble.to_vec(),
            ..Options::default()
        };
        let mut stage = Stage::memory::<Dungeons>(&options).expect("a game");
        let shown = stage.events().expect("events");
        let puzzle = Dungeons::parse(shown[0].text("puzzle").expect("a puzzle")).expect("a puzzle");
        let mut rig = stage.rig().expect("a rig");
        let picture = rig.screen.capture().expect("a frame").image;
        let lesson = Lesson {
            name: "first".into(),
            picture: picture.as_ref().clone(),
            puzzle: puzzle.clone(),
        };
        let fitted = fit("mine", "none", &[lesson], &Hints::default()).expect("it is fitted");
        let mut profile = fitted.profile;
        let area = Dungeons.probe_area(&puzzle, &profile).expect("empty cells");
        let stop = Stop::default();
        let probed = probe(rig, &profile, fitted.place, &area, &stop, &mut |_| {});
        let probed = probed.expect("it is tried");
        profile.behaviour = Some(probed.behaviour);
        let pictures = [fitted.pictures, probed.pictures].concat();
        profile.templates = Arc::new(profile.prepare(pictures).expect("it is learned"));
        Self {
            stage,
            profile,
            place: fitted.place,
        }
    }

    pub fn game(&self) -> MemoryGame {
        match &self.stage {
            Stage::Memory(game) => game.clone(),
            Stage::Window { .. } => unreachable!("it is in memory"),
        }
    }

    /// How the puzzle ends, what is learned of it, and whether the game called it solved.
    fn play(&mut self) -> Told {
        let rig = self.stage.rig().expect("a rig");
        self.play_with(rig)
    }

    pub fn play_with(&mut self, rig: Rig) -> Told {
        let (settings, stop) = (Settings::default(), Stop::default());
        let mut course = Course::Next(Some(1));
        let mut told = None;
        let end = bot::play::<Dungeons>(
            rig,
            &self.profile,
            &settings,
            &stop,
            &mut course,
            |report| {
                told = Some((report.ending.clone(), report.solved_by, report.marks));
            },
        );
        end.expect("it ends by itself");
        let (ending, by, marks) = told.expect("a report");
        let is_solved = self.game().events().iter().any(|e| e.name == "solved");
        Told {
            ending,
            by,
            marks,
            is_solved,
        }
    }
}

#[derive(Debug, PartialEq)]
pub struct Told {
    pub ending: Ending,
    pub by: Option<SolvedBy>,
    pub marks: Option<bool>,
    pub is_solved: bool,
}

/// The first skin of this kind whose clicks are simple.
pub fn skin(is_wanted: impl Fn(&Skin) -> bool) -> Skin {
    let is_simple = |skin: &Skin| skin.dead.is_zero() && skin.drag.is_none() && !skin.moves_on;
    let mut skins = (1..).map(Skin::new);
    let found = skins.find(|skin| is_simple(skin) && !skin.page.moving && is_wanted(skin));
    found.expect("there is always one")
}

#[test]
fn a_game_that_shows_nothing_whatever_is_marked_is_solved_by_its_rules() {
    let mut trial = Trial::begin(&skin(|skin| skin.solved == Solved::Nothing), &[]);
    let told = trial.play();
    assert_eq!(told.ending, Ending::Solved);
    assert_eq!(told.by, Some(SolvedBy::Nothing));
    assert!(told.is_solved);
}

#[test]
fn floor_that_a_game_wants_marked_is_found_out_and_marked() {
    let skin = skin(|skin| skin.solved == Solved::Title && !skin.turns);
    let mut trial = Trial::begin(&skin, &[Trouble::Marks]);
    let expected = Told {
        ending: Ending::Solved,
        by: Some(SolvedBy::Title),
        marks: Some(true),
        is_solved: true,
    };
    assert_eq!(trial.play(), expected, "skin {}", skin.number);
}

/// A hand of whose presses one in so many does not get through.
pub struct Clumsy {
    pub hand: Box<dyn Hand>,
    pub lost: Option<usize>,
    pub presses: usize,
}

impl Hand for Clumsy {
    fn point(&mut self, at: Point) -> anyhow::Result<()> {
        self.hand.point(at)
    }

    fn button(&mut self, button: Button, down: bool) -> anyhow::Result<()> {
        self.presses += usize::from(down);
        match self.lost {
            Some(one_in) if self.presses.is_multiple_of(one_in) => Ok(()),
            _ => self.hand.button(button, down),
        }
    }

    fn key(&mut self, key: Key, down: bool) -> anyhow::Result<()> {
        self.hand.key(key, down)
    }

    fn pointer(&mut self) -> anyhow::Result<Option<Point>> {
        self.hand.pointer()
    }
}

#[test]
fn floor_is_marked_where_the_left_button_goes_from_wall_to_mark() {
    let skin = skin(|skin| skin.solved == Solved::Title && skin.turns);
    for lost in [None, Some(9)] {
        let mut trial = Trial::begin(&skin, &[Trouble::Marks]);
        assert!(
            trial
                .profile
                .behaviour
                .is_some_and(|tried| tried.left_marks)
        );
        let mut rig = trial.stage.rig().expect("a rig");
        rig.hand = Box::new(Clumsy {
            hand: rig.hand,
            lost,
            presses: 0,
        });
        let expected = Told {
            ending: Ending::Solved,
            by: Some(SolvedBy::Title),
            marks: Some(true),
            is_solved: true,
        };
        let told = trial.play_with(rig);
        assert_eq!(told, expected, "skin {}, {lost:?}", skin.number);
    }
}

#[test]
fn floor_that_nobody_knows_how_to_mark_leaves_it_unconfirmed() {
    let skin = skin(|skin| skin.solved == Solved::Banner && !skin.turns);
    let mut trial = Trial::begin(&skin, &[Trouble::Marks]);
    let tried = trial.profile.behaviour.as_mut().expect("it was tried");
    assert!(std::mem::take(&mut tried.right_marks));
    let expected = Told {
        ending: Ending::Unsigned(None),
        by: Some(SolvedBy::Nothing),
        marks: None,
        is_solved: false,
    };
    assert_eq!(trial.play(), expected);
}

/// A page that counts the clicks, and has a word below its board once the puzzle is solved; or another one as long as
/// all walls stand.
struct Page {
    game: MemoryGame,
    has_word: bool,
    walls: Option<usize>,
}

/// Free space below the board, in pixels.
pub const LINE: u32 = 30;

impl Page {
    fn rig(self) -> Rig {
        let game = self.game.clone();
        Rig {
            screen: Box::new(self),
            hand: Box::new(game.clone()),
            guards: [Box::new(game.clone()), Box::new(game)],
        }
    }
}

impl Screen for Page {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let mut frame = Screen::capture(&mut self.game)?;
        let events = self.game.events();
        let clicks = events.iter().filter(|event| event.name == "press").count() as u32;
        let is_solved = events.iter().any(|event| event.name == "solved");
        let walls = events.iter().filter(|event| event.name == "wall");
        let walls = walls
            .map(|event| if event.is("on") { 1 } else { -1 })
            .sum::<i32>();
        let asks = self.walls.is_some_and(|all| all as i32 == walls);
        let picture = Arc::make_mut(&mut frame.image);
        let bottom = picture.height() - LINE;
        let ink = |at: u32| Rgba([(at * 37 % 200) as u8, 20, 40, 255]);
        for (x, y) in (4..40).flat_map(|x| (4..12).map(move |y| (x, y))) {
            picture.put_pixel(x, bottom + y, ink(clicks + x / 9));
            let is_solved = self.has_word && is_solved;
            if is_solved || asks {
                let word = if is_solved { x / 3 } else { x / 2 + 1 };
                picture.put_pixel(x + 80, bottom + y, ink(word));
            }
        }
        Ok(frame)
    }
}

#[test]
fn a_word_on_the_page_is_a_sign_and_a_count_of_clicks_is_none() {
    let skin = skin(|skin| skin.solved == Solved::Nothing && skin.page.margins[3] > LINE as i32);
    for has_word in [true, false] {
        let mut trial = Trial::begin(&skin, &[]);
        let game = trial.game();
        let page = Page {
            game: game.clone(),
            has_word,
            walls: None,
        };
        let told = trial.play_with(page.rig());
        let by = match has_word {
            true => SolvedBy::Page,
            false => SolvedBy::Nothing,
        };
        assert_eq!((told.ending, told.by), (Ending::Solved, Some(by)));
    }
}

/// How many walls the first puzzle of a game has.
pub fn walls(game: &MemoryGame) -> usize {
    let shown = game.events()[0].text("puzzle").map(Dungeons::parse);
    let puzzle = shown.expect("a puzzle").expect("a puzzle");
    puzzle.columns.iter().map(|n| usize::from(*n)).sum()
}

#[test]
fn a_word_that_goes_and_comes_with_walls_on_the_way_to_marks_is_a_sign() {
    let fits = |skin: &Skin| skin.solved == Solved::Nothing && skin.page.margins[3] > LINE as i32;
    let skin = skin(|skin| fits(skin) && skin.turns);
    for has_word in [false, true] {
        let mut trial = Trial::begin(&skin, &[Trouble::Marks]);
        let game = trial.game();
        let page = Page {
            walls: Some(walls(&game)),
            game,
            has_word,
        };
        let told = trial.play_with(page.rig());
        // Where another comes when all is marked, that is the sign.
        assert_eq!(
            (told.by, told.marks),
            (Some(SolvedBy::Page), Some(has_word))
        );
        assert_eq!(told.ending, Ending::Solved);
    }
}

#[test]
fn a_word_that_asks_for_marks_is_no_sign() {
    let fits = |skin: &Skin| skin.solved == Solved::Nothing && skin.page.margins[3] > LINE as i32;
    let skin = skin(|skin| fits(skin) && !skin.turns);
    for knows_how in [true, false] {
        let mut trial = Trial::begin(&skin, &[Trouble::Marks]);
        let tried = trial.profile.behaviour.as_mut().expect("it was tried");
        tried.right_marks &= knows_how;
        let game = trial.game();
        let page = Page {
            walls: Some(walls(&game)),
            game,
            has_word: true,
        };
        let told = trial.play_with(page.rig());
        // Marks that cannot be told from floor leave it open.
        assert!(told.is_solved || told.ending != Ending::Solved, "{told:?}");
    }
}
