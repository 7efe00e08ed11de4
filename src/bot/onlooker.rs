//! What the bot is doing now, for whoever looks on.

use std::fmt::{self, Display, Formatter};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
    /// The window is there, and what it shows is looked at again and again.
    Unreadable { reason: String },
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
            Activity::Unreadable { reason } => {
                write!(f, "waiting: the board cannot be read: {reason}")
            }
        }
    }
}

type Tell = dyn Fn(&Activity) + Send + Sync;

/// Is told whenever something else is done. By itself nobody looks on.
#[derive(Clone, Default)]
pub struct Onlooker(Option<Arc<Told>>);

struct Told {
    tell: Box<Tell>,
    known: Mutex<Known>,
}

/// What is done, and what keeps it from being done, if that was told last.
#[derive(Default)]
struct Known {
    now: Option<Activity>,
    kept_by: Option<Activity>,
}

impl Told {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Onlooker {
    /// `tell` is called on the thread that does what it is told of, and must not take long.
    pub fn new(tell: impl Fn(&Activity) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(Told {
            tell: Box::new(tell),
            known: Mutex::default(),
        })))
    }

    /// Another is told, too, and first.
    pub fn and(self, tell: impl Fn(&Activity) + Send + Sync + 'static) -> Self {
        Self::new(move |activity| {
            tell(activity);
            if let Some(told) = &self.0 {
                (told.tell)(activity);
            }
        })
    }

    /// This is done now. What is done already is not told again.
    pub fn now(&self, activity: Activity) {
        if let Some(told) = &self.0 {
            let mut known = told.known();
            if known.now.as_ref() != Some(&activity) {
                (told.tell)(&activity);
                *known = Known {
                    now: Some(activity),
                    kept_by: None,
                };
            }
        }
    }

    /// Nothing can be done now; what was done is done again when that [is over](Self::resumed).
    pub fn paused(&self, reason: String) {
        self.kept_by(Activity::Paused { reason });
    }

    /// The board cannot be read now; likewise.
    pub fn unreadable(&self, reason: String) {
        self.kept_by(Activity::Unreadable { reason });
    }

    fn kept_by(&self, activity: Activity) {
        if let Some(told) = &self.0 {
            let mut known = told.known();
            if known.kept_by.as_ref() != Some(&activity) {
                (told.tell)(&activity);
                known.kept_by = Some(activity);
            }
        }
    }

    /// What kept it from being done is over.
    pub fn resumed(&self) {
        if let Some(told) = &self.0 {
            let mut known = told.known();
            if known.kept_by.take().is_some()
                && let Some(now) = &known.now
            {
                (told.tell)(now);
            }
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
        (0..2).for_each(|_| onlooker.unreadable("it is dark".into()));
        (0..2).for_each(|_| onlooker.resumed());
        let told = heard.lock().expect("one thread").join("\n");
        assert_eq!(
            told,
            "{\"event\":\"solving\"}\n{\"event\":\"playing\",\"move\":2,\"of\":7}\n\
             {\"event\":\"paused\",\"reason\":\"why\"}\n\
             {\"event\":\"unreadable\",\"reason\":\"it is dark\"}\n\
             {\"event\":\"playing\",\"move\":2,\"of\":7}"
        );
    }
}
