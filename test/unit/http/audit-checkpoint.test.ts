import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCheckpoint } from '../../../src/kernel/transparency/checkpoint.ts';
import { readSigningKey, readVerifier } from '../../../src/kernel/transparency/signed-note.ts';
import { linkEvent, newEvent } from '../../../src/modules/audit/event.ts';
import { openSigner } from '../../../src/modules/audit/module.ts';
import { auditStore } from '../../../src/modules/audit/store.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';

const url = '/api/audit/checkpoint';

const failing = async (app: TestApp) =>
  /^modelref_checkpoint_failing\{key="modelref-[0-9a-f]{16}\+[0-9a-f]{8}"\} (\d)$/m.exec(
    (await app.get('/metrics')).body,
  )?.[1];

describe('GET /audit/checkpoint', () => {
  test('answers the newest signed note to anybody, conditionally, beside the key that it is signed with', async () => {
    await using app = await startTestApp();
    const none = await app.get(url);
    expect(none.statusCode).toBe(404);
    expect(none.json().detail).toContain('no checkpoint yet');
    await eventually(async () => expect(await failing(app)).toBe('0'));
    await app.seed('clip', { name: 'a' });

    const answer = await app.get(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const key = (await app.get(`${url}/key`)).body;
    expect(key).toMatch(/^modelref-[0-9a-f]{16}\+[0-9a-f]{8}\+\S+\n$/);
    expect(openCheckpoint(answer.body, readVerifier(key.trimEnd())).event_id).toBe(4);

    const headers = { 'if-none-match': String(answer.headers.etag) };
    expect((await app.get(url, { headers })).statusCode).toBe(304);
    await app.propose('POST', '/clip', { name: 'b' });
    expect((await app.get(url, { headers })).body).toContain('\n5\n');

    // It shows in the metrics that none can be signed.
    await eventually(async () => expect(await failing(app)).toBe('0'));
    await app.store.write(async (tx) => {
      const [last] = await auditStore(tx).events({}, 1, 'descending');
      if (!last) throw new Error('no event');
      const linked = linkEvent(newEvent(last), await auditStore(tx).head());
      await auditStore(tx).insert([{ ...linked, hash: 'f'.repeat(64) }]);
    });
    await eventually(async () => expect(await failing(app)).toBe('1'));
    expect((await app.get(url)).json().detail).toContain('The database is damaged: audit event 6');
  });

  test.each([{ replicateMode: 'REPLICA' as const }, { auditEnabled: false }])(
    'is not missed where no trail is kept (%j)',
    async (settings) => {
      await using app = await startTestApp({ settings });
      expect((await app.get('/metrics')).body).not.toContain('modelref_checkpoint_failing');
    },
  );
});

describe('the key', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'modelref-key-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  test('that was lost is made anew, which the log says', async () => {
    const databaseUrl = `sqlite:${join(directory, 'registry.db')}`;
    const file = join(directory, 'registry.db.audit-key');
    const log: Record<string, unknown>[] = [];
    const start = () =>
      startTestApp({
        settings: { databaseUrl, auditSigningKeyFile: null },
        onLog: (line) => log.push(line),
      });
    const keyOf = async (app: TestApp) => (await app.get(`${url}/key`)).body.trimEnd();
    const first = await start();
    await first.propose('POST', '/clip', { name: 'a' });
    const former = await keyOf(first);
    await first[Symbol.asyncDispose]();
    const second = await start();
    expect(await keyOf(second)).toBe(former);
    await second[Symbol.asyncDispose]();
    await rm(file);

    await using third = await start();
    const key = await keyOf(third);
    expect(key).not.toBe(former);
    expect(openCheckpoint((await third.get(url)).body, readVerifier(key)).event_id).toBe(1);
    const named = log.filter(({ msg }) => String(msg).includes('created a new signing key'));
    expect(named).toEqual([expect.objectContaining({ key, file })]);
  });

  test('is made once, beside the database, for its owner alone', async () => {
    const databaseUrl = `sqlite:${join(directory, 'registry.db')}`;
    const settings = { databaseUrl, auditSigningKeyFile: null };
    const signers = await Promise.all([openSigner(settings), openSigner(settings), openSigner(settings)]);
    const file = join(directory, 'registry.db.audit-key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const key = readSigningKey(await readFile(file, 'utf8'));
    expect(signers.every(({ privateKey }) => key?.equals(privateKey))).toBe(true);
    expect(signers[0].name).toMatch(/^modelref-[0-9a-f]{16}$/);
  });

  test('is the one in the file that the settings name', async () => {
    const auditSigningKeyFile = join(directory, 'keys', 'log.pem');
    const settings = { databaseUrl: 'postgres://x/y', auditSigningKeyFile };
    const made = await openSigner(settings);
    const key = readSigningKey(await readFile(auditSigningKeyFile, 'utf8'));
    expect(key?.equals(made.privateKey)).toBe(true);
  });

  test('is refused when the file holds something else, or cannot be made', async () => {
    const auditSigningKeyFile = join(directory, 'notes.txt');
    await writeFile(auditSigningKeyFile, 'not a key');
    const settings = { databaseUrl: 'postgres://x/y' };
    await expect(openSigner({ ...settings, auditSigningKeyFile })).rejects.toThrow(
      'does not contain a signing key',
    );
    const below = join(auditSigningKeyFile, 'key');
    await expect(openSigner({ ...settings, auditSigningKeyFile: below })).rejects.toThrow(
      'cannot be created',
    );
  });
});
