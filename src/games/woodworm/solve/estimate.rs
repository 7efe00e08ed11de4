//! What a scene still needs at least, and whether it is lost.

use super::columns::{Columns, Freedom, Rows, Slice};
use super::tour::{ENDLESS, Kinds, Map, Waste};
use crate::base::Limit;
use crate::games::woodworm::bits::Bits;
use crate::games::woodworm::field::{Field, Wood};
use crate::games::woodworm::posture::{self, Posture};
use crate::games::woodworm::puzzle::Direction;
use crate::search::{Budget, Index, mix};

/// The number of a table of [`Estimate::waste`].
pub type TourNumber = u32;

/// What can become of a wood.
#[derive(Clone, Copy, Debug)]
pub struct Prospect {
    pub tour: TourNumber,
    pub freedom: Freedom,
}

/// Lower bounds for one wanted picture. A scene needs one step for each cell of wood that is too
/// much, and the waste of a tour.
pub struct Estimate<B> {
    columns: Columns,
    tours: Vec<Tour<B>>,
    index: Index,
    /// Of the wood at hand, by columns.
    slices: Vec<Slice>,
    rows: Vec<Rows>,
    kinds: Vec<Kinds>,
}

/// A relaxed puzzle of [`super::tour`], solved.
struct Tour<B> {
    /// The fixed, the edible and the pinned cells.
    kinds: [B; 3],
    /// `None` if there is no tour.
    waste: Option<Waste>,
}

impl<B: Bits> Estimate<B> {
    pub fn new(field: &Field<B>, wanted: B) -> Self {
        let columns = (0..field.width()).map(|column| field.rows(wanted, column));
        Self {
            columns: Columns::new(columns.collect()),
            tours: Vec::new(),
            index: Index::default(),
            slices: Vec::new(),
            rows: Vec::new(),
            kinds: Vec::new(),
        }
    }

    /// Estimates a wood; `None` if it cannot become the wanted picture.
    pub fn assess(
        &mut self,
        budget: &Budget,
        field: &Field<B>,
        wood: &Wood<B>,
    ) -> Result<Option<Prospect>, Limit> {
        self.slices.clear();
        self.slices.extend((0..field.width()).map(|column| Slice {
            cells: field.rows(wood.cells, column),
            down: field.rows(wood.down, column),
            right: field.rows(wood.right, column),
        }));
        let free = self.columns.examine(budget, &self.slices, &mut self.rows)?;
        let Some(freedom) = free else {
            return Ok(None);
        };
        self.tell_kinds(field, wood);
        let tour = self.tour(budget, field)?;
        let prospect = Prospect { tour, freedom };
        Ok(self.tours[tour as usize]
            .waste
            .is_some()
            .then_some(prospect))
    }

    /// What the tour must know of each column. Wood that must be eaten cannot fall before if fixed
    /// wood or the floor is below, or if it is joined to fixed wood.
    fn tell_kinds(&mut self, field: &Field<B>, wood: &Wood<B>) {
        let joins = field.joins(wood);
        let floor = 1 << (field.height() - 1);
        self.kinds.clear();
        for (column, rows) in self.rows.iter().enumerate() {
            let fixed_in = |column: Option<usize>| {
                column
                    .and_then(|c| self.rows.get(c))
                    .map_or(0, |rows| rows.fixed)
            };
            let fixed = |step: Direction| match step {
                Direction::Up => rows.fixed << 1,
                Direction::Down => rows.fixed >> 1,
                Direction::Left => fixed_in(column.checked_sub(1)),
                Direction::Right => fixed_in(Some(column + 1)),
            };
            let stuck = |step: Direction| fixed(step) & field.rows(joins[step as usize], column);
            let lies = rows.fixed >> 1 | floor;
            self.kinds.push(Kinds {
                fixed: rows.fixed,
                edible: rows.edible & (2 * floor - 1),
                pinned: rows.doomed
                    & Direction::ALL
                        .into_iter()
                        .map(stuck)
                        .fold(lies, |a, b| a | b),
            });
        }
    }

    fn tour(&mut self, budget: &Budget, field: &Field<B>) -> Result<TourNumber, Limit> {
        let all = |kind: fn(&Kinds) -> u16| {
            let columns = self.kinds.iter().enumerate();
            columns.fold(B::EMPTY, |set, (column, kinds)| {
                set | field.in_column(kind(kinds), column)
            })
        };
        let kinds = [all(|k| k.fixed), all(|k| k.edible), all(|k| k.pinned)];
        let place = self.tours.len() as u32;
        let tours = &self.tours;
        let known = self.index.find_or_insert(
            budget,
            mix(kinds.map(B::folded)),
            |at| tours[at as usize].kinds == kinds,
            |at| mix(tours[at as usize].kinds.map(B::folded)),
        )?;
        if let Some(known) = known {
            return Ok(known);
        }
        let waste = Map::new(field.height(), &self.kinds).waste();
        budget.take(waste.as_ref().map_or(0, |waste| waste.len()))?;
        budget.push(&mut self.tours, Tour { kinds, waste })?;
        Ok(place)
    }

    /// The steps that a worm wastes at least; `None` if it cannot do it at all.
    #[inline]
    pub fn waste(&self, tour: TourNumber, posture: Posture) -> Option<u16> {
        let waste = self.tours[tour as usize].waste.as_ref()?[posture::head(posture)];
        (waste != ENDLESS).then_some(u16::from(waste))
    }
}
