//! How much a picture changes across a line: noise and grain cancel out along it, an edge does not.

use image::RgbaImage;

/// Sums of the signed steps between neighbouring pixels, so that the mean along any stretch of a line is had at once.
pub(super) struct Steps {
    size: [usize; 2],
    /// Of steps to the right, sums down each column; of steps down, sums along each row. Of red, green and blue.
    sums: [Vec<[i32; 3]>; 2],
}

impl Steps {
    pub fn of(image: &RgbaImage) -> Self {
        let [width, height] = [image.width(), image.height()].map(|side| side as usize);
        let bytes = image.as_raw();
        let part = |x: usize, y: usize, i: usize| i32::from(bytes[(y * width + x) * 4 + i]);
        let mut across = vec![[0; 3]; width * (height + 1)];
        let mut down = vec![[0; 3]; height * (width + 1)];
        for y in 0..height {
            for x in 0..width {
                let [left, up] = [x.max(1) - 1, y.max(1) - 1];
                for i in 0..3 {
                    let here = part(x, y, i);
                    across[x * (height + 1) + y + 1][i] =
                        across[x * (height + 1) + y][i] + here - part(left, y, i);
                    down[y * (width + 1) + x + 1][i] =
                        down[y * (width + 1) + x][i] + here - part(x, up, i);
                }
            }
        }
        Self {
            size: [width, height],
            sums: [across, down],
        }
    }

    /// How many lines there are across an axis: as many as pixels along it.
    pub fn lines(&self, axis: usize) -> usize {
        self.size[axis]
    }

    /// The mean step across a line before a pixel of an axis, along a stretch of it, in levels of the channel in which it
    /// is most; 0 beyond the picture.
    pub fn across(&self, axis: usize, line: i32, [from, to]: [i32; 2]) -> f32 {
        let length = self.size[1 - axis] as i32;
        let (from, to) = (from.max(0), to.min(length));
        if line <= 0 || line >= self.size[axis] as i32 || to <= from {
            return 0.0;
        }
        let start = line as usize * (length as usize + 1);
        let sums = &self.sums[axis][start..=start + length as usize];
        let (a, b) = (sums[from as usize], sums[to as usize]);
        let most = (0..3).map(|i| (b[i] - a[i]).abs()).max().unwrap_or(0);
        most as f32 / (to - from) as f32
    }
}
