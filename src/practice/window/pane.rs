//! A window with a picture in it.

use std::num::NonZeroU32;
use std::rc::Rc;

use anyhow::{Context, anyhow};
use image::{Rgba, RgbaImage};
use softbuffer::Surface;
use winit::dpi::PhysicalSize;
use winit::event_loop::{ActiveEventLoop, OwnedDisplayHandle};
use winit::window::{Window, WindowAttributes};

use crate::base::Point;

pub(super) struct Pane {
    pub window: Rc<Window>,
    surface: Surface<OwnedDisplayHandle, Rc<Window>>,
    pub scale: u32,
    /// As the last event said: asking for the size of a window that was destroyed from outside
    /// would end the program.
    size: PhysicalSize<u32>,
}

impl Pane {
    pub fn open(
        events: &ActiveEventLoop,
        context: &softbuffer::Context<OwnedDisplayHandle>,
        scale: u32,
        attributes: WindowAttributes,
    ) -> anyhow::Result<Self> {
        let window = events
            .create_window(attributes)
            .context("cannot open a window")?;
        let window = Rc::new(window);
        let surface = Surface::new(context, window.clone()).map_err(no_drawing)?;
        Ok(Self {
            size: window.inner_size(),
            window,
            surface,
            scale,
        })
    }

    pub fn resized(&mut self, size: PhysicalSize<u32>) {
        self.size = size;
    }

    /// Shows a picture, enlarged, at the top left of the window; the rest is black.
    pub fn show(&mut self, picture: &RgbaImage) -> anyhow::Result<()> {
        let size = [self.size.width, self.size.height].map(NonZeroU32::new);
        let [Some(width), Some(height)] = size else {
            return Ok(());
        };
        self.surface.resize(width, height).map_err(no_drawing)?;
        let mut buffer = self.surface.buffer_mut().map_err(no_drawing)?;
        buffer.fill(0);
        let width = self.size.width as usize;
        enlarge(picture, self.scale as usize, &mut buffer, width);
        buffer.present().map_err(no_drawing)
    }

    /// The top left corner of the window's frame on the screen, where the platform tells.
    pub fn frame_place(&self) -> Option<Point> {
        let place = self.window.outer_position().ok()?;
        Some(Point::new(place.x, place.y))
    }

    /// The top left corner of the window's content on the screen, where the platform tells.
    pub fn content_place(&self) -> Option<Point> {
        let place = self.window.inner_position().ok()?;
        Some(Point::new(place.x, place.y))
    }
}

/// Copies a picture, every pixel as a square, into lines of this width.
fn enlarge(picture: &RgbaImage, scale: usize, buffer: &mut [u32], width: usize) {
    for (band, row) in buffer.chunks_mut(width * scale).zip(picture.rows()) {
        let (first, others) = band.split_at_mut(width);
        for (square, pixel) in first.chunks_mut(scale).zip(row) {
            square.fill(packed(*pixel));
        }
        for line in others.chunks_exact_mut(width) {
            line.copy_from_slice(first);
        }
    }
}

fn packed(Rgba([r, g, b, _]): Rgba<u8>) -> u32 {
    u32::from_be_bytes([0, r, g, b])
}

fn no_drawing(error: softbuffer::SoftBufferError) -> anyhow::Error {
    anyhow!("cannot draw in the window: {error}")
}
