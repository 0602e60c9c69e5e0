import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Settings } from '../../../src/settings/settings.ts';
import { serverWith, startTestApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
let lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  app = await startTestApp({ onLog: (line) => lines.push(line) });
});
afterAll(() => app[Symbol.asyncDispose]());

/** Returns the log lines of three requests. */
async function logged(trustProxy: Settings['trustProxy'], remoteAddress: string, headers: object) {
  lines = [];
  await using server = serverWith(app, { accessLog: 'all', trustProxy });
  for (let i = 0; i < 3; i += 1) {
    await server.inject({ url: '/api/heartbeat', remoteAddress, headers: { ...headers } });
  }
  return lines;
}

const proxy = '10.0.0.5';
const client = '203.0.113.9';
const forged = '6.6.6.6';

test.each<[string, Settings['trustProxy'], string, string | undefined, string]>([
  ['without the setting, a forged header is ignored', [], client, forged, client],
  ['of no proxy, too', 0, client, forged, client],
  ['a proxy that is named is believed', ['10.0.0.0/8'], proxy, client, client],
  ['but not what the client had written before', ['10.0.0.0/8'], proxy, `${forged}, ${client}`, client],
  ['a client that is no proxy is not', ['10.0.0.0/8'], client, forged, client],
  ['networks have names', ['uniquelocal'], proxy, client, client],
  ['one proxy', 1, proxy, `${forged}, ${client}`, client],
  ['two proxies', 2, proxy, `${forged}, ${client}, 192.0.2.1`, client],
  ['a proxy that says nothing', 1, proxy, undefined, proxy],
])('%s', async (_case, trustProxy, from, forwarded, expected) => {
  const told = await logged(
    trustProxy,
    from,
    forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  );
  expect(told.find(({ msg }) => msg === 'request')?.ip).toBe(expected);
});

test.each<[string, Settings['trustProxy'], string, number]>([
  ['an unknown proxy is told of once', [], 'x-forwarded-for', 1],
  ['in whichever header it names the client', [], 'forwarded', 1],
  ['but not where somebody has said that there is none', 0, 'x-forwarded-for', 0],
  ['and not where proxies are known', ['10.0.0.0/8'], 'x-forwarded-for', 0],
  ['nor without one', [], 'x-request-id', 0],
])('%s', async (_case, trustProxy, header, warnings) => {
  const all = await logged(trustProxy, client, { [header]: proxy });
  const told = all.filter(({ msg }) => String(msg).includes('MODELREF_TRUST_PROXY'));
  expect(told.length).toBe(warnings);
  if (warnings > 0) expect(told).toMatchObject([{ level: 40, address: client, header }]);
});
