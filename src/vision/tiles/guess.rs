//! What a tile is taken for.

/// A tile is surely something from this confidence on. Chosen: half.
pub(super) const SURE: f32 = 0.5;

/// How sure it is where something else than its look tells what it is. Chosen: clearly, but less than what was seen.
const TOLD: f32 = 0.9;

/// What a tile is taken for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    pub class: char,
    /// 0 to 1.
    pub confidence: f32,
    /// How far it is from that look, in mean levels.
    pub apart: f32,
    /// Whether that is near enough.
    pub known: bool,
    /// 0 to 1: how much nearer it is to that class than to any other.
    pub clear: f32,
    /// Whether the doubt is about what runs between it and its neighbours.
    pub torn: bool,
    /// The class that is next.
    pub rival: Option<char>,
}

impl Guess {
    /// The same where something else than its look tells its class.
    pub(super) fn taken_for(self, class: char) -> Self {
        Self {
            class,
            known: true,
            confidence: TOLD,
            ..self
        }
    }

    /// That it is of a class, whatever it looks like.
    pub fn certain(class: char) -> Self {
        Self {
            class,
            confidence: 1.0,
            apart: 0.0,
            known: true,
            clear: 1.0,
            torn: false,
            rival: None,
        }
    }

    /// Whether there is no doubt.
    pub fn is_sure(&self) -> bool {
        self.known && self.confidence >= SURE
    }
}
