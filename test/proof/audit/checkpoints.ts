import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Checkpoint } from '../../../src/kernel/transparency/checkpoint.ts';
import { openCheckpoint } from '../../../src/kernel/transparency/checkpoint.ts';
import { CompactRange, leafHash } from '../../../src/kernel/transparency/merkle-tree.ts';
import { newSigningKey, readSigningKey, signerOf } from '../../../src/kernel/transparency/signed-note.ts';
import { storedTrail } from '../../../src/modules/audit/audit-trail.ts';
import { createCheckpoints } from '../../../src/modules/audit/checkpoints.ts';
import { type AuditEvent, canonicalForm, chainStart, linkEvent } from '../../../src/modules/audit/event.ts';
import { AnchoredTrail } from '../../../src/modules/audit/proofs.ts';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { openStore } from '../../../src/store/open.ts';
import { openQueue } from '../../support/queue.ts';
import { writeEveryKindOfEvent } from './every-kind-of-event.ts';

export interface Attack {
  readonly kind: (typeof kinds)[number];
  /** The number of events at the beginning that are unchanged. */
  readonly untouched: number;
  /** The number of events under the kept checkpoint. */
  readonly kept: number;
  /** The number of events that the trail has afterwards. */
  readonly events: number;
  /** Whether the checkpoint contradicts the trail; it has to where `kept` is more than `untouched`. */
  readonly found: boolean;
  /** Whether `verify` reports something wrong. */
  readonly reported: boolean;
}

const kinds = ['truncation', 'rewrite', 'fork'] as const;

/**
 * Replaces a trail of which checkpoints were signed. Each replacement is consistent in itself: all hashes are
 * made anew, and the database's own checkpoints are signed anew with the true key.
 */
export interface CheckpointAttacks extends AsyncDisposable {
  readonly events: number;
  /** @param random gives numbers from 0 to 1, as Math.random */
  attack(random: () => number): Promise<Attack>;
}

export async function openCheckpointAttacks(): Promise<CheckpointAttacks> {
  const directory = await mkdtemp(join(tmpdir(), 'modelref-checkpoints-'));
  const path = join(directory, 'registry.db');
  const store = await openStore(`sqlite:${path}`);
  const queue = await openQueue(store);
  const privateKey = readSigningKey(newSigningKey());
  if (!privateKey) throw new Error('no key');
  const signer = signerOf('log.example', privateKey);
  const checkpoints = createCheckpoints({
    store,
    clock: queue.clock,
    signer,
  });
  await writeEveryKindOfEvent(queue);
  const trail = await queue.events();
  const kept = checkpointsOfAll(trail);
  await checkpoints.make();
  const signed = openCheckpoint(await checkpoints.latest(), signer);
  if (!signed.root.equals((kept.at(-1) as Checkpoint).root))
    throw new Error('the service signs another root');

  // Somebody with write access to the file, who takes care of no rule of the database.
  const intruder = new Sqlite(path);
  intruder.pragma('synchronous = OFF');
  for (const table of ['audit_events', 'audit_checkpoints']) {
    for (const action of ['update', 'delete']) intruder.exec(`DROP TRIGGER ${table}_no_${action}`);
  }
  const columns = Object.keys(intruder.prepare('SELECT * FROM audit_events').get() as object);
  const insert = intruder.prepare(
    `INSERT INTO audit_events (${columns.join(', ')}) VALUES (${columns.map((each) => `@${each}`).join(', ')})`,
  );
  const replace = intruder.transaction((events: readonly AuditEvent[]) => {
    intruder.exec('DELETE FROM audit_events; DELETE FROM audit_checkpoints');
    for (const event of events) {
      insert.run({ ...event, payload: event.payload && JSON.stringify(event.payload) });
    }
    const { event_id, hash } = events.at(-1) ?? chainStart;
    intruder.prepare('UPDATE audit_head SET event_id = ?, hash = ?').run(event_id, hash);
  });

  return {
    events: trail.length,
    attack: async (random) => {
      const below = (limit: number) => Math.floor(random() * limit);
      const kind = kinds[below(kinds.length)] as Attack['kind'];
      const untouched = below(trail.length);
      const events = relinked(attacked(kind, trail, untouched, below));
      replace(events);
      await checkpoints.make();
      const checkpoint = kept[1 + below(trail.length)] as Checkpoint;
      const { problems } = await verifyStore(store, undefined, [checkpoint]);
      // By itself as well: `verify` may have found something else first.
      const found = await store.read(async (reader) => {
        const anchored = new AnchoredTrail([checkpoint]);
        for await (const _ of anchored.follow(storedTrail(reader)));
        return anchored.problem() !== null;
      });
      const reported = problems.some(({ text }) => !text.startsWith('nothing keeps the audit trail'));
      return { kind, untouched, kept: checkpoint.size, events: events.length, found, reported };
    },
    [Symbol.asyncDispose]: async () => {
      intruder.close();
      await queue.catalog.settled();
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Makes another trail that begins with the first `untouched` events, and differs right behind them. */
function attacked(
  kind: Attack['kind'],
  trail: readonly AuditEvent[],
  untouched: number,
  below: (limit: number) => number,
): AuditEvent[] {
  const [before, victim, after] = [
    trail.slice(0, untouched),
    trail[untouched] as AuditEvent,
    trail.slice(untouched + 1),
  ];
  if (kind === 'truncation') return before;
  const other = { ...victim, ...changes[below(changes.length)]?.(victim) };
  if (kind === 'rewrite') return [...before, other, ...after];
  // Grown on to any length, the one that it had included.
  const more = Array.from(
    { length: below(2 * trail.length) },
    () => trail[below(trail.length)] as AuditEvent,
  );
  return [...before, other, ...more];
}

const changes: readonly ((event: AuditEvent) => Partial<AuditEvent>)[] = [
  ({ timestamp }) => ({ timestamp: timestamp - 1 }),
  ({ logical_user_id }) => ({ logical_user_id: `${logical_user_id}1` }),
  ({ model_name }) => ({ model_name: `${model_name}x` }),
  ({ payload }) => ({ payload: { ...payload, note: 'more' } }),
  ({ request_id }) => ({ request_id: request_id === null ? 'x' : null }),
];

function relinked(trail: readonly AuditEvent[]): AuditEvent[] {
  const linked: AuditEvent[] = [];
  for (const event of trail) linked.push(linkEvent(event, linked.at(-1) ?? chainStart));
  return linked;
}

/** Gives the checkpoints by number of events. */
function checkpointsOfAll(trail: readonly AuditEvent[]): Checkpoint[] {
  const tree = new CompactRange();
  const head = () => ({ origin: 'log.example', size: tree.size, root: tree.root() });
  const all: Checkpoint[] = [head()];
  for (const event of trail) {
    tree.append(leafHash(canonicalForm(event)));
    all.push(head());
  }
  return all;
}
