//! What was read while a server could not take it: kept in files, and sent when it is back.

use std::fs;
use std::path::{Path, PathBuf};

use super::fingerprint::fingerprint;
use super::{Care, Corpus, CorpusError, DEFAULT, Key, Location, StoredPuzzle, Tally};
use crate::base::record::{Batch, Record, Source};

/// Records that are sent at a time.
const LOAD: usize = 1 << 14;

/// Where a corpus on a server has its files: beside the corpus that there would be without one.
#[derive(Clone, Debug)]
pub struct Spool {
    folder: PathBuf,
    /// What the names of its files begin with: one server's are not sent to another.
    name: String,
}

impl Spool {
    /// The spool of a server; a file needs none.
    pub fn of(location: &Location) -> Option<Self> {
        let folder = Path::new(DEFAULT).parent().unwrap_or(Path::new(""));
        Self::in_folder(location, folder)
    }

    /// The same with its files in a folder.
    pub fn in_folder(location: &Location, folder: &Path) -> Option<Self> {
        let Location::Server(address) = location else {
            return None;
        };
        let print = fingerprint(0, address.to_string().as_bytes());
        Some(Self {
            folder: folder.into(),
            name: format!("unsent-{print:016x}-"),
        })
    }

    /// Keeps a batch; returns the file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn keep(&self, game: &str, source: &Source, batch: &Batch) -> Result<PathBuf, CorpusError> {
        let name = format!("{}{}-{}", self.name, std::process::id(), source.begun);
        let part = self.folder.join(format!("{name}.part"));
        let mut corpus = Corpus::create(&part, Care::Careful)?;
        let game = corpus.enter_game_named(game)?;
        let source = corpus.enter_source(source)?;
        corpus.add(game, source, batch)?;
        drop(corpus);
        // Only what is whole has the name of what is sent.
        let whole = self.folder.join(format!("{name}.sqlite"));
        fs::rename(&part, &whole).map_err(|error| CorpusError::io(&part, error))?;
        Ok(whole)
    }

    /// Sends what is kept, and removes it once it is stored for good.
    ///
    /// # Errors
    /// A file cannot be read, or the corpus not written: what was not sent is kept.
    pub fn send(&self, to: &mut Corpus) -> Result<Tally, CorpusError> {
        let mut tally = Tally::default();
        for file in self.files() {
            let from = Corpus::open(&file)?;
            tally.add(copy(&from, to)?);
            drop(from);
            fs::remove_file(&file).map_err(|error| CorpusError::io(&file, error))?;
            tracing::info!("{} is sent", file.display());
        }
        Ok(tally)
    }

    fn files(&self) -> Vec<PathBuf> {
        let all = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = all.map(|entry| entry.path()).collect();
        files.retain(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(&self.name) && name.ends_with(".sqlite")
        });
        files.sort();
        files
    }
}

/// Adds all that one corpus has to another: records of all games, and what contradicted them.
///
/// # Errors
/// One cannot be read, or the other not written.
pub fn copy(from: &Corpus, to: &mut Corpus) -> Result<Tally, CorpusError> {
    let mut tally = Tally::default();
    for (game, name) in from.store.games()? {
        let mut copying = Copying {
            game: to.store.enter_game(&name)?,
            sources: from.store.sources()?,
            to: &mut *to,
            source: None,
            waiting: Batch::default(),
            tally: &mut tally,
        };
        let mut failed = None;
        from.store.each(game, &mut |record| {
            failed = copying.take(record).err();
            failed.is_none()
        })?;
        failed.map_or(Ok(()), Err)?;
        for conflict in from.store.conflicts(game)? {
            let first = from.store.find(game, Key::Record(conflict.first))?;
            if let Some(first) = first {
                copying.take(&contradiction(&first, &conflict).borrowed())?;
            }
        }
        copying.flush()?;
    }
    Ok(tally)
}

/// What contradicts a record, as one that comes to be stored.
fn contradiction(first: &StoredPuzzle, conflict: &super::Conflict) -> StoredPuzzle {
    let mut facts = first.facts;
    (facts.seed, facts.at, facts.confidence) =
        (Some(conflict.seed), conflict.at, conflict.confidence);
    facts.effort = Default::default();
    StoredPuzzle {
        id: conflict.first,
        source: conflict.source,
        facts,
        puzzle: conflict.puzzle.clone(),
        verdict: Default::default(),
        solution: None,
        second: None,
    }
}

/// Records on their way.
struct Copying<'a> {
    game: i64,
    sources: Vec<(i64, Source)>,
    to: &'a mut Corpus,
    /// The source of what waits, as its own corpus numbers it.
    source: Option<i64>,
    waiting: Batch,
    tally: &'a mut Tally,
}

impl Copying<'_> {
    fn take(&mut self, record: &Record) -> Result<(), CorpusError> {
        if self.source != Some(record.source) || self.waiting.len() >= LOAD {
            self.flush()?;
            self.source = Some(record.source);
        }
        self.waiting
            .push(record.facts, record.puzzle, &record.answer);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), CorpusError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let known = self.sources.iter();
        let mut known = known.filter(|(id, _)| Some(*id) == self.source);
        let lost = Source::now("import", "a source that is lost");
        let source = known.next().map_or(&lost, |(_, source)| source);
        let source = self.to.enter_source(source)?;
        let (tally, _) = self.to.add(self.game, source, &self.waiting)?;
        self.tally.add(tally);
        self.waiting.clear();
        Ok(())
    }
}
