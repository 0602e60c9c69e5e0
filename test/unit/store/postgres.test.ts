import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { metadataStore, modelStore } from '../../../src/modules/catalog/store.ts';
import { counterStore } from '../../../src/modules/counters/store.ts';
import { postgresWords } from '../../../src/store/migrations/migration.ts';
import { migrate, migrations } from '../../../src/store/migrations/run.ts';
import { openRawPostgres } from '../../../src/store/raw.ts';
import { onDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { runSql } from '../../support/run-sql.ts';
import { versionsOf } from '../../support/versions.ts';
import { aModel, holdLock } from './samples.ts';

/**
 * Makes the next `times` updates of a counter fail as a conflict. A sequence is not rolled back, so it counts
 * attempts.
 */
const conflicts = (times: number) => `
  CREATE SEQUENCE attempts;
  CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('attempts') <= ${times} THEN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END IF;
      RETURN NEW;
    END $$;
  CREATE TRIGGER conflict BEFORE UPDATE ON counters FOR EACH ROW EXECUTE FUNCTION conflict();`;

/** Cuts every connection of the registry to the database, as a restart of the server does. */
const cutConnections = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

onDatabase('PostgreSQL', (_database, makeStore, makeUrl) => {
  /** A connection, as an instance of an older version has it, to a database that it has made. */
  const connectToOlder = async (): Promise<{ url: string; older: pg.Client }> => {
    const url = await makeUrl('nothing');
    const database = openRawPostgres(url);
    await database
      .transaction()
      .execute((transaction) => migrate(transaction, postgresWords, { known: migrations.slice(0, 12) }));
    await database.destroy();
    const older = new pg.Client({ connectionString: url });
    await older.connect();
    onTestFinished(() => older.end());
    return { url, older };
  };

  test('a write that the database finds in conflict is run again', async () => {
    const url = await makeUrl();
    const store = await makeStore.on(url);
    await runSql(url, conflicts(2));
    let runs = 0;
    const next = await store.write((writer) => {
      runs += 1;
      return counterStore(writer).next('batch');
    });
    expect({ next, runs }).toEqual({ next: 1, runs: 3 });
  });

  test('statements of writes are prepared once for a connection', async () => {
    const store = await makeStore.on(await makeUrl());
    const prepared = () =>
      store.write(async (writer) => {
        await modelStore(writer).get('clip', 'x');
        const { rows } = await sql<{ uses: number }>`select generic_plans + custom_plans as uses
          from pg_prepared_statements where statement like '%from "models"%'`.execute(writer.db);
        return rows;
      });
    await prepared();
    expect(await prepared()).toEqual([{ uses: 2 }]);
  });

  test('a write goes on when a newer version has added a column to what it reads', async () => {
    const url = await makeUrl();
    const store = await makeStore.on(url);
    const write = () =>
      store.write(async (writer) => {
        const row = await modelStore(writer).get('clip', 'a');
        await modelStore(writer).put(aModel({ name: 'a' }), 1);
        return row;
      });
    await write();
    await runSql(url, 'ALTER TABLE models ADD COLUMN newer BIGINT DEFAULT 7');
    expect(await write()).toMatchObject({ name: 'a', newer: 7 });
  });

  test('a conflict under a savepoint runs the whole write again, even when it was caught', async () => {
    const url = await makeUrl();
    const store = await makeStore.on(url);
    await runSql(url, conflicts(1));
    await store.write(async (writer) => {
      await modelStore(writer).put(aModel(), 1);
      await writer.savepoint(() => counterStore(writer).next('batch')).catch(() => {});
    });
    expect(await store.read((reader) => counterStore(reader).current('batch'))).toBe(1);
    expect((await versionsOf(store)).get('clip')).toBe(1);
  });

  test('a write that is in conflict again and again fails in the end', async () => {
    const url = await makeUrl();
    const store = await makeStore.on(url);
    await runSql(url, conflicts(1000));
    await expect(store.write((writer) => counterStore(writer).next('batch'))).rejects.toMatchObject({
      code: 'storage_unavailable',
      cause: expect.objectContaining({ code: '40001' }),
    });
  });

  test('an instance of an older version that writes meanwhile is not ended by a migration', async () => {
    const { url, older } = await connectToOlder();
    await older.query('BEGIN; LOCK TABLE pending_changes IN ROW EXCLUSIVE MODE');
    const opening = makeStore.on(url);
    const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'pending_changes'::regclass`;
    await eventually(async () => expect((await older.query(waiting)).rowCount).toBe(1));
    // Each has what the other waits for, until one of them gives up.
    await older.query('LOCK TABLE models IN ROW EXCLUSIVE MODE');
    await older.query('COMMIT');
    await opening;
  });

  test('a write that has begun before a migration finds everything that it needs', async () => {
    const { url, older } = await connectToOlder();
    await older.query('BEGIN; SELECT id FROM audit_head FOR UPDATE');
    const opening = makeStore.on(url);
    const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'audit_head'::regclass`;
    await eventually(async () => expect((await older.query(waiting)).rowCount).toBe(1));
    const { rows } = await older.query(
      `SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'audit_head'`,
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const { tablename } of rows) {
      await older.query(`LOCK TABLE ${tablename} IN ROW EXCLUSIVE MODE NOWAIT`);
    }
    await older.query('UPDATE audit_head SET event_id = event_id; COMMIT');
    await opening;
  });

  test('a write whose connection is cut fails whole, and the next one works', async () => {
    const url = await makeUrl();
    const store = await makeStore.on(url);
    const cut = store.write(async (writer) => {
      await modelStore(writer).put(aModel({ name: 'lost' }), 1);
      await runSql(url, cutConnections);
      await modelStore(writer).put(aModel({ name: 'never' }), 1);
    });
    await expect(cut).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: 'The database cannot be used: the connection was lost or refused.',
    });
    await store.write((writer) => modelStore(writer).put(aModel({ name: 'next' }), 1));
    const models = await store.read((reader) => modelStore(reader).list('clip'));
    expect(models.map((model) => model.name)).toEqual(['next']);
  });

  test('a connection cut before the commit leaves the outcome open, and says so', async () => {
    const url = await makeUrl();
    const store = await makeStore.on(url);
    const cut = store.write(async (writer) => {
      await metadataStore(writer).initialise('clip', 1);
      await runSql(url, cutConnections);
    });
    await expect(cut).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining('may or may not be stored'),
    });
  });

  test('connections cut while idle are replaced', async () => {
    const url = await makeUrl();
    const store = await makeStore.on(url, { postgres: { maxConnections: 4 } });
    await Promise.all(Array.from({ length: 8 }, () => versionsOf(store)));
    await runSql(url, cutConnections);
    const works = async () => {
      try {
        return (await store.read((reader) => counterStore(reader).current('change'))) === 0;
      } catch {
        return false;
      }
    };
    // The cut may reach this process only after the first question has gone out on a dead connection.
    const answers = [await works(), await works(), await works(), await works(), await works()];
    expect(answers.at(-1)).toBe(true);
  });

  test('a write that waits for a frozen instance for too long fails, and works afterwards', async () => {
    const url = await makeUrl();
    const frozen = await makeStore.on(url);
    const store = await makeStore.on(url, { postgres: { statementTimeoutMs: 1_000 } });
    const thaw = await holdLock(frozen, (writer) => counterStore(writer).next('batch'));
    await expect(store.write((writer) => counterStore(writer).next('batch'))).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining('took too long'),
    });
    expect(await thaw()).toBe(1);
    expect(await store.write((writer) => counterStore(writer).next('batch'))).toBe(2);
  });

  test('text with a NUL character is refused as the input it is', async () => {
    const store = await makeStore();
    await expect(store.read((reader) => modelStore(reader).get('clip', 'a\u0000b'))).rejects.toMatchObject({
      code: 'bad_request',
    });
  });

  test('ids and times beyond 32 bits come back as numbers', async () => {
    const store = await makeStore();
    const later = 2 ** 40 + 1;
    await store.write((writer) => modelStore(writer).put(aModel(), later));
    expect((await store.read((reader) => modelStore(reader).get('clip', 'ViT-L/14')))?.created_at).toBe(
      later,
    );
  });
});
