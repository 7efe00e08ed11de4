//! Whatever comes from outside, texts, calibration files, pictures, is read or refused with a reason.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use gridhand::game::{Game, is_line, parse_moves, split};
use gridhand::games::GameId;
use gridhand::games::dungeons::Dungeons;
use gridhand::profile::{Home, Profile, load_picture};
use gridhand::screen::Frame;
use gridhand::vision::{ReadScratch, View};
use gridhand::with_game;
use image::RgbaImage;
use proptest::prelude::*;

/// Texts that are nearly right, one per format.
const TEXTS: [&str; 10] = [
    "seed 00000042\n  2 1 2\n1 . . .\n2 . M .\n2 . T .\n",
    "212 122 .../.M./... #.#/.M./#.#",
    "x=3&y=3&board=X.......X",
    "x=1&y=0&path=RDLDR",
    "X..\n...\n..X\n",
    "##.\n.##\n",
    "# A comment\nab.\na.c\n\nb..\na.c\n",
    "#####\n#@$.#\n#####\n",
    "########\n#..O.O.#\n##@.O..#\n########\n\n<^^>>>vv\n",
    "; a collection\n\n####\n#+$#\n#.*#\n####\nTitle: x\n",
];

/// A text with some pieces replaced, moved, doubled or left out.
fn spoiled() -> impl Strategy<Value = String> {
    let edits = prop::collection::vec((any::<u16>(), 0..6_usize, "[ -~\n]{0,6}|\\PC{0,3}"), 0..6);
    (0..TEXTS.len(), edits).prop_map(|(which, edits)| {
        let mut letters: Vec<char> = TEXTS[which].chars().collect();
        for (at, drop, insert) in edits {
            let at = usize::from(at) % (letters.len() + 1);
            let end = (at + drop).min(letters.len());
            letters.splice(at..end, insert.chars());
        }
        letters.into_iter().collect()
    })
}

/// The text is a puzzle that can be written and read again, or there is a reason why not.
fn parses_or_says_why<G: Game>(text: &str) {
    match G::parse(text) {
        Ok(puzzle) => {
            let again = G::parse(&puzzle.to_string());
            assert!(again.is_ok(), "{}: {text:?}: {again:?}", G::NAME);
        }
        Err(error) => assert!(error.line >= 1 && !error.what.is_empty(), "{text:?}"),
    }
    for (line, part) in split::<G>(text) {
        assert!(line >= 1 && text.contains(part));
    }
    is_line::<G>(text.lines().next().unwrap_or_default());
    let _ = parse_moves::<G>(text);
}

fn every_game(text: &str) {
    for game in GameId::ALL {
        with_game!(*game, G => parses_or_says_why::<G>(text));
    }
}

/// The bytes with some of them changed, and perhaps the end missing.
fn damage(bytes: &[u8], changes: &[(u32, u8)], keep: Option<u16>) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for &(at, byte) in changes {
        let at = at as usize % bytes.len();
        bytes[at] = byte;
    }
    if let Some(keep) = keep {
        bytes.truncate(usize::from(keep) % bytes.len());
    }
    bytes
}

fn changes() -> impl Strategy<Value = (Vec<(u32, u8)>, Option<u16>)> {
    let changes = prop::collection::vec((any::<u32>(), any::<u8>()), 1..8);
    (changes, prop::option::of(any::<u16>()))
}

/// A picture is loaded or refused, and what is loaded is read or refused.
fn looks_or_says_why(file: &Path, profile: &Profile) {
    let Ok(image) = load_picture(file) else {
        return;
    };
    let frame = Frame::still(image);
    if let Ok(place) = profile.locate(&frame, None) {
        let view = View {
            frame: &frame,
            place,
        };
        let _ = Dungeons::read(&view, profile, None, &mut ReadScratch::default());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn no_text_is_too_strange(text in spoiled()) {
        every_game(&text);
    }

    #[test]
    fn nor_is_noise(text in "[#.$@+*oOMTX=&a-f0-9xyboardpath/,; \n]{0,200}|\\PC{0,60}") {
        every_game(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_calibration_file_is_read_or_refused((changes, keep) in changes()) {
        let folder = tempfile::tempdir().expect("a folder");
        let text = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("calibration.toml"));
        let text = damage(&text.expect("the repository has one"), &changes, keep);
        fs::write(folder.path().join("calibration.toml"), text).expect("a file");
        let home = Home::new(Some(folder.path()));
        for name in home.names().unwrap_or_default() {
            if let Err(error) = home.load(&name) {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }

    #[test]
    fn a_picture_is_read_or_refused((changes, keep) in changes()) {
        let folder = tempfile::tempdir().expect("a folder");
        let board = RgbaImage::from_fn(356, 424, |x, y| {
            image::Rgba([(x * y) as u8, x as u8, y as u8, 255])
        });
        let mut png = Cursor::new(Vec::new());
        board.write_to(&mut png, image::ImageFormat::Png).expect("written to memory");
        let file = folder.path().join("board.png");
        fs::write(&file, damage(png.get_ref(), &changes, keep)).expect("a file");
        let profile = Profile::load(None, "practice-dungeons").expect("built in");
        looks_or_says_why(&file, &profile);
    }

    #[test]
    fn templates_are_taken_or_refused(
        (changes, keep) in changes(),
        name in "(floor|wall|monster|treasure|digit|anchor|[a-z0-9-]{1,12})(-[0-9a-z]{1,3})?",
        (width, height) in (1..40_u32, 1..40_u32),
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
        let calibration = repository.join("calibration.toml");
        fs::copy(calibration, folder.path().join("calibration.toml")).expect("a copy");
        let templates = folder.path().join("templates").join("practice-dungeons");
        fs::create_dir_all(&templates).expect("a folder");
        let mut png = Cursor::new(Vec::new());
        let picture = RgbaImage::new(width, height);
        picture.write_to(&mut png, image::ImageFormat::Png).expect("written to memory");
        let bytes = match keep {
            Some(_) => damage(png.get_ref(), &changes, keep),
            None => png.into_inner(),
        };
        fs::write(templates.join(format!("{name}.png")), bytes).expect("a file");
        if let Err(error) = Home::new(Some(folder.path())).load("practice-dungeons") {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}
