import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';
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
});
