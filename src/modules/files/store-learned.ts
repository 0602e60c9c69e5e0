import type { Kysely } from 'kysely';
import type { AddressState } from '../../records/files/address-state.ts';
import { unseen } from '../../records/files/address-state.ts';
import { fileKey } from '../../records/files/record-file.ts';
import { chunks } from '../../store/chunks.ts';
import { fromJson, toJson } from '../../store/json-column.ts';
import type { Tables } from '../../store/tables.ts';
import type { Learned, LearnedNumbers } from './learned.ts';
import type { LearnedPart } from './tables.ts';

/** What a replica reads of its primary. */
export function learnedReader(db: Kysely<Tables>) {
  return {
    /**
     * What was written behind a place: of addresses that live records name, of verdicts, of their changes.
     * @param most of each of the three; a row larger than `bytes` comes alone
     * @returns null when there is no such place: more was written there than here
     */
    learned: async (
      since: LearnedNumbers,
      { rows, bytes }: { rows: number; bytes: number },
    ): Promise<LearnedPart | null> => {
      // Before the rows: what is written meanwhile then comes twice, and is not passed over.
      const head = await headOf(db);
      const isBeyond =
        since.addresses > head.writes || since.verdicts > head.writes || since.changes > head.changes;
      if (isBeyond) return null;
      const addresses = await db
        .selectFrom('file_addresses')
        .select(['url', 'state', 'seq'])
        .where('seq', '>', since.addresses)
        .where('live', '=', 1)
        .orderBy('seq')
        .limit(rows + 1)
        .execute();
      const verdicts = await db
        .selectFrom('file_verdicts')
        .selectAll()
        .where('seq', '>', since.verdicts)
        .orderBy('seq')
        .limit(rows + 1)
        .execute();
      const changes = await db
        .selectFrom('file_verdict_changes')
        .selectAll()
        .where('number', '>', since.changes)
        .orderBy('number')
        .limit(rows + 1)
        .execute();
      const cut = <Row>(found: readonly Row[], numberOf: (row: Row) => number, end: number) => {
        const shown = beginning(found, rows, bytes);
        const last = shown.at(-1);
        const more = shown.length < found.length;
        return { shown, more, next: more && last ? numberOf(last) : end };
      };
      const parts = {
        addresses: cut(addresses, ({ seq }) => seq, head.writes),
        verdicts: cut(verdicts, ({ seq }) => seq, head.writes),
        changes: cut(changes, ({ number }) => number, head.changes),
      };
      return {
        addresses: parts.addresses.shown.map(({ url, state }) => ({
          url,
          state: fromJson<AddressState>(state, `what is known of ${url}`),
        })),
        verdicts: parts.verdicts.shown.map(({ seq: _, ...verdict }) => verdict),
        changes: parts.changes.shown,
        next: {
          addresses: parts.addresses.next,
          verdicts: parts.verdicts.next,
          changes: parts.changes.next,
        },
        more: Object.values(parts).some(({ more }) => more),
      };
    },
  };
}

/** What a replica writes of it. */
export function learnedWriter(db: Kysely<Tables>) {
  return {
    /** Takes over what another registry has learned. */
    takeLearned: async ({ addresses, verdicts, changes }: Learned, now: number): Promise<void> => {
      for (const some of chunks(lastOfEach(addresses, ({ url }) => url))) {
        const numbers = await nextWrites(db, some.length);
        await db
          .insertInto('file_addresses')
          .values(
            some.map(({ url, state }, at) => ({
              url,
              live: 1,
              state: toJson(state),
              checked_at: state.checked_at,
              due_at: now,
              added_at: now,
              claimed_by: null,
              claimed_until: 0,
              seq: numbers + at,
            })),
          )
          .onConflict((conflict) =>
            conflict.column('url').doUpdateSet(({ ref }) => ({
              live: 1,
              state: ref('excluded.state'),
              checked_at: ref('excluded.checked_at'),
              seq: ref('excluded.seq'),
            })),
          )
          .execute();
      }
      for (const some of chunks(lastOfEach(verdicts, fileKey))) {
        const numbers = await nextWrites(db, some.length);
        await db
          .insertInto('file_verdicts')
          .values(some.map((verdict, at) => ({ ...verdict, seq: numbers + at })))
          .onConflict((conflict) =>
            conflict.columns(['category', 'model_name', 'field_path']).doUpdateSet(({ ref }) => ({
              url: ref('excluded.url'),
              sha256: ref('excluded.sha256'),
              verdict: ref('excluded.verdict'),
              since: ref('excluded.since'),
              seq: ref('excluded.seq'),
            })),
          )
          .execute();
      }
      for (const some of chunks(lastOfEach(changes, ({ number }) => String(number)))) {
        await db
          .deleteFrom('file_verdict_changes')
          .where(
            'number',
            'in',
            some.map(({ number }) => number),
          )
          .execute();
        await db.insertInto('file_verdict_changes').values(some).execute();
      }
    },

    /** Forgets what is known of addresses that were last written up to this write, and changes behind this one. */
    dropLearned: async ({ write, change }: { write: number; change: number }): Promise<void> => {
      // Those of the pass before: by now everybody who keeps rows in memory has seen that they are unknown.
      await db.deleteFrom('file_addresses').where('live', '=', 0).where('seq', '<=', write).execute();
      await db
        .updateTable('file_addresses')
        .set({ live: 0, state: toJson(unseen), checked_at: null, seq: await nextWrites(db, 1) })
        .where('seq', '<=', write)
        .execute();
      await db.deleteFrom('file_verdict_changes').where('number', '>', change).execute();
    },
  };
}

async function headOf(db: Kysely<Tables>): Promise<{ writes: number; changes: number }> {
  const { writes, changes } = await db
    .selectFrom('file_counters')
    .select(['writes', 'changes'])
    .executeTakeFirstOrThrow();
  // A replica has the numbers of its primary.
  const { last } = await db
    .selectFrom('file_verdict_changes')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  return { writes, changes: Math.max(changes, Number(last ?? 0)) };
}

/** Takes so many numbers of writes; gives the first of them. */
export async function nextWrites(db: Kysely<Tables>, count: number): Promise<number> {
  const { writes } = await db
    .updateTable('file_counters')
    .set((columns) => ({ writes: columns('writes', '+', count) }))
    .returning('writes')
    .executeTakeFirstOrThrow();
  return writes - count + 1;
}

/** As many as fit, one at least. */
function beginning<Row>(found: readonly Row[], rows: number, bytes: number): Row[] {
  let sum = 0;
  const fits = found.findIndex((row, at) => {
    sum += Buffer.byteLength(JSON.stringify(row));
    return at > 0 && sum > bytes;
  });
  return found.slice(0, Math.min(rows, fits === -1 ? found.length : fits));
}

function lastOfEach<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}
