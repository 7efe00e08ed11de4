//! The colours of something.

use super::super::patch::apart;

/// A colour is of a palette if it is so near to one of it. Levels of each channel; chosen: what smoothing leaves.
const NEAR: u8 = 20;

/// Colours of a palette are so far apart. Levels of each channel.
pub(super) const SAME: u8 = 8;

/// Some colours, no two of which are nearly the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Palette(Vec<[u8; 3]>);

impl Palette {
    /// The first so many of some colours.
    pub fn of(colours: impl Iterator<Item = [u8; 3]>, most: usize) -> Self {
        let mut palette = Self::default();
        for colour in colours {
            if palette.0.len() < most && palette.far(colour) > SAME {
                palette.0.push(colour);
            }
        }
        palette
    }

    /// The same without colours that are not `wanted`.
    pub fn only(mut self, wanted: impl Fn(&[u8; 3]) -> bool) -> Self {
        self.0.retain(wanted);
        self
    }

    /// How far a colour is from the nearest of them, in levels of its largest channel's.
    pub fn far(&self, colour: [u8; 3]) -> u8 {
        let far = self.0.iter().map(|known| apart(*known, colour));
        far.min().unwrap_or(u8::MAX)
    }

    /// Whether a colour is one of them.
    pub fn has(&self, colour: [u8; 3]) -> bool {
        self.far(colour) <= NEAR
    }
}
