import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';
import { makeDefaultDatabase } from '../../support/make-database.ts';

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const get = async (path: string) => (await app.get(queue + path, { key: keys.approver })).json();
const diffOf = (id: number) => get(`/changes/${id}/diff`);
const update = (name: string, fields: object) =>
  app.propose('PUT', `/clip/model/${name}`, { name, ...fields });
const remove = (name: string) => app.propose('DELETE', `/clip/model/${name}`);
const decide = async (...ids: number[]) => {
  await app.approve(...ids);
  await app.apply(...ids);
};
/** A live model of the test's own. */
const live = async (name: string) => {
  await app.seed('clip', { name, description: 'old' });
  return name;
};
const fieldsOf = ({ field_diffs }: { field_diffs: { field_path: string }[] }) =>
  field_diffs.map(({ field_path }) => field_path);
const field = (field_path: string, old_value: string | null, new_value: string | null) => ({
  ...{ field_path, old_value, new_value },
  change_type: old_value === null ? 'added' : new_value === null ? 'removed' : 'modified',
});

describe('the diff of a change', () => {
  it('shows which fields differ from the live record, without what the server sets', async () => {
    const id = await update(await live('shown'), { description: 'new', version: '2' });
    const fields = [field('description', 'old', 'new'), field('version', null, '2')];
    expect(await diffOf(id)).toEqual({
      change_id: id,
      category: 'clip',
      model_name: 'shown',
      operation: 'update',
      current_state: expect.objectContaining({ description: 'old', metadata: expect.anything() }),
      proposed_state: expect.objectContaining({ description: 'new' }),
      net_operation: 'modified',
      field_diffs: fields,
      counterpart_diffs: fields,
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

  it('says what the change would do to what is there by now', async () => {
    await live('one');
    await live('other');
    const ids = [
      await app.propose('POST', '/clip', { name: 'x' }),
      await update('one', { description: 'old' }),
      await remove('other'),
      await update('other', { version: '2' }),
    ];
    const nets = async () =>
      (await get(`/diffs?${ids.map((id) => `change_ids=${id}`).join('&')}`)).diffs.map(
        ({ net_operation }: { net_operation: string }) => net_operation,
      );
    expect(await nets()).toEqual(['added', 'unchanged', 'deleted', 'modified']);
    await app.seed('clip', { name: 'x' });
    await decide(await remove('other'));
    expect(await nets()).toEqual(['modified', 'unchanged', 'unchanged', 'added']);
  });

  it('is stale when the model was written since, and says what happened to it, however often', async () => {
    const name = await live('stale');
    const id = await update(name, { description: 'mine' });
    const other = await update(name, { description: 'theirs' });
    const others: number[] = [];
    // More than are read from the trail at a time.
    for (let n = 0; n < 60; n += 1) others.push(await update(name, { version: `${n}` }));
    await decide(other, ...others);
    const changed_since = [field('description', 'old', null), field('version', null, '59')];
    expect(await diffOf(id)).toMatchObject({ stale: true, changed_since });
    expect((await diffOf(other)).stale).toBe(false);
    expect((await get(`/changes/${id}`)).stale).toBe(true);
    for (const [list, key] of [
      ['changes', keys.approver],
      ['my_changes', keys.requestor],
    ] as const) {
      const { items } = (await app.get(`${queue}/${list}?statuses=pending`, { key })).json();
      expect(items).toContainEqual(expect.objectContaining({ change_id: id, stale: true }));
    }
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
    expect(answer.json().changed_since).toEqual([field('description', 'old', 'theirs')]);
  });

  it('of a create is stale once there is such a model', async () => {
    const id = await app.propose('POST', '/clip', { name: 'made twice', version: '1' });
    await app.seed('clip', { name: 'made twice', version: '2' });
    const diff = await diffOf(id);
    expect([diff.stale, diff.net_operation]).toEqual([true, 'modified']);
    expect(diff.changed_since).toContainEqual(field('version', null, '2'));
  });

  it('of a model that is gone shows what was there', async () => {
    const id = await update(await live('gone'), { description: 'mine' });
    const removal = await remove('gone');
    // A delete shows every field as removed, critical ones flagged.
    const deletion = await diffOf(removal);
    expect(deletion).toMatchObject({ proposed_state: null, net_operation: 'deleted', is_critical: true });
    expect(fieldsOf(deletion)).toContain('description');
    expect(deletion.fields_removed).toEqual(fieldsOf(deletion));
    await decide(removal);
    const diff = await diffOf(id);
    expect([diff.stale, diff.net_operation, diff.current_state]).toEqual([true, 'added', null]);
    expect(diff.changed_since).toContainEqual(field('description', 'old', null));
  });
});

describe('the diffs of several changes', () => {
  it('come in the order asked for, with errors beside them', async () => {
    const decided = await update(await live('several'), { version: '1' });
    await decide(decided);
    const id = await update('several', { version: '2' });
    const ids = [id, 9999, decided, id].map((each) => `change_ids=${each}`).join('&');
    const page = await get(`/diffs?${ids}`);
    expect(page.diffs.map(({ change_id }: { change_id: number }) => change_id)).toEqual([id, decided, id]);
    expect([page.total, page.errors]).toEqual([
      4,
      [{ change_id: 9999, error: 'Change not found', error_type: 'NotFound' }],
    ]);
    const missing = await app.get(`${queue}/changes/9999/diff`, { key: keys.approver });
    expect([missing.statusCode, missing.json()]).toEqual([404, { detail: 'Change not found' }]);
  });

  it.each(['', '?change_ids=x', `?${Array.from({ length: 101 }, () => 'change_ids=1').join('&')}`])(
    'are of 1 to 100 ids: not %s',
    async (query) => {
      expect((await app.get(`${queue}/diffs${query}`, { key: keys.approver })).statusCode).toBe(422);
    },
  );
});

describe('findings', () => {
  it('are shown in lists and diffs as long as the change is not decided, and never stop one', async () => {
    await live('live');
    const id = await app.propose('POST', '/clip', {
      name: 'LIVE',
      config: { download: [{ file_name: 'f', file_url: 'http://example.org/f' }] },
    });
    const { findings } = await diffOf(id);
    expect(findings).toHaveLength(4);
    expect(findings).toContainEqual(expect.objectContaining({ rule: 'name_differs_by_case' }));
    expect((await get(`/changes/${id}`)).findings).toEqual(findings);
    expect((await get('/changes?statuses=pending&model_name=LIVE')).items[0].findings).toEqual(findings);
    await app.approve(id);
    expect((await get(`/changes/${id}`)).findings).toEqual(findings);
    await app.apply(id);
    expect((await get(`/changes/${id}`)).findings).toEqual([]);
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
