import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { fetcherFor } from '../../support/emulators/fetcher-for.ts';
import { startHuggingFace } from '../../support/emulators/hugging-face.ts';
import { eventually } from '../../support/eventually.ts';
import { keys } from '../../support/identity-server.ts';
import { startUsageApp } from '../../support/usage-app.ts';
import { answersWithoutUse, noUsageData } from '../../support/usage-server.ts';

const queue = '/api/model_references/v2/pending_queue';

let app: TestApp;
const ids: Record<string, number> = {};
beforeAll(async () => {
  app = await startTestApp();
  await app.seed('clip', { name: 'plain', description: 'a' }, { name: 'moved' });
  ids.low = await app.propose('PUT', '/clip/model/plain', { name: 'plain', description: 'b' });
  ids.look = await app.propose('POST', '/clip', { name: 'pl-ain' });
  ids.high = await app.propose('PUT', '/clip/model/moved', {
    name: 'moved',
    config: {
      download: [{ file_name: 'x.bin', file_url: 'https://example.org/x.bin', sha256sum: 'a'.repeat(64) }],
    },
  });
  ids.low2 = await app.propose('POST', '/clip', { name: 'brand new thing' });
});
afterAll(() => app[Symbol.asyncDispose]());

const list = async (query: string) => {
  const answer = await app.get(`${queue}/changes?statuses=pending&${query}`, { key: keys.approver });
  return answer.json();
};
const idsOf = async (query: string) =>
  (await list(query)).items.map((change: { change_id: number }) => change.change_id);

it('each open change says its risk and why', async () => {
  const { items } = await list('');
  expect(
    items.map(({ risk, risk_reasons }: { risk: string; risk_reasons: { rule: string }[] }) => [
      risk,
      ...risk_reasons.map(({ rule }) => rule),
    ]),
  ).toEqual([['low'], ['look', 'warning'], ['high', 'critical_fields'], ['low']]);
});

it('a decided one has none', async () => {
  const { items } = (await app.get(`${queue}/changes?statuses=applied`, { key: keys.approver })).json();
  expect(items[0]).toMatchObject({ risk: null, risk_reasons: [] });
});

const judged = async ({ get }: TestApp, id: number): Promise<string[]> => {
  const change = (await get(`${queue}/changes/${id}`, { key: keys.approver })).json();
  return [change.risk, ...change.risk_reasons.map(({ rule }: { rule: string }) => rule)];
};

it('a deletion where use is counted is of high risk unless the service has said that there is none', async () => {
  const answers = { ...answersWithoutUse, stats: { day: {}, month: { used: 3 }, total: { used: 3 } } };
  await using counted = await startUsageApp(answers);
  const { app: own, usage, passSeconds } = counted;
  const names = ['used', 'unused'];
  await own.seed('image_generation', ...names.map((name) => ({ name, baseline: 'flux_1', nsfw: false })));
  usage.mood = 'error';
  const [used, unused] = [
    await own.propose('DELETE', '/image_generation/model/used'),
    await own.propose('DELETE', '/image_generation/model/unused'),
  ];
  const judgedBoth = async () => [await judged(own, used), await judged(own, unused)];
  const unknown = ['high', 'deletes_unknown_use', 'deletes'];
  // What is known of use is waited for only briefly.
  await expect.poll(judgedBoth).toEqual([unknown, unknown]);
  usage.mood = 'well';
  passSeconds(300);
  const known = [
    ['high', 'deletes_used', 'deletes'],
    ['look', 'deletes'],
  ];
  await expect.poll(judgedBoth).toEqual(known);
  usage.mood = 'error';
  passSeconds(3_500);
  await expect.poll(judgedBoth).toEqual(known);
  // What it said last is served for as long as it is down, but says nothing of today.
  passSeconds(101);
  await expect.poll(judgedBoth).toEqual([unknown, unknown]);
});

it('a deletion is of high risk while the service answers without data, and says only what it knows', async () => {
  await using counted = await startUsageApp(noUsageData);
  const { app: own, usage, passSeconds } = counted;
  const names = ['used', 'unused'];
  await own.seed('image_generation', ...names.map((name) => ({ name, baseline: 'flux_1', nsfw: false })));
  const ids = [
    await own.propose('DELETE', '/image_generation/model/used'),
    await own.propose('DELETE', '/image_generation/model/unused'),
  ] as const;
  const judgedBoth = async () => [await judged(own, ids[0]), await judged(own, ids[1])];
  const unknown = ['high', 'deletes_unknown_use', 'deletes'];
  expect(await judgedBoth()).toEqual([unknown, unknown]);

  // The uses are known, the workers are not.
  usage.answers = { ...noUsageData, stats: { day: {}, month: { used: 3 }, total: { used: 3 } } };
  passSeconds(300);
  await expect.poll(judgedBoth).toEqual([['high', 'deletes_used', 'deletes'], unknown]);
  const change = (await own.get(`${queue}/changes/${ids[0]}`, { key: keys.approver })).json();
  expect(change.risk_reasons[0].message).toBe('Deletes a model that was used 3 times in a month.');

  usage.answers = answersWithoutUse;
  passSeconds(300);
  await expect.poll(judgedBoth).toEqual([
    ['look', 'deletes'],
    ['look', 'deletes'],
  ]);
});

it('a model that has come since the usage service was read is not known to be unused', async () => {
  const others = new Map([['another', 1]]);
  const { status } = answersWithoutUse;
  const data = { status, stats: { day: others, month: others, total: others }, workers: [] };
  let isSilent = false;
  const usage = {
    read: () =>
      isSilent ? new Promise<never>(() => {}) : Promise.resolve({ data, ageSeconds: 0, stale: false }),
    health: () => ({ degraded: false, consecutive_failures: 0, seconds_until_retry: null }),
  };
  await using other = await startTestApp({ overrides: { usage } });
  const image = (name: string) => ({ name, baseline: 'flux_1', nsfw: false });
  await other.seed('image_generation', image('old'));
  const old = await other.propose('DELETE', '/image_generation/model/old');
  expect(await judged(other, old)).toEqual(['look', 'deletes']);
  isSilent = true;
  await other.seed('image_generation', image('new'));
  const recent = await other.propose('DELETE', '/image_generation/model/new');
  expect(await judged(other, recent)).toEqual(['high', 'deletes_unknown_use', 'deletes']);
  expect(await judged(other, old)).toEqual(['look', 'deletes']);
});

it('who withdraws is not counted as rejected; who is rejected is', async () => {
  await using other = await startTestApp({ overrides: { clock: { now: () => 1_800_000_000 } } });
  await other.seed('clip', { name: 'plain', description: 'a' });
  const edit = (description: string) =>
    other.propose('PUT', '/clip/model/plain', { name: 'plain', description });
  for (const text of ['b', 'c']) {
    const path = `${queue}/changes/${await edit(text)}/withdraw`;
    expect((await other.send('POST', path, { key: keys.requestor })).statusCode).toBe(200);
  }
  const last = await edit('d');
  expect(await judged(other, last)).toEqual(['low']);
  for (const text of ['b', 'c']) {
    const body = { batch_title: 'No', rejected_ids: [await edit(text)], reject_reason: 'No.' };
    await other.send('POST', `${queue}/batches`, { key: keys.approver, body });
  }
  expect((await judged(other, last)).slice(1)).toEqual(['often_rejected']);
});

it('lists are filtered and sorted by it, and paged after that', async () => {
  expect(await idsOf('risks=low')).toEqual([ids.low, ids.low2]);
  expect(await idsOf('risks=look&risks=high')).toEqual([ids.look, ids.high]);
  expect(await idsOf('sort=risk')).toEqual([ids.high, ids.look, ids.low, ids.low2]);
  const page = await list('sort=risk&offset=1&limit=2');
  expect([page.total, page.items.map((c: { change_id: number }) => c.change_id)]).toEqual([
    4,
    [ids.look, ids.low],
  ]);
  expect((await app.get(`${queue}/changes?risks=some`, { key: keys.approver })).statusCode).toBe(422);
});

it('a deletion where nobody counts how much models are used is of high risk', async () => {
  for (const category of ['safety_checker', 'clip', 'codeformer', 'miscellaneous']) {
    await app.seed(category, { name: 'loaded by all' });
    const id = await app.propose('DELETE', `/${category}/model/loaded%20by%20all`);
    expect(await judged(app, id)).toEqual(['high', 'deletes_unknown_use', 'deletes']);
  }
});

it('what hosts say of the files counts: of all when they are wrong, of new ones when they are not sure', async () => {
  await using hub = await startHuggingFace();
  const remote = fetcherFor({ hub });
  await using looking = await startTestApp({
    settings: { fileChecks: true },
    overrides: { bounds: { fileCallsPerMinute: 6_000 }, remoteFiles: remote, fileChecksEveryMs: 20 },
  });
  const file = { size: 1000, beginning: new Uint8Array(), sha256: 'a'.repeat(64) };
  const about = { id: 'acme/x', commit: 'c'.repeat(40), files: { 'x.bin': file } };
  hub.repositories.set('acme/x', about);
  const record = (name: string, sha256sum: string, description: string) => {
    const file_url = 'https://huggingface.co/acme/x/resolve/main/x.bin';
    return { name, description, config: { download: [{ file_name: 'x.bin', file_url, sha256sum }] } };
  };
  const [right, wrong] = ['a'.repeat(64), 'b'.repeat(64)];
  await looking.seed('clip', record('live', right, 'a'));
  await looking.propose('PUT', '/clip/model/live', record('live', right, 'b'));
  await looking.propose('POST', '/clip', record('new of that name', wrong, 'a'));
  await looking.propose('POST', '/blip', record('branch', right, 'a'));
  await eventually(async () => {
    const { items } = (await looking.get(`${queue}/changes?statuses=pending`, { key: keys.approver })).json();
    const rules = items.map(({ model_name, risk_reasons }: Told) => [
      model_name,
      ...risk_reasons.filter(({ rule }) => /file|finding/.test(rule)).map(({ rule }) => rule),
    ]);
    expect(rules).toEqual([['live'], ['new of that name', 'wrong_file'], ['branch', 'unsure_file']]);
  });
  await remote.close();
});

interface Told {
  model_name: string;
  risk_reasons: { rule: string }[];
}
