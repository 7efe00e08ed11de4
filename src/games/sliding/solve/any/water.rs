//! Measures a plan: how far each set-up of the large blocks is from a goal, where a step costs more if the small blocks
//! could not flow from before the block to behind it.

use super::board::Board;
use super::kind::{Place, Step};
use super::meter::Meter;
use super::plan::{Flood, Large};
use crate::base::Limit;

/// No way is known.
const FAR: u16 = u16::MAX;

/// Steps that a step counts for where nothing can flow around the block. Chosen: more than a detour takes that another
/// block makes for it.
const DAM: u16 = 17;

/// Set-ups between two looks at the clock: about a millisecond.
const PER_LOOK: u32 = 1 << 10;

/// What lies on a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    /// Small blocks, or nothing.
    Water,
    /// A large block.
    Large,
    /// What the block that moves leaves behind.
    Left,
}

/// Dijkstra's search, backwards from the goals.
pub struct Water<'a> {
    board: &'a Board,
    large: &'a Large,
    is_wet: &'a [bool],
    /// For each cell the other three of each square of four cells that it is in.
    squares: Vec<Vec<[u16; 3]>>,
    /// For each large block the cells that it encloses, as seen from its first: what is in there is carried along.
    inside: Vec<Vec<i32>>,
    on: Vec<On>,
    flood: Flood,
    distances: Vec<u16>,
    /// Set-ups to look at, by their distances.
    buckets: Vec<Vec<u32>>,
}

impl<'a> Water<'a> {
    pub fn new(board: &'a Board, large: &'a Large, is_wet: &'a [bool]) -> Self {
        let inside = large.blocks.iter().map(|&block| inside(board, block));
        Self {
            board,
            large,
            is_wet,
            squares: (0..board.cells).map(|cell| squares(board, cell)).collect(),
            inside: inside.collect(),
            on: vec![On::Water; board.cells],
            flood: Flood::new(board),
            distances: vec![FAR; large.count],
            buckets: vec![Vec::new()],
        }
    }

    /// By the number of the set-up.
    ///
    /// # Errors
    /// `Limit::Time`.
    pub fn distances(mut self, meter: &Meter) -> Result<Vec<u16>, Limit> {
        self.reach_goals(0, 0);
        let (mut at, mut passed) = (0, 0);
        while at < self.buckets.len() {
            while let Some(number) = self.buckets[at].pop() {
                passed += 1;
                if passed % PER_LOOK == 0 {
                    meter.look()?;
                }
                if usize::from(self.distances[number as usize]) == at {
                    self.pass(number as usize, at as u16);
                }
            }
            at += 1;
        }
        Ok(self.distances)
    }

    /// All set-ups with the blocks that have goals there.
    fn reach_goals(&mut self, index: usize, number: usize) {
        let Some(&block) = self.large.blocks.get(index) else {
            self.reach(number, 0);
            return;
        };
        let kind = self.board.kind(block);
        let places = match kind.goal {
            Some(goal) => goal..goal + 1,
            None => 0..kind.places.len() as u16,
        };
        for place in places {
            let mut covers = kind.places[usize::from(place)].covers.iter();
            if covers.all(|&cell| self.on[usize::from(cell)] == On::Water) {
                self.put(index, place, On::Large);
                self.reach_goals(index + 1, self.large.moved(number, index, 0, place));
                self.put(index, place, On::Water);
            }
        }
    }

    fn put(&mut self, index: usize, place: u16, on: On) {
        for &cell in &self.board.place(self.large.blocks[index], place).covers {
            self.on[usize::from(cell)] = on;
        }
    }

    fn reach(&mut self, number: usize, distance: u16) {
        if distance < self.distances[number] {
            self.distances[number] = distance;
            if self.buckets.len() <= distance.into() {
                self.buckets.resize(usize::from(distance) + 1, Vec::new());
            }
            self.buckets[usize::from(distance)].push(number as u32);
        }
    }

    /// Looks at the set-ups one step away.
    fn pass(&mut self, number: usize, distance: u16) {
        let (board, large) = (self.board, self.large);
        let blocks = large.blocks.iter().zip(&large.strides);
        let places =
            blocks.map(|(&block, stride)| number / stride % board.kind(block).places.len());
        let places: Vec<u16> = places.map(|place| place as u16).collect();
        for (index, &place) in places.iter().enumerate() {
            self.put(index, place, On::Large);
        }
        for (index, &from) in places.iter().enumerate() {
            let here = board.place(large.blocks[index], from);
            for step in &here.steps {
                let next = large.moved(number, index, from, step.to);
                let is_free = |&cell: &u16| self.on[usize::from(cell)] == On::Water;
                let is_nearer = self.distances[next] > distance + 1;
                if is_nearer && step.enters.iter().all(is_free) {
                    let flows = self.flows(index, here, step);
                    self.reach(next, distance + if flows { 1 } else { DAM });
                }
            }
        }
        for (index, &place) in places.iter().enumerate() {
            self.put(index, place, On::Water);
        }
    }

    /// Whether what is on the cells entered can flow to those left, on a way that is two cells wide.
    fn flows(&mut self, index: usize, here: &Place, step: &Step) -> bool {
        let there = self.board.place(self.large.blocks[index], step.to);
        let first = i32::from(there.covers[0]);
        let is_inside = |cell: u16| self.inside[index].contains(&(i32::from(cell) - first));
        let left = here.covers.iter().copied().filter(|&cell| {
            self.is_wet[usize::from(cell)] && !there.covers.contains(&cell) && !is_inside(cell)
        });
        let left: Vec<u16> = left.collect();
        left.iter()
            .for_each(|&cell| self.on[usize::from(cell)] = On::Left);
        self.fill(&step.enters);
        left.iter()
            .for_each(|&cell| self.on[usize::from(cell)] = On::Large);
        left.iter().all(|&cell| self.flood.has(cell))
    }

    /// Finds all cells to which it flows.
    fn fill(&mut self, enters: &[u16]) {
        self.flood.start();
        for &cell in enters
            .iter()
            .filter(|&&cell| self.is_wet[usize::from(cell)])
        {
            self.flood.enter(cell);
        }
        let mut done = 0;
        while let Some(&cell) = self.flood.cells.get(done) {
            let beside = &self.board.beside[usize::from(cell)];
            for &next in beside
                .iter()
                .filter(|&&next| self.is_wet[usize::from(next)])
            {
                // What is left is free only after the step, what is entered only before.
                let is_way = match self.on[usize::from(next)] {
                    On::Water => self.is_wide(next, enters),
                    On::Left => !enters.contains(&cell),
                    On::Large => false,
                };
                if is_way {
                    self.flood.enter(next);
                }
            }
            done += 1;
        }
    }

    fn is_wide(&self, cell: u16, enters: &[u16]) -> bool {
        let is_open = |cell: &u16| {
            let at = usize::from(*cell);
            self.is_wet[at] && self.on[at] == On::Water && !enters.contains(cell)
        };
        let mut squares = self.squares[usize::from(cell)].iter();
        is_open(&cell) && squares.any(|square| square.iter().all(is_open))
    }
}

fn squares(board: &Board, cell: usize) -> Vec<[u16; 3]> {
    let beside = &board.beside[cell];
    let mut squares = Vec::new();
    for (i, &a) in beside.iter().enumerate() {
        for &b in &beside[..i] {
            let mut corners = board.beside[usize::from(a)].iter();
            let is_corner =
                |&&c: &&u16| usize::from(c) != cell && board.beside[usize::from(b)].contains(&c);
            squares.extend(corners.find(is_corner).map(|&corner| [a, b, corner]));
        }
    }
    squares
}

/// The cells that a block encloses, as seen from its first: those in a frame around it that the frame does not reach.
fn inside(board: &Board, block: usize) -> Vec<i32> {
    let columns = board.columns as i32;
    let covers = board
        .place(block, 0)
        .covers
        .iter()
        .map(|&cell| i32::from(cell));
    let covers: Vec<(i32, i32)> = covers
        .map(|cell| (cell % columns, cell / columns))
        .collect();
    let (first_column, first_row) = covers[0];
    let left = covers.iter().map(|cell| cell.0).min().unwrap_or(0) - 1;
    let right = covers.iter().map(|cell| cell.0).max().unwrap_or(0) + 1;
    let (top, bottom) = (first_row - 1, covers[covers.len() - 1].1 + 1);
    let is_framed = |(x, y): (i32, i32)| (left..=right).contains(&x) && (top..=bottom).contains(&y);
    let mut outside = vec![(left, top)];
    let mut done = 0;
    while let Some(&(x, y)) = outside.get(done) {
        for next in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
            if is_framed(next) && !covers.contains(&next) && !outside.contains(&next) {
                outside.push(next);
            }
        }
        done += 1;
    }
    let framed = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
    let enclosed = framed.filter(|cell| !covers.contains(cell) && !outside.contains(cell));
    enclosed
        .map(|(x, y)| (y - first_row) * columns + x - first_column)
        .collect()
}
