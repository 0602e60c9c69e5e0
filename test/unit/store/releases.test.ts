import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { RecordedAnswers } from '../../../scripts/release-fixture/answers.ts';
import type { KeptCheckpoint } from '../../../scripts/release-fixture/checkpoint.ts';
import { type Checkpoint, openCheckpoint } from '../../../src/kernel/transparency/checkpoint.ts';
import { readVerifier } from '../../../src/kernel/transparency/signed-note.ts';
import { type AuditEvent, linkEvent, queueCategory } from '../../../src/modules/audit/event.ts';
import { auditStore } from '../../../src/modules/audit/store.ts';
import { deliveryStore } from '../../../src/modules/feed/store.ts';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { parseQueueEvent, toAuditEvent } from '../../../src/modules/queue/queue-event.ts';
import { sqliteFile } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { differencesFromRelease } from '../../support/differences-from-release.ts';
import { keys } from '../../support/identity-server.ts';
import { minimalBody, minimalLegacyBody } from '../../support/least-bodies.ts';
import { runSql } from '../../support/run-sql.ts';

const folder = new URL('../../fixtures/releases/', import.meta.url).pathname;
/** In each: what `npm run release-fixture` kept of that release, in one canonical format or both. */
const releases = readdirSync(folder);
const fixtures = releases.flatMap((release) =>
  (['v2', 'legacy'] as const)
    .filter((format) => existsSync(join(folder, release, `${format}.sqlite.br`)))
    .map((format) => [release, format] as const),
);

const kept = (release: string, file: string): Buffer =>
  brotliDecompressSync(readFileSync(join(folder, release, `${file}.br`)));

/** Releases whose checkpoints have a form that later ones cannot check. */
const otherForm = ['0.1.0-checkpoints', 'before-0.2.0', '0.2.0', '0.3.0'];

/** The checkpoint that the release signed over its last event; null where it has another form or is missing. */
function checkpointOf(release: string, format: string): Checkpoint | null {
  const file = `${format}.checkpoint.json`;
  if (otherForm.includes(release) || !existsSync(join(folder, release, `${file}.br`))) return null;
  const { checkpoint, key } = JSON.parse(kept(release, file).toString()) as KeptCheckpoint;
  return openCheckpoint(checkpoint, readVerifier(key.trim()));
}

/** Puts a release's database where a new one would come to be. */
async function restore(url: string, release: string, format: string): Promise<void> {
  const file = sqliteFile(url);
  if (file === null) await runSql(url, kept(release, `${format}.postgres.sql`).toString());
  else await writeFile(file, kept(release, `${format}.sqlite`));
}

const asks = (app: TestApp) => async (path: string) => {
  const { statusCode, headers, body } = await app.get(path, { key: keys.approver });
  return { status: statusCode, body: body === '' ? null : JSON.parse(body), etag: headers.etag as string };
};

/** A write of each kind through the queue. */
async function write(app: TestApp, canonicalFormat: 'v2' | 'legacy'): Promise<void> {
  const [version, bodyOf] =
    canonicalFormat === 'v2' ? (['v2', minimalBody] as const) : (['v1', minimalLegacyBody] as const);
  const root = `/api/model_references/${version}`;
  const send = async (method: string, path: string, key: string, body?: unknown) => {
    const answer = await app.send(method, root + path, { key, body });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json();
  };
  const update = { ...bodyOf('text_generation', 'first'), description: 'since the upgrade' };
  const changes = [
    await send('POST', '/clip', keys.requestor, bodyOf('clip', 'since the upgrade')),
    await send(
      'PUT',
      version === 'v2' ? '/text_generation/model/first' : '/text_generation',
      keys.requestor,
      update,
    ),
    await send('DELETE', '/blip/model/first', keys.requestor),
  ];
  const ids = changes.map(({ change_id }) => change_id as number);
  await send('POST', '/pending_queue/batches', keys.approver, { batch_title: 'today', approved_ids: ids });
  await send('POST', '/pending_queue/apply', keys.approver, { change_ids: ids });
  for (const reader of ['v1', 'v2']) {
    expect((await app.get(`/api/model_references/${reader}/clip`)).json()).toHaveProperty(
      'since the upgrade',
    );
    const texts = (await app.get(`/api/model_references/${reader}/text_generation`)).json();
    expect(texts.first.description).toBe('since the upgrade');
  }
}

/** The events of the queue that get another hash when they are read, and written again as today's release does. */
async function writtenOtherwise(store: Store): Promise<AuditEvent[]> {
  const filter = { category: queueCategory };
  const events = await store.read((reader) => auditStore(reader).events(filter, Number.MAX_SAFE_INTEGER));
  return events.filter((event) => {
    const read = parseQueueEvent(event);
    const end = { event_id: event.event_id - 1, hash: event.previous_hash };
    return 'problem' in read || linkEvent(toAuditEvent(read), end).hash !== event.hash;
  });
}

test('each release has left a database', () => {
  expect(releases).toContain('0.1.0');
});

forEachDatabase((_database, _makeStore, makeUrl) => {
  test.each(fixtures)(
    'a database that %s made (%s) is brought to today: clean, served as it was, and written to',
    async (release, canonicalFormat) => {
      const url = await makeUrl('nothing');
      await restore(url, release, canonicalFormat);
      const app = await startTestApp({ settings: { databaseUrl: url, canonicalFormat } });
      onTestFinished(() => app[Symbol.asyncDispose]());
      expect((await verifyStore(app.store)).problems).toEqual([]);
      expect(
        await app.store.read((reader) => deliveryStore(reader).count({ state: 'waiting' })),
      ).toBeGreaterThan(0);
      const answers = kept(release, `${canonicalFormat}.answers.json`).toString();
      expect(
        await differencesFromRelease(release, JSON.parse(answers) as RecordedAnswers, asks(app)),
      ).toEqual([]);
      expect(await writtenOtherwise(app.store)).toEqual([]);
      await write(app, canonicalFormat);
      const checkpoint = checkpointOf(release, canonicalFormat);
      expect((await verifyStore(app.store, undefined, checkpoint)).problems).toEqual([]);
    },
  );
});

forEachDatabase((_database, _makeStore, makeUrl) => {
  test('verifying says what is changed in a record that 0.1.0 kept beside a change of a text model', async () => {
    const url = await makeUrl('nothing');
    await restore(url, '0.1.0', 'legacy');
    const app = await startTestApp({ settings: { databaseUrl: url, canonicalFormat: 'legacy' } });
    onTestFinished(() => app[Symbol.asyncDispose]());
    const entry = '"name":"north/Writer-7B-Q4"';
    await runSql(
      url,
      `UPDATE pending_change_bodies SET after_state = replace(after_state, '${entry}', '"name":"other"')
        WHERE after_state LIKE '%${entry}%'`,
    );
    const { problems } = await verifyStore(app.store);
    expect(problems.length).toBeGreaterThan(0);
    for (const { text } of problems)
      expect(text).toMatch(/^change \d+ differs from what its events .*: after$/);
  });
});
