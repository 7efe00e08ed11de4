//! The games, and the one list of them.
//!
//! A game is a folder here, a line below, and a line in [`registered!`](crate::registered).

pub mod coil;
pub mod dungeons;
pub mod null;
pub mod sliding;
pub mod warehouse;
pub mod woodworm;

/// Calls a macro with all games: in brackets their names and folders, in the order in which lists show
/// them, then what else it was given.
#[macro_export]
macro_rules! registered {
    ($call:ident $($with:tt)*) => {
        $crate::$call! {
            [
                Coil coil,
                Dungeons dungeons,
                Sliding sliding,
                Woodworm woodworm,
                Warehouse warehouse,
                Null null,
            ]
            $($with)*
        }
    };
}

/// Makes [`GameId`].
#[doc(hidden)]
#[macro_export]
macro_rules! game_id {
    ([$($name:ident $folder:ident,)+]) => {
        /// A game, where it is not known before the program runs which.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum GameId {
            $($name,)+
        }

        impl GameId {
            /// All games.
            pub const ALL: &[GameId] = &[$(GameId::$name,)+];
        }
    };
}

registered!(game_id);

/// Runs an expression with a name bound to the type of a game: `with_game!(id, G => G::NAME)`.
#[macro_export]
macro_rules! with_game {
    ($id:expr, $game:ident => $body:expr) => {
        $crate::registered!(match_game ($id) $game $body)
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! match_game {
    ([$($name:ident $folder:ident,)+] ($id:expr) $game:ident $body:expr) => {
        match $id {
            $($crate::games::GameId::$name => {
                type $game = $crate::games::$folder::$name;
                $body
            })+
        }
    };
}

impl GameId {
    /// How the command line and the profiles call it.
    pub fn name(self) -> &'static str {
        with_game!(self, G => <G as crate::game::Game>::NAME)
    }

    /// What people call it.
    pub fn title(self) -> &'static str {
        with_game!(self, G => <G as crate::game::Game>::TITLE)
    }

    /// The game of a name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|game| game.name() == name)
    }
}

impl clap::ValueEnum for GameId {
    fn value_variants<'a>() -> &'a [Self] {
        Self::ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.name()).help(self.title()))
    }
}
