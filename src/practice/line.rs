//! What a game is still to be told, and when.

use std::time::Duration;

use super::options::Troubles;
use super::{Input, Trouble};
use crate::base::Point;

/// The end of a stroke comes so much later than what the pointer does after it.
const STROKE: Duration = Duration::from_millis(100);

/// Inputs in line. Nothing overtakes what came before it, but for the late end of a stroke.
pub(super) struct Line {
    latency: Duration,
    troubles: Troubles,
    waiting: Vec<(Duration, Input)>,
    /// The end of a stroke that comes late.
    stroke: Option<(Duration, Input)>,
}

impl Line {
    pub fn new(latency: Duration, troubles: Troubles) -> Self {
        Self {
            latency,
            troubles,
            waiting: Vec::new(),
            stroke: None,
        }
    }

    /// Puts an input in line, so much later than others.
    pub fn put(&mut self, now: Duration, late: Duration, input: Input) {
        let last = self.waiting.last().map_or(Duration::ZERO, |(due, _)| *due);
        let due = last.max(now + self.latency + late);
        match input {
            Input::Released { .. } if self.troubles.has(Trouble::Stroke) => {
                self.stroke = Some((due + STROKE, input));
                return;
            }
            // A new stroke ends the one before.
            Input::Pressed { .. } => {
                let ended = self.stroke.take();
                self.waiting.extend(ended.map(|(_, end)| (due, end)));
            }
            _ => {}
        }
        self.waiting.push((due, input));
    }

    /// What counts by now, in order; `pointer` is where the pointer is by now.
    pub fn due(&mut self, now: Duration, pointer: Option<Point>) -> Vec<Input> {
        let due = self.waiting.partition_point(|(due, _)| *due <= now);
        let mut inputs: Vec<Input> = self.waiting.drain(..due).map(|(_, input)| input).collect();
        if let Some((_, end)) = self.stroke.take_if(|(due, _)| *due <= now) {
            inputs.push(end);
        }
        if self.troubles.has(Trouble::Merge) {
            inputs = merged(inputs);
        }
        if let (true, Some(pointer)) = (self.troubles.has(Trouble::Pointer), pointer) {
            inputs.iter_mut().for_each(|input| input.put_at(pointer));
        }
        inputs
    }
}

/// Of motions that follow one another only the last.
fn merged(inputs: Vec<Input>) -> Vec<Input> {
    let mut merged: Vec<Input> = Vec::with_capacity(inputs.len());
    for input in inputs {
        match (merged.last_mut(), input) {
            (Some(last @ Input::Moved(_)), Input::Moved(_)) => *last = input,
            _ => merged.push(input),
        }
    }
    merged
}

impl Input {
    /// Makes a click one at this place.
    fn put_at(&mut self, place: Point) {
        if let Input::Pressed { at, .. } | Input::Released { at, .. } = self {
            *at = place;
        }
    }
}
