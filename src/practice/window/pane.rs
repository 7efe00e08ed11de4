//! A window with a picture in it.

use std::num::NonZeroU32;
use std::rc::Rc;

use anyhow::{Context, anyhow};
use image::{Rgba, RgbaImage};
use softbuffer::Surface;
use winit::event_loop::{ActiveEventLoop, OwnedDisplayHandle};
use winit::window::{Window, WindowAttributes};

use crate::plane::Point;

pub(super) struct Pane {
    pub window: Rc<Window>,
    surface: Surface<OwnedDisplayHandle, Rc<Window>>,
    scale: u32,
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
            window,
            surface,
            scale,
        })
    }

    /// Shows a picture, enlarged, at the top left of the window.
    pub fn show(&mut self, picture: &RgbaImage) -> anyhow::Result<()> {
        let scale = self.scale as usize;
        self.paint(|x, y| {
            let pixel = picture.get_pixel_checked((x / scale) as u32, (y / scale) as u32);
            pixel.map_or(0, |pixel| packed(*pixel))
        })
    }

    pub fn fill(&mut self, colour: Rgba<u8>) -> anyhow::Result<()> {
        self.paint(|_, _| packed(colour))
    }

    fn paint(&mut self, colour: impl Fn(usize, usize) -> u32) -> anyhow::Result<()> {
        let size = self.window.inner_size();
        let (Some(width), Some(height)) =
            (NonZeroU32::new(size.width), NonZeroU32::new(size.height))
        else {
            return Ok(());
        };
        self.surface.resize(width, height).map_err(no_drawing)?;
        let mut buffer = self.surface.buffer_mut().map_err(no_drawing)?;
        let lines = buffer.chunks_exact_mut(size.width as usize);
        for (y, line) in lines.enumerate() {
            for (x, pixel) in line.iter_mut().enumerate() {
                *pixel = colour(x, y);
            }
        }
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

fn packed(Rgba([r, g, b, _]): Rgba<u8>) -> u32 {
    u32::from_be_bytes([0, r, g, b])
}

fn no_drawing(error: softbuffer::SoftBufferError) -> anyhow::Error {
    anyhow!("cannot draw in the window: {error}")
}
