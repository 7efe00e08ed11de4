//! A dialog shades all of a solved board so that its floor looks as walls did, and the board can be read as another.

use std::sync::Arc;

use gridhand::base::{Point, Rect};
use gridhand::bot::{Ending, Rig};
use gridhand::games::dungeons::practice::skin::{Skin, Solved};
use gridhand::practice::memory::MemoryGame;
use gridhand::profile::SolvedBy;
use gridhand::screen::{Frame, Screen, ScreenError};
use image::{Rgba, RgbaImage};

use super::wanted_besides::{Trial, skin};

/// How much of what is under the shade is to be seen.
const THROUGH: f32 = 0.4;

/// Colours differ by so much, in levels of three channels together.
const OTHER: i32 = 90;

/// A game that shades its window once the puzzle is solved.
struct Shaded {
    game: MemoryGame,
    /// The middles of the cells, and what the first frame showed.
    middles: Vec<Point>,
    first: Option<Arc<RgbaImage>>,
    /// What the dialog itself covers.
    dialog: Rect,
}

impl Shaded {
    fn over(trial: &Trial, dialog: Rect) -> Rig {
        let cells = trial.profile.placed(None).places().cells;
        let middles = cells.iter().map(|cell| trial.place.area(*cell).centre());
        let game = trial.game();
        let screen = Self {
            game: game.clone(),
            middles: middles.collect(),
            first: None,
            dialog,
        };
        Rig {
            screen: Box::new(screen),
            hand: Box::new(game.clone()),
            guards: [Box::new(game.clone()), Box::new(game)],
        }
    }

    /// The colour that makes of floor what a wall is, with what is under it.
    fn tint(&self, first: &RgbaImage, now: &RgbaImage) -> [f32; 3] {
        let pixel = |picture: &RgbaImage, at: &Point| picture.get_pixel(at.x as u32, at.y as u32).0;
        let is_wall = |at: &&Point| {
            let [was, is] = [pixel(first, at), pixel(now, at)];
            let off = (0..3).map(|i| (i32::from(was[i]) - i32::from(is[i])).abs());
            off.sum::<i32>() > OTHER
        };
        let wall = self.middles.iter().find(is_wall).expect("a wall");
        let [floor, wall] = [pixel(first, wall), pixel(now, wall)];
        let tint = |i: usize| {
            (f32::from(wall[i]) - THROUGH * f32::from(floor[i])).max(0.0) / (1.0 - THROUGH)
        };
        [tint(0), tint(1), tint(2)]
    }
}

impl Screen for Shaded {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let mut frame = Screen::capture(&mut self.game)?;
        let first = self.first.get_or_insert(frame.image.clone()).clone();
        if self
            .game
            .events()
            .iter()
            .any(|event| event.name == "solved")
        {
            let tint = self.tint(&first, &frame.image);
            let picture = Arc::make_mut(&mut frame.image);
            for (x, y, Rgba(pixel)) in picture.enumerate_pixels_mut() {
                if self.dialog.contains(Point::new(x as i32, y as i32)) {
                    *pixel = [255; 4];
                    continue;
                }
                for i in 0..3 {
                    let through = THROUGH * f32::from(pixel[i]) + (1.0 - THROUGH) * tint[i];
                    pixel[i] = through.min(255.0) as u8;
                }
            }
        }
        Ok(frame)
    }
}

#[test]
fn a_board_in_a_shade_is_not_clicked_though_its_floor_looks_as_walls_did() {
    let is_plain = |skin: &Skin| skin.solved == Solved::Nothing && !skin.turns;
    let mut trial = Trial::begin(&skin(is_plain), &[]);
    let told = trial.play_with(Shaded::over(&trial, Rect::default()));
    let events = trial.game().events();
    let after = events.iter().skip_while(|event| event.name != "solved");
    assert_eq!(after.filter(|event| event.name == "press").count(), 0);
    assert_eq!(told.ending, Ending::Solved);
    assert!(told.is_solved && told.by.is_some(), "{told:?}");
}

#[test]
fn the_shade_of_a_dialog_that_hides_numbers_is_another_colour_of_the_floor() {
    let is_plain = |skin: &Skin| skin.solved == Solved::Nothing && !skin.turns;
    let mut trial = Trial::begin(&skin(is_plain), &[]);
    trial.profile.solved = Some(SolvedBy::Colour);
    let cells = trial.profile.placed(None).places().cells;
    let [first, last] = [cells[3], cells[7]].map(|cell| trial.place.area(cell));
    let dialog = Rect::new(first.x, 0, last.x + last.width - first.x, first.y - 2);
    let told = trial.play_with(Shaded::over(&trial, dialog));
    assert_eq!(told.ending, Ending::Solved, "{told:?}");
}
