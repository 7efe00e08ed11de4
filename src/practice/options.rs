//! How a practice game is hosted: the same settings on the command line and in tests.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// When the mouse counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum InputMode {
    /// Every event that arrived since the last frame counts, in order
    #[default]
    Queue,
    /// The pointer's place and the buttons are looked at once a frame: a press and release
    /// between two frames is lost
    Sample,
}

impl InputMode {
    /// As the command line spells it.
    pub fn name(self) -> &'static str {
        match self {
            InputMode::Queue => "queue",
            InputMode::Sample => "sample",
        }
    }
}

/// What the warehouse practice is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// Bring every box to a goal
    #[default]
    Solve,
    /// Make the moves of a tape
    Follow,
    /// Make the moves of a tape where boxes are two cells wide
    Wide,
}

/// What goes wrong around the game, again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Trouble {
    /// Everything below
    All,
    /// Some clicks and keys count twice
    Double,
    /// Some clicks and keys come 0.1 to 0.4 s late
    Late,
    /// The window gets larger than the game
    Resize,
    /// The window is minimised for a moment
    Minimise,
    /// The window is closed, and opened again after a moment
    Reopen,
    /// A dialog comes up, takes the focus, and goes
    Dialog,
    /// The game is drawn at another scale
    Rescale,
    /// The game stands still for 2 s
    Freeze,
    /// Another window with the same title comes and goes
    Twin,
    /// The next puzzle comes 0.3 to 1.5 s after it was asked for
    Slow,
    /// The game sleeps for 2 s after a puzzle is solved; what is pressed meanwhile counts when it wakes up
    Sleep,
    /// What changes is painted in two halves, the lower one a frame later
    Torn,
    /// The window is larger than the game in every second puzzle, and shrinks for the next
    Shrink,
    /// A small window comes up where the pointer rests on a button
    Tooltip,
    /// With the mouse: a click counts where the pointer is when the game gets to it
    Pointer,
    /// With the mouse: the end of a stroke comes 0.1 s late, after what the pointer does meanwhile
    Stroke,
    /// With the mouse: of the pointer's motions in a frame only the last counts
    Merge,
    /// With the mouse: some releases are lost, and what was picked up stays in hand until the next press
    Stick,
    /// Dungeons: a room counts as solved only when all that is no wall is marked, too
    #[value(skip)]
    Marks,
    #[value(skip)]
    Wander,
    #[value(skip)]
    Cover,
}

/// How a practice game is hosted.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// The first puzzle, 0 to 99999999; later ones, drops and faults follow from it
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(..=99_999_999))]
    pub seed: u32,

    /// Coil: columns and rows [default: another size each time]
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub size: Option<[usize; 2]>,

    /// Warehouse: what is to be done
    #[arg(long, value_enum, default_value_t)]
    pub mode: Mode,

    /// Another look and behaviour of the game for each number; 0 is its own
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub skin: u32,

    /// Screen pixels per game pixel
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=3))]
    pub scale: u32,

    /// Frames per second
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub fps: u32,

    /// Write what happens to this file, a line of JSON per event
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,

    /// When the mouse counts, in games that are played with it
    #[arg(long, value_enum, default_value_t)]
    pub input: InputMode,

    /// Lose this share of clicks and keys, 0 to 1
    #[arg(long, value_name = "P", default_value_t = 0.0, value_parser = share)]
    pub drop_input: f64,

    /// Show the effect of input this many milliseconds late
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pub latency: u64,

    /// Move the window some pixels every 1 to 3 s
    #[arg(long)]
    pub wander: bool,

    /// Put another window over it for 0.5 to 1 s, every 2 to 4 s
    #[arg(long)]
    pub cover: bool,

    /// In a window: what else goes wrong, all the time
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub trouble: Vec<Trouble>,

    /// The window's title, instead of the game's own
    #[arg(long)]
    pub title: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1,
            size: None,
            mode: Mode::Solve,
            skin: 0,
            scale: 1,
            fps: 60,
            log: None,
            input: InputMode::Queue,
            drop_input: 0.0,
            latency: 0,
            wander: false,
            cover: false,
            trouble: Vec::new(),
            title: None,
        }
    }
}

impl Trouble {
    /// Those that only a game knows that is played with the mouse.
    pub const OF_MOUSE: [Self; 4] = [Self::Pointer, Self::Stroke, Self::Merge, Self::Stick];

    /// Whether it is about windows, or all that can go wrong with one.
    pub fn needs_window(self) -> bool {
        use Trouble::{Double, Late, Marks, Sleep, Slow, Torn};
        let without = [Double, Late, Marks, Slow, Sleep, Torn];
        !without.contains(&self) && !Self::OF_MOUSE.contains(&self)
    }

    /// As the command line spells it.
    pub fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or(String::new(), |value| value.get_name().into())
    }
}

/// What goes wrong with a game.
#[derive(Clone, Debug)]
pub(crate) struct Troubles(Vec<Trouble>);

impl Troubles {
    pub fn has(&self, trouble: Trouble) -> bool {
        self.0.contains(&trouble)
    }

    pub fn iter(&self) -> impl Iterator<Item = Trouble> {
        self.0.iter().copied()
    }
}

impl Options {
    /// Everything that is to go wrong around the game.
    pub(crate) fn troubles(&self) -> Troubles {
        let mut troubles = match self.trouble.contains(&Trouble::All) {
            true => Trouble::value_variants().to_vec(),
            false => self.trouble.clone(),
        };
        troubles.extend(self.wander.then_some(Trouble::Wander));
        troubles.extend(self.cover.then_some(Trouble::Cover));
        Troubles(troubles)
    }

    /// What only some games can be told, as the command line spells it.
    pub fn own_args(&self) -> Vec<String> {
        let mut args = Vec::new();
        if let Some([width, height]) = self.size {
            args.extend(["--size".into(), format!("{width}x{height}")]);
        }
        if self.input != InputMode::default() {
            args.extend(["--input".into(), self.input.name().into()]);
        }
        args
    }
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("a share lies between 0 and 1".into()),
    }
}

fn size(text: &str) -> Result<[usize; 2], String> {
    let side = |part: &str| part.parse().ok().filter(|side| (1..=150).contains(side));
    let sides = text.split_once('x');
    let sides = sides.and_then(|(width, height)| Some([side(width)?, side(height)?]));
    sides.ok_or_else(|| "a size is 1x1 to 150x150, such as 20x12".into())
}
