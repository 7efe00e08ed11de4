//! The command line at work on files: texts, pictures, and the corpus.

#[path = "../common/mod.rs"]
mod common;
#[allow(dead_code)] // Other tests use more of it.
#[path = "../games/practice_reading/room.rs"]
mod room;

mod coil_cli;
#[cfg(all(unix, feature = "postgres"))]
mod corpus_encrypted;
mod corpus_files;
mod corpus_kill;
#[cfg(all(unix, feature = "postgres"))]
mod corpus_server;
#[cfg(all(unix, feature = "postgres"))]
mod corpus_shared;
mod corpus_store;
#[cfg(all(unix, feature = "postgres"))]
mod corpus_straits;
#[cfg(unix)]
mod corpus_tables;
mod dungeons_cli;
mod one_more_example;
mod profile_packages;
mod profiles;
mod read_and_calibrate;
mod skins;
mod texts_of_systems;
