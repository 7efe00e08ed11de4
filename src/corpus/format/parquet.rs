//! Parquet: one column for each field of [`Flat`], compressed with Snappy.

use std::borrow::Cow;
use std::fs::File;
use std::io::Write;
use std::sync::Arc;

use super::flat::{Flat, unflat};
use super::{FileError, Parsed};
use crate::game::Storable;
use parquet::basic::Compression;
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

const SCHEMA: &str = "
message puzzle {
    REQUIRED BYTE_ARRAY game (UTF8);
    OPTIONAL INT64 seed;
    REQUIRED BYTE_ARRAY puzzle (UTF8);
    REQUIRED BYTE_ARRAY result (UTF8);
    OPTIONAL BYTE_ARRAY solution (UTF8);
    OPTIONAL BYTE_ARRAY second (UTF8);
    OPTIONAL INT64 at_least;
    OPTIONAL INT64 nodes;
    OPTIONAL INT64 nanos;
    OPTIONAL BYTE_ARRAY grade (UTF8);
    OPTIONAL DOUBLE confidence;
    OPTIONAL INT64 read_at (TIMESTAMP_MILLIS);
    OPTIONAL BYTE_ARRAY source_kind (UTF8);
    OPTIONAL BYTE_ARRAY source_place (UTF8);
    OPTIONAL INT64 source_begun (TIMESTAMP_MILLIS);
}";

/// Rows of a row group: what is in memory at a time.
const GROUP: usize = 1 << 17;

/// A column of a row group, the absent values left out.
#[derive(Clone, Debug)]
struct Column<T> {
    values: Vec<T>,
    /// 1 where a value is there, 0 where it is absent.
    levels: Vec<i16>,
}

impl<T> Default for Column<T> {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            levels: Vec::new(),
        }
    }
}

impl<T> Column<T> {
    fn push(&mut self, value: Option<T>) {
        self.levels.push(i16::from(value.is_some()));
        self.values.extend(value);
    }

    /// The values in the order of the rows.
    fn into_rows(self) -> impl Iterator<Item = Option<T>> {
        let mut values = self.values.into_iter();
        self.levels
            .into_iter()
            .map(move |level| if level == 1 { values.next() } else { None })
    }
}

type Texts = Column<ByteArray>;
type Numbers = Column<i64>;

#[derive(Debug, Default)]
struct Columns {
    game: Texts,
    seed: Numbers,
    puzzle: Texts,
    result: Texts,
    solution: Texts,
    second: Texts,
    at_least: Numbers,
    nodes: Numbers,
    nanos: Numbers,
    grade: Texts,
    confidence: Column<f64>,
    read_at: Numbers,
    source_kind: Texts,
    source_place: Texts,
    source_begun: Numbers,
}

/// A table that is being written.
pub struct Table<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Columns,
}

impl<W: Write + Send> Table<W> {
    pub fn new(out: W) -> Result<Self, FileError> {
        let schema = Arc::new(parse_message_type(SCHEMA)?);
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .build();
        Ok(Self {
            writer: SerializedFileWriter::new(out, schema, Arc::new(properties))?,
            columns: Columns::default(),
        })
    }

    pub fn push(&mut self, flat: &Flat) -> Result<(), FileError> {
        let text = |text: &Cow<str>| Some(ByteArray::from(text.as_ref()));
        let some = |text: &Option<Cow<str>>| text.as_deref().map(ByteArray::from);
        let number = |number: Option<u64>| number.map(|n| n as i64);
        let columns = &mut self.columns;
        columns.game.push(text(&flat.game));
        columns.seed.push(number(flat.seed));
        columns.puzzle.push(text(&flat.puzzle));
        columns.result.push(text(&flat.result));
        columns.solution.push(some(&flat.solution));
        columns.second.push(some(&flat.second));
        columns.at_least.push(number(flat.at_least));
        columns.nodes.push(number(flat.nodes));
        columns.nanos.push(number(flat.nanos));
        columns.grade.push(some(&flat.grade));
        columns.confidence.push(flat.confidence);
        columns.read_at.push(flat.read_at);
        columns.source_kind.push(some(&flat.source_kind));
        columns.source_place.push(some(&flat.source_place));
        columns.source_begun.push(flat.source_begun);
        match columns.game.levels.len() {
            GROUP => self.flush(),
            _ => Ok(()),
        }
    }

    fn flush(&mut self) -> Result<(), FileError> {
        let columns = std::mem::take(&mut self.columns);
        let mut group = self.writer.next_row_group()?;
        write::<ByteArrayType, _>(&mut group, &columns.game)?;
        write::<Int64Type, _>(&mut group, &columns.seed)?;
        write::<ByteArrayType, _>(&mut group, &columns.puzzle)?;
        write::<ByteArrayType, _>(&mut group, &columns.result)?;
        write::<ByteArrayType, _>(&mut group, &columns.solution)?;
        write::<ByteArrayType, _>(&mut group, &columns.second)?;
        write::<Int64Type, _>(&mut group, &columns.at_least)?;
        write::<Int64Type, _>(&mut group, &columns.nodes)?;
        write::<Int64Type, _>(&mut group, &columns.nanos)?;
        write::<ByteArrayType, _>(&mut group, &columns.grade)?;
        write::<DoubleType, _>(&mut group, &columns.confidence)?;
        write::<Int64Type, _>(&mut group, &columns.read_at)?;
        write::<ByteArrayType, _>(&mut group, &columns.source_kind)?;
        write::<ByteArrayType, _>(&mut group, &columns.source_place)?;
        write::<Int64Type, _>(&mut group, &columns.source_begun)?;
        group.close()?;
        Ok(())
    }

    pub fn finish(mut self) -> Result<(), FileError> {
        if !self.columns.game.levels.is_empty() {
            self.flush()?;
        }
        self.writer.close()?;
        Ok(())
    }
}

fn write<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<W>,
    column: &Column<T::T>,
) -> Result<(), FileError> {
    let missing = || FileError::Parquet("a column is missing".into());
    let mut writer = group.next_column()?.ok_or_else(missing)?;
    // The levels of a required column are not written.
    let typed = writer.typed::<T>();
    typed.write_batch(&column.values, Some(&column.levels), None)?;
    writer.close()?;
    Ok(())
}

/// Calls `hand_on` with the row groups of a file until it returns false. Columns may be in any
/// order, and all but `game`, `puzzle` and `result` may be missing.
pub fn read<G: Storable>(
    file: File,
    hand_on: &mut impl FnMut(Parsed) -> bool,
) -> Result<(), FileError> {
    let reader = SerializedFileReader::new(file)?;
    for index in 0..reader.num_row_groups() {
        let group = reader.get_row_group(index)?;
        let rows = group.metadata().num_rows() as usize;
        let columns = read_columns(&*group, rows)?;
        if !hand_on(parse::<G>(columns, rows)) {
            break;
        }
    }
    Ok(())
}

fn read_columns(group: &dyn RowGroupReader, rows: usize) -> Result<Columns, FileError> {
    let texts = |name| read_column::<ByteArrayType>(group, name, rows);
    let numbers = |name| read_column::<Int64Type>(group, name, rows);
    Ok(Columns {
        game: texts("game")?,
        seed: numbers("seed")?,
        puzzle: texts("puzzle")?,
        result: texts("result")?,
        solution: texts("solution")?,
        second: texts("second")?,
        at_least: numbers("at_least")?,
        nodes: numbers("nodes")?,
        nanos: numbers("nanos")?,
        grade: texts("grade")?,
        confidence: read_column::<DoubleType>(group, "confidence", rows)?,
        read_at: numbers("read_at")?,
        source_kind: texts("source_kind")?,
        source_place: texts("source_place")?,
        source_begun: numbers("source_begun")?,
    })
}

fn read_column<T: DataType>(
    group: &dyn RowGroupReader,
    name: &str,
    rows: usize,
) -> Result<Column<T::T>, FileError> {
    let wrong = |what: &str| FileError::Parquet(format!("the column {name:?} {what}"));
    let columns = group.metadata().columns();
    let Some(index) = columns
        .iter()
        .position(|column| column.column_path().string() == name)
    else {
        return Ok(Column {
            values: Vec::new(),
            levels: vec![0; rows],
        });
    };
    if columns[index].column_type() != T::get_physical_type() {
        return Err(wrong("has another type"));
    }
    if columns[index].column_descr().max_rep_level() > 0 {
        return Err(wrong("has lists"));
    }
    let required = columns[index].column_descr().max_def_level() == 0;
    let mut column = Column::default();
    let mut reader = get_typed_column_reader::<T>(group.get_column_reader(index)?);
    let mut read = 0;
    while read < rows {
        let (more, _, _) = reader.read_records(
            rows - read,
            Some(&mut column.levels),
            None,
            &mut column.values,
        )?;
        if more == 0 {
            return Err(wrong("ends too soon"));
        }
        read += more;
    }
    if required {
        column.levels = vec![1; rows];
    }
    Ok(column)
}

fn parse<G: Storable>(columns: Columns, rows: usize) -> Parsed {
    let mut parsed = Parsed::default();
    let Columns {
        game,
        seed,
        puzzle,
        result,
        solution,
        second,
        at_least,
        nodes,
        nanos,
        grade,
        confidence,
        read_at,
        source_kind,
        source_place,
        source_begun,
    } = columns;
    let mut texts = [
        game,
        puzzle,
        result,
        solution,
        second,
        grade,
        source_kind,
        source_place,
    ]
    .map(Column::into_rows);
    let mut numbers = [seed, at_least, nodes, nanos, read_at, source_begun].map(Column::into_rows);
    let mut confidence = confidence.into_rows();
    for row in 0..rows {
        let texts: [Option<ByteArray>; 8] = texts.each_mut().map(|column| column.next().flatten());
        let numbers = numbers.each_mut().map(|column| column.next().flatten());
        let confidence = confidence.next().flatten();
        let read = texts_of(&texts).and_then(|texts| {
            let [game, puzzle, result, solution, second, grade, kind, place] = texts;
            let [seed, at_least, nodes, nanos, read_at, source_begun] = numbers;
            let positive = |number: Option<i64>| number.map(|n| n as u64);
            let flat = Flat {
                game: game.unwrap_or_default(),
                seed: positive(seed),
                puzzle: puzzle.unwrap_or_default(),
                result: result.unwrap_or_default(),
                solution,
                second,
                at_least: positive(at_least),
                nodes: positive(nodes),
                nanos: positive(nanos),
                grade,
                confidence,
                read_at,
                source_kind: kind,
                source_place: place,
                source_begun,
            };
            unflat::<G>(&flat, &mut parsed)
        });
        if let Err(why) = read {
            parsed.bad.push((row as u64, why));
        }
    }
    parsed.lines = rows as u64;
    parsed
}

/// The texts of a row.
fn texts_of(bytes: &[Option<ByteArray>; 8]) -> Result<[Option<Cow<'_, str>>; 8], String> {
    let mut texts = [const { None }; 8];
    for (text, bytes) in texts.iter_mut().zip(bytes) {
        if let Some(bytes) = bytes {
            let utf8 = bytes.as_utf8().map_err(|_| "it is not UTF-8")?;
            *text = Some(Cow::Borrowed(utf8));
        }
    }
    Ok(texts)
}
