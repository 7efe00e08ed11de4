//! Which profile knows the board in a picture: every practice game with all profiles that are built in.

use std::time::{Duration, Instant};

use gridhand::bot::Stop;
use gridhand::bot::survey::{KnownBoard, Shot, Survey, survey};
use gridhand::game::{Game, first_shown};
use gridhand::games::GameId;
use gridhand::practice::Options;
use gridhand::profile::{Home, Profile, is_backup};
use gridhand::screen::Frame;
use gridhand::with_game;
use image::{Rgba, RgbaImage, imageops};

/// All profiles that are built in and can read.
fn profiles() -> Vec<Profile> {
    let nowhere = tempfile::tempdir().expect("a folder");
    let home = Home::new(Some(nowhere.path()));
    let names = home.names().expect("they can be read");
    let all = names
        .iter()
        .map(|name| home.load(name).expect("it can be loaded"));
    all.filter(|profile| profile.ready().is_ok()).collect()
}

fn picture<G: Game>() -> RgbaImage {
    first_shown::<G>(&Options::default()).expect("it tells").1
}

/// A window with a board somewhere in it.
fn shot(board: &RgbaImage) -> Shot {
    let (width, height) = board.dimensions();
    let mut window = RgbaImage::from_pixel(width + 90, height + 70, Rgba([20, 60, 90, 255]));
    imageops::replace(&mut window, board, 31, 17);
    Shot {
        frame: Frame::still(window),
        named_by: Vec::new(),
    }
}

fn look(shots: &[Shot], profiles: &[Profile]) -> Survey {
    let until = Instant::now() + Duration::from_secs(3600);
    survey(shots, profiles, until, &Stop::default(), &mut |_, _| {})
}

#[test]
fn every_practice_game_is_known_by_its_own_profile() {
    let profiles = profiles();
    let shots: Vec<Shot> = GameId::ALL
        .iter()
        .map(|game| shot(&with_game!(*game, G => picture::<G>())))
        .collect();
    let found = look(&shots, &profiles);
    assert!(found.complete);
    let mut boards: Vec<(usize, &str, String)> = found
        .boards
        .iter()
        .map(|board| (board.shot, board.game.name(), board.profile.clone()))
        .collect();
    boards.sort();
    let wanted = GameId::ALL.iter().enumerate();
    let wanted: Vec<_> = wanted
        .map(|(index, game)| (index, game.name(), format!("practice-{}", game.name())))
        .collect();
    assert_eq!(boards, wanted);
}

#[test]
fn two_profiles_of_one_board_are_one_board() {
    let mut profiles = profiles();
    let twin = profiles.iter().find(|profile| profile.game == "coil");
    let mut twin = twin.expect("there is one").clone();
    twin.name = "twin".into();
    profiles.push(twin);
    let mut shot = shot(&with_game!(GameId::Coil, G => picture::<G>()));
    // The one that names the window is preferred.
    for (named, other) in [("twin", "practice-coil"), ("practice-coil", "twin")] {
        shot.named_by = vec![named.into()];
        let found = look(std::slice::from_ref(&shot), &profiles);
        let [
            KnownBoard {
                profile, others, ..
            },
        ] = &found.boards[..]
        else {
            panic!("{found:?}");
        };
        assert_eq!(
            (profile.as_str(), &others[..]),
            (named, &[other.to_string()][..])
        );
    }
}

#[test]
fn a_search_ends_in_time_and_when_it_is_told_to() {
    let shots = [shot(&with_game!(GameId::Coil, G => picture::<G>()))];
    let profiles = profiles();
    let now = Instant::now();
    let found = survey(&shots, &profiles, now, &Stop::default(), &mut |_, _| {});
    assert!(found.boards.is_empty() && !found.complete);

    let stop = Stop::default();
    let until = now + Duration::from_secs(3600);
    let mut told = Vec::new();
    let mut tell = |done, total| {
        told.push((done, total));
        stop.throw(gridhand::bot::StoppedBy::Signal);
    };
    let found = survey(&shots, &profiles, until, &stop, &mut tell);
    assert!(!found.complete);
    assert_eq!(told, [(1, profiles.len())]);
}

#[test]
fn what_another_replaced_is_told_by_its_name() {
    let all = ["mine", "mine.1", "v1.5", "lone.2"].map(str::to_string);
    let backups: Vec<&String> = all.iter().filter(|name| is_backup(name, &all)).collect();
    assert_eq!(backups, ["mine.1"]);
}
