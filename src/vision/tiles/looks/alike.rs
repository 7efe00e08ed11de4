//! Looks of what looks like something else.

use super::{Look, TileLooks};

/// What shows through a thing changes it by less. Mean levels; chosen.
const TINTED: f32 = 30.0;

/// How the look of what may look like something else differs from that.
#[derive(Clone, Copy, PartialEq)]
enum Apart {
    /// Not so that it can be seen.
    Little,
    /// As a mark on it would make it.
    ByMark,
    /// More than a mark would.
    Much,
    /// There is nothing that it could be like.
    Alone,
}

impl TileLooks {
    /// Looks of what looks like something else are that.
    pub(super) fn merge_like(&mut self) {
        let through = self.letters.through;
        let apart = |look: &Look| {
            let plain = (self.letters.like)(look.class)?;
            Some((plain, self.apart(look, plain)))
        };
        let aparts: Vec<Option<(char, Apart)>> = self.looks.iter().map(apart).collect();
        let mut merged = self.looks.clone();
        let is_seen = |(look, apart): (&Look, &Option<(char, Apart)>)| {
            through(look.class) && apart.is_some_and(|(_, apart)| apart == Apart::ByMark)
        };
        let shows_through = merged.iter().zip(&aparts).any(is_seen);
        for (look, apart) in merged.iter_mut().zip(aparts) {
            let Some((plain, apart)) = apart else {
                continue;
            };
            let is_plain = match apart {
                Apart::Little => true,
                Apart::ByMark => false,
                // Of another colour it may be without what shows through.
                Apart::Much => through(look.class),
                // And all may be that bear its mark, unless it is seen to show through others.
                Apart::Alone => through(look.class) && !shows_through,
            };
            if is_plain {
                look.class = plain;
            }
        }
        let left = |class: char| merged.iter().any(|look| look.class == class);
        let gone = self.looks.iter().filter(|look| !left(look.class));
        self.unseen = gone.map(|look| look.class).collect();
        self.looks = merged;
    }

    /// How a look differs from those of a class.
    fn apart(&self, look: &Look, plain: char) -> Apart {
        match self.nearest(look, plain) {
            f32::MAX => Apart::Alone,
            apart if apart < self.hidden().max(self.scatter(look.class, plain)) => Apart::Little,
            apart if apart > TINTED => Apart::Much,
            _ => Apart::ByMark,
        }
    }

    /// How far a look is from the nearest other one of a class. Mean levels.
    fn nearest(&self, look: &Look, class: char) -> f32 {
        let others = self.looks.iter().filter(|other| other.class == class);
        let others = others.filter(|other| !std::ptr::eq(*other, look));
        let apart = others.map(|other| self.differ(&look.dots, &other.dots, f32::MAX));
        apart.fold(f32::MAX, f32::min)
    }

    /// How far things of a class are from each other that are of much the same colour, where something may show
    /// through: there may be letters on them.
    fn scatter(&self, class: char, plain: char) -> f32 {
        if !(self.letters.through)(class) {
            return 0.0;
        }
        let things = self.looks.iter().filter(|look| look.class == plain);
        let apart = things.map(|look| self.nearest(look, plain));
        apart.filter(|apart| *apart < TINTED).fold(0.0, f32::max)
    }
}
