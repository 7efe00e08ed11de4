//! Whether a file is its owner's alone, and folders that are.

use std::path::Path;

/// False only if others than its owner may read or write a file that is there, as far as the system tells.
pub fn is_private(file: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        const OTHERS: u32 = 0o077;
        std::fs::metadata(file).map_or(true, |of| of.permissions().mode() & OTHERS == 0)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        true
    }
}

/// Makes a folder, with those around it, that is its owner's alone where the system knows owners.
///
/// # Errors
/// It cannot be made, or is there and others may read or write it.
pub fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder)?;
    match is_private(folder) {
        true => Ok(()),
        false => Err(std::io::Error::other(format!(
            "{}: others than its owner may read or write it",
            folder.display()
        ))),
    }
}
