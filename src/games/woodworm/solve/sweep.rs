//! One sweep through the scenes, from the full block down to the wanted picture.
//!
//! Wood is only ever eaten and only ever falls, so woods never come back: their amount, then their
//! height orders them, and in this order each wood needs to be visited only once, when all worms
//! that can come to it have come. There the worms walk (a breadth-first search over postures by
//! tables alone), and where one eats, or where what it held up falls, it goes over to another wood.
//! Only woods need a hash table, only two amounts of wood are in it at a time, and the worms that
//! walk are stored nowhere.
//!
//! A sweep leaves out what needs more than `bound` moves in all, by the estimate. Unless it is
//! narrowed to a [`Beam`], it finds a shortest solution of at most that many moves, or proves that
//! there is none.

use super::beam::Beam;
use super::estimate::{Estimate, TourNumber};
use super::stratum::{Entry, Exit, NONE, Stratum, place_of_next};
use super::task::{Means, Task};
use super::walk::{Walk, Walker};
use crate::base::Limit;
use crate::games::woodworm::bits::Bits;
use crate::games::woodworm::field::{Scene, Wood};
use crate::games::woodworm::posture::Posture;
use crate::games::woodworm::puzzle::Direction;

/// How a worm came to a wood.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// The arrival before; [`NONE`] at the start.
    pub parent: u32,
    pub exit: Exit,
}

/// A solution as it was found.
#[derive(Clone, Copy, Debug)]
pub struct Finish {
    pub moves: u16,
    pub last: Arrival,
}

/// One sweep.
pub struct Sweep<'a, B> {
    task: &'a Task<B>,
    estimate: &'a mut Estimate<B>,
    means: &'a mut Means,
    bound: u16,
    beam: Option<Beam>,
    walk: Walk,
    /// Every arrival that was followed.
    pub archive: Vec<Arrival>,
    /// The shortest solution so far.
    pub found: Option<Finish>,
    /// The least estimate among the scenes left out because of the bound.
    pub next_bound: Option<u16>,
}

impl<'a, B: Bits> Sweep<'a, B> {
    pub fn new(
        task: &'a Task<B>,
        estimate: &'a mut Estimate<B>,
        means: &'a mut Means,
        bound: u16,
        beam: Option<Beam>,
    ) -> Self {
        Self {
            task,
            estimate,
            means,
            bound,
            beam,
            walk: Walk::new(task.field.postures(), bound),
            archive: Vec::new(),
            found: None,
            next_bound: None,
        }
    }

    /// Goes through all amounts of wood.
    pub fn run(&mut self) -> Result<(), Limit> {
        let heights = self.task.field.height_sum(self.task.start.wood.cells) + 1;
        let mut now = Stratum::new(heights);
        let start = Entry::new(NONE, 0, self.task.start.posture, Exit::new(0, 0));
        self.arrive(&mut now, self.task.start, start)?;
        for _ in 0..=self.task.surplus() {
            self.narrow(&mut now)?;
            let mut next = Stratum::new(heights);
            for height in (0..heights).rev() {
                while let Some(at) = now.pop(height) {
                    self.visit(&mut now, &mut next, at)?;
                }
            }
            now.free(&self.means.budget);
            now = next;
        }
        now.free(&self.means.budget);
        Ok(())
    }

    /// Gives the memory of the archive back.
    pub fn free(self) {
        self.means.budget.give_vec(self.archive);
    }

    fn narrow(&mut self, now: &mut Stratum<B>) -> Result<(), Limit> {
        let Some(beam) = self.beam else {
            return Ok(());
        };
        let total = |now: &Stratum<B>, at: usize| {
            let config = &now.configs[at];
            let tour = config.prospect()?.tour;
            let total = |entry: &Entry| self.total(&config.wood, tour, entry.posture, entry.moves);
            now.entries_of(at).filter_map(total).min()
        };
        beam.thin(&self.means.budget, &self.task.field, now, total)?;
        Ok(())
    }

    /// Lets the worms of a wood walk, and hands on those that change it.
    fn visit(
        &mut self,
        now: &mut Stratum<B>,
        next: &mut Stratum<B>,
        at: usize,
    ) -> Result<(), Limit> {
        let config = &now.configs[at];
        let (wood, Some(prospect)) = (config.wood, config.prospect()) else {
            return Ok(());
        };
        self.seed(now, at)?;
        let task = self.task;
        let stands = task.field.standing(&wood) == wood.cells;
        while let Some(walker) = self.walk.next() {
            self.means.nodes += 1;
            for step in Direction::ALL {
                let Some((posture, entered)) = task.field.moved(walker.posture, step) else {
                    continue;
                };
                if wood.cells.meets(entered) {
                    let wood = task.field.bitten(&wood, entered);
                    let scene = task.field.settled(Scene { wood, posture });
                    self.hand_on(next, scene, walker, step)?;
                    continue;
                }
                let scene = match stands {
                    true => Scene {
                        wood,
                        posture: task.field.landed(posture, &wood),
                    },
                    false => task.field.settled(Scene { wood, posture }),
                };
                if scene.wood == wood {
                    self.walk_to(&scene, prospect.tour, walker);
                } else {
                    self.hand_on(now, scene, walker, step)?;
                }
            }
        }
        self.walk.clear();
        self.means.check()
    }

    /// Puts the worms that have come to a wood at the start of the walk.
    fn seed(&mut self, now: &Stratum<B>, at: usize) -> Result<(), Limit> {
        for entry in now.entries_of(at).filter(|entry| entry.moves <= self.bound) {
            let walker = Walker {
                posture: entry.posture,
                moves: entry.moves,
                source: place_of_next(&self.archive)?,
            };
            let arrival = Arrival {
                parent: entry.parent,
                exit: entry.exit,
            };
            self.means.budget.push(&mut self.archive, arrival)?;
            self.walk.add(walker);
        }
        Ok(())
    }

    /// The moves in all of a solution through a worm in a wood, by the estimate; `None` if it
    /// cannot be one.
    #[inline]
    fn total(&self, wood: &Wood<B>, tour: TourNumber, posture: Posture, moves: u16) -> Option<u16> {
        let surplus = wood.cells.count() - self.task.wanted.count();
        let waste = self.estimate.waste(tour, posture)?;
        Some(moves + surplus as u16 + waste)
    }

    /// Whether a total is within the bound; if not, the next bound takes it in.
    #[inline]
    fn is_within(&mut self, total: Option<u16>) -> bool {
        let Some(total) = total else {
            return false;
        };
        if total > self.bound {
            let next = self.next_bound.unwrap_or(total);
            self.next_bound = Some(next.min(total));
        }
        total <= self.bound
    }

    /// One step of a walker that leaves the wood as it is.
    fn walk_to(&mut self, scene: &Scene<B>, tour: TourNumber, from: Walker) {
        let walker = Walker {
            posture: scene.posture,
            moves: from.moves + 1,
            source: from.source,
        };
        if self.walk.is_sooner(&walker) {
            let total = self.total(&scene.wood, tour, scene.posture, walker.moves);
            if self.is_within(total) {
                self.walk.add(walker);
            }
        }
    }

    /// One step of a walker that leads to another wood.
    fn hand_on(
        &mut self,
        stratum: &mut Stratum<B>,
        scene: Scene<B>,
        from: Walker,
        step: Direction,
    ) -> Result<(), Limit> {
        let exit = Exit::new(from.posture, step as usize);
        let entry = Entry::new(from.source, from.moves + 1, scene.posture, exit);
        match self.is_within(Some(entry.moves)) {
            true => self.arrive(stratum, scene, entry),
            false => Ok(()),
        }
    }

    fn arrive(
        &mut self,
        stratum: &mut Stratum<B>,
        scene: Scene<B>,
        mut entry: Entry,
    ) -> Result<(), Limit> {
        if scene.wood.cells == self.task.wanted {
            self.found = Some(Finish {
                moves: entry.moves,
                last: Arrival {
                    parent: entry.parent,
                    exit: entry.exit,
                },
            });
            self.bound = entry.moves.saturating_sub(1);
            return Ok(());
        }
        let (scene, _) = self.task.canonical(scene);
        entry.posture = scene.posture;
        let (budget, field) = (&self.means.budget, &self.task.field);
        let (at, is_new) = stratum.find_or_insert(budget, &scene.wood)?;
        if is_new && let Some(prospect) = self.estimate.assess(budget, field, &scene.wood)? {
            stratum.enlist(at, field.height_sum(scene.wood.cells), prospect);
        }
        let Some(prospect) = stratum.configs[at].prospect() else {
            return Ok(());
        };
        let total = self.total(&scene.wood, prospect.tour, scene.posture, entry.moves);
        if self.is_within(total) {
            stratum.enter(&self.means.budget, at, entry)?;
        }
        Ok(())
    }
}
