use super::*;

/// A page with a word of bars at some places: what the bars are, by a number.
fn page(words: &[(u32, u32, u32)]) -> RgbaImage {
    let mut page = RgbaImage::from_pixel(400, 300, Rgba([240, 240, 250, 255]));
    for (x, y, word) in words {
        for (dx, dy) in (0..48).flat_map(|dx| (0..16).map(move |dy| (dx, dy))) {
            let bar = (dx / 4) * 7 + word * 11 + (dy / 5) * word;
            if bar % 3 == 0 {
                page.put_pixel(x + dx - 24, y + dy - 8, Rgba([30, 40, 60, 255]));
            }
        }
    }
    page
}

fn look(page: &RgbaImage, at: Point) -> ButtonLook {
    let (middle, part) = ButtonLook::cut(page, at).remove(0);
    ButtonLook::new(at, middle, &part)
}

#[test]
fn a_button_is_found_where_it_went_and_in_another_size() {
    let at = Point::new(100, 50);
    let next = look(&page(&[(100, 50, 1), (250, 50, 2)]), at);
    let moved = page(&[(260, 220, 1), (90, 220, 2)]);
    assert_eq!(next.anywhere(&moved, 1.0), Some(Point::new(260, 220)));
    assert!(!next.is_at(&moved, 1.0, at));
    assert!(next.is_at(&moved, 1.0, Point::new(258, 221)));
    let larger = resize(&moved, 500, 375, FilterType::CatmullRom);
    let found = next.anywhere(&larger, 1.25).expect("it is there");
    let off = found - Point::new(325, 275);
    assert!(off.x.abs() <= 2 && off.y.abs() <= 2, "{found:?}");
}

#[test]
fn a_plain_point_is_found_by_what_stands_beside_it() {
    let at = Point::new(160, 50);
    let before = page(&[(100, 50, 1)]);
    let (middle, part) = ButtonLook::cut(&before, at).remove(0);
    assert!((110..130).contains(&middle.x), "{middle:?}");
    let beside = ButtonLook::new(at, middle, &part);
    let now = page(&[(200, 220, 1)]);
    assert_eq!(beside.anywhere(&now, 1.0), Some(Point::new(260, 220)));
    // Something else stands between.
    let now = page(&[(200, 220, 1), (260, 220, 2)]);
    assert_eq!(beside.anywhere(&now, 1.0), None);
}

#[test]
fn a_point_of_a_wide_button_is_found_by_the_letters_below_it() {
    let button = |[x, y]: [u32; 2], page: &mut RgbaImage| {
        let is_rim = |dx: u32, dy: u32| dx == 0 || dx == 179 || dy == 0 || dy == 33;
        for (dx, dy) in (0..180).flat_map(|dx| (0..34).map(move |dy| (dx, dy))) {
            if is_rim(dx, dy) {
                page.put_pixel(x + dx - 90, y + dy - 17, Rgba([90, 90, 90, 255]));
            }
        }
    };
    let mut before = page(&[(110, 50, 1), (300, 50, 2)]);
    button([110, 50], &mut before);
    let at = Point::new(110, 38);
    let next = look(&before, at);
    let mut now = page(&[(280, 240, 1), (90, 240, 2)]);
    button([280, 240], &mut now);
    assert_eq!(next.anywhere(&now, 1.0), Some(Point::new(280, 228)));
}

#[test]
fn what_is_nowhere_or_there_twice_is_not_found() {
    let next = look(&page(&[(100, 50, 1)]), Point::new(100, 50));
    assert_eq!(next.anywhere(&page(&[(250, 200, 2)]), 1.0), None);
    let twice = page(&[(250, 200, 1), (90, 120, 1)]);
    assert_eq!(next.anywhere(&twice, 1.0), None);
}

/// The page with a line across at a height, and with fine lines all over it.
fn lined(line: u32) -> RgbaImage {
    RgbaImage::from_fn(400, 300, |x, y| match y {
        _ if y.abs_diff(line) < 2 && (40..360).contains(&x) => Rgba([0, 255, 0, 255]),
        _ if y % 2 == 0 => Rgba([15, 26, 15, 255]),
        _ => Rgba([15, 15, 15, 255]),
    })
}

#[test]
fn a_line_near_a_plain_point_tells_nothing_of_where_it_is() {
    for height in [150, 185, 205] {
        let point = Point::new(200, 200);
        assert!(
            ButtonLook::cut(&lined(height), point).is_empty(),
            "{height}"
        );
    }
}

#[test]
fn a_plain_point_shows_nothing() {
    let page = page(&[(100, 50, 1)]);
    assert!(ButtonLook::cut(&page, Point::new(300, 220)).is_empty());
    assert!(ButtonLook::cut(&page, Point::new(5, 5)).is_empty());
}

/// How high the bars of some words are.
const WORDS: [[u32; 8]; 3] = [
    [10, 2, 2, 10, 6, 2, 10, 4],
    [3, 10, 7, 2, 2, 10, 2, 8],
    [6, 6, 10, 3, 9, 9, 1, 1],
];

/// A dark page with two plates, a word of bars on each; one of them may have a ring around it.
fn plates(places: [(u32, u32, u32); 2], ringed: Option<u32>) -> RgbaImage {
    let mut page = RgbaImage::from_pixel(400, 300, Rgba([45, 42, 50, 255]));
    for (x, y, word) in places {
        let mut fill = |across: u32, down: u32, colour: [u8; 3]| {
            for (dx, dy) in (0..2 * across).flat_map(|dx| (0..2 * down).map(move |dy| (dx, dy))) {
                let [r, g, b] = colour;
                page.put_pixel(x + dx - across, y + dy - down, Rgba([r, g, b, 255]));
            }
        };
        if ringed == Some(word) {
            fill(29, 15, [255, 255, 255]);
            fill(27, 13, [16, 16, 16]);
        }
        fill(25, 12, [118, 118, 118]);
        fill(24, 11, [239, 239, 239]);
        for (dx, high) in (0..8).zip(WORDS[word as usize]) {
            for dy in 0..high {
                let (x, y) = (x + 4 * dx - 16, y + 5 - dy);
                page.put_pixel(x, y, Rgba([0, 0, 0, 255]));
                page.put_pixel(x + 1, y, Rgba([0, 0, 0, 255]));
            }
        }
    }
    page
}

#[test]
fn a_button_is_told_from_its_neighbour_by_its_caption() {
    let next = look(
        &plates([(100, 50, 0), (190, 50, 1)], None),
        Point::new(100, 50),
    );
    // It was used last: the page draws a ring around it.
    for ringed in [None, Some(0)] {
        let now = plates([(100, 220, 0), (190, 220, 1)], ringed);
        assert_eq!(
            next.anywhere(&now, 1.0),
            Some(Point::new(100, 220)),
            "{ringed:?}"
        );
        assert!(!next.is_at(&now, 1.0, Point::new(190, 220)), "{ringed:?}");
    }
    // It is not there.
    let other = plates([(100, 220, 2), (190, 220, 1)], None);
    assert_eq!(next.anywhere(&other, 1.0), None);
}
