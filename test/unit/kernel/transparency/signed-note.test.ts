import { createPrivateKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openCheckpoint, signCheckpoint } from '../../../../src/kernel/transparency/checkpoint.ts';
import {
  createSigner,
  createSigningKey,
  formatVerifier,
  openNote,
  readSigningKey,
  readVerifier,
  signNote,
} from '../../../../src/kernel/transparency/signed-note.ts';

/** The test vector of C2SP signed-note. */
const vector = {
  key: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  text: 'This is an example message.\n',
  signature: 'Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=',
};
const note = `${vector.text}\n— example.com/foo ${vector.signature}\n`;

const newSigner = (name: string) => createSigner(name, createPrivateKey(createSigningKey()));
const signer = newSigner('log.example/registry');

describe('a signed note', () => {
  test('of the specification is what its key has signed', () => {
    const verifier = readVerifier(vector.key);
    expect(openNote(note, verifier)).toBe(vector.text);
    expect(formatVerifier(verifier)).toBe(vector.key);
  });

  test('may carry signatures by keys that nobody here knows', () => {
    const both = `${note}— example.com/witness AAAAAAAAAAAA\n`;
    expect(openNote(both, readVerifier(vector.key))).toBe(vector.text);
  });

  test.each([
    ['an altered text', note.replace('example', 'Example'), 'signature by example.com/foo does not match'],
    ['another key', signNote(vector.text, signer), 'is not signed with the key of example.com/foo'],
    ['one good and one bad signature', `${note}— example.com/foo Uw2QOgAA\n`, 'does not match'],
    ['no empty line', note.replace('\n\n', '\n'), 'is not a signed note'],
    ['no line feed at its end', note.trimEnd(), 'is not a signed note'],
    ['a control character', `\t${note}`, 'is not a signed note'],
    [
      'a line that is no signature',
      `${note}- x y\n`,
      "'- x y' is not a signature line; expected '— <name> <base64>'",
    ],
    ['no text', '', 'is not a signed note'],
  ])('with %s is refused', (_what, text, why) => {
    expect(() => openNote(text, readVerifier(vector.key))).toThrow(why);
  });

  test.each([
    [vector.key.replace('530d903a', '530d903b'), 'does not match its id'],
    [vector.key.replace('+Aek', '+Bek'), 'is not a public key'],
    ['example.com/foo', 'is not a public key'],
  ])('is not checked with %s, which is no key', (text, why) => {
    expect(() => readVerifier(text)).toThrow(why);
  });

  test('is not signed under a name that cannot stand in one', () => {
    for (const name of ['', 'a b', 'a+b', 'a\nb'])
      expect(() => newSigner(name)).toThrow('not a valid key name');
  });
});

describe('a checkpoint', () => {
  const hash = 'ab'.repeat(32);

  test('states origin, event, hash and time, a line each', () => {
    const text = signCheckpoint({ event_id: 7, hash, time: 1_790_000_000 }, signer);
    expect(text.split('\n').slice(0, 5)).toEqual([signer.name, '7', hash, '1790000000', '']);
    const stated = { origin: signer.name, event_id: 7, hash, time: 1_790_000_000 };
    expect(openCheckpoint(text, signer)).toEqual(stated);
  });

  const lines = (...text: string[]) => signNote(`${text.join('\n')}\n`, signer);
  const root = Buffer.from(hash, 'hex').toString('base64');

  test.each([
    ['another origin', lines('elsewhere', '7', hash, '1'), 'found elsewhere'],
    ['leading zeros', lines(signer.name, '07', hash, '1'), 'not a checkpoint'],
    ['an id below 1', lines(signer.name, '0', hash, '1'), 'not a checkpoint'],
    ['an id beyond all numbers', lines(signer.name, '9'.repeat(30), hash, '1'), 'not a checkpoint'],
    ['no time', lines(signer.name, '7', hash), 'not a checkpoint'],
    ['a short hash', lines(signer.name, '7', 'abab', '1'), 'not a checkpoint'],
    ['a hash in capitals', lines(signer.name, '7', hash.toUpperCase(), '1'), 'not a checkpoint'],
    ['a further line', lines(signer.name, '7', hash, '1', 'more'), 'not a checkpoint'],
    ['the form of 0.3.0', lines(signer.name, '7', root), 'release 0.3.0 or earlier'],
    ['the form of 0.3.0, extended', lines(signer.name, '0', root, 'more'), 'release 0.3.0 or earlier'],
  ])('with %s is refused, though it is signed', (_what, text, why) => {
    expect(() => openCheckpoint(text, signer)).toThrow(why);
  });
});

test('a signing key is read as PEM, on one line, or as base64 alone', () => {
  const pem = createSigningKey();
  const base64 = pem.split('\n')[1] as string;
  const expected = readSigningKey(pem);
  expect(expected?.asymmetricKeyType).toBe('ed25519');
  for (const text of [base64, pem.replaceAll('\n', '\\n'), pem.replaceAll('\n', ' ')]) {
    expect(readSigningKey(text)?.equals(expected as never)).toBe(true);
  }
  for (const text of ['', 'secret', base64.slice(4)]) expect(readSigningKey(text)).toBeNull();
});
