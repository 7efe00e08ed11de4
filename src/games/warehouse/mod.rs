//! Warehouse: a robot pushes boxes. Two games in one: [`follow`] a list of moves, or the classic,
//! which brings every box to a goal with the least pushes.

pub mod bench;
pub mod follow;
pub mod puzzle;
pub mod solve;
pub mod text;

pub use puzzle::{Puzzle, Step, Tile};

#[cfg(test)]
pub(crate) fn data_folder() -> Option<std::path::PathBuf> {
    let root = std::env::var_os("GRIDHAND_DATA").map(Into::into);
    let root: std::path::PathBuf = root
        .unwrap_or_else(|| std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"));
    let folder = root.join("warehouse");
    if !folder.is_dir() {
        println!("skipped: no {}", folder.display());
        return None;
    }
    Some(folder)
}
