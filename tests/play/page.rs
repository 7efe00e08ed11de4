//! A page that a test draws itself: its left button is clicked, and Enter typed.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use gridhand::base::{Point, Rect};
use gridhand::bot::Rig;
use gridhand::hand::{Button, Hand, Key};
use gridhand::screen::{Frame, Guard, Screen, ScreenError};
use image::RgbaImage;

/// What is on a page.
pub trait Drawn: Clone + Send + 'static {
    fn picture(&self) -> RgbaImage;

    fn click(&self, at: Point);

    fn enter(&self);
}

#[derive(Clone)]
struct Page<D> {
    drawn: D,
    pointer: Arc<Mutex<Point>>,
}

pub fn rig<D: Drawn>(drawn: &D) -> Rig {
    let page = Page {
        drawn: drawn.clone(),
        pointer: Arc::default(),
    };
    Rig {
        screen: Box::new(page.clone()),
        hand: Box::new(page.clone()),
        guards: [Box::new(page.clone()), Box::new(page)],
    }
}

impl<D: Drawn> Screen for Page<D> {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let mut frame = Frame::still(self.drawn.picture());
        frame.taken = Instant::now();
        Ok(frame)
    }
}

impl<D: Drawn> Guard for Page<D> {
    fn clear(&mut self, _area: Rect, _at: Point) -> Result<(), ScreenError> {
        Ok(())
    }

    fn focus(&mut self) -> Result<(), ScreenError> {
        Ok(())
    }
}

impl<D: Drawn> Hand for Page<D> {
    fn point(&mut self, at: Point) -> anyhow::Result<()> {
        *self.pointer.lock().expect("nobody panics with it") = at;
        Ok(())
    }

    fn button(&mut self, button: Button, down: bool) -> anyhow::Result<()> {
        if button == Button::Left && !down {
            self.drawn
                .click(*self.pointer.lock().expect("nobody panics with it"));
        }
        Ok(())
    }

    fn key(&mut self, key: Key, down: bool) -> anyhow::Result<()> {
        if key == Key::Enter && !down {
            self.drawn.enter();
        }
        Ok(())
    }

    fn pointer(&mut self) -> anyhow::Result<Option<Point>> {
        Ok(Some(*self.pointer.lock().expect("nobody panics with it")))
    }
}
