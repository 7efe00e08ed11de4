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

/// What is known of a frame by those before.
pub enum Known<G: Game> {
    /// It shows the same.
    Same(Result<Observation<G>, Hidden>),
    /// It is hardly other than one that it took long to read in vain: it shows no board, unless it is the one that was,
    /// of which a tile is lit no more.
    Alike(Hidden),
}

/// A frame that it took long to read in vain.
struct InVain {
    hidden: Hidden,
    ended: Instant,
    took: Duration,
    /// One that is alike and was read in vain since.
    alike: Frame,
}

/// What was seen last.
pub struct Again<G: Game> {
    /// If it was not hidden.
    pub known: Option<Observation<G>>,
    in_vain: Option<InVain>,
}

impl<G: Game> Default for Again<G> {
    fn default() -> Self {
        Self {
            known: None,
            in_vain: None,
        }
    }
}

impl<G: Game> Again<G> {
    /// What is known of this frame; None if it is to be read.
    pub fn look(&mut self, frame: &Frame) -> Option<Known<G>> {
        if let Some(known) = self
            .known
            .as_mut()
            .filter(|known| same(known.frame(), frame))
        {
            *known.frame_mut() = frame.clone();
            return Some(Known::Same(Ok(known.clone())));
        }
        let in_vain = self.in_vain.as_ref()?;
        let is_tired = in_vain.ended.elapsed() < in_vain.took * RESTED;
        let hidden = || Hidden {
            frame: frame.clone(),
            ..in_vain.hidden.clone()
        };
        let is_alike = || changed(&in_vain.hidden.frame, frame) < BIT;
        match is_tired {
            true if same(&in_vain.alike, frame) => Some(Known::Same(Err(hidden()))),
            true if is_alike() => Some(Known::Alike(hidden())),
            _ => None,
        }
    }

    /// Remembers what a frame showed; it was begun to be read then.
    pub fn keep(&mut self, look: &Result<Observation<G>, Hidden>, begun: Instant) {
        let took = begun.elapsed();
        self.known = look.as_ref().ok().cloned();
        let hidden = look.as_ref().err().filter(|_| took > GLIMPSE);
        self.in_vain = hidden.map(|hidden| InVain {
            hidden: hidden.clone(),
            ended: Instant::now(),
            took,
            alike: hidden.frame.clone(),
        });
    }

    /// Remembers that a frame which is [alike](Known::Alike) shows no more.
    pub fn keep_alike(&mut self, frame: &Frame) {
        if let Some(in_vain) = &mut self.in_vain {
            in_vain.alike = frame.clone();
        }
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
        let is_same = |look: Option<Known<Dungeons>>| matches!(look, Some(Known::Same(Err(_))));
        let is_known = |again: &mut Again<Dungeons>, shade| is_same(again.look(&frame(shade)));
        let page = |clock| {
            let mut image = RgbaImage::new(40, 40);
            (0..6).for_each(|x| image.put_pixel(x, 0, image::Rgba([clock; 4])));
            Frame::still(image)
        };
        again.keep(&hidden(&frame(1)), Instant::now() - Duration::from_secs(9));
        assert!(is_known(&mut again, 1));
        assert!(!is_known(&mut again, 2));
        assert!(again.look(&frame(2)).is_none());
        // A clock that goes on beside it makes no board, but it is looked whether the one that was is there again.
        again.keep(&hidden(&page(1)), Instant::now() - Duration::from_secs(9));
        assert!(matches!(again.look(&page(2)), Some(Known::Alike(_))));
        again.keep_alike(&page(2));
        assert!(is_same(again.look(&page(2))));
        assert!(matches!(again.look(&page(3)), Some(Known::Alike(_))));
        // What is read in no time may be read each time.
        again.keep(&hidden(&frame(1)), Instant::now());
        assert!(!is_known(&mut again, 1));
    }
}
