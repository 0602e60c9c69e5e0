import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';
import { makeDefaultDatabase } from '../../support/make-database.ts';
import { preparedDatabase } from '../../support/prepared-database.ts';

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;

const contents = preparedDatabase((app) =>
  app.seed('clip', { name: 'live', description: 'old' }, { name: 'Other' }),
);

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ contents: contents() });
});
afterEach(() => app[Symbol.asyncDispose]());

const get = async (path: string) => (await app.get(queue + path, { key: keys.approver })).json();
const update = (fields: object) => app.propose('PUT', '/clip/model/live', { name: 'live', ...fields });
const fieldsOf = ({ field_diffs }: { field_diffs: { field_path: string }[] }) =>
  field_diffs.map(({ field_path }) => field_path);

describe('the diff of a change', () => {
  it('shows which fields differ from the live record, without what the server sets', async () => {
    const id = await update({ description: 'new', version: '2' });
    expect(await get(`/changes/${id}/diff`)).toEqual({
      change_id: id,
      category: 'clip',
      model_name: 'live',
      operation: 'update',
      current_state: expect.objectContaining({ description: 'old', metadata: expect.anything() }),
      proposed_state: expect.objectContaining({ description: 'new' }),
      net_operation: 'modified',
      field_diffs: [
        { field_path: 'description', old_value: 'old', new_value: 'new', change_type: 'modified' },
        { field_path: 'version', old_value: null, new_value: '2', change_type: 'added' },
      ],
      counterpart_diffs: [
        { field_path: 'description', old_value: 'old', new_value: 'new', change_type: 'modified' },
        { field_path: 'version', old_value: null, new_value: '2', change_type: 'added' },
      ],
      is_critical: false,
      critical_fields: [],
      fields_added: ['version'],
      fields_removed: [],
      fields_modified: ['description'],
      stale: false,
      changed_since: null,
      findings: [],
    });
  });

  it('of a delete shows every field as removed, critical ones flagged', async () => {
    const diff = await get(`/changes/${await app.propose('DELETE', '/clip/model/live')}/diff`);
    expect(diff).toMatchObject({ proposed_state: null, net_operation: 'deleted', is_critical: true });
    expect(fieldsOf(diff)).toContain('description');
    expect(diff.fields_removed).toEqual(fieldsOf(diff));
  });

  it('says what the change would do to what is there by now', async () => {
    const create = await app.propose('POST', '/clip', { name: 'x' });
    const [same, del, upd] = [
      await update({ description: 'old' }),
      await app.propose('DELETE', '/clip/model/Other'),
      await app.propose('PUT', '/clip/model/Other', { name: 'Other', version: '2' }),
    ];
    const nets = async () =>
      (
        await get(`/diffs?change_ids=${create}&change_ids=${same}&change_ids=${del}&change_ids=${upd}`)
      ).diffs.map(({ net_operation }: { net_operation: string }) => net_operation);
    expect(await nets()).toEqual(['added', 'unchanged', 'deleted', 'modified']);
    await app.seed('clip', { name: 'x' });
    const gone = await app.propose('DELETE', '/clip/model/Other');
    await app.approve(gone);
    await app.apply(gone);
    expect(await nets()).toEqual(['modified', 'unchanged', 'unchanged', 'added']);
  });

  it('is stale when the model was written since, and says what happened to it', async () => {
    const id = await update({ description: 'mine' });
    const [other, again] = [await update({ description: 'theirs' }), await update({ version: '3' })];
    await app.approve(other, again);
    await app.apply(other, again);
    expect(await get(`/changes/${id}/diff`)).toMatchObject({
      stale: true,
      changed_since: [
        { field_path: 'description', old_value: 'old', new_value: null, change_type: 'removed' },
        { field_path: 'version', old_value: null, new_value: '3', change_type: 'added' },
      ],
    });
    expect((await get(`/changes/${other}/diff`)).stale).toBe(false);
    const { items } = await get('/changes?statuses=pending');
    expect(items.map((item: { stale: boolean }) => item.stale)).toEqual([true]);
    expect((await get(`/changes/${id}`)).stale).toBe(true);
    const mine = await app.get(`${queue}/my_changes?statuses=pending`, { key: keys.requestor });
    expect(mine.json().items[0].stale).toBe(true);
  });

  it('says what happened since, however often the model was written', async () => {
    const id = await update({ description: 'mine' });
    // More than are read from the trail at a time.
    const others: number[] = [];
    for (let n = 0; n < 60; n += 1) others.push(await update({ version: `${n}` }));
    await app.approve(...others);
    await app.apply(...others);
    expect((await get(`/changes/${id}/diff`)).changed_since).toContainEqual({
      field_path: 'version',
      old_value: null,
      new_value: '59',
      change_type: 'added',
    });
  });

  it('says what happened since to a record from before the audit trail', async () => {
    const { url: databaseUrl, remove } = await makeDefaultDatabase();
    onTestFinished(remove);
    const before = await startTestApp({ settings: { databaseUrl, auditEnabled: false } });
    await before.seed('clip', { name: 'live', description: 'old' });
    await before[Symbol.asyncDispose]();
    await using audited = await startTestApp({ settings: { databaseUrl } });
    const [id, other] = [
      await audited.propose('PUT', '/clip/model/live', { name: 'live', description: 'mine' }),
      await audited.propose('PUT', '/clip/model/live', { name: 'live', description: 'theirs' }),
    ];
    await audited.approve(other);
    await audited.apply(other);
    const answer = await audited.get(`${queue}/changes/${id}/diff`, { key: keys.approver });
    expect(answer.json().changed_since).toEqual([
      { field_path: 'description', old_value: 'old', new_value: 'theirs', change_type: 'modified' },
    ]);
  });

  it('of a create is stale once there is such a model', async () => {
    const id = await app.propose('POST', '/clip', { name: 'x', version: '1' });
    await app.seed('clip', { name: 'x', version: '2' });
    const diff = await get(`/changes/${id}/diff`);
    expect([diff.stale, diff.net_operation]).toEqual([true, 'modified']);
    expect(diff.changed_since).toContainEqual({
      field_path: 'version',
      old_value: null,
      new_value: '2',
      change_type: 'added',
    });
  });

  it('of a model that is gone shows what was there', async () => {
    const id = await update({ description: 'mine' });
    const gone = await app.propose('DELETE', '/clip/model/live');
    await app.approve(gone);
    await app.apply(gone);
    const diff = await get(`/changes/${id}/diff`);
    expect([diff.stale, diff.net_operation, diff.current_state]).toEqual([true, 'added', null]);
    expect(diff.changed_since).toContainEqual({
      field_path: 'description',
      old_value: 'old',
      new_value: null,
      change_type: 'removed',
    });
  });

  it('is there for every status, or not at all', async () => {
    expect((await get('/changes/1/diff')).net_operation).toBe('modified');
    const missing = await app.get(`${queue}/changes/999/diff`, { key: keys.approver });
    expect([missing.statusCode, missing.json()]).toEqual([404, { detail: 'Change not found' }]);
  });
});

describe('the diffs of several changes', () => {
  it('come in the order asked for, with errors beside them', async () => {
    const id = await update({ version: '2' });
    const page = await get(`/diffs?change_ids=${id}&change_ids=999&change_ids=1&change_ids=${id}`);
    expect(page.diffs.map(({ change_id }: { change_id: number }) => change_id)).toEqual([id, 1, id]);
    expect([page.total, page.errors]).toEqual([
      4,
      [{ change_id: 999, error: 'Change not found', error_type: 'NotFound' }],
    ]);
  });

  it.each(['', '?change_ids=x', `?${Array.from({ length: 101 }, () => 'change_ids=1').join('&')}`])(
    'are of 1 to 100 ids: not %s',
    async (query) => {
      expect((await app.get(`${queue}/diffs${query}`, { key: keys.approver })).statusCode).toBe(422);
    },
  );
});

describe('findings', () => {
  it('are shown in lists and diffs as long as the change is not decided', async () => {
    const id = await app.propose('POST', '/clip', { name: 'LIVE' });
    const finding = expect.objectContaining({ rule: 'name_differs_by_case' });
    expect((await get(`/changes/${id}/diff`)).findings).toEqual([finding]);
    expect((await get(`/changes/${id}`)).findings).toEqual([finding]);
    expect((await get('/changes?statuses=pending')).items[0].findings).toEqual([finding]);
    await app.approve(id);
    expect((await get(`/changes/${id}`)).findings).toEqual([finding]);
    await app.apply(id);
    expect((await get(`/changes/${id}`)).findings).toEqual([]);
  });

  it('never stop a change', async () => {
    const id = await app.propose('POST', '/clip', {
      name: 'LIVE',
      config: { download: [{ file_name: 'f', file_url: 'http://example.org/f' }] },
    });
    expect((await get(`/changes/${id}`)).findings).toHaveLength(4);
    await app.approve(id);
    await app.apply(id);
    expect((await app.get(`${v2}/clip/model/LIVE`)).statusCode).toBe(200);
  });
});

describe('on a legacy deployment', () => {
  it('diffs are those of legacy records, and findings those of what v2 readers would see', async () => {
    await using legacy = await startTestApp({ settings: { canonicalFormat: 'legacy' } });
    const body = {
      name: 'x',
      config: {
        files: [{ path: 'f', sha256sum: 'abc', md5sum: 'd41d8cd98f00b204e9800998ecf8427e' }],
        download: [{ file_name: 'f', file_path: '', file_url: 'https://huggingface.co/o/r/resolve/main/f' }],
      },
    };
    const proposed = await legacy.send('POST', '/api/model_references/v1/clip', {
      key: keys.requestor,
      body,
    });
    expect(proposed.statusCode).toBe(202);
    const path = '/api/model_references/v1/pending_queue/changes/1/diff';
    const diff = (await legacy.get(path, { key: keys.approver })).json();
    expect(diff).toMatchObject({ net_operation: 'added', is_critical: true, stale: false });
    expect(fieldsOf(diff)).toEqual(['name', 'type', 'config.files', 'config.download']);
    expect(diff.findings.map(({ rule }: { rule: string }) => rule)).toEqual(['malformed_sha256']);
  });
});
