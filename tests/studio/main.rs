//! `gridhand studio`: the server over real sockets, and the page in a real browser.

#[path = "../common/mod.rs"]
mod common;

mod attacks;
#[cfg(unix)]
mod browser;
#[cfg(unix)]
mod chromium;
mod http;
mod interface;
#[cfg(unix)]
mod pictures;
mod served;
mod watching;
