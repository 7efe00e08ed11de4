//! A dialog shades all of a solved board so that its floor looks as walls did, and the board can be read as another.

use std::sync::Arc;

use gridhand::base::Point;
use gridhand::bot::{Ending, Rig};
use gridhand::games::dungeons::practice::skin::{Skin, Solved};
use gridhand::practice::memory::MemoryGame;
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
}

impl Shaded {
    fn over(trial: &Trial) -> Rig {
        let cells = trial.profile.placed(None).places().cells;
        let middles = cells.iter().map(|cell| trial.place.area(*cell).centre());
        let game = trial.game();
        let screen = Self {
            game: game.clone(),
            middles: middles.collect(),
            first: None,
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
            for Rgba(pixel) in Arc::make_mut(&mut frame.image).pixels_mut() {
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
    let told = trial.play_with(Shaded::over(&trial));
    let events = trial.game().events();
    let after = events.iter().skip_while(|event| event.name != "solved");
    assert_eq!(after.filter(|event| event.name == "press").count(), 0);
    assert_eq!(told.ending, Ending::Solved);
    assert!(told.is_solved && told.by.is_some(), "{told:?}");
}
