import { generateKeyPairSync, hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { signManifest } from '../../../src/kernel/transparency/edition-manifest.ts';
import { createSigner } from '../../../src/kernel/transparency/signed-note.ts';
import type { PrimaryClient, PrimaryView } from '../../../src/outside/primary-client.ts';
import { createVerifiedPrimary } from '../../../src/outside/verified-primary.ts';

const { signal } = new AbortController();
const [signer, stranger] = ['registry', 'registry'].map((name) =>
  createSigner(name, generateKeyPairSync('ed25519').privateKey),
) as [ReturnType<typeof createSigner>, ReturnType<typeof createSigner>];
const tagOf = (text: string) => `"${hash('sha256', text)}"`;
const manifest = (event_id: number, files: Record<string, string>, by = signer): string => {
  const stated = Object.entries(files).map(([path, text]) => {
    const file = { size: text.length, content_type: 'application/json', etag: tagOf(text) };
    return [path, { ...file, sha256: hash('sha256', text) }] as const;
  });
  return signManifest({ event_id, hash: 'a'.repeat(64), time: 1, files: new Map(stated) }, by);
};

/** A mirror, whose documents can be replaced, and a verified read of it. A number is a status. */
function mirrorOf(documents: Record<string, string | 304>) {
  const asked: (string | null)[] = [];
  const document = async (path: string, etag: string | null): Promise<PrimaryView> => {
    asked.push(etag);
    const text = documents[path.slice(1)];
    if (text === undefined) return { kind: 'none' };
    return text === 304 || etag === tagOf(text)
      ? { kind: 'same' }
      : { kind: 'text', text, etag: tagOf(text) };
  };
  const primary = createVerifiedPrimary(
    { url: 'http://mirror', document } as unknown as PrimaryClient,
    signer,
  );
  return {
    asked,
    documents,
    read: (path: string, etag: string | null = null) => primary.document(path, etag, signal),
  };
}

it('reads what the manifest states, also of newer editions, and asks by ETag for what it has verified', async () => {
  const { asked, documents, read } = mirrorOf({ 'manifest.json': manifest(1, { a: 'A' }), a: 'A' });
  expect(await read('/a', tagOf('A'))).toEqual({ kind: 'same' });
  expect(await read('/a', tagOf('A'))).toEqual({ kind: 'same' });
  expect(asked).toEqual([null, null, tagOf('A')]);
  expect(await read('/none')).toEqual({ kind: 'none' });
  Object.assign(documents, { 'manifest.json': manifest(2, { a: 'B' }), a: 'B' });
  expect(await read('/a', tagOf('A'))).toMatchObject({ kind: 'text', text: 'B' });
});

it.each<[string, Record<string, string | 304 | undefined>, RegExp]>([
  ['altered records', { a: 'evil' }, /a is refused: it differs from the manifest of event 2/],
  ['a removed category', { a: undefined }, /differs from the manifest/],
  ['an addition', { b: 'more' }, /b is refused/],
  ['that nothing has changed since an older edition', { a: 304 }, /differs from the manifest/],
  [
    'that something unknown has not changed',
    { b: 304 },
    /b is refused: status 304, but the request had no If-None-Match/,
  ],
  [
    'no manifest',
    { a: 'evil', 'manifest.json': undefined },
    /manifest.json is refused: the primary does not have this file/,
  ],
  [
    'a manifest of a stranger',
    { a: 'evil', 'manifest.json': manifest(3, { a: 'evil' }, stranger) },
    /not signed/,
  ],
  [
    'an older edition',
    { a: 'old', 'manifest.json': manifest(1, { a: 'old' }) },
    /expected event 2 or later; found event 1/,
  ],
  [
    'a manifest without end',
    { a: 'evil', 'manifest.json': ' '.repeat(64 * 1024 ** 2 + 1) },
    /larger than 64 MiB/,
  ],
])('refuses %s', async (_, lies, message) => {
  const { documents, read } = mirrorOf({ 'manifest.json': manifest(1, { a: 'first' }), a: 'first' });
  await read('/a');
  Object.assign(documents, { 'manifest.json': manifest(2, { a: 'A', c: 'C' }), c: 'C' });
  await read('/c');
  Object.assign(documents, lies);
  await expect(read('b' in lies ? '/b' : '/a', tagOf('first'))).rejects.toThrow(message);
});

it('does not take the ETag of a newer document for an older one', async () => {
  let documents = { '/manifest.json': manifest(1, { a: 'A' }), '/a': 'A' };
  const document = async (path: keyof typeof documents): Promise<PrimaryView> => ({
    kind: 'text',
    text: documents[path],
    etag: tagOf('B'),
  });
  const mirror = { url: 'http://mirror', document } as unknown as PrimaryClient;
  const primary = createVerifiedPrimary(mirror, signer);
  const first = await primary.document('/a', null, signal);
  documents = { '/manifest.json': manifest(2, { a: 'B' }), '/a': 'B' };
  const etag = first.kind === 'text' ? first.etag : null;
  expect(await primary.document('/a', etag, signal)).toMatchObject({ kind: 'text', text: 'B' });
});
