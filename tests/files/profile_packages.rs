//! A profile as one file: it goes out and comes in whole, and nothing that is wrong with one gets into a home.

use std::fs;
use std::io::{Cursor, Read as _, Write as _};
use std::path::Path;

use gridhand::games::GameId;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::profiles::{Folder, files};

type Files = Vec<(String, Vec<u8>)>;

fn unpacked(file: &Path) -> Files {
    let bytes = fs::read(file).expect("a file");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    let all = (0..archive.len()).map(|index| {
        let mut entry = archive.by_index(index).expect("an entry");
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("it is whole");
        (entry.name().expect("a name").to_string(), bytes)
    });
    all.collect()
}

fn pack(files: &Files, file: &Path) {
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(name.as_str(), stored).expect("a name");
        archive.write_all(bytes).expect("written");
    }
    let bytes = archive.finish().expect("an archive").into_inner();
    fs::write(file, bytes).expect("written");
}

/// The text of a file in an archive, changed.
fn change(files: &mut Files, name: &str, change: impl Fn(&str) -> String) {
    let (_, bytes) = files
        .iter_mut()
        .find(|(known, _)| known == name)
        .expect("it is there");
    *bytes = change(std::str::from_utf8(bytes).expect("a text")).into_bytes();
}

#[test]
fn a_profile_of_every_game_travels() {
    let folder = Folder::new();
    for game in GameId::ALL {
        let name = game.name();
        folder.shoot(*game);
        folder.done(&format!("profile export practice-{name} FILE:{name}.zip"));
        folder.done(&format!("profile import FILE:{name}.zip --as my-{name}"));
        let read = |profile: &str| {
            let command = format!("read {name} FILE:{name}.png --profile {profile}");
            folder.run(&command)
        };
        assert_eq!(
            read(&format!("my-{name}")),
            read(&format!("practice-{name}"))
        );
        let told = |profile: &str| {
            let mut told = folder.told(profile);
            for key in ["profile", "from"] {
                told[key] = "".into();
            }
            told
        };
        assert_eq!(
            told(&format!("my-{name}")),
            told(&format!("practice-{name}"))
        );
    }
}

#[test]
fn what_was_fitted_travels_and_is_a_home_when_unpacked() {
    let folder = Folder::new();
    for game in [GameId::Coil, GameId::Dungeons] {
        folder.fit(game);
        let name = game.name();
        folder.done(&format!("profile export mine FILE:{name}.zip"));
        let read = format!("read {name} FILE:{name}.png --profile mine");
        let before = folder.done(&read);
        let (status, _, said) = folder.run(&format!("profile export mine FILE:{name}.zip"));
        assert_eq!(status, 2, "{said}");
        assert!(said.contains("--replace"), "{said}");

        folder.done("profile remove mine --yes");
        folder.done(&format!("profile import FILE:{name}.zip"));
        assert_eq!(folder.done(&read), before);

        folder.done("profile remove mine --yes");
        for (file, bytes) in unpacked(&folder.path(&format!("{name}.zip"))) {
            let file = folder.home().join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("made");
            fs::write(file, bytes).expect("written");
        }
        assert_eq!(folder.done(&read), before);
        folder.done("profile remove mine --yes");
    }
}

#[test]
fn a_name_that_there_is_is_not_overwritten() {
    let folder = Folder::new();
    folder.fit(GameId::Coil);
    folder.done("profile export mine FILE:mine.zip");
    let before = files(&folder.home());
    for command in ["", " --as mine", " --as practice-coil", " --as ../mine"] {
        let (status, _, said) = folder.run(&format!("profile import FILE:mine.zip{command}"));
        assert_eq!(status, 2, "{command}: {said}");
        assert_eq!(files(&folder.home()), before);
    }
}

/// A way to spoil the files of a package, and a part of what is said of it.
type Spoil = (&'static str, fn(&mut Files));

const SPOILED: &[Spoil] = &[
    ("format 2", |files| {
        change(files, "gridhand-profile", |_| "2".into())
    }),
    ("no number", |files| {
        change(files, "gridhand-profile", |_| "new".into())
    }),
    ("it has no file gridhand-profile", |files| {
        files.retain(|(name, _)| name != "gridhand-profile");
    }),
    ("it has no calibration.toml", |files| {
        files.retain(|(name, _)| name != "calibration.toml");
    }),
    ("unknown field `nonsense`", |files| {
        change(files, "calibration.toml", |text| {
            text.replace("window =", "nonsense = 1\nwindow =")
        });
    }),
    ("exactly one profile", |files| {
        let other =
            |text: &str| format!("{text}\n{}", text.replace("profile.mine", "profile.other"));
        change(files, "calibration.toml", other);
    }),
    ("no name of a profile", |files| {
        change(files, "calibration.toml", |text| {
            text.replace("profile.mine", "profile.\"../mine\"")
        });
    }),
    ("does not belong", |files| {
        files.push((
            "templates/mine/../../../evil.png".into(),
            files[2].1.clone(),
        ));
    }),
    ("does not belong", |files| {
        files.push(("/tmp/evil.png".into(), files[2].1.clone()))
    }),
    ("does not belong", |files| {
        files.push(("templates/mine/a\\b.png".into(), files[2].1.clone()));
    }),
    ("does not belong", |files| {
        files.push(("run.sh".into(), Vec::new()))
    }),
    ("example-1.png is missing", |files| {
        files.retain(|(name, _)| !name.ends_with(".png"));
    }),
    ("is not a picture", |files| {
        let picture = files.iter_mut().find(|(name, _)| name.ends_with(".png"));
        picture.expect("a picture").1.truncate(60);
    }),
    ("more than any screen", |files| {
        let mut bomb = Cursor::new(Vec::new());
        let wide = image::GrayImage::new(16_385, 1);
        wide.write_to(&mut bomb, image::ImageFormat::Png)
            .expect("a picture");
        files.push(("templates/mine/wide.png".into(), bomb.into_inner()));
    }),
    ("no game \"chess\"", |files| {
        change(files, "calibration.toml", |text| {
            text.replace("\"coil\"", "\"chess\"")
        });
    }),
    ("pixels off", |files| {
        let far = |text: &str| {
            text.replace(
                "[[profile.mine.tiles]]\nfirst = [",
                "[[profile.mine.tiles]]\nfirst = [1e300, ",
            )
        };
        change(files, "calibration.toml", |text| {
            let changed = far(text);
            let end = changed.find("1e300, ").map_or(0, |at| at + 7);
            let rest = changed[end..].split_once(',').expect("a pair").1;
            format!("{}{}", &changed[..end], rest.trim_start())
        });
    }),
    ("pixels off", |files| {
        change(files, "calibration.toml", |text| {
            text.replace("park = [", "park = [2147483647, -2147483648] # [")
        });
    }),
];

#[test]
fn what_is_wrong_with_a_package_is_said_and_nothing_written() {
    let folder = Folder::new();
    folder.fit(GameId::Coil);
    folder.done("profile export mine FILE:mine.zip");
    let whole = unpacked(&folder.path("mine.zip"));
    fs::remove_dir_all(folder.home()).expect("removed");
    for (why, spoil) in SPOILED {
        let mut files = whole.clone();
        spoil(&mut files);
        assert_ne!(files, whole, "{why}");
        pack(&files, &folder.path("bad.zip"));
        let (status, _, said) = folder.run("profile import FILE:bad.zip");
        assert_eq!(status, 1, "{why}: {said}");
        assert!(
            said.contains(why) && said.contains("bad.zip"),
            "{why}: {said}"
        );
        assert!(!folder.home().exists(), "{why}");
    }
    pack(&whole, &folder.path("good.zip"));
    folder.done("profile import FILE:good.zip");
}

/// Every byte may be another: it is refused, or what is read is a profile all the same.
#[test]
fn damaged_packages_are_refused() {
    let folder = Folder::new();
    folder.fit(GameId::Coil);
    folder.done("profile export mine FILE:mine.zip");
    let whole = fs::read(folder.path("mine.zip")).expect("a file");
    let read = |bytes: &[u8]| {
        let file = folder.path("bad.zip");
        fs::write(&file, bytes).expect("written");
        gridhand::profile::Package::read(&file)
    };
    assert!(read(&whole).is_ok());
    for length in (0..whole.len()).step_by(whole.len() / 64) {
        assert!(read(&whole[..length]).is_err(), "{length} bytes");
    }
    for at in (0..whole.len()).step_by(whole.len() / 200) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0xff;
        if let Ok(package) = read(&bytes) {
            assert_eq!(package.profile.check(), Ok(()), "byte {at}");
        }
    }
    assert!(read(b"").is_err());
}
