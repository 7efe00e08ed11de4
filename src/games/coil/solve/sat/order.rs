//! Which variable to decide next.
//!
//! Variables have ranks; those of the lowest rank come first. Within a rank it is the most active one
//! (VSIDS as in MiniSat: binary heaps on activities that grow with every conflict a variable takes
//! part in).

/// Activities above this are all scaled down.
const TOO_LARGE: f64 = 1e100;
/// How much of its worth an old conflict keeps when a new one comes.
const DECAY: f64 = 0.95;
const ABSENT: u32 = u32::MAX;
/// The rank of variables that need no decision, because the others imply them.
pub const NEVER: u32 = u32::MAX;

pub struct Order {
    activity: Vec<f64>,
    /// The worth of the next conflict.
    bump: f64,
    ranks: Vec<u32>,
    /// By rank.
    heaps: Vec<Vec<u32>>,
    /// Where each variable is in its heap.
    place: Vec<u32>,
    /// All heaps before this one are empty.
    lowest: usize,
}

impl Order {
    /// All variables wait to be decided.
    pub fn new(ranks: Vec<u32>) -> Self {
        let mut order = Self {
            activity: vec![0.0; ranks.len()],
            bump: 1.0,
            heaps: vec![
                Vec::new();
                ranks
                    .iter()
                    .filter(|&&rank| rank != NEVER)
                    .max()
                    .map_or(0, |&top| top as usize + 1)
            ],
            place: vec![ABSENT; ranks.len()],
            ranks,
            lowest: 0,
        };
        for var in 0..order.ranks.len() {
            order.insert(var);
        }
        order
    }

    pub fn rank(&self, var: usize) -> u32 {
        self.ranks[var]
    }

    pub fn bump(&mut self, var: usize) {
        self.activity[var] += self.bump;
        if self.activity[var] > TOO_LARGE {
            self.rescale();
        }
        if self.place[var] != ABSENT {
            self.sift_up(self.place[var] as usize, var as u32);
        }
    }

    fn rescale(&mut self) {
        for value in &mut self.activity {
            *value /= TOO_LARGE;
        }
        self.bump /= TOO_LARGE;
    }

    pub fn decay(&mut self) {
        self.bump /= DECAY;
    }

    pub fn insert(&mut self, var: usize) {
        if self.place[var] == ABSENT && self.ranks[var] != NEVER {
            let rank = self.ranks[var] as usize;
            self.lowest = self.lowest.min(rank);
            let heap = &mut self.heaps[rank];
            heap.push(var as u32);
            let at = heap.len() - 1;
            self.sift_up(at, var as u32);
        }
    }

    /// The variable to decide next.
    pub fn peek(&mut self) -> Option<usize> {
        while self.heaps.get(self.lowest)?.is_empty() {
            self.lowest += 1;
        }
        Some(self.heaps[self.lowest][0] as usize)
    }

    /// Takes out what [`Self::peek`] shows.
    pub fn pop(&mut self) -> Option<usize> {
        let top = self.peek()?;
        let heap = &mut self.heaps[self.lowest];
        self.place[top] = ABSENT;
        let last = heap.pop()?;
        if last as usize != top {
            self.sift_down(last);
        }
        Some(top)
    }

    fn sift_up(&mut self, mut at: usize, var: u32) {
        let heap = &mut self.heaps[self.ranks[var as usize] as usize];
        let activity = self.activity[var as usize];
        while at > 0 {
            let parent = heap[(at - 1) / 2];
            if self.activity[parent as usize] >= activity {
                break;
            }
            heap[at] = parent;
            self.place[parent as usize] = at as u32;
            at = (at - 1) / 2;
        }
        heap[at] = var;
        self.place[var as usize] = at as u32;
    }

    /// Puts a variable in the place of the topmost one.
    fn sift_down(&mut self, var: u32) {
        let heap = &mut self.heaps[self.ranks[var as usize] as usize];
        let worth = |var: u32| self.activity[var as usize];
        let mut at = 0;
        loop {
            let mut child = 2 * at + 1;
            if child + 1 < heap.len() && worth(heap[child + 1]) > worth(heap[child]) {
                child += 1;
            }
            if child >= heap.len() || worth(heap[child]) <= worth(var) {
                break;
            }
            heap[at] = heap[child];
            self.place[heap[at] as usize] = at as u32;
            at = child;
        }
        heap[at] = var;
        self.place[var as usize] = at as u32;
    }
}
