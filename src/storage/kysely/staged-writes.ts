import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AuditEvent } from '../../registry/audit/event.ts';
import type { EventLink, StagedWrite, StagedWriter } from '../../services/ports/store/staged-writes.ts';
import type { DialectWords } from '../migrations/migration.ts';
import type { Tables } from '../schema.ts';
import { moveHead } from './audit-head.ts';
import type { Deferred } from './deferred.ts';
import { insertMany } from './many-rows.ts';
import { countOperations } from './metadata-rows.ts';
import { bumpVersion } from './model-rows.ts';

/** Tables of this connection alone: no other connection sees them, waits for them, or finds them after a kill. */
type Staging = {
  staged_writes: StagedRow;
  staged_links: Pick<EventLink, 'previous_hash' | 'hash'> & { id: number };
};

type StagedRow = { id: number; position: number | null } & StagedWrite['event'] & {
    [Column in keyof NonNullable<StagedWrite['texts']>]: NonNullable<StagedWrite['texts']>[Column] | null;
  };

/** How many rows one statement moves: none takes long, and other work has its turn between them. */
const movedAtOnce = 5000;

const eventColumns = [
  'timestamp',
  'domain',
  'category',
  'model_name',
  'operation',
  'logical_user_id',
  'request_id',
  'payload',
  'action',
  'change_id',
  'batch_id',
] as const satisfies (keyof StagedWrite['event'])[];

/**
 * Makes the tables for rows that `takeStaged` finds; needs no lock, and putting rows there neither.
 *
 * @param end what the database is told of how long the tables stay
 */
export async function makeStaging(
  db: Kysely<Tables>,
  { int, text }: DialectWords,
  end: 'on commit drop' | '' = '',
): Promise<void> {
  const [whole, words] = [sql.raw(int), sql.raw(text)];
  await sql`create temporary table staged_writes (id ${whole} primary key, position ${whole},
    timestamp ${whole}, domain ${words}, category ${words}, model_name ${words}, operation ${words},
    logical_user_id ${words}, request_id ${words}, payload ${words}, action ${words}, change_id ${whole},
    batch_id ${whole}, v2 ${words}, legacy ${words}, v2_hash ${words}, legacy_hash ${words}) ${sql.raw(end)}`.execute(
    db,
  );
  await sql`create temporary table staged_links
    (id ${whole} primary key, previous_hash ${words}, hash ${words}) ${sql.raw(end)}`.execute(db);
}

export async function stage(db: Kysely<Tables>, rows: readonly StagedWrite[]): Promise<void> {
  await insertMany(
    db.withTables<Staging>(),
    'staged_writes',
    rows.map(({ event, position, texts }, index) => ({
      id: index + 1,
      position,
      ...event,
      ...(texts ?? noTexts),
    })),
  );
}

const noTexts = { v2: null, legacy: null, v2_hash: null, legacy_hash: null };

/** Writes many models whose changes its caller notes. */
export type UnnotedWrites = (db: Kysely<Tables>, write: () => Promise<void>) => Promise<void>;

interface OfTransaction {
  /** Is told the category of every write. */
  readonly noted: (category: string) => void;
  readonly events: Deferred<AuditEvent>;
  /** Where the triggers that note each change cost too much. */
  readonly unnoted: UnnotedWrites | undefined;
}

/** @param staged what was staged on the connection of `db` */
export function stagedWrites(
  db: Kysely<Tables>,
  staged: readonly StagedWrite[],
  { noted, events, unnoted }: OfTransaction,
): Pick<StagedWriter, 'stageAnew' | 'takeStaged'> {
  let rows = staged;
  return {
    stageAnew: async (others) => {
      await sql`delete from staged_writes`.execute(db);
      await stage(db, others);
      rows = others;
    },
    takeStaged: async (links, onProgress) => {
      if (events.last) throw new Error('What was staged is taken before other events are appended');
      const write = () => writeModels(db, rows, (share) => onProgress(share / 2));
      if (unnoted) {
        await unnoted(db, write);
        await noteChanges(db);
      } else await write();
      await countModels(db, rows, noted);
      if (links) await appendEvents(db, rows, links, (share) => onProgress(0.5 + share / 2));
    },
  };
}

type OnProgress = (share: number) => void;

/** Runs a statement over one stretch of the staged rows after the other. */
async function inStretches(
  db: Kysely<Tables>,
  rows: readonly StagedWrite[],
  statement: (stretch: RawBuilder<unknown>) => RawBuilder<unknown>,
  onProgress: OnProgress = () => {},
): Promise<void> {
  for (let done = 0; done < rows.length; done += movedAtOnce) {
    await statement(sql`staged.id > ${done} and staged.id <= ${done + movedAtOnce}`).execute(db);
    onProgress(Math.min(1, (done + movedAtOnce) / rows.length));
  }
}

async function writeModels(
  db: Kysely<Tables>,
  rows: readonly StagedWrite[],
  onProgress: OnProgress,
): Promise<void> {
  const operations = new Set(rows.map(({ event }) => event.operation));
  if (operations.has('delete')) {
    await sql`delete from models where exists (select 1 from staged_writes as staged
      where staged.operation = 'delete' and staged.category = models.category
      and staged.model_name = models.name)`.execute(db);
  }
  if (operations.has('update')) {
    await inStretches(
      db,
      rows,
      (stretch) => sql`update models set v2 = staged.v2, legacy = staged.legacy, v2_hash = staged.v2_hash,
        legacy_hash = staged.legacy_hash, updated_at = staged.timestamp from staged_writes as staged
        where staged.operation = 'update' and models.category = staged.category
        and models.name = staged.model_name and ${stretch}`,
    );
  }
  const insert = (stretch: RawBuilder<unknown>) => sql`insert into models
    (category, name, position, v2, legacy, v2_hash, legacy_hash, created_at, updated_at)
    select category, model_name, position, v2, legacy, v2_hash, legacy_hash, timestamp, timestamp
    from staged_writes as staged where operation = 'create' and ${stretch} order by id`;
  await inStretches(db, rows, insert, onProgress);
}

/** What the triggers of `models` note, row by row; in the order of its indices. */
async function noteChanges(db: Kysely<Tables>): Promise<void> {
  await sql`insert into model_changes (category, name, version)
    select staged.category, model_name, 1 + coalesce(version, 0) from staged_writes as staged
    left join category_versions on category_versions.category = staged.category
    where true order by staged.category, model_name
    on conflict (category, name) do update set version = excluded.version`.execute(db);
}

async function countModels(
  db: Kysely<Tables>,
  rows: readonly StagedWrite[],
  noted: (category: string) => void,
): Promise<void> {
  for (const [category, own] of Map.groupBy(rows, ({ event }) => event.category)) {
    await bumpVersion(db, category, own.length);
    noted(category);
    const operations = own.map(({ event: { operation, model_name: model, timestamp: now } }) => ({
      operation,
      model,
      now,
    }));
    await countOperations(db, category, operations);
  }
}

async function appendEvents(
  db: Kysely<Tables>,
  rows: readonly StagedWrite[],
  links: readonly EventLink[],
  onProgress: OnProgress,
): Promise<void> {
  const [first, last] = [links[0], links.at(-1)];
  if (!first || !last) return;
  const before = first.event_id - 1;
  await moveHead(db, { event_id: before, hash: first.previous_hash }, last);
  await insertMany(
    db.withTables<Staging>(),
    'staged_links',
    links.map(({ previous_hash, hash }, index) => ({ id: index + 1, previous_hash, hash })),
  );
  const columns = sql.join(eventColumns.map((column) => sql.ref(column)));
  const insert = (stretch: RawBuilder<unknown>) => sql`insert into audit_events
    (event_id, ${columns}, previous_hash, hash)
    select staged.id + ${before}, ${columns}, previous_hash, hash
    from staged_writes as staged join staged_links on staged_links.id = staged.id
    where ${stretch} order by staged.id`;
  await inStretches(db, rows, insert, onProgress);
}
