import Sqlite from 'better-sqlite3';

/** What statements have read from SQLite databases in this process. */
export interface ReadRows extends Disposable {
  /** The most that one statement has read at once, of several rows: UTF-16 units of their texts. */
  readonly most: number;
}

/** Watches databases that are opened, and statements that are prepared, from now on. */
export function watchReadRows(): ReadRows {
  const { prepare } = Sqlite.prototype;
  let most = 0;
  Sqlite.prototype.prepare = function (this: Sqlite.Database, text: string) {
    const statement = prepare.call(this, text);
    const all = statement.all.bind(statement) as (...values: unknown[]) => unknown[];
    statement.all = (...values: unknown[]) => {
      const rows = all(...values);
      if (rows.length > 1) most = Math.max(most, lengthOf(rows));
      return rows;
    };
    return statement;
  } as typeof prepare;
  return {
    get most() {
      return most;
    },
    [Symbol.dispose]: () => {
      Sqlite.prototype.prepare = prepare;
    },
  };
}

function lengthOf(rows: readonly unknown[]): number {
  const values = rows.flatMap((row) => Object.values(row as object) as unknown[]);
  return values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}
