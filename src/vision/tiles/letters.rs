//! What the letters of tiles mean in a game.

/// What a game says of the letters of its tiles.
#[derive(Clone, Copy, Debug)]
pub struct Letters {
    /// Those that what is around a board may look like.
    pub page: &'static str,
    /// Those that go on around a board where that looks like them: then nobody sees where they end.
    pub endless: &'static str,
    /// Groups that mean the same: which of them it is does not matter.
    pub same: &'static [&'static str],
    /// What a letter may look like: then it takes memory to tell.
    pub like: fn(char) -> Option<char>,
    /// Whether a tile of this letter is a part of something that may cover several.
    pub covers: fn(char) -> bool,
    /// Whether something seems to show through a thing of this letter.
    pub through: fn(char) -> bool,
    /// Letters of signs on something: what of, and which sign. The same sign may lie on several things.
    pub signs: &'static [(char, char, char)],
    /// The letter of what looks like nothing that is known.
    pub open: Option<char>,
    /// Whether the rules tell which tiles are one thing: then edges between things need not be known.
    pub told: bool,
}

impl Default for Letters {
    fn default() -> Self {
        Self {
            page: "",
            endless: "",
            same: &[],
            like: |_| None,
            covers: |_| false,
            through: |_| false,
            signs: &[],
            open: None,
            told: false,
        }
    }
}

/// Whether each is there once: then the last is known by all others.
pub fn all_once(letters: &[char]) -> bool {
    let mut sorted = letters.to_vec();
    sorted.sort_unstable();
    !sorted.windows(2).any(|two| two[0] == two[1])
}
