//! Cars in a jam: each is straight and of two cells or more, which tells what their pictures leave open.

use super::parts::Piece;
use crate::games::sliding::puzzle::Puzzle;

/// The lengths of cars, where an example shows no others, in cells; chosen: cars and lorries.
const USUAL: [usize; 2] = [2, 3];

/// Of a car's cell so much has the colours of another cell of it, and of another car's less, shares. Chosen: windows and
/// the ground are the same on all.
const SAME: f32 = 0.85;
const OTHER: f32 = 0.7;

/// Ends of cars that have so large a share of their colours at the same places are the same, such as the cabs of lorries.
/// Chosen: a lorry's load, of another colour, may lie over a third of that cell.
const ALIKE: f32 = 0.6;

/// Cells of one car that is of one colour have so large a share of their colours at the same places, and those of two cars
/// no more than so much. Chosen: whole cells of one colour are the same, or have none.
const PLAIN: f32 = 0.8;
const FOREIGN: f32 = 0.2;

/// What is to be seen on cells.
pub struct Pictures<'a> {
    /// The mark of a block with a goal, if a cell shows one.
    pub mark: &'a dyn Fn(usize) -> Option<usize>,
    /// Which share of what the first cell shows has colours of the other.
    pub shares: &'a dyn Fn([usize; 2]) -> f32,
    /// Which share of both has the same colours at the same places.
    pub alike: &'a dyn Fn([usize; 2]) -> f32,
}

/// Blocks that slide lengthwise.
pub struct Jam {
    columns: usize,
    shortest: usize,
    longest: usize,
}

impl Jam {
    /// As a board that is known tells of one with so many columns; None if its blocks go any way.
    pub fn of(known: &Puzzle, columns: usize) -> Option<Self> {
        let lengths = || known.blocks.iter().map(|block| block.cells.len());
        known.lengthwise.then(|| Self {
            columns,
            shortest: lengths().fold(USUAL[0], usize::min),
            longest: lengths().fold(USUAL[1], usize::max),
        })
    }

    /// The same pieces, but those that are too short for a car put together with what is beside them, where there is one
    /// way only, or one that has the same colours, or one on the side on which the same end of other cars goes on: windows
    /// and roofs divide cars as edges do.
    pub fn put_together(&self, pieces: Vec<Piece>, pictures: &Pictures) -> Vec<Piece> {
        let pieces = pieces.into_iter();
        let mut pieces: Vec<Piece> = pieces
            .flat_map(|piece| self.taken_apart(piece, pictures))
            .collect();
        let pair = |pieces: &[Piece]| {
            let pair = self.pair(pieces, pictures.shares);
            pair.or_else(|| self.pair_by_side(pieces, pictures.alike))
        };
        while let Some([part, whole]) = pair(&pieces) {
            let Piece { cells, marks } = std::mem::take(&mut pieces[part]);
            pieces[whole].cells.extend(cells);
            pieces[whole].cells.sort_unstable();
            pieces[whole].marks.extend(marks);
            pieces.remove(part);
        }
        pieces
    }

    /// The cars, each of one colour, that a piece which is none consists of, or that piece: of two colours that are near each
    /// other no edge may have been seen between them.
    fn taken_apart(&self, piece: Piece, pictures: &Pictures) -> Vec<Piece> {
        let alike = pictures.alike;
        if piece.cells.len() <= self.shortest || self.is_car(&piece.cells) {
            return vec![piece];
        }
        let mut cars: Vec<Vec<usize>> = Vec::new();
        for cell in &piece.cells {
            let own = cars.iter_mut().find(|car| alike([car[0], *cell]) >= PLAIN);
            match own {
                Some(car) => car.push(*cell),
                None => cars.push(vec![*cell]),
            }
        }
        let pairs = cars.iter().enumerate();
        let mut pairs = pairs.flat_map(|(at, a)| cars[at + 1..].iter().map(move |b| [a[0], b[0]]));
        if !cars.iter().all(|car| self.is_car(car)) || !pairs.all(|pair| alike(pair) <= FOREIGN) {
            return vec![piece];
        }
        let car = |cells: Vec<usize>| Piece {
            marks: cells
                .iter()
                .filter_map(|cell| (pictures.mark)(*cell))
                .collect(),
            cells,
        };
        cars.into_iter().map(car).collect()
    }

    /// A piece that is too short, and the only other one with which it may be a car.
    fn pair(&self, pieces: &[Piece], shares: &dyn Fn([usize; 2]) -> f32) -> Option<[usize; 2]> {
        let cells = |piece: usize| &pieces[piece].cells;
        let alike = |part: usize, other: usize| {
            let pairs = cells(part)
                .iter()
                .flat_map(|a| cells(other).iter().map(|b| [*a, *b]));
            pairs.map(shares).fold(0.0, f32::max)
        };
        self.short(pieces).find_map(|part| {
            let others = self.others(pieces, part);
            if let [only] = others[..] {
                return Some([part, only]);
            }
            let alike: Vec<f32> = others.iter().map(|other| alike(part, *other)).collect();
            let mut same = (0..others.len()).filter(|at| alike[*at] >= SAME);
            let only = same.next().filter(|_| same.next().is_none())?;
            let is_clear = |at: usize| at == only || alike[at] < OTHER;
            (0..others.len())
                .all(is_clear)
                .then_some([part, others[only]])
        })
    }

    /// Pieces that are too short for a car.
    fn short<'a>(&self, pieces: &'a [Piece]) -> impl Iterator<Item = usize> + use<'a> {
        let shortest = self.shortest;
        (0..pieces.len()).filter(move |piece| pieces[*piece].cells.len() < shortest)
    }

    /// Those with which a piece may be a car.
    fn others(&self, pieces: &[Piece], part: usize) -> Vec<usize> {
        let cells = |piece: usize| &pieces[piece].cells[..];
        let may_be =
            |other: &usize| *other != part && self.is_car(&[cells(part), cells(*other)].concat());
        (0..pieces.len()).filter(may_be).collect()
    }

    /// A cell by itself, and the piece on that side of it on which all ends of cars go on that look as it does.
    fn pair_by_side(
        &self,
        pieces: &[Piece],
        alike: &dyn Fn([usize; 2]) -> f32,
    ) -> Option<[usize; 2]> {
        let cars = pieces.iter().filter(|piece| self.is_car(&piece.cells));
        let ends = cars.filter_map(|Piece { cells, .. }| {
            // A car of one cell has no side on which it goes on.
            let [first, second, ..] = cells[..] else {
                return None;
            };
            let (last, step) = (cells[cells.len() - 1], (second - first) as isize);
            Some([(first, step), (last, -step)])
        });
        let ends: Vec<(usize, isize)> = ends.flatten().collect();
        self.short(pieces).find_map(|part| {
            let [cell] = pieces[part].cells[..] else {
                return None;
            };
            let same = ends.iter().filter(|(end, _)| alike([cell, *end]) >= ALIKE);
            let mut sides = same.map(|(_, step)| *step);
            let side = sides.next()?;
            let beside = cell
                .checked_add_signed(side)
                .filter(|_| sides.all(|other| other == side))?;
            let mut others = self.others(pieces, part).into_iter();
            let whole = others.find(|other| pieces[*other].cells.contains(&beside))?;
            Some([part, whole])
        })
    }

    /// Whether cells, in any order, are a straight row that is neither too short nor too long.
    fn is_car(&self, cells: &[usize]) -> bool {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        let is_row = |step: usize| cells.windows(2).all(|pair| pair[1] - pair[0] == step);
        let is_level = cells[0] / self.columns == cells[cells.len() - 1] / self.columns;
        let is_straight = if is_level {
            is_row(1)
        } else {
            is_row(self.columns)
        };
        is_straight && (self.shortest..=self.longest).contains(&cells.len())
    }

    /// The board on which the car with the goal has got out, if it alone is gone since it was the `known` one, and nothing
    /// lies on its way to its goal: many games drive it off the board before anybody has seen it there.
    pub fn got_out(&self, known: &Puzzle, now: &Puzzle) -> Option<Puzzle> {
        let wanted = |at: &usize| known.blocks[*at].goal.is_some();
        let mut cars = (0..known.blocks.len()).filter(wanted);
        let car = cars.next().filter(|_| cars.next().is_none())?;
        let others = (0..known.blocks.len()).filter(|at| *at != car);
        let mut others: Vec<&[usize]> = others.map(|at| &known.blocks[at].cells[..]).collect();
        let mut seen: Vec<&[usize]> = now.blocks.iter().map(|block| &block.cells[..]).collect();
        others.sort_unstable();
        seen.sort_unstable();
        let goal = known.blocks[car].goal.clone()?;
        let way = self.way(&known.blocks[car].cells, &goal)?;
        let is_free = seen
            .iter()
            .flat_map(|cells| *cells)
            .all(|cell| !way.contains(cell));
        (others == seen && is_free).then(|| {
            let mut solved = known.clone();
            solved.blocks[car].cells = goal;
            solved
        })
    }

    /// All cells of the row or column from these to those, both included.
    fn way(&self, from: &[usize], to: &[usize]) -> Option<Vec<usize>> {
        let ends = || from.iter().chain(to).copied();
        let (first, last) = (ends().min()?, ends().max()?);
        let is_level = first / self.columns == last / self.columns;
        let way = (first..=last).step_by(if is_level { 1 } else { self.columns });
        let way: Vec<usize> = way.collect();
        ends().all(|cell| way.contains(&cell)).then_some(way)
    }

    /// # Errors
    /// Which block is no car.
    pub fn check(&self, puzzle: &Puzzle) -> Result<(), String> {
        let mut blocks = puzzle.blocks.iter();
        let Some(strange) = blocks.find(|block| !self.is_car(&block.cells)) else {
            return Ok(());
        };
        let (column, row) = puzzle.position(strange.cells[0]);
        Err(format!(
            "what is at ({column}, {row}) is no straight row of {} to {} cells, as what slides lengthwise is",
            self.shortest, self.longest
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jam() -> Jam {
        let known = Puzzle::parse(
            "lengthwise\nstart\nAA.B\n...B\n...B\n....\ngoal\n..AA\n....\n....\n....\n",
        );
        Jam::of(&known.expect("a puzzle"), 4).expect("a jam")
    }

    fn pieces(cells: &[&[usize]]) -> Vec<Piece> {
        let piece = |cells: &&[usize]| Piece {
            cells: cells.to_vec(),
            ..Piece::default()
        };
        cells.iter().map(piece).collect()
    }

    fn cells(pieces: &[Piece]) -> Vec<Vec<usize>> {
        pieces.iter().map(|piece| piece.cells.clone()).collect()
    }

    fn by_colours<'a>(shares: &'a dyn Fn([usize; 2]) -> f32) -> Pictures<'a> {
        Pictures {
            mark: &|_| None,
            shares,
            alike: &|_| 0.0,
        }
    }

    #[test]
    fn what_is_no_car_may_be_two_of_one_colour_each() {
        let jam = jam();
        let both = || pieces(&[&[0, 1, 4, 5, 8]]);
        let column = |cell: usize| cell % 4;
        let by_columns = |[a, b]: [usize; 2]| if column(a) == column(b) { 1.0 } else { 0.0 };
        let pictures = |alike| Pictures {
            mark: &|_| None,
            shares: &|_| 0.0,
            alike,
        };
        let cars = jam.put_together(both(), &pictures(&by_columns));
        assert_eq!(cells(&cars), [vec![0, 4, 8], vec![1, 5]]);
        // The mark of a goal is that of the car which shows it.
        let marked = Pictures {
            mark: &|cell| (cell == 5).then_some(0),
            ..pictures(&by_columns)
        };
        let cars = jam.put_together(both(), &marked);
        let marks: Vec<usize> = cars.iter().map(|car| car.marks.len()).collect();
        assert_eq!(
            (cells(&cars), marks),
            (vec![vec![0, 4, 8], vec![1, 5]], vec![0, 1])
        );
        // Not where colours are nearly the same, or each cell has its own.
        let nearly = |[a, b]: [usize; 2]| if column(a) == column(b) { 1.0 } else { 0.5 };
        assert_eq!(jam.put_together(both(), &pictures(&nearly)).len(), 1);
        assert_eq!(jam.put_together(both(), &pictures(&|_| 0.0)).len(), 1);
    }

    #[test]
    fn a_cab_goes_on_where_the_same_cabs_of_other_lorries_do() {
        let jam = jam();
        // A cab at the end of the first row has a load at its left, and a car below it. So has one in the last row, with
        // nothing below.
        let cabs = [3, 14];
        let lorries = || pieces(&[&[1, 2], &[3], &[7, 11], &[12, 13], &[14]]);
        let alike = |pair: [usize; 2]| match pair.iter().all(|cell| cabs.contains(cell)) {
            true => 0.7,
            false => 0.4,
        };
        let pictures = |alike| Pictures {
            mark: &|_| None,
            shares: &|_| 0.0,
            alike,
        };
        let both = jam.put_together(lorries(), &pictures(&alike));
        assert_eq!(cells(&both), [vec![1, 2, 3], vec![7, 11], vec![12, 13, 14]]);
        // Not where all ends look the same, or none.
        assert_eq!(jam.put_together(lorries(), &pictures(&|_| 0.7)).len(), 4);
        assert_eq!(jam.put_together(lorries(), &pictures(&|_| 0.4)).len(), 4);
    }

    #[test]
    fn halves_of_a_car_are_one_where_there_is_one_way_only() {
        let jam = jam();
        let halves = jam.put_together(pieces(&[&[0], &[4], &[3, 7]]), &by_colours(&|_| 0.0));
        assert_eq!(cells(&halves), [vec![0, 4], vec![3, 7]]);
        // A row that ends at the side of the board does not go on in the next.
        assert_eq!(
            jam.put_together(pieces(&[&[3], &[4]]), &by_colours(&|_| 1.0))
                .len(),
            2
        );
    }

    #[test]
    fn of_two_ways_colours_tell_which_is_a_car() {
        let two_ways = || pieces(&[&[0], &[4], &[1], &[5]]);
        let jam = jam();
        let is_below = |[a, b]: [usize; 2]| a % 4 == b % 4;
        let below = |pair: [usize; 2]| if is_below(pair) { 0.9 } else { 0.5 };
        let both = jam.put_together(two_ways(), &by_colours(&below));
        assert_eq!(cells(&both), [vec![0, 4], vec![1, 5]]);
        // Not if all have the same, or nearly.
        assert_eq!(jam.put_together(two_ways(), &by_colours(&|_| 0.9)).len(), 4);
        let nearly = |pair: [usize; 2]| if is_below(pair) { 0.9 } else { 0.8 };
        assert_eq!(jam.put_together(two_ways(), &by_colours(&nearly)).len(), 4);
    }

    #[test]
    fn a_car_that_alone_is_gone_has_got_out_if_its_way_is_free() {
        let board = |rows: &str| {
            let text = format!("lengthwise\nstart\n{rows}goal\n..AA\n....\n....\n....\n");
            Puzzle::parse(&text).expect("a puzzle")
        };
        let left = |rows: &str| {
            let mut puzzle = board(rows);
            puzzle.blocks.retain(|block| block.goal.is_none());
            puzzle
        };
        let known = board("AA..\n...B\n...B\nCC..\n");
        let out = jam().got_out(&known, &left("AA..\n...B\n...B\nCC..\n"));
        assert!(out.is_some_and(|out| out.is_solved()));
        // Not where another one has moved, or is in its way.
        let moved = left("AA..\n...B\n...B\n.CC.\n");
        assert_eq!(jam().got_out(&known, &moved), None);
        let blocked = board("AA.B\n...B\n...B\n....\n");
        assert_eq!(
            jam().got_out(&blocked, &left("AA.B\n...B\n...B\n....\n")),
            None
        );
    }

    #[test]
    fn what_is_no_straight_row_is_no_car() {
        let board = |rows: &str| {
            let text = format!("start\n{rows}goal\n..AA\n....\n....\n....\n");
            Puzzle::parse(&text).expect("a puzzle")
        };
        assert_eq!(jam().check(&board("AA.B\n...B\n...B\n....\n")), Ok(()));
        for strange in [
            "AA.B\n..BB\n....\n....\n",
            "AA.B\n...B\n...B\n...B\n",
            "AA..\n...B\n....\n....\n",
        ] {
            assert!(jam().check(&board(strange)).is_err(), "{strange}");
        }
    }
}
