import { createPrivateKey } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCheckpoint } from '../../../../src/kernel/transparency/checkpoint.ts';
import { leafHash, rootOf } from '../../../../src/kernel/transparency/merkle-tree.ts';
import {
  newSigningKey,
  readVerifier,
  signerOf,
  verifierText,
} from '../../../../src/kernel/transparency/signed-note.ts';
import { type Checkpoints, createCheckpoints } from '../../../../src/modules/audit/checkpoints.ts';
import { canonicalForm, linkEvent, newEvent } from '../../../../src/modules/audit/event.ts';
import { auditStore } from '../../../../src/modules/audit/store.ts';
import { checkpointStore } from '../../../../src/modules/audit/store-checkpoints.ts';
import type { Store } from '../../../../src/store/store.ts';
import { openQueue, type Queue } from '../../../support/queue.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

const signer = signerOf('log.example/registry', createPrivateKey(newSigningKey()));
let queue: Queue;
let checkpoints: Checkpoints;
let undo: () => Promise<void>;

const open = (store: Store) => createCheckpoints({ store, clock: queue.clock, signer });
const stored = () => queue.store.read((reader) => checkpointStore(reader).list(0, 1000));
const rootAt = async (size: number) =>
  rootOf((await queue.events()).slice(0, size).map((event) => leafHash(canonicalForm(event))));

beforeEach(async () => {
  const store = await temporaryStore((given) => {
    undo = given;
  });
  queue = await openQueue(store);
  checkpoints = open(queue.store);
});
afterEach(() => undo());

describe('a checkpoint', () => {
  test('is not signed where nothing was written', async () => {
    expect(await checkpoints.make()).toBe(false);
    await expect(checkpoints.latest()).rejects.toMatchObject({ code: 'not_found' });
  });

  test('has the root of the tree over all events, and the signature of the key that is told', async () => {
    await queue.write('create', 'clip', 'ä/ö 🎨');
    expect(await checkpoints.make()).toBe(false);
    expect(checkpoints.key).toBe(verifierText(signer));
    const { size, root } = openCheckpoint(await checkpoints.latest(), readVerifier(checkpoints.key));
    expect(size).toBe((await queue.events()).length);
    expect(root.equals(await rootAt(size))).toBe(true);
  });

  test('goes on from the one before, and is not repeated while nothing is written', async () => {
    for (let round = 0; round < 9; round += 1) {
      await queue.propose('create', 'clip', `model ${round}`);
      await checkpoints.make();
      await open(queue.store).make();
    }
    const all = await stored();
    expect(all.map(({ size }) => size)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const { size, note, created_at } of all) {
      expect(openCheckpoint(note, signer).root.equals(await rootAt(size))).toBe(true);
      expect(created_at).toBe(queue.time.seconds);
    }
  });

  test('costs the reading of new events only', async () => {
    for (let round = 0; round < 40; round += 1) await queue.propose('create', 'clip', `model ${round}`);
    await checkpoints.make();
    await queue.propose('create', 'clip', 'one more');
    let read = 0;
    const counting: Store = {
      ...queue.store,
      read: (work) =>
        queue.store.read((tx) => {
          const counted: KyselyPlugin = {
            transformQuery: ({ node }) => node,
            transformResult: async ({ result }) => {
              read += result.rows.filter((row) => 'payload' in row).length;
              return result;
            },
          };
          return work({ ...tx, db: tx.db.withPlugin(counted) });
        }),
    };
    await open(counting).make();
    // The last one that was known, and the new one.
    expect([read, (await stored()).at(-1)?.size]).toEqual([2, 41]);
  });

  test('made by several instances at once never contradicts another', async () => {
    const instances = [open(queue.store), open(queue.store), open(queue.store)];
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([
        queue.propose('create', 'clip', `model ${round}`),
        ...instances.map((instance) => instance.make()),
      ]);
    }
    await checkpoints.make();
    const all = await stored();
    expect(new Set(all.map(({ size }) => size)).size).toBe(all.length);
    expect(all.at(-1)?.size).toBe(8);
    for (const { size, note } of all)
      expect(openCheckpoint(note, signer).root.equals(await rootAt(size))).toBe(true);
  });

  test('is not signed over an event that does not follow those before', async () => {
    await queue.write('create', 'clip', 'a');
    await checkpoints.make();
    await queue.store.write(async (writer) => {
      const [last] = await auditStore(writer).events({}, 1, 'descending');
      if (!last) throw new Error('no event');
      const linked = linkEvent(newEvent(last), await auditStore(writer).head());
      await auditStore(writer).insert([{ ...linked, hash: 'f'.repeat(64) }]);
    });
    await expect(checkpoints.make()).rejects.toThrow(
      'the audit trail is broken: event 5 carries the hash fff',
    );
    expect((await stored()).map(({ size }) => size)).toEqual([4]);
  });
});
