import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chainStart, findLinkProblem } from '../../../../src/modules/audit/event.ts';
import { auditStore } from '../../../../src/modules/audit/store.ts';
import { counterStore } from '../../../../src/modules/counters/store.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { keys } from '../../../support/identity-server.ts';
import { prefix } from './text-generation.ts';

const clients = Array.from({ length: 64 }, (_, index) => index);
const key = keys.requestor;

/** Sends all at once; gives the statuses. */
const all = (app: TestApp, requests: readonly (readonly [method: string, path: string, body: object])[]) =>
  Promise.all(
    requests.map(async ([method, path, body]) => {
      const answer = await app.send(method, prefix + path, { key, body });
      return answer.statusCode;
    }),
  );

const count = (statuses: readonly number[], status: number) =>
  statuses.filter((each) => each === status).length;

describe('64 clients at once', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const events = () =>
    app.store.read((reader) => auditStore(reader).events({ category: 'text_generation' }, 10_000));
  const eventsOf = async (name: string) => (await events()).filter((event) => event.model_name === name);

  test('add aliases of their own to one group: none is lost, each has its event', async () => {
    const statuses = await all(
      app,
      clients.map((n) => ['POST', '/aliases/one/add', { alias: `one-${n}` }] as const),
    );
    expect(count(statuses, 200)).toBe(64);
    const { aliases } = (await app.get(`${prefix}/aliases/one`)).json();
    expect([...aliases].sort()).toEqual(clients.map((n) => `one-${n}`).sort());
    const sizes = (await eventsOf('one')).map(
      ({ payload }) => (payload as { after: { aliases: string[] } }).after.aliases.length,
    );
    expect(sizes).toEqual(clients.map((n) => n + 1));
  });

  test('claim one alias for groups of their own: one gets it, and the others are told who', async () => {
    const answers = await Promise.all(
      clients.map((n) =>
        app.send('POST', `${prefix}/aliases/claim-${n}/add`, { key, body: { alias: 'wanted' } }),
      ),
    );
    const winners = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json());
    expect(winners).toHaveLength(1);
    const holder = winners[0].canonical;
    const losers = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(new Set(losers.map((answer) => `${answer.statusCode} ${answer.json().detail}`))).toEqual(
      new Set([`409 Alias 'wanted' is already registered under canonical group '${holder}'`]),
    );
    const entries: { canonical: string }[] = (await app.get(`${prefix}/aliases`)).json().entries;
    expect(entries.filter(({ canonical }) => canonical.startsWith('claim-'))).toEqual([
      { canonical: holder, aliases: ['wanted'] },
    ]);
    expect((await events()).filter((event) => event.model_name.startsWith('claim-'))).toHaveLength(1);
  });

  test('alias two groups to each other: no circle comes about', async () => {
    const statuses = await all(
      app,
      clients.map((n) =>
        n % 2 === 0
          ? (['POST', '/aliases/left/add', { alias: 'right' }] as const)
          : (['POST', '/aliases/right/add', { alias: 'left' }] as const),
      ),
    );
    expect([count(statuses, 200), count(statuses, 409)]).toEqual([32, 32]);
    const entries: { canonical: string }[] = (await app.get(`${prefix}/aliases`)).json().entries;
    expect(entries.filter(({ canonical }) => ['left', 'right'].includes(canonical))).toHaveLength(1);
  });

  test('add members to one family, and claim one group for families of their own', async () => {
    await app.send('PUT', `${prefix}/families/F`, { key, body: { members: ['first'] } });
    const added = await all(
      app,
      clients.map((n) => ['POST', '/families/F/add', { group_name: `member-${n}` }] as const),
    );
    expect(count(added, 200)).toBe(64);
    const { members } = (await app.get(`${prefix}/families/F`)).json();
    expect(members).toEqual(['first', ...clients.map((n) => `member-${n}`)].sort());
    expect(await eventsOf('F')).toHaveLength(65);

    const claimed = await all(
      app,
      clients.map((n) => ['PUT', `/families/claim-${n}`, { members: ['wanted', `own-${n}`] }] as const),
    );
    expect([count(claimed, 200), count(claimed, 409)]).toEqual([1, 63]);
    const families: { members: string[] }[] = (await app.get(`${prefix}/families`)).json().families;
    expect(families.filter((family) => family.members.includes('wanted'))).toHaveLength(1);
    expect(families).toHaveLength(2);
  });

  test('leave a chain of events without a gap, one per write', async () => {
    const trail = await app.store.read((reader) => auditStore(reader).events({}, 10_000));
    const problems = trail.map((event, at) => findLinkProblem(event, trail[at - 1] ?? chainStart));
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
    const counter = await app.store.read((reader) => counterStore(reader).current('groups'));
    expect(trail).toHaveLength(counter);
  });
});
