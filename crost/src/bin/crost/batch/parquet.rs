//! Columns as a Parquet file, written by the column writers: without Arrow.

use super::rows::{Cells, Column};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use std::io::{self, Write};
use std::sync::Arc;

/// Writes one row group; every column is optional, an undefined cell is null.
pub(crate) fn write(columns: &[Column], out: &mut (dyn Write + Send)) -> io::Result<()> {
    write_all(columns, out).map_err(io::Error::other)
}

fn write_all(columns: &[Column], out: &mut (dyn Write + Send)) -> Result<()> {
    let fields: Result<Vec<_>> = columns.iter().map(field).collect();
    let schema = Type::group_type_builder("runs")
        .with_fields(fields?)
        .build()?;
    let properties = Arc::new(WriterProperties::default());
    let mut file = SerializedFileWriter::new(out, Arc::new(schema), properties)?;
    let mut rows = file.next_row_group()?;
    for column in columns {
        if let Some(mut writer) = rows.next_column()? {
            write_column(&column.cells, &mut writer)?;
            writer.close()?;
        }
    }
    rows.close()?;
    file.close()?;
    Ok(())
}

fn field(column: &Column) -> Result<Arc<Type>> {
    let (physical, logical) = match column.cells {
        Cells::Texts(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Cells::Counts(_) => (Physical::INT64, None),
        Cells::Numbers(_) => (Physical::DOUBLE, None),
        Cells::Flags(_) => (Physical::BOOLEAN, None),
    };
    let field = Type::primitive_type_builder(&column.name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()?;
    Ok(Arc::new(field))
}

fn write_column(cells: &Cells, writer: &mut SerializedColumnWriter<'_>) -> Result<()> {
    // A definition level of 1 says that the cell has a value.
    fn split<T, U>(cells: &[Option<T>], value: impl Fn(&T) -> U) -> (Vec<U>, Vec<i16>) {
        let values = cells.iter().flatten().map(value).collect();
        let levels = cells.iter().map(|cell| i16::from(cell.is_some()));
        (values, levels.collect())
    }
    match cells {
        Cells::Texts(cells) => {
            let (values, levels) = split(cells, |text| ByteArray::from(text.as_str()));
            let writer = writer.typed::<ByteArrayType>();
            writer.write_batch(&values, Some(&levels), None)?;
        }
        Cells::Counts(cells) => {
            // Counts are below 2^32.
            let (values, levels) = split(cells, |&count| i64::try_from(count).unwrap_or(i64::MAX));
            let writer = writer.typed::<Int64Type>();
            writer.write_batch(&values, Some(&levels), None)?;
        }
        Cells::Numbers(cells) => {
            let (values, levels) = split(cells, |&number| number);
            let writer = writer.typed::<DoubleType>();
            writer.write_batch(&values, Some(&levels), None)?;
        }
        Cells::Flags(cells) => {
            let (values, levels) = split(cells, |&flag| flag);
            let writer = writer.typed::<BoolType>();
            writer.write_batch(&values, Some(&levels), None)?;
        }
    }
    Ok(())
}
