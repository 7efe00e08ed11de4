//! Letting others look on: a folder of its own, with the newest frame and what is being done, while somebody asks.
//!
//! ```text
//!  PLACE/ID/about.json     what is played: written once
//!           alive          touched again and again
//!           asked          touched by whoever looks: without it nothing more is done
//!           state.json     what is done, and how much was
//!           frame.png      what the window shows
//!           stop           made by whoever wants it to end
//! ```
//!
//! The loop gives a frame away only while somebody looks, and never waits for that: all files are written by a thread of
//! their own.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder as _};
use serde::{Deserialize, Serialize};

use super::{Activity, Onlooker, Rig, Stop, StoppedBy};
use crate::base::private::make_private;
use crate::screen::{Frame, Screen, ScreenError};

/// How often it is looked whether somebody asks: four times as often as a person sees.
const LOOK: Duration = Duration::from_millis(250);

/// Who did not ask for so long looks no longer.
const ASKED: Duration = Duration::from_secs(3);

/// What did not live for so long has ended, however that was.
const ALIVE: Duration = Duration::from_secs(5);

/// So many of the last things that were done are told.
const TOLD: usize = 40;

/// What is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct About {
    pub verb: String,
    pub game: String,
    pub profile: String,
    pub window: String,
    /// The folder of the records of failures.
    pub record: Option<PathBuf>,
    /// ms since 1970.
    pub begun: i64,
}

/// What is done now.
#[derive(Clone, Debug, Default, Serialize)]
struct State {
    played: u64,
    /// None where nothing is solved: a harvest.
    solved: Option<u64>,
    /// The last things that were done, the newest last; each with the ms since it began to be watched.
    log: Vec<(u64, Activity)>,
    /// Counts the frames that were written.
    frame: u64,
    /// Where the frame's first pixel is on the screen.
    origin: [i32; 2],
}

/// What the loop leaves there for those who look on.
struct Shared {
    wanted: AtomicBool,
    ends: AtomicBool,
    /// How many were played, and how many of them solved where any are.
    counts: Mutex<(u64, Option<u64>)>,
    begun: Instant,
    newest: Mutex<Option<Frame>>,
    log: Mutex<Vec<(u64, Activity)>>,
}

/// Others may look on as long as this lives.
pub struct Watch {
    folder: PathBuf,
    shared: Arc<Shared>,
    writes: Option<JoinHandle<()>>,
}

/// A screen of which the newest frame is kept while somebody looks.
struct Watched {
    screen: Box<dyn Screen>,
    shared: Arc<Shared>,
}

/// Where those who may be watched have their folders: the user's alone.
pub fn place() -> PathBuf {
    let named = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let runtime = named("XDG_RUNTIME_DIR").map(PathBuf::from);
    let base = runtime.or_else(crate::profile::configuration_folder);
    base.unwrap_or_else(std::env::temp_dir)
        .join("gridhand-watch")
}

/// Whether who plays in a folder lives.
pub fn is_alive(folder: &Path) -> bool {
    is_newer(&folder.join("alive"), ALIVE)
}

/// Whether a file was touched in the last time.
fn is_newer(file: &Path, than: Duration) -> bool {
    let touched = fs::metadata(file).and_then(|of| of.modified());
    touched.is_ok_and(|at| SystemTime::now().duration_since(at).unwrap_or_default() < than)
}

/// Touches a file.
///
/// # Errors
/// It cannot be written.
pub fn touch(file: &Path) -> io::Result<()> {
    fs::write(file, b"")
}

impl Watch {
    /// Others may look on from now on; who makes a file `stop` throws the switch.
    ///
    /// # Errors
    /// The folder cannot be made, or is not the user's alone.
    pub fn open(about: &About, stop: &Stop) -> io::Result<Self> {
        let place = place();
        make_private(&place)?;
        let folder = place.join(std::process::id().to_string());
        // A process of the same number that was killed.
        let _ = fs::remove_dir_all(&folder);
        make_private(&folder)?;
        fs::write(folder.join("about.json"), serde_json::to_vec(about)?)?;
        touch(&folder.join("alive"))?;
        let shared = Arc::new(Shared {
            wanted: AtomicBool::new(false),
            ends: AtomicBool::new(false),
            counts: Mutex::default(),
            begun: Instant::now(),
            newest: Mutex::default(),
            log: Mutex::default(),
        });
        let (own, stop, to) = (shared.clone(), stop.clone(), folder.clone());
        let writes = std::thread::spawn(move || write(&to, &own, &stop));
        Ok(Self {
            folder,
            shared,
            writes: Some(writes),
        })
    }

    /// The rig with a screen that can be watched.
    pub fn rig(&self, rig: Rig) -> Rig {
        let screen = Watched {
            screen: rig.screen,
            shared: self.shared.clone(),
        };
        Rig {
            screen: Box::new(screen),
            ..rig
        }
    }

    /// Tells who looks on, and another.
    pub fn onlooker(&self, other: Onlooker) -> Onlooker {
        let shared = self.shared.clone();
        other.and(move |activity| shared.note(activity))
    }

    /// So many puzzles were played, so many of them solved where any are.
    pub fn count(&self, played: u64, solved: Option<u64>) {
        *locked(&self.shared.counts) = (played, solved);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.ends.store(true, Ordering::Relaxed);
        if let Some(writes) = self.writes.take() {
            writes.thread().unpark();
            let _ = writes.join();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Screen for Watched {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let frame = self.screen.capture()?;
        if self.shared.wanted.load(Ordering::Relaxed) {
            *locked(&self.shared.newest) = Some(frame.clone());
        }
        Ok(frame)
    }

    fn rest(&mut self, most: Duration) {
        self.screen.rest(most);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn note(&self, activity: &Activity) {
        let at = self.begun.elapsed().as_millis() as u64;
        let mut log = locked(&self.log);
        // Move after move is one thing that is done.
        let goes_on = |last: &Activity| {
            let both = (last, activity);
            matches!(both, (Activity::Playing { .. }, Activity::Playing { .. }))
        };
        match log.last_mut() {
            Some((_, last)) if goes_on(last) => *last = activity.clone(),
            _ => log.push((at, activity.clone())),
        }
        if log.len() > TOLD {
            log.remove(0);
        }
    }

    fn state(&self, frame: u64, origin: [i32; 2]) -> State {
        let (played, solved) = *locked(&self.counts);
        State {
            played,
            solved,
            log: locked(&self.log).clone(),
            frame,
            origin,
        }
    }
}

/// Writes what is asked for until the end.
fn write(folder: &Path, shared: &Shared, stop: &Stop) {
    let (mut frames, mut origin) = (0, [0; 2]);
    while !shared.ends.load(Ordering::Relaxed) {
        let _ = touch(&folder.join("alive"));
        if folder.join("stop").exists() {
            stop.throw(StoppedBy::Signal);
        }
        let wanted = is_newer(&folder.join("asked"), ASKED);
        shared.wanted.store(wanted, Ordering::Relaxed);
        if wanted {
            let newest = locked(&shared.newest).take();
            if let Some(frame) = newest
                && put(folder, "frame.png", &png(&frame)).is_ok()
            {
                frames += 1;
                origin = [frame.origin.x, frame.origin.y];
            }
            let state = serde_json::to_vec(&shared.state(frames, origin));
            let _ = put(folder, "state.json", &state.unwrap_or_default());
        }
        std::thread::park_timeout(LOOK);
    }
}

/// Writes a file as a whole: who reads it sees the old one or the new one.
fn put(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let half = folder.join(format!("{name}.half"));
    fs::write(&half, bytes)?;
    fs::rename(half, folder.join(name))
}

/// The quickest PNG: it is read once.
fn png(frame: &Frame) -> Vec<u8> {
    let (width, height) = frame.image.dimensions();
    let mut bytes = Vec::new();
    let encoder =
        PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::NoFilter);
    let written = encoder.write_image(&frame.image, width, height, ExtendedColorType::Rgba8);
    match written {
        Ok(()) => bytes,
        Err(_) => Vec::new(),
    }
}
