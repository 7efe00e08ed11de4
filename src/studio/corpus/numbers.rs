//! Statistics of a game's puzzles, for plots.

use serde_json::{Value, json};

use crate::base::record::Verdict;
use crate::corpus::{Corpus, CorpusError, Histogram};
use crate::game::{Storable, feature_names, grade_names};

/// The hardest puzzles that are told.
const HARDEST: usize = 12;

pub fn stats<G: Storable>(corpus: &Corpus) -> Result<Value, CorpusError> {
    let stats = corpus.stats::<G>(HARDEST)?;
    let verdicts = Verdict::ALL.into_iter().map(|verdict| {
        let count = stats.of(verdict);
        bar(verdict.word(), count)
    });
    let names = grade_names::<G>();
    let grade = |grade: usize| names.get(grade).copied().unwrap_or("?").to_string();
    let mut plots = vec![plot("result", verdicts.collect())];
    let features = feature_names::<G>().iter().zip(&stats.features);
    plots.extend(features.map(|(name, counts)| histogram(name, counts, |n| n.to_string())));
    plots.push(histogram("grade", &stats.grades, grade));
    let nodes = |digits: usize| (1u64 << (digits - 1)).to_string();
    plots.push(histogram(
        "nodes of the search, at least",
        &stats.nodes,
        nodes,
    ));
    let percent = |percent: usize| percent.to_string();
    plots.push(histogram(
        "confidence of the readings, %",
        &stats.confidences,
        percent,
    ));
    plots.retain(|plot| plot["bars"].as_array().is_some_and(|bars| !bars.is_empty()));
    let hardest = stats.hardest.iter().map(super::told::<G>);
    Ok(json!({
        "puzzles": stats.puzzles,
        "with_seed": stats.with_seed,
        "twins": stats.twins,
        "conflicts": stats.conflicts,
        "mean_solve_us": stats.mean_micros(),
        "plots": plots,
        "hardest": hardest.collect::<Vec<_>>(),
    }))
}

fn histogram(name: &str, counts: &Histogram, label: impl Fn(usize) -> String) -> Value {
    let bars = counts
        .iter()
        .map(|(value, count)| bar(label(*value), *count));
    plot(name, bars.collect())
}

fn plot(name: &str, bars: Vec<Value>) -> Value {
    let there = bars.into_iter().filter(|bar| bar["count"] != 0);
    json!({ "name": name, "bars": there.collect::<Vec<_>>() })
}

fn bar(label: impl Into<String>, count: u64) -> Value {
    json!({ "label": label.into(), "count": count })
}
