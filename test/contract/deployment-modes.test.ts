import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Settings } from '../../src/config/settings.ts';
import { categories, findCategory } from '../../src/registry/categories/index.ts';
import type { TestApp } from '../support/app.ts';
import { startFilledApp } from '../support/filled-app.ts';
import { keys } from '../support/identity-server.ts';
import { type Kind, pathOf, type Route, routes, writes } from './write-routes.ts';

// Who may write what, where: every write that is declared × every kind of deployment × every
// kind of caller.

const deployments = {
  'PRIMARY, v2': {},
  'PRIMARY, v2, no queue': { queueEnabled: false },
  'PRIMARY, legacy': { canonicalFormat: 'legacy' },
  'PRIMARY, legacy, no queue': { canonicalFormat: 'legacy', queueEnabled: false },
  'REPLICA, v2': { replicateMode: 'REPLICA' },
  'REPLICA, legacy': { replicateMode: 'REPLICA', canonicalFormat: 'legacy' },
  'REPLICA, legacy, no queue': { replicateMode: 'REPLICA', canonicalFormat: 'legacy', queueEnabled: false },
} as const satisfies Record<string, Partial<Settings>>;
type Deployment = keyof typeof deployments;

const callers = {
  'no key': undefined,
  'a bad key': keys.unknown,
  'no role': keys.nobody,
  requestor: keys.requestor,
  approver: keys.approver,
} as const;
type Who = keyof typeof callers;

type Refusal = readonly [status: 401 | 503, detail: string];

const mode: Refusal = [503, "replicate_mode='REPLICA'"];
const expectsV2: Refusal = [503, "Expected canonical_format='v2', got 'legacy'"];
const expectsLegacy: Refusal = [503, "Expected canonical_format='legacy', got 'v2'"];
const queue: Refusal = [503, 'pending_queue.enabled=false'];

/** What each caller is told where a role is asked for; null: the request goes on. */
const roles = {
  requestor: {
    'no key': [401, 'Not authenticated'],
    'a bad key': [401, 'Invalid API key'],
    'no role': [401, 'requestor list'],
    requestor: null,
    approver: null,
  },
  approver: {
    'no key': [401, 'Not authenticated'],
    'a bad key': [401, 'Invalid API key'],
    'no role': [401, 'approver list'],
    requestor: [401, 'approver list'],
    approver: null,
  },
} as const satisfies Record<string, Record<Who, Refusal | null>>;
const { requestor, approver } = roles;

type Rule = Refusal | Record<Who, Refusal | null>;

/** The contract's table: what stands in the way of a kind of write on a deployment, or whose key it takes. */
const rules = {
  'v2 record': {
    'PRIMARY, v2': requestor,
    'PRIMARY, v2, no queue': queue,
    'PRIMARY, legacy': expectsV2,
    'PRIMARY, legacy, no queue': expectsV2,
    'REPLICA, v2': mode,
    'REPLICA, legacy': mode,
    'REPLICA, legacy, no queue': mode,
  },
  'v1 record': {
    'PRIMARY, v2': expectsLegacy,
    'PRIMARY, v2, no queue': expectsLegacy,
    'PRIMARY, legacy': requestor,
    'PRIMARY, legacy, no queue': approver,
    'REPLICA, v2': mode,
    'REPLICA, legacy': mode,
    'REPLICA, legacy, no queue': mode,
  },
  operations: {
    'PRIMARY, v2': approver,
    'PRIMARY, v2, no queue': approver,
    'PRIMARY, legacy': approver,
    'PRIMARY, legacy, no queue': approver,
    'REPLICA, v2': mode,
    'REPLICA, legacy': mode,
    'REPLICA, legacy, no queue': mode,
  },
  review: {
    'PRIMARY, v2': approver,
    'PRIMARY, v2, no queue': queue,
    'PRIMARY, legacy': approver,
    'PRIMARY, legacy, no queue': queue,
    'REPLICA, v2': mode,
    'REPLICA, legacy': mode,
    'REPLICA, legacy, no queue': mode,
  },
  'own change': {
    'PRIMARY, v2': requestor,
    'PRIMARY, v2, no queue': queue,
    'PRIMARY, legacy': requestor,
    'PRIMARY, legacy, no queue': queue,
    'REPLICA, v2': mode,
    'REPLICA, legacy': mode,
    'REPLICA, legacy, no queue': mode,
  },
  'group edit': {
    'PRIMARY, v2': requestor,
    'PRIMARY, v2, no queue': queue,
    'PRIMARY, legacy': requestor,
    'PRIMARY, legacy, no queue': queue,
    'REPLICA, v2': mode,
    'REPLICA, legacy': mode,
    'REPLICA, legacy, no queue': mode,
  },
  'group entry': {
    'PRIMARY, v2': requestor,
    'PRIMARY, v2, no queue': requestor,
    'PRIMARY, legacy': requestor,
    'PRIMARY, legacy, no queue': requestor,
    'REPLICA, v2': mode,
    'REPLICA, legacy': mode,
    'REPLICA, legacy, no queue': mode,
  },
} as const satisfies Record<Kind, Record<Deployment, Rule>>;

it('every write operation is in the table, and nothing else', () => {
  expect(writes.map(({ id }) => id).sort()).toEqual(Object.keys(routes).sort());
});

describe.each(Object.keys(deployments) as Deployment[])('%s', (deployment) => {
  const settings: Partial<Settings> = deployments[deployment];
  let app: TestApp;
  beforeAll(async () => {
    app = await startFilledApp(settings);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const table = writes
    .filter(({ id }) => routes[id])
    .map((operation) => ({ ...operation, route: routes[operation.id] as Route }));

  it.each(table)('$id', async (operation) => {
    const { route, body: takesBody } = operation;
    const method = operation.method.toUpperCase();
    const rule: Rule = rules[route.kind][deployment];
    const past = settings.queueEnabled === false && route.direct ? route.direct : route.status;
    const url = pathOf(operation, route);
    const answers: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const [who, key] of Object.entries(callers) as [Who, string | undefined][]) {
      const refusal = Array.isArray(rule) ? (rule as Refusal) : (rule as Record<Who, Refusal | null>)[who];
      const refused = refusal && [refusal[0], expect.stringContaining(refusal[1])];
      const as = key === undefined ? {} : { key };

      const right = await app.send(method, url, { ...as, ...(route.body && { body: route.body }) });
      answers[who] = refused ? [right.statusCode, right.json().detail] : right.statusCode;
      expected[who] = refused ?? past;

      // Neither JSON nor sent as JSON: nobody looks at it before all checks have passed.
      if (!takesBody) continue;
      const headers = { 'content-type': 'text/plain' };
      const wrong = await app.send(method, url, { ...as, body: '{', headers });
      answers[`${who}, bad body`] = [wrong.statusCode, wrong.json().detail];
      expected[`${who}, bad body`] = refused ?? [415, expect.stringContaining('application/json')];
    }
    expect(answers).toEqual(expected);
  });
});

it('a category is readable in both versions on every deployment', async () => {
  for (const settings of Object.values(deployments)) {
    await using app = await startFilledApp(settings);
    for (const { name } of categories) {
      const statuses = await Promise.all(
        ['v1', 'v2'].map(
          async (version) => (await app.get(`/api/model_references/${version}/${name}`)).statusCode,
        ),
      );
      const empty = findCategory(name)?.legacy === null && !['lora', 'ti'].includes(name);
      expect([name, ...statuses]).toEqual([name, empty ? 404 : 200, 200]);
    }
  }
});
