//! The capture of a window's content.

use std::sync::Arc;
use std::time::Instant;

use image::RgbaImage;

use super::canvas::{Canvas, Way};
use super::handle::Handle;
use super::{is_open, scale};
use crate::base::Rect;
use crate::screen::pictures::Pictures;
use crate::screen::{Frame, Screen, ScreenError};

/// One window, looked at again and again.
pub struct Win32Screen {
    window: Handle,
    way: Way,
    /// What was seen last, as Windows paints it and as a picture of ours.
    last: Option<(Canvas, Arc<RgbaImage>)>,
    /// To be painted next.
    spare: Option<Canvas>,
    pictures: Pictures,
}

impl Win32Screen {
    pub fn new(id: u32) -> Self {
        Self {
            window: Handle::of(id),
            way: Way::default(),
            last: None,
            spare: None,
            pictures: Pictures::default(),
        }
    }

    /// Where the content is, if the window can be looked at.
    fn place(&self) -> Result<Rect, ScreenError> {
        is_open(self.window)?;
        match scale::unscaled(self.window)? {
            area if area.width > 0 && area.height > 0 => Ok(area),
            _ => Err(failed("the window has no room for a picture")),
        }
    }

    /// The picture of what is painted: the last one, if that shows the same.
    fn picture(&mut self, canvas: Canvas) -> Arc<RgbaImage> {
        if let Some((last, image)) = &self.last
            && last.size() == canvas.size()
            && last.pixels() == canvas.pixels()
        {
            self.spare = Some(canvas);
            return image.clone();
        }
        let size = canvas.size().map(|side| side as u32);
        let image = self.pictures.paint(size, |image| canvas.copy_to(image));
        let before = self.last.replace((canvas, image.clone()));
        self.spare = before.map(|(canvas, _)| canvas);
        image
    }
}

fn failed(why: &str) -> ScreenError {
    ScreenError::Failed(why.into())
}

impl Screen for Win32Screen {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let taken = Instant::now();
        let area = self.place()?;
        let size = [area.width, area.height];
        let spare = self.spare.take().filter(|spare| spare.size() == size);
        let canvas = spare.or_else(|| Canvas::new(size));
        let mut canvas = canvas.ok_or_else(|| failed("there is no memory for a picture"))?;
        let whole = self.way.paint(self.window, &mut canvas);
        if self.place()? != area {
            return Err(ScreenError::Moved);
        }
        if !whole {
            return Err(failed(
                "Windows does not hand out all that the window shows",
            ));
        }
        Ok(Frame {
            image: self.picture(canvas),
            origin: area.corner(),
            taken,
        })
    }
}
