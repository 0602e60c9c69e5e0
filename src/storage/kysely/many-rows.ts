import { CompiledQuery, type Kysely, sql } from 'kysely';
import { chunks } from './chunks.ts';

/** Keeps a statement below the 32,766 values of SQLite and the 65,535 of PostgreSQL. */
const mostValues = 30_000;

type Row = Readonly<Record<string, unknown>>;

/**
 * Inserts rows that have the same columns in the same order, many with each statement. The text of a statement
 * is put together here: Kysely takes longer to build one than the database to run it.
 *
 * @param onConflict what stands behind the values
 */
export async function insertMany<T, Table extends keyof T & string>(
  db: Kysely<T>,
  table: Table,
  rows: readonly (object & { [Column in keyof T[Table]]?: unknown })[],
  onConflict = '',
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const into = `insert into "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) values `;
  for (const some of chunks(rows as readonly Row[], Math.min(500, Math.floor(mostValues / columns.length)))) {
    const text = into + valueLists(db, some.length, columns.length) + onConflict;
    await db.executeQuery(CompiledQuery.raw(text, valuesOf(some, columns)));
  }
}

/**
 * Sets columns of many rows, each to values of its own, with each statement.
 *
 * @param key the column by which a row is found; each row has it
 * @param columns what is set
 * @param numbers those of the columns that hold whole numbers: the others hold text
 * @returns how many rows there were
 */
export async function updateMany<T, Table extends keyof T & string>(
  db: Kysely<T>,
  table: Table,
  rows: readonly object[],
  { key, columns, numbers }: { key: string; columns: readonly string[]; numbers: ReadonlySet<string> },
): Promise<number> {
  const given = [key, ...columns];
  const types = given.map((column) => (column === key || numbers.has(column) ? 'bigint' : 'text'));
  const sets = columns.map((column) => `"${column}" = given."${column}"`).join(', ');
  let updated = 0n;
  for (const some of chunks(rows as readonly Row[], Math.min(500, Math.floor(mostValues / given.length)))) {
    const text = `with given (${given.map((column) => `"${column}"`).join(', ')}) as (values ${valueLists(db, some.length, given.length, types)})
      update "${table}" set ${sets} from given where "${table}"."${key}" = given."${key}"`;
    const { numAffectedRows = 0n } = await db.executeQuery(CompiledQuery.raw(text, valuesOf(some, given)));
    updated += numAffectedRows;
  }
  return Number(updated);
}

function valuesOf(rows: readonly Row[], columns: readonly string[]): unknown[] {
  return rows.flatMap((row) => columns.map((column) => row[column]));
}

/** @param types of the columns, where the place of the values does not say them */
function valueLists<T>(db: Kysely<T>, rows: number, columns: number, types?: readonly string[]): string {
  const numbered = sql`${1}`.compile(db).sql.startsWith('$');
  const lists: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    const values = Array.from({ length: columns }, (_, column) => {
      const place = numbered ? `$${row * columns + column + 1}` : '?';
      // The first row is enough: the others have its types.
      return types && row === 0 ? `cast(${place} as ${types[column]})` : place;
    });
    lists.push(`(${values.join(', ')})`);
  }
  return lists.join(', ');
}
