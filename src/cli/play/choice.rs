//! What is played: what the command line says, or the board that is found in a window.

use std::time::Instant;

use super::Args;
use crate::bot::Stop;
use crate::bot::survey::{KnownBoard, Shot, Survey, survey};
use crate::cli::progress::progress;
use crate::cli::{Context, Exit, Status, usage};
use crate::games::GameId;
use crate::profile::{Home, Profile, is_backup};
use crate::screen::{Screen as _, WindowScreen};
use crate::with_game;

/// A game, a profile and a window.
pub struct Choice {
    pub game: GameId,
    /// It has learned to read.
    pub profile: Profile,
    /// What the window is found by now, and after it was closed.
    pub window: String,
    pub title: String,
}

impl Choice {
    /// What the command line says; without a profile what is found. None if the user stopped the search.
    ///
    /// # Errors
    /// The profile is not there or not for the game; there is no board, or more than one.
    pub fn of(args: &Args, context: &Context, stop: &Stop) -> anyhow::Result<Option<Self>> {
        match &args.profile {
            Some(_) if context.given.has("search") => {
                let text = "--search: with --profile nothing is looked for; leave one of them out";
                Err(usage(text).into())
            }
            Some(name) => Self::named(name, args, context).map(Some),
            None => Self::found(args, context, stop),
        }
    }

    fn named(name: &str, args: &Args, context: &Context) -> anyhow::Result<Self> {
        let game = match args.game {
            Some(game) => game,
            None => game_of(&Profile::load(context.home.as_deref(), name)?)?,
        };
        let profile = with_game!(game, G => crate::cli::profile::<G>(Some(name), context))?;
        profile.ready()?;
        let window = args.window.clone().unwrap_or(profile.window.clone());
        Ok(Self {
            game,
            profile,
            title: window.clone(),
            window,
        })
    }

    fn found(args: &Args, context: &Context, stop: &Stop) -> anyhow::Result<Option<Self>> {
        let home = Home::new(context.home.as_deref());
        let mut profiles = profiles(&home, args.game)?;
        let windows = Windows::look(args.window.as_deref(), &profiles)?;
        let found = windows.survey(&profiles, args, stop);
        if stop.thrown().is_some() {
            return Ok(None);
        }
        let command = |board: &KnownBoard| command(board, &windows, context);
        let [board] = &found.boards[..] else {
            return Err(match found.boards.is_empty() {
                true => nothing(&windows, &profiles, args, found.complete),
                false => several(&found, &windows, command),
            }
            .into());
        };
        let (window, described) = &windows.seen[board.shot];
        eprintln!("found {}: {}", what(board), described);
        let at = profiles.iter().position(|p| p.name == board.profile);
        Ok(Some(Self {
            game: board.game,
            profile: profiles.swap_remove(at.unwrap_or(0)),
            window: format!("id:{}", window.id),
            title: window.title.clone(),
        }))
    }
}

fn game_of(profile: &Profile) -> Result<GameId, Exit> {
    let unknown = || {
        usage(format!(
            "profile {:?} is for no known game: {:?}",
            profile.name, profile.game
        ))
    };
    GameId::of_name(&profile.game).ok_or_else(unknown)
}

/// All profiles that can read, but for those that others replaced.
fn profiles(home: &Home, game: Option<GameId>) -> anyhow::Result<Vec<Profile>> {
    let names = match game {
        Some(game) => home.names_for(game.name())?,
        None => home.names()?,
    };
    let mut able = Vec::new();
    for name in names.iter().filter(|name| !is_backup(name, &names)) {
        match home.load(name) {
            Ok(profile) if profile.ready().is_ok() => able.push(profile),
            Ok(profile) => tracing::info!("{} has learned nothing yet", profile.name),
            Err(error) => eprintln!("warning: profile {name:?} is left out: {error}"),
        }
    }
    match able.is_empty() {
        false => Ok(able),
        true => {
            let text = "no profile has learned to read yet; `gridhand calibrate` teaches one";
            Err(Exit::new(Status::Unreadable, text).into())
        }
    }
}

/// The windows that are looked at.
struct Windows {
    /// Those of which there is a picture, with their descriptions.
    seen: Vec<(WindowScreen, String)>,
    shots: Vec<Shot>,
    /// Descriptions of the others, and why there is none.
    unseen: Vec<String>,
}

impl Windows {
    /// Takes pictures of all windows, or of the one that is wanted.
    fn look(wanted: Option<&str>, profiles: &[Profile]) -> anyhow::Result<Self> {
        let all = match wanted {
            Some(wanted) => vec![WindowScreen::find(wanted)?],
            None => WindowScreen::all()?,
        };
        let (mut seen, mut shots, mut unseen) = (Vec::new(), Vec::new(), Vec::new());
        for mut window in all {
            let described = window.described();
            match window.capture() {
                Ok(frame) => {
                    let naming = profiles.iter().filter(|p| window.answers_to(&p.window));
                    let named_by = naming.map(|p| p.name.clone()).collect();
                    shots.push(Shot { frame, named_by });
                    seen.push((window, described));
                }
                Err(error) => unseen.push(format!("{described}: {error}")),
            }
        }
        Ok(Self {
            seen,
            shots,
            unseen,
        })
    }

    fn survey(&self, profiles: &[Profile], args: &Args, stop: &Stop) -> Survey {
        let bar = progress(Some(0));
        let tell = &mut |done: usize, total: usize| {
            bar.set_length(total as u64);
            bar.set_position(done as u64);
        };
        let found = survey(
            &self.shots,
            profiles,
            Instant::now() + args.search,
            stop,
            tell,
        );
        bar.finish_and_clear();
        found
    }
}

fn what(board: &KnownBoard) -> String {
    let also = match board.others.is_empty() {
        true => String::new(),
        false => format!(" (also read by {})", board.others.join(", ")),
    };
    format!(
        "{}, as profile {} knows it{also}",
        board.game.name(),
        board.profile
    )
}

/// The command that plays a board.
fn command(board: &KnownBoard, windows: &Windows, context: &Context) -> String {
    let home = context.home.as_ref();
    let home = home.map_or(String::new(), |home| {
        format!(" --home {}", quoted(&home.display().to_string()))
    });
    format!(
        "gridhand play {} --profile {} --window id:{}{home}",
        board.game.name(),
        quoted(&board.profile),
        windows.seen[board.shot].0.id
    )
}

/// A word of a command line.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./".contains(c);
    match word.chars().all(plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

fn several(found: &Survey, windows: &Windows, command: impl Fn(&KnownBoard) -> String) -> Exit {
    let boards = found.boards.iter().map(|board| {
        let (_, window) = &windows.seen[board.shot];
        format!("\n  {}: {window}\n    {}", what(board), command(board))
    });
    let boards: String = boards.collect();
    usage(format!(
        "{} boards are known; say which is to be played:{boards}",
        found.boards.len()
    ))
}

fn nothing(windows: &Windows, profiles: &[Profile], args: &Args, complete: bool) -> Exit {
    let seen = windows.seen.iter().map(|(_, described)| described);
    let looked: Vec<&String> = seen.chain(&windows.unseen).collect();
    let looked = match looked.is_empty() {
        true => "no window is open".into(),
        false => format!(
            "looked at {}",
            looked.into_iter().cloned().collect::<Vec<_>>().join(", ")
        ),
    };
    let names: Vec<&str> = profiles.iter().map(|p| p.name.as_str()).collect();
    let names = names.join(", ");
    let said = format!("{looked}, with the profiles {names}");
    match complete {
        false => Exit::new(
            Status::Limit,
            format!(
                "no known board was found in {} s, and not all was looked at; {said}. --search SECONDS looks \
                 longer, --window and --profile leave less to look at",
                args.search.as_secs_f64()
            ),
        ),
        true => Exit::new(
            Status::WindowGone,
            format!(
                "no window shows a board that a profile knows; {said}. Show the whole board, uncovered; a \
                 game that no profile knows is learned by `gridhand calibrate GAME --profile NAME --window \
                 id:N --example now.txt`"
            ),
        ),
    }
}
