import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { RecordedAnswers } from '../../../scripts/release-fixture/answers.ts';
import { verifyStore } from '../../../src/services/audit/verify-audit.ts';
import { sqliteFile } from '../../../src/storage/open.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { keys } from '../../support/identity-server.ts';
import { leastBody, leastLegacyBody } from '../../support/least-bodies.ts';
import { runSql } from '../../support/run-sql.ts';

const folder = new URL('../../fixtures/releases/', import.meta.url).pathname;
/** In each: what `npm run release-fixture` kept of that release. */
const releases = readdirSync(folder);

const kept = (release: string, file: string): Buffer =>
  brotliDecompressSync(readFileSync(join(folder, release, `${file}.br`)));

/** Puts a release's database where a new one would come to be. */
async function restore(url: string, release: string, format: string): Promise<void> {
  const file = sqliteFile(url);
  if (file === null) await runSql(url, kept(release, `${format}.postgres.sql`).toString());
  else await writeFile(file, kept(release, `${format}.sqlite`));
}

/** Facts of the process that answers, not of what is in its database. */
const ofTheProcess = ['backend_type', 'generated_at'];

/** What is served otherwise than a release did, on purpose: keys by path, which are not compared. */
const intended: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '0.1.0': {
    // v1 shows the version and rating that a text model has; it showed the defaults, whatever v2 said.
    '/api/model_references/v1/text_generation': ['version', 'nsfw'],
  },
};

function without(body: unknown, keys: readonly string[]): unknown {
  return JSON.parse(JSON.stringify(body, (key, value) => (keys.includes(key) ? undefined : value)));
}

/** Compares with what the release has served; later ones may say more, but not about models. */
async function expectServed(app: TestApp, release: string, answers: RecordedAnswers): Promise<void> {
  for (const [path, { status, body }] of Object.entries(answers)) {
    const now = await app.get(path, { key: keys.approver });
    expect.soft(now.statusCode, path).toBe(status);
    const notCompared = [...ofTheProcess, ...(intended[release]?.[path] ?? [])];
    const [is, was] = [without(now.json(), notCompared), without(body, notCompared)];
    if (/\/v[12]\/\w+$/.test(path)) expect.soft(JSON.stringify(is), path).toBe(JSON.stringify(was));
    else expect.soft(is, path).toMatchObject(was as object);
  }
}

/** A write of each kind through the queue. */
async function write(app: TestApp, canonicalFormat: 'v2' | 'legacy'): Promise<void> {
  const [version, bodyOf] =
    canonicalFormat === 'v2' ? (['v2', leastBody] as const) : (['v1', leastLegacyBody] as const);
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

test('each release has left a database', () => {
  expect(releases).toContain('0.1.0');
});

forEachDatabase((_database, _makeStore, makeUrl) => {
  test.each(
    releases.flatMap((release) => (['v2', 'legacy'] as const).map((format) => [release, format] as const)),
  )(
    'a database that %s made (%s) is brought to today: clean, served as it was, and written to',
    async (release, canonicalFormat) => {
      const url = await makeUrl('nothing');
      await restore(url, release, canonicalFormat);
      const app = await startTestApp({ settings: { databaseUrl: url, canonicalFormat } });
      onTestFinished(() => app[Symbol.asyncDispose]());
      expect((await verifyStore(app.store)).problems).toEqual([]);
      expect(await app.store.read((reader) => reader.deliveries.count({ state: 'waiting' }))).toBeGreaterThan(
        0,
      );
      const answers = kept(release, `${canonicalFormat}.answers.json`).toString();
      await expectServed(app, release, JSON.parse(answers) as RecordedAnswers);
      await write(app, canonicalFormat);
      expect((await verifyStore(app.store)).problems).toEqual([]);
    },
    60_000,
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
    for (const { text } of problems) expect(text).toMatch(/^change \d+ is not as its events .*: after$/);
  });
});
