//! Why does it not work? Each thing gridhand needs is tried once, and the mend is named.

use serde::Serialize;

/// How one thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Health {
    Good,
    /// Works, with less comfort or safety.
    Limited,
    /// Playing on this desktop is not possible as it is.
    Bad,
}

/// One thing that was tried.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    pub what: &'static str,
    pub health: Health,
    pub detail: String,
    /// What to do about it; empty when all is well.
    pub mend: String,
}

impl Finding {
    pub fn good(what: &'static str, detail: impl Into<String>) -> Self {
        Self {
            what,
            health: Health::Good,
            detail: detail.into(),
            mend: String::new(),
        }
    }

    pub fn limited(what: &'static str, detail: impl Into<String>, mend: impl Into<String>) -> Self {
        Self {
            what,
            health: Health::Limited,
            detail: detail.into(),
            mend: mend.into(),
        }
    }

    pub fn bad(what: &'static str, detail: impl Into<String>, mend: impl Into<String>) -> Self {
        Self {
            health: Health::Bad,
            ..Self::limited(what, detail, mend)
        }
    }
}
