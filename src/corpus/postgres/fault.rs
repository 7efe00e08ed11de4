//! What a server said, as what it means for us.

use std::error::Error as _;
use std::io;

use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use super::wire::Trouble;
use crate::corpus::ServerFault;

/// What is the matter, by the code that came with it or by what broke.
pub fn trouble(error: &Error) -> Trouble {
    let Some(said) = error.as_db_error() else {
        return broken(error);
    };
    let what = said.message().to_string();
    let (code, class) = (said.code(), &said.code().code()[..2]);
    let passes = [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::TOO_MANY_CONNECTIONS,
        SqlState::T_R_SERIALIZATION_FAILURE,
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
    ];
    if passes.contains(code) || class == "08" {
        return Trouble::Busy(what);
    }
    if *code == SqlState::UNIQUE_VIOLATION {
        return Trouble::Taken(what);
    }
    Trouble::Fault(match code.code() {
        // Class 53: insufficient resources. Memory and disk are the same to who stores.
        _ if class == "53" => ServerFault::Full(what),
        "42501" => ServerFault::Forbidden(what),
        // What is asked for is not there: a schema, a table, a column, a function.
        "3F000" | "42P01" | "42703" | "42883" | "42P10" => ServerFault::Foreign(what),
        _ => ServerFault::Other(what),
    })
}

/// What is the matter with a connection.
fn broken(error: &Error) -> Trouble {
    let mut what = error.to_string();
    let mut inner = error.source();
    let mut io_error = None;
    while let Some(cause) = inner {
        if !what.contains(&cause.to_string()) {
            what = format!("{what}: {cause}");
        }
        io_error = io_error.or_else(|| cause.downcast_ref::<io::Error>());
        inner = cause.source();
    }
    // A certificate that is not trusted, or an answer that is none, will be the same next time.
    let lasting = |error: &io::Error| {
        matches!(
            error.kind(),
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput
        )
    };
    match error.is_closed() || io_error.is_some_and(|error| !lasting(error)) {
        true => Trouble::Away(what),
        false => Trouble::Fault(ServerFault::Other(what)),
    }
}
