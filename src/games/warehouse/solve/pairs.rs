//! Two boxes alone on the board: how many pushes more they need than each by itself.
//!
//! Whatever goals `g` and `h` two boxes go to in the end, the pair needs some number of pushes, and
//! each box alone needs at least its own distance. The least difference over all `g` and `h` may be
//! added to any assignment of boxes to goals, once for each pair of a set in which no box occurs
//! twice. (Linear conflicts, A. Junghanns and J. Schaeffer, *Sokoban: enhancing general single-agent
//! search methods using domain knowledge*, 2001, and two-box deadlocks are special cases.)
//! The same, from the starts instead of to the goals, serves the search from the other end.

use super::board::{Board, Cell, opposite};
use super::reach::Reach;
use super::single::{Single, Spot};

/// Two boxes that cannot be part of a solution together.
pub const DEAD: u8 = u8::MAX;

/// Floor cells of the largest board with these tables, which take half the cube of it, in bytes, and
/// five times that while they are made.
const LARGEST: usize = 300;

/// The surplus of each pair of box cells and robot cell.
#[derive(Clone, Debug)]
pub struct Pairs {
    floor: usize,
    /// By [`place`] and robot cell.
    surplus: Vec<u8>,
}

/// The first place of a pair of different cells in a triangular table of robot cells.
#[inline(always)]
fn place(floor: usize, a: Cell, b: Cell) -> usize {
    let (low, high) = if a < b {
        (a as usize, b as usize)
    } else {
        (b as usize, a as usize)
    };
    (high * (high - 1) / 2 + low) * floor
}

impl Pairs {
    /// The surplus of two boxes while the robot is on another cell; [`DEAD`] if they cannot be part
    /// of a solution.
    #[inline(always)]
    pub fn surplus(&self, a: Cell, b: Cell, robot: Cell) -> u8 {
        if self.surplus.is_empty() {
            return 0;
        }
        self.surplus[place(self.floor, a, b) + robot as usize]
    }

    /// The surplus on the way to the goals, and from the starts; no surplus at all on boards where
    /// the tables would be too large.
    pub fn new(board: &Board, single: &Single) -> [Pairs; 2] {
        let floor = board.cells.len();
        if floor > LARGEST || board.boxes.len() < 2 {
            return [(); 2].map(|()| Pairs {
                floor,
                surplus: Vec::new(),
            });
        }
        let graph = Graph::new(board, single);
        [
            graph.to_goals(board, single),
            graph.starts_reach(board, single),
        ]
    }
}

/// A state: which two cells, and the part of the floor that the robot is in.
struct State {
    low: Cell,
    high: Cell,
    robot: Cell,
}

/// All states of two boxes on live cells, and the pushes between them. In a *labelled* state,
/// `2 * state + 1` is the one whose first box is on the higher cell.
struct Graph {
    floor: usize,
    states: Vec<State>,
    /// By [`place`] and robot cell.
    number: Vec<u32>,
    forth: Edges,
    back: Edges,
}

/// Labelled states by unlabelled ones: `to ^ label` is where `2 * from + label` leads to.
struct Edges {
    first: Vec<u32>,
    to: Vec<u32>,
}

/// No state: the boxes and the robot cannot be there together.
const NONE: u32 = u32::MAX;

/// The pushes to a state that was not reached.
const UNSEEN: u16 = u16::MAX;

impl Graph {
    fn new(board: &Board, single: &Single) -> Graph {
        let floor = board.cells.len();
        let mut graph = Graph {
            floor,
            states: Vec::new(),
            number: vec![NONE; floor * (floor.max(1) - 1) / 2 * floor],
            forth: Edges::new(0, &[]),
            back: Edges::new(0, &[]),
        };
        graph.number_states(board, single);
        let mut edges = Vec::new();
        for (from, state) in graph.states.iter().enumerate() {
            for (at, other) in [(state.low, state.high), (state.high, state.low)] {
                for direction in 0..4 {
                    if let Some(to) = graph.push(board, state, (at, other), direction) {
                        // The label changes if the boxes change their order.
                        let was_first = at < other;
                        let is_first = graph.states[to as usize].low != other;
                        edges.push((from as u32, 2 * to + u32::from(was_first != is_first)));
                    }
                }
            }
        }
        graph.forth = Edges::new(graph.states.len(), &edges);
        for edge in &mut edges {
            *edge = (edge.1 / 2, 2 * edge.0 + edge.1 % 2);
        }
        graph.back = Edges::new(graph.states.len(), &edges);
        graph
    }

    fn number_states(&mut self, board: &Board, single: &Single) {
        let mut reach = Reach::new(board);
        let mut blocked = vec![false; board.len()];
        blocked[self.floor] = true;
        let live: Vec<Cell> = (0..board.wall())
            .filter(|&c| single.live[c as usize])
            .collect();
        for (index, &high) in live.iter().enumerate() {
            blocked[high as usize] = true;
            for &low in &live[..index] {
                blocked[low as usize] = true;
                let place = place(self.floor, low, high);
                for robot in 0..board.wall() {
                    if blocked[robot as usize] || self.number[place + robot as usize] != NONE {
                        continue;
                    }
                    reach.fill(board, robot, &blocked);
                    for &cell in reach.cells() {
                        self.number[place + cell as usize] = self.states.len() as u32;
                    }
                    self.states.push(State { low, high, robot });
                }
                blocked[low as usize] = false;
            }
            blocked[high as usize] = false;
        }
    }

    /// The state after a push.
    fn push(
        &self,
        board: &Board,
        state: &State,
        (at, other): (Cell, Cell),
        direction: usize,
    ) -> Option<u32> {
        let behind = board.next(at, opposite(direction));
        let to = board.next(at, direction);
        if [behind, to]
            .iter()
            .any(|&c| c == board.wall() || c == other)
        {
            return None;
        }
        let here = place(self.floor, at, other);
        if self.number[here + behind as usize] != self.number[here + state.robot as usize] {
            return None;
        }
        let number = self.number[place(self.floor, to, other) + at as usize];
        (number != NONE).then_some(number)
    }

    fn to_goals(&self, board: &Board, single: &Single) -> Pairs {
        let mut least = vec![UNSEEN; self.states.len()];
        let spots = self.spots(single);
        for (g, &goal) in board.goals.iter().enumerate() {
            for (h, &other) in board.goals[..g].iter().enumerate() {
                let ends = self.all_with(goal, other);
                let distance = breadth_first(ends, &self.back, 2 * self.states.len());
                let alone = |spot: Spot, goal: usize| single.to_goals(spot)[goal];
                self.gather(&mut least, &distance, &spots, |first, second| {
                    alone(first, g) + alone(second, h)
                });
            }
        }
        self.table(&least)
    }

    fn starts_reach(&self, board: &Board, single: &Single) -> Pairs {
        let mut least = vec![UNSEEN; self.states.len()];
        let spots = self.spots(single);
        for (s, &start) in board.boxes.iter().enumerate() {
            for (t, &other) in board.boxes[..s].iter().enumerate() {
                let here = self
                    .number
                    .get(place(self.floor, start, other) + board.robot as usize);
                let Some(&here) = here.filter(|&&number| number != NONE) else {
                    continue;
                };
                let first = 2 * here + u32::from(start > other);
                let distance = breadth_first(vec![first], &self.forth, 2 * self.states.len());
                let alone = |spot: Spot, start: usize| single.starts_reach(spot)[start];
                self.gather(&mut least, &distance, &spots, |first, second| {
                    alone(first, s) + alone(second, t)
                });
            }
        }
        self.table(&least)
    }

    /// The spots of the low and the high box of each state.
    fn spots(&self, single: &Single) -> Vec<[Spot; 2]> {
        let spots = |s: &State| [single.spot(s.low, s.robot), single.spot(s.high, s.robot)];
        self.states.iter().map(spots).collect()
    }

    /// The labelled states with the first box on one cell and the second on the other.
    fn all_with(&self, first: Cell, second: Cell) -> Vec<u32> {
        let here = place(self.floor, first, second);
        let mut states = self.number[here..here + self.floor].to_vec();
        states.sort_unstable();
        states.dedup();
        states.retain(|&number| number != NONE);
        let label = u32::from(first > second);
        states.iter().map(|number| 2 * number + label).collect()
    }

    /// Lowers `least` to what these distances are above those of each box alone.
    fn gather(
        &self,
        least: &mut [u16],
        distance: &[u16],
        spots: &[[Spot; 2]],
        alone: impl Fn(Spot, Spot) -> u16,
    ) {
        for ((least, both), &[low, high]) in
            least.iter_mut().zip(distance.chunks_exact(2)).zip(spots)
        {
            for (&together, (first, second)) in both.iter().zip([(low, high), (high, low)]) {
                if together != UNSEEN && *least > 0 {
                    *least = (*least).min(together - alone(first, second));
                }
            }
        }
    }

    fn table(&self, least: &[u16]) -> Pairs {
        let surplus = |&number: &u32| match least.get(number as usize) {
            None | Some(&UNSEEN) => DEAD,
            Some(&surplus) => surplus.min(u16::from(DEAD) - 1) as u8,
        };
        Pairs {
            floor: self.floor,
            surplus: self.number.iter().map(surplus).collect(),
        }
    }
}

impl Edges {
    fn new(states: usize, edges: &[(u32, u32)]) -> Edges {
        let mut first = vec![0; states + 1];
        for &(from, _) in edges {
            first[from as usize + 1] += 1;
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut at = first.clone();
        let mut to = vec![0; edges.len()];
        for &(from, labelled) in edges {
            to[at[from as usize] as usize] = labelled;
            at[from as usize] += 1;
        }
        Edges { first, to }
    }

    fn of(&self, labelled: u32) -> impl Iterator<Item = u32> + '_ {
        let from = labelled as usize / 2;
        let range = self.first[from] as usize..self.first[from + 1] as usize;
        self.to[range].iter().map(move |to| to ^ (labelled & 1))
    }
}

fn breadth_first(mut queue: Vec<u32>, edges: &Edges, states: usize) -> Vec<u16> {
    let mut distance = vec![UNSEEN; states];
    for &state in &queue {
        distance[state as usize] = 0;
    }
    let mut done = 0;
    while let Some(&state) = queue.get(done) {
        done += 1;
        for to in edges.of(state) {
            if distance[to as usize] == UNSEEN {
                distance[to as usize] = distance[state as usize] + 1;
                queue.push(to);
            }
        }
    }
    distance
}
