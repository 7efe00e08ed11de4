//! `gridhand studio`: the server over real sockets, and the page in a real browser.

mod attacks;
#[cfg(unix)]
mod browser;
#[cfg(unix)]
mod chromium;
mod http;
mod interface;
mod served;
