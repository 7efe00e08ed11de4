//! gridhand plays a game that nobody here wrote: the first level of xsok, read from its window, solved,
//! and played with the keyboard. The witness is xsok's own record of scores.

mod common;

use std::path::Path;
use std::process::{Child, Output, Stdio};

use common::{Desktop, wait_until};
use gridhand::games::Limits;
use gridhand::games::warehouse::{solve, text};
use gridhand::screen::{Screen, WindowScreen};
use image::{Rgba, RgbaImage, imageops};

const PROGRAM: &str = "/usr/games/xsok";
const LEVELS: &str = "/usr/share/games/xsok/Sokoban.def";
/// Where the helper below saves its picture.
const CAPTURE: &str = "GRIDHAND_TEST_CAPTURE";

/// A program that ends with the value.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Run by the test below in a process that has the test's display.
#[test]
fn helper_that_saves_a_picture_of_the_window() {
    let Some(file) = std::env::var_os(CAPTURE) else {
        return;
    };
    let mut screen = WindowScreen::find("Sokoban - Level").expect("one such window");
    let frame = screen.capture().expect("it can be captured");
    frame.image.save(file).expect("it can be saved");
}

fn capture(desktop: &Desktop, file: &Path) -> bool {
    let this = std::env::current_exe().expect("this test");
    let status = desktop
        .command(this.to_str().expect("a path"))
        .args(["--exact", "helper_that_saves_a_picture_of_the_window"])
        .env(CAPTURE, file)
        .status();
    status.is_ok_and(|status| status.success()) && file.exists()
}

/// The level without the margin: all that is not black below the bars at the top.
fn board(window: &RgbaImage) -> RgbaImage {
    let black = |pixel: &Rgba<u8>| pixel.0[..3] == [0; 3];
    let top = window
        .rows()
        .position(|mut row| row.all(black))
        .expect("there is a margin");
    let bottom = (top..window.height() as usize)
        .rev()
        .find(|&y| black(window.get_pixel(0, y as u32)))
        .expect("there is a margin");
    let lit = |(x, y): &(u32, u32)| !black(window.get_pixel(*x, *y));
    let lit: Vec<(u32, u32)> = (top as u32..=bottom as u32)
        .flat_map(|y| (0..window.width()).map(move |x| (x, y)))
        .filter(lit)
        .collect();
    let span = |values: Vec<u32>| {
        let low = values.iter().min().copied().expect("a level");
        (
            low,
            values.iter().max().copied().expect("a level") + 1 - low,
        )
    };
    let (x, width) = span(lit.iter().map(|at| at.0).collect());
    let (y, height) = span(lit.iter().map(|at| at.1).collect());
    imageops::crop_imm(window, x, y, width, height).to_image()
}

fn run(desktop: &Desktop, args: &[&str]) -> Output {
    let output = desktop
        .gridhand(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .expect("gridhand runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {said}");
    output
}

#[test]
fn level_one_is_read_solved_and_played() {
    if !Path::new(PROGRAM).exists() {
        eprintln!("skipped: xsok is not installed (`make test` installs it)");
        return;
    }
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let saves = path("saves");
    std::fs::create_dir(&saves).expect("a folder");
    let mut xsok = desktop.command(PROGRAM);
    xsok.arg("-savedir").arg(&saves).env("HOME", folder.path());
    let _xsok = Running(xsok.spawn().expect("xsok starts"));
    let window = path("window.png");
    wait_until("the window of xsok", || capture(&desktop, &window));
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert!(capture(&desktop, &window));

    // Someone wrote down what the picture shows.
    let levels = std::fs::read_to_string(LEVELS).expect("its levels");
    let level = text::collection(&levels).expect("levels").remove(0).puzzle;
    std::fs::write(path("one.txt"), level.to_string()).expect("written");
    let picture = board(&image::open(&window).expect("a picture").into_rgba8());
    picture.save(path("one.png")).expect("saved");
    let home = folder.path().to_str().expect("a path").to_string();
    let example = path("one.png").display().to_string();
    let profile = ["warehouse", "--home", &home, "--profile", "xsok"];
    run(
        &desktop,
        &[&["calibrate"], &profile[..], &["--example", &example]].concat(),
    );

    let seen = window.display().to_string();
    let read = run(&desktop, &[&["read"], &profile[..], &[&seen]].concat());
    let read = text::parse(&String::from_utf8_lossy(&read.stdout)).expect("a level");
    assert_eq!(read, level);
    assert_eq!(solve::solve(&read, &Limits::default()).pushes, Some(97));

    let scores = || std::fs::read_dir(&saves).expect("a folder").count();
    assert_eq!(scores(), 0);
    let played = run(
        &desktop,
        &[&["play"], &profile[..], &["--count", "1", "--json"]].concat(),
    );
    let told = String::from_utf8_lossy(&played.stdout);
    assert!(told.contains("\"result\":\"solved\""), "{told}");
    wait_until("xsok's own record of the score", || scores() > 0);
}
