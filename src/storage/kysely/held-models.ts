import { type Kysely, sql } from 'kysely';
import type { ModelRow, NewModel } from '../../services/ports/store/models.ts';
import type { Tables } from '../schema.ts';
import { chunksOfSize } from './chunks.ts';
import type { Unwritten } from './deferred.ts';
import { insertMany } from './many-rows.ts';
import type { DeferredOperations } from './metadata-rows.ts';
import { UndoLog } from './undo-log.ts';

/** How large the texts of one statement are together at most, unless it has a single model. */
const bytesAtOnce = 2 * 1024 * 1024;

/** How many models are kept that were only read. */
const mostKept = 1000;

/** How large a model may be for it to be read before anybody asks. */
const readAheadBytes = 32 * 1024;

/**
 * The live models of a transaction: what it has read of them, and what it puts, written together at its end or
 * before anything else is read of them.
 */
export class HeldModels implements Unwritten {
  readonly #db: Kysely<Tables>;
  /** Of the transaction: how many models it created decides about the place of the next one. */
  readonly #operations: DeferredOperations;
  readonly #undo = new UndoLog();
  /** Null for what is not there. */
  #known = new Map<string, ModelRow | null>();
  #put = new Map<string, ModelRow>();
  /** The place of the next model of a category. */
  readonly #ends = new Map<string, number>();
  #bytes = 0;

  constructor(db: Kysely<Tables>, operations: DeferredOperations) {
    this.#db = db;
    this.#operations = operations;
  }

  /** Reads what somebody will ask for, as far as it is small. */
  async readAhead(category: string, names: Iterable<string>): Promise<void> {
    const unknown = [...new Set(names)].filter((name) => !this.#known.has(keyOf(category, name)));
    if (unknown.length === 0) return;
    const bytes = sql<number>`octet_length(v2) + coalesce(octet_length(legacy), 0)`;
    const { rows } = await sql<Omit<ModelRow, 'v2'> & { v2: string | null }>`
      select category, name, position, case when ${bytes} <= ${readAheadBytes} then v2 end as v2,
        case when ${bytes} <= ${readAheadBytes} then legacy end as legacy, v2_hash, legacy_hash, created_at, updated_at
      from models where category = ${category} and name in (${sql.join(unknown)})`.execute(this.#db);
    const found = new Map(rows.map((row) => [row.name, row]));
    for (const name of unknown) {
      const row = found.get(name);
      if (!row) this.#keep(category, name, null);
      else if (row.v2 !== null) this.#keep(category, name, { ...row, v2: row.v2 });
    }
  }

  async get(category: string, name: string): Promise<ModelRow | null> {
    const key = keyOf(category, name);
    const known = this.#known.get(key) ?? this.#put.get(key);
    if (known !== undefined || this.#known.has(key)) return known ?? null;
    const row = await this.#db
      .selectFrom('models')
      .selectAll()
      .where('category', '=', category)
      .where('name', '=', name)
      .executeTakeFirst();
    if (this.#known.size < mostKept) this.#keep(category, name, row ?? null);
    return row ?? null;
  }

  /** Gives the model's position. */
  async put(model: NewModel, now: number, position?: number | null): Promise<number> {
    const { category, name } = model;
    const before = await this.get(category, name);
    const place = before?.position ?? position ?? (await this.#end(category));
    const row = { ...model, position: place, created_at: before?.created_at ?? now, updated_at: now };
    this.#undo.set(this.#put, keyOf(category, name), row);
    this.#keep(category, name, row);
    const end = this.#ends.get(category);
    if (end !== undefined && place >= end) this.#undo.set(this.#ends, category, place + 1);
    this.#bytes += sizeOf(row);
    if (this.#bytes > bytesAtOnce) await this.letGo();
    return place;
  }

  /** That a model is not there any more. */
  gone(category: string, name: string): void {
    this.#keep(category, name, null);
    this.#undo.delete(this.#ends, category);
  }

  /** Writes what is held and forgets what is known: for what is written in any other way. */
  async letGo(): Promise<void> {
    await this.flush();
    const known = this.#known;
    this.#known = new Map();
    this.#undo.note(() => {
      this.#known = known;
    });
    for (const category of [...this.#ends.keys()]) this.#undo.delete(this.#ends, category);
  }

  async flush(): Promise<void> {
    const put = this.#put;
    if (put.size === 0) return;
    this.#bytes = 0;
    this.#put = new Map();
    this.#undo.note(() => {
      this.#put = put;
    });
    for (const some of chunksOfSize([...put.values()], bytesAtOnce, sizeOf)) {
      await insertMany(this.#db, 'models', some.map(columnsOf), inPlace);
    }
  }

  mark(): () => void {
    return this.#undo.mark();
  }

  #keep(category: string, name: string, row: ModelRow | null): void {
    this.#undo.set(this.#known, keyOf(category, name), row);
  }

  /**
   * Behind all models that are there, and behind the places of those that are gone: there were never more places
   * than models were created.
   */
  async #end(category: string): Promise<number> {
    const known = this.#ends.get(category);
    if (known !== undefined) return known;
    await this.flush();
    const created = this.#operations.unwritten.filter(
      (one) => one.category === category && one.operation === 'create',
    ).length;
    const { rows } = await sql<{ place: number }>`select coalesce(max(place), 0) as place from (
      select max(position) + 1 as place from models where category = ${category}
      union all select coalesce((select total_creates from category_metadata where category = ${category}), 0)
        + cast(${created} as bigint)) as places`.execute(this.#db);
    const place = Number(rows[0]?.place ?? 0);
    this.#undo.set(this.#ends, category, place);
    return place;
  }
}

function keyOf(category: string, name: string): string {
  return `${category}\n${name}`;
}

function sizeOf({ v2, legacy }: Pick<ModelRow, 'v2' | 'legacy'>): number {
  return v2.length + (legacy?.length ?? 0);
}

/** The columns in one order. */
function columnsOf(row: ModelRow): ModelRow {
  return {
    category: row.category,
    name: row.name,
    position: row.position,
    v2: row.v2,
    legacy: row.legacy,
    v2_hash: row.v2_hash,
    legacy_hash: row.legacy_hash,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

const inPlace = ` on conflict (category, name) do update set v2 = excluded.v2, legacy = excluded.legacy,
  v2_hash = excluded.v2_hash, legacy_hash = excluded.legacy_hash, updated_at = excluded.updated_at`;
