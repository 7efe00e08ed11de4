//! The stand-in game: click a lamp to light it.

use image::RgbaImage;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Lamps, Light, Null};
use crate::base::{Point, Rect};
use crate::draw::{bevel, fill, whole};
use crate::game::Game;
use crate::hand::Button;
use crate::practice::Options;
use crate::practice::shell::{Play, Shell, Tabletop};

const COLUMNS: usize = 4;
const ROWS: usize = 3;
/// The side of a lamp, and the margin around them all, in pixels.
const LAMP: i32 = 32;
const MARGIN: i32 = 20;

pub type Room = Shell<Table>;

pub struct Table;

fn area(light: Light) -> Rect {
    let [x, y] = [light.column, light.row].map(|index| MARGIN + LAMP * index as i32);
    Rect::new(x, y, LAMP, LAMP)
}

impl Tabletop for Table {
    const TITLE: &'static str = "Lamps practice";
    type Board = Lamps;

    fn new(_: &Options) -> Self {
        Self
    }

    /// One of them is dark at least.
    fn deal(&self, seed: u32) -> Lamps {
        let dice = &mut ChaCha8Rng::seed_from_u64(seed.into());
        let lamp = |index| ['+', 'o'][usize::from(index == 0 || dice.random_bool(0.6))];
        Lamps {
            columns: COLUMNS,
            signs: (0..COLUMNS * ROWS).map(lamp).collect(),
        }
    }

    fn text(lamps: &Lamps) -> String {
        lamps.to_string()
    }

    fn is_solved(&self, play: &Play<Lamps>) -> bool {
        Null::is_solved(&play.board)
    }

    fn size(&self) -> [i32; 2] {
        [COLUMNS, ROWS].map(|lamps| lamps as i32 * LAMP + 2 * MARGIN)
    }

    fn cell_at(&self, lamps: &Lamps, at: Point) -> Option<(i32, i32)> {
        let (light, _) = lamps.lamps().find(|(light, _)| area(*light).contains(at))?;
        Some((light.column as i32, light.row as i32))
    }

    fn background(&self, canvas: &mut RgbaImage) {
        let room = whole(canvas);
        fill(canvas, room, [58, 44, 62]);
        bevel(canvas, room.grown(2 - MARGIN), [98, 80, 92], [34, 26, 40]);
    }

    fn paint(&self, canvas: &mut RgbaImage, play: &Play<Lamps>) {
        for (light, sign) in play.board.lamps() {
            let lamp = area(light);
            fill(canvas, lamp, [38, 34, 46]);
            bevel(canvas, lamp.grown(-1), [70, 62, 80], [24, 20, 30]);
            match sign {
                '*' => fill(canvas, lamp.grown(-6), [250, 214, 110]),
                '+' => fill(canvas, lamp.grown(-8), [226, 96, 74]),
                _ => {}
            }
        }
    }

    fn press(&mut self, play: &mut Play<Lamps>, (column, row): (i32, i32), button: Button) {
        let [column, row] = [column, row].map(|index| index as usize);
        let after = Null::after(&play.board, &Light { column, row });
        if button == Button::Left && after != play.board {
            play.go(after);
        }
    }
}
