//! The picture of a room: in the game's own look, or in a skin.

use std::time::Duration;

use image::RgbaImage;

use super::bestiary::{self, Bestiary, FRAMES};
use super::fonts::Writer;
use super::layout::{self, SIDE};
use super::numbers::{self, State};
use super::skin::{Between, Page, Skin, Solved};
use super::{Table, banner_shows, figures, tiles};
use crate::base::{Point, Rect};
use crate::draw::brush::{self, Area, wash};
use crate::draw::sprite::{Sprite, doubled, strips};
use crate::draw::{self, fill, font, jitter, mix, noise, shade, walls};
use crate::games::dungeons::{Cell, Puzzle};
use crate::practice::shell::Play;

/// How long a monster keeps a pose.
const POSE: Duration = Duration::from_millis(170);

/// How long the thing that moves in a header stays where it is.
const STEP: Duration = Duration::from_millis(120);

/// How much larger a monster and a treasure are in a solved room of the game's own look, in percent.
const SOLVED_MONSTER: i32 = 110;
const SOLVED_CHEST: i32 = 90;

/// A look, and the places and drawings of it.
pub struct Painter {
    look: Look,
    drawings: Bestiary,
    /// All cells, and the whole picture.
    board: Area,
    pub size: [i32; 2],
    /// The side of a cell, and from one to the next.
    cell: f32,
    pitch: f32,
    /// Whether edges lie on whole pixels.
    snapped: bool,
}

/// How a room is painted.
enum Look {
    /// As it was drawn for the game, with its digits.
    Own(Vec<Sprite>),
    Skin(Box<Skin>, Writer),
}

impl Painter {
    /// The painter of a skin; 0 is the game's own look.
    pub fn new(number: u32) -> Self {
        let drawings = Bestiary::new();
        if number == 0 {
            let digits = strips(include_str!("digits.txt"));
            return Self {
                look: Look::Own(digits.values().map(doubled).collect()),
                drawings,
                board: layout::BOARD.into(),
                size: [layout::WIDTH, layout::HEIGHT],
                cell: layout::CELL as f32,
                pitch: layout::PITCH as f32,
                snapped: true,
            };
        }
        let skin = Skin::new(number);
        let Page {
            header, margins, ..
        } = skin.page;
        let depth = (skin.pitch * skin.numbers.depth).ceil();
        let fraction = if skin.snapped { 0.0 } else { 0.37 };
        let left = margins[0] as f32 + depth + fraction;
        let top = (header + margins[1]) as f32 + depth + fraction;
        let side = skin.pitch * (SIDE as f32 - 1.0) + skin.cell();
        let far = |from: f32, margin: i32| (from + side).ceil() as i32 + margin;
        let numbers = &skin.numbers;
        Self {
            drawings,
            board: Area::new(left, top, side, side),
            size: [far(left, margins[2]), far(top, margins[3])],
            cell: skin.cell(),
            pitch: skin.pitch,
            snapped: skin.snapped,
            look: Look::Skin(
                Box::new(skin.clone()),
                Writer::new(numbers.font, numbers.size, numbers.smooth),
            ),
        }
    }

    /// None in the game's own look.
    pub fn skin(&self) -> Option<&Skin> {
        match &self.look {
            Look::Own(_) => None,
            Look::Skin(skin, _) => Some(skin),
        }
    }

    /// The cell at a point; what lies between cells belongs to none.
    pub fn cell_at(&self, at: Point) -> Option<(i32, i32)> {
        let place = |at: i32, first: f32| {
            let along = at as f32 + 0.5 - first;
            let index = (along / self.pitch).floor();
            let inside = along - index * self.pitch < self.cell;
            (inside && (0.0..SIDE as f32).contains(&index)).then_some(index as i32)
        };
        Some((place(at.x, self.board.left)?, place(at.y, self.board.top)?))
    }

    /// The button in a skin's header, if it has one.
    pub fn next(&self) -> Rect {
        match self.skin().map_or(0, |skin| skin.page.header) {
            0 => Rect::default(),
            header => Rect::new(self.size[0] - 58, header / 2 - 9, 50, 18),
        }
    }

    /// What changes by itself as time passes; `drawn` tells when each cell was changed.
    pub fn beat(&self, drawn: &[Duration], now: Duration) -> u128 {
        let Some(skin) = self.skin() else {
            return now.as_millis() / POSE.as_millis();
        };
        let fading = drawn.iter().any(|at| now < *at + skin.fade);
        let frame = if fading { now.as_micros() << 8 } else { 0 };
        let moving = skin.page.moving && skin.page.header > 0;
        frame + u128::from(moving) * (now.as_millis() / STEP.as_millis())
    }

    fn area(&self, column: usize, row: usize) -> Area {
        let at = |index: usize, first: f32| first + index as f32 * self.pitch;
        let (left, top) = (at(column, self.board.left), at(row, self.board.top));
        let area = Area::new(left, top, self.cell, self.cell);
        if self.snapped { area.snapped() } else { area }
    }

    /// Paints what is the same in every picture.
    pub fn background(&self, canvas: &mut RgbaImage) {
        let Some(skin) = self.skin() else {
            tiles::dungeon(canvas);
            return cells()
                .for_each(|(column, row)| tiles::floor(canvas, layout::cell(column, row)));
        };
        page(canvas, &skin.page);
        if skin.page.header > 0 {
            let Rect { x, y, height, .. } = self.next();
            fill(canvas, self.next(), skin.page.colour);
            let at = Point::new(x + 12, y + (height - font::HEIGHT) / 2);
            font::write(canvas, at, "NEXT", skin.numbers.inks[0]);
        }
        if let Some((width, colour)) = skin.border {
            let around = self.board.inner(-width as f32).snapped();
            brush::fill(canvas, around, colour);
        }
        match skin.between {
            Between::Line(_, colour) => brush::fill(canvas, self.board, colour),
            Between::Gap(_) if skin.border.is_some() => {
                brush::fill(canvas, self.board, skin.page.colour);
            }
            _ => {}
        }
        for (column, row) in cells() {
            let odd = (column + row) % 2 == 1;
            skin.floor
                .paint(canvas, self.area(column, row), self.board, odd);
        }
    }

    /// Paints the rest.
    pub fn paint(&self, canvas: &mut RgbaImage, table: &Table, play: &Play<Puzzle>) {
        match self.skin() {
            None => tiles::plaque(canvas, play.seed, table.typed.as_deref()),
            Some(skin) => self.header(canvas, skin, play),
        }
        self.walls(canvas, table, play);
        self.numbers(canvas, play);
        self.inhabitants(canvas, play);
        if let Some(skin) = self.skin() {
            if let Some((column, row)) = play.pointer.and_then(|at| self.cell_at(at)) {
                let cell = self.area(column as usize, row as usize);
                wash(canvas, cell, f32::from(skin.hover) / 255.0, |_, _| [255; 3]);
            }
            if skin.solved != Solved::Banner {
                return;
            }
        }
        if banner_shows(play, play.now) {
            self.banner(canvas);
        }
    }

    /// What moves in a skin's header, and the colour of its solved board.
    fn header(&self, canvas: &mut RgbaImage, skin: &Skin, play: &Play<Puzzle>) {
        if skin.page.moving && skin.page.header > 0 {
            let step = (play.now.as_millis() / STEP.as_millis()) as i32 + play.seed as i32 % 50;
            let width = (self.size[0] - 80).max(1);
            for index in 0..3 {
                let x = (step * 7 + index * 61) % width;
                let colour = mix([255; 3], [200, 60, 40], (index * 100) as u8);
                fill(canvas, Rect::new(x, skin.page.header - 8, 12, 5), colour);
            }
        }
        if play.is_solved() && skin.solved == Solved::Tint {
            wash(canvas, self.board, 0.3, |_, _| [90, 220, 120]);
        }
    }

    fn walls(&self, canvas: &mut RgbaImage, table: &Table, play: &Play<Puzzle>) {
        let each = |what: Cell| cells().filter(move |&(c, r)| play.board.cell(c, r) == what);
        let Some(skin) = self.skin() else {
            each(Cell::Wall).for_each(|(c, r)| tiles::wall(canvas, layout::cell(c, r)));
            return each(Cell::Path).for_each(|(c, r)| tiles::mark(canvas, layout::cell(c, r)));
        };
        // How much of a wall is to be seen yet, 0 to 1.
        let shown = |column: usize, row: usize| {
            let since = play.now.saturating_sub(table.drawn[row * SIDE + column]);
            match skin.fade.is_zero() {
                true => 1.0,
                false => (since.as_secs_f32() / skin.fade.as_secs_f32()).clamp(0.05, 1.0),
            }
        };
        let deep = self.cell * skin.shadow;
        for (column, row) in each(Cell::Wall).filter(|_| deep > 0.0) {
            let mut area = self.area(column, row);
            area.right = (area.right + deep).min(self.board.right);
            area.bottom = (area.bottom + deep).min(self.board.bottom);
            wash(canvas, area, 0.4 * shown(column, row), |_, _| [0; 3]);
        }
        for (column, row) in each(Cell::Wall) {
            let (area, strength) = (self.area(column, row), shown(column, row));
            walls::wall(canvas, area, skin.wall, skin.wall_colour, strength);
        }
        for (column, row) in each(Cell::Path) {
            let dot = self.area(column, row).inner(self.cell * 0.38);
            brush::fill(canvas, dot, skin.wall_colour);
        }
    }

    /// Row by row, so that whoever stands further down is in front.
    fn inhabitants(&self, canvas: &mut RgbaImage, play: &Play<Puzzle>) {
        for (column, row) in cells() {
            let monster = match play.board.cell(column, row) {
                Cell::Monster => true,
                Cell::Treasure => false,
                _ => continue,
            };
            let kind = bestiary::kind(play.seed, column, row);
            if let Some(skin) = self.skin() {
                let area = self.area(column, row);
                let area = area.inner(self.cell * (1.0 - skin.sprite) / 2.0);
                let number = kind as u32 + noise(play.seed as i32, row as i32, 77) % 40;
                match monster {
                    true => figures::monster(canvas, area, skin.art, &self.drawings, number),
                    false => {
                        figures::treasure(canvas, area, skin.art, &self.drawings, skin.treasure)
                    }
                }
                continue;
            }
            let Rect {
                x,
                y,
                width,
                height,
            } = layout::cell(column, row);
            let feet = Point::new(x + width / 2, y + height - 1);
            let solved = play.is_solved();
            if monster {
                let beat = (play.now.as_millis() / POSE.as_millis()) as usize;
                let own = noise(column as i32, row as i32, 50) as usize;
                let pose = &self.drawings.monsters[kind][(beat + own) % FRAMES];
                let sprite = grown(&pose.sprite, if solved { SOLVED_MONSTER } else { 100 });
                tiles::shadow(canvas, feet - Point::new(0, 2), sprite.width * 2 / 5);
                stand(canvas, &sprite, feet - Point::new(0, pose.lift));
            } else {
                let sprite = grown(
                    &self.drawings.chest,
                    if solved { SOLVED_CHEST } else { 100 },
                );
                tiles::shadow(canvas, feet - Point::new(0, 3), sprite.width / 2 + 1);
                stand(canvas, &sprite, feet - Point::new(0, 2));
            }
        }
    }

    fn numbers(&self, canvas: &mut RgbaImage, play: &Play<Puzzle>) {
        let walls = play.board.walls();
        let on = |column: usize, row: usize| usize::from(walls.at(column, row));
        for i in 0..SIDE {
            let above = (play.board.columns[i], (0..SIDE).map(|row| on(i, row)).sum());
            let beside = (
                play.board.rows[i],
                (0..SIDE).map(|column| on(column, i)).sum(),
            );
            for (is_row, (wanted, drawn)) in [(false, above), (true, beside)] {
                let state = State::of(drawn, usize::from(wanted));
                match &self.look {
                    Look::Own(digits) => {
                        let at = match is_row {
                            true => layout::row_number(i),
                            false => layout::column_number(i),
                        };
                        // A pixel or two off its grid, the same way every time for the same room.
                        let off = |salt| jitter(at.x + at.y, salt, play.seed, layout::DIGIT_JITTER);
                        let digit = &digits[usize::from(wanted) % 10];
                        tiles::digit(canvas, digit, at + Point::new(off(1), off(2)), state);
                    }
                    Look::Skin(skin, writer) => {
                        let cell = if is_row {
                            self.area(0, i)
                        } else {
                            self.area(i, 0)
                        };
                        numbers::paint(canvas, skin, writer, (cell, is_row), (wanted, state));
                    }
                }
            }
        }
    }

    fn banner(&self, canvas: &mut RgbaImage) {
        if self.skin().is_none() {
            return tiles::banner(canvas);
        }
        let middle = (self.board.top + self.board.bottom) / 2.0;
        let (top, bottom) = (middle - 30.0, middle + 30.0);
        let area = Area {
            top,
            bottom,
            ..self.board
        };
        brush::fill(canvas, area, [24, 96, 60]);
        let at = Point::new(area.left as i32 + 16, middle as i32 - font::BIG_HEIGHT / 2);
        font::write_big(canvas, at, "SOLVED", [[250, 250, 220]; 2]);
    }
}

fn cells() -> impl Iterator<Item = (usize, usize)> {
    (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (column, row)))
}

fn grown(sprite: &Sprite, percent: i32) -> Sprite {
    sprite.resized(sprite.width * percent / 100, sprite.height * percent / 100)
}

/// Paints a sprite so that the middle of its lower edge is at `feet`.
fn stand(canvas: &mut RgbaImage, sprite: &Sprite, feet: Point) {
    let corner = Point::new(sprite.width / 2, sprite.height - 1);
    sprite.put(canvas, feet - corner);
}

/// Fills a skin's page and writes its header.
fn page(canvas: &mut RgbaImage, page: &Page) {
    let whole = draw::whole(canvas);
    draw::paint(canvas, whole, |p| {
        let fall = if page.gradient {
            -40 * p.y / whole.height
        } else {
            0
        };
        shade(page.colour, fall)
    });
    if page.header > 0 {
        let bar = shade(page.colour, if page.colour[1] > 127 { -90 } else { 90 });
        fill(canvas, Rect::new(0, 0, whole.width, page.header), bar);
        let at = Point::new(10, (page.header - font::BIG_HEIGHT) / 2);
        font::write_big(canvas, at, "DUNGEONS", [page.colour; 2]);
    }
}
