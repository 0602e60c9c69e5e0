import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { postgresWords } from '../../../src/store/migrations/migration.ts';
import { migrate, migrations } from '../../../src/store/migrations/run.ts';
import { openStore } from '../../../src/store/open.ts';
import { openRawPostgres } from '../../../src/store/raw.ts';
import { onDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';

onDatabase('PostgreSQL', (_database, _makeStore, makeUrl) => {
  const connect = async (connectionString: string, application_name: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString, application_name });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  };
  /** A database as an older version has left it. */
  const olderDatabase = async (): Promise<string> => {
    const url = await makeUrl('nothing');
    const database = openRawPostgres(url);
    await database
      .transaction()
      .execute((transaction) => migrate(transaction, postgresWords, { known: migrations.slice(0, 12) }));
    await database.destroy();
    return url;
  };
  const versionOf = async (client: pg.Client): Promise<number> =>
    (await client.query('SELECT max(number)::int AS version FROM schema_migrations')).rows[0].version;

  test('while an operator dumps the database, older instances write, and a new one waits and says for whom', async () => {
    const url = await olderDatabase();
    const [dump, older] = [await connect(url, 'pg_dump'), await connect(url, 'older instance')];
    await dump.query('BEGIN; LOCK TABLE models, audit_events, audit_head IN ACCESS SHARE MODE');
    const told: string[] = [];
    const opening = openStore(url, { postgres: { onMigrationWait: (line) => told.push(line) } });
    await eventually(() => expect(told).toHaveLength(1));
    expect(told[0]).toMatch(
      /^The schema is brought up to date when these are done: .*'pg_dump', of \w+, idle/,
    );
    // More than the time for which a try may hold a write up.
    await older.query(`SET statement_timeout = 5000`);
    for (let written = 0; written < 200; written += 1) {
      await older.query(
        'BEGIN; SELECT id FROM audit_head FOR UPDATE; UPDATE audit_head SET event_id = event_id; COMMIT',
      );
    }
    expect(await versionOf(older)).toBe(12);
    await dump.query('COMMIT');
    await (await opening).close();
    expect(await versionOf(older)).toBe(migrations.length);
  });

  test('it gives up in the end, naming who is in the way, and has changed nothing', async () => {
    const url = await olderDatabase();
    const dump = await connect(url, 'pg_dump');
    await dump.query('BEGIN; LOCK TABLE models IN ACCESS SHARE MODE');
    await expect(openStore(url, { postgres: { migrationWaitMs: 0 } })).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringMatching(/'pg_dump'.*Nothing was changed/),
    });
    expect(await versionOf(dump)).toBe(12);
  });

  test('one waits for another that migrates, and finds it done', async () => {
    const url = await olderDatabase();
    const dump = await connect(url, 'pg_dump');
    await dump.query('BEGIN; LOCK TABLE models IN ACCESS SHARE MODE');
    const told: string[][] = [[], []];
    const opening = told.map((lines) =>
      openStore(url, { postgres: { onMigrationWait: (line) => lines.push(line) } }),
    );
    await eventually(() => expect(told.every((lines) => lines.length > 0)).toBe(true));
    const [first, second] = told.map(([line]) => line).sort((one) => (one?.includes('pg_dump') ? -1 : 1));
    expect(first).toContain("'pg_dump'");
    expect(second).toContain("'modelref'");
    await dump.query('COMMIT');
    for (const store of await Promise.all(opening)) await store.close();
  });

  test('a start that has nothing to migrate waits for nobody', async () => {
    const url = await makeUrl();
    const dump = await connect(url, 'pg_dump');
    await dump.query('BEGIN; LOCK TABLE models IN ACCESS SHARE MODE');
    await dump.query('SELECT pg_advisory_xact_lock(7163011985)');
    await (await openStore(url)).close();
  });
});
