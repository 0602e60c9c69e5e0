import { expect, test } from 'vitest';
import { auditStore } from '../../../../src/modules/audit/store.ts';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { contentHash } from '../../../../src/records/hash.ts';
import { startTestApp } from '../../../support/app.ts';
import { keys } from '../../../support/identity-server.ts';
import { prefix } from './text-generation.ts';

/** A model of which each view knows something that the other does not. */
const both = {
  name: 'org/magnum-v4-9b',
  parameters: 9e9,
  baseline: 'Gemma',
  description: 'Nine',
  nsfw: true,
};
const v2 = {
  ...both,
  record_type: 'text_generation',
  metadata: { schema_version: '2.0.0', created_at: 5, created_by: 'Ada#1' },
  config: { download: [] },
  model_classification: { domain: 'text', purpose: 'generation' },
  size_on_disk_bytes: 77,
  text_model_group: 'Magnums of old',
};
const row = { ...both, only_legacy: 'kept' };

async function startLegacyApp() {
  const app = await startTestApp({ settings: { canonicalFormat: 'legacy' } });
  const [text, legacy] = [JSON.stringify(v2), JSON.stringify(row)];
  const hashes = { v2_hash: contentHash(text), legacy_hash: contentHash(legacy) };
  await app.store.write((writer) =>
    modelStore(writer).put({ category: 'text_generation', name: v2.name, v2: text, legacy, ...hashes }, 5),
  );
  await app.service.context.catalog.refresh(['text_generation']);
  return app;
}

test.each([
  [`/group/${encodeURIComponent(v2.text_model_group)}/common_fields`, { style: 'chat', description: null }],
  [`/${v2.name}/name_exception`, { reason: 'it was first' }],
])('PUT %s works where legacy is canonical, and loses nothing of either view', async (path, body) => {
  await using app = await startLegacyApp();
  const answer = await app.send('PUT', prefix + path, { key: keys.requestor, body });
  expect(answer.statusCode).toBe(202);
  const id = answer.json().pending_change_id ?? answer.json().pending_change_ids[0];
  await app.approve(id);
  await app.apply(id);

  const live = await app.store.read((reader) => modelStore(reader).get('text_generation', v2.name));
  const edited =
    'reason' in body ? { ...v2, name_schema_exception: 'it was first' } : { ...v2, style: 'chat' };
  expect(JSON.parse(live!.v2)).toEqual({
    ...edited,
    metadata: { ...v2.metadata, updated_at: expect.any(Number), updated_by: 'Rita#101' },
  });
  expect(JSON.parse(live!.legacy!)).toEqual('reason' in body ? row : { ...row, style: 'chat' });

  const [event] = await app.store.read((reader) =>
    auditStore(reader).events({ category: 'text_generation' }, 10),
  );
  expect(event).toMatchObject({ domain: 'legacy', operation: 'update', model_name: v2.name, change_id: id });
});

test('aliases, families and schemas are written where legacy is canonical', async () => {
  await using app = await startLegacyApp();
  const key = keys.requestor;
  const [aliases, members] = [{ aliases: ['Opus'] }, { members: ['magnum'] }];
  expect((await app.send('PUT', `${prefix}/aliases/magnum`, { key, body: aliases })).statusCode).toBe(200);
  expect((await app.send('PUT', `${prefix}/families/F`, { key, body: members })).statusCode).toBe(200);
  expect((await app.send('PUT', `${prefix}/group/x/name_schema`, { key, body: {} })).statusCode).toBe(200);
  const events = await app.store.read((reader) => auditStore(reader).events({}, 10));
  expect(events.map(({ domain }) => domain)).toEqual(['legacy', 'legacy', 'legacy']);
});
