//! The corpus as a page to look at: it holds its pictures and plots, and asks for nothing from
//! anywhere.

use std::fmt::Write;

use super::date::date;
use super::stats::CorpusStats;
use super::store::StoredPuzzle;
use crate::base::record::{Verdict, now};
use crate::game::{Storable, feature_names, grade_names};

mod plot;

use plot::{Bar, bars};

const STYLE: &str = include_str!("style.css");

/// The page about a game's puzzles.
pub fn page<G: Storable>(stats: &CorpusStats, title: &str) -> String {
    let mut body = String::new();
    head::<G>(stats, title, &mut body);
    body.push_str("<section class=\"plots\">");
    results(stats, &mut body);
    for (name, histogram) in feature_names::<G>().iter().zip(&stats.features) {
        let shown = histogram
            .iter()
            .map(|(value, count)| Bar::new(value.to_string(), *count));
        plot(name, shown.collect(), &mut body);
    }
    let names = grade_names::<G>();
    let grade = |grade: usize| names.get(grade).map_or("?", |name| *name).to_string();
    let grades = stats.grades.iter();
    plot(
        "grade",
        grades
            .map(|(value, count)| Bar::new(grade(*value), *count))
            .collect(),
        &mut body,
    );
    let nodes = stats.nodes.iter();
    plot(
        "nodes of the search, at least",
        nodes
            .map(|(digits, count)| Bar::new((1u64 << (digits - 1)).to_string(), *count))
            .collect(),
        &mut body,
    );
    let confidences = stats.confidences.iter();
    plot(
        "confidence of the readings, %",
        confidences
            .map(|(percent, count)| Bar::new(percent.to_string(), *count))
            .collect(),
        &mut body,
    );
    body.push_str("</section>");
    hardest::<G>(stats, &mut body);
    sources(stats, &mut body);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <title>{0}</title><style>{STYLE}</style></head><body>{body}</body></html>\n",
        escaped(title)
    )
}

fn head<G: Storable>(stats: &CorpusStats, title: &str, out: &mut String) {
    add(
        out,
        format_args!("<h1>{} puzzles of {}</h1>", grouped(stats.puzzles), G::NAME),
    );
    add(
        out,
        format_args!(
            "<p class=\"from\">{}, {} UTC</p><dl>",
            escaped(title),
            date(now())
        ),
    );
    let mut fact = |name: &str, value: String| {
        add(
            out,
            format_args!("<div><dt>{name}</dt><dd>{value}</dd></div>"),
        );
    };
    fact("with a seed", grouped(stats.with_seed));
    fact("under several seeds", grouped(stats.twins));
    fact("conflicts", grouped(stats.conflicts));
    if let Some(micros) = stats.mean_micros() {
        fact("to solve one", format!("{micros:.2} µs"));
    }
    out.push_str("</dl>");
}

fn results(stats: &CorpusStats, out: &mut String) {
    let shown = Verdict::ALL
        .into_iter()
        .filter(|verdict| stats.of(*verdict) > 0);
    let bars = shown.map(|verdict| Bar::new(verdict.word().into(), stats.of(verdict)));
    plot("result", bars.collect(), out);
}

fn plot(title: &str, shown: Vec<Bar>, out: &mut String) {
    if !shown.is_empty() {
        add(
            out,
            format_args!(
                "<figure><figcaption>{title}</figcaption>{}</figure>",
                bars(&shown)
            ),
        );
    }
}

fn hardest<G: Storable>(stats: &CorpusStats, out: &mut String) {
    if stats.hardest.is_empty() {
        return;
    }
    out.push_str("<h2>The hardest for the solver</h2><section class=\"boards\">");
    for found in &stats.hardest {
        out.push_str("<figure>");
        if let Some(([width, height], inside)) = G::abilities()
            .drawn
            .and_then(|drawn| drawn.drawing(&found.puzzle, found.solution.as_deref()))
        {
            add(
                out,
                format_args!(
                    "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" role=\"img\">{inside}\
                     </svg>"
                ),
            );
        }
        add(
            out,
            format_args!("<figcaption>{}</figcaption></figure>", caption(found)),
        );
    }
    out.push_str("</section>");
}

fn caption(found: &StoredPuzzle) -> String {
    let effort = found.facts.effort;
    let name = match found.facts.seed {
        Some(seed) => format!("seed {seed:08}"),
        None => format!("record {}", found.id),
    };
    let nodes = grouped(effort.nodes.unwrap_or(0));
    let micros = effort.nanos.unwrap_or(0) as f64 / 1e3;
    format!("{name}<br>{nodes} nodes, {micros:.1} µs, {}", found.verdict)
}

fn sources(stats: &CorpusStats, out: &mut String) {
    out.push_str(
        "<h2>Where they come from</h2><table><tr><th>begun (UTC)</th><th>how</th><th>where</th>\
         <th>puzzles</th><th>a second</th></tr>",
    );
    for source in &stats.sources {
        let rate = source
            .per_second
            .map_or(String::new(), |rate| format!("{rate:.1}"));
        add(
            out,
            format_args!(
                "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{rate}</td></tr>",
                date(source.begun),
                escaped(&source.kind),
                escaped(&source.place),
                grouped(source.puzzles)
            ),
        );
    }
    out.push_str("</table>");
}

fn add(out: &mut String, text: std::fmt::Arguments) {
    out.write_fmt(text).expect("a string takes all");
}

/// A text that means nothing to a browser.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A number in groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_texts_escaped() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(
            escaped("<a href=\"b&c\">"),
            "&lt;a href=&quot;b&amp;c&quot;&gt;"
        );
    }
}
