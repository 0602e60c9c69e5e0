import type { Kysely } from 'kysely';
import { allWhenSettled } from '../../concurrency/all-when-settled.ts';
import type { ChangeHead, ChangeStatus, StoredChange } from '../../registry/queue/pending-change.ts';
import type { Waiting } from '../../services/ports/store/changes.ts';
import type { BodyFactsRow, ChangeBodyRow, ChangeHeadRow, Tables } from '../schema.ts';
import { toBodyRow, toHead, toHeadRow } from './change-rows.ts';
import { type ReadChange, readChanges } from './changes.ts';
import { chunksOfSize } from './chunks.ts';
import type { Unwritten } from './deferred.ts';
import { insertMany, updateMany } from './many-rows.ts';
import { type BatchMove, OpenBatch } from './open-batch.ts';
import { UndoLog } from './undo-log.ts';

interface NewRows {
  readonly head: ChangeHeadRow & BodyFactsRow;
  readonly body: ChangeBodyRow;
}

interface ChangedRow {
  readonly head: ChangeHeadRow;
  readonly columns: ReadonlySet<keyof ChangeHeadRow>;
  /** Its large part, where that is another. */
  readonly body: Partial<ChangeBodyRow>;
}

/** How large the bodies of one statement are together at most, unless it has a single one. */
const bytesAtOnce = 2 * 1024 * 1024;

/** Of calls that read more changes than this none is kept: they may be large. */
const mostKept = 100;

/** How large what a change proposes may be for it to be read before anybody asks. */
const readAheadBytes = 16 * 1024;

const numbers: ReadonlySet<string> = new Set<keyof ChangeHeadRow>([
  'change_id',
  'requested_at',
  'batch_id',
  'approved_at',
  'rejected_at',
  'applied_at',
  'applied_event_id',
  'updated_at',
  'version',
]);

/**
 * The changes of a transaction: what it has read of them, and what it adds and decides, written together at its
 * end or before anything else is read of the queue.
 */
export class HeldChanges implements Unwritten {
  readonly #db: Kysely<Tables>;
  readonly #undo = new UndoLog();
  readonly #open = new OpenBatch(this.#undo);
  readonly #known = new Map<number, ReadChange>();
  readonly #waiting = new Map<string, Waiting>();
  #added: NewRows[] = [];
  #changed = new Map<number, ChangedRow>();
  /** Of the large parts that are not written. */
  #bytes = 0;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  // ── reading
  // ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Reads what somebody will ask for, as far as it is small. */
  async readAhead(ids: readonly number[]): Promise<void> {
    const unknown = ids.filter((id) => !this.#known.has(id) && !this.#changed.has(id));
    if (unknown.length === 0 || this.#open.moves.length > 0) return;
    for (const read of await readChanges(this.#db, unknown, readAheadBytes)) this.#keep(read);
  }

  async getMany(ids: readonly number[]): Promise<StoredChange[]> {
    const asked = [...new Set(ids)];
    const found = new Map(asked.flatMap((id) => entryOf(id, this.#known.get(id))));
    const unknown = asked.filter((id) => !found.has(id));
    if (unknown.length > 0) {
      if (this.#open.moves.length > 0 || unknown.some((id) => this.#changed.has(id))) await this.flush();
      for (const read of await readChanges(this.#db, unknown)) {
        found.set(read.change.change_id, read);
        if (unknown.length <= mostKept) this.#keep(read);
      }
    }
    return [...found.values()].map(({ change }) => change).sort((a, b) => a.change_id - b.change_id);
  }

  /** Those that are known, unless one of them is not. */
  known(ids: readonly number[]): readonly ReadChange[] | null {
    const known = ids.flatMap((id) => this.#known.get(id) ?? []);
    return known.length === ids.length ? known : null;
  }

  /** The heads of those, ascending, unless one of them is neither known nor changed. */
  heads(ids: readonly number[]): ChangeHead[] | null {
    const heads: ChangeHead[] = [];
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
      const known = this.#known.get(id);
      const head = this.#changed.get(id)?.head ?? (known && toHeadRow(known.change));
      if (!head) return null;
      heads.push(toHead(head));
    }
    return heads;
  }

  /** @param count reads it from the database */
  async waiting(requestedBy: string, count: () => Promise<Waiting>): Promise<Waiting> {
    const known = this.#waiting.get(requestedBy);
    if (known) return known;
    await this.flush();
    const waiting = await count();
    this.#undo.set(this.#waiting, requestedBy, waiting);
    return waiting;
  }

  async openBatch(): Promise<number | null> {
    if (this.#open.batch !== null) return this.#open.batch;
    await this.flush();
    const found = await this.#db
      .selectFrom('pending_changes')
      .select(['change_id', 'batch_id'])
      .where('status', '=', 'approved')
      .orderBy('change_id')
      .limit(1)
      .executeTakeFirst();
    if (!found || found.batch_id === null) return null;
    this.#open.found(found.batch_id, found.change_id);
    return found.batch_id;
  }

  // ── writing
  // ──────────────────────────────────────────────────────────────────────────────────────────────────────

  add(rows: NewRows, change: StoredChange): void {
    this.#added.push(rows);
    this.#undo.note(() => this.#added.pop());
    this.#keep({ change, facts: factsOf(rows.head) });
    this.#countWaiting(change.requested_by, 1, rows.head.body_bytes);
  }

  updateHead(change: StoredChange): void {
    const { change_id: id } = change;
    const known = this.#known.get(id);
    this.#change(change, known, {});
    if (known) this.#keep({ change, facts: known.facts });
  }

  /** The large part too. */
  async update(change: StoredChange): Promise<void> {
    const { change_id: id } = change;
    const known = this.#known.get(id);
    const body = toBodyRow(change);
    const columns = Object.keys(body) as (keyof ChangeBodyRow)[];
    const others = columns.filter(
      (column) => column !== 'change_id' && change[column] !== known?.change[column],
    );
    const changed = known ? others : columns.filter((column) => column !== 'change_id');
    this.#change(change, known, Object.fromEntries(changed.map((column) => [column, body[column]])));
    // Who reads it again gets it as it is stored.
    this.#undo.delete(this.#known, id);
    for (const column of changed) this.#bytes += String(body[column] ?? '').length;
    if (this.#bytes > bytesAtOnce) await this.flush();
  }

  /** @returns the ids, ascending */
  async moveApproved(from: number, to: number, at: number): Promise<number[]> {
    const moved = await this.#open.move({ from, to, at }, async (batch) => {
      await this.flush();
      const rows = await this.#db
        .selectFrom('pending_changes')
        .select('change_id')
        .where('batch_id', '=', batch)
        .where('status', '=', 'approved')
        .execute();
      return rows.map(({ change_id }) => change_id);
    });
    if (moved.length === 0) return moved;
    const then = { batch_id: to, updated_at: at };
    for (const [id, { change, facts }] of [...this.#known]) {
      if (isIn(change, from)) this.#undo.set(this.#known, id, { change: { ...change, ...then }, facts });
    }
    for (const [id, row] of [...this.#changed]) {
      if (isIn(row.head, from)) this.#undo.set(this.#changed, id, { ...row, head: { ...row.head, ...then } });
    }
    return moved;
  }

  /** Writes what is held and forgets what is known: for what is written in any other way. */
  async letGo(): Promise<void> {
    await this.flush();
    for (const id of [...this.#known.keys()]) this.#undo.delete(this.#known, id);
    for (const account of [...this.#waiting.keys()]) this.#undo.delete(this.#waiting, account);
    this.#open.forget();
  }

  async flush(): Promise<void> {
    const [added, changed, moves] = [this.#added, this.#changed, this.#open.moves];
    if (added.length + changed.size + moves.length === 0) return;
    this.#bytes = 0;
    this.#added = [];
    this.#changed = new Map();
    this.#undo.note(() => {
      this.#added = added;
      this.#changed = changed;
    });
    this.#open.written();
    const adding = this.#writeAdded(added);
    // A row is there before it is changed.
    if (added.some(({ head }) => changed.has(head.change_id))) await adding;
    await allWhenSettled([adding, this.#writeChanged([...changed.values()], moves)]);
  }

  mark(): () => void {
    return this.#undo.mark();
  }

  #keep(read: ReadChange): void {
    this.#undo.set(this.#known, read.change.change_id, read);
  }

  #change(change: StoredChange, known: ReadChange | undefined, body: Partial<ChangeBodyRow>): void {
    const { change_id: id } = change;
    const head = toHeadRow(change);
    const earlier = this.#changed.get(id);
    const columns = differing(known && toHeadRow(known.change), head);
    this.#undo.set(this.#changed, id, {
      head,
      columns: earlier ? new Set([...columns, ...earlier.columns]) : columns,
      body: { ...earlier?.body, ...body },
    });
    this.#open.tell(change);
    const { requested_by: account } = change;
    if (!known) this.#undo.delete(this.#waiting, account);
    else {
      const more = Number(waits(change.status)) - Number(waits(known.change.status));
      this.#countWaiting(account, more, more * known.facts.body_bytes);
    }
  }

  #countWaiting(account: string, changes: number, bytes: number): void {
    const known = this.#waiting.get(account);
    if (!known || changes === 0) return;
    this.#undo.set(this.#waiting, account, { changes: known.changes + changes, bytes: known.bytes + bytes });
  }

  async #writeAdded(added: readonly NewRows[]): Promise<void> {
    for (const some of chunksOfSize(added, bytesAtOnce, ({ head }) => head.body_bytes)) {
      await insertMany(
        this.#db,
        'pending_changes',
        some.map(({ head }) => head),
      );
      await insertMany(
        this.#db,
        'pending_change_bodies',
        some.map(({ body }) => body),
      );
    }
  }

  async #writeChanged(rows: readonly ChangedRow[], moves: readonly BatchMove[]): Promise<void> {
    // What is moved follows from what the heads say.
    await allWhenSettled([
      this.#writeHeads(rows).then(() => this.#writeMoves(moves)),
      this.#writeBodies(rows),
    ]);
  }

  async #writeMoves(moves: readonly BatchMove[]): Promise<void> {
    for (const { from, to, at } of moves) {
      await this.#db
        .updateTable('pending_changes')
        .set({ batch_id: to, updated_at: at })
        .where('batch_id', '=', from)
        .where('status', '=', 'approved')
        .execute();
    }
  }

  async #writeHeads(rows: readonly ChangedRow[]): Promise<void> {
    if (rows.length === 0) return;
    const heads = rows.map(({ head }) => head);
    const columns = [...new Set(rows.flatMap((row) => [...row.columns]))];
    const updated = await updateMany(this.#db, 'pending_changes', heads, {
      key: 'change_id',
      columns,
      numbers,
    });
    if (updated !== heads.length) {
      const stored = new Set(
        (
          await readChanges(
            this.#db,
            heads.map(({ change_id }) => change_id),
          )
        ).map(({ change }) => change.change_id),
      );
      const missing = heads.find(({ change_id }) => !stored.has(change_id))?.change_id;
      throw new Error(`Change ${missing} is not stored, so it cannot be updated`);
    }
  }

  async #writeBodies(rows: readonly ChangedRow[]): Promise<void> {
    const bodies = Map.groupBy(rows, ({ body }) => Object.keys(body).join());
    for (const [names, own] of bodies) {
      if (names === '') continue;
      const some = own.map(({ head: { change_id }, body }) => ({ change_id, ...body }));
      const sizeOf = (body: object) =>
        Object.values(body).reduce((sum, text) => sum + String(text ?? '').length, 0);
      for (const chunk of chunksOfSize(some, bytesAtOnce, sizeOf)) {
        await updateMany(this.#db, 'pending_change_bodies', chunk, {
          key: 'change_id',
          columns: names.split(','),
          numbers,
        });
      }
    }
  }
}

function entryOf(id: number, read: ReadChange | undefined): [number, ReadChange][] {
  return read ? [[id, read]] : [];
}

function factsOf({ body_bytes, payload_hash }: BodyFactsRow): BodyFactsRow {
  return { body_bytes, payload_hash };
}

function isIn({ status, batch_id }: Pick<StoredChange, 'status' | 'batch_id'>, batch: number): boolean {
  return status === 'approved' && batch_id === batch;
}

function waits(status: ChangeStatus): boolean {
  return status === 'pending' || status === 'approved';
}

/** What a move to another batch sets: rows that were moved in memory are behind what is known of them. */
const moving = ['batch_id', 'updated_at'] as const;

function differing(before: ChangeHeadRow | undefined, after: ChangeHeadRow): Set<keyof ChangeHeadRow> {
  const columns = (Object.keys(after) as (keyof ChangeHeadRow)[]).filter((column) => column !== 'change_id');
  if (!before) return new Set(columns);
  return new Set([...moving, ...columns.filter((column) => before[column] !== after[column])]);
}
