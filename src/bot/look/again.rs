//! Frames that are the same pixel by pixel need not be read again.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{GLIMPSE, Hidden, Observation};
use crate::game::Game;
use crate::screen::Frame;

/// Reading in vain is done again after so many times as long as it took: more may be tried then.
const RESTED: u32 = 2;

/// In a frame that shows no board a clock or the like may go on: what comes up instead changes more of it, as a share.
/// Chosen: a line of small letters is a thousandth.
const BIT: f32 = 0.005;

/// What was seen last.
pub struct Again<G: Game> {
    /// If it was not hidden.
    pub known: Option<Observation<G>>,
    /// A frame that it took long to read in vain, when that ended, and how long it took.
    hidden: Option<(Hidden, Instant, Duration)>,
}

impl<G: Game> Default for Again<G> {
    fn default() -> Self {
        Self {
            known: None,
            hidden: None,
        }
    }
}

impl<G: Game> Again<G> {
    /// What the last frame showed, if this one is the same.
    pub fn look(&mut self, frame: &Frame) -> Option<Result<Observation<G>, Hidden>> {
        if let Some(known) = self
            .known
            .as_mut()
            .filter(|known| same(known.frame(), frame))
        {
            *known.frame_mut() = frame.clone();
            return Some(Ok(known.clone()));
        }
        let (hidden, ended, took) = self.hidden.as_ref()?;
        let is_tired = ended.elapsed() < *took * RESTED;
        (is_tired && changed(&hidden.frame, frame) < BIT).then(|| {
            Err(Hidden {
                frame: frame.clone(),
                ..hidden.clone()
            })
        })
    }

    /// Remembers what a frame showed; it was begun to be read then.
    pub fn keep(&mut self, look: &Result<Observation<G>, Hidden>, begun: Instant) {
        let took = begun.elapsed();
        self.known = look.as_ref().ok().cloned();
        let hidden = look.as_ref().err().filter(|_| took > GLIMPSE);
        self.hidden = hidden.map(|hidden| (hidden.clone(), Instant::now(), took));
    }
}

/// The share of pixels that differ.
fn changed(a: &Frame, b: &Frame) -> f32 {
    if same(a, b) {
        return 0.0;
    }
    if a.image.dimensions() != b.image.dimensions() {
        return 1.0;
    }
    let both = a.image.pixels().zip(b.image.pixels());
    let count = both.filter(|(a, b)| a != b).count();
    count as f32 / a.image.pixels().len().max(1) as f32
}

fn same(a: &Frame, b: &Frame) -> bool {
    Arc::ptr_eq(&a.image, &b.image) || a.image == b.image
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dungeons::Dungeons;
    use crate::vision::ReadError;
    use image::RgbaImage;

    #[test]
    fn what_took_long_to_read_in_vain_is_not_read_again_at_once() {
        let frame = |shade| Frame::still(RgbaImage::from_pixel(4, 4, image::Rgba([shade; 4])));
        let hidden = |frame: &Frame| {
            Err(Hidden {
                error: ReadError::NoBoard("none".into()),
                frame: frame.clone(),
                place: None,
            })
        };
        let mut again = Again::<Dungeons>::default();
        let is_known = |again: &mut Again<Dungeons>, shade| again.look(&frame(shade)).is_some();
        let page = |clock| {
            let mut image = RgbaImage::new(40, 40);
            (0..6).for_each(|x| image.put_pixel(x, 0, image::Rgba([clock; 4])));
            Frame::still(image)
        };
        again.keep(&hidden(&frame(1)), Instant::now() - Duration::from_secs(9));
        assert!(is_known(&mut again, 1));
        assert!(!is_known(&mut again, 2));
        // A clock that goes on beside it makes no board.
        again.keep(&hidden(&page(1)), Instant::now() - Duration::from_secs(9));
        assert!(again.look(&page(2)).is_some());
        // What is read in no time may be read each time.
        again.keep(&hidden(&frame(1)), Instant::now());
        assert!(!is_known(&mut again, 1));
    }
}
