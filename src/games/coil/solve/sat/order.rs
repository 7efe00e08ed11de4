//! Which variable to decide next: the most active one (VSIDS as in MiniSat: a binary heap on
//! activities that grow with every conflict a variable takes part in).

/// Activities above this are all scaled down.
const TOO_LARGE: f64 = 1e100;
/// How much of its worth an old conflict keeps when a new one comes.
const DECAY: f64 = 0.95;
const ABSENT: u32 = u32::MAX;

pub struct Order {
    activity: Vec<f64>,
    /// The worth of the next conflict.
    bump: f64,
    heap: Vec<u32>,
    /// Where each variable is in the heap.
    place: Vec<u32>,
}

impl Order {
    pub fn new(vars: usize) -> Self {
        Self {
            activity: vec![0.0; vars],
            bump: 1.0,
            heap: (0..vars as u32).collect(),
            place: (0..vars as u32).collect(),
        }
    }

    /// Sets all activities, such as to begin with a wanted order.
    pub fn set_activities(&mut self, activity: impl Fn(u32) -> f64) {
        for (var, value) in self.activity.iter_mut().enumerate() {
            *value = activity(var as u32);
        }
        for at in (0..self.heap.len() / 2).rev() {
            self.sift_down(at);
        }
    }

    pub fn bump(&mut self, var: usize) {
        self.activity[var] += self.bump;
        if self.activity[var] > TOO_LARGE {
            self.rescale();
        }
        if self.place[var] != ABSENT {
            self.sift_up(self.place[var] as usize);
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
        if self.place[var] == ABSENT {
            self.place[var] = self.heap.len() as u32;
            self.heap.push(var as u32);
            self.sift_up(self.heap.len() - 1);
        }
    }

    pub fn pop(&mut self) -> Option<usize> {
        let top = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.place[top as usize] = ABSENT;
        if top != last {
            self.put(0, last);
            self.sift_down(0);
        }
        Some(top as usize)
    }

    fn put(&mut self, at: usize, var: u32) {
        self.heap[at] = var;
        self.place[var as usize] = at as u32;
    }

    fn before(&self, a: u32, b: u32) -> bool {
        self.activity[a as usize] > self.activity[b as usize]
    }

    fn sift_up(&mut self, mut at: usize) {
        let var = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(var, self.heap[parent]) {
                break;
            }
            self.put(at, self.heap[parent]);
            at = parent;
        }
        self.put(at, var);
    }

    fn sift_down(&mut self, mut at: usize) {
        let var = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], var) {
                break;
            }
            self.put(at, self.heap[child]);
            at = child;
        }
        self.put(at, var);
    }
}
