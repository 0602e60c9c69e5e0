import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type CompiledQuery, Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditStore } from '../../../src/modules/audit/store.ts';
import type { AuditFilter } from '../../../src/modules/audit/tables.ts';
import { bridgeStore } from '../../../src/modules/bridge/store.ts';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { deliveryStore } from '../../../src/modules/feed/store.ts';
import { fileStore } from '../../../src/modules/files/store.ts';
import { inboxStore } from '../../../src/modules/inbox/index.ts';
import { usageSampleStore } from '../../../src/modules/insight/store.ts';
import { changeStore, jobStore } from '../../../src/modules/queue/store.ts';
import type { ChangeFilter } from '../../../src/modules/queue/tables.ts';
import { requestStore } from '../../../src/modules/requests/store.ts';
import { requestSorts } from '../../../src/records/enums.ts';
import { openSqlite } from '../../../src/store/sqlite.ts';
import { sqliteDialect } from '../../../src/store/sqlite-driver.ts';
import type { Tables } from '../../../src/store/tables.ts';
import type { Tx } from '../../../src/store/tx.ts';
import { newFolder } from '../../support/new-folder.ts';

const path = join(newFolder(afterAll), 'registry.db');
let database: Sqlite.Database;
let db: Kysely<Tables>;
let queries: CompiledQuery[];

beforeAll(async () => {
  await (await openSqlite(path)).close();
  database = new Sqlite(path);
  const open = () => new Sqlite(path, { readonly: true });
  db = new Kysely<Tables>({
    dialect: sqliteDialect({ open, size: 1, begin: 'begin', lockTimeoutMs: 0 }),
    log: (event) => {
      queries.push(event.query);
    },
  });
});

afterAll(async () => {
  await db.destroy();
  database.close();
});

/** The steps of each statement that `work` runs, as SQLite explains them. */
async function plans(work: (reader: Tx) => Promise<unknown>): Promise<string[][]> {
  queries = [];
  await work({ db });
  return queries.map((query) => {
    const explain = database.prepare(`EXPLAIN QUERY PLAN ${query.sql}`);
    return explain.all(...query.parameters).map((step) => (step as { detail: string }).detail);
  });
}

/** The steps of all statements that `work` runs. */
async function plan(work: (reader: Tx) => Promise<unknown>): Promise<string[]> {
  return (await plans(work)).flat();
}

/** Tables that grow as long as the registry lives, by the names that statements have for them. */
const growing = [
  ...['models', 'model_changes', 'pending_changes', 'pending_change_bodies', 'body', 'audit_events'],
  ...[
    'inbox_entries',
    'file_addresses',
    'file_verdicts',
    'usage_samples',
    'webhook_deliveries',
    'apply_jobs',
  ],
  ...['bridge_records', 'bridge_requests', 'repository_files', 'first_answers'],
  ...['model_requests', 'model_request_steps'],
];
/**
 * A walk of a large table row by row. Along an index, or for its first rows in the order of ids, is another
 * matter.
 */
const walk = new RegExp(`^SCAN (${growing.join('|')})$`);
/** A sort of all rows that match, before the first of them is answered; not one among rows that are equal so far. */
const sort = /^USE TEMP B-TREE FOR ORDER BY$/;

const walks = (steps: readonly string[]) => steps.some((step) => walk.test(step));
const sorts = (steps: readonly string[]) => steps.some((step) => sort.test(step));
/** Ids alone are sorted, out of the index along which they are counted as well. */
const sortsIds = (steps: readonly string[]) =>
  sorts(steps) &&
  steps.every((step) => sort.test(step) || / USING COVERING INDEX |SUBQUERY|^SCAN open_batch$/.test(step));

/** The plans of `work` that read or sort more than they may. */
async function refused(work: (reader: Tx) => Promise<unknown>): Promise<string[][]> {
  const all = await plans(work);
  expect(all.length).toBeGreaterThan(0);
  return all.filter((steps) => walks(steps) || (sorts(steps) && !sortsIds(steps)));
}

const changeFilters: ChangeFilter[] = [
  { statuses: ['pending'] },
  { statuses: ['applied', 'rejected'] },
  { categories: ['clip'] },
  { categories: ['clip', 'blip'] },
  { operations: ['delete'] },
  { operations: ['delete', 'create'] },
  { batch_id: 1 },
  { batch_id: 1, statuses: ['applied'] },
  { model_name: 'part' },
  { model_name: 'part', statuses: ['pending'], categories: ['clip'] },
  { model_name_exact: 'name' },
  { model_name_exact: 'name', categories: ['clip'], statuses: ['pending', 'approved'] },
  { requested_by: ['1'] },
  { requested_by: ['1', '2'] },
  { requested_by: ['1'], statuses: ['pending'] },
  { requested_by: ['1'], statuses: ['pending', 'approved'], categories: ['clip', 'blip'] },
  { domain: 'v2', statuses: ['pending'] },
  { domain: 'v2', batch_id: 1, statuses: ['applied'] },
];

/** Starts before the first row: from the first on, the page of an empty table is not asked for. */
const page = { offset: -1, limit: 50 };

test.each(changeFilters)('changes by %j', async (filter) => {
  const steps = await refused(async (reader) => {
    await changeStore(reader).list(filter, page);
    await changeStore(reader).ids(filter);
    await changeStore(reader).latestIds(filter, page);
    await changeStore(reader).count(filter);
  });
  expect(steps).toEqual([]);
});

test('all changes are counted and paged along a narrow index', async () => {
  const steps = await plan((reader) => changeStore(reader).list({}, page));
  const narrow = 'SCAN pending_changes USING COVERING INDEX pending_changes_in_order';
  expect(steps).toEqual([narrow, narrow]);
});

const auditFilters: AuditFilter[] = [
  { after: 5 },
  { after: 5, upto: 9 },
  { category: 'clip' },
  { category: 'clip', domain: 'v2', after: 5 },
  { category: 'clip', model_name: 'name' },
  { category: 'clip', model_name: 'name', domain: 'v2', upto: 9 },
  { model_name: 'name' },
  { batch_id: 1 },
  { batch_id: 1, domain: 'v2', category: 'pending_queue' },
  { batch_id: 1, domain: 'v2', action: 'purge' },
  { change_ids: [1] },
  { change_ids: [1, 2, 3] },
  { change_ids: [1, 2, 3], domain: 'v2', category: 'pending_queue' },
];

test.each(auditFilters)('audit events by %j', async (filter) => {
  for (const order of ['ascending', 'descending'] as const) {
    const { change_ids, ...rest } = filter;
    const most = { rows: 50, bytes: 1_000 };
    const steps = await refused(async (reader) => {
      await auditStore(reader).events(filter, 50, order);
      if (!change_ids) await auditStore(reader).page(rest, most, order);
    });
    expect(steps).toEqual([]);
  }
});

test('the events of models are paged through along an index of these alone', async () => {
  const steps = await plan((reader) => auditStore(reader).events({ of_models: true, after: 5, upto: 9 }, 50));
  expect(steps).toEqual([expect.stringMatching(/USING INDEX audit_events_of_models \(event_id>\?/)]);
});

test('events of many changes are looked up, never found by walking a category', async () => {
  const steps = await plan((reader) =>
    auditStore(reader).events({ change_ids: [1, 2, 3], domain: 'v2', category: 'pending_queue' }, 50),
  );
  expect(steps).toContainEqual(expect.stringContaining('audit_events_by_change (change_id=?)'));
  expect(steps[0]).toMatch(/event_id=\?|rowid=\?/);
});

const others: [what: string, work: (reader: Tx) => Promise<unknown>][] = [
  [
    'changes of a batch, by events',
    (reader) => auditStore(reader).changeIds({ batch_id: 1, action: 'purge' }),
  ],
  ['sizes of the events of changes', (reader) => auditStore(reader).queueEventBytes([1, 2])],
  ['a model', (reader) => modelStore(reader).get('clip', 'name')],
  ['models by name', (reader) => modelStore(reader).getMany('clip', ['a', 'b'])],
  ['a category', (reader) => modelStore(reader).list('clip')],
  ['a part of a category', (reader) => modelStore(reader).page('clip', 10, 100)],
  ['what changed in a category', (reader) => modelStore(reader).changedSince('clip', 10)],
  ['models counted', (reader) => modelStore(reader).counts()],
  ['changes by id', (reader) => changeStore(reader).getMany([1, 2, 3])],
  ['the open batch', (reader) => changeStore(reader).openBatch()],
  ['changes counted', (reader) => changeStore(reader).counts()],
  ['changes without their large part', (reader) => changeStore(reader).heads([1, 2, 3])],
  ['the first approval of a batch', (reader) => changeStore(reader).firstApproved(1)],
  ['what batches hold', (reader) => changeStore(reader).batchCounts('v2', [1, 2, 3])],
  ['the hashes of models', (reader) => modelStore(reader).hashes('clip', ['a', 'b'])],
  ['the model before another', (reader) => modelStore(reader).before('clip', 9)],
  ['the inbox of an account', (reader) => inboxStore(reader).list({ user_id: '1', unread: true }, 50)],
  ['open changes of models', (reader) => changeStore(reader).open('clip', ['a', 'b'])],
  ['changes as lists show them', (reader) => changeStore(reader).listed([1, 2, 3])],
  ['who acted on changes', (reader) => auditStore(reader).actorsOf([1, 2])],
  ['where changes were proposed', (reader) => auditStore(reader).proposalEventIds([1, 2])],
  ['what became of models', (reader) => auditStore(reader).creationsAndDeletions('clip', ['a'], 5)],
  ['which models were renamed', (reader) => modelStore(reader).renamed('clip')],
  ['which changes rename', (reader) => changeStore(reader).newNames([1, 2])],
  ['apply jobs', (reader) => jobStore(reader).list('a', 50)],
  ['files that are due', (reader) => fileStore(reader).dueUrls(9, 50)],
  ['files that somebody looks at', (reader) => fileStore(reader).claimsEnd(['a', 'b'], 9)],
  [
    'what was written of files',
    async (reader) => {
      await fileStore(reader).addresses(5);
      await fileStore(reader).verdicts(5);
    },
  ],
  [
    'the use of a model, and the latest day',
    async (reader) => {
      await usageSampleStore(reader).listLatest('clip', 'a', 90);
      await usageSampleStore(reader).findLastDay('clip', 20_000);
    },
  ],
  [
    'webhook deliveries',
    async (reader) => {
      const deliveries = deliveryStore(reader);
      await deliveries.hasDue('a', { now: 5, latest: 9 });
      await deliveries.readBacklog('a');
      await deliveries.list({}, 50);
      await deliveries.list({ state: 'waiting' }, 50, { event_id: 9, target: 'a' });
      await deliveries.list({ target: 'a' }, 50);
      await deliveries.list({ event_id: 1, state: 'failed' }, 50);
      await deliveries.count({ state: 'waiting' });
    },
  ],
  ['applied batches behind one', (reader) => changeStore(reader).appliedBatches(5, 20)],
  [
    'what the bridge knows',
    async (reader) => {
      await bridgeStore(reader).records('a/b', 'clip');
      await bridgeStore(reader).waitingRequests(50);
    },
  ],
  ['changes named for one request', (reader) => requestStore(reader).openChanges([1])],
  ['requests that one change was named for', (reader) => requestStore(reader).linkedRequests([1])],
];

test.each(others)('%s', async (_what, work) => {
  expect(await refused(work)).toEqual([]);
});

test('the changes of a batch are looked up by their batch, not by their status', async () => {
  const steps = await plan((reader) =>
    changeStore(reader).ids({ batch_id: 1, domain: 'v2', statuses: ['applied'] }),
  );
  expect(steps).toEqual([
    expect.stringContaining('pending_changes_by_batch_state (batch_id=? AND domain=? AND status=?)'),
  ]);
});

test('what accounts wait for, and what of theirs was decided, is counted along an index of that alone', async () => {
  const waiting = await plan((reader) => changeStore(reader).waiting('1', 0));
  expect(waiting.filter((step) => step.includes('pending_changes'))).toEqual([
    expect.stringContaining('USING INDEX pending_changes_waiting (requested_by=?)'),
    expect.stringContaining('USING INDEX pending_changes_withdrawn (requested_by=? AND rejected_at>?)'),
  ]);
  const accounts = Array.from({ length: 50 }, (_, account) => String(account));
  const decided = await plan((reader) => changeStore(reader).decisionCounts(accounts));
  expect(decided).toEqual([expect.stringContaining('USING INDEX pending_changes_decided (requested_by=?')]);
});

test('batches are found by hopping from one to the next', async () => {
  for (const work of [
    (reader: Tx) => changeStore(reader).batches('v2', 100, 10),
    (reader: Tx) => auditStore(reader).purgedBatches('v2', 100, 10),
  ]) {
    const steps = await plan(work);
    const lookUps = steps.filter((step) => / (pending_changes|audit_events) /.test(step));
    const [hops, others] = [lookUps.slice(-2), lookUps.slice(0, -2)];
    expect(hops).toEqual([1, 2].map(() => expect.stringMatching(/^SEARCH .* INDEX .*batch_id<\?\)$/)));
    for (const step of others) expect(step).toMatch(/^SEARCH .* EXISTS .* \(batch_id=\? AND domain=\?\)$/);
  }
});

test('the entries of an inbox are paged and counted along an index of its account', async () => {
  const before = { event_id: 9, change_id: 9 };
  const listed = await plan(async (tx) => {
    const inbox = inboxStore(tx);
    await inbox.list({ user_id: '1' }, 50);
    await inbox.list({ user_id: '1', because: 'requested', kinds: ['comment'], unread: true }, 50, before);
  });
  expect(listed.filter((step) => /SCAN|TEMP/.test(step))).toEqual([]);
  const counted = await plan((tx) => inboxStore(tx).countUnread(['1', '2']));
  expect(counted).toEqual([expect.stringContaining('USING COVERING INDEX inbox_entries_unread (user_id=?)')]);
  const crowded = await plan((tx) => inboxStore(tx).listOverfull(9));
  expect(crowded).toEqual(['SCAN inbox_entries USING COVERING INDEX inbox_entries_by_account']);
});

/** Queries that sort, and why there are few rows to sort. One that sorts no more goes up to the others. */
const bounded: [why: string, work: (reader: Tx) => Promise<unknown>][] = [
  ['changes that nobody has decided about', (reader) => changeStore(reader).openVersions()],
  ['the same, by what they name', (reader) => changeStore(reader).openContaining('ab', 50)],
];

test.each(bounded)('sorted, and bounded: %s', async (_why, work) => {
  const all = await plans(work);
  expect(all.map(sorts)).toEqual(all.map(() => true));
  expect(all.filter(walks)).toEqual([]);
});

test.each(requestSorts)('requests for models are listed in the order of an index: %s', async (sort) => {
  const filters = [{}, { category: 'clip' }, { states: ['open', 'accepted'] as const }, { wantedBy: '1' }];
  for (const filter of filters) {
    const [steps = []] = await plans((reader) =>
      requestStore(reader).list({ hidden: false, ...filter }, { sort, limit: 50 }),
    );
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
  }
});
