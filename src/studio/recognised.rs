//! What was recognised in a picture, for the page to draw over it.

use serde_json::{Value, json};

use crate::base::Rect;
use crate::vision::{Note, Place};

/// Each with its place in pixels of the picture; sure from a confidence on.
pub fn notes(notes: &[Note], place: Place, enough: f32) -> Value {
    let told = notes.iter().map(|note| {
        let mut told = area(place.area(note.area));
        told["label"] = note.label.as_str().into();
        told["confidence"] = note.confidence.into();
        told["sure"] = (note.confidence >= enough).into();
        told
    });
    told.collect()
}

/// A rectangle of a picture.
pub fn area(area: Rect) -> Value {
    json!({ "x": area.x, "y": area.y, "width": area.width, "height": area.height })
}
