//! Bar charts as SVG.

use std::fmt::Write;

/// A bar with its label below and its count above.
pub struct Bar {
    label: String,
    count: u64,
}

impl Bar {
    pub fn new(label: String, count: u64) -> Self {
        Self { label, count }
    }
}

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 150.0;
/// Of the lines above and below the bars.
const LINE: f64 = 16.0;
/// A label is not closer to the next than this.
const LABEL: f64 = 26.0;

/// The chart. Every bar has its count as a title, which browsers show when it is pointed at.
pub fn bars(shown: &[Bar]) -> String {
    let most = shown.iter().map(|bar| bar.count).max().unwrap_or(1).max(1) as f64;
    let step = (WIDTH / shown.len().max(1) as f64).min(90.0);
    // Where there are many bars, not every one has room for its label.
    let widest = shown.iter().map(|bar| bar.label.len()).max().unwrap_or(1);
    let room = LABEL.max(widest as f64 * 7.0);
    let every = (room / step).ceil() as usize;
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {}\" role=\"img\">",
        HEIGHT + 2.0 * LINE
    );
    for (index, bar) in shown.iter().enumerate() {
        let height = (bar.count as f64 / most * HEIGHT).max(1.0);
        let (x, y) = (index as f64 * step, LINE + HEIGHT - height);
        let middle = x + step / 2.0;
        write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\"><title>{}: {}\
             </title></rect>",
            x + step * 0.08,
            step * 0.84,
            bar.label,
            bar.count
        )
        .expect("a string takes all");
        if index.is_multiple_of(every) {
            let mut text = |y: f64, text: &str| {
                write!(svg, "<text x=\"{middle:.1}\" y=\"{y:.1}\">{text}</text>")
                    .expect("a string takes all");
            };
            text(LINE + HEIGHT + 12.0, &bar.label);
            text(y - 3.0, &short(bar.count));
        }
    }
    svg.push_str("</svg>");
    svg
}

/// A count in at most four characters or so.
fn short(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..10_000_000 => format!("{} k", count / 1000),
        _ => format!("{} M", count / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bar_is_drawn_and_titled() {
        let shown: Vec<Bar> = (0..40).map(|n| Bar::new(n.to_string(), n)).collect();
        let svg = bars(&shown);
        assert_eq!(svg.matches("<rect").count(), 40);
        assert_eq!(svg.matches("<title>").count(), 40);
        assert!(svg.contains("<title>39: 39</title>"));
    }
}
