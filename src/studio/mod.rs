//! The page in the browser: what it shows and does, and the server that it comes from.
//!
//! ```text
//!  browser --request--> http --Request--> gate --> api --> solve, corpus, teach …
//!     ^                                                       |
//!     +--------------------- answer (page, JSON, picture) ----+
//! ```
//!
//! Everything is asked for by one JSON interface, which `docs/studio.md` describes. The server listens on the loopback
//! address alone, and only whoever has its token is answered.

mod api;
mod corpus;
mod games;
mod gate;
mod http;
mod page;
mod recognised;
mod server;
mod shelf;
mod solution;
mod solve;
mod teach;
mod turnstile;
mod watch;

pub use server::{Settings, Studio, StudioError};
