import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { leafHash, rootOf, type TreeHead } from '../../../../src/kernel/transparency/merkle-tree.ts';
import {
  type AuditEvent,
  canonicalForm,
  chainStart,
  linkEvent,
} from '../../../../src/modules/audit/event.ts';
import { proveEvent, proveGrowth } from '../../../../src/modules/audit/index.ts';
import { auditStore } from '../../../../src/modules/audit/store.ts';
import { checkpointStore } from '../../../../src/modules/audit/store-checkpoints.ts';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import type { Store } from '../../../../src/store/store.ts';
import { openQueue } from '../../../support/queue.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

const undos: (() => Promise<void>)[] = [];
let store: Store;
let events: AuditEvent[];

beforeEach(async () => {
  store = await temporaryStore((undo) => void undos.push(undo));
  const queue = await openQueue(store);
  for (const name of ['a', 'b', 'c']) await queue.propose('create', 'clip', name);
  events = await queue.events();
});
afterEach(async () => {
  for (const undo of undos.splice(0)) await undo();
});

const headOf = (trail: readonly AuditEvent[]): TreeHead => ({
  size: trail.length,
  root: rootOf(trail.map((event) => leafHash(canonicalForm(event)))),
});
/** Another database, with this trail. */
async function databaseWith(trail: readonly AuditEvent[]): Promise<Store> {
  const other = await temporaryStore((undo) => void undos.push(undo));
  await other.write(async (writer) => {
    await auditStore(writer).insert(trail);
  });
  return other;
}
function relinked(trail: readonly AuditEvent[]): AuditEvent[] {
  const linked: AuditEvent[] = [];
  for (const event of trail) linked.push(linkEvent(event, linked.at(-1) ?? chainStart));
  return linked;
}
/** Stores a checkpoint in a database, as the service does when it has signed it. */
async function keepCheckpoint(of: Store, { size, root }: TreeHead): Promise<void> {
  const note = `log\n${size}\n${root.toString('base64')}\n\n— log AAAAAAAA\n`;
  // One for each power of two of which the size is the sum.
  const subtree_roots = size === 3 ? [root, root] : [root];
  await of.write((writer) => checkpointStore(writer).insert({ size, note, subtree_roots, created_at: 1 }));
}
const firstProblem = async (of: Store, kept: TreeHead) =>
  (await verifyStore(of, undefined, [kept])).problems[0]?.text ?? null;

describe('a trail, against a checkpoint that was kept', () => {
  test('is in order as it was, and when it has grown', async () => {
    for (let size = 0; size <= events.length; size += 1) {
      expect(await firstProblem(store, headOf(events.slice(0, size)))).toBeNull();
    }
  });

  test('is found to be an older backup', async () => {
    const backup = await databaseWith(events.slice(0, 2));
    expect(await firstProblem(backup, headOf(events))).toMatch(
      /^the trail ends with event 2, but a checkpoint was signed over 3 events: .* older backup$/,
    );
    expect(await firstProblem(await databaseWith([]), headOf(events))).toContain('ends with event 0');
  });

  test('is found to be rewritten, though its chain of hashes is in order', async () => {
    const rewritten = relinked(
      events.map((event, index) => (index === 1 ? { ...event, timestamp: event.timestamp + 1 } : event)),
    );
    expect(await firstProblem(await databaseWith(rewritten), headOf(events))).toMatch(
      /^the checkpoint of 3 events was signed over other events than these: some of the events 1 to 3 were altered/,
    );
  });

  test('is found to be a fork that has grown further since', async () => {
    const [first, second, third] = events as [AuditEvent, AuditEvent, AuditEvent];
    const after = { ...(third.payload?.after as JsonObject), change_id: 4 };
    const fourth = { ...third, change_id: 4, payload: { after } };
    const fork = relinked([first, { ...second, timestamp: second.timestamp + 1 }, third, fourth]);
    expect(await firstProblem(await databaseWith(fork), headOf(events))).toContain(
      'signed over other events than these',
    );
  });

  test('is compared with the checkpoints of the database too, and the last that fits is told', async () => {
    const heads = [headOf(events.slice(0, 1)), { ...headOf(events), root: leafHash('another') }];
    for (const head of heads) await keepCheckpoint(store, head);
    const { problems } = await verifyStore(store);
    expect(problems.map(({ text }) => text)).toEqual([
      expect.stringContaining('some of the events 2 to 3 were'),
    ]);
  });
});

describe('a proof is refused', () => {
  const earlier = (trail: readonly AuditEvent[]) => ({ ...headOf(trail), origin: 'log', signatures: [] });

  test('as long as no checkpoint is signed', async () => {
    await expect(proveEvent(store, 1)).rejects.toMatchObject({ code: 'not_found' });
    await expect(proveGrowth(store, earlier(events.slice(0, 1)))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('of an event that the newest checkpoint does not cover', async () => {
    await keepCheckpoint(store, headOf(events.slice(0, 2)));
    await expect(proveEvent(store, 3)).rejects.toMatchObject({ code: 'not_found' });
    expect(await proveEvent(store, 2)).toContain('c2sp.org/tlog-proof');
  });

  test('of growth, by a database that has lost events since', async () => {
    const backup = await databaseWith(events.slice(0, 2));
    await keepCheckpoint(backup, headOf(events.slice(0, 2)));
    await expect(proveGrowth(backup, earlier(events))).rejects.toMatchObject({
      code: 'conflict',
      message: 'The newest checkpoint is of 2 events, but the earlier one was signed over 3.',
    });
  });

  test('of growth, by a fork that has signed its own checkpoint', async () => {
    const fork = relinked(events.map((event) => ({ ...event, timestamp: event.timestamp + 1 })));
    const other = await databaseWith(fork);
    await keepCheckpoint(other, headOf(fork));
    await expect(proveGrowth(other, earlier(events.slice(0, 2)))).rejects.toMatchObject({
      code: 'conflict',
      message: 'The first 2 events are not those that the earlier checkpoint was signed over.',
    });
  });

  test('by a trail that was altered or cut after its checkpoint was signed', async () => {
    const altered = events.map((event, at) =>
      at === 1 ? { ...event, timestamp: event.timestamp + 1 } : event,
    );
    for (const trail of [altered, events.slice(0, 2), []]) {
      const other = await databaseWith(trail);
      await keepCheckpoint(other, headOf(events));
      const refusal = { code: 'conflict', message: expect.stringContaining('see modelref audit verify') };
      await expect(proveEvent(other, 1)).rejects.toMatchObject(refusal);
      await expect(proveGrowth(other, earlier(events.slice(0, 1)))).rejects.toMatchObject(refusal);
    }
  });
});
