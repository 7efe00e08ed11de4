//! The whole picture of a skinned game.

use image::RgbaImage;

use super::figures::Figures;
use super::fonts::Writer;
use super::{Between, Page, Skin, Solved, WallArt, ground, numbers};
use crate::base::{Point, Rect};
use crate::draw;
use crate::draw::brush::{Area, fill, wash};
use crate::draw::{Colour, font, mix, noise, pointer, shade};
use crate::games::dungeons::practice::bestiary;
use crate::games::dungeons::practice::digits::State;
use crate::games::dungeons::practice::{Room, Target};
use crate::games::dungeons::{Cell, Toggle};

const SIDE: usize = 8;

/// How long the thing that moves in the header stays where it is.
const STEP_MS: u128 = 120;

/// A skin with everything that is the same in every picture.
pub struct Face {
    pub skin: Skin,
    writer: Writer,
    figures: Figures,
    background: RgbaImage,
    board: Area,
}

impl Face {
    pub fn new(skin: Skin) -> Self {
        let Page {
            header, margins, ..
        } = skin.page;
        let depth = (skin.pitch * skin.numbers.depth).ceil();
        let fraction = if skin.snapped { 0.0 } else { 0.37 };
        let left = margins[0] as f32 + depth + fraction;
        let top = (header + margins[1]) as f32 + depth + fraction;
        let side = skin.pitch * (SIDE as f32 - 1.0) + skin.cell();
        let width = (left + side).ceil() as u32 + margins[2] as u32;
        let height = (top + side).ceil() as u32 + margins[3] as u32;
        let mut face = Self {
            writer: Writer::new(skin.numbers.font, skin.numbers.size, skin.numbers.smooth),
            figures: Figures::new(skin.art, skin.treasure),
            background: RgbaImage::new(width, height),
            board: Area::new(left, top, side, side),
            skin,
        };
        let mut background = std::mem::take(&mut face.background);
        face.lay(&mut background);
        face.background = background;
        face
    }

    pub fn size(&self) -> [u32; 2] {
        [self.background.width(), self.background.height()]
    }

    pub(in crate::games::dungeons::practice) fn target(&self, at: Point) -> Option<Target> {
        if self.button().contains(at) {
            return Some(Target::Random);
        }
        let place = |at: i32, first: f32| {
            let along = at as f32 + 0.5 - first;
            let index = (along / self.skin.pitch).floor();
            let inside = along - index * self.skin.pitch < self.skin.cell();
            (inside && (0.0..SIDE as f32).contains(&index)).then_some(index as usize)
        };
        Some(Target::Cell(Toggle {
            column: place(at.x, self.board.left)?,
            row: place(at.y, self.board.top)?,
        }))
    }

    /// What changes by itself as time passes.
    pub fn beat(&self, room: &Room) -> u128 {
        let fading = room.drawn.iter().any(|at| room.now < *at + self.skin.fade);
        let frame = if fading { room.now.as_micros() << 8 } else { 0 };
        let moving = self.skin.page.moving && self.skin.page.header > 0;
        frame
            + if moving {
                room.now.as_millis() / STEP_MS
            } else {
                0
            }
    }

    pub fn paint(&self, canvas: &mut RgbaImage, room: &Room) {
        canvas.copy_from_slice(&self.background);
        if self.skin.page.moving && self.skin.page.header > 0 {
            self.move_something(canvas, room);
        }
        if room.solved && self.skin.solved == Solved::Tint {
            wash(canvas, self.board, 0.3, |_, _| [90, 220, 120]);
        }
        self.walls(canvas, room);
        self.inhabitants(canvas, room);
        self.hover(canvas, room);
        self.numbers(canvas, room);
        if self.skin.solved == Solved::Banner && room.banner_shows() {
            self.banner(canvas);
        }
        if let Some(at) = room.pointer {
            pointer::paint(canvas, at);
        }
    }

    fn cell(&self, column: usize, row: usize) -> Area {
        let at = |index: usize, first: f32| first + index as f32 * self.skin.pitch;
        let side = self.skin.cell();
        let area = Area::new(
            at(column, self.board.left),
            at(row, self.board.top),
            side,
            side,
        );
        if self.skin.snapped {
            area.snapped()
        } else {
            area
        }
    }

    fn button(&self) -> Rect {
        match self.skin.page.header {
            0 => Rect::default(),
            header => Rect::new(self.background.width() as i32 - 58, header / 2 - 9, 50, 18),
        }
    }

    fn lay(&self, canvas: &mut RgbaImage) {
        ground::page(canvas, &self.skin.page);
        if self.skin.page.header > 0 {
            let button = self.button();
            draw::fill(canvas, button, self.skin.page.colour);
            let at = Point::new(button.x + 12, button.y + (button.height - font::HEIGHT) / 2);
            font::write(canvas, at, "NEXT", self.skin.numbers.inks[0]);
        }
        if let Some((width, colour)) = self.skin.border {
            fill(canvas, self.board.inner(-width as f32).snapped(), colour);
        }
        if let Between::Line(_, colour) = self.skin.between {
            fill(canvas, self.board, colour);
        } else if matches!(self.skin.between, Between::Gap(_)) && self.skin.border.is_some() {
            fill(canvas, self.board, self.skin.page.colour);
        }
        for (column, row) in cells() {
            let odd = (column + row) % 2 == 1;
            self.skin
                .floor
                .paint(canvas, self.cell(column, row), self.board, odd);
        }
    }

    fn move_something(&self, canvas: &mut RgbaImage, room: &Room) {
        let step = (room.now.as_millis() / STEP_MS) as i32 + room.seed() as i32 % 50;
        let width = (self.background.width() as i32 - 80).max(1);
        let height = self.skin.page.header;
        for index in 0..3 {
            let x = (step * 7 + index * 61) % width;
            let colour = mix([255; 3], [200, 60, 40], (index * 100) as u8);
            draw::fill(canvas, Rect::new(x, height - 8, 12, 5), colour);
        }
    }

    fn walls(&self, canvas: &mut RgbaImage, room: &Room) {
        let deep = self.skin.cell() * self.skin.shadow;
        let each = |what: Cell| cells().filter(move |&(c, r)| room.puzzle.cell(c, r) == what);
        for (column, row) in each(Cell::Wall) {
            if deep > 0.0 {
                let mut area = self.cell(column, row);
                area.right = (area.right + deep).min(self.board.right);
                area.bottom = (area.bottom + deep).min(self.board.bottom);
                wash(canvas, area, 0.4 * self.shown(room, column, row), |_, _| {
                    [0; 3]
                });
            }
        }
        for (column, row) in each(Cell::Wall) {
            self.wall(
                canvas,
                self.cell(column, row),
                self.shown(room, column, row),
            );
        }
        for (column, row) in each(Cell::Path) {
            let dot = self.cell(column, row).inner(self.skin.cell() * 0.38);
            fill(canvas, dot, self.skin.wall_colour);
        }
    }

    /// How much of a wall is to be seen yet, 0 to 1.
    fn shown(&self, room: &Room, column: usize, row: usize) -> f32 {
        let since = room.now.saturating_sub(room.drawn[row * SIDE + column]);
        match self.skin.fade.is_zero() {
            true => 1.0,
            false => (since.as_secs_f32() / self.skin.fade.as_secs_f32()).clamp(0.05, 1.0),
        }
    }

    fn wall(&self, canvas: &mut RgbaImage, area: Area, strength: f32) {
        let colour = self.skin.wall_colour;
        wash(canvas, area, strength, |x, y| -> Colour {
            let (u, v) = (x - area.left.round() as i32, y - area.top.round() as i32);
            let height = (area.height() / 4.0).max(4.0) as i32;
            let edge = (area.height() / 10.0).max(2.0) as i32;
            match self.skin.wall {
                WallArt::Flat => colour,
                WallArt::Bricks => {
                    let row = v / height;
                    let along = u + if row % 2 == 0 { 0 } else { height };
                    let mortar = v % height == 0 || along % (2 * height) == 0;
                    shade(
                        colour,
                        if mortar {
                            -40
                        } else {
                            (noise(row, along / (2 * height), 9) % 24) as i32
                        },
                    )
                }
                WallArt::Bevelled if u < edge || v < edge => shade(colour, 36),
                WallArt::Bevelled
                    if u >= area.width() as i32 - edge || v >= area.height() as i32 - edge =>
                {
                    shade(colour, -36)
                }
                WallArt::Bevelled => colour,
            }
        });
    }

    fn inhabitants(&self, canvas: &mut RgbaImage, room: &Room) {
        for (column, row) in cells() {
            let cell = self.cell(column, row);
            let area = cell.inner(self.skin.cell() * (1.0 - self.skin.sprite) / 2.0);
            match room.puzzle.cell(column, row) {
                Cell::Monster => {
                    let number = bestiary::kind(room.seed(), column, row) as u32;
                    let number = number + noise(room.seed() as i32, row as i32, 77) % 40;
                    self.figures.monster(canvas, area, number);
                }
                Cell::Treasure => self.figures.treasure(canvas, area),
                _ => {}
            }
        }
    }

    fn hover(&self, canvas: &mut RgbaImage, room: &Room) {
        if let Some(Target::Cell(cell)) = room.pointer.and_then(|at| self.target(at)) {
            let strength = f32::from(self.skin.hover) / 255.0;
            wash(
                canvas,
                self.cell(cell.column, cell.row),
                strength,
                |_, _| [255; 3],
            );
        }
    }

    fn numbers(&self, canvas: &mut RgbaImage, room: &Room) {
        let walls = room.puzzle.walls();
        let on = |column: usize, row: usize| usize::from(walls.at(column, row));
        let depth = self.skin.pitch * self.skin.numbers.depth;
        let mut paint = |place: Area, beside: bool, number: u8, drawn: usize| {
            let number = (number, State::of(drawn, usize::from(number)));
            numbers::paint(canvas, &self.skin, &self.writer, place, beside, number);
        };
        for i in 0..SIDE {
            let below = self.cell(i, 0);
            let above = Area {
                top: below.top - depth,
                bottom: below.top - 3.0,
                ..below
            };
            let drawn = (0..SIDE).map(|row| on(i, row)).sum();
            paint(above, false, room.puzzle.columns[i], drawn);
            let right = self.cell(0, i);
            let left = Area {
                left: right.left - depth,
                right: right.left - 3.0,
                ..right
            };
            let drawn = (0..SIDE).map(|column| on(column, i)).sum();
            paint(left, true, room.puzzle.rows[i], drawn);
        }
    }

    fn banner(&self, canvas: &mut RgbaImage) {
        let middle = (self.board.top + self.board.bottom) / 2.0;
        let area = Area {
            top: middle - 30.0,
            bottom: middle + 30.0,
            ..self.board
        };
        fill(canvas, area, [24, 96, 60]);
        let at = Point::new(area.left as i32 + 16, middle as i32 - font::BIG_HEIGHT / 2);
        font::write_big(canvas, at, "SOLVED", |_| [250, 250, 220]);
    }
}

fn cells() -> impl Iterator<Item = (usize, usize)> {
    (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (column, row)))
}
