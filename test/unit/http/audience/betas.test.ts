import { expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions } from '../../../support/app.ts';
import { type EventSourceClient, openEventSource } from '../../../support/event-source.ts';
import { eventually } from '../../../support/eventually.ts';
import { makeDefaultDatabase } from '../../../support/make-database.ts';

const v2 = '/api/model_references/v2';
const v1 = '/api/model_references/v1';

/** A day long ago: the database's clock is never before it. */
const begin = Date.parse('2020-06-01T00:00:00Z') / 1000;
const day = 86_400;
const betaUntil = (until: string) => ({ lifecycle: { state: 'beta', until } });

async function start(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp(options);
  onTestFinished(() => app[Symbol.asyncDispose]());
  return app;
}

async function sharedDatabase(): Promise<string> {
  const { url, remove } = await makeDefaultDatabase();
  onTestFinished(remove);
  return url;
}

const namesAt = async (app: TestApp, path: string) => Object.keys((await app.get(path)).json());
type Told = { operation: string; model_name: string; returned_behind?: string | null };
const feedOf = async (app: TestApp, query = '') => {
  const { events } = (await app.get(`${v2}/feed?limit=500${query}`)).json();
  return events as Told[];
};
const told = (events: readonly Told[]) =>
  events.map(({ operation, model_name }) => `${operation} ${model_name}`);

/** What one gets who applies the feed's events in order, as a follower does. */
function orderAfter(events: readonly Told[]): string[] {
  let names: string[] = [];
  for (const { operation, model_name, returned_behind } of events) {
    if (operation === 'delete') names = names.filter((name) => name !== model_name);
    else if (!names.includes(model_name)) {
      const at = returned_behind === undefined ? names.length : names.indexOf(returned_behind ?? '') + 1;
      names.splice(at, 0, model_name);
    }
  }
  return names;
}

test('on its date a beta becomes common by itself, once, although the service was stopped and several start', async () => {
  const databaseUrl = await sharedDatabase();
  const time = { now: begin };
  const options = { settings: { databaseUrl }, overrides: { clock: { now: () => time.now } } };
  {
    await using before = await startTestApp(options);
    await before.seed(
      'clip',
      { name: 'first' },
      { name: 'early trial', ...betaUntil('2020-06-02') },
      { name: 'trial', ...betaUntil('2020-06-02T12:00:00Z') },
      { name: 'later', ...betaUntil('2020-07-01') },
      { name: 'last' },
    );
    expect(await namesAt(before, `${v2}/clip`)).toEqual(['first', 'last']);
  }
  time.now = begin + 2 * day;
  const instances = [await start(options), await start(options), await start(options)] as const;
  const common = ['first', 'early trial', 'trial', 'last'];
  for (const instance of instances) {
    await eventually(async () => expect(await namesAt(instance, `${v2}/clip`)).toEqual(common));
    expect(await namesAt(instance, `${v1}/clip`)).toEqual(common);
  }
  const [one] = instances;
  const all = await feedOf(one, '&channel=beta');
  expect(told(all.filter(({ operation }) => operation === 'update'))).toEqual([
    'update early trial',
    'update trial',
  ]);
  const plain = await feedOf(one);
  expect(told(plain)).toEqual(['create first', 'create last', 'create early trial', 'create trial']);
  expect(orderAfter(plain)).toEqual(common);
  const record = (await one.get(`${v2}/clip/model/trial`)).json();
  expect(record).not.toHaveProperty('lifecycle');
});

test('a change that was proposed before the date does not bring the beta back', async () => {
  const time = { now: begin };
  const app = await start({ overrides: { clock: { now: () => time.now } } });
  const beta = betaUntil('2020-06-01T00:01:00Z');
  await app.seed('clip', { name: 'trial', ...beta });
  const late = await app.propose('PUT', '/clip/model/trial', {
    name: 'trial',
    description: 'Tried.',
    ...beta,
  });
  await app.approve(late);
  time.now = begin + 100;
  await eventually(async () => expect(await namesAt(app, `${v2}/clip`)).toEqual(['trial']));
  await app.apply(late);
  expect(told(await feedOf(app))).toEqual(['create trial', 'update trial']);
  expect((await app.get(`${v2}/clip/model/trial`)).json()).toMatchObject({ description: 'Tried.' });
});

test('the feed and its stream tell of what comes into sight as created, and of what leaves it as deleted', async () => {
  const app = await start({ settings: { port: 0 } });
  const origin = await app.service.listen();
  await app.seed('clip', { name: 'a' });
  const since = (await app.get(`${v2}/feed?since=head`)).json().head;
  const listen = async (query: string) => {
    const client = await openEventSource(`${origin}${v2}/feed/stream?since=${since}${query}`);
    onTestFinished(() => client.cut());
    return client;
  };
  const [plain, insider] = [await listen(''), await listen('&channel=beta')];
  await app.seed('clip', { name: 'trial', lifecycle: { state: 'beta' } });
  const put = async (record: object) => {
    const id = await app.propose('PUT', '/clip/model/trial', { name: 'trial', ...record });
    await app.approve(id);
    await app.apply(id);
  };
  await put({});
  await put({ lifecycle: { state: 'beta' } });
  await app.seed('clip', { name: 'b' });
  const storyOf = (client: EventSourceClient) => told(client.models() as unknown as Told[]);
  const expected = {
    plain: ['create trial', 'delete trial', 'create b'],
    insider: ['create trial', 'update trial', 'update trial', 'create b'],
  };
  await eventually(() => {
    expect(storyOf(plain)).toEqual(expected.plain);
    expect(storyOf(insider)).toEqual(expected.insider);
  });
  expect(told(await feedOf(app, `&since=${since}`))).toEqual(expected.plain);
  expect(told(await feedOf(app, `&since=${since}&channel=beta`))).toEqual(expected.insider);
});

test('a replica has what is in beta, and shows it to those alone who ask', async () => {
  const primary = await start({ settings: { port: 0 } });
  const origin = await primary.service.listen();
  await primary.seed('clip', { name: 'a' }, { name: 'trial', lifecycle: { state: 'beta' } }, { name: 'b' });
  const replica = await start({
    settings: { replicateMode: 'REPLICA', primaryApiUrl: `${origin}/api` },
  });
  await eventually(async () => expect(await namesAt(replica, `${v2}/clip`)).toEqual(['a', 'b']));
  expect(await namesAt(replica, `${v2}/clip?channel=beta`)).toEqual(['a', 'trial', 'b']);
  expect(await namesAt(replica, `${v1}/clip?channel=beta`)).toEqual(['a', 'trial', 'b']);
  const id = await primary.propose('PUT', '/clip/model/trial', { name: 'trial' });
  await primary.approve(id);
  await primary.apply(id);
  await eventually(async () => expect(await namesAt(replica, `${v1}/clip`)).toEqual(['a', 'trial', 'b']));
  const [here, there] = [await replica.get(`${v2}/clip`), await primary.get(`${v2}/clip`)];
  expect(here.headers.etag).toBe(there.headers.etag);
});
