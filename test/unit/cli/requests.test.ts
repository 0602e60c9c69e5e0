import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';
import { modelref } from './terminal.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.[Symbol.asyncDispose]());

test('requests are exported and imported with the models', async () => {
  const body = { name: 'To take along', category: 'clip' };
  const asked = await app.send('POST', '/api/model_references/v2/requests', { key: keys.nobody, body });
  expect(asked.statusCode).toBe(201);
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
