import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditStore } from '../../../src/modules/audit/store.ts';
import { counterStore } from '../../../src/modules/counters/store.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';
import { versionsOf } from '../../support/versions.ts';

const v2 = '/api/model_references/v2';
const v1 = '/api/model_references/v1';

/** All that a dry run must leave as it is. */
const state = async (app: TestApp) => ({
  versions: await versionsOf(app.store),
  head: await app.store.read((reader) => auditStore(reader).head()),
  changes: await app.store.read((reader) => counterStore(reader).current('change')),
});

describe('on a v2 deployment', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await app.seed('clip', { name: 'live', description: 'old' });
    await app.seed('text_generation', { name: 'org/m-7b', parameters: 7e9, text_model_group: 'm' });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const made = { name: 'new', config: { download: [{ file_name: 'f', file_url: 'http://h/f' }] } };
  it.each([
    ['POST', '/clip', made, 'added'],
    ['POST', '/clip/add', made, 'added'],
    ['PUT', '/clip/model/live', { name: 'live', description: 'new' }, 'modified'],
    ['DELETE', '/clip/model/live', undefined, 'deleted'],
  ])('%s %s says what it would change, and queues nothing', async (method, path, body, net_operation) => {
    const before = await state(app);
    for (const query of ['?dry_run=true', '?dry_run=1', '?dry_run=no&dry_run=YES']) {
      const answer = await app.send(method, v2 + path + query, { key: keys.requestor, body });
      expect([answer.statusCode, answer.json().dry_run, answer.json().diff.net_operation]).toEqual([
        200,
        true,
        net_operation,
      ]);
    }
    expect(await state(app)).toEqual(before);
  });

  it('shows diff and findings', async () => {
    const file = { file_name: 'f', file_url: 'http://example.org/f', sha256sum: 'abc' };
    const body = { name: 'live', config: { download: [file] } };
    const ofFile = (field_path: string) => expect.objectContaining({ field_path });
    const values = { old_value: 'old', new_value: null };
    const removed = { field_path: 'description', ...values, change_type: 'removed' };
    const answer = await app.send('PUT', `${v2}/clip/model/live?dry_run=true`, { key: keys.requestor, body });
    expect(answer.json()).toEqual({
      dry_run: true,
      diff: {
        ...{ category: 'clip', model_name: 'live', operation: 'update', net_operation: 'modified' },
        current_state: expect.objectContaining({ description: 'old' }),
        proposed_state: expect.objectContaining({ name: 'live' }),
        field_diffs: [ofFile('config.download'), removed],
        counterpart_diffs: [ofFile('config.download'), ofFile('config.files'), removed],
        is_critical: true,
        critical_fields: ['config.download'],
        ...{ fields_added: [], fields_removed: ['description'], fields_modified: ['config.download'] },
      },
      findings: [
        expect.objectContaining({ rule: 'malformed_sha256', field_path: 'config.download.0.sha256sum' }),
        expect.objectContaining({ rule: 'insecure_url', field_path: 'config.download.0.file_url' }),
        expect.objectContaining({ rule: 'host_not_preferred' }),
      ],
    });
  });

  it.each([
    ['POST', '/clip', { name: 'live' }, 409],
    ['POST', '/clip', {}, 422],
    ['PUT', '/clip/model/nobody', { name: 'nobody' }, 404],
    ['PUT', '/clip/model/live', { name: 'other' }, 400],
    ['DELETE', '/text_generation/model/aphrodite/x', undefined, 400],
  ])('%s %s is refused as the write would be', async (method, path, body, status) => {
    const answer = await app.send(method, `${v2}${path}?dry_run=true`, { key: keys.requestor, body });
    const real = await app.send(method, v2 + path, { key: keys.requestor, body });
    expect([answer.statusCode, answer.body]).toEqual([status, real.body]);
  });

  it('is asked for in words that mean yes or no', async () => {
    const answer = await app.send('DELETE', `${v2}/clip/model/live?dry_run=perhaps`, { key: keys.requestor });
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['query', 'dry_run']]);
  });

  it.each([
    ['/group/common_fields?name=m&dry_run=true', { baseline: 'Llama' }, 'baseline'],
    ['/group/m/common_fields?dry_run=true', { baseline: 'Llama' }, 'baseline'],
    ['/org/m-7b/name_exception?dry_run=true', { reason: 'old' }, 'name_schema_exception'],
  ])('PUT %s shows the changes of all members', async (path, body, field) => {
    const before = await state(app);
    const answer = await app.send('PUT', `${v2}/text_generation${path}`, { key: keys.requestor, body });
    expect(answer.statusCode).toBe(200);
    const field_diffs = [expect.objectContaining({ field_path: field, change_type: 'added' })];
    const diff = expect.objectContaining({ model_name: 'org/m-7b', field_diffs });
    expect(answer.json().changes).toEqual([{ diff, findings: [] }]);
    expect(await state(app)).toEqual(before);
  });
});

describe.each([true, false])('on a legacy deployment, with a review queue: %s', (queueEnabled) => {
  it('v1 writes say what they would change, and write nothing', async () => {
    await using app = await startTestApp({ settings: { canonicalFormat: 'legacy', queueEnabled } });
    const before = await state(app);
    const body = { name: 'new', config: { files: [], download: [] } };
    const dry = (method: string, path: string, sent?: object) =>
      app.send(method, `${v1}${path}?dry_run=true`, { key: keys.approver, body: sent });
    const answer = await dry('POST', '/clip', body);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ dry_run: true, diff: { net_operation: 'added' }, findings: [] });
    expect(await state(app)).toEqual(before);
    expect((await dry('PUT', '/clip', body)).statusCode).toBe(404);
    expect((await dry('DELETE', '/clip/model/new')).statusCode).toBe(404);
  });
});
