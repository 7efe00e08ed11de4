//! Memory that the X server writes pictures into.

use std::fs::File;
use std::os::fd::OwnedFd;

use memmap2::Mmap;
use x11rb::connection::RequestConnection;
use x11rb::errors::ReplyOrIdError;
use x11rb::protocol::shm::{ConnectionExt, Seg};
use x11rb::rust_connection::RustConnection;

/// A piece of memory that the server made and shares with us.
pub struct Segment {
    pub id: Seg,
    memory: Mmap,
}

impl Segment {
    /// Fails where the server is not on this machine, or too old (MIT-SHM before 1.2).
    pub fn create(connection: &RustConnection, size: u32) -> Result<Self, ReplyOrIdError> {
        let id = x11rb::connection::Connection::generate_id(connection)?;
        let reply = connection.shm_create_segment(id, size, false)?.reply()?;
        let file = File::from(OwnedFd::from(reply.shm_fd));
        // SAFETY: the file is memory that the server has just made for us alone and never shrinks. It
        // writes there only while it answers a request to, and `bytes` lends the memory only while
        // no request can be made: both need the owner of this value.
        let memory = unsafe { Mmap::map(&file) };
        match memory {
            Ok(memory) if memory.len() >= size as usize => Ok(Self { id, memory }),
            _ => {
                connection.shm_detach(id)?;
                Err(ReplyOrIdError::ConnectionError(
                    x11rb::errors::ConnectionError::UnsupportedExtension,
                ))
            }
        }
    }

    /// Tells the server that it is no longer needed.
    pub fn release(self, connection: &impl RequestConnection) {
        // Where the server is gone, so is its memory.
        let _ = connection.shm_detach(self.id);
    }

    pub fn bytes(&self) -> &[u8] {
        &self.memory
    }

    pub fn size(&self) -> usize {
        self.memory.len()
    }
}
