use std::sync::atomic::AtomicBool;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Budget, Formula, Lit, NEVER, Solver, Status};

const VARS: usize = 11;

fn random_formula(rng: &mut ChaCha8Rng) -> Vec<Vec<Lit>> {
    let clauses = rng.random_range(20..60);
    let clause = |_| {
        let length = rng.random_range(1..=5).max(2);
        let mut vars: Vec<u32> = (0..length)
            .map(|_| rng.random_range(0..VARS as u32))
            .collect();
        vars.sort_unstable();
        vars.dedup();
        let lit = |var| Lit::positive(var).flipped_if(rng.random());
        vars.into_iter().map(lit).collect()
    };
    (0..clauses).map(clause).collect()
}

fn holds(clause: &[Lit], assignment: u32) -> bool {
    let is_true = |lit: &Lit| (assignment >> lit.var() & 1 == 1) != lit.is_negated();
    clause.iter().any(is_true)
}

/// Counts solutions by forbidding each one found.
fn count(clauses: &[Vec<Lit>], far: usize, ranks: Vec<u32>) -> usize {
    let mut formula = Formula::new(VARS);
    clauses.iter().for_each(|clause| formula.add(clause));
    let mut solver = Solver::new(formula, ranks);
    solver.far = far;
    let stop = AtomicBool::new(false);
    let budget = Budget {
        deadline: None,
        conflicts: None,
        memory: None,
        stop: &stop,
    };
    let mut count = 0;
    while solver.solve(&budget) == Status::Satisfied {
        let found: Vec<Lit> = (0..VARS as u32)
            .map(|var| Lit::positive(var).flipped_if(!solver.is_true(Lit::positive(var))))
            .collect();
        let assignment = found.iter().filter(|lit| !lit.is_negated());
        let assignment = assignment.fold(0, |bits, lit| bits | 1 << lit.var());
        assert!(clauses.iter().all(|clause| holds(clause, assignment)));
        solver.add_clause(&found.iter().map(|&lit| !lit).collect::<Vec<_>>());
        count += 1;
    }
    count
}

#[test]
fn solutions_are_as_many_as_by_going_through_all() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut unsatisfiable = 0;
    for _ in 0..400 {
        let clauses = random_formula(&mut rng);
        let solves = |&bits: &u32| clauses.iter().all(|clause| holds(clause, bits));
        let expected = (0..1 << VARS).filter(solves).count();
        unsatisfiable += usize::from(expected == 0);
        for far in [0, 3, 2000] {
            let ranks = (0..VARS).map(|_| rng.random_range(0..3)).collect();
            assert_eq!(count(&clauses, far, ranks), expected);
        }
    }
    assert!((20..380).contains(&unsatisfiable));
}

#[test]
fn implied_variables_need_no_decision() {
    let [a, b, c] = [0, 1, 2].map(Lit::positive);
    let mut formula = Formula::new(3);
    formula.add(&[!a, b]);
    formula.add(&[a, !b]);
    formula.add(&[a, b, !c]);
    formula.add(&[!a, c]);
    let mut solver = Solver::new(formula, vec![0, NEVER, NEVER]);
    let stop = AtomicBool::new(false);
    let budget = Budget {
        deadline: None,
        conflicts: None,
        memory: None,
        stop: &stop,
    };
    assert_eq!(solver.solve(&budget), Status::Satisfied);
    assert_eq!(solver.is_true(a), solver.is_true(b));
    assert_eq!(solver.is_true(a), solver.is_true(c));
}
