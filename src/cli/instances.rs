//! `gridhand harvest --instances`: several harvesters on one machine, each with a display and a game of its own.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use serde_json::{Value, json};

use super::corpus::stop_switch;
use super::{Status, usage};
use crate::games::GameId;

/// Instances for each core at most. Chosen: a game that waits for its frames needs less than a core, and more of them
/// would only wait for one another.
const MOST_A_CORE: usize = 4;

/// The options that are not the harvesters' own; each has a value.
const OURS: [&str; 2] = ["--instances", "--display-command"];

/// How long a game's window may take to open after the game is said to be there. Chosen: far longer than any took.
const OPENING: Duration = Duration::from_secs(10);

/// Between two looks who has ended.
const LOOK: Duration = Duration::from_millis(100);

/// A display without a screen, a window manager and the practice game; it tells its name when the game shows
/// something, and ends when its standard input does.
const PRACTICE: &str = r#"trap '' INT HUP
folder=$(mktemp -d) || exit 1
Xvfb -displayfd 3 -screen 0 1280x1024x24 -noreset -nolisten tcp 3>"$folder/number" 2>/dev/null &
all=$!
end() { kill $all 2>/dev/null; rm -rf "$folder"; exit "${1:-0}"; }
trap 'end 1' TERM
for second in $(seq 100); do [ -s "$folder/number" ] && break; sleep 0.1; done
[ -s "$folder/number" ] || { echo "Xvfb does not start" >&2; end 1; }
export DISPLAY=":$(cat "$folder/number")"
openbox 2>/dev/null >&2 & all="$! $all"
# A window that opens while it begins would never be managed.
manages() {
  if command -v xprop >/dev/null; then xprop -root _NET_SUPPORTING_WM_CHECK | grep -q 'id #'; else sleep 2; fi
}
for second in $(seq 100); do manages && break; sleep 0.1; done
"$GRIDHAND" practice "$GRIDHAND_GAME" --log "$folder/log" >&2 & all="$! $all"
for second in $(seq 300); do [ -s "$folder/log" ] && break; sleep 0.1; done
[ -s "$folder/log" ] || { echo "the practice game does not start" >&2; end 1; }
echo "$DISPLAY"
read -r word
end"#;

/// Runs a harvester; asks it to stop when its own standard input ends.
const HARVESTER: &str = r#"trap '' INT HUP
exec 3<&0
"$@" </dev/null 3<&- & harvester=$!
{ read -r word <&3; kill -TERM $harvester 2>/dev/null; } & watch=$!
exec 3<&-
wait $harvester
ended=$?
kill $watch 2>/dev/null
exit $ended"#;

/// A display with a game on it, which end with the value.
struct Stage {
    keeper: Child,
    display: String,
    /// What else the command says is not heard, but it may say it.
    _told: BufReader<ChildStdout>,
}

impl Stage {
    /// Runs the command until it tells the name of its display.
    fn open(command: &str, game: GameId, number: usize) -> anyhow::Result<Self> {
        let mut keeper = Command::new("sh")
            .args(["-c", command])
            .env("GRIDHAND", std::env::current_exe()?)
            .env("GRIDHAND_GAME", game.name())
            .env("GRIDHAND_INSTANCE", number.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot run sh")?;
        let mut display = String::new();
        let mut told = BufReader::new(keeper.stdout.take().expect("piped"));
        told.read_line(&mut display)?;
        let stage = Self {
            keeper,
            display: display.trim().into(),
            _told: told,
        };
        match stage.display.is_empty() {
            true => bail!("instance {number}: its command ended without the name of a display"),
            false => Ok(stage),
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

/// What one harvester did.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    new: u64,
    known: u64,
    conflicts: u64,
}

impl Count {
    /// Counts a line that the harvester printed of a puzzle.
    fn take(&mut self, line: &Value) {
        match line["stored"].as_str() {
            Some("new") => self.new += 1,
            Some("known") => self.known += 1,
            Some("conflict") => self.conflicts += 1,
            _ => {}
        }
    }

    fn is_none(&self) -> bool {
        self.new + self.known + self.conflicts == 0
    }

    fn add(&mut self, other: Count) {
        self.new += other.new;
        self.known += other.known;
        self.conflicts += other.conflicts;
    }
}

/// A harvester at work, and who counts what it prints.
struct Harvester {
    process: Child,
    counting: JoinHandle<Count>,
}

impl Harvester {
    fn begin(stage: &Stage, number: usize, args: &[OsString], told: bool) -> anyhow::Result<Self> {
        let mut process = Command::new("sh")
            .args(["-c", HARVESTER, "harvester"])
            .arg(std::env::current_exe()?)
            .args(args)
            .env("DISPLAY", &stage.display)
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot run sh")?;
        let lines = process.stdout.take().expect("piped");
        Ok(Self {
            process,
            counting: std::thread::spawn(move || count(lines, number, told)),
        })
    }
}

/// A harvester on its stage.
struct Instance {
    number: usize,
    stage: Stage,
    /// None when it has ended.
    harvester: Option<Harvester>,
    begun: Instant,
    counted: Count,
    /// Its exit status, and how long it took.
    ended: (i32, Duration),
}

impl Instance {
    fn start(stage: Stage, number: usize, args: &[OsString], told: bool) -> anyhow::Result<Self> {
        Ok(Self {
            number,
            harvester: Some(Harvester::begin(&stage, number, args, told)?),
            stage,
            begun: Instant::now(),
            counted: Count::default(),
            ended: (Status::Failed as i32, Duration::ZERO),
        })
    }

    /// Whether it has ended. One that found no window is started again for a while.
    fn look(&mut self, args: &[OsString], told: bool) -> anyhow::Result<bool> {
        let Some(mut harvester) = self.harvester.take() else {
            return Ok(true);
        };
        let Some(status) = harvester.process.try_wait()? else {
            self.harvester = Some(harvester);
            return Ok(false);
        };
        self.counted = harvester.counting.join().expect("counting does not panic");
        self.ended = (status.code().unwrap_or(1), self.begun.elapsed());
        let (code, time) = self.ended;
        let found_none = code == Status::WindowGone as i32 && self.counted.is_none();
        if found_none && time < OPENING {
            std::thread::sleep(LOOK * 5);
            self.harvester = Some(Harvester::begin(&self.stage, self.number, args, told)?);
        }
        Ok(self.harvester.is_none())
    }

    fn stop(&mut self) {
        if let Some(harvester) = &mut self.harvester {
            drop(harvester.process.stdin.take());
        }
    }
}

/// Counts what a harvester prints, and hands it on if it is to be told.
fn count(lines: ChildStdout, number: usize, told: bool) -> Count {
    let mut count = Count::default();
    for line in BufReader::new(lines).lines().map_while(Result::ok) {
        let Ok(mut line) = serde_json::from_str::<Value>(&line) else {
            continue;
        };
        count.take(&line);
        if told {
            line["instance"] = number.into();
            println!("{line}");
        }
    }
    count
}

/// Runs so many harvesters until all have ended, and reports of each.
pub fn run(
    game: GameId,
    instances: usize,
    command: Option<&str>,
    json: bool,
) -> anyhow::Result<Status> {
    check(instances)?;
    let args = harvesters_args(json);
    let stop = stop_switch()?;
    let command = command.unwrap_or(PRACTICE);
    let mut running: Vec<Instance> = Vec::new();
    for number in 1..=instances {
        let stage = Stage::open(command, game, number)?;
        running.push(Instance::start(stage, number, &args, json)?);
    }
    wait(&mut running, &stop, &args, json)?;
    let status = report(&running, json);
    Ok(match stop.load(Ordering::SeqCst) {
        true => Status::Stopped,
        false => status,
    })
}

fn check(instances: usize) -> anyhow::Result<()> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let most = cores * MOST_A_CORE;
    if instances > most {
        let text = format!(
            "--instances {instances}: this machine has {cores} cores, enough for {most} games at once"
        );
        return Err(usage(text).into());
    }
    Ok(())
}

/// The words of this command line that are the harvesters'.
fn harvesters_args(json: bool) -> Vec<OsString> {
    let mut words = std::env::args_os().skip(1);
    let mut args = Vec::new();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if OURS.contains(&&*text) {
            words.next();
        } else if !OURS.iter().any(|our| text.starts_with(&format!("{our}="))) {
            args.push(word);
        }
    }
    if !json {
        args.push("--json".into());
    }
    args
}

fn wait(
    running: &mut [Instance],
    stop: &AtomicBool,
    args: &[OsString],
    told: bool,
) -> anyhow::Result<()> {
    loop {
        let mut all_ended = true;
        for instance in running.iter_mut() {
            all_ended &= instance.look(args, told)?;
            if stop.load(Ordering::SeqCst) {
                instance.stop();
            }
        }
        if all_ended {
            return Ok(());
        }
        std::thread::sleep(LOOK);
    }
}

/// Tells what each did, and all together; the worst of how they ended.
fn report(running: &[Instance], json: bool) -> Status {
    let (mut all, mut status, mut longest) = (Count::default(), Status::Done, Duration::ZERO);
    for instance in running {
        let count = instance.counted;
        let (code, time) = instance.ended;
        let name = format!("instance {} on {}", instance.number, instance.stage.display);
        tell(json, &name, count, time, Some(code));
        all.add(count);
        longest = longest.max(time);
        status = status.max(Status::of_code(code));
    }
    tell(json, "all", all, longest, None);
    status
}

fn tell(json: bool, name: &str, count: Count, time: Duration, code: Option<i32>) {
    let (seconds, shown) = (time.as_secs_f64(), count.new + count.known);
    let rate = shown as f64 / seconds.max(1e-3);
    if json {
        let report = json!({
            "report": name,
            "new": count.new,
            "known": count.known,
            "conflicts": count.conflicts,
            "seconds": seconds,
            "per_second": rate,
            "status": code,
        });
        println!("{report}");
        return;
    }
    let ended = match code {
        None | Some(0) => String::new(),
        Some(code) => format!("; it ended with status {code}"),
    };
    println!(
        "{name}: {} new, {} known, {} conflicts; {seconds:.1} s, {rate:.1} a second{ended}",
        count.new, count.known, count.conflicts
    );
}
