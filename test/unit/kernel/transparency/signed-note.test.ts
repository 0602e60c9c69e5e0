import { createPrivateKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openCheckpoint, signCheckpoint } from '../../../../src/kernel/transparency/checkpoint.ts';
import { emptyRoot, leafHash } from '../../../../src/kernel/transparency/merkle-tree.ts';
import {
  newSigningKey,
  openNote,
  readSigningKey,
  readVerifier,
  signerOf,
  signNote,
  verifierText,
} from '../../../../src/kernel/transparency/signed-note.ts';

/** The test vector of C2SP signed-note. */
const vector = {
  key: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  text: 'This is an example message.\n',
  signature: 'Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=',
};
const note = `${vector.text}\n— example.com/foo ${vector.signature}\n`;

const newSigner = (name: string) => signerOf(name, createPrivateKey(newSigningKey()));
const signer = newSigner('log.example/registry');

describe('a signed note', () => {
  test('of the specification is what its key has signed', () => {
    const verifier = readVerifier(vector.key);
    expect(openNote(note, verifier)).toBe(vector.text);
    expect(verifierText(verifier)).toBe(vector.key);
  });

  test('may carry signatures by keys that nobody here knows', () => {
    const both = `${note}— example.com/witness AAAAAAAAAAAA\n`;
    expect(openNote(both, readVerifier(vector.key))).toBe(vector.text);
  });

  test.each([
    ['an altered text', note.replace('example', 'Example'), 'signature by example.com/foo is wrong'],
    ['another key', signNote(vector.text, signer), 'is not signed by the key of example.com/foo'],
    ['one good and one bad signature', `${note}— example.com/foo Uw2QOgAA\n`, 'is wrong'],
    ['no empty line', note.replace('\n\n', '\n'), 'is not a signed note'],
    ['no line feed at its end', note.trimEnd(), 'is not a signed note'],
    ['a control character', `\t${note}`, 'is not a signed note'],
    ['a line that is no signature', `${note}- x y\n`, "'- x y' is not a line with a signature"],
    ['no text', '', 'is not a signed note'],
  ])('with %s is refused', (_what, text, why) => {
    expect(() => openNote(text, readVerifier(vector.key))).toThrow(why);
  });

  test.each([
    [vector.key.replace('530d903a', '530d903b'), 'damaged'],
    [vector.key.replace('+Aek', '+Bek'), 'not the key'],
    ['example.com/foo', 'not the key'],
  ])('is not checked with %s, which is no key', (text, why) => {
    expect(() => readVerifier(text)).toThrow(why);
  });

  test('is not signed under a name that cannot stand in one', () => {
    for (const name of ['', 'a b', 'a+b', 'a\nb']) expect(() => newSigner(name)).toThrow('not a key name');
  });
});

describe('a checkpoint', () => {
  const root = leafHash('one');

  test('says origin, size and root, in the words of the specification', () => {
    const text = signCheckpoint({ size: 1, root }, signer);
    expect(text.split('\n').slice(0, 4)).toEqual([signer.name, '1', root.toString('base64'), '']);
    expect(openCheckpoint(text, signer)).toEqual({ origin: signer.name, size: 1, root });
  });

  const lines = (...text: string[]) => signNote(`${text.join('\n')}\n`, signer);
  const hash = emptyRoot.toString('base64');
  test('may have extension lines', () => {
    expect(openCheckpoint(lines(signer.name, '7', hash, 'more'), signer).size).toBe(7);
  });

  test.each([
    ['another origin', lines('elsewhere', '7', hash), 'a checkpoint of elsewhere'],
    ['leading zeros', lines(signer.name, '07', hash), 'not a checkpoint'],
    ['a size below 0', lines(signer.name, '-7', hash), 'not a checkpoint'],
    ['a size beyond all numbers', lines(signer.name, '9'.repeat(30), hash), 'not a checkpoint'],
    ['two lines', lines(signer.name, '7'), 'not a root hash'],
    ['a short root', lines(signer.name, '7', 'AAAA'), 'not a root hash'],
  ])('with %s is refused, though it is signed', (_what, text, why) => {
    expect(() => openCheckpoint(text, signer)).toThrow(why);
  });
});

test('a signing key is read as PEM, on one line, or as base64 alone', () => {
  const pem = newSigningKey();
  const base64 = pem.split('\n')[1] as string;
  const expected = readSigningKey(pem);
  expect(expected?.asymmetricKeyType).toBe('ed25519');
  for (const text of [base64, pem.replaceAll('\n', '\\n'), pem.replaceAll('\n', ' ')]) {
    expect(readSigningKey(text)?.equals(expected as never)).toBe(true);
  }
  for (const text of ['', 'secret', base64.slice(4)]) expect(readSigningKey(text)).toBeNull();
});
