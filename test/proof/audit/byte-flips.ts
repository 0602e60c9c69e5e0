import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { openStore } from '../../../src/store/open.ts';
import { openQueue } from '../../support/queue.ts';
import { writeEveryKindOfEvent } from './every-kind-of-event.ts';

export interface Flip {
  /** The event whose row was changed. */
  readonly event_id: number;
  readonly column: string;
  readonly byte: number;
  /** The value that the byte was xor-ed with, 1 to 255. */
  readonly mask: number;
  /** The first bad event that `verify` named; null when it found nothing. */
  readonly named: number | null;
}

/** Changes random bytes of stored audit events, one at a time, and asks `verify` which event is bad. */
export interface ByteFlips extends AsyncDisposable {
  readonly events: number;
  /** @param random gives numbers from 0 to 1, as Math.random */
  flip(random: () => number): Promise<Flip>;
}

type Cells = Record<string, string | bigint | null>;

export async function openByteFlips(): Promise<ByteFlips> {
  const directory = await mkdtemp(join(tmpdir(), 'modelref-flips-'));
  const path = join(directory, 'registry.db');
  const store = await openStore(`sqlite:${path}`);
  const queue = await openQueue(store);
  await writeEveryKindOfEvent(queue);

  // Somebody with write access to the file, who takes care of no rule of the database.
  const intruder = new Sqlite(path);
  for (const action of ['update', 'delete']) intruder.exec(`DROP TRIGGER audit_events_no_${action}`);
  intruder.pragma('ignore_check_constraints = ON');
  const read = intruder.prepare('SELECT * FROM audit_events WHERE event_id = ?').safeIntegers();
  const events = Number(intruder.prepare('SELECT count(*) FROM audit_events').pluck().get());

  const write = (eventId: bigint, column: string, value: string | bigint | Buffer) => {
    const cell = Buffer.isBuffer(value) ? 'CAST(? AS TEXT)' : '?';
    intruder.prepare(`UPDATE audit_events SET ${column} = ${cell} WHERE event_id = ?`).run(value, eventId);
  };

  const flip: ByteFlips['flip'] = async (random) => {
    const event_id = 1 + Math.floor(random() * events);
    const cells = read.get(event_id) as Cells;
    const { column, byte } = anyByte(cells, random);
    const before = cells[column] as string | bigint;
    const mask = 1 + Math.floor(random() * 255);
    const after = flipped(before, byte, mask);
    const id = column === 'event_id' ? (after as bigint) : BigInt(event_id);
    try {
      write(BigInt(event_id), column, after);
    } catch (error) {
      // Another event has this id: the database holds one row for each.
      if (column === 'event_id' && (error as { code?: string }).code?.startsWith('SQLITE_CONSTRAINT')) {
        return flip(random);
      }
      throw error;
    }
    const { problems } = await verifyStore(store);
    write(id, column, before);
    return { event_id, column, byte, mask, named: problems[0]?.event_id ?? null };
  };

  return {
    events,
    flip,
    [Symbol.asyncDispose]: async () => {
      intruder.close();
      await queue.catalog.settled();
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Picks a byte of a row: of its texts in UTF-8, or of its integers as 8 bytes. */
function anyByte(cells: Cells, random: () => number): { column: string; byte: number } {
  const sizes = Object.entries(cells).map(([column, cell]) => [column, sizeOf(cell)] as const);
  let at = Math.floor(random() * sizes.reduce((sum, [, size]) => sum + size, 0));
  for (const [column, size] of sizes) {
    if (at < size) return { column, byte: at };
    at -= size;
  }
  throw new Error('a row without bytes');
}

function sizeOf(cell: string | bigint | null): number {
  if (cell === null) return 0;
  return typeof cell === 'bigint' ? 8 : Buffer.byteLength(cell);
}

function flipped(cell: string | bigint, byte: number, mask: number): bigint | Buffer {
  const bytes = typeof cell === 'bigint' ? Buffer.alloc(8) : Buffer.from(cell);
  if (typeof cell === 'bigint') bytes.writeBigInt64BE(cell);
  bytes[byte] = (bytes[byte] as number) ^ mask;
  return typeof cell === 'bigint' ? bytes.readBigInt64BE() : bytes;
}
