import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidCheckpoint, ModelrefClient, verifyCheckpoint } from '../../client/src/index.ts';
import { signCheckpoint } from '../../src/kernel/transparency/checkpoint.ts';
import {
  createSigner,
  createSigningKey,
  formatVerifier,
  readSigningKey,
  signNote,
} from '../../src/kernel/transparency/signed-note.ts';
import { startTestApp } from '../support/app.ts';

const newSigner = (name: string) => createSigner(name, readSigningKey(createSigningKey()) as never);
const signer = newSigner('log.example/one');
const key = formatVerifier(signer);
const hash = 'ab'.repeat(32);
const note = signCheckpoint({ event_id: 13, hash, time: 1_790_000_000 }, signer);

describe('what a registry has signed is accepted', () => {
  test('of a registry that is asked', async () => {
    await using app = await startTestApp({ settings: { port: 0 } });
    const client = new ModelrefClient({ server: `${await app.service.listen()}/api` });
    await app.seed('clip', { name: 'a' });
    const [checkpoint, verifier] = [await client.checkpoint(), await client.checkpointKey()];
    expect(await verifyCheckpoint(checkpoint, verifier)).toMatchObject({
      origin: expect.stringMatching(/^modelref-[0-9a-f]{16}$/),
      eventId: 4,
    });
  });

  test('with all that it states', async () => {
    const stated = { origin: 'log.example/one', eventId: 13, hash, time: 1_790_000_000 };
    expect(await verifyCheckpoint(note, key)).toEqual(stated);
  });
});

describe('what was altered is not', () => {
  test('any changed character of a checkpoint, a key', async () => {
    const texts = [
      { text: note, check: (text: string) => verifyCheckpoint(text, key) },
      { text: key, check: (text: string) => verifyCheckpoint(note, text) },
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
          await expect(check(altered)).rejects.toBeInstanceOf(InvalidCheckpoint);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('another key, another origin, another form', async () => {
    const refusal = async (text: string, verifier = key) => expect(verifyCheckpoint(text, verifier)).rejects;
    const signed = (...lines: string[]) => signNote(`${lines.join('\n')}\n`, signer);
    await (await refusal(note, formatVerifier(newSigner('log.example/one')))).toThrow(
      'not signed with the key',
    );
    await (await refusal(signed('log.example/two', '13', hash, '1'))).toThrow('found log.example/two');
    const root = Buffer.from(hash, 'hex').toString('base64');
    await (await refusal(signed('log.example/one', '13', root))).toThrow('release 0.3.0 or earlier');
    for (const lines of [
      ['0', hash, '1'],
      ['013', hash, '1'],
      ['13', hash],
      ['13', hash, '1', 'more'],
    ]) {
      await (await refusal(signed('log.example/one', ...lines))).toThrow('is not a checkpoint');
    }
  });
});
