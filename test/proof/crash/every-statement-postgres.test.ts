import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { openStore } from '../../../src/store/open.ts';
import { onDatabase } from '../../support/databases.ts';
import { runSql } from '../../support/run-sql.ts';
import { failAtEveryStatement } from './every-statement.ts';
import { atomicMigrations, atomicWrites } from './operations.ts';
import { postgresFaults, withPostgresFault } from './postgres-statements.ts';

/** All of them take half a minute: the rest comes with the suites of the other rooms on PostgreSQL. */
const operations =
  process.env.TEST_STORE === 'postgres' ? [...atomicWrites, ...atomicMigrations] : atomicWrites.slice(0, 1);

/** Expressions for rows that differ between databases with the same content: by the clock, and by the database's own name. */
const told: Readonly<Record<string, string>> = {
  schema_migrations: "number || ' ' || name",
  audit_head: "(to_jsonb(r) - 'lineage')::text",
};

/** Looks at a database from outside, over one connection. */
class Onlooker implements AsyncDisposable {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async at(url: string): Promise<Onlooker> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return new Onlooker(client);
  }

  /**
   * Everything that is there: the columns of its tables, and all their rows, hashed. Two that are equal hold
   * the same.
   */
  async content(): Promise<string> {
    const { rows: tables } = await this.#client.query<{ name: string; columns: string }>(
      `select relname as name, string_agg(attname || ' ' || atttypid || ' ' || attnotnull, ', ' order by attnum) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid
       where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 group by relname order by relname`,
    );
    if (tables.length === 0) return '';
    const hashes = tables.map(({ name }) => {
      const row = told[name] ?? 'r::text';
      return `(select md5(string_agg(${row}, ' ' order by ${row})) from "${name}" r) as "${name}"`;
    });
    const { rows } = await this.#client.query(`select ${hashes.join(', ')}`);
    return JSON.stringify([tables, rows]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#client.end();
  }
}

async function problemsOf(url: string): Promise<string[]> {
  const store = await openStore(url);
  try {
    return (await verifyStore(store)).problems.map(({ text }) => text);
  } finally {
    await store.close();
  }
}

onDatabase('PostgreSQL', (_, __, makeUrl) => {
  describe.each(operations)('$name', (operation) => {
    // What follows a fault is the same for all migrations: the shortest of them meets each fault.
    const longer = atomicMigrations.slice(0, -1).includes(operation);
    const faults = longer ? postgresFaults.slice(0, 1) : postgresFaults;
    test.each(faults)(
      'happens as a whole or not at all when $name, and works when asked again',
      async (fault) => {
        const start = await makeUrl('nothing');
        await operation.prepare(start);
        // Otherwise ids leap, as in a copy that may lack the newest writes.
        if (atomicWrites.includes(operation)) await runSql(start, 'UPDATE audit_head SET lineage = NULL');
        let url = await makeUrl({ copyOf: start });
        let onlooker = await Onlooker.at(url);
        const before = await onlooker.content();
        const { run, close } = await operation.open(url);
        await run();
        await close();
        const after = await onlooker.content();
        expect(after).not.toBe(before);
        expect(await problemsOf(url)).toEqual([]);
        await failAtEveryStatement({
          before,
          after,
          moreThan: 3,
          renew: async () => {
            await onlooker[Symbol.asyncDispose]();
            url = await makeUrl({ copyOf: start });
            onlooker = await Onlooker.at(url);
            return operation.open(url);
          },
          content: () => onlooker.content(),
          fail: (n, work) => withPostgresFault(n, fault, work),
        });
        await onlooker[Symbol.asyncDispose]();
      },
    );
  });
});
