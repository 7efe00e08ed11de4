use super::*;

fn way(text: &str) -> Way {
    text.parse().unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn why(text: &str) -> String {
    text.parse::<Way>().expect_err(text)
}

#[test]
fn a_way_is_written_as_it_is_read() {
    for text in [
        "none",
        "auto",
        "click:random",
        "key:enter",
        "key:n",
        "key:N",
        "key:+",
        "key:ctrl++",
        "key:ctrl+shift+tab",
        "click:870,158 key:down key:enter",
        "click:choose text:{seed} key:enter",
        "click:-3,7 text:level-{level}",
    ] {
        assert_eq!(way(text).to_string(), text);
    }
    assert_eq!(way(" key:Down  key:Return "), way("key:down key:enter"));
    assert_eq!(way("key:Ctrl+Tab"), way("key:ctrl+tab"));
}

#[test]
fn the_part_that_is_wrong_is_named() {
    for (text, part, mend) in [
        ("", "empty", "click:X,Y"),
        ("space", "\"space\"", "key:NAME"),
        ("click:1,2 press:n", "\"press:n\"", "text:TEXT"),
        ("click:1,2 key:nn", "\"key:nn\"", "pagedown"),
        ("key:", "\"key:\"", "single character"),
        ("key:ctrl", "\"key:ctrl\"", "ctrl+NAME"),
        ("key:n+ctrl", "\"n\"", "shift"),
        ("key:ctrl+", "\"key:ctrl+\"", "single character"),
        ("click:", "\"click:\"", "click:BUTTON"),
        ("click:1,x", "\"click:1,x\"", "X,Y"),
        ("click:1, 2", "\"click:1,\"", "without a blank"),
        ("key:n auto", "\"auto\"", "stands alone"),
        ("text:", "\"text:\"", "key:space"),
        ("text:{number}", "\"text:{number}\"", "{level}"),
    ] {
        let why = why(text);
        assert!(why.contains(part) && why.contains(mend), "{text}: {why}");
    }
}

#[test]
fn blanks_are_filled_in() {
    let with = Filling {
        seed: Some(42),
        level: Some(7),
    };
    let typed = |text: &str| way(text).gestures(|_| None, with).expect("all is known");
    let letters = |text: &str| Gesture::Keys(text.chars().map(Key::Char).collect());
    assert_eq!(typed("text:{seed}"), [letters("00000042")]);
    assert_eq!(typed("text:no.{level}"), [letters("no.7")]);
    let nothing = way("text:{level}").gestures(|_| None, Filling::default());
    assert!(nothing.is_err_and(|why| why.contains("{level}")));
}

#[test]
fn steps_are_gestures() {
    let button = |name: &str| (name == "list").then_some(Point::new(5, 6));
    let way = way("click:list key:ctrl+a key:down");
    let gestures = way.gestures(button, Filling::default());
    let [click, chord, key] = gestures.expect("all is known").try_into().expect("three");
    assert!(matches!(click, Gesture::Click { at, .. } if at == Point::new(5, 6)));
    assert_eq!(chord, Gesture::Chord(vec![Key::Ctrl, Key::Char('a')]));
    assert_eq!(key, Gesture::Keys(vec![Key::Down]));
    let unknown = way.gestures(|_| None, Filling::default());
    assert!(unknown.is_err_and(|why| why.contains("\"list\"")));
}
