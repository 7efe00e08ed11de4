//! Where everything is in the picture, in pixels at scale 1.

use crate::plane::{Point, Rect};

pub const WIDTH: i32 = 680;
pub const HEIGHT: i32 = 766;

/// The tray in which the board lies.
pub const FIELD: Rect = Rect::new(19, 79, 642, 642);
/// Cells of small boards are no larger than this.
pub const LARGEST_PITCH: i32 = 56;

pub const TITLE: Point = Point::new(24, 22);
/// The line below the title: which level this is.
pub const LEVEL: Point = Point::new(26, 50);
pub const RESET: Rect = Rect::new(448, 24, 96, 32);
pub const NEXT: Rect = Rect::new(560, 24, 96, 32);
/// The line below the board: what to do.
pub const HINT: Point = Point::new(26, 738);
/// Over the middle of the board once it is solved.
pub const BANNER: Rect = Rect::new(FIELD.x + 120, FIELD.y + 276, 402, 90);
