//! Memory that Windows paints a window's content into, pixel by pixel: never scaled.

use std::ptr::{null_mut, slice_from_raw_parts};

use image::RgbaImage;
use windows_sys::Win32::Graphics::Gdi::{
    BI_RGB, BITMAPINFO, BITMAPINFOHEADER, BitBlt, CreateCompatibleDC, CreateDIBSection,
    DIB_RGB_COLORS, DeleteDC, DeleteObject, GdiFlush, GetDC, HBITMAP, HDC, HGDIOBJ, ReleaseDC,
    SRCCOPY, SelectObject,
};
use windows_sys::Win32::Storage::Xps::{PW_CLIENTONLY, PrintWindow};
use windows_sys::Win32::UI::WindowsAndMessaging::PW_RENDERFULLCONTENT;

use super::handle::Handle;

/// A picture that can be painted into.
pub struct Canvas {
    context: HDC,
    bitmap: HBITMAP,
    /// What the context had before.
    before: HGDIOBJ,
    pixels: *mut u32,
    size: [i32; 2],
}

// SAFETY: the context and the bitmap are its own, and Windows lets any thread use them, one at a time.
unsafe impl Send for Canvas {}

/// What no window paints: its highest byte is not that of a colour.
const BARE: u32 = 0xa517_c35a;

impl Canvas {
    /// None where Windows has no memory for it, or it has no pixels.
    pub fn new(size: [i32; 2]) -> Option<Self> {
        let [width, height] = size;
        if width <= 0 || height <= 0 {
            return None;
        }
        let header = BITMAPINFOHEADER {
            biSize: size_of::<BITMAPINFOHEADER>() as u32,
            biWidth: width,
            // Row by row from the top.
            biHeight: -height,
            biPlanes: 1,
            biBitCount: 32,
            biCompression: BI_RGB,
            ..Default::default()
        };
        let info = BITMAPINFO {
            bmiHeader: header,
            ..Default::default()
        };
        let mut pixels = null_mut();
        // SAFETY: the description outlives the calls; what is made is deleted below, or at the end.
        unsafe {
            let context = CreateCompatibleDC(null_mut());
            let bitmap = CreateDIBSection(
                context,
                &raw const info,
                DIB_RGB_COLORS,
                &raw mut pixels,
                null_mut(),
                0,
            );
            if bitmap.is_null() || pixels.is_null() {
                DeleteDC(context);
                return None;
            }
            let before = SelectObject(context, bitmap);
            Some(Self {
                context,
                bitmap,
                before,
                pixels: pixels.cast(),
                size,
            })
        }
    }

    pub fn size(&self) -> [i32; 2] {
        self.size
    }

    /// The pixels, row by row: blue, green, red, anything.
    pub fn pixels(&self) -> &[u32] {
        let [width, height] = self.size.map(|side| side as usize);
        // SAFETY: so many there are as long as the bitmap is, and nobody paints while they are lent.
        unsafe {
            GdiFlush();
            &*slice_from_raw_parts(self.pixels, width * height)
        }
    }

    fn bare(&mut self) {
        let [width, height] = self.size.map(|side| side as usize);
        // SAFETY: as above.
        unsafe {
            GdiFlush();
            std::slice::from_raw_parts_mut(self.pixels, width * height).fill(BARE);
        }
    }

    fn is_whole(&self) -> bool {
        !self.pixels().contains(&BARE)
    }

    /// Whether it shows anything at all.
    fn is_plain(&self) -> bool {
        let pixels = self.pixels();
        let colour = |pixel: &u32| pixel & 0x00ff_ffff;
        pixels
            .iter()
            .all(|pixel| colour(pixel) == colour(&pixels[0]))
    }

    /// As red, green, blue, opaque.
    pub fn copy_to(&self, image: &mut RgbaImage) {
        let (targets, _) = image.as_chunks_mut::<4>();
        for (target, pixel) in targets.iter_mut().zip(self.pixels()) {
            let [blue, green, red, _] = pixel.to_le_bytes();
            *target = [red, green, blue, u8::MAX];
        }
    }

    pub fn picture(&self) -> RgbaImage {
        let [width, height] = self.size.map(|side| side as u32);
        let mut image = RgbaImage::new(width, height);
        self.copy_to(&mut image);
        image
    }

    /// What the window paints when it is asked to, or what the desktop keeps of it: as if nothing lay over it.
    fn print(&mut self, window: Handle) -> bool {
        self.bare();
        let how = PW_CLIENTONLY | PW_RENDERFULLCONTENT;
        // SAFETY: the context is ours; a window that is gone is answered with a failure.
        let printed = unsafe { PrintWindow(window.raw(), self.context, how) } != 0;
        printed && self.is_whole()
    }

    /// What the window's own surface shows.
    fn copy(&mut self, window: Handle) -> bool {
        self.bare();
        let [width, height] = self.size;
        // SAFETY: the window's context is given back.
        let copied = unsafe {
            let theirs = GetDC(window.raw());
            if theirs.is_null() {
                return false;
            }
            let copied = BitBlt(self.context, 0, 0, width, height, theirs, 0, 0, SRCCOPY) != 0;
            ReleaseDC(window.raw(), theirs);
            copied
        };
        copied && self.is_whole()
    }
}

impl Drop for Canvas {
    fn drop(&mut self) {
        // SAFETY: all of it is ours, and the bitmap is taken out before it is deleted.
        unsafe {
            SelectObject(self.context, self.before);
            DeleteObject(self.bitmap);
            DeleteDC(self.context);
        }
    }
}

/// How a window's picture is had. Which way serves is known when one showed something: a window may be of one colour for
/// a while.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    #[default]
    Unknown,
    Print,
    Copy,
}

impl Way {
    /// Paints the window's content; says whether all of it.
    pub fn paint(&mut self, window: Handle, canvas: &mut Canvas) -> bool {
        let known = match self {
            Self::Unknown => false,
            Self::Print => canvas.print(window),
            Self::Copy => canvas.copy(window),
        };
        known || self.find(window, canvas)
    }

    fn find(&mut self, window: Handle, canvas: &mut Canvas) -> bool {
        if canvas.print(window) && !canvas.is_plain() {
            *self = Self::Print;
            return true;
        }
        let whole = canvas.copy(window);
        *self = match whole && !canvas.is_plain() {
            true => Self::Copy,
            false => Self::Unknown,
        };
        whole || canvas.print(window)
    }
}
