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
