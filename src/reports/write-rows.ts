import type { Static, TObject } from 'typebox';
import type { Db } from '../store/schema.ts';
import type { Dimension, FormatOptions, Key } from './dimension.ts';
import { DIMENSION_PROPERTIES } from './dimensions.ts';
import { toReader } from './metric.ts';
import type { ReportQuery, Row, RowDefinition } from './report.ts';

/** A field of a row that goes out, and how it is read from a row of the store; undefined: it is absent. */
interface Field {
  name: string;
  read(row: Row): unknown;
}

type ModelOptions = Pick<FormatOptions, 'catalog' | 'model_ids'>;

/** Looks up what these rows refer to. The result writes them as they go out, with the fields in the order of their schema. */
export async function loadWriter<Schema extends TObject>(
  db: Db,
  {
    report,
    query: { project, dimensions },
    rows,
    ...models
  }: ModelOptions & { report: RowDefinition<never> & { row: Schema }; query: ReportQuery; rows: readonly Row[] },
): Promise<(row: Row) => Static<Schema>> {
  const fields = await Promise.all(
    dimensions.map((dimension, index) => toField(db, project, { dimension, column: `d${index}`, rows, ...models })),
  );
  return createWriter(listFields(report, fields)) as (row: Row) => Static<Schema>;
}

/** Dimensions stand where the first of them does in the schema, as they were requested. */
function listFields(
  { row, metrics, columns, added = [] }: RowDefinition<never>,
  dimensions: readonly Field[],
): Field[] {
  const [firstDimension] = Object.keys(DIMENSION_PROPERTIES);
  return Object.keys(row.properties).flatMap((name) => {
    if (name === firstDimension) return dimensions;
    if (metrics[name]) return [{ name, read: toReader(metrics[name]) as (row: Row) => unknown }];
    return columns[name] || added.includes(name) ? [{ name, read: (row: Row) => row[name] }] : [];
  });
}

/** How a dimension is written; ids are looked up once for all rows. */
async function toField(
  db: Db,
  project: number,
  {
    dimension: { field, values },
    column,
    rows,
    ...models
  }: ModelOptions & { dimension: Dimension; column: string; rows: readonly Row[] },
): Promise<Field> {
  const listKeys = () => [...new Set(rows.map((row) => row[column] as Key))];
  const format = await values.loadFormat(db, project, { listKeys, ...models });
  if (!format) return { name: field, read: (row) => row[column] };
  return { name: field, read: (row) => format(row[column] as never) };
}

/** Fields are set one by one: spreading objects into each other takes twice as long. */
function createWriter(fields: readonly Field[]): (row: Row) => Row {
  const names = fields.map(({ name }) => name);
  const readers = fields.map(({ read }) => read);
  return (row) => {
    const written: Row = {};
    for (let place = 0; place < names.length; place += 1) {
      const value = readers[place]!(row);
      if (value !== undefined) written[names[place]!] = value;
    }
    return written;
  };
}
