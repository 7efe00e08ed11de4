//! What the bot is doing now, for whoever looks on.

use std::fmt::{self, Display, Formatter};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

/// What is being done. As JSON the key `event` names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Activity {
    /// For a board that can be read and stands as it is.
    Looking,
    /// A way is worked out from where the board stands.
    Solving,
    /// A move is made, or several at once: this one comes next, of so many as are known of now.
    Playing {
        /// Counted from 1.
        r#move: usize,
        of: usize,
    },
    /// The last move was made: for what it does.
    Confirming,
    /// For the next puzzle.
    Waiting,
    /// Nothing can be done as long as this is so.
    Paused { reason: String },
}

impl Display for Activity {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Activity::Looking => write!(f, "looking at the board"),
            Activity::Solving => write!(f, "solving"),
            Activity::Playing { r#move, of } => write!(f, "playing move {move} of {of}"),
            Activity::Confirming => write!(f, "waiting for what the last move does"),
            Activity::Waiting => write!(f, "waiting for the next puzzle"),
            Activity::Paused { reason } => write!(f, "paused: {reason}"),
        }
    }
}

type Tell = dyn Fn(&Activity) + Send + Sync;

/// Is told whenever something else is done. By itself nobody looks on.
#[derive(Clone, Default)]
pub struct Onlooker(Option<Arc<Told>>);

struct Told {
    tell: Box<Tell>,
    now: Mutex<Option<Activity>>,
}

impl Onlooker {
    /// `tell` is called on the thread that does what it is told of, and must not take long.
    pub fn new(tell: impl Fn(&Activity) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(Told {
            tell: Box::new(tell),
            now: Mutex::new(None),
        })))
    }

    /// This is done now. What is done already is not told again.
    pub fn now(&self, activity: Activity) {
        if let Some(told) = &self.0 {
            let mut now = told.now.lock().unwrap_or_else(PoisonError::into_inner);
            if now.as_ref() != Some(&activity) {
                (told.tell)(&activity);
                *now = Some(activity);
            }
        }
    }

    /// Nothing can be done now; what was done is done again when the pause [is over](Self::resumed).
    pub fn paused(&self, reason: String) {
        if let Some(told) = &self.0 {
            (told.tell)(&Activity::Paused { reason });
        }
    }

    /// A pause is over.
    pub fn resumed(&self) {
        if let Some(told) = &self.0
            && let Some(now) = &*told.now.lock().unwrap_or_else(PoisonError::into_inner)
        {
            (told.tell)(now);
        }
    }
}

impl fmt::Debug for Onlooker {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Onlooker").field(&self.0.is_some()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_is_told_once_and_again_after_a_pause() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ear = heard.clone();
        let onlooker = Onlooker::new(move |activity| {
            let text = serde_json::to_string(activity).expect("JSON");
            ear.lock().expect("one thread").push(text);
        });
        let playing = Activity::Playing { r#move: 2, of: 7 };
        for activity in [Activity::Solving, Activity::Solving, playing] {
            onlooker.now(activity);
        }
        onlooker.paused("why".into());
        onlooker.resumed();
        let told = heard.lock().expect("one thread").join("\n");
        assert_eq!(
            told,
            "{\"event\":\"solving\"}\n{\"event\":\"playing\",\"move\":2,\"of\":7}\n\
             {\"event\":\"paused\",\"reason\":\"why\"}\n{\"event\":\"playing\",\"move\":2,\"of\":7}"
        );
    }
}
