//! The quick capture for X11: the server writes the picture into memory that it shares with us (the
//! extension MIT-SHM).

use std::sync::Arc;
use std::time::{Duration, Instant};

use image::RgbaImage;
use x11rb::connection::Connection;
use x11rb::errors::{ConnectionError, ReplyError, ReplyOrIdError};
use x11rb::protocol::shm::ConnectionExt as _;
use x11rb::protocol::xproto::{
    ConnectionExt as _, GetGeometryReply, ImageFormat, ImageOrder, TranslateCoordinatesReply,
    Window,
};
use x11rb::rust_connection::RustConnection;

use super::changes::Changes;
use super::segment::Segment;
use crate::base::Point;
use crate::screen::pictures::Pictures;
use crate::screen::{Frame, Screen, ScreenError, WindowScreen};

/// A window of a display on this machine.
pub struct X11Screen {
    connection: RustConnection,
    root: Window,
    window: Window,
    segment: Segment,
    /// None where the server does not tell of changes.
    changes: Option<Changes>,
    last: Option<Taken>,
    pictures: Pictures,
    /// Takes the picture where the quick way does not, and knows what is the matter.
    portable: WindowScreen,
}

/// A picture that was taken.
struct Taken {
    image: Arc<RgbaImage>,
    origin: Point,
    at: Instant,
}

/// A picture is taken anew after so long, whether or not the server told of a change.
const STALE: Duration = Duration::from_millis(50);

/// Bytes of a pixel, in the server's memory and in a frame.
const PIXEL: u32 = 4;

impl X11Screen {
    /// The quick way to look at a window, or the portable one back where there is none: no X server on
    /// this machine, or one without shared memory or with unusual pixels.
    pub fn connect(portable: WindowScreen) -> Result<Self, WindowScreen> {
        match Self::prepare(portable.id) {
            Some((connection, root, segment)) => Ok(Self {
                changes: Changes::watch(&connection, portable.id),
                connection,
                root,
                window: portable.id,
                segment,
                last: None,
                pictures: Pictures::default(),
                portable,
            }),
            None => Err(portable),
        }
    }

    fn prepare(window: Window) -> Option<(RustConnection, Window, Segment)> {
        let (connection, screen) = x11rb::connect(None).ok()?;
        let setup = connection.setup();
        let root = setup.roots.get(screen)?.root;
        let geometry = connection.get_geometry(window).ok()?.reply().ok()?;
        let format = setup
            .pixmap_formats
            .iter()
            .find(|format| format.depth == geometry.depth)?;
        let usual = setup.image_byte_order == ImageOrder::LSB_FIRST
            && [24, 32].contains(&format.depth)
            && format.bits_per_pixel == 8 * PIXEL as u8;
        if !usual {
            return None;
        }
        connection.shm_query_version().ok()?.reply().ok()?;
        let segment = Segment::create(&connection, bytes_of(&geometry)).ok()?;
        Some((connection, root, segment))
    }

    fn place(
        &self,
    ) -> Result<x11rb::cookie::Cookie<'_, RustConnection, TranslateCoordinatesReply>, ReplyError>
    {
        Ok(self
            .connection
            .translate_coordinates(self.window, self.root, 0, 0)?)
    }

    /// Where the window lies and what it shows. [`ScreenError::Moved`] if it moved meanwhile.
    fn take(&mut self) -> Result<Result<(Point, Arc<RgbaImage>), ScreenError>, ReplyOrIdError> {
        let geometry = self.connection.get_geometry(self.window)?;
        let before = self.place()?;
        let geometry = geometry.reply()?;
        let origin = point(&before.reply()?);
        let size = [u32::from(geometry.width), u32::from(geometry.height)];
        if let Some(image) = self.unchanged(origin, size)? {
            return Ok(Ok((origin, image)));
        }
        if let Some(changes) = &mut self.changes {
            changes.start(&self.connection)?;
        }
        let at = Instant::now();
        self.make_room(bytes_of(&geometry))?;
        let picture = self.connection.shm_get_image(
            self.window,
            0,
            0,
            geometry.width,
            geometry.height,
            u32::MAX,
            ImageFormat::Z_PIXMAP.into(),
            self.segment.id,
            0,
        )?;
        let after = self.place()?;
        picture.reply()?;
        if point(&after.reply()?) != origin {
            return Ok(Err(ScreenError::Moved));
        }
        let pixels = self.segment.bytes();
        let image = self.pictures.paint(size, |image| copy(pixels, image));
        self.last = Some(Taken {
            image: image.clone(),
            origin,
            at,
        });
        Ok(Ok((origin, image)))
    }

    /// Sees to it that so many bytes of memory are shared with the server.
    fn make_room(&mut self, bytes: u32) -> Result<(), ReplyOrIdError> {
        if self.segment.size() < bytes as usize {
            let larger = Segment::create(&self.connection, bytes)?;
            std::mem::replace(&mut self.segment, larger).release(&self.connection);
        }
        Ok(())
    }

    /// The last picture, if the window still is there and shows the same. The server must have answered
    /// something just now: what it told of changes came before.
    fn unchanged(
        &mut self,
        origin: Point,
        size: [u32; 2],
    ) -> Result<Option<Arc<RgbaImage>>, ConnectionError> {
        let (Some(changes), Some(last)) = (&mut self.changes, &self.last) else {
            return Ok(None);
        };
        let same = !changes.came(&self.connection)?
            && last.at.elapsed() < STALE
            && (last.origin, last.image.dimensions()) == (origin, size.into());
        Ok(same.then(|| last.image.clone()))
    }
}

fn bytes_of(geometry: &GetGeometryReply) -> u32 {
    PIXEL * u32::from(geometry.width) * u32::from(geometry.height)
}

fn point(place: &TranslateCoordinatesReply) -> Point {
    Point::new(i32::from(place.dst_x), i32::from(place.dst_y))
}

/// Copies the server's pixels (blue, green, red, anything) as red, green, blue, opaque.
fn copy(pixels: &[u8], image: &mut RgbaImage) {
    let (pixels, _) = pixels.as_chunks::<4>();
    let (targets, _) = image.as_chunks_mut::<4>();
    for (target, &[blue, green, red, _]) in targets.iter_mut().zip(pixels) {
        *target = [red, green, blue, u8::MAX];
    }
}

impl Screen for X11Screen {
    fn capture(&mut self) -> Result<Frame, ScreenError> {
        let taken = Instant::now();
        match self.take() {
            Ok(seen) => seen.map(|(origin, image)| Frame {
                image,
                origin,
                taken,
            }),
            Err(_) => {
                self.last = None;
                self.portable.capture()
            }
        }
    }

    fn rest(&mut self, most: Duration) {
        match &mut self.changes {
            Some(changes) => changes.wait(&self.connection, most),
            None => std::thread::sleep(most),
        }
    }
}
