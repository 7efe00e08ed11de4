//! Whether a file is its owner's alone.

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
