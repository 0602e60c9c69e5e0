import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { allWhenSettled } from '../../../src/concurrency/all-when-settled.ts';
import { postgresTransaction } from '../../../src/storage/postgres-driver.ts';
import type { Tables } from '../../../src/storage/schema.ts';
import { onDatabase } from '../../support/databases.ts';

const committed = { isolationLevel: 'read committed' } as const;

onDatabase('PostgreSQL', (_database, _makeStore, makeUrl) => {
  const openPool = async () => {
    const pool = new pg.Pool({ connectionString: await makeUrl(), max: 1, pipeline: true });
    onTestFinished(() => pool.end());
    await pool.query('create table numbers (number bigint primary key)');
    return pool;
  };
  const add = (db: Kysely<Tables>, number: number) =>
    sql`insert into numbers (number) values (${number})`.execute(db);
  const stored = async (pool: pg.Pool) => {
    const { rows } = await pool.query('select number from numbers order by number');
    return rows.map(({ number }) => Number(number));
  };

  test('statements that are asked for at once are sent at once, in their order, and committed together', async () => {
    const pool = await openPool();
    let unanswered = 0;
    let most = 0;
    await postgresTransaction(pool, committed, (db) =>
      allWhenSettled(
        [1, 2, 3].map(async (number) => {
          unanswered += 1;
          most = Math.max(most, unanswered);
          await add(db, number);
          // Sees what was sent before it.
          const { rows } = await sql<{ most: string }>`select max(number) as most from numbers`.execute(db);
          expect(Number(rows[0]?.most)).toBeGreaterThanOrEqual(number);
          unanswered -= 1;
        }),
      ),
    );
    expect(most).toBe(3);
    expect(await stored(pool)).toEqual([1, 2, 3]);
  });

  test('of statements that were sent at once, the error is that of the one that failed, and nothing is stored', async () => {
    const pool = await openPool();
    await expect(
      postgresTransaction(pool, committed, async (db) => {
        await add(db, 1);
        await allWhenSettled([add(db, 2), add(db, 1), add(db, 3)]);
      }),
    ).rejects.toMatchObject({ code: '23505' });
    expect(await stored(pool)).toEqual([]);
  });

  test('what failed behind a savepoint is taken back with it, and does not come up again', async () => {
    const pool = await openPool();
    await postgresTransaction(pool, committed, async (db) => {
      await add(db, 1);
      await sql`savepoint here`.execute(db);
      await expect(allWhenSettled([add(db, 2), add(db, 1), add(db, 3)])).rejects.toThrow(/duplicate/);
      await sql`rollback to savepoint here`.execute(db);
      await expect(sql`select 1 from nowhere`.execute(db)).rejects.toMatchObject({ code: '42P01' });
      await sql`rollback to savepoint here`.execute(db);
      await add(db, 4);
    });
    expect(await stored(pool)).toEqual([1, 4]);
  });

  test('what comes behind the end of a transaction is refused', async () => {
    const pool = await openPool();
    let leaked: Kysely<Tables> | undefined;
    await postgresTransaction(pool, committed, async (db) => {
      leaked = db;
      await add(db, 1);
    });
    await expect(add(leaked as Kysely<Tables>, 2)).rejects.toThrow(/transaction is over/);
    expect(await stored(pool)).toEqual([1]);
  });
});
