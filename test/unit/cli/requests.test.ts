import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys, users } from '../../support/identity-server.ts';
import { modelref } from './terminal.ts';

let app: TestApp;
let server: string;
beforeAll(async () => {
  app = await startTestApp({ settings: { port: 0 } });
  server = await app.service.listen();
});
afterAll(() => app?.[Symbol.asyncDispose]());

const run = (key: string, ...words: string[]) =>
  modelref(['request', ...words], { MODELREF_SERVER: server, MODELREF_KEY: key });

test('a request is asked for, seconded, decided, and listed', async () => {
  const asked = await run(keys.nobody, 'ask', 'A model', '--category', 'clip', '--why', 'I miss it');
  expect([asked.code, asked.printed]).toEqual([0, ['Request 1, A model (clip): open, wanted by 1.']]);
  const again = await run(keys.requestor, 'ask', 'a-model', '--category', 'clip');
  expect([again.code, again.noted.join()]).toEqual([
    expect.any(Number),
    expect.stringContaining('Request 1 asks for it already: second that one.'),
  ]);
  expect(again.code).not.toBe(0);
  expect((await run(keys.requestor, 'second', '1', 'Me too')).printed.join()).toContain('wanted by 2');
  expect((await run(keys.requestor, 'decide', '1', 'accept')).code).not.toBe(0);
  expect((await run(keys.approver, 'decide', '1', 'decline')).code).not.toBe(0);
  const declined = await run(keys.approver, 'decide', '1', 'decline', '--reason', 'no licence', '--json');
  expect(JSON.parse(declined.printed.join(''))).toMatchObject({ state: 'declined', reason: 'no licence' });
  expect((await run('', 'list', '--state', 'declined')).printed.at(-1)).toMatch(
    /1 +2 +declined +clip +A model/,
  );
  expect((await run('', 'list', '--state', 'open', '--json')).printed).toEqual(['[]']);
  const hide = ['decide', '1', 'hide-comment', '--user', users.requestor.id, '--reason', 'rude'];
  expect((await run(keys.requestor, ...hide)).code).not.toBe(0);
  expect((await run(keys.approver, ...hide)).code).toBe(0);
  const { items } = (await app.get('/api/model_references/v2/requests/1/seconds')).json();
  expect(items.map(({ why }: { why: string | null }) => why).sort()).toEqual(['I miss it', null]);
});

test('requests are exported and imported with the models', async () => {
  await run(keys.nobody, 'ask', 'To take along', '--category', 'clip');
  const directory = await mkdtemp(join(tmpdir(), 'modelref-requests-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const out = join(directory, 'out');
  const exported = await modelref(['export', out, '--format', 'v2'], {
    MODELREF_DATABASE_URL: app.settings.databaseUrl,
  });
  const file = join(out, 'model_requests.json');
  expect(exported.printed).toContainEqual(
    expect.stringMatching(/model_requests\.json: \d requests for models$/),
  );
  const environment = { MODELREF_DATABASE_URL: `sqlite:${join(directory, 'registry.db')}` };
  const imported = async (...options: string[]) => {
    const { code, printed, noted } = await modelref(['import', out, ...options], environment);
    return [code, printed.at(-1) ?? noted.join()];
  };
  const count = JSON.parse(await readFile(file, 'utf8')).steps.filter(
    ({ action }: { action: string }) => action === 'ask',
  ).length;
  expect(await imported('--dry-run')).toEqual([0, `${count} requests for models: not looked at (--dry-run)`]);
  expect(await imported()).toEqual([0, `${count} requests for models taken over, 0 are there already`]);
  expect(await imported()).toEqual([0, `0 requests for models taken over, ${count} are there already`]);
  expect((await modelref(['audit', 'verify'], environment)).code).toBe(0);
  await writeFile(file, '{"steps":"none"}');
  const refused = await modelref(['import', out], environment);
  const problem = expect.stringContaining('model_requests.json: is no file of requests: steps');
  expect(refused).toMatchObject({ code: 1, noted: expect.arrayContaining([problem]) });
  expect(await imported('--skip-invalid')).toEqual([0, expect.stringMatching(/ 1 left out$/)]);
});
