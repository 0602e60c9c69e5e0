import { createPrivateKey } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Checkpoint, openCheckpoint } from '../../../../src/kernel/transparency/checkpoint.ts';
import {
  createSigner,
  createSigningKey,
  formatVerifier,
} from '../../../../src/kernel/transparency/signed-note.ts';
import { type Checkpoints, createCheckpoints } from '../../../../src/modules/audit/checkpoints.ts';
import { type AuditEvent, chainStart, linkEvent, newEvent } from '../../../../src/modules/audit/event.ts';
import { auditStore } from '../../../../src/modules/audit/store.ts';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import type { Store } from '../../../../src/store/store.ts';
import { openQueue, type Queue } from '../../../support/queue.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

const signer = createSigner('log.example/registry', createPrivateKey(createSigningKey()));
let queue: Queue;
let checkpoints: Checkpoints;

const open = (store: Store) => createCheckpoints({ store, signer });

beforeEach(async () => {
  queue = await openQueue(await temporaryStore(onTestFinished));
  checkpoints = open(queue.store);
});

describe('a checkpoint', () => {
  test('is not signed where nothing was written', async () => {
    await expect(checkpoints.latest()).rejects.toMatchObject({ code: 'not_found' });
  });

  test('states the newest event, and has the signature of the key that is told', async () => {
    for (const name of ['ä/ö 🎨', 'b']) {
      await queue.write('create', 'clip', name);
      const { event_id, hash, timestamp } = (await queue.events()).at(-1) as AuditEvent;
      expect(checkpoints.key).toBe(formatVerifier(signer));
      const stated = { origin: 'log.example/registry', event_id, hash, time: timestamp };
      expect(openCheckpoint(await checkpoints.latest(), signer)).toEqual(stated);
    }
  });

  test('is the same at every instance with the same key', async () => {
    await queue.write('create', 'clip', 'a');
    expect(await open(queue.store).latest()).toBe(await checkpoints.latest());
  });

  test('is not signed for an event whose content has another hash', async () => {
    await queue.write('create', 'clip', 'a');
    await queue.store.write(async (writer) => {
      const [last] = await auditStore(writer).events({}, 1, 'descending');
      if (!last) throw new Error('no event');
      const linked = linkEvent(newEvent(last), await auditStore(writer).head());
      await auditStore(writer).insert([{ ...linked, hash: 'f'.repeat(64) }]);
    });
    await expect(checkpoints.latest()).rejects.toThrow('audit event 5 is missing or was altered');
  });
});

describe('a trail, against a checkpoint that was kept', () => {
  let events: AuditEvent[];
  beforeEach(async () => {
    for (const name of ['a', 'b', 'c']) await queue.propose('create', 'clip', name);
    events = await queue.events();
  });

  const checkpointOf = (event: AuditEvent | undefined): Checkpoint => {
    if (!event) throw new Error('no event');
    return { origin: 'log', event_id: event.event_id, hash: event.hash, time: event.timestamp };
  };
  /** Another database, with this trail. */
  async function databaseWith(trail: readonly AuditEvent[]): Promise<Store> {
    const other = await temporaryStore(onTestFinished);
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
  /** The trail with the time of its second event altered. */
  const altered = () =>
    events.map((event, index) => (index === 1 ? { ...event, timestamp: event.timestamp + 1 } : event));
  const firstProblem = async (of: Store, kept: Checkpoint) =>
    (await verifyStore(of, undefined, kept)).problems[0]?.text ?? null;

  test('is in order as it was, and when it has grown', async () => {
    for (const event of events) expect(await firstProblem(queue.store, checkpointOf(event))).toBeNull();
  });

  test('is found to be an older backup', async () => {
    const kept = checkpointOf(events[2]);
    expect(await firstProblem(await databaseWith(events.slice(0, 2)), kept)).toMatch(
      /^the trail ends with event 2, but the checkpoint was signed over event 3: .* older backup was restored$/,
    );
    expect(await firstProblem(await databaseWith([]), kept)).toContain('ends with event 0');
  });

  test('is found to be rewritten, though its chain of hashes is in order', async () => {
    const rewritten = await databaseWith(relinked(altered()));
    expect(await firstProblem(rewritten, checkpointOf(events[2]))).toMatch(
      /^event 3 has the hash .* some of the events 1 to 3 were altered, removed or exchanged$/,
    );
    expect(await firstProblem(rewritten, checkpointOf(events[0]))).not.toContain('checkpoint');
  });

  test('is found to be a fork that has grown further since', async () => {
    const fork = relinked([...altered(), { ...(events[2] as AuditEvent) }]);
    expect(await firstProblem(await databaseWith(fork), checkpointOf(events[2]))).toContain(
      'but the checkpoint was signed over',
    );
  });

  test('is found to be altered before the event, though the event is as it was', async () => {
    const kept = checkpointOf(events[2]);
    expect(await firstProblem(await databaseWith(altered()), kept)).toContain('event 2 carries the hash');
    const [first, , third] = events as [AuditEvent, AuditEvent, AuditEvent];
    expect(await firstProblem(await databaseWith([first, third]), kept)).toContain('2 is missing');
  });
});
