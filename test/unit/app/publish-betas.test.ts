import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { publishBetas } from '../../../src/app/publish-betas.ts';
import { appendEvents } from '../../../src/modules/audit/index.ts';
import { modelStore } from '../../../src/modules/catalog/index.ts';
import { verifyStore } from '../../../src/modules/history/index.ts';
import { writeLiveRecord } from '../../../src/modules/queue/index.ts';
import { replicaStore } from '../../../src/modules/replica/index.ts';
import type { ModelRecord } from '../../../src/records/categories/category.ts';
import { categoryOf } from '../../../src/records/categories/index.ts';
import { viewsAfter, viewsOf } from '../../../src/records/model-views.ts';
import { betasMigration } from '../../../src/store/migrations/refuse-betas.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { baselines } from '../../support/categories.ts';
import { makeDatabase } from '../../support/make-database.ts';
import { modelref } from '../cli/terminal.ts';

const before = { lastMigration: betasMigration - 1 };

/** A database of the release before, with one model in beta and one that everybody sees. */
async function databaseWithBeta() {
  const database = await makeDatabase('SQLite', 'nothing');
  onTestFinished(() => database.remove());
  const store = await openStore(database.url, { sqlite: before, postgres: before });
  const put = (name: string, more: object) => {
    const record = { record_type: 'clip', name, description: 'x' };
    const stamp = { now: 1, by: null };
    const views = viewsAfter(categoryOf('clip'), name, { format: 'v2', record }, null, stamp, baselines);
    const after = { ...views, v2: { ...views.v2, ...more } as ModelRecord };
    const by = { userId: '7', requestId: null, change: null, now: 1 };
    const write = { category: 'clip', name, before: null, after, domain: 'v2' } as const;
    return store.write((writer) => writeLiveRecord(writer, { ...write, ...by }, appendEvents));
  };
  await put('usual', {});
  await put('trial', { lifecycle: { state: 'beta', until: '2999-12-31T00:00:00Z' } });
  return { url: database.url, store, environment: { MODELREF_DATABASE_URL: database.url } };
}

const clips = (store: Store) => store.read((tx) => modelStore(tx).page('clip', -1, 10));

test('a database with models in beta is not migrated silently', async () => {
  const { url, store, environment } = await databaseWithBeta();
  await store.close();
  const { code, noted } = await modelref(['migrate'], environment);
  expect([code !== 0, noted.join('\n')]).toEqual([
    true,
    expect.stringMatching(/1 models are in beta.*: 'trial' \(clip\)\. Nothing was changed.*--publish-betas/),
  ]);
  const unchanged = await openStore(url, { sqlite: before });
  expect((await clips(unchanged)).map(({ name }) => name)).toEqual(['usual', 'trial']);
  expect((await clips(unchanged))[1]?.v2).toContain('"beta"');
  await unchanged.close();
});

test('--publish-betas shows them to everybody, and the trail has it', async () => {
  const { url, store, environment } = await databaseWithBeta();
  await store.close();
  const { code, printed } = await modelref(['migrate', '--publish-betas'], environment);
  expect([code, printed[0]]).toEqual([0, "'trial' (clip): published"]);
  const migrated = await openStore(url);
  const [usual, trial] = (await clips(migrated)).map(viewsOf);
  expect(trial?.v2).toMatchObject({ name: 'trial', metadata: { updated_at: expect.any(Number) } });
  expect(trial?.v2).not.toHaveProperty('lifecycle');
  expect(usual?.v2).toMatchObject({ metadata: { updated_at: 1 } });
  expect((await verifyStore(migrated)).problems).toEqual([]);
  await migrated.close();
});

test('the copy of a replica loses them', async () => {
  const { url, store } = await databaseWithBeta();
  await store.write(({ db }) =>
    sql`insert into replica_state values (1, 'http://primary.example', 'feed', '2', 1)`.execute(db),
  );
  const settings = { canonicalFormat: 'v2', auditEnabled: true } as const;
  expect(await publishBetas(store, settings, 1)).toEqual([]);
  await store.close();
  const migrated = await openStore(url);
  expect((await clips(migrated)).map(({ name }) => name)).toEqual(['usual']);
  expect(await migrated.read((tx) => replicaStore(tx).state())).toEqual({
    source: 'http://primary.example',
    as_of: 1,
  });
  await migrated.close();
});
