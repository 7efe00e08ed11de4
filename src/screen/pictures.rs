//! Pictures that are painted over when nobody looks at them any more.

use std::sync::Arc;

use image::RgbaImage;

/// The last few pictures of a window.
#[derive(Default)]
pub(super) struct Pictures(Vec<Arc<RgbaImage>>);

/// So many pictures are painted in turn. Chosen: that many are looked at at a time, by the channel, the
/// watcher, the loop and the report.
const KEPT: usize = 6;

impl Pictures {
    /// A picture of this size, painted by `paint`, which sets every pixel.
    pub fn paint(&mut self, size: [u32; 2], paint: impl FnOnce(&mut RgbaImage)) -> Arc<RgbaImage> {
        let mut image = self.spare(size);
        paint(Arc::get_mut(&mut image).expect("nobody else has it yet"));
        self.0.truncate(KEPT - 1);
        self.0.insert(0, image.clone());
        image
    }

    /// A picture to paint over: one that nobody looks at any more, or a new one.
    fn spare(&mut self, [width, height]: [u32; 2]) -> Arc<RgbaImage> {
        let is_spare = |image: &mut Arc<RgbaImage>| {
            image.dimensions() == (width, height) && Arc::get_mut(image).is_some()
        };
        match self.0.iter_mut().position(is_spare) {
            Some(index) => self.0.swap_remove(index),
            None => Arc::new(RgbaImage::new(width, height)),
        }
    }
}
