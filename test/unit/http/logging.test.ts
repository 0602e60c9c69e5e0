import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../src/settings/settings.ts';
import { startTestApp } from '../../support/app.ts';
import { keys, users } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';

/** The lines of a few typical requests, as `METHOD path status`. */
async function linesWith(accessLog: Settings['accessLog']) {
  const lines: Record<string, unknown>[] = [];
  {
    await using app = await startTestApp({ settings: { accessLog }, onLog: (line) => lines.push(line) });
    await app.send('POST', `${v2}/clip`, { key: keys.requestor, body: { name: 'a' } });
    await app.send('POST', `${v2}/clip?apikey=${keys.requestor}`, { key: keys.unknown, body: { name: 'a' } });
    await app.get(`${v2}/model_categories`);
    await app.get(`${v2}/clip/model/none?apikey=${keys.requestor}`, { key: keys.requestor });
    await app.get('/api/heartbeat');
    await app.get('/nonsense');
  }
  return lines;
}

const requestsIn = (lines: Record<string, unknown>[]) => lines.filter((line) => line.msg === 'request');

describe('the access log', () => {
  const errorsAndWrites = [
    `POST ${v2}/clip 202`,
    `POST ${v2}/clip 401`,
    `GET ${v2}/clip/model/none 404`,
    'GET /nonsense 404',
  ];

  it.each([
    ['off', []],
    ['errors', errorsAndWrites],
    ['all', [...errorsAndWrites, `GET ${v2}/model_categories 200`, 'GET /api/heartbeat 200']],
  ] as const)('%s says who wrote, under which id, and never a key', async (accessLog, expected) => {
    const lines = await linesWith(accessLog);
    const requests = requestsIn(lines);
    const told = requests.map(({ method, path, status }) => `${method} ${path} ${status}`);
    expect(told.sort()).toEqual([...expected].sort());
    expect(new Set(requests.map(({ reqId }) => reqId)).size).toBe(requests.length);
    for (const written of requests.filter(({ status }) => status === 202))
      expect(written).toMatchObject({
        user: users.requestor.id,
        reqId: expect.any(String),
        ms: expect.any(Number),
      });
    for (const key of [keys.requestor, keys.unknown]) expect(JSON.stringify(lines)).not.toContain(key);
  });
});

describe('a refusal', () => {
  const refusedBy = async (settings: Partial<Settings>, path: string, identityIsDown = false) => {
    const lines: Record<string, unknown>[] = [];
    await using app = await startTestApp({ settings, onLog: (line) => lines.push(line) });
    if (identityIsDown) app.identity.mood = 'error';
    const answer = await app.send('POST', path, { key: keys.requestor, body: { name: 'a' } });
    const warnings = lines.filter(({ level }) => Number(level) >= 40).map(({ msg }) => msg);
    return { status: answer.statusCode, warnings };
  };

  it.each([
    ['replicate_mode', { replicateMode: 'REPLICA' }],
    ['canonical_format', { canonicalFormat: 'legacy' }],
    ['pending_queue.enabled', { queueEnabled: false }],
  ] as const)(
    'by %s is no warning: it is as the operator wants it, and anybody can ask',
    async (_, settings) => {
      expect(await refusedBy(settings, `${v2}/clip`)).toEqual({ status: 503, warnings: [] });
    },
  );

  it('because the identity service is down is one', async () => {
    expect(await refusedBy({}, `${v2}/clip`, true)).toEqual({ status: 503, warnings: ['request refused'] });
  });
});

describe('a line', () => {
  it.each(['x', '"', '\u00e9'])('has a bound, whatever a request is made of (%j)', async (character) => {
    const raw: string[] = [];
    {
      await using app = await startTestApp({
        settings: { logLevel: 'info' },
        overrides: { logTo: { write: (line) => void raw.push(line) } },
      });
      await app.send('GET', `/${encodeURIComponent(character).repeat(20_000)}`, {
        headers: { 'user-agent': 'a'.repeat(60_000) },
      });
      app.service.context.logger.info({ a: 'a'.repeat(60_000), list: Array(10_000).fill('item') }, 'long');
      const many = Array.from({ length: 5_000 }, (_, i) => [`fact ${i}`, i]);
      app.service.context.logger.info(Object.fromEntries(many), 'many facts');
    }
    const lines = raw.map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const line of raw) expect([line.length <= 8192, line.endsWith('\n')]).toEqual([true, true]);
    expect(lines.find(({ msg }) => msg === 'request')).toMatchObject({
      status: expect.any(Number),
      path: expect.stringMatching(/… \(\d+ more characters\)$/),
    });
    expect(lines.find(({ msg }) => msg === 'long')?.list).toHaveLength(20);
    expect(lines.find(({ msg }) => msg === 'many facts')).toMatchObject({
      level: 30,
      cut: expect.any(Number),
    });
  });
});
