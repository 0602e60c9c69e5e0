import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendEvents } from '../../../src/modules/audit/append-events.ts';
import { newEvent } from '../../../src/modules/audit/event.ts';
import { auditStore } from '../../../src/modules/audit/store.ts';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys, users } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;

let app: TestApp;
const time = { seconds: 1_700_000_000 };
beforeEach(async () => {
  app = await startTestApp({ overrides: { clock: { now: () => time.seconds } } });
});
afterEach(() => app[Symbol.asyncDispose]());

const get = async (path: string) => {
  const answer = await app.get(queue + path, { key: keys.approver });
  expect([path, answer.statusCode, answer.json().detail]).toEqual([path, 200, undefined]);
  return answer.json();
};
const post = (path: string, body?: unknown) =>
  app.send('POST', queue + path, { key: keys.approver, ...(body !== undefined && { body }) });
const status = async (path: string, query = '') =>
  (await app.get(`${queue}${path}${query}`, { key: keys.approver })).statusCode;

async function proposeClips(...names: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) ids.push(await app.propose('POST', '/clip', { name }));
  return ids;
}

const approve = async (title: string, approved_ids: number[], rejected_ids: number[] = []) => {
  const body = {
    batch_title: title,
    approved_ids,
    rejected_ids,
    reject_reason: rejected_ids.length ? 'no' : null,
  };
  expect((await post('/batches', body)).statusCode).toBe(200);
};

describe('audit/current', () => {
  it('shows an event that this release cannot read as it is stored', async () => {
    const [id] = await proposeClips('from the future');
    const [queued] = await app.store.read((reader) => auditStore(reader).events({ after: 0 }, 1));
    if (!queued) throw new Error('the proposal has no event');
    const unreadable = [
      { change_id: 1, words: 'no text', action: 'comment' },
      { change_id: 1, action: 'reopen' },
    ];
    const events = unreadable.map((after) => newEvent({ ...queued, payload: { after } }));
    await app.store.write((writer) => appendEvents(writer, events));
    const { pending_changes } = await get('/audit/current');
    const [, ...shown] = pending_changes[0].events;
    expect(shown.map(({ payload }: { payload: object }) => payload)).toEqual(unreadable);
    const { entries } = await get(`/changes/${id}/conversation`);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['enqueue']);
    expect((await verifyStore(app.store)).problems).toEqual([
      { event_id: 2, text: expect.stringContaining("event 2 cannot be read as 'comment'") },
    ]);
  });

  it('shows what is pending, latest first, with its events', async () => {
    await proposeClips('a', 'b', 'c');
    await app.approve(2);
    const current = await get('/audit/current');
    expect(current).toMatchObject({ domain: 'v2', total_pending: 2, generated_at: time.seconds });
    expect(current.pending_changes.map((change: { change_id: number }) => change.change_id)).toEqual([3, 1]);
    expect(current.pending_changes[1]).toEqual({
      change_id: 1,
      status: 'pending',
      operation: 'create',
      category: 'clip',
      model_name: 'a',
      requested_by: users.requestor.id,
      requested_at: time.seconds,
      approved_by: null,
      approved_at: null,
      rejected_by: null,
      rejected_at: null,
      reject_reason: null,
      applied_by: null,
      applied_at: null,
      applied_job_id: null,
      batch_id: null,
      batch_title: null,
      events: [
        {
          event_id: 1,
          timestamp: time.seconds,
          action: 'enqueue',
          logical_user_id: users.requestor.id,
          payload: expect.objectContaining({ change_id: 1, category: 'clip', model: 'a', action: 'enqueue' }),
        },
      ],
    });
  });

  it('does not show what was purged', async () => {
    await proposeClips('a', 'b');
    await post('/purge', { model_name: 'a' });
    const { pending_changes, total_pending } = await get('/audit/current');
    expect([total_pending, pending_changes.length, pending_changes[0].model_name]).toEqual([1, 1, 'b']);
  });

  it('is paged, and knows the other domain', async () => {
    await proposeClips('a', 'b', 'c');
    const { pending_changes, total_pending } = await get('/audit/current?limit=1&offset=1');
    expect([total_pending, pending_changes.length, pending_changes[0].model_name]).toEqual([3, 1, 'b']);
    expect(await get('/audit/current?domain_override=legacy')).toMatchObject({
      domain: 'legacy',
      total_pending: 0,
    });
    expect(await status('/audit/current', '?domain_override=V2')).toBe(422);
    expect(await status('/audit/current', '?limit=501')).toBe(422);
  });
});

describe('audit/batches', () => {
  it('shows batches newest first, page by page', async () => {
    for (const name of ['a', 'b', 'c']) {
      const [id] = await proposeClips(name);
      await approve(`batch of ${name}`, [id as number]);
      time.seconds += 10;
      await app.apply(id as number);
    }
    const first = await get('/audit/batches?limit=2');
    expect(first).toMatchObject({
      domain: 'v2',
      next_cursor: 2,
      batches: [{ batch_id: 3, batch_title: 'batch of c' }, { batch_id: 2 }],
    });
    const rest = await get(`/audit/batches?limit=2&cursor=${first.next_cursor}`);
    expect(rest).toEqual({
      domain: 'v2',
      next_cursor: null,
      batches: [
        {
          batch_id: 1,
          batch_title: 'batch of a',
          approved_by: users.approver.id,
          approved_at: expect.any(Number),
          applied_at: expect.any(Number),
          approved_change_count: 1,
          rejected_change_count: 0,
          applied_change_count: 1,
          total_change_count: 1,
          last_event_id: 4,
        },
      ],
    });
    expect((await get('/audit/batches?domain_override=legacy')).batches).toEqual([]);
    for (const query of ['?limit=0', '?limit=51', '?cursor=0'])
      expect(await status('/audit/batches', query)).toBe(422);
  });

  it('keeps title and approver of a batch made by a split, and tells how its changes came there', async () => {
    const [a, b, c] = await proposeClips('a', 'b', 'c');
    await approve('the first title', [a, b] as number[], [c as number]);
    await app.apply(a as number);
    expect((await get('/audit/batches')).batches).toMatchObject([
      {
        batch_id: 2,
        batch_title: 'the first title',
        approved_by: users.approver.id,
        approved_change_count: 1,
        applied_at: null,
      },
      { batch_id: 1, approved_change_count: 1, rejected_change_count: 1, total_change_count: 2 },
    ]);
    const detail = await get('/audit/batches/2');
    expect(
      detail.changes.map((change: { events: { action: string }[] }) => change.events.map((e) => e.action)),
    ).toEqual([['enqueue', 'approve', 'batch_split']]);
    expect(detail.last_event_id).toBe(detail.changes[0].events[2].event_id);
  });

  it('still tells of changes that were purged', async () => {
    const [a, b] = await proposeClips('a', 'b');
    await approve('gone', [a, b] as number[]);
    await app.apply(a as number, b as number);
    await post('/purge', { statuses: ['applied'], model_name: 'a' });
    expect((await get('/audit/batches')).batches).toMatchObject([
      { batch_id: 1, batch_title: 'gone', applied_change_count: 2, total_change_count: 2 },
    ]);
    await post('/purge', { statuses: ['applied'] });
    expect((await get('/audit/batches')).batches).toMatchObject([
      { batch_id: 1, batch_title: 'gone', approved_by: users.approver.id, applied_change_count: 2 },
    ]);
    const { changes } = await get('/audit/batches/1');
    expect(changes[0]).toMatchObject({
      change_id: 1,
      status: 'applied',
      batch_id: 1,
      applied_by: users.approver.id,
    });
    expect(changes[0].events.map((event: { action: string }) => event.action)).toEqual([
      'enqueue',
      'approve',
      'apply',
      'purge',
    ]);
    expect((await get('/audit/batches/1/net_changes')).models_added).toBe(2);
  });

  it('tells of a purged change in the batch that a split had moved it to', async () => {
    const [a, b] = await proposeClips('a', 'b');
    await approve('parted', [a, b] as number[]);
    await app.apply(a as number);
    await post('/purge', { statuses: ['approved'] });
    const { changes } = await get('/audit/batches/2');
    expect(changes).toMatchObject([{ change_id: b, status: 'approved', batch_id: 2 }]);
  });

  it('has no batch that was never made', async () => {
    for (const path of ['/audit/batches/1', '/audit/batches/1/net_changes']) {
      const answer = await app.get(queue + path, { key: keys.approver });
      expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Batch not found' }]);
    }
    expect(await status('/audit/batches/x')).toBe(422);
  });
});

describe('net changes', () => {
  const write = async (method: 'POST' | 'PUT' | 'DELETE', name: string, fields: object = {}) => {
    const path = method === 'POST' ? '/clip' : `/clip/model/${name}`;
    return app.propose(method, path, method === 'DELETE' ? undefined : { name, ...fields });
  };
  const batchOf = async (...ids: number[]) => {
    await app.approve(...ids);
    await app.apply(...ids);
  };
  const changesOf = async (batch: number) => {
    const answer = await get(`/audit/batches/${batch}/net_changes`);
    return Object.fromEntries(
      answer.model_changes.map(
        (change: { model_name: string; net_operation: string; field_diffs: { field_path: string }[] }) => [
          change.model_name,
          [change.net_operation, ...change.field_diffs.map(({ field_path }) => field_path)],
        ],
      ),
    );
  };

  it('count a model that is as it was as unchanged', async () => {
    await app.seed('clip', { name: 'live', description: 'old' });
    await batchOf(
      await write('PUT', 'live', { description: 'newer' }),
      await write('PUT', 'live', { description: 'old' }),
    );
    expect(await get('/audit/batches/2/net_changes')).toMatchObject({
      model_changes: [{ net_operation: 'unchanged', field_diffs: [], counterpart_diffs: [] }],
      models_modified: 0,
      models_unchanged: 1,
      total_field_changes: 0,
      has_critical_changes: false,
    });
  });

  it('compare before the first write with after the last one', async () => {
    await app.seed('clip', { name: 'live', description: 'old' }, { name: 'doomed' });
    await batchOf(
      await write('PUT', 'live', { description: 'newer' }),
      await write('PUT', 'live', { description: 'old', version: '2' }),
      await write('DELETE', 'doomed'),
      await write('POST', 'short-lived'),
      await write('POST', 'new'),
    );
    await batchOf(
      await write('DELETE', 'short-lived'),
      await write('DELETE', 'new'),
      await write('POST', 'doomed'),
    );
    const everyField = [
      'record_type',
      'name',
      'metadata.schema_version',
      'config.download',
      'model_classification.domain',
      'model_classification.purpose',
    ];
    expect(await changesOf(2)).toEqual({
      live: ['modified', 'version'],
      doomed: ['deleted', ...everyField],
      'short-lived': ['added', ...everyField],
      new: ['added', ...everyField],
    });
    const answer = await get('/audit/batches/2/net_changes');
    expect(answer).toMatchObject({
      batch_id: 2,
      domain: 'v2',
      models_added: 2,
      models_modified: 1,
      models_deleted: 1,
      models_unchanged: 0,
      total_field_changes: 1 + 3 * everyField.length,
      has_critical_changes: true,
      generated_at: time.seconds,
    });
    const live = answer.model_changes[0];
    expect([live.before_state.description, live.after_state.description, live.after_state.version]).toEqual([
      'old',
      'old',
      '2',
    ]);
  });
});

describe('the title of a batch', () => {
  const titles = async () =>
    (await get('/audit/batches')).batches.map((batch: { batch_title: string }) => batch.batch_title);

  it('is given when it is applied, and is that of its approval without', async () => {
    await approve('create a', await proposeClips('a', 'b'));
    const applied = await post('/apply', { change_ids: [1], batch_title: ' Smaller models ' });
    expect(applied.json().applied[0]).toMatchObject({ change_id: 1, batch_title: 'Smaller models' });
    // What stays approved keeps its own.
    expect(await titles()).toEqual(['create a', 'Smaller models']);
    const { changes } = await get('/audit/batches/1');
    expect(changes[0]).toMatchObject({ change_id: 1, batch_title: 'Smaller models' });
    await post('/apply_batch/2?batch_title=The%20rest');
    expect(await titles()).toEqual(['The rest', 'Smaller models']);
  });

  it('stays what a repeated call gave it first', async () => {
    await approve('create a', await proposeClips('a'));
    const call = (batch_title: string) => post('/apply', { change_ids: [1], job_id: 'once', batch_title });
    expect((await call('First')).json()).toEqual((await call('Second')).json());
    expect(await titles()).toEqual(['First']);
  });

  it('that is none is refused, and nothing is applied', async () => {
    await approve('create a', await proposeClips('a'));
    const refused = [];
    for (const batch_title of ['', '  ', 'x'.repeat(121), 7]) {
      refused.push((await post('/apply', { change_ids: [1], batch_title })).statusCode);
    }
    expect(refused).toEqual([422, 400, 422, 422]);
    expect((await get('/changes/1')).status).toBe('approved');
  });
});
