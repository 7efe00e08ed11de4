//! `gridhand corpus show`: one record.

use clap::Args as ClapArgs;
use serde_json::json;

use super::{Which, date};
use crate::cli::{Exit, Status, usage};
use crate::corpus::{Conflict, Corpus, StoredPuzzle};
use crate::game::{Storable, grade_names};
use crate::with_game;

/// Show the puzzle of a seed, with its solution and all that is known
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Exit status: 1 if the corpus does not have it.

Examples:
  gridhand corpus show 56437193
  gridhand corpus show --record 17 --json")]
pub struct Args {
    /// The seed
    #[arg(required_unless_present = "record")]
    seed: Option<u64>,
    /// The number of the record, for puzzles without a seed
    #[arg(long, value_name = "N", conflicts_with = "seed")]
    record: Option<i64>,
    #[command(flatten)]
    which: Which,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    with_game!(args.which.game, G => run_game::<G>(args))
}

fn run_game<G: Storable>(args: &Args) -> anyhow::Result<Status> {
    if args.seed.is_some() && !G::SEEDS {
        let text = format!(
            "SEED: the puzzles of {} have no seeds; --record N shows a record by its number",
            G::NAME
        );
        return Err(usage(text).into());
    }
    let corpus = args.which.open()?;
    let (found, name) = match (args.seed, args.record) {
        (Some(seed), _) => (corpus.by_seed::<G>(seed)?, format!("seed {seed:08}")),
        (None, record) => {
            let id = record.unwrap_or_default();
            (corpus.by_id::<G>(id)?, format!("record {id}"))
        }
    };
    let Some(found) = found else {
        let text = format!("{name} is not in {}", corpus.name());
        return Err(Exit::new(Status::Failed, text).into());
    };
    let mut conflicts = corpus.conflicts::<G>()?;
    conflicts.retain(|conflict| conflict.first == found.id);
    match args.json {
        true => println!("{}", as_json::<G>(&corpus, &found, &conflicts)?),
        false => print::<G>(&corpus, &found, &conflicts)?,
    }
    Ok(Status::Done)
}

fn print<G: Storable>(
    corpus: &Corpus,
    found: &StoredPuzzle,
    conflicts: &[Conflict],
) -> anyhow::Result<()> {
    println!("{}", page::<G>(found));
    let effort = found.facts.effort;
    let mut result = vec![found.verdict.word().to_string()];
    result.extend(effort.nodes.map(|nodes| format!("{nodes} nodes")));
    result.extend(
        effort
            .nanos
            .map(|nanos| format!("{:.1} µs", nanos as f64 / 1e3)),
    );
    result.extend(effort.grade.and_then(|grade| {
        grade_names::<G>()
            .get(usize::from(grade))
            .map(|grade| grade.to_string())
    }));
    println!("result      {}", result.join(", "));
    if let Some((_, at_least)) = &found.second {
        println!("solutions   at least {at_least}");
    }
    println!("record      {}", found.id);
    if let Some(source) = corpus.source(found.source)? {
        println!(
            "from        {} {}, {}",
            source.kind,
            source.place,
            date(source.begun)
        );
    }
    if let Some(at) = found.facts.at {
        println!("read        {}", date(at));
    }
    if let Some(confidence) = found.facts.confidence {
        println!("confidence  {confidence}");
    }
    for conflict in conflicts {
        println!("\nAlso read for this seed:\n{}", other::<G>(conflict));
    }
    Ok(())
}

/// The puzzle as text, its solution at the right if there is one.
fn page<G: Storable>(found: &StoredPuzzle) -> String {
    let Some(puzzle) = G::unpack(&found.puzzle) else {
        return "its bytes are no puzzle\n".into();
    };
    let puzzle = match found.facts.seed {
        Some(seed) => G::with_seed(puzzle, seed),
        None => puzzle,
    };
    let solved = found.solution.as_ref().and_then(|solution| {
        let moves = G::unpack_solution(&puzzle, solution)?;
        let end = moves
            .iter()
            .fold(puzzle.clone(), |board, mv| G::after(&board, mv));
        Some(end.to_string())
    });
    match solved {
        Some(solved) => crate::cli::demo::beside(&puzzle.to_string(), &solved),
        None => puzzle.to_string(),
    }
}

fn other<G: Storable>(conflict: &Conflict) -> String {
    let puzzle = G::unpack(&conflict.puzzle);
    puzzle.map_or("its bytes are no puzzle".into(), |puzzle| {
        G::with_seed(puzzle, conflict.seed).to_string()
    })
}

fn as_json<G: Storable>(
    corpus: &Corpus,
    found: &StoredPuzzle,
    conflicts: &[Conflict],
) -> anyhow::Result<serde_json::Value> {
    let text = |packed: &[u8]| {
        let mut text = String::new();
        G::write_puzzle(packed, &mut text).map(|()| text)
    };
    let solution = |packed: &[u8]| {
        let mut text = String::new();
        G::write_solution(&found.puzzle, packed, &mut text).map(|()| text)
    };
    let facts = &found.facts;
    let grade = facts.effort.grade;
    let source = corpus.source(found.source)?;
    Ok(json!({
        "game": G::NAME,
        "record": found.id,
        "seed": facts.seed,
        "puzzle": text(&found.puzzle),
        "result": found.verdict.word(),
        "solution": found.solution.as_deref().and_then(solution),
        "second": found.second.as_ref().and_then(|(bytes, _)| solution(bytes)),
        "at_least": found.second.as_ref().map(|(_, at_least)| at_least),
        "nodes": facts.effort.nodes,
        "nanos": facts.effort.nanos,
        "grade": grade.and_then(|grade| grade_names::<G>().get(usize::from(grade))),
        "confidence": facts.confidence,
        "read_at": facts.at,
        "source_kind": source.as_ref().map(|source| &source.kind),
        "source_place": source.as_ref().map(|source| &source.place),
        "conflicts": conflicts
            .iter()
            .map(|conflict| text(&conflict.puzzle))
            .collect::<Vec<_>>(),
    }))
}
