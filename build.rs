//! Lists the templates that are built into the program, and leaves names out of the released one: a fifth of its
//! size. (`strip` in a profile does not hold for a package that the profile has options of its own for.)

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    let out = env::var("OUT_DIR").expect("cargo says where to write");
    let list = templates(&Path::new(&root).join("templates"))?;
    fs::write(Path::new(&out).join("templates.rs"), list)?;
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|is| is == value);
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_OS", "linux") {
        println!("cargo::rustc-link-arg-bins=-Wl,--strip-all");
    }
    Ok(())
}

/// The entries of a folder, in order; a change of any of them builds anew.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut entries: Vec<PathBuf> = entries.collect::<io::Result<_>>()?;
    entries.sort();
    Ok(entries)
}

/// What a path is called without its extension.
fn name(path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The templates of the practice profiles, as a Rust array: profile, name, the bytes of the PNG file. What else is
/// learned in a checkout is the user's own.
fn templates(root: &Path) -> io::Result<String> {
    let mut list = String::from("&[\n");
    for profile in entries(root)? {
        // `practice-coil.1` is what was learned before.
        if !name(&profile).starts_with("practice-") || profile.extension().is_some() {
            continue;
        }
        for file in entries(&profile)? {
            if file.extension().is_some_and(|kind| kind == "png") {
                let (profile, template) = (name(&profile), name(&file));
                let file = file.display().to_string();
                list += &format!("    ({profile:?}, {template:?}, include_bytes!({file:?})),\n");
            }
        }
    }
    Ok(list + "]\n")
}
