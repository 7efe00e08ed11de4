//! A corpus on a server, if this program was built with one.

use super::{Address, CorpusError, Store};

/// Opens a corpus that is there.
///
/// # Errors
/// The server cannot be reached, has no corpus, or this program was built without servers.
pub fn open(address: &Address) -> Result<Box<dyn Store>, CorpusError> {
    #[cfg(feature = "postgres")]
    return Ok(Box::new(super::postgres::PostgresStore::open(address)?));
    #[cfg(not(feature = "postgres"))]
    Err(CorpusError::NoServers(address.to_string()))
}

/// Opens a corpus to write to it; makes it if it is not there.
///
/// # Errors
/// As those of [`open`].
pub fn create(address: &Address) -> Result<Box<dyn Store>, CorpusError> {
    #[cfg(feature = "postgres")]
    return Ok(Box::new(super::postgres::PostgresStore::create(address)?));
    #[cfg(not(feature = "postgres"))]
    Err(CorpusError::NoServers(address.to_string()))
}
