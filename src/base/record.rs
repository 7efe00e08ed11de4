//! What is kept of a puzzle.

use std::fmt;
use std::ops::Range;

/// What is known about a puzzle's solutions. The numbers are in the files; none is 0 or 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Verdict {
    /// Nobody has looked for one.
    #[default]
    Unsolved = 2,
    /// It came with a solution that no solver has seen.
    Given = 3,
    /// The only solution, proved.
    Unique = 4,
    /// A solution; uniqueness does not apply or was not asked.
    Solved = 5,
    Several = 6,
    Impossible = 7,
    /// A limit ended the search.
    Unknown = 8,
}

impl Verdict {
    pub const ALL: [Verdict; 7] = [
        Verdict::Unsolved,
        Verdict::Given,
        Verdict::Unique,
        Verdict::Solved,
        Verdict::Several,
        Verdict::Impossible,
        Verdict::Unknown,
    ];

    /// Whether a solution is always kept with it.
    pub fn has_solution(self) -> bool {
        matches!(self, Verdict::Given | Verdict::Unique | Verdict::Solved)
    }

    pub fn word(self) -> &'static str {
        match self {
            Verdict::Unsolved => "unsolved",
            Verdict::Given => "given",
            Verdict::Unique => "unique",
            Verdict::Solved => "solved",
            Verdict::Several => "several",
            Verdict::Impossible => "impossible",
            Verdict::Unknown => "unknown",
        }
    }

    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.word() == word)
    }

    /// The verdict of a number in a file; what a newer program wrote counts as unsolved.
    pub fn of_number(number: i64) -> Self {
        let numbered = |verdict: &Verdict| *verdict as i64 == number;
        Self::ALL.into_iter().find(numbered).unwrap_or_default()
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// Where puzzles came from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// `harvest`, `replay`, `import` …
    pub kind: String,
    /// A profile and its window, or a file.
    pub place: String,
    /// ms since 1970.
    pub begun: i64,
}

impl Source {
    /// A source that begins now.
    pub fn now(kind: &str, place: impl Into<String>) -> Self {
        Self {
            kind: kind.into(),
            place: place.into(),
            begun: now(),
        }
    }
}

/// ms since 1970.
pub fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |time| time.as_millis() as i64)
}

/// What is known of a puzzle besides its content.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Facts {
    /// At most 2^63 - 1.
    pub seed: Option<u64>,
    /// When it was read off the screen, ms since 1970.
    pub at: Option<i64>,
    /// Of that reading, 0 to 1.
    pub confidence: Option<f64>,
    pub effort: Effort,
}

/// What a search took, as far as it tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    pub nodes: Option<u64>,
    pub nanos: Option<u64>,
    /// How hard it is for a person: an index into the game's names for it.
    pub grade: Option<u8>,
}

/// What is known about a puzzle's solutions, packed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer<'a> {
    pub verdict: Verdict,
    pub solution: Option<&'a [u8]>,
    /// Another solution, and at least how many there are.
    pub second: Option<(&'a [u8], u64)>,
}

impl<'a> Answer<'a> {
    /// Of a verdict and packed solutions that may be empty because there are none.
    pub fn new(verdict: Verdict, solution: &'a [u8], second: &'a [u8], at_least: u64) -> Self {
        let is_there = !solution.is_empty() || verdict.has_solution();
        Self {
            verdict,
            solution: is_there.then_some(solution),
            second: (!second.is_empty()).then_some((second, at_least)),
        }
    }
}

/// A record of the corpus, borrowed from where it was read.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    pub id: i64,
    /// The number of its [`Source`] in this corpus.
    pub source: i64,
    pub facts: Facts,
    /// The puzzle as it starts, packed by its game.
    pub puzzle: &'a [u8],
    pub answer: Answer<'a>,
}

/// Puzzles that are to be stored, packed one behind the other.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    bytes: Vec<u8>,
    drafts: Vec<Draft>,
}

#[derive(Clone, Debug)]
struct Draft {
    facts: Facts,
    verdict: Verdict,
    at_least: u64,
    /// Where its three parts end in the bytes; the first begins where the one before ended.
    ends: [u32; 3],
}

impl Batch {
    pub fn len(&self) -> usize {
        self.drafts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.drafts.is_empty()
    }

    pub fn clear(&mut self) {
        self.bytes.clear();
        self.drafts.clear();
    }

    pub fn push(&mut self, facts: Facts, puzzle: &[u8], answer: &Answer) {
        self.bytes.extend_from_slice(puzzle);
        let puzzle_end = self.bytes.len();
        self.bytes
            .extend_from_slice(answer.solution.unwrap_or_default());
        let solution_end = self.bytes.len();
        let (second, at_least) = answer.second.unwrap_or_default();
        self.bytes.extend_from_slice(second);
        let ends = [puzzle_end, solution_end, self.bytes.len()];
        self.drafts.push(Draft {
            facts,
            verdict: answer.verdict,
            at_least,
            ends: ends.map(|end| u32::try_from(end).expect("a batch is smaller than 4 GB")),
        });
    }

    /// Moves all of another batch to the end of this one.
    pub fn append(&mut self, other: Batch) {
        if self.is_empty() {
            *self = other;
            return;
        }
        let shift = u32::try_from(self.bytes.len()).expect("a batch is smaller than 4 GB");
        self.bytes.extend_from_slice(&other.bytes);
        self.drafts.extend(other.drafts.into_iter().map(|draft| {
            let ends = draft.ends.map(|end| end + shift);
            Draft { ends, ..draft }
        }));
    }

    /// Bytes of all its puzzles and solutions.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    pub fn facts(&self, index: usize) -> &Facts {
        &self.drafts[index].facts
    }

    pub fn puzzle(&self, index: usize) -> &[u8] {
        &self.bytes[self.range(index, 0)]
    }

    pub fn answer(&self, index: usize) -> Answer<'_> {
        let draft = &self.drafts[index];
        let solution = &self.bytes[self.range(index, 1)];
        let second = &self.bytes[self.range(index, 2)];
        Answer::new(draft.verdict, solution, second, draft.at_least)
    }

    fn range(&self, index: usize, part: usize) -> Range<usize> {
        let end = |index: usize, part: usize| self.drafts[index].ends[part] as usize;
        let begin = match (index, part) {
            (0, 0) => 0,
            (_, 0) => end(index - 1, 2),
            _ => end(index, part - 1),
        };
        begin..end(index, part)
    }
}
