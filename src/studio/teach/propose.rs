//! Where the cells may be, and which of them look alike: proposed without a text.

use serde::Deserialize;
use serde_json::{Value, json};

use super::Shot;
use crate::fit::propose::{group, propose, snap};
use crate::studio::http::Answer;
use crate::vision::tiles::{Lattice, TileGrid};

/// Columns and rows of the largest board.
const LARGEST: usize = 64;

/// A grid that somebody drew.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    pub picture: u64,
    columns: usize,
    rows: usize,
    /// Left, top, width and height of the cells together.
    board: [f64; 4],
}

/// The grid that a picture may show; null if there is none to be seen.
pub fn proposed(shot: &Shot) -> Value {
    let Some(found) = propose(&shot.picture) else {
        return Value::Null;
    };
    let doubt = found.doubt.map(|doubt| doubt.to_string());
    let mut told = told(&found.grid);
    told["groups"] = found.groups.into();
    told["doubt"] = doubt.into();
    told
}

/// The grid that was drawn, at the edges that are near, with the groups of cells that look alike.
///
/// # Errors
/// It is none.
pub fn grouped(shot: &Shot, drawn: &Drawn) -> Result<Value, Answer> {
    let [left, top, width, height] = drawn.board;
    let sides = [drawn.columns, drawn.rows];
    let is_grid = sides.iter().all(|side| (1..=LARGEST).contains(side))
        && drawn.board.iter().all(|number| number.is_finite())
        && width >= 1.0
        && height >= 1.0
        && left + width <= f64::from(shot.picture.width())
        && top + height <= f64::from(shot.picture.height())
        && left >= 0.0
        && top >= 0.0;
    if !is_grid {
        return Err(Answer::refusal(422, "the grid is not in the picture"));
    }
    let lattice = Lattice {
        first: [left, top],
        pitch: [width / sides[0] as f64, height / sides[1] as f64],
    };
    let grid = TileGrid {
        lattice,
        columns: sides[0],
        rows: sides[1],
    };
    let grid = snap(&shot.picture, &grid);
    let mut told = told(&grid);
    told["groups"] = group(&shot.picture, &grid).into();
    Ok(told)
}

fn told(grid: &TileGrid) -> Value {
    let Lattice { first, pitch } = grid.lattice;
    json!({
        "columns": grid.columns,
        "rows": grid.rows,
        "left": first[0],
        "top": first[1],
        "width": pitch[0] * grid.columns as f64,
        "height": pitch[1] * grid.rows as f64,
    })
}
