//! Connected regions, as `imageproc` labels them.
//!
//! It is for learning, and for boards of a few cells: it asks for memory at every call and for pixels
//! that are equal. What passes from colour to colour, [`super::Shapes`] finds.

use image::{GrayImage, Luma};
use imageproc::definitions::Image;
use imageproc::region_labelling::{Connectivity, connected_components};

use crate::base::Rect;

/// Points that touch each other, corners included.
#[derive(Clone, Debug)]
pub struct Region {
    /// As indices, row by row.
    pub points: Vec<usize>,
    pub bounds: Rect,
    /// The sum of its values.
    pub weight: f32,
}

impl Region {
    /// The connected regions of what is above a limit, in the order of their first points. `values`
    /// has rows of this width.
    pub fn above(limit: f32, values: &[f32], width: usize) -> Vec<Region> {
        if values.is_empty() {
            return Vec::new();
        }
        let is_in = |x: u32, y: u32| values[y as usize * width + x as usize] > limit;
        let size = [width, values.len() / width].map(|side| side as u32);
        let mut regions: Vec<Region> = Vec::new();
        for (x, y, label) in label(size, is_in, Connectivity::Eight).enumerate_pixels() {
            let Some(index) = (label[0] as usize).checked_sub(1) else {
                continue;
            };
            let dot = Rect::new(x as i32, y as i32, 1, 1);
            if index == regions.len() {
                regions.push(Region {
                    points: Vec::new(),
                    bounds: dot,
                    weight: 0.0,
                });
            }
            let (region, at) = (&mut regions[index], y as usize * width + x as usize);
            region.points.push(at);
            region.bounds = region.bounds.around(&dot);
            region.weight += values[at];
        }
        regions
    }
}

/// For each cell of a board, row by row, the number of its group, from 1 on in the order of their
/// first cells; 0 for cells that are in none. `joined` are neighbours without anything between them.
pub fn groups(columns: usize, is_in: &[bool], joined: &[(usize, usize)]) -> Vec<u32> {
    if is_in.is_empty() {
        return Vec::new();
    }
    // A picture with a pixel for each cell, and one for each border between two.
    let [width, height] = [columns, is_in.len() / columns].map(|side| 2 * side - 1);
    let place = |cell: usize| 2 * (cell / columns) * width + 2 * (cell % columns);
    let mut pixels = vec![false; width * height];
    (0..is_in.len()).for_each(|cell| pixels[place(cell)] = is_in[cell]);
    for &(a, b) in joined {
        pixels[(place(a) + place(b)) / 2] = true;
    }
    let is_in = |x: u32, y: u32| pixels[y as usize * width + x as usize];
    let labels = label([width as u32, height as u32], is_in, Connectivity::Four);
    let of_cells = labels.rows().step_by(2).flat_map(|row| row.step_by(2));
    of_cells.map(|label| label[0]).collect()
}

/// The label of each point, 0 for those that are in no region.
fn label(
    [width, height]: [u32; 2],
    is_in: impl Fn(u32, u32) -> bool,
    connected: Connectivity,
) -> Image<Luma<u32>> {
    let points = GrayImage::from_fn(width, height, |x, y| Luma([u8::from(is_in(x, y))]));
    connected_components(&points, connected, Luma([0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_touch_by_corners_and_come_in_the_order_of_their_first_points() {
        let values = [
            0.0, 0.0, 0.0, 2.0, //
            3.0, 0.0, 0.0, 0.5, //
            0.0, 4.0, 0.0, 1.0,
        ];
        let regions = Region::above(0.5, &values, 4);
        let points: Vec<_> = regions.iter().map(|region| &region.points[..]).collect();
        assert_eq!(points, [&[3][..], &[4, 9], &[11]]);
        assert_eq!(regions[1].bounds, Rect::new(0, 1, 2, 2));
        assert_eq!(regions[1].weight, 7.0);
        assert!(Region::above(0.0, &[], 4).is_empty());
    }

    #[test]
    fn cells_are_of_one_group_where_nothing_is_between_them() {
        let is_in = [true, true, false, true, true, true];
        let joined = [(0, 3), (3, 4), (4, 5)];
        assert_eq!(groups(3, &is_in, &joined), [1, 2, 0, 1, 1, 1]);
    }
}
