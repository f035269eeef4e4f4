/** The parts of JSON Schema that rows use. */
export interface RowSchema {
  type?: string;
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  properties?: Record<string, RowSchema>;
  items?: RowSchema;
  anyOf?: RowSchema[];
  /** The columns of its fields are named after them alone. */
  'x-inline'?: true;
}

export type Row = Record<string, unknown>;

/** What the values of a column are. `json` is anything that has no column type of its own, written as JSON text. */
export type ColumnType = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'json';

export interface Column {
  name: string;
  type: ColumnType;
  /** The value in a row; null or undefined if the row has none. */
  read(row: Row): unknown;
}

/** The columns of a table of rows with this schema. References become ids. Fields in `without` are left out. */
export function toColumns({ properties = {} }: RowSchema, without: readonly string[] = []): Column[] {
  return Object.entries(properties)
    .filter(([field]) => !without.includes(field))
    .flatMap(([field, schema]) => toFieldColumns(field, schema, (row) => row[field]));
}

/** The columns of a field: one, or one for each field of an object. */
function toFieldColumns(name: string, schema: RowSchema, read: Column['read']): Column[] {
  const inner = schema.properties ?? schema.anyOf?.find((option) => option.properties)?.properties;
  if (!inner) return [{ name, type: toColumnType(schema), read }];
  return Object.entries(inner).flatMap(([field, own]) =>
    toFieldColumns(
      schema['x-inline'] ? field : `${name}_${field}`,
      own,
      (row) => (read(row) as Row | null | undefined)?.[field],
    ),
  );
}

function toColumnType(schema: RowSchema): ColumnType {
  const options = schema.anyOf?.filter(({ type }) => type !== 'null');
  if (options) {
    const types = new Set(options.map(toColumnType));
    return types.size === 1 ? [...types][0]! : 'json';
  }
  switch (schema.type) {
    case 'integer':
    case 'number':
    case 'boolean':
      return schema.type;
    case 'string':
      return schema.format === 'date' ? 'date' : 'text';
    // A column that never has a value.
    case 'null':
      return 'text';
    default:
      return typeof schema.const === 'string' ? 'text' : 'json';
  }
}
