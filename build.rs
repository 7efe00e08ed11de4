//! Lists the templates that are built into the program, tells Windows what it is, and leaves names out of the released
//! one: a fifth of its size. (`strip` in a profile does not hold for a package that the profile has options of its own for.)

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    let out = env::var("OUT_DIR").expect("cargo says where to write");
    let list = templates(&Path::new(&root).join("templates"))?;
    fs::write(Path::new(&out).join("templates.rs"), list)?;
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|is| is == value);
    let by_gcc = is("CARGO_CFG_TARGET_OS", "linux") || is("CARGO_CFG_TARGET_ENV", "gnu");
    if is("PROFILE", "release") && by_gcc {
        println!("cargo::rustc-link-arg-bins=-Wl,--strip-all");
    }
    if is("CARGO_CFG_TARGET_OS", "windows") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        resources(Path::new(&root), Path::new(&out))?;
    }
    Ok(())
}

/// Puts into a program for Windows what it is, its icon, and that it knows the scales of screens.
fn resources(root: &Path, out: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed=windows/gridhand.manifest");
    fs::copy(
        root.join("windows/gridhand.manifest"),
        out.join("gridhand.manifest"),
    )?;
    fs::write(out.join("gridhand.ico"), icon())?;
    let version = env::var("CARGO_PKG_VERSION").expect("cargo says which version it is");
    let numbers = version.replace('.', ",");
    let list = format!(
        "1 24 \"gridhand.manifest\"\n1 ICON \"gridhand.ico\"\n1 VERSIONINFO\nFILEVERSION {numbers},0\n\
         PRODUCTVERSION {numbers},0\nBEGIN\nBLOCK \"StringFileInfo\"\nBEGIN\nBLOCK \"040904b0\"\nBEGIN\n\
         VALUE \"FileDescription\", \"gridhand\"\nVALUE \"ProductName\", \"gridhand\"\n\
         VALUE \"ProductVersion\", \"{version}\"\nEND\nEND\nBLOCK \"VarFileInfo\"\nBEGIN\n\
         VALUE \"Translation\", 0x409, 1200\nEND\nEND\n"
    );
    fs::write(out.join("gridhand.rc"), list)?;
    let made = Command::new("x86_64-w64-mingw32-windres")
        .current_dir(out)
        .args(["gridhand.rc", "resources.o"])
        .status();
    match made {
        Ok(status) if status.success() => {
            let object = out.join("resources.o");
            println!("cargo::rustc-link-arg-bins={}", object.display());
        }
        _ => println!("cargo::warning=no windres: the program has no icon and no version"),
    }
    Ok(())
}

/// A board of four by four cells, one of them lit, as an icon of 32 by 32 pixels.
fn icon() -> Vec<u8> {
    const SIDE: u32 = 32;
    let pixel = |x: u32, y: u32| match (x / 8, y / 8) {
        _ if x % 8 == 7 || y % 8 == 7 => 0xff20_242c_u32,
        (2, 1) => 0xffff_b030,
        (a, b) if (a * 3 + b * 5) % 4 == 0 => 0xff58_6878,
        _ => 0xffd8_dce0,
    };
    let (header, mask) = (40, SIDE * SIDE / 8);
    let size = header + SIDE * SIDE * 4 + mask;
    let mut icon = Vec::new();
    // One picture, where it begins; then its header, for which the mask counts as rows, too.
    icon.extend([0_u16, 1, 1].map(u16::to_le_bytes).concat());
    icon.extend([SIDE as u8, SIDE as u8, 0, 0, 1, 0, 32, 0]);
    icon.extend(
        [size, 22, header, SIDE, SIDE * 2, 1 | 32 << 16]
            .map(u32::to_le_bytes)
            .concat(),
    );
    icon.extend([0_u32; 6].map(u32::to_le_bytes).concat());
    for y in (0..SIDE).rev() {
        icon.extend((0..SIDE).flat_map(|x| pixel(x, y).to_le_bytes()));
    }
    icon.resize(icon.len() + mask as usize, 0);
    icon
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
