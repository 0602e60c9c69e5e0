import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openApiDocument } from '../../src/app/openapi.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { usualCategories } from '../support/categories.ts';
import { keys, users } from '../support/identity-server.ts';
import { type Guarded, type Role, roleCases } from './role-cases.ts';

// Every row of the contract's table of pending-queue endpoints, under both prefixes: what it answers, what it
// refuses, and whom.

/**
 * What the table is tried on: change 1 applied in batch 1, change 2 rejected, change 3 approved in batch 2,
 * change 4 pending.
 */
async function arrange(): Promise<TestApp> {
  const app = await startTestApp();
  for (const name of ['a', 'b', 'c', 'd']) await app.propose('POST', '/clip', { name });
  await app.approve(1);
  await app.apply(1);
  const body = { batch_title: 'second', approved_ids: [3], rejected_ids: [2], reject_reason: 'no' };
  await app.send('POST', '/api/model_references/v2/pending_queue/batches', { key: keys.approver, body });
  return app;
}

interface Row {
  /** As in the table. */
  readonly endpoint: string;
  readonly role: Role;
  /** Under the prefix. */
  readonly path: string;
  readonly body?: unknown;
  readonly answer: object;
  readonly errors: readonly (readonly [what: string, path: string, body: unknown, status: number])[];
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
const batch = (body: object) => ({ batch_title: 't', ...body });
const long = 'x'.repeat(121);

const rows: readonly Row[] = [
  {
    endpoint: 'GET /pending_queue/my_changes',
    role: 'requestor',
    path: '/my_changes?statuses=pending&statuses=approved&categories=clip&offset=0&limit=50',
    // The approver has proposed nothing.
    answer: page(),
    errors: [
      ['a status that is none', '/my_changes?statuses=done', undefined, 422],
      ['a category that is none', '/my_changes?categories=nonsense', undefined, 422],
      ['an offset below 0', '/my_changes?offset=-1', undefined, 422],
      ['a limit of 0', '/my_changes?limit=0', undefined, 422],
      ['a limit of 501', '/my_changes?limit=501', undefined, 422],
    ],
  },
  {
    endpoint: 'GET /pending_queue/changes',
    role: 'approver',
    path: `/changes?statuses=approved&statuses=rejected&categories=clip&batch_id=2&model_name=C&requested_by=${users.requestor.id}`,
    answer: page(3),
    errors: [
      ['a batch id of 0', '/changes?batch_id=0', undefined, 422],
      ['an empty model name', '/changes?model_name=', undefined, 422],
      ['an offset below 0', '/changes?offset=-1', undefined, 422],
      ['a limit of 0', '/changes?limit=0', undefined, 422],
      ['a limit of 501', '/changes?limit=501', undefined, 422],
    ],
  },
  {
    endpoint: 'GET /pending_queue/changes/{change_id}',
    role: 'approver',
    path: '/changes/3',
    answer: {
      change_id: 3,
      operation: 'create',
      model_name: 'c',
      status: 'approved',
      batch_id: 2,
      category: 'clip',
    },
    errors: [
      ['a change that does not exist', '/changes/99', undefined, 404],
      ['an id that is no number', '/changes/x', undefined, 422],
    ],
  },
  {
    endpoint: 'GET /pending_queue/changes/{change_id}/diff',
    role: 'approver',
    path: '/changes/4/diff',
    answer: { change_id: 4, net_operation: 'added', is_critical: true, stale: false },
    errors: [
      ['a change that does not exist', '/changes/99/diff', undefined, 404],
      ['an id that is no number', '/changes/x/diff', undefined, 422],
    ],
  },
  {
    endpoint: 'GET /pending_queue/diffs',
    role: 'approver',
    path: '/diffs?change_ids=4&change_ids=99',
    answer: {
      total: 2,
      diffs: [expect.objectContaining({ change_id: 4 })],
      errors: [{ change_id: 99, error: 'Change not found', error_type: 'NotFound' }],
    },
    errors: [
      ['no ids', '/diffs', undefined, 422],
      ['101 ids', `/diffs?${'change_ids=1&'.repeat(101)}`, undefined, 422],
    ],
  },
  {
    endpoint: 'POST /pending_queue/batches',
    role: 'approver',
    path: '/batches',
    body: batch({ approved_ids: [4] }),
    answer: {
      batch_id: 2,
      batch_title: 't',
      approved: [expect.objectContaining({ change_id: 4 })],
      rejected: [],
    },
    errors: [
      ['no ids', '/batches', batch({}), 400],
      ['a rejection without a reason', '/batches', batch({ rejected_ids: [4] }), 400],
      ['a change that is not pending', '/batches', batch({ approved_ids: [1] }), 400],
      ['a change that does not exist', '/batches', batch({ approved_ids: [99] }), 400],
      ['no title', '/batches', { approved_ids: [4] }, 422],
      ['an empty title', '/batches', { batch_title: '', approved_ids: [4] }, 422],
      ['a title of 121 characters', '/batches', { batch_title: long, approved_ids: [4] }, 422],
      [
        'a reason of 501 characters',
        '/batches',
        batch({ rejected_ids: [4], reject_reason: 'x'.repeat(501) }),
        422,
      ],
    ],
  },
  {
    endpoint: 'POST /pending_queue/purge',
    role: 'approver',
    path: '/purge',
    body: { statuses: ['rejected'], dry_run: true },
    answer: { removed_count: 1, removed_change_ids: [2], dry_run: true },
    errors: [
      ['no filter', '/purge', {}, 400],
      ['no body', '/purge', undefined, 422],
    ],
  },
  {
    endpoint: 'POST /pending_queue/changes/{change_id}/apply',
    role: 'approver',
    path: '/changes/3/apply',
    body: { job_id: 'job' },
    answer: {
      record: expect.objectContaining({ change_id: 3, status: 'applied', applied_job_id: 'job' }),
      batch_split_occurred: false,
    },
    errors: [
      ['a change that does not exist', '/changes/99/apply', {}, 404],
      ['a change that is not approved', '/changes/2/apply', {}, 400],
      ['a job id of 121 characters', '/changes/3/apply', { job_id: long }, 422],
    ],
  },
  {
    endpoint: 'POST /pending_queue/apply',
    role: 'approver',
    path: '/apply?change_ids=3&job_id=job&allow_mixed_batch=true',
    answer: { applied_change_ids: [3], failed_change_ids: [], batch_split_occurred: false },
    errors: [
      ['no ids', '/apply', {}, 400],
      ['an id below 1', '/apply?change_ids=0', undefined, 422],
      ['a change that does not exist', '/apply', { change_ids: [99] }, 404],
      ['a job id of 121 characters', `/apply?job_id=${long}`, { change_ids: [4] }, 422],
    ],
  },
  {
    endpoint: 'POST /pending_queue/apply_batch/{batch_id}',
    role: 'approver',
    path: '/apply_batch/2?job_id=job',
    answer: { applied_change_ids: [3], failed_change_ids: [] },
    errors: [
      ['a batch that does not exist', '/apply_batch/99', undefined, 404],
      ['an id that is no number', '/apply_batch/x', undefined, 422],
      ['a job id of 121 characters', `/apply_batch/2?job_id=${long}`, undefined, 422],
    ],
  },
  {
    endpoint: 'GET /pending_queue/audit/current',
    role: 'approver',
    path: '/audit/current?domain_override=v2',
    answer: {
      domain: 'v2',
      pending_changes: [expect.objectContaining({ change_id: 4 })],
      total_pending: 1,
      generated_at: expect.any(Number),
    },
    errors: [['a domain that is none', '/audit/current?domain_override=v3', undefined, 422]],
  },
  {
    endpoint: 'GET /pending_queue/audit/batches',
    role: 'approver',
    path: '/audit/batches?cursor=3&limit=1&domain_override=v2',
    answer: { domain: 'v2', batches: [expect.objectContaining({ batch_id: 2 })], next_cursor: 2 },
    errors: [
      ['a cursor of 0', '/audit/batches?cursor=0', undefined, 422],
      ['a limit of 0', '/audit/batches?limit=0', undefined, 422],
      ['a limit of 51', '/audit/batches?limit=51', undefined, 422],
    ],
  },
  {
    endpoint: 'GET /pending_queue/audit/batches/{batch_id}',
    role: 'approver',
    path: '/audit/batches/1',
    answer: {
      batch_id: 1,
      batch_title: 'a test batch',
      changes: [expect.objectContaining({ change_id: 1 })],
    },
    errors: [['a batch that does not exist', '/audit/batches/99', undefined, 404]],
  },
  {
    endpoint: 'GET /pending_queue/audit/batches/{batch_id}/net_changes',
    role: 'approver',
    path: '/audit/batches/1/net_changes',
    answer: { batch_id: 1, domain: 'v2', models_added: 1, models_modified: 0, models_deleted: 0 },
    errors: [['a batch that does not exist', '/audit/batches/99/net_changes', undefined, 404]],
  },
];

/** Rows of our own, under v2 only. */
const ownRows: readonly Row[] = [
  {
    endpoint: 'GET /pending_queue/policies',
    role: 'approver',
    path: '/policies',
    answer: {
      review_policy: 'any',
      approvals: 1,
      apply_conflicts: 'upsert',
    },
    errors: [],
  },
  {
    endpoint: 'GET /pending_queue/counts',
    role: 'approver',
    path: '/counts?categories=clip&model_name=C',
    answer: {
      statuses: { pending: 0, approved: 1, applied: 0, rejected: 0 },
      risks: { low: 0, look: 0, high: 0 },
    },
    errors: [
      ['a category that is none', '/counts?categories=nonsense', undefined, 422],
      ['an empty model name', '/counts?model_name=', undefined, 422],
    ],
  },
];

describe.each(['v2', 'v1'])('under the %s prefix', (version) => {
  const prefix = `/api/model_references/${version}/pending_queue`;
  const here = version === 'v2' ? [...rows, ...ownRows] : rows;
  let replica: TestApp;
  let queueless: TestApp;
  /** What is only read is tried on this one; each write on one of its own. */
  let read: TestApp;
  beforeAll(async () => {
    read = await arrange();
    replica = await startTestApp({ settings: { replicateMode: 'REPLICA' } });
    queueless = await startTestApp({ settings: { queueEnabled: false } });
  });
  afterAll(async () => {
    for (const each of [read, replica, queueless]) await each[Symbol.asyncDispose]();
  });

  describe.each(here.map((row) => [row.endpoint, row] as const))('%s', (endpoint, row) => {
    const { role, path, body, answer, errors } = row;
    const method = endpoint.split(' ')[0] as string;
    let app: TestApp;
    beforeAll(async () => {
      app = method === 'GET' ? read : await arrange();
    });
    afterAll(async () => {
      if (app !== read) await app[Symbol.asyncDispose]();
    });

    const request = (of: string, sent: unknown): Guarded => ({ method, path: prefix + of, body: sent });
    const send = ({ path: at, body: sent }: Guarded, to?: TestApp) =>
      (to ?? app).send(method, at, { key: keys.approver, ...(sent !== undefined && { body: sent }) });

    it('answers', async () => {
      const got = await send(request(path, body));
      expect([got.statusCode, got.json()]).toEqual([200, expect.objectContaining(answer)]);
    });

    it.each(errors)('refuses %s', async (_what, at, sent, status) => {
      const got = await send(request(at, sent));
      expect([got.statusCode, got.json()]).toEqual([status, expect.anything()]);
      const { detail, failed_error } = got.json();
      expect(detail ?? failed_error).toBeTruthy();
    });

    it('needs PRIMARY, and the queue: else 503', async () => {
      for (const [other, setting] of [
        [replica, 'replicate_mode'],
        [queueless, 'pending_queue.enabled'],
      ] as const) {
        const got = await send(request(path, body), other);
        expect([got.statusCode, got.json().detail]).toEqual([503, expect.stringContaining(setting)]);
      }
    });

    roleCases(
      role,
      () => app,
      () => request(path, body),
    );
  });

  it('the table is whole: the OpenAPI document has these endpoints, under v2 also those beyond the contract', async () => {
    const { paths } = (await openApiDocument({ basePath: '/api' }, usualCategories)) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const documented = Object.entries(paths)
      .filter(([path]) => path.startsWith(`/model_references/${version}/pending_queue/`))
      .flatMap(([path, operations]) =>
        Object.keys(operations).map(
          (method) => `${method.toUpperCase()} ${path.slice(`/model_references/${version}`.length)}`,
        ),
      );
    const own = version === 'v2' ? beyond : [];
    expect(documented.sort()).toEqual([...here.map(({ endpoint }) => endpoint), ...own].sort());
  });
});

test('what the contract does not have is not under v1: 404, or 405 where it has another method', async () => {
  await using app = await startTestApp();
  const answers: Record<string, number> = {};
  for (const endpoint of [...beyond, ...ownRows.map((row) => row.endpoint)]) {
    const [method = '', path = ''] = endpoint.split(' ');
    const url = `/api/model_references/v1${path.replaceAll(/\{\w+\}/g, '1')}`;
    answers[endpoint] = (await app.send(method, url, { key: keys.approver })).statusCode;
  }
  const none = Object.fromEntries(Object.keys(answers).map((endpoint) => [endpoint, 404]));
  expect(answers).toEqual({ ...none, 'PUT /pending_queue/changes/{change_id}': 405 });
});
