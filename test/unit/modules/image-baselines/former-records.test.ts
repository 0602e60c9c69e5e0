import { expect, onTestFinished, test } from 'vitest';
import { appendEvents } from '../../../../src/modules/audit/append-events.ts';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { verifyStore } from '../../../../src/modules/history/index.ts';
import { writeLiveRecord } from '../../../../src/modules/queue/live-record.ts';
import { createEnqueueEvent } from '../../../../src/modules/queue/make-events.ts';
import { toAuditEvent } from '../../../../src/modules/queue/queue-event.ts';
import { changeStore } from '../../../../src/modules/queue/store.ts';
import { builtInBaselines } from '../../../../src/records/baselines/built-in.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { sampleChange } from '../../../support/changes.ts';
import { keys } from '../../../support/identity-server.ts';
import { makeDefaultDatabase } from '../../../support/make-database.ts';

const v2 = '/api/model_references/v2';
const path = `${v2}/image_generation/baselines`;
const by = { userId: 'registry', requestId: null, change: null, domain: 'v2', now: 1_700_000_000 } as const;

/** Writes what a release with the category `baseline` has left in its database. */
const leaveRecords = ({ store }: TestApp, records: readonly Record<string, unknown>[]) =>
  store.write(async (writer) => {
    for (const record of records) {
      const v2Record = { record_type: 'baseline', metadata: { schema_version: '2.0.0' }, ...record };
      const views = { v2: v2Record as never, legacy: null };
      const write = { category: 'baseline', name: String(record.name), before: null, after: views, ...by };
      await writeLiveRecord(writer, write, appendEvents);
    }
    const deleted = await modelStore(writer).get('baseline', 'stable_cascade');
    const before = deleted && { v2: JSON.parse(deleted.v2), legacy: null };
    await writeLiveRecord(
      writer,
      { category: 'baseline', name: 'stable_cascade', before, after: null, ...by },
      appendEvents,
    );
    const waiting = sampleChange({ category: 'baseline', model_name: 'later', payload: { name: 'later' } });
    const stored = await changeStore(writer).insert(waiting);
    const actor = { userId: '7', username: 'someone#7' };
    const event = createEnqueueEvent(stored, { domain: 'v2', now: 1_700_000_000, actor });
    await appendEvents(writer, [toAuditEvent(event)]);
  });

test('baselines that a former release kept as records are moved into the catalogue, with their history', async () => {
  const database = await makeDefaultDatabase();
  onTestFinished(() => database.remove());
  const settings = { databaseUrl: database.url, extraCategories: ['baseline'] };
  {
    await using app = await startTestApp({ settings });
    const cosmos = {
      name: 'cosmos_9',
      title: 'Cosmos 9',
      category: 'image_generation',
      native_resolution: 1536,
      spellings: ['cosmos 9', 'SDXL'],
      legacy_spelling: 'Cosmos Nine',
    };
    const known = builtInBaselines.slice(0, 11).map((each) => ({ ...each }));
    await leaveRecords(app, [...known, cosmos, { ...cosmos, name: 'chatty', category: 'text_generation' }]);
  }
  await using app = await startTestApp({ settings });
  const json = async (at: string, key?: string) =>
    (await app.get(at, key === undefined ? {} : { key })).json();
  const { items, metadata } = await json(path);
  const names = items.map(({ name }: { name: string }) => name);
  expect(names).toContain('cosmos_9');
  expect(names).toContain('krea2_turbo');
  // It was deleted there, and is one of another category.
  expect(names).not.toContain('stable_cascade');
  expect(names).not.toContain('chatty');
  expect(metadata.revision).toBe(2);
  expect(await json(`${path}/cosmos_9`)).toMatchObject({
    display_name: 'Cosmos 9',
    native_resolution: 1536,
    alternative_names: ['cosmos 9', 'Cosmos Nine'],
    horde_policy: { kudos: 1 },
  });
  expect(await json(`${path}/stable_diffusion_xl`)).toMatchObject({
    alternative_names: expect.arrayContaining(['SDXL']),
    horde_policy: { kudos: 2, kudos_qr_code: 4 },
  });
  expect((await app.get(`${v2}/baseline`)).statusCode).toBe(404);
  const history = await json(`${v2}/image_generation/baseline_history?name=cosmos_9`);
  expect(
    history.items.map(({ operation, revision }: Record<string, unknown>) => [operation, revision]),
  ).toEqual([
    ['delete', null],
    ['create', 2],
    ['create', null],
  ]);
  expect(await json(`${v2}/pending_queue/changes/1`, keys.approver)).toMatchObject({
    status: 'rejected',
    reject_reason: expect.stringContaining('/image_generation/baselines/change-sets'),
  });
  expect((await verifyStore(app.store)).problems).toEqual([]);

  // Once: another start changes nothing.
  await using again = await startTestApp({ settings });
  expect((await again.get(path)).json().metadata.revision).toBe(2);
});
