import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Connection } from '../../client/src/connection.ts';
import type { TestApp } from '../support/app.ts';
import { categories, categoryNames } from '../support/categories.ts';
import { startFilledApp } from '../support/filled-app.ts';
import { users } from '../support/identity-server.ts';
import {
  callersFor,
  type Deployment,
  deployments,
  type Rule,
  readRules,
  refusalOf,
  writeRules,
} from './deployments.ts';
import { guardedReads, readPath, reads } from './read-routes.ts';
import { pathOf, routes, writes } from './write-routes.ts';

// Who may read and write what, where: everything that is declared × every kind of deployment × every kind of
// caller; a test for each rule.

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

const apps = {} as Record<Deployment, TestApp>;
beforeAll(async () => {
  await Promise.all(
    (Object.keys(deployments) as Deployment[]).map(async (name) => {
      const settings = { ...deployments[name], licenseEditorIds: [users.approver.id] };
      apps[name] = await startFilledApp(settings, name === 'on a standby' ? 'standby' : undefined);
    }),
  );
});
afterAll(() => Promise.all(Object.values(apps).map((app) => app[Symbol.asyncDispose]())));

/** The paths of operations that are made alike for each category, but for those of one of them. */
const eachCategory = new RegExp(
  `/v[12]/(${categoryNames.filter((name) => name !== 'clip').join('|')})(/model/{model_name})?$`,
);

/** What is not as it should be, a line for each answer. */
class Mismatches {
  readonly lines: string[] = [];

  /** @param detail a part of the text of a refusal */
  compare(asked: string, answer: LightMyRequestResponse, status: number, detail = ''): void {
    if (answer.statusCode === status && answer.body.includes(JSON.stringify(detail).slice(1, -1))) return;
    this.lines.push(`${asked}: ${answer.statusCode} ${answer.body}, instead of ${status} ${detail}`);
  }
}

describe('of reads, the rule', () => {
  it.each(Object.entries(readRules))('%s', async (kind, rules) => {
    const mismatches = new Mismatches();
    const operations = reads.filter(({ path }) => (guardedReads[path] ?? 'open') === kind);
    for (const [deployment, app] of Object.entries(apps)) {
      const rule: Rule = rules[deployment as Deployment];
      for (const operation of operations) {
        // A stream goes on; to HEAD it says how it begins.
        const streams = operation.path.endsWith('/stream');
        const passed = new Set<number>();
        for (const [who, key] of callersFor(rule)) {
          const asked = `${deployment}, ${who}, GET ${operation.path}`;
          const refusal = refusalOf(rule, who);
          const answer = await app.send(streams ? 'HEAD' : 'GET', readPath(operation), key ? { key } : {});
          const isRefused =
            answer.statusCode === 401 ||
            (streams ? answer.statusCode !== 200 : namesSetting.test(answer.body));
          if (refusal) mismatches.compare(asked, answer, refusal[0], streams ? '' : refusal[1]);
          else if (isRefused) mismatches.lines.push(`${asked}: refused, ${answer.statusCode} ${answer.body}`);
          else passed.add(answer.statusCode);
        }
        // Whoever may, is told the same.
        if (passed.size > 1) mismatches.lines.push(`${deployment}, ${operation.path}: ${[...passed]}`);
      }
    }
    expect(mismatches.lines).toEqual([]);
  });
});

describe('of writes, the rule', () => {
  it.each(Object.entries(writeRules))('%s', async (kind, rules) => {
    const mismatches = new Mismatches();
    for (const [deployment, app] of Object.entries(apps)) {
      const rule = rules[deployment as Deployment];
      const { queueEnabled } = app.settings;
      for (const operation of writes) {
        const route = routes[operation.id];
        if (route?.kind !== kind) continue;
        const method = operation.method.toUpperCase();
        const url = pathOf(operation, route);
        // What each category has alike is asked for by those between whom every kind of rule makes a difference.
        const askers = eachCategory.test(operation.path) ? callersFor(null) : callersFor(rule);
        // Neither JSON nor sent as JSON: nobody looks at it before all checks have passed.
        const bad = operation.body ? { body: '{', headers: { 'content-type': 'text/plain' } } : {};
        for (const [who, key] of askers) {
          const asked = `${deployment}, ${who}, ${operation.id}`;
          const as = key ? { key } : {};
          const refusal = refusalOf(rule, who);
          if (refusal) {
            mismatches.compare(asked, await app.send(method, url, { ...as, ...bad }), ...refusal);
            continue;
          }
          const right = await app.send(method, url, { ...as, ...(route.body && { body: route.body }) });
          mismatches.compare(asked, right, queueEnabled ? route.status : (route.direct ?? route.status));
          if (!operation.body || who !== 'approver') continue;
          const wrong = await app.send(method, url, { ...as, ...bad });
          mismatches.compare(`${asked}, bad body`, wrong, 415, 'application/json');
        }
      }
    }
    expect(mismatches.lines).toEqual([]);
  });
});

it('every category is readable in both versions on every deployment', async () => {
  const mismatches = new Mismatches();
  for (const [deployment, app] of Object.entries(apps))
    for (const { name, legacy } of categories)
      for (const version of ['v1', 'v2']) {
        const empty = version === 'v1' && legacy === null && !['lora', 'ti'].includes(name);
        const answer = await app.get(`/api/model_references/${version}/${name}`);
        mismatches.compare(`${deployment}, ${version}/${name}`, answer, empty ? 404 : 200);
      }
  expect(mismatches.lines).toEqual([]);
});
