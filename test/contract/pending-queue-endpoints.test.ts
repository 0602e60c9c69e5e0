import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declareApiEndpoints } from '../../src/app/endpoints.ts';
import { isOperation } from '../../src/serving/routing/endpoint.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { usualCategories } from '../support/categories.ts';
import { keys, users } from '../support/identity-server.ts';

// Every row of the contract's table of pending-queue endpoints, under both prefixes: what it answers.

/**
 * What the table is tried on: change 1 applied in batch 1, change 2 rejected, change 3 approved in batch 2,
 * changes 4 and 5 pending.
 */
async function arrange(): Promise<TestApp> {
  const app = await startTestApp();
  for (const name of ['a', 'b', 'c', 'd', 'e']) await app.propose('POST', '/clip', { name });
  await app.approve(1);
  await app.apply(1);
  const body = { batch_title: 'second', approved_ids: [3], rejected_ids: [2], reject_reason: 'no' };
  await app.send('POST', '/api/model_references/v2/pending_queue/batches', { key: keys.approver, body });
  return app;
}

interface Row {
  /** As in the table. */
  readonly endpoint: string;
  /** Under the prefix. */
  readonly path: string;
  readonly body?: unknown;
  readonly answer: object;
}

/** What the contract does not have, under v2 only; their own tests are in test/unit/http. */
const beyond = [
  'POST /pending_queue/audit/batches/{batch_id}/revert',
  'POST /pending_queue/bring_back',
  'PUT /pending_queue/changes/{change_id}',
  'POST /pending_queue/changes/{change_id}/comments',
  'PUT /pending_queue/changes/{change_id}/comments/{comment_id}',
  'DELETE /pending_queue/changes/{change_id}/comments/{comment_id}',
  'GET /pending_queue/changes/{change_id}/conversation',
  'POST /pending_queue/changes/{change_id}/request_changes',
  'POST /pending_queue/changes/{change_id}/unapprove',
  'POST /pending_queue/changes/{change_id}/withdraw',
  'GET /pending_queue/inbox',
  'POST /pending_queue/inbox/read',
  'GET /pending_queue/inbox/stream',
];

const page = (...items: number[]) => ({
  items: items.map((change_id) => expect.objectContaining({ change_id })),
  total: items.length,
  offset: 0,
  limit: 50,
});

const rows: readonly Row[] = [
  {
    endpoint: 'GET /pending_queue/my_changes',
    path: '/my_changes?statuses=pending&statuses=approved&categories=clip&offset=0&limit=50',
    // The approver has proposed nothing.
    answer: page(),
  },
  {
    endpoint: 'GET /pending_queue/changes',
    path: `/changes?statuses=approved&statuses=rejected&categories=clip&batch_id=2&model_name=C&requested_by=${users.requestor.id}`,
    answer: page(3),
  },
  {
    endpoint: 'GET /pending_queue/changes/{change_id}',
    path: '/changes/3',
    answer: {
      change_id: 3,
      operation: 'create',
      model_name: 'c',
      status: 'approved',
      batch_id: 2,
      category: 'clip',
    },
  },
  {
    endpoint: 'GET /pending_queue/changes/{change_id}/diff',
    path: '/changes/4/diff',
    answer: { change_id: 4, net_operation: 'added', is_critical: true, stale: false },
  },
  {
    endpoint: 'GET /pending_queue/diffs',
    path: '/diffs?change_ids=4&change_ids=99',
    answer: {
      total: 2,
      diffs: [expect.objectContaining({ change_id: 4 })],
      errors: [{ change_id: 99, error: 'Change not found', error_type: 'NotFound' }],
    },
  },
  {
    endpoint: 'GET /pending_queue/audit/current',
    path: '/audit/current?domain_override=v2',
    answer: {
      domain: 'v2',
      pending_changes: [5, 4].map((change_id) => expect.objectContaining({ change_id })),
      total_pending: 2,
      generated_at: expect.any(Number),
    },
  },
  {
    endpoint: 'GET /pending_queue/audit/batches',
    path: '/audit/batches?cursor=3&limit=1&domain_override=v2',
    answer: { domain: 'v2', batches: [expect.objectContaining({ batch_id: 2 })], next_cursor: 2 },
  },
  {
    endpoint: 'GET /pending_queue/audit/batches/{batch_id}',
    path: '/audit/batches/1',
    answer: {
      batch_id: 1,
      batch_title: 'a test batch',
      changes: [expect.objectContaining({ change_id: 1 })],
    },
  },
  {
    endpoint: 'GET /pending_queue/audit/batches/{batch_id}/net_changes',
    path: '/audit/batches/1/net_changes',
    answer: { batch_id: 1, domain: 'v2', models_added: 1, models_modified: 0, models_deleted: 0 },
  },
];

/** Each is tried on what those before it left. */
const writes: readonly Row[] = [
  {
    endpoint: 'POST /pending_queue/purge',
    path: '/purge',
    body: { statuses: ['rejected'], dry_run: true },
    answer: { removed_count: 1, removed_change_ids: [2], dry_run: true },
  },
  {
    endpoint: 'POST /pending_queue/apply_batch/{batch_id}',
    path: '/apply_batch/2?job_id=job',
    answer: { applied_change_ids: [3], failed_change_ids: [] },
  },
  {
    endpoint: 'POST /pending_queue/batches',
    path: '/batches',
    body: { batch_title: ' t ', approved_ids: [5, '4', 5] },
    answer: {
      batch_id: 3,
      batch_title: 't',
      approved: [4, 5].map((change_id) => expect.objectContaining({ change_id })),
      rejected: [],
    },
  },
  {
    endpoint: 'POST /pending_queue/apply',
    path: '/apply?change_ids=4&job_id=job&allow_mixed_batch=true',
    answer: { applied_change_ids: [4], failed_change_ids: [], batch_split_occurred: true },
  },
  {
    endpoint: 'POST /pending_queue/changes/{change_id}/apply',
    path: '/changes/5/apply',
    body: { job_id: 'job' },
    answer: {
      record: expect.objectContaining({ change_id: 5, status: 'applied', applied_job_id: 'job' }),
      batch_split_occurred: false,
    },
  },
];

/** Rows of our own, under v2 only. */
const ownRows: readonly Row[] = [
  {
    endpoint: 'GET /pending_queue/policies',
    path: '/policies',
    answer: {
      review_policy: 'any',
      approvals: 1,
      apply_conflicts: 'upsert',
      not_approvable: [],
    },
  },
  {
    endpoint: 'GET /pending_queue/counts',
    path: '/counts?categories=clip&model_name=C',
    answer: {
      statuses: { pending: 0, approved: 1, applied: 0, rejected: 0 },
      risks: { low: 0, look: 0, high: 0 },
    },
  },
];

describe.each(['v2', 'v1'])('under the %s prefix', (version) => {
  const prefix = `/api/model_references/${version}/pending_queue`;
  const reads = version === 'v2' ? [...rows, ...ownRows] : rows;
  let app: TestApp;
  beforeAll(async () => {
    app = await arrange();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const tryOut = async ({ endpoint, path, body, answer }: Row) => {
    const method = endpoint.split(' ')[0] as string;
    const got = await app.send(method, prefix + path, { key: keys.approver, ...(body ? { body } : {}) });
    expect([got.statusCode, got.json()], endpoint).toEqual([200, expect.objectContaining(answer)]);
  };

  it.each(reads)('$endpoint', tryOut);

  it('the table is whole: these endpoints are declared, under v2 also those beyond the contract', () => {
    const under = `/model_references/${version}`;
    const declared = declareApiEndpoints(usualCategories)
      .filter(isOperation)
      .filter(({ path }) => path.startsWith(`${under}/pending_queue/`))
      .map(({ method, path }) => `${method.toUpperCase()} ${path.slice(under.length)}`);
    const own = version === 'v2' ? beyond : [];
    const listed = [...reads, ...writes].map(({ endpoint }) => endpoint);
    expect(declared.sort()).toEqual([...listed, ...own].sort());
  });

  it('writes', async () => {
    for (const write of writes) await tryOut(write);
  });

  it.runIf(version === 'v1')(
    'does not have what the contract does not have: 404, or 405 where it has another method',
    async () => {
      const answers: Record<string, number> = {};
      for (const endpoint of [...beyond, ...ownRows.map((row) => row.endpoint)]) {
        const [method = '', path = ''] = endpoint.split(' ');
        const url = `/api/model_references/${version}${path.replaceAll(/\{\w+\}/g, '1')}`;
        answers[endpoint] = (await app.send(method, url, { key: keys.approver })).statusCode;
      }
      const none = Object.fromEntries(Object.keys(answers).map((endpoint) => [endpoint, 404]));
      expect(answers).toEqual({ ...none, 'PUT /pending_queue/changes/{change_id}': 405 });
    },
  );
});
