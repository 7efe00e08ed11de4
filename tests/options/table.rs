//! What each option does, or why a game refuses it.

use GameId::{Coil, Dungeons, Null, Sliding, Warehouse, Woodworm};
use Test::{Differs, Elsewhere, Library, Refused};
use gridhand::game::Game;
use gridhand::games::GameId;
use gridhand::practice::{Mode, Options, memory};
use gridhand::with_game;

/// An option of a verb, or one of its places.
pub struct Entry {
    pub verb: &'static str,
    pub option: &'static str,
    pub test: Test,
}

type Games = &'static [GameId];

/// Commands are without `gridhand`, and with ` ; ` between them. The option is in brackets: `[--json]`, or
/// `[--seed 1 => --seed 2]`. GAME is the game, OTHER another one, SIZE a small size, IN/ a folder with
/// files of the game, EXAMPLES are pictures of it with their texts, IMPORT puts three puzzles into a corpus,
/// STORED says which, and TWO takes in a profile twice, as `one` and `two`, from `a.zip`.
pub enum Test {
    /// The option makes a difference, and the commands do not end in wrong usage.
    Differs(&'static str, Games),
    /// The option is refused, by its name, with exit status 2.
    Refused(&'static str, Games),
    /// It needs a window, but what it leads to can be had without.
    Library(fn(GameId) -> bool, Games),
    /// It needs a window: a test that has one, and what stands there.
    Elsewhere(&'static str, &'static str),
}

const ALL: Games = GameId::ALL;
const DUNGEONS: Games = &[Dungeons];
const NOT_DUNGEONS: Games = &[Coil, Sliding, Woodworm, Warehouse, Null];
/// They are fitted by a text. Sliding, woodworm and the warehouse are, too, by the same lines as coil: that is shown
/// by the source.
const FITTED: Games = &[Dungeons, Coil];
const NOT_FITTED: Games = &[Null];
/// They can be learned from pictures of fresh boards.
const LEARN: Games = &[Dungeons, Woodworm, Warehouse, Null];
const NULL: Games = &[Null];
const NOT_NULL: Games = &[Coil, Dungeons, Sliding, Woodworm, Warehouse];

const fn entry(verb: &'static str, option: &'static str, test: Test) -> Entry {
    Entry { verb, option, test }
}

const WATCHING: &str = "tests/studio/watching.rs";
const STUDIO: &str = "tests/studio/served.rs";
const IN_A_WINDOW: &str = "tests/windows/play_in_a_window.rs";
const SLIDING: &str = "tests/windows/play_sliding.rs";
const LOOKING: &str = "tests/windows/looking_for_boards.rs";
const WAYS: &str = "tests/windows/ways.rs";
const TROUBLES: &str = "tests/windows/troubles.rs";
const SOAK: &str = "tests/soak.rs";
const FILES: &str = "tests/files/corpus_files.rs";
const SERVER: &str = "tests/files/corpus_server.rs";
const TOGETHER: &str = "tests/windows/harvest_together.rs";
const HARVEST: &str = "tests/windows/harvest_in_a_window.rs";
const HARVEST_IN_MEMORY: &str = "tests/play/harvest_in_memory.rs";

/// Whether a practice game looks different.
fn looks_different(game: GameId, changed: Options) -> bool {
    let picture = |options: &Options| with_game!(game, G => G::practice(options).picture());
    picture(&Options::default()) != picture(&changed)
}

fn started(game: GameId, options: &Options) -> memory::MemoryGame {
    let practice = with_game!(game, G => G::practice(options));
    memory::start(practice, options).expect("it starts")
}

fn seed_counts(game: GameId) -> bool {
    looks_different(
        game,
        Options {
            seed: 2,
            ..Options::default()
        },
    )
}

fn skin_counts(game: GameId) -> bool {
    looks_different(
        game,
        Options {
            skin: 3,
            ..Options::default()
        },
    )
}

fn size_counts(game: GameId) -> bool {
    looks_different(
        game,
        Options {
            size: Some([5, 4]),
            ..Options::default()
        },
    )
}

fn mode_counts(game: GameId) -> bool {
    looks_different(
        game,
        Options {
            mode: Mode::Wide,
            ..Options::default()
        },
    )
}

fn scale_counts(game: GameId) -> bool {
    let width = |scale| {
        started(
            game,
            &Options {
                scale,
                ..Options::default()
            },
        )
        .capture()
        .image
        .width()
    };
    2 * width(1) == width(2)
}

fn title_counts(game: GameId) -> bool {
    let title = Some("Somebody's".to_string());
    started(
        game,
        &Options {
            title,
            ..Options::default()
        },
    )
    .title()
    .starts_with("Somebody's")
}

pub const TABLE: &[Entry] = &[
    entry(
        "",
        "home",
        Differs("read GAME IN/e1.png --json [--home IN/home]", ALL),
    ),
    entry(
        "",
        "home",
        Refused("solve GAME IN/one.txt [--home IN/home]", ALL),
    ),
    entry(
        "",
        "home",
        Refused("generate GAME --size SIZE [--home IN/home]", ALL),
    ),
    entry(
        "",
        "home",
        Refused("follow IN/tape.txt [--home IN/home]", ALL),
    ),
    entry("", "home", Refused("practice GAME [--home IN/home]", ALL)),
    entry("", "home", Refused("corpus stats [--home IN/home]", ALL)),
    entry("", "home", Refused("bench sliding [--home IN/home]", ALL)),
    entry("", "home", Differs("profile list [--home IN/home]", ALL)),
    entry("", "verbose", Differs("solve GAME IN/one.txt [-v]", ALL)),
    // read
    entry(
        "read",
        "game",
        Differs("read [OTHER => GAME] IN/e1.png --home IN/home", ALL),
    ),
    entry(
        "read",
        "images",
        Differs(
            "read GAME --home IN/home --profile aGAME IN/e1.png [IN/e2.png]",
            ALL,
        ),
    ),
    entry(
        "read",
        "profile",
        Differs(
            "read GAME IN/e1.png --json --home IN/home [--profile nGAME]",
            ALL,
        ),
    ),
    entry(
        "read",
        "overlay",
        Differs(
            "read GAME --home IN/home --profile aGAME IN/e1.png [--overlay seen.png]",
            ALL,
        ),
    ),
    entry(
        "read",
        "json",
        Differs(
            "read GAME --home IN/home --profile aGAME IN/e1.png [--json]",
            ALL,
        ),
    ),
    // solve
    entry(
        "solve",
        "game",
        Differs("solve [OTHER => GAME] IN/one.txt", ALL),
    ),
    entry(
        "solve",
        "files",
        Differs("solve GAME IN/one.txt [IN/next.txt]", ALL),
    ),
    entry(
        "solve",
        "json",
        Differs("solve GAME IN/one.txt [--json]", ALL),
    ),
    entry(
        "solve",
        "goal",
        Differs(
            "solve GAME IN/one.txt --json [--goal any]",
            &[Sliding, Warehouse],
        ),
    ),
    entry(
        "solve",
        "goal",
        Refused(
            "solve GAME IN/one.txt [--goal least]",
            &[Dungeons, Coil, Woodworm, Null],
        ),
    ),
    entry(
        "solve",
        "time",
        Differs("solve GAME IN/hard.txt --nodes 100000 [--time 0]", NOT_NULL),
    ),
    entry(
        "solve",
        "time",
        Refused("solve GAME IN/one.txt [--time 1]", NULL),
    ),
    entry(
        "solve",
        "nodes",
        Differs("solve GAME IN/one.txt [--nodes 0]", NOT_NULL),
    ),
    entry(
        "solve",
        "nodes",
        Refused("solve GAME IN/one.txt [--nodes 1]", NULL),
    ),
    entry(
        "solve",
        "memory",
        Differs(
            "solve GAME IN/one.txt [--memory 0]",
            &[Coil, Sliding, Woodworm, Warehouse],
        ),
    ),
    entry(
        "solve",
        "memory",
        Refused("solve GAME IN/one.txt [--memory 0]", &[Dungeons, Null]),
    ),
    entry(
        "solve",
        "explain",
        Differs("solve GAME IN/one.txt [--explain]", DUNGEONS),
    ),
    entry(
        "solve",
        "explain",
        Differs("solve GAME IN/one.txt --explain [--nodes 0]", DUNGEONS),
    ),
    entry(
        "solve",
        "explain",
        Refused("solve GAME IN/one.txt [--explain]", NOT_DUNGEONS),
    ),
    entry(
        "solve",
        "picture",
        Differs("solve GAME IN/one.txt [--picture out.png]", NOT_NULL),
    ),
    entry(
        "solve",
        "picture",
        Differs("solve GAME IN/one.txt --json [--picture out.png]", NOT_NULL),
    ),
    entry(
        "solve",
        "picture",
        Differs(
            "solve GAME IN/one.txt --explain [--picture out.png]",
            DUNGEONS,
        ),
    ),
    entry(
        "solve",
        "picture",
        Refused("solve GAME IN/one.txt IN/next.txt [--picture out.png]", ALL),
    ),
    entry(
        "solve",
        "picture",
        Refused("solve GAME IN/one.txt [--picture out.png]", NULL),
    ),
    entry(
        "solve",
        "trace",
        Differs("solve GAME IN/one.txt [--trace out.gif]", NOT_NULL),
    ),
    entry(
        "solve",
        "trace",
        Differs(
            "solve GAME IN/one.txt --json --picture out.png [--trace out.gif]",
            NOT_NULL,
        ),
    ),
    entry(
        "solve",
        "trace",
        Refused("solve GAME IN/one.txt IN/next.txt [--trace out.gif]", ALL),
    ),
    entry(
        "solve",
        "trace",
        Refused("solve GAME IN/one.txt [--trace out.gif]", NULL),
    ),
    // follow
    entry(
        "follow",
        "file",
        Differs("follow [IN/tape.txt => IN/tape-2.txt]", ALL),
    ),
    entry(
        "follow",
        "wide",
        Differs("follow IN/tape.txt [--wide]", ALL),
    ),
    entry(
        "follow",
        "json",
        Differs("follow IN/tape.txt [--json]", ALL),
    ),
    entry(
        "follow",
        "json",
        Differs(
            "follow IN/tape.txt --wide --picture a.png --trace a.gif [--json]",
            ALL,
        ),
    ),
    entry(
        "follow",
        "picture",
        Differs("follow IN/tape.txt --json [--picture out.png]", ALL),
    ),
    entry(
        "follow",
        "trace",
        Differs(
            "follow IN/tape.txt --picture out.png [--trace out.gif]",
            ALL,
        ),
    ),
    // generate
    entry(
        "generate",
        "game",
        Differs("generate [OTHER => GAME] --size SIZE --seed 1", NOT_NULL),
    ),
    entry("generate", "game", Refused("generate [GAME]", NULL)),
    entry(
        "generate",
        "size",
        Differs(
            "generate GAME --seed 1 [--size 4x4 => --size SIZE]",
            NOT_NULL,
        ),
    ),
    entry(
        "generate",
        "count",
        Differs("generate GAME --size SIZE --seed 1 [--count 2]", NOT_NULL),
    ),
    entry(
        "generate",
        "seed",
        Differs("generate GAME --size SIZE [--seed 1 => --seed 2]", NOT_NULL),
    ),
    entry(
        "generate",
        "tries",
        Differs(
            "generate GAME --size SIZE --seed 1 [--tries 1 => --tries 12]",
            &[Sliding, Warehouse],
        ),
    ),
    entry(
        "generate",
        "tries",
        Differs(
            "generate GAME --size 5x5 --seed 1 [--tries 1 => --tries 12]",
            &[Woodworm],
        ),
    ),
    entry(
        "generate",
        "tries",
        Refused("generate GAME --size SIZE [--tries 2]", &[Coil, Dungeons]),
    ),
    entry(
        "generate",
        "boxes",
        Differs(
            "generate GAME --size SIZE --seed 1 [--boxes 1]",
            &[Warehouse],
        ),
    ),
    entry(
        "generate",
        "boxes",
        Refused(
            "generate GAME --size SIZE [--boxes 1]",
            &[Coil, Dungeons, Sliding, Woodworm],
        ),
    ),
    entry(
        "generate",
        "difficulty",
        Differs(
            "generate GAME --size SIZE --seed 1 [--difficulty easy => --difficulty hard]",
            DUNGEONS,
        ),
    ),
    entry(
        "generate",
        "difficulty",
        Refused(
            "generate GAME --size SIZE [--difficulty hard]",
            &[Coil, Sliding, Woodworm, Warehouse],
        ),
    ),
    entry(
        "generate",
        "lines",
        Differs(
            "generate GAME --size SIZE --seed 1 [--lines]",
            &[Coil, Dungeons],
        ),
    ),
    entry(
        "generate",
        "lines",
        Refused(
            "generate GAME --size SIZE [--lines]",
            &[Sliding, Woodworm, Warehouse],
        ),
    ),
    entry(
        "generate",
        "solution",
        Differs("generate GAME --size SIZE --seed 1 [--solution]", NOT_NULL),
    ),
    entry(
        "generate",
        "json",
        Differs("generate GAME --size SIZE --seed 1 [--json]", NOT_NULL),
    ),
    // calibrate
    entry(
        "calibrate",
        "game",
        Differs(
            "calibrate [OTHER => GAME] --home . --profile practice-GAME EXAMPLES",
            ALL,
        ),
    ),
    entry(
        "calibrate",
        "profile",
        Differs(
            "calibrate GAME --home . [--profile nobodys => --profile practice-GAME] --example IN/e1.png:IN/e1.txt",
            ALL,
        ),
    ),
    entry(
        "calibrate",
        "examples",
        Differs(
            "calibrate GAME --home . --profile practice-GAME EXAMPLES [--example IN/e9.png:IN/e9.txt]",
            LEARN,
        ),
    ),
    entry(
        "calibrate",
        "examples",
        Elsewhere("tests/windows/gnome_klotski.rs", "--example"),
    ),
    entry(
        "calibrate",
        "solved",
        Differs(
            "calibrate GAME --home . --profile practice-GAME EXAMPLES [--solved IN/e2.png]",
            &[Dungeons, Woodworm, Warehouse],
        ),
    ),
    entry(
        "calibrate",
        "solved",
        Refused(
            "calibrate GAME --home . --profile practice-GAME EXAMPLES [--solved IN/e1.png]",
            NULL,
        ),
    ),
    entry(
        "calibrate",
        "solved",
        Refused(
            "calibrate dungeons --home . --profile mine --example IN/e1.png:IN/e1.txt [--solved IN/e1.png]",
            DUNGEONS,
        ),
    ),
    entry(
        "calibrate",
        "solved",
        Elsewhere("tests/contract.rs", "G::learn("),
    ),
    entry(
        "calibrate",
        "replace",
        Differs(
            "calibrate GAME --home . --profile practice-GAME EXAMPLES ; calibrate GAME --home . --profile practice-GAME EXAMPLES [--replace]",
            LEARN,
        ),
    ),
    entry(
        "calibrate",
        "replace",
        Elsewhere("tests/files/read_and_calibrate.rs", "--replace"),
    ),
    entry(
        "calibrate",
        "window",
        Differs(
            "calibrate GAME --home . --profile mine --example IN/e1.png:IN/e1.txt [--window W]",
            FITTED,
        ),
    ),
    entry(
        "calibrate",
        "window",
        Elsewhere("src/cli/calibrate/unseen.rs", "self.window"),
    ),
    entry(
        "calibrate",
        "window",
        Refused(
            "calibrate GAME --home . --profile practice-GAME EXAMPLES [--window W]",
            NOT_FITTED,
        ),
    ),
    entry(
        "calibrate",
        "board",
        Differs(
            "calibrate GAME --home . --profile mine --example IN/e1.png:IN/e1.txt [--board 1,1,40,40]",
            FITTED,
        ),
    ),
    entry(
        "calibrate",
        "board",
        Elsewhere("src/cli/calibrate/unseen.rs", "self.board"),
    ),
    entry(
        "calibrate",
        "board",
        Refused(
            "calibrate GAME --home . --profile practice-GAME EXAMPLES [--board 1,1,40,40]",
            NOT_FITTED,
        ),
    ),
    entry(
        "calibrate",
        "cells",
        Differs(
            "calibrate GAME --home . --profile mine --example IN/e1.png:IN/e1.txt [--cells 9x9]",
            FITTED,
        ),
    ),
    entry(
        "calibrate",
        "cells",
        Elsewhere("src/cli/calibrate/unseen.rs", "self.cells"),
    ),
    entry(
        "calibrate",
        "cells",
        Refused(
            "calibrate GAME --home . --profile practice-GAME EXAMPLES [--cells 9x9]",
            NOT_FITTED,
        ),
    ),
    entry(
        "calibrate",
        "next",
        Differs(
            "calibrate GAME --home . --profile mine --example IN/e1.png:IN/e1.txt [--next key:space]",
            FITTED,
        ),
    ),
    entry(
        "calibrate",
        "next",
        Elsewhere("src/cli/calibrate/unseen.rs", "self.next"),
    ),
    entry(
        "calibrate",
        "next",
        Refused(
            "calibrate GAME --home . --profile practice-GAME EXAMPLES [--next key:space]",
            NOT_FITTED,
        ),
    ),
    entry(
        "calibrate",
        "reset",
        Differs(
            "calibrate GAME --home . --profile mine --example IN/e1.png:IN/e1.txt [--reset key:r]",
            FITTED,
        ),
    ),
    entry(
        "calibrate",
        "reset",
        Elsewhere("src/cli/calibrate/unseen.rs", "self.reset"),
    ),
    entry(
        "calibrate",
        "reset",
        Refused(
            "calibrate GAME --home . --profile practice-GAME EXAMPLES [--reset key:r]",
            NOT_FITTED,
        ),
    ),
    entry(
        "calibrate",
        "submit",
        Differs(
            "calibrate GAME --home . --profile mine --example IN/e1.png:IN/e1.txt [--submit key:enter]",
            FITTED,
        ),
    ),
    entry(
        "calibrate",
        "submit",
        Elsewhere("src/cli/calibrate/unseen.rs", "self.submit"),
    ),
    entry(
        "calibrate",
        "submit",
        Refused(
            "calibrate GAME --home . --profile practice-GAME EXAMPLES [--submit key:enter]",
            NOT_FITTED,
        ),
    ),
    entry(
        "calibrate",
        "park",
        Differs(
            "calibrate GAME --home . --profile mine --example IN/e1.png:IN/e1.txt [--park 7,9]",
            FITTED,
        ),
    ),
    entry(
        "calibrate",
        "park",
        Elsewhere("src/cli/calibrate/unseen.rs", "self.park"),
    ),
    entry(
        "calibrate",
        "park",
        Refused(
            "calibrate GAME --home . --profile practice-GAME EXAMPLES [--park 7,9]",
            NOT_FITTED,
        ),
    ),
    entry(
        "calibrate",
        "overlay",
        Differs(
            "calibrate GAME --home . --profile mine --example IN/e1.png:IN/e1.txt [--overlay seen.png]",
            FITTED,
        ),
    ),
    entry(
        "calibrate",
        "overlay",
        Elsewhere("src/cli/calibrate/unseen.rs", "self.overlay"),
    ),
    entry(
        "calibrate",
        "overlay",
        Refused(
            "calibrate GAME --home . --profile practice-GAME EXAMPLES [--overlay seen.png]",
            NOT_FITTED,
        ),
    ),
    entry(
        "calibrate",
        "add",
        Differs(
            "calibrate GAME --home . --profile mine --example IN/e1.png:IN/e1.txt ; calibrate GAME --home . --profile mine --example IN/e2.png:IN/e2.txt [--add]",
            FITTED,
        ),
    ),
    entry(
        "calibrate",
        "add",
        Elsewhere("src/cli/calibrate/unseen.rs", "self.add"),
    ),
    entry(
        "calibrate",
        "add",
        Refused(
            "calibrate GAME --home . --profile practice-GAME EXAMPLES [--add]",
            NOT_FITTED,
        ),
    ),
    entry(
        "calibrate",
        "no_probe",
        Elsewhere("tests/skins_in_a_window.rs", "--no-probe"),
    ),
    entry(
        "calibrate",
        "no_probe",
        Refused(
            "calibrate GAME --home . --profile practice-GAME EXAMPLES --window W [--no-probe]",
            ALL,
        ),
    ),
    // corpus import
    entry(
        "corpus import",
        "files",
        Differs("corpus import STORED IN/one.txt [IN/next.txt]", ALL),
    ),
    entry(
        "corpus import",
        "corpus",
        Differs(
            "corpus import IN/one.txt --game GAME [--corpus c.sqlite]",
            ALL,
        ),
    ),
    entry(
        "corpus import",
        "game",
        Differs(
            "corpus import IN/one.txt --corpus c.sqlite [--game OTHER => --game GAME]",
            // A shape of the woodworm is a level of coil, too.
            &[Coil, Dungeons, Sliding, Warehouse, Null],
        ),
    ),
    entry(
        "corpus import",
        "game",
        Differs(
            "corpus import IN/one.txt --corpus c.sqlite [--game dungeons => --game GAME]",
            &[Woodworm],
        ),
    ),
    entry(
        "corpus import",
        "solve",
        Differs(
            "corpus import STORED IN/one.txt [--solve] ; corpus export STORED",
            ALL,
        ),
    ),
    entry(
        "corpus import",
        "load",
        Differs("corpus import STORED IN/three.jsonl --json [--load 1]", ALL),
    ),
    entry(
        "corpus import",
        "json",
        Differs("corpus import STORED IN/three.jsonl [--json]", ALL),
    ),
    // corpus export
    entry(
        "corpus export",
        "file",
        Differs("IMPORT ; corpus export STORED [out.txt]", ALL),
    ),
    entry(
        "corpus export",
        "corpus",
        Differs(
            "IMPORT ; corpus export --game GAME [--corpus c.sqlite]",
            ALL,
        ),
    ),
    entry(
        "corpus export",
        "game",
        Differs(
            "IMPORT ; corpus export --corpus c.sqlite [--game OTHER => --game GAME]",
            ALL,
        ),
    ),
    entry(
        "corpus export",
        "format",
        Differs(
            "IMPORT ; corpus export STORED [--format text => --format csv]",
            ALL,
        ),
    ),
    entry(
        "corpus export",
        "format",
        Differs(
            "IMPORT ; corpus export STORED [--format jsonl => --format parquet]",
            ALL,
        ),
    ),
    entry(
        "corpus export",
        "partition",
        Elsewhere(FILES, "\"--partition\", \"10\""),
    ),
    entry(
        "corpus export",
        "partition",
        Refused(
            "IMPORT ; corpus export STORED out.csv --format csv [--partition 2]",
            ALL,
        ),
    ),
    // corpus solve
    entry(
        "corpus solve",
        "corpus",
        Differs("IMPORT ; corpus solve --game GAME [--corpus c.sqlite]", ALL),
    ),
    entry(
        "corpus solve",
        "game",
        Differs(
            "IMPORT ; corpus solve --corpus c.sqlite [--game OTHER => --game GAME]",
            ALL,
        ),
    ),
    entry(
        "corpus solve",
        "again",
        Differs("IMPORT --solve ; corpus solve STORED [--again]", ALL),
    ),
    entry(
        "corpus solve",
        "grade",
        Differs(
            "IMPORT ; corpus solve STORED [--grade] ; corpus stats STORED --json",
            DUNGEONS,
        ),
    ),
    entry(
        "corpus solve",
        "grade",
        Refused("corpus solve STORED [--grade]", NOT_DUNGEONS),
    ),
    entry(
        "corpus solve",
        "limit",
        Differs(
            "corpus import STORED IN/hard.txt ; corpus solve STORED [--limit 10 => --limit 0]",
            NOT_NULL,
        ),
    ),
    entry(
        "corpus solve",
        "limit",
        Refused("corpus solve STORED [--limit 1]", NULL),
    ),
    entry(
        "corpus solve",
        "json",
        Differs("IMPORT ; corpus solve STORED [--json]", ALL),
    ),
    entry(
        "corpus solve",
        "shared",
        Refused("IMPORT ; corpus solve STORED [--shared]", ALL),
    ),
    // corpus grant
    entry(
        "corpus grant",
        "role",
        Elsewhere(SERVER, "[&[&*harvester][..]"),
    ),
    entry(
        "corpus grant",
        "read_only",
        Elsewhere(SERVER, "\"--read-only\""),
    ),
    entry(
        "corpus grant",
        "corpus",
        Refused("IMPORT ; corpus grant somebody [--corpus c.sqlite]", ALL),
    ),
    // corpus jobs
    entry(
        "corpus jobs",
        "corpus",
        Differs("IMPORT ; corpus jobs [--corpus c.sqlite]", ALL),
    ),
    entry(
        "corpus jobs",
        "json",
        Differs("IMPORT ; corpus jobs --corpus c.sqlite [--json]", ALL),
    ),
    // corpus stats
    entry(
        "corpus stats",
        "corpus",
        Differs("IMPORT ; corpus stats --game GAME [--corpus c.sqlite]", ALL),
    ),
    entry(
        "corpus stats",
        "game",
        Differs(
            "IMPORT ; corpus stats --corpus c.sqlite [--game OTHER => --game GAME]",
            ALL,
        ),
    ),
    entry(
        "corpus stats",
        "report",
        Differs(
            "IMPORT --solve ; corpus stats STORED [--report out.html]",
            ALL,
        ),
    ),
    entry(
        "corpus stats",
        "hardest",
        Differs(
            "IMPORT --solve ; corpus stats STORED --json [--hardest 1]",
            NOT_NULL,
        ),
    ),
    entry(
        "corpus stats",
        "hardest",
        Differs(
            "IMPORT --solve ; corpus stats STORED [--hardest 1]",
            NOT_NULL,
        ),
    ),
    // Where no solver counts nodes, no puzzle is hard for it.
    entry(
        "corpus stats",
        "hardest",
        Elsewhere("src/cli/corpus/stats.rs", "args.hardest"),
    ),
    entry(
        "corpus stats",
        "json",
        Differs("IMPORT ; corpus stats STORED [--json]", ALL),
    ),
    // corpus show
    entry(
        "corpus show",
        "seed",
        Differs("IMPORT ; corpus show STORED [1 => 2]", DUNGEONS),
    ),
    entry(
        "corpus show",
        "seed",
        Refused("corpus show STORED [1]", NOT_DUNGEONS),
    ),
    entry(
        "corpus show",
        "record",
        Differs(
            "IMPORT ; corpus show STORED [--record 1 => --record 2]",
            ALL,
        ),
    ),
    entry(
        "corpus show",
        "corpus",
        Differs(
            "IMPORT ; corpus show --record 1 --game GAME [--corpus c.sqlite]",
            ALL,
        ),
    ),
    entry(
        "corpus show",
        "game",
        Differs(
            "IMPORT ; corpus show --record 1 --corpus c.sqlite [--game OTHER => --game GAME]",
            ALL,
        ),
    ),
    entry(
        "corpus show",
        "json",
        Differs("IMPORT ; corpus show --record 1 STORED [--json]", ALL),
    ),
    // corpus verify
    entry(
        "corpus verify",
        "seeds",
        Differs("IMPORT ; corpus verify STORED [--seeds 1..9]", DUNGEONS),
    ),
    entry(
        "corpus verify",
        "seeds",
        Refused("corpus verify STORED [--seeds 1..9]", NOT_DUNGEONS),
    ),
    entry(
        "corpus verify",
        "corpus",
        Differs(
            "IMPORT ; corpus verify --game GAME [--corpus c.sqlite]",
            ALL,
        ),
    ),
    entry(
        "corpus verify",
        "game",
        Differs(
            "IMPORT ; corpus verify --corpus c.sqlite [--game OTHER => --game GAME]",
            ALL,
        ),
    ),
    entry(
        "corpus verify",
        "json",
        Differs("IMPORT ; corpus verify STORED [--json]", ALL),
    ),
    // corpus repair
    entry(
        "corpus repair",
        "damaged",
        Differs(
            "IMPORT ; corpus repair [none.sqlite => c.sqlite] new.sqlite",
            ALL,
        ),
    ),
    entry(
        "corpus repair",
        "new",
        Differs(
            "IMPORT ; corpus repair c.sqlite [new.sqlite => other.sqlite]",
            ALL,
        ),
    ),
    entry(
        "corpus repair",
        "game",
        Differs(
            "corpus repair IN/lost.sqlite new.sqlite [--game OTHER => --game GAME] ; corpus export --corpus new.sqlite --game GAME",
            ALL,
        ),
    ),
    entry(
        "corpus repair",
        "json",
        Differs("IMPORT ; corpus repair c.sqlite new.sqlite [--json]", ALL),
    ),
    // demo
    entry(
        "demo",
        "game",
        Differs("demo [OTHER => GAME] --memory --count 0", ALL),
    ),
    entry(
        "demo",
        "count",
        Differs("demo GAME --memory [--count 0 => --count 1]", ALL),
    ),
    entry(
        "demo",
        "seed",
        Differs("demo GAME --memory --count 0 [--seed 1 => --seed 2]", ALL),
    ),
    entry(
        "demo",
        "memory",
        Elsewhere("src/cli/demo.rs", "args.memory"),
    ),
    entry(
        "demo",
        "out",
        Differs("demo GAME --memory --count 0 [--out shown]", ALL),
    ),
    // studio
    entry("play", "watch", Elsewhere(WATCHING, "\"--watch\"")),
    entry(
        "replay",
        "watch",
        Elsewhere("src/cli/replay.rs", "eyes.rig(rig)"),
    ),
    entry(
        "harvest",
        "watch",
        Elsewhere("src/cli/harvest.rs", "eyes.rig(rig)"),
    ),
    entry("studio", "port", Elsewhere(STUDIO, "\"--port\"")),
    entry("studio", "no_open", Elsewhere(STUDIO, "\"--no-open\"")),
    entry("studio", "corpus", Elsewhere(STUDIO, "\"--corpus\"")),
    // play
    entry(
        "play",
        "game",
        Elsewhere(IN_A_WINDOW, "[\"play\", \"dungeons\""),
    ),
    entry(
        "play",
        "profile",
        Differs(
            "play GAME --home IN/home --keep-going [--profile nGAME => --profile aGAME]",
            ALL,
        ),
    ),
    entry("play", "profile", Elsewhere(IN_A_WINDOW, "--profile")),
    entry("play", "window", Elsewhere(IN_A_WINDOW, "--window")),
    entry("play", "count", Elsewhere(IN_A_WINDOW, "--count")),
    entry(
        "play",
        "count",
        Refused("play GAME --home IN/home --profile nGAME [--count 2]", ALL),
    ),
    entry("play", "levels", Elsewhere(WAYS, "--levels")),
    entry(
        "play",
        "levels",
        Refused(
            "play GAME --home IN/home --profile aGAME [--levels 1..2]",
            ALL,
        ),
    ),
    entry("play", "json", Elsewhere(SOAK, "--json")),
    entry("play", "record", Elsewhere(IN_A_WINDOW, "--record")),
    entry("play", "dry_run", Elsewhere(IN_A_WINDOW, "--dry-run")),
    entry("play", "keep_going", Elsewhere(SOAK, "--keep-going")),
    entry(
        "play",
        "keep_going",
        Refused(
            "play GAME --home IN/home --profile nGAME [--keep-going]",
            ALL,
        ),
    ),
    entry("play", "reopen", Elsewhere(SOAK, "--reopen")),
    entry(
        "play",
        "patience",
        Elsewhere("src/bot/look/tests.rs", "pause_limit"),
    ),
    entry("play", "limit", Elsewhere(SLIDING, "--limit")),
    entry(
        "play",
        "limit",
        Refused("play GAME --home IN/home --profile aGAME [--limit 1]", NULL),
    ),
    entry("play", "goal", Elsewhere(SLIDING, "--goal")),
    entry(
        "play",
        "goal",
        Refused(
            "play GAME --home IN/home --profile aGAME [--goal any]",
            &[Dungeons, Coil, Woodworm, Null],
        ),
    ),
    entry("play", "search", Elsewhere(LOOKING, "--search")),
    entry(
        "play",
        "search",
        Refused("play GAME --home IN/home --profile aGAME [--search 5]", ALL),
    ),
    // profile
    entry(
        "profile list",
        "json",
        Differs("profile list --home IN/home [--json]", ALL),
    ),
    entry(
        "profile show",
        "name",
        Differs("profile show --home IN/home [aGAME => nGAME]", ALL),
    ),
    entry(
        "profile show",
        "picture",
        Differs("profile show --home IN/home aGAME [--picture a.png]", ALL),
    ),
    entry(
        "profile show",
        "json",
        Differs("profile show --home IN/home aGAME [--json]", ALL),
    ),
    entry(
        "profile rename",
        "old",
        Differs("TWO ; profile rename --home . [one => two] three", ALL),
    ),
    entry(
        "profile rename",
        "new",
        Differs("TWO ; profile rename --home . one [three => four]", ALL),
    ),
    entry(
        "profile remove",
        "name",
        Differs("TWO ; profile remove --home . --yes [one => two]", ALL),
    ),
    entry(
        "profile remove",
        "yes",
        Differs("TWO ; profile remove --home . one [--yes]", ALL),
    ),
    entry(
        "profile export",
        "name",
        Differs("profile export --home IN/home [aGAME => nGAME] a.zip", ALL),
    ),
    entry(
        "profile export",
        "file",
        Differs("profile export --home IN/home aGAME [a.zip => b.zip]", ALL),
    ),
    entry(
        "profile export",
        "replace",
        Differs(
            "profile export --home IN/home aGAME a.zip ; profile export --home IN/home nGAME a.zip [--replace]",
            ALL,
        ),
    ),
    entry(
        "profile import",
        "file",
        Differs(
            "TWO ; profile export --home . one b.zip --replace ; profile import --home new [a.zip => b.zip]",
            ALL,
        ),
    ),
    entry(
        "profile import",
        "as",
        Differs("TWO ; profile import --home . a.zip [--as three]", ALL),
    ),
    entry(
        "profile import",
        "replace",
        Differs(
            "TWO ; profile import --home . a.zip --as one [--replace]",
            ALL,
        ),
    ),
    // harvest
    entry(
        "harvest",
        "game",
        Elsewhere(HARVEST, "[\"harvest\", \"dungeons\""),
    ),
    entry(
        "harvest",
        "profile",
        Differs(
            "harvest GAME --home IN/home --random --count 1 [--profile nGAME => --profile aGAME]",
            ALL,
        ),
    ),
    entry("harvest", "window", Elsewhere(SLIDING, "--window")),
    entry("harvest", "random", Elsewhere(HARVEST, "--random")),
    entry(
        "harvest",
        "random",
        Refused(
            "harvest GAME --home IN/home --profile nGAME --count 1 [--random]",
            ALL,
        ),
    ),
    entry("harvest", "count", Elsewhere(HARVEST, "--count")),
    entry("harvest", "levels", Elsewhere(WAYS, "--levels")),
    entry(
        "harvest",
        "levels",
        Refused(
            "harvest GAME --home IN/home --profile aGAME [--levels 1..2]",
            ALL,
        ),
    ),
    entry(
        "harvest",
        "patience",
        Elsewhere("src/bot/harvest/mod.rs", "how.pause"),
    ),
    entry("harvest", "fresh", Elsewhere(HARVEST_IN_MEMORY, "fresh:")),
    entry("harvest", "instances", Elsewhere(TOGETHER, "--instances")),
    entry(
        "harvest",
        "display_command",
        Elsewhere(TOGETHER, "--display-command"),
    ),
    entry("harvest", "seeds", Elsewhere(HARVEST, "--seeds")),
    entry(
        "harvest",
        "seeds",
        Refused(
            "harvest GAME --home IN/home --profile aGAME [--seeds 1..2]",
            NOT_DUNGEONS,
        ),
    ),
    entry(
        "harvest",
        "seeds",
        Refused(
            "harvest GAME --home IN/home --profile nGAME [--seeds 1..2]",
            ALL,
        ),
    ),
    entry("harvest", "seeds_from", Elsewhere(HARVEST, "--seeds-from")),
    entry(
        "harvest",
        "seeds_from",
        Refused(
            "harvest GAME --home IN/home --profile aGAME [--seeds-from IN/seeds.txt]",
            NOT_DUNGEONS,
        ),
    ),
    entry(
        "harvest",
        "again",
        Elsewhere(HARVEST_IN_MEMORY, "plan(true)"),
    ),
    entry(
        "harvest",
        "shared",
        Refused(
            "harvest dungeons --profile practice-dungeons --seeds 1..2 [--shared]",
            ALL,
        ),
    ),
    entry("harvest", "corpus", Elsewhere(HARVEST, "--corpus")),
    entry("harvest", "solve", Elsewhere(HARVEST, "--solve")),
    entry("harvest", "json", Elsewhere(HARVEST, "--json")),
    // replay
    entry(
        "replay",
        "game",
        Elsewhere(HARVEST, "[\"replay\", \"dungeons\""),
    ),
    entry(
        "replay",
        "profile",
        Differs(
            "replay GAME --home IN/home --count 2 [--profile nGAME => --profile aGAME]",
            ALL,
        ),
    ),
    entry("replay", "window", Elsewhere(SLIDING, "--window")),
    entry("replay", "corpus", Elsewhere(HARVEST, "--corpus")),
    entry("replay", "count", Elsewhere(SLIDING, "--count")),
    entry(
        "replay",
        "count",
        Refused(
            "replay GAME --home IN/home --profile nGAME [--count 2]",
            ALL,
        ),
    ),
    entry("replay", "seeds", Elsewhere(HARVEST, "--seeds")),
    entry(
        "replay",
        "seeds",
        Refused(
            "replay GAME --home IN/home --profile aGAME [--seeds 1..2]",
            NOT_DUNGEONS,
        ),
    ),
    entry("replay", "all", Elsewhere(HARVEST, "--all")),
    entry(
        "replay",
        "all",
        Refused(
            "replay GAME --home IN/home --profile aGAME [--all]",
            NOT_DUNGEONS,
        ),
    ),
    entry(
        "replay",
        "all",
        Refused("replay GAME --home IN/home --profile nGAME [--all]", ALL),
    ),
    entry("replay", "moves", Elsewhere(HARVEST, "--moves")),
    entry(
        "replay",
        "solve_missing",
        Elsewhere(HARVEST, "--solve-missing"),
    ),
    entry("replay", "keep_going", Elsewhere(HARVEST, "--keep-going")),
    entry(
        "replay",
        "keep_going",
        Refused(
            "replay GAME --home IN/home --profile aGAME [--keep-going]",
            ALL,
        ),
    ),
    entry(
        "replay",
        "patience",
        Elsewhere("src/bot/look.rs", "settings.pause"),
    ),
    entry("replay", "json", Elsewhere(HARVEST, "--json")),
    entry("replay", "record", Elsewhere(IN_A_WINDOW, "--record")),
    // practice
    entry(
        "practice",
        "game",
        Elsewhere("tests/common/mod.rs", "\"practice\""),
    ),
    entry("practice", "seed", Library(seed_counts, ALL)),
    entry(
        "practice",
        "picture",
        Differs("practice GAME [--picture seen.png]", ALL),
    ),
    entry(
        "practice",
        "picture",
        Refused("practice GAME --scale 2 [--picture seen.png]", ALL),
    ),
    entry("practice", "size", Library(size_counts, &[Coil])),
    entry(
        "practice",
        "size",
        Refused(
            "practice GAME [--size 5x5]",
            &[Dungeons, Sliding, Woodworm, Warehouse, Null],
        ),
    ),
    entry("practice", "mode", Library(mode_counts, &[Warehouse])),
    entry(
        "practice",
        "mode",
        Refused(
            "practice GAME [--mode wide]",
            &[Coil, Dungeons, Sliding, Woodworm, Null],
        ),
    ),
    entry("practice", "skin", Library(skin_counts, NOT_NULL)),
    entry(
        "practice",
        "skin",
        Refused("practice GAME [--skin 3]", NULL),
    ),
    entry("practice", "scale", Library(scale_counts, ALL)),
    entry("practice", "title", Library(title_counts, ALL)),
    entry("practice", "log", Elsewhere("tests/common/mod.rs", "--log")),
    entry(
        "practice",
        "fps",
        Elsewhere("tests/windows/slow_manager.rs", "--fps"),
    ),
    entry(
        "practice",
        "input",
        Elsewhere("tests/play/feeling_out.rs", "input,"),
    ),
    entry(
        "practice",
        "input",
        Refused("practice GAME [--input sample]", &[Woodworm, Warehouse]),
    ),
    entry(
        "practice",
        "drop_input",
        Elsewhere("tests/play/feeling_out.rs", "drop_input"),
    ),
    entry(
        "practice",
        "latency",
        Elsewhere("tests/play/feeling_out.rs", "latency"),
    ),
    entry(
        "practice",
        "wander",
        Elsewhere("tests/play/practice_dungeons.rs", "wander:"),
    ),
    entry(
        "practice",
        "cover",
        Elsewhere("tests/play/practice_dungeons.rs", "cover:"),
    ),
    entry("practice", "trouble", Elsewhere(TROUBLES, "--trouble")),
    entry(
        "practice",
        "trouble",
        Refused("practice GAME [--trouble merge]", &[Woodworm, Warehouse]),
    ),
    // doctor
    entry("doctor", "json", Differs("doctor [--json]", ALL)),
    // bench: what takes long is only looked up
    entry(
        "bench",
        "json",
        Elsewhere("src/cli/bench/mod.rs", "args.json"),
    ),
    entry(
        "bench loop",
        "count",
        Elsewhere("src/cli/bench/play.rs", ".count"),
    ),
    entry(
        "bench loop",
        "fps",
        Elsewhere("src/cli/bench/play.rs", ".fps"),
    ),
    entry(
        "bench loop",
        "input",
        Elsewhere("src/cli/bench/play.rs", ".input"),
    ),
    entry(
        "bench loop",
        "seed",
        Elsewhere("src/cli/bench/play.rs", ".seed"),
    ),
    entry(
        "bench loop",
        "memory",
        Elsewhere("src/cli/bench/play.rs", ".memory"),
    ),
    entry(
        "bench capture",
        "window",
        Elsewhere("src/cli/bench/capture.rs", ".window"),
    ),
    entry(
        "bench capture",
        "scale",
        Elsewhere("src/cli/bench/capture.rs", ".scale"),
    ),
    entry(
        "bench capture",
        "skin",
        Elsewhere("src/cli/bench/capture.rs", ".skin"),
    ),
    entry(
        "bench capture",
        "count",
        Elsewhere("src/cli/bench/capture.rs", ".count"),
    ),
    entry(
        "bench read",
        "image",
        Elsewhere("src/cli/bench/read.rs", ".image"),
    ),
    entry(
        "bench read",
        "profile",
        Elsewhere("src/cli/bench/read.rs", ".profile"),
    ),
    entry(
        "bench read",
        "count",
        Elsewhere("src/cli/bench/read.rs", ".count"),
    ),
    entry(
        "bench skins",
        "game",
        Elsewhere("src/cli/bench/skins.rs", "args.game"),
    ),
    entry(
        "bench skins",
        "first",
        Elsewhere("src/cli/bench/skins.rs", ".first"),
    ),
    entry(
        "bench skins",
        "count",
        Elsewhere("src/cli/bench/skins.rs", ".count"),
    ),
    entry(
        "bench skins",
        "puzzles",
        Elsewhere("src/cli/bench/skins.rs", ".puzzles"),
    ),
    entry(
        "bench skins",
        "telling",
        Elsewhere("src/cli/bench/skins.rs", ".telling"),
    ),
    entry(
        "bench skins",
        "propose",
        Elsewhere("src/cli/bench/skins.rs", ".propose"),
    ),
    entry(
        "bench skins",
        "play",
        Elsewhere("src/cli/bench/skins.rs", ".play"),
    ),
    entry(
        "bench dungeons",
        "data",
        Elsewhere("src/cli/bench/mod.rs", ".data"),
    ),
    entry(
        "bench coil",
        "data",
        Elsewhere("src/cli/bench/coil.rs", ".data"),
    ),
    entry(
        "bench coil",
        "limit",
        Elsewhere("src/cli/bench/coil.rs", ".limit"),
    ),
    entry(
        "bench coil",
        "plain_limit",
        Elsewhere("src/cli/bench/coil.rs", ".plain_limit"),
    ),
    entry(
        "bench sliding",
        "data",
        Elsewhere("src/cli/bench/sliding.rs", ".data"),
    ),
    entry(
        "bench sliding",
        "plain",
        Elsewhere("src/cli/bench/sliding.rs", ".plain"),
    ),
    entry(
        "bench corpus",
        "count",
        Elsewhere("src/cli/bench/corpus.rs", ".count"),
    ),
    entry(
        "bench corpus",
        "plain",
        Elsewhere("src/cli/bench/corpus.rs", ".plain"),
    ),
    entry(
        "bench corpus",
        "lines",
        Elsewhere("src/cli/bench/corpus.rs", ".lines"),
    ),
    entry(
        "bench corpus",
        "dir",
        Elsewhere("src/cli/bench/corpus.rs", ".dir"),
    ),
    entry(
        "bench corpus",
        "server",
        Elsewhere("src/cli/bench/corpus.rs", ".measured"),
    ),
    entry(
        "bench woodworm",
        "data",
        Elsewhere("src/cli/bench/woodworm.rs", ".data"),
    ),
    entry(
        "bench woodworm",
        "time",
        Elsewhere("src/cli/bench/woodworm.rs", ".time"),
    ),
    entry(
        "bench woodworm",
        "memory",
        Elsewhere("src/cli/bench/woodworm.rs", ".memory"),
    ),
    entry(
        "bench woodworm",
        "reference_states",
        Elsewhere("src/cli/bench/woodworm.rs", ".reference_states"),
    ),
    entry(
        "bench warehouse",
        "data",
        Elsewhere("src/cli/bench/warehouse.rs", ".data"),
    ),
    entry(
        "bench warehouse",
        "levels",
        Elsewhere("src/cli/bench/warehouse.rs", ".levels"),
    ),
    entry(
        "bench warehouse",
        "classic",
        Elsewhere("src/cli/bench/warehouse.rs", ".classic"),
    ),
    entry(
        "bench warehouse",
        "time",
        Elsewhere("src/cli/bench/warehouse.rs", ".time"),
    ),
];

/// Commands that are wrong usage, and an option that the message names.
pub const COMBINATIONS: &[(&str, &str)] = &[
    (
        "read dungeons IN/e1.png IN/e2.png --overlay a.png",
        "--overlay",
    ),
    ("solve dungeons IN/one.txt --explain --json", "--json"),
    ("solve dungeons IN/one.txt --time=-1", "--time"),
    ("solve dungeons IN/one.txt --time 1e300", "--time"),
    ("generate dungeons --json --lines", "--lines"),
    ("generate dungeons --json --solution", "--solution"),
    ("generate sliding --tries 0", "--tries"),
    (
        "calibrate dungeons --profile x --example IN/e1.png --add --board 1,1,9,9",
        "--board",
    ),
    (
        "calibrate dungeons --profile x --example IN/e1.png --no-probe",
        "--window",
    ),
    (
        "calibrate dungeons --profile x --example IN/e1.png --window W --no-probe",
        "--no-probe",
    ),
    (
        "calibrate dungeons --profile x --example IN/e1.png --window W --add",
        "--window",
    ),
    (
        "calibrate dungeons --profile x --example IN/e1.png --replace --add",
        "--replace",
    ),
    ("corpus show 1 --record 2", "--record"),
    ("play dungeons --dry-run a.png --count 2", "--count"),
    ("play dungeons --dry-run a.png --levels 1..2", "--levels"),
    ("play dungeons --count 2 --levels 1..2", "--levels"),
    ("play dungeons --levels 2..1", "first level"),
    (
        "harvest dungeons --random --count 1 --levels 1..2",
        "--levels",
    ),
    ("harvest dungeons --levels 1..2 --again", "--again"),
    ("harvest dungeons --levels 1..2 --count 2", "--count"),
    (
        "calibrate dungeons --profile x --example IN/e1.png --next press:n",
        "press:n",
    ),
    (
        "calibrate dungeons --profile x --example IN/e1.png --next click:there",
        "click:X,Y",
    ),
    (
        "calibrate dungeons --profile x --example IN/e1.png --next key:ctrl+",
        "key:ctrl+",
    ),
    (
        "calibrate dungeons --profile x --example IN/e1.png --reset text:{level}",
        "{level}",
    ),
    (
        "calibrate dungeons --profile x --example IN/e1.png --reset auto",
        "by itself",
    ),
    (
        "calibrate dungeons --profile x --example IN/e1.png --submit auto",
        "by itself",
    ),
    ("play dungeons --dry-run a.png --record x", "--record"),
    ("play dungeons --dry-run a.png --keep-going", "--keep-going"),
    ("play dungeons --dry-run a.png --json", "--json"),
    ("play dungeons --dry-run a.png --reopen 2", "--reopen"),
    ("play dungeons --dry-run a.png --patience 2", "--patience"),
    ("harvest dungeons --seeds 1..2 --count 2", "--count"),
    (
        "harvest dungeons --seeds-from IN/seeds.txt --count 2",
        "--count",
    ),
    ("harvest dungeons --random", "--count"),
    ("harvest dungeons --seeds 1..2 --fresh", "--fresh"),
    ("harvest dungeons --random --count 1 --again", "--again"),
    (
        "harvest dungeons --random --count 1 --seeds 1..2",
        "--seeds",
    ),
    (
        "replay dungeons --moves IN/moves.txt --corpus c.sqlite",
        "--corpus",
    ),
    (
        "replay dungeons --moves IN/moves.txt --keep-going",
        "--keep-going",
    ),
    ("replay dungeons --moves IN/moves.txt --count 2", "--count"),
    (
        "replay dungeons --moves IN/moves.txt --solve-missing",
        "--solve-missing",
    ),
    ("replay dungeons --all --seeds 1..2", "--seeds"),
    ("replay dungeons --all --count 2", "--count"),
    ("demo dungeons --memory --seed 100000000", "--seed"),
];

/// Commands that are given an empty file.
pub const EMPTY: &[&str] = &[
    "solve GAME IN/empty.txt",
    "follow IN/empty.txt",
    "corpus import STORED IN/empty.txt",
];
