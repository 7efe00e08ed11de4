//! What a skin's cells look like, at any size.

use image::RgbaImage;

use super::{CrateArt, MarkArt, RobotArt, Things, WallArt};
use crate::base::Rect;
use crate::draw::brush::{Area, figure, fill, wash};
use crate::draw::{Colour, jitter, shade};
use crate::games::warehouse::board::Thing;

fn brush(area: Rect) -> Area {
    let Rect {
        x,
        y,
        width,
        height,
    } = area;
    Area::new(x as f32, y as f32, width as f32, height as f32)
}

impl Things {
    /// Paints one cell of a board. Both halves of a wide box are painted with the right one, which
    /// comes later; `pitch` is from one cell to the next.
    pub fn paint(&self, canvas: &mut RgbaImage, area: Rect, thing: Thing, odd: bool, pitch: i32) {
        let cell = brush(area);
        match thing {
            Thing::Outside => return fill(canvas, cell, self.outside),
            Thing::Wall => return self.wall(canvas, cell),
            _ => self.floor.paint(canvas, cell, cell, odd),
        }
        if thing.is_goal() {
            self.mark(canvas, cell);
        }
        let [away, home] = self.crates.1;
        match thing {
            Thing::Box => self.crate_at(canvas, cell, away),
            Thing::BoxHome => self.crate_at(canvas, cell, home),
            Thing::Right => {
                let wide = Area {
                    left: cell.left - pitch as f32,
                    ..cell
                };
                self.crate_at(canvas, wide, away);
            }
            Thing::Robot | Thing::RobotHome => self.robot(canvas, cell),
            _ => {}
        }
    }

    fn wall(&self, canvas: &mut RgbaImage, cell: Area) {
        let (art, colour) = self.wall;
        let (dark, light) = (shade(colour, -34), shade(colour, 30));
        match art {
            WallArt::Flat => fill(canvas, cell, colour),
            WallArt::Bevelled => figure(canvas, cell, |u, v| {
                Some(match (u.min(v) < 0.1, u.max(v) > 0.9) {
                    (true, false) => light,
                    (_, true) => dark,
                    _ => colour,
                })
            }),
            WallArt::Bricks => figure(canvas, cell, |u, v| {
                let row = (v * 3.0).floor();
                let along = (u * 2.0 + row % 2.0 * 0.5).fract();
                let joint = (v * 3.0).fract() < 0.2 || along < 0.14;
                Some(if joint { dark } else { colour })
            }),
            WallArt::Speckled => {
                let (left, top) = (cell.left as i32, cell.top as i32);
                wash(canvas, cell, 1.0, |x, y| {
                    shade(colour, jitter(x - left, y - top, 17, 12))
                });
            }
        }
    }

    fn mark(&self, canvas: &mut RgbaImage, cell: Area) {
        let (art, colour) = self.mark;
        figure(canvas, cell, |u, v| {
            let (x, y) = (u - 0.5, v - 0.5);
            let far = x.hypot(y);
            let there = match art {
                MarkArt::Dot => far < 0.22,
                MarkArt::Ring => (0.24..0.42).contains(&far),
                MarkArt::Cross => far < 0.42 && (x.abs() - y.abs()).abs() < 0.12,
                MarkArt::Diamond => x.abs() + y.abs() < 0.34,
            };
            there.then_some(colour)
        });
    }

    fn crate_at(&self, canvas: &mut RgbaImage, cell: Area, colour: Colour) {
        let side = cell.height();
        let area = cell.inner(side * 0.07);
        let (dark, light) = (shade(colour, -44), shade(colour, 26));
        // So wide is a rim, in shares of the width and of the height.
        let rim = [0.1 * side / area.width(), 0.1 * side / area.height()];
        let art = self.crates.0;
        figure(canvas, area, |u, v| {
            let at_rim = u < rim[0] || u > 1.0 - rim[0] || v < rim[1] || v > 1.0 - rim[1];
            match art {
                CrateArt::Barrel => {
                    let far = (u - 0.5).hypot(v - 0.5);
                    let shade_of = if far > 0.4 { dark } else { colour };
                    (far < 0.5).then_some(if far < 0.15 { light } else { shade_of })
                }
                _ if at_rim => Some(dark),
                CrateArt::Crossed if (u - v).abs() < 0.08 || (u + v - 1.0).abs() < 0.08 => {
                    Some(dark)
                }
                CrateArt::Slats if (v * 4.0).fract() < 0.18 => Some(light),
                _ => Some(colour),
            }
        });
    }

    fn robot(&self, canvas: &mut RgbaImage, cell: Area) {
        let (art, [colour, eyes]) = self.robot;
        let dark = shade(colour, -40);
        figure(canvas, cell, |u, v| {
            let (x, y) = (u - 0.5, v - 0.5);
            let eye = (x.abs() - 0.13).hypot(y + 0.12) < 0.07;
            match art {
                RobotArt::Disc => {
                    let far = x.hypot(y);
                    let body = if far > 0.34 { dark } else { colour };
                    (far < 0.4).then_some(if eye { eyes } else { body })
                }
                RobotArt::Square => {
                    let far = x.abs().max(y.abs());
                    let body = if far > 0.3 { dark } else { colour };
                    (far < 0.36).then_some(if eye { eyes } else { body })
                }
                RobotArt::Person if x.hypot(y + 0.22) < 0.17 => Some(eyes),
                RobotArt::Person => {
                    let body = y > -0.1 && y < 0.44 && x.abs() < 0.14 + (y + 0.1) * 0.35;
                    body.then_some(colour)
                }
            }
        });
    }
}
