import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  InvalidProof,
  ModelrefClient,
  verifyCheckpoint,
  verifyGrowth,
  verifyInclusion,
} from '../../client/src/index.ts';
import { readCheckpoint, signCheckpoint } from '../../src/kernel/transparency/checkpoint.ts';
import {
  consistencyProof,
  inclusionProof,
  leafHash,
  rootOf,
} from '../../src/kernel/transparency/merkle-tree.ts';
import { growthText, inclusionText } from '../../src/kernel/transparency/proof-files.ts';
import {
  newSigningKey,
  readSigningKey,
  signerOf,
  verifierText,
} from '../../src/kernel/transparency/signed-note.ts';
import { proveEvent, proveGrowth } from '../../src/modules/audit/proofs.ts';
import { startTestApp } from '../support/app.ts';

const signer = signerOf('log.example/one', readSigningKey(newSigningKey()) as never);
const key = verifierText(signer);
const entries = Array.from({ length: 40 }, (_, index) => `event ${index}`);
const leaves = entries.map((entry) => leafHash(entry));
const noteOf = (size: number) => signCheckpoint({ size, root: rootOf(leaves.slice(0, size)) }, signer);

const inclusion = (index: number, size: number) =>
  inclusionText({
    entry: Buffer.from(entries[index] as string),
    index,
    hashes: inclusionProof(leaves.slice(0, size), index),
    checkpoint: noteOf(size),
  });
const growth = (from: number, size: number) =>
  growthText({
    earlierSize: from,
    hashes: consistencyProof(leaves.slice(0, size), from),
    checkpoint: noteOf(size),
  });

describe('what the registry signs is accepted by the client', () => {
  test('of a running service: checkpoint, event, growth', async () => {
    await using app = await startTestApp({ settings: { port: 0 } });
    const client = new ModelrefClient({ server: `${await app.service.listen()}/api` });
    await app.seed('clip', { name: 'a' });
    await app.service.context.checkpoints?.make();
    const [note, verifier] = [await client.checkpoint(), await client.checkpointKey()];
    expect(await verifyCheckpoint(note, verifier)).toMatchObject({ origin: 'log.example/registry', size: 4 });
    await app.seed('clip', { name: 'b' });
    await app.service.context.checkpoints?.make();
    const proof = await proveEvent(app.store, 2);
    const { event, index } = await verifyInclusion(proof, verifier);
    expect([JSON.parse(event).event_id, index]).toEqual([2, 1]);
    const grown = await proveGrowth(app.store, readCheckpoint(note));
    expect((await verifyGrowth(grown, note, verifier)).size).toBe(8);
  });

  test('every event of every small tree, and every growth', async () => {
    for (const size of [1, 2, 3, 7, 8, 13, 40]) {
      for (let index = 0; index < size; index += 1) {
        expect((await verifyInclusion(inclusion(index, size), key)).event).toBe(entries[index]);
        expect((await verifyGrowth(growth(index, size), noteOf(index), key)).size).toBe(size);
      }
    }
  });
});

describe('what was altered is not', () => {
  test('any changed character of a checkpoint, a proof, a key', async () => {
    const texts = [
      { text: noteOf(13), check: (text: string) => verifyCheckpoint(text, key) },
      { text: inclusion(5, 13), check: (text: string) => verifyInclusion(text, key) },
      { text: growth(6, 13), check: (text: string) => verifyGrowth(text, noteOf(6), key) },
      { text: key, check: (text: string) => verifyCheckpoint(noteOf(13), text) },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...texts),
        fc.nat(),
        fc.integer({ min: 1, max: 90 }),
        async (what, at, by) => {
          const { text, check } = what;
          const place = at % text.length;
          const code = 33 + ((text.charCodeAt(place) - 33 + by + 94) % 94);
          const altered = text.slice(0, place) + String.fromCharCode(code) + text.slice(place + 1);
          fc.pre(altered !== text);
          await expect(check(altered)).rejects.toBeInstanceOf(InvalidProof);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('another key, a fork, a shorter trail', async () => {
    const other = signerOf('log.example/one', readSigningKey(newSigningKey()) as never);
    await expect(verifyCheckpoint(noteOf(3), verifierText(other))).rejects.toThrow('not signed by the key');
    const forked = [...leaves.slice(0, 2), leafHash('forged'), ...leaves.slice(3, 8)];
    const fork = growthText({
      earlierSize: 5,
      hashes: consistencyProof(forked, 5),
      checkpoint: signCheckpoint({ size: 8, root: rootOf(forked) }, signer),
    });
    await expect(verifyGrowth(fork, noteOf(5), key)).rejects.toThrow('does not show that the 8 events begin');
    const shorter = growthText({ earlierSize: 8, hashes: [], checkpoint: noteOf(5) });
    await expect(verifyGrowth(shorter, noteOf(8), key)).rejects.toBeInstanceOf(InvalidProof);
  });
});
