import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Connection } from '../../client/src/connection.ts';
import type { Settings } from '../../src/settings/settings.ts';
import type { TestApp } from '../support/app.ts';
import { categories } from '../support/categories.ts';
import { startFilledApp } from '../support/filled-app.ts';
import {
  type Deployment,
  deployments,
  everyCaller,
  type Rule,
  readRules,
  refusalOf,
  writeRules,
} from './deployments.ts';
import { guardedReads, readPath, reads } from './read-routes.ts';
import { pathOf, type Route, routes, writes } from './write-routes.ts';

// Who may read and write what, where: everything that is declared × every kind of deployment × every kind of
// caller.

/** The answer of a deployment that does not do such a thing at all. */
const namesSetting = /^\{"detail":".*(Setting: |Expected canonical_format=)/;

it('every write operation is in the table, and nothing else', () => {
  expect(writes.map(({ id }) => id).sort()).toEqual(Object.keys(routes).sort());
});

it('every read in the table is declared', () => {
  const declared = new Set(reads.map(({ path }) => path));
  expect(Object.keys(guardedReads).filter((path) => !declared.has(path))).toEqual([]);
});

it('the client sends its key with the reads that some deployment wants one for, and with no other', async () => {
  const wantsKey = ({ path }: (typeof reads)[number]) =>
    Object.values<Rule>(readRules[guardedReads[path] ?? 'open']).some(
      (rule) => refusalOf(rule, 'no key')?.[0] === 401,
    );
  const keys = new Map<string, string | null>();
  const connection = new Connection({
    server: 'https://models.example',
    key: 'secret',
    fetch: async () => new Response('{}'),
    onOutcome: ({ path, key }) => void keys.set(path, key),
  });
  for (const read of reads) await connection.call('GET', readPath(read));
  expect(Object.fromEntries(keys)).toEqual(
    Object.fromEntries(reads.map((read) => [readPath(read), wantsKey(read) ? 'secret' : null])),
  );
});

describe.each(Object.keys(deployments) as Deployment[])('%s', (deployment) => {
  const settings: Partial<Settings> = deployments[deployment];
  let app: TestApp;
  beforeAll(async () => {
    app = await startFilledApp(settings, deployment === 'on a standby, v2' ? 'standby' : undefined);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it.each(reads)('GET $path', async (operation) => {
    const rule: Rule = readRules[guardedReads[operation.path] ?? 'open'][deployment];
    const url = readPath(operation);
    // A stream goes on; to HEAD it says how it begins.
    const streams = operation.path.endsWith('/stream');
    const answers: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    const passed = new Set<number>();
    for (const [who, key] of everyCaller) {
      const refusal = refusalOf(rule, who);
      const answer = await app.send(streams ? 'HEAD' : 'GET', url, key === undefined ? {} : { key });
      const ofSettings = streams ? answer.statusCode !== 200 : namesSetting.test(answer.body);
      const isRefused = answer.statusCode === 401 || ofSettings;
      answers[who] = isRefused ? [answer.statusCode, streams ? null : answer.json().detail] : null;
      expected[who] = refusal && [refusal[0], streams ? null : expect.stringContaining(refusal[1])];
      if (!refusal) passed.add(answer.statusCode);
    }
    expect(answers).toEqual(expected);
    // Whoever may, is told the same.
    expect(passed.size).toBeLessThanOrEqual(1);
  });

  const table = writes
    .filter(({ id }) => routes[id])
    .map((operation) => ({ ...operation, route: routes[operation.id] as Route }));

  it.each(table)('$id', async (operation) => {
    const { route, body: takesBody } = operation;
    const method = operation.method.toUpperCase();
    const rule: Rule = writeRules[route.kind][deployment];
    const past = settings.queueEnabled === false && route.direct ? route.direct : route.status;
    const url = pathOf(operation, route);
    const answers: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const [who, key] of everyCaller) {
      const refusal = refusalOf(rule, who);
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

  it.each(categories)('$name is readable in both versions', async ({ name, legacy }) => {
    const statuses = await Promise.all(
      ['v1', 'v2'].map(
        async (version) => (await app.get(`/api/model_references/${version}/${name}`)).statusCode,
      ),
    );
    const empty = legacy === null && !['lora', 'ti'].includes(name);
    expect(statuses).toEqual([empty ? 404 : 200, 200]);
  });
});
