//! The seed, where one is shown.

use smol_str::ToSmolStr;

use super::Reader;
use crate::profile::SEED_MARGIN;
use crate::vision::{near, ramp};

/// A seed always has this many digits.
const DIGITS: usize = 8;

impl Reader<'_> {
    pub(super) fn seed(&mut self) -> Option<u32> {
        let area = self.profile.seed?;
        let templates = &self.profile.templates;
        let (shown, absent) = self.likeness();
        if templates.seed_shown.is_none() || absent > shown {
            let sure = ramp(absent - shown, 0.1, 0.4);
            self.note(area, "no seed".into(), sure, || {
                ("the seed".into(), "there may be none".into())
            });
            return None;
        }
        let digits = templates
            .small
            .read(&self.view, area, &mut self.scratch.patch);
        if digits.len() != DIGITS {
            let why = format!("{} digits were found instead of {DIGITS}", digits.len());
            self.note(area, "seed?".into(), 0.0, || ("the seed".into(), why));
            return None;
        }
        let sure = ramp(shown - absent, 0.1, 0.4);
        let mut seed = 0;
        for (index, digit) in digits.iter().enumerate() {
            seed = seed * 10 + u32::from(digit.value);
            let confidence = digit.confidence.min(sure);
            self.note(digit.area, digit.value.to_smolstr(), confidence, || {
                let what = format!("digit {} of the seed", index + 1);
                (what, format!("it may be {}", digit.value))
            });
        }
        Some(seed)
    }

    /// How much the seed's surroundings look as they do with a seed, and as they do without one:
    /// shares of the pixels in which the two differ, of all pixels if only one was learned.
    fn likeness(&self) -> (f32, f32) {
        let templates = &self.profile.templates;
        let (shown, absent) = (&templates.seed_shown, &templates.seed_absent);
        let (Some(area), Some(picture)) = (self.profile.seed, shown.as_ref().or(absent.as_ref()))
        else {
            return (0.0, 0.0);
        };
        let colour = |of: &Option<image::RgbaImage>, x, y| {
            let pixel = of.as_ref()?.get_pixel_checked(x, y)?;
            (pixel[3] == 255).then(|| [pixel[0], pixel[1], pixel[2]])
        };
        let (mut as_shown, mut as_absent, mut all) = (0, 0, 0);
        for (x, y, _) in picture.enumerate_pixels() {
            let (with, without) = (colour(shown, x, y), colour(absent, x, y));
            let telling = match (with, without) {
                (Some(with), Some(without)) => !near(with, without),
                _ => shown.is_none() || absent.is_none(),
            };
            if telling {
                let at = (
                    area.x - SEED_MARGIN + x as i32,
                    area.y - SEED_MARGIN + y as i32,
                );
                let seen = self.view.pixel(at.0, at.1);
                all += 1;
                as_shown += usize::from(with.is_some_and(|with| near(with, seen)));
                as_absent += usize::from(without.is_some_and(|without| near(without, seen)));
            }
        }
        let share = |count| count as f32 / all.max(1) as f32;
        (share(as_shown), share(as_absent))
    }
}
