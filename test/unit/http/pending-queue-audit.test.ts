import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendEvents } from '../../../src/modules/audit/append-events.ts';
import { newEvent } from '../../../src/modules/audit/event.ts';
import { auditStore } from '../../../src/modules/audit/store.ts';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys, users } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;

// Each test has names of its own, and leaves no batch open.
let app: TestApp;
const time = { seconds: 1_700_000_000 };
const start = () => startTestApp({ overrides: { clock: { now: () => time.seconds } } });
beforeAll(async () => {
  app = await start();
});
afterAll(() => app[Symbol.asyncDispose]());

const get = async (path: string, of = app) => {
  const answer = await of.get(queue + path, { key: keys.approver });
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

/** Returns the id of the batch. */
const approve = async (title: string, approved_ids: number[], rejected_ids: number[] = []) => {
  const reject_reason = rejected_ids.length ? 'no' : null;
  const answer = await post('/batches', { batch_title: title, approved_ids, rejected_ids, reject_reason });
  expect(answer.statusCode).toBe(200);
  return answer.json().batch_id as number;
};

describe('audit/current', () => {
  it('shows what is pending, latest first, with its events, and nothing that was purged', async () => {
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
    const legacy = await get('/audit/current?domain_override=legacy');
    expect(legacy).toMatchObject({ domain: 'legacy', total_pending: 0 });
    await post('/purge', { model_name: 'a' });
    const { pending_changes, total_pending } = await get('/audit/current');
    expect([total_pending, pending_changes.length, pending_changes[0].model_name]).toEqual([1, 1, 'c']);
    for (const query of ['?domain_override=V2', '?limit=501'])
      expect(await status('/audit/current', query)).toBe(422);
    await app.apply(2);
  });

  it('shows an event that this release cannot read as it is stored', async () => {
    await using own = await start();
    const id = await own.propose('POST', '/clip', { name: 'from the future' });
    const [queued] = await own.store.read((reader) => auditStore(reader).events({ after: 0 }, 1));
    if (!queued) throw new Error('the proposal has no event');
    const unreadable = [
      { change_id: 1, words: 'no text', action: 'comment' },
      { change_id: 1, action: 'reopen' },
    ];
    const events = unreadable.map((after) => newEvent({ ...queued, payload: { after } }));
    await own.store.write((writer) => appendEvents(writer, events));
    // Over a socket: `proof -- answers-fit` compares answers of `app.get` with the document, which lacks such events.
    const url = `${await own.service.listen()}${queue}/audit/current`;
    const answer = await fetch(url, { headers: { apikey: keys.approver } });
    const { pending_changes } = (await answer.json()) as {
      pending_changes: { events: { payload: object }[] }[];
    };
    const shown = pending_changes[0]?.events.slice(1) ?? [];
    expect(shown.map(({ payload }) => payload)).toEqual(unreadable);
    const { entries } = await get(`/changes/${id}/conversation`, own);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['enqueue']);
    expect((await verifyStore(own.store)).problems).toEqual([
      { event_id: 2, text: expect.stringContaining("event 2 cannot be read as 'comment'") },
    ]);
  });
});

describe('audit/batches', () => {
  it('shows batches newest first, page by page', async () => {
    const batches: number[] = [];
    for (const name of ['d', 'e', 'f']) {
      const ids = await proposeClips(name);
      batches.push(await approve(`batch of ${name}`, ids));
      time.seconds += 10;
      await app.apply(...ids);
    }
    const [one, two, three] = batches;
    const first = await get('/audit/batches?limit=2');
    expect(first).toMatchObject({
      domain: 'v2',
      next_cursor: two,
      batches: [{ batch_id: three, batch_title: 'batch of f' }, { batch_id: two }],
    });
    const rest = await get(`/audit/batches?limit=2&cursor=${first.next_cursor}`);
    expect([rest.next_cursor, rest.batches.length]).toEqual([null, 2]);
    expect(rest.batches[0]).toEqual({
      batch_id: one,
      batch_title: 'batch of d',
      approved_by: users.approver.id,
      approved_at: time.seconds - 30,
      applied_at: time.seconds - 20,
      approved_change_count: 1,
      rejected_change_count: 0,
      applied_change_count: 1,
      total_change_count: 1,
      last_event_id: (await get(`/audit/batches/${one}`)).changes[0].events.at(-1).event_id,
    });
    expect((await get('/audit/batches?domain_override=legacy')).batches).toEqual([]);
    for (const query of ['?limit=0', '?limit=51', '?cursor=0'])
      expect(await status('/audit/batches', query)).toBe(422);
  });

  it('keeps title and approver of a batch made by a split, and tells how its changes came there', async () => {
    const [first, second, third] = (await proposeClips('g', 'h', 'i')) as [number, number, number];
    const batch = await approve('the first title', [first, second], [third]);
    await app.apply(first);
    expect((await get('/audit/batches?limit=2')).batches).toMatchObject([
      {
        batch_id: batch + 1,
        batch_title: 'the first title',
        approved_by: users.approver.id,
        approved_change_count: 1,
        applied_at: null,
      },
      { batch_id: batch, approved_change_count: 1, rejected_change_count: 1, total_change_count: 2 },
    ]);
    const detail = await get(`/audit/batches/${batch + 1}`);
    expect(
      detail.changes.map((change: { events: { action: string }[] }) => change.events.map((e) => e.action)),
    ).toEqual([['enqueue', 'approve', 'batch_split']]);
    expect(detail.last_event_id).toBe(detail.changes[0].events[2].event_id);
    await app.apply(second);
  });

  it('still tells of changes that were purged', async () => {
    const ids = await proposeClips('j', 'k');
    const batch = await approve('gone', ids);
    await app.apply(...ids);
    const gone = { batch_id: batch, batch_title: 'gone', approved_by: users.approver.id };
    for (const model_name of ['j', undefined]) {
      await post('/purge', { statuses: ['applied'], model_name });
      expect((await get('/audit/batches')).batches[0]).toMatchObject({
        ...gone,
        applied_change_count: 2,
        total_change_count: 2,
      });
    }
    const { changes } = await get(`/audit/batches/${batch}`);
    expect(changes[0]).toMatchObject({
      change_id: ids[0],
      status: 'applied',
      batch_id: batch,
      applied_by: users.approver.id,
    });
    expect(changes[0].events.map((event: { action: string }) => event.action)).toEqual([
      'enqueue',
      'approve',
      'apply',
      'purge',
    ]);
    expect((await get(`/audit/batches/${batch}/net_changes`)).models_added).toBe(2);
  });

  it('tells of a purged change in the batch that a split had moved it to', async () => {
    const [first, second] = (await proposeClips('l', 'm')) as [number, number];
    const batch = await approve('parted', [first, second]);
    await app.apply(first);
    await post('/purge', { statuses: ['approved'] });
    const { changes } = await get(`/audit/batches/${batch + 1}`);
    expect(changes).toMatchObject([{ change_id: second, status: 'approved', batch_id: batch + 1 }]);
  });

  it('has no batch that was never made', async () => {
    for (const path of ['/audit/batches/999', '/audit/batches/999/net_changes']) {
      const answer = await app.get(queue + path, { key: keys.approver });
      expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Batch not found' }]);
    }
    expect(await status('/audit/batches/x')).toBe(422);
  });
});

it('net changes compare before the first write of a batch with after its last one', async () => {
  const write = (method: 'POST' | 'PUT' | 'DELETE', name: string, fields: object = {}) =>
    app.propose(
      method,
      method === 'POST' ? '/blip' : `/blip/model/${name}`,
      method === 'DELETE' ? undefined : { name, ...fields },
    );
  const batchOf = async (...ids: number[]) => {
    const batch = await app.approve(...ids);
    await app.apply(...ids);
    return batch;
  };
  await app.seed('blip', { name: 'live', description: 'old' }, { name: 'same', description: 'old' });
  await app.seed('blip', { name: 'doomed' });
  const batch = await batchOf(
    await write('PUT', 'live', { description: 'newer' }),
    await write('PUT', 'live', { description: 'old', version: '2' }),
    await write('DELETE', 'doomed'),
    await write('POST', 'short-lived'),
    await write('PUT', 'same', { description: 'newer' }),
    await write('PUT', 'same', { description: 'old' }),
  );
  await batchOf(await write('DELETE', 'short-lived'), await write('POST', 'doomed'));
  const everyField = [
    'record_type',
    'name',
    'metadata.schema_version',
    'config.download',
    'model_classification.domain',
    'model_classification.purpose',
  ];
  const answer = await get(`/audit/batches/${batch}/net_changes`);
  const changes = answer.model_changes.map(
    (change: { model_name: string; net_operation: string; field_diffs: { field_path: string }[] }) => [
      change.model_name,
      change.net_operation,
      ...change.field_diffs.map(({ field_path }) => field_path),
    ],
  );
  expect(changes).toEqual([
    ['live', 'modified', 'version'],
    ['doomed', 'deleted', ...everyField],
    ['short-lived', 'added', ...everyField],
    ['same', 'unchanged'],
  ]);
  expect(answer).toMatchObject({
    batch_id: batch,
    domain: 'v2',
    models_added: 1,
    models_modified: 1,
    models_deleted: 1,
    models_unchanged: 1,
    total_field_changes: 1 + 2 * everyField.length,
    has_critical_changes: true,
    generated_at: time.seconds,
  });
  const [{ before_state, after_state }] = answer.model_changes;
  expect([before_state.description, after_state.description, after_state.version]).toEqual([
    'old',
    'old',
    '2',
  ]);
});

describe('the title of a batch', () => {
  /** The titles of the newest batches. */
  const titles = async (limit: number) =>
    (await get(`/audit/batches?limit=${limit}`)).batches.map(
      (batch: { batch_title: string }) => batch.batch_title,
    );

  it('is given when it is applied, and is that of its approval without', async () => {
    const ids = await proposeClips('n', 'o');
    const batch = await approve('create n', ids);
    const applied = await post('/apply', { change_ids: ids.slice(0, 1), batch_title: ' Smaller models ' });
    expect(applied.json().applied[0]).toMatchObject({ change_id: ids[0], batch_title: 'Smaller models' });
    // What stays approved keeps its own.
    expect(await titles(2)).toEqual(['create n', 'Smaller models']);
    const { changes } = await get(`/audit/batches/${batch}`);
    expect(changes[0]).toMatchObject({ change_id: ids[0], batch_title: 'Smaller models' });
    await post(`/apply_batch/${batch + 1}?batch_title=The%20rest`);
    expect(await titles(2)).toEqual(['The rest', 'Smaller models']);
  });

  it('stays what a repeated call gave it first', async () => {
    const change_ids = await proposeClips('p');
    await approve('create p', change_ids);
    const call = (batch_title: string) => post('/apply', { change_ids, job_id: 'once', batch_title });
    expect((await call('First')).json()).toEqual((await call('Second')).json());
    expect(await titles(1)).toEqual(['First']);
  });

  it('that is none is refused, and nothing is applied', async () => {
    const change_ids = await proposeClips('q');
    await approve('create q', change_ids);
    const refused = [];
    for (const batch_title of ['', '  ', 'x'.repeat(121), 7]) {
      refused.push((await post('/apply', { change_ids, batch_title })).statusCode);
    }
    expect(refused).toEqual([422, 400, 422, 422]);
    expect((await get(`/changes/${change_ids[0]}`)).status).toBe('approved');
  });
});
