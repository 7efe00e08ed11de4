//! Which tiles of many are one board: left, top, right, bottom.

/// An outline without rows and columns at its rim in which nothing is sure: what is around a board may look a little
/// like it.
pub(super) fn peeled(
    [mut left, mut top, mut right, mut bottom]: [usize; 4],
    is_sure: impl Fn(usize, usize) -> bool,
) -> Option<[usize; 4]> {
    loop {
        let row = |y: usize| (left..=right).any(|x| is_sure(x, y));
        let column = |x: usize| (top..=bottom).any(|y| is_sure(x, y));
        match [row(top), row(bottom), column(left), column(right)] {
            [true, true, true, true] => return Some([left, top, right, bottom]),
            _ if left == right || top == bottom => return None,
            [false, ..] => top += 1,
            [_, false, ..] => bottom -= 1,
            [_, _, false, _] => left += 1,
            _ => right -= 1,
        }
    }
}

/// The outline of what is taken: left, top, right, bottom.
pub(super) fn outline(taken: &[bool], across: usize) -> Option<[usize; 4]> {
    let places = (0..taken.len()).filter(|at| taken[*at]);
    let places = places.map(|at| [at % across, at / across, at % across, at / across]);
    places.reduce(|a, b| {
        [
            a[0].min(b[0]),
            a[1].min(b[1]),
            a[2].max(b[2]),
            a[3].max(b[3]),
        ]
    })
}

/// The outline of the largest patch of neighbouring tiles: left, top, right, bottom.
pub(super) fn patch(taken: &[bool], across: usize) -> Option<[usize; 4]> {
    let mut seen = vec![false; taken.len()];
    let mut best: (usize, Option<[usize; 4]>) = (0, None);
    for start in 0..taken.len() {
        if !taken[start] || seen[start] {
            continue;
        }
        let mut outline = [usize::MAX, usize::MAX, 0, 0];
        let mut count = 0;
        let mut open = vec![start];
        seen[start] = true;
        while let Some(at) = open.pop() {
            let (x, y) = (at % across, at / across);
            count += 1;
            outline = [
                outline[0].min(x),
                outline[1].min(y),
                outline[2].max(x),
                outline[3].max(y),
            ];
            let beside = [
                (x > 0).then(|| at - 1),
                (x + 1 < across).then(|| at + 1),
                (y > 0).then(|| at - across),
                (at + across < taken.len()).then(|| at + across),
            ];
            for next in beside.into_iter().flatten() {
                if taken[next] && !seen[next] {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }
        if count > best.0 {
            best = (count, Some(outline));
        }
    }
    best.1
}
