//! The stand-in game: click a lamp to light it; Enter: another room.
//!
//! Its log: `shown` (`seed`, `puzzle`), `light` (`column`, `row`), `solved` (`seed`).

use std::time::Duration;

use image::RgbaImage;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Lamps, Light, Null};
use crate::base::{Point, Rect};
use crate::draw::{self, fill, inner};
use crate::game::Game;
use crate::hand::{Button, Key};
use crate::practice::{Event, Input, Options, PracticeGame};

const COLUMNS: usize = 4;
const ROWS: usize = 3;
/// Width and height of the picture, and of a lamp, in pixels.
const SIZE: [u32; 2] = [168, 136];
const LAMP: i32 = 32;

/// A room of lamps.
pub struct Room {
    seed: u32,
    lamps: Lamps,
    events: Vec<Event>,
}

fn area(light: Light) -> Rect {
    let [x, y] = [light.column, light.row].map(|index| 20 + LAMP * index as i32);
    Rect::new(x, y, LAMP, LAMP)
}

impl Room {
    pub fn new(options: &Options) -> Self {
        let mut room = Self {
            seed: options.seed,
            lamps: Lamps {
                columns: COLUMNS,
                lit: Vec::new(),
            },
            events: Vec::new(),
        };
        room.show();
        room
    }

    /// Begins with the lamps of the seed, one of them dark at least.
    fn show(&mut self) {
        let dice = &mut ChaCha8Rng::seed_from_u64(self.seed.into());
        self.lamps.lit = (0..COLUMNS * ROWS).map(|_| dice.random_bool(0.4)).collect();
        self.lamps.lit[dice.random_range(0..COLUMNS * ROWS)] = false;
        self.tell(Event::new("shown").with("puzzle", self.lamps.to_string()));
    }

    fn tell(&mut self, event: Event) {
        self.events.push(event.with("seed", self.seed));
    }

    fn lamp_at(&self, at: Point) -> Option<(Light, bool)> {
        self.lamps
            .lamps()
            .find(|(light, _)| area(*light).contains(at))
    }

    fn press(&mut self, at: Point) {
        let Some((light, false)) = self.lamp_at(at) else {
            return;
        };
        self.lamps = Null::after(&self.lamps, &light);
        let lit = Event::new("light").with("column", light.column as i64);
        self.tell(lit.with("row", light.row as i64));
        if Null::is_solved(&self.lamps) {
            self.tell(Event::new("solved"));
        }
    }
}

impl PracticeGame for Room {
    fn title(&self) -> String {
        "Lamps practice".into()
    }

    fn size(&self) -> [u32; 2] {
        SIZE
    }

    fn hit(&self, at: Point) -> String {
        self.lamp_at(at)
            .map_or("outside".into(), |(light, _)| format!("cell {light}"))
    }

    fn handle(&mut self, input: Input) {
        match input {
            Input::Pressed {
                at,
                button: Button::Left,
            } => self.press(at),
            Input::Typed(Key::Enter) => {
                self.seed += 1;
                self.show();
            }
            _ => {}
        }
    }

    fn tick(&mut self, _: Duration) -> bool {
        false
    }

    fn draw(&self, canvas: &mut RgbaImage) {
        fill(
            canvas,
            Rect::new(0, 0, SIZE[0] as i32, SIZE[1] as i32),
            [58, 44, 62],
        );
        let wall = Rect::new(20, 20, COLUMNS as i32 * LAMP, ROWS as i32 * LAMP);
        draw::bevel(canvas, inner(wall, -2), [98, 80, 92], [34, 26, 40]);
        for (light, lit) in self.lamps.lamps() {
            let lamp = area(light);
            fill(canvas, lamp, [38, 34, 46]);
            draw::bevel(canvas, inner(lamp, 1), [70, 62, 80], [24, 20, 30]);
            if lit {
                fill(canvas, inner(lamp, 6), [250, 214, 110]);
            }
        }
    }

    fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}
