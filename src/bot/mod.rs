//! The loop: capture, read, solve, act, check.
