//! A mark that is still half a wall is one wall too many: what a page shows then is no sign that the board is solved.

use std::sync::Arc;

use gridhand::bot::{Ending, Rig};
use gridhand::games::dungeons::practice::skin::Solved;
use gridhand::practice::memory::MemoryGame;
use gridhand::profile::SolvedBy;
use gridhand::screen::{Frame, Screen, ScreenError};
use image::Rgba;

use super::wanted_besides::{Clumsy, LINE, Trial, skin, walls};

/// A page with a star below its board as long as there are just so many walls, and a word if there are more.
struct Page {
    game: MemoryGame,
    all: usize,
}

impl Screen for Page {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let mut frame = Screen::capture(&mut self.game)?;
        let events = self.game.events();
        let drawn = events.iter().filter(|event| event.name == "wall");
        let drawn: i32 = drawn.map(|event| if event.is("on") { 1 } else { -1 }).sum();
        let signs = [drawn == self.all as i32, drawn > self.all as i32];
        let picture = Arc::make_mut(&mut frame.image);
        let bottom = picture.height() - LINE;
        for (place, _) in (0..).zip(signs).filter(|(_, is_shown)| *is_shown) {
            for (x, y) in (4..30).flat_map(|x| (4..12).map(move |y| (x, y))) {
                let ink = Rgba([(x * 37 % 200) as u8, 20, 40, 255]);
                picture.put_pixel(x + 60 * place, bottom + y, ink);
            }
        }
        Ok(frame)
    }
}

#[test]
fn what_comes_up_while_a_mark_is_half_a_wall_does_not_say_that_marks_are_wanted() {
    let fits = |line: i32| line > LINE as i32;
    let skin =
        skin(|skin| skin.solved == Solved::Nothing && skin.turns && fits(skin.page.margins[3]));
    for lost in [None, Some(7), Some(9), Some(11)] {
        let mut trial = Trial::begin(&skin, &[]);
        let game = trial.game();
        let page = Page {
            all: walls(&game),
            game: game.clone(),
        };
        let hand = Clumsy {
            hand: Box::new(game.clone()),
            lost,
            presses: 0,
        };
        let rig = Rig {
            screen: Box::new(page),
            hand: Box::new(hand),
            guards: [Box::new(game.clone()), Box::new(game)],
        };
        let told = trial.play_with(rig);
        let ended = (told.ending, told.by, told.marks);
        let expected = (Ending::Solved, Some(SolvedBy::Page), Some(false));
        assert_eq!(ended, expected, "{lost:?}");
    }
}
