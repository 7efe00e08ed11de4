//! The assignment problem: who does what, at the least total cost.
//!
//! Shortest augmenting paths with dual prices, after R. Jonker and A. Volgenant, *A shortest
//! augmenting path algorithm for dense and sparse linear assignment problems*, 1987.

/// A cost that stands for "not possible"; sums of a few thousand of them fit an `i32`.
pub const FAR: u16 = 1 << 14;

/// Rows assigned to as many columns. The prices of the columns are kept from one problem to the next,
/// which makes the next one easy if it is similar.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// Rows and columns.
    size: usize,
    price: Vec<i32>,
    column_of: Vec<u16>,
    row_of: Vec<u16>,
    total: i32,
    path: Path,
}

/// Scratch of one shortest path search.
#[derive(Clone, Debug)]
struct Path {
    length: Vec<i32>,
    /// The row from which a column was reached.
    from: Vec<u16>,
    /// Columns whose length is not final yet.
    open: Vec<u16>,
    done: Vec<u16>,
}

/// No row or column.
const NONE: u16 = u16::MAX;

impl Assignment {
    pub fn new(size: usize) -> Self {
        Self {
            size,
            price: vec![0; size],
            column_of: vec![NONE; size],
            row_of: vec![NONE; size],
            total: 0,
            path: Path {
                length: vec![0; size],
                from: vec![NONE; size],
                open: Vec::with_capacity(size),
                done: Vec::with_capacity(size),
            },
        }
    }

    /// Solves the problem whose row `i` costs `row(i)`, and returns the least total; rows that are
    /// shorter than the problem cost nothing in the other columns, and missing rows (empty ones)
    /// nothing at all. At least [`FAR`] if there is no possible assignment.
    pub fn solve<'r>(&mut self, row: impl Fn(usize) -> &'r [u16]) -> i32 {
        self.column_of.fill(NONE);
        self.row_of.fill(NONE);
        for i in 0..self.size {
            let best = cheapest(row(i), &self.price);
            if self.row_of[best] == NONE {
                self.row_of[best] = i as u16;
                self.column_of[i] = best as u16;
            }
        }
        for i in 0..self.size {
            if self.column_of[i] == NONE {
                self.augment(i, &row);
            }
        }
        self.total = (0..self.size)
            .map(|i| cost(row(i), self.column_of[i] as usize))
            .sum();
        self.total
    }

    /// The total of the last solution.
    pub fn total(&self) -> i32 {
        self.total
    }

    /// The least total if row `changed` cost `new` instead; the solution stays as it is.
    pub fn total_with<'r>(
        &mut self,
        changed: usize,
        new: &[u16],
        row: impl Fn(usize) -> &'r [u16],
    ) -> i32 {
        let column = self.column_of[changed] as usize;
        let without = self.total - cost(row(changed), column);
        self.search(new, &row, |_, to| to == column);
        without + self.path.length[column] + self.price[column]
    }

    /// Finds the shortest path from a row that costs `start` to a column where `end` holds, in costs
    /// reduced by prices; returns that column.
    #[inline(always)]
    fn search<'r>(
        &mut self,
        start: &[u16],
        row: impl Fn(usize) -> &'r [u16],
        end: impl Fn(&[u16], usize) -> bool,
    ) -> usize {
        let path = &mut self.path;
        path.open.clear();
        path.done.clear();
        for j in 0..self.size {
            path.length[j] = cost(start, j) - self.price[j];
            path.from[j] = NONE;
            path.open.push(j as u16);
        }
        loop {
            let (at, nearest) = nearest(path);
            path.open.swap_remove(at);
            if end(&self.row_of, nearest) {
                return nearest;
            }
            path.done.push(nearest as u16);
            let i = self.row_of[nearest];
            let costs = row(i as usize);
            let base = path.length[nearest] - (cost(costs, nearest) - self.price[nearest]);
            for &j in &path.open {
                let j = j as usize;
                let length = base + cost(costs, j) - self.price[j];
                if length < path.length[j] {
                    path.length[j] = length;
                    path.from[j] = i;
                }
            }
        }
    }

    /// Gives a row without a column one, and moves others if need be.
    fn augment<'r>(&mut self, start: usize, row: impl Fn(usize) -> &'r [u16]) {
        let mut column = self.search(row(start), &row, |row_of, j| row_of[j] == NONE);
        let last = self.path.length[column];
        for &j in &self.path.done {
            self.price[j as usize] += self.path.length[j as usize] - last;
        }
        loop {
            let i = match self.path.from[column] {
                NONE => start,
                i => i as usize,
            };
            self.row_of[column] = i as u16;
            let next = std::mem::replace(&mut self.column_of[i], column as u16);
            if i == start {
                return;
            }
            column = next as usize;
        }
    }
}

#[inline(always)]
fn cost(row: &[u16], column: usize) -> i32 {
    row.get(column).map_or(0, |&cost| i32::from(cost))
}

fn cheapest(row: &[u16], price: &[i32]) -> usize {
    let mut best = (i32::MAX, 0);
    for (j, &price) in price.iter().enumerate() {
        let reduced = cost(row, j) - price;
        if reduced < best.0 {
            best = (reduced, j);
        }
    }
    best.1
}

/// The open column with the least length, and where it stands in the list.
#[inline(always)]
fn nearest(path: &Path) -> (usize, usize) {
    let mut best = (i32::MAX, 0, 0);
    for (at, &j) in path.open.iter().enumerate() {
        let length = path.length[j as usize];
        if length < best.0 {
            best = (length, at, j as usize);
        }
    }
    (best.1, best.2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The least total over all permutations.
    fn by_trying(rows: &[Vec<u16>], used: &mut Vec<bool>, i: usize) -> i32 {
        if i == rows.len() {
            return 0;
        }
        let mut best = i32::MAX;
        for j in 0..used.len() {
            if !used[j] {
                used[j] = true;
                best = best.min(cost(&rows[i], j) + by_trying(rows, used, i + 1));
                used[j] = false;
            }
        }
        best
    }

    proptest! {
        #[test]
        fn it_is_the_least_total(
            size in 1usize..6,
            costs in prop::collection::vec(0u16..12, 36 * 2),
            changed in 0usize..6,
        ) {
            let mut assignment = Assignment::new(size);
            let table: Vec<Vec<u16>> = costs.chunks(6).map(|row| row[..size].to_vec()).collect();
            let changed = changed % size;
            for part in [&table[..size], &table[6..6 + size]] {
                let least = by_trying(part, &mut vec![false; size], 0);
                prop_assert_eq!(assignment.solve(|i| &part[i]), least);
                let mut other = part.to_vec();
                other[changed] = table[0].iter().map(|c| c + 1).collect();
                let least = by_trying(&other, &mut vec![false; size], 0);
                prop_assert_eq!(assignment.total_with(changed, &other[changed], |i| &part[i]), least);
                prop_assert_eq!(assignment.total(), assignment.solve(|i| &part[i]));
            }
        }
    }
}
