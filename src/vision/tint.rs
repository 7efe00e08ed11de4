//! Things that come in any size, told apart by their colours alone.

use super::ColourSet;

/// The colours of some things by name.
#[derive(Clone, Debug, Default)]
pub struct Tints {
    names: Vec<String>,
    palettes: Vec<ColourSet>,
    /// By 5 bits of each channel: one more than the index of the thing; 0 if none has the colour.
    table: Vec<u8>,
}

impl Tints {
    /// Adds a thing and its colours. At most 255 things count.
    pub fn add(&mut self, name: &str, colours: impl Iterator<Item = [u8; 3]>) {
        let mut palette = ColourSet::default();
        colours.for_each(|colour| palette.add(colour));
        self.names.push(name.into());
        self.palettes.push(palette);
        self.table = table(&self.palettes);
    }

    /// The index of a thing, if it was learned.
    pub fn index(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The index of the thing that has this colour, or alone has one next to it.
    #[inline]
    pub fn of(&self, colour: [u8; 3]) -> Option<usize> {
        let found = *self.table.get(slot(colour.map(|channel| channel >> 3)))?;
        usize::from(found).checked_sub(1)
    }
}

fn slot([r, g, b]: [u8; 3]) -> usize {
    usize::from(r) << 10 | usize::from(g) << 5 | usize::from(b)
}

/// A display with fewer bits of colour may show a colour as its neighbour.
fn table(palettes: &[ColourSet]) -> Vec<u8> {
    let mut table = vec![0; 1 << 15];
    let levels =
        || (0..32u8).flat_map(|r| (0..32u8).flat_map(move |g| (0..32u8).map(move |b| [r, g, b])));
    let owners: Vec<Option<u8>> = levels()
        .map(|level| {
            let has = |palette: &ColourSet| palette.has(level.map(|channel| channel << 3));
            palettes
                .iter()
                .zip(1..=u8::MAX)
                .find(|(p, _)| has(p))
                .map(|(_, number)| number)
        })
        .collect();
    for level in levels() {
        let own = owners[slot(level)];
        table[slot(level)] = own
            .or_else(|| neighbours_owner(&owners, level))
            .unwrap_or(0);
    }
    table
}

/// The owner that all colours around this one have that have any.
fn neighbours_owner(owners: &[Option<u8>], level: [u8; 3]) -> Option<u8> {
    let [r, g, b] = level.map(|channel| channel.saturating_sub(1)..=(channel + 1).min(31));
    let around = r.flat_map(|r| {
        let b = b.clone();
        g.clone()
            .flat_map(move |g| b.clone().map(move |b| [r, g, b]))
    });
    let mut found = around.filter_map(|near| owners[slot(near)]);
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}
