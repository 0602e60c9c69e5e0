import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { keys } from '../support/identity-server.ts';
import { nginxIsMissing } from './deployments/installed.ts';
import { startSiteOfNginx } from './deployments/proxies.ts';

const v2 = '/api/model_references/v2';

describe.skipIf(nginxIsMissing)('deploy/nginx.conf', () => {
  const stack = new AsyncDisposableStack();
  let app: TestApp;
  let site: string;
  beforeAll(async () => {
    app = await startTestApp({ settings: { httpMaxAgeSeconds: 1, httpStaleSeconds: 86_400 } });
    await app.seed('clip', { name: 'a/b' });
    const origin = await app.service.listen();
    const behind = { 'primary-a:19800': origin, 'primary-b:19800': origin, 'replica:19800': origin };
    site = await startSiteOfNginx(stack, behind, { isLimited: true, isCached: true });
  });
  afterAll(() => stack.disposeAsync());
  const read = async (path: string, headers = {}) => {
    const answer = await fetch(site + path, { headers });
    return { status: answer.status, cache: answer.headers.get('x-cache-status'), body: await answer.text() };
  };

  it('keeps public reads, and nothing that was asked for with a key', async () => {
    for (const path of [`${v2}/clip`, `${v2}/clip/model/a%2Fb`]) {
      const { body } = await app.get(path);
      await eventually(async () => expect(await read(path)).toEqual({ status: 200, cache: 'HIT', body }));
    }
    for (const key of [keys.approver, keys.requestor]) {
      const { status, cache, body } = await read(`${v2}/me/roles`, { apikey: key });
      expect([status, cache, JSON.parse(body).is_approver]).toEqual([200, null, key === keys.approver]);
    }
    expect(await read(`${v2}/me/roles`)).toMatchObject({ status: 401 });
    expect(await read(`${v2}/clip/model/none`)).toMatchObject({ status: 404 });
  });

  it('answers 304 for what a reader has, with the cache and as it is shipped', async () => {
    const uncached = await startTestApp();
    stack.use(uncached);
    await uncached.seed('clip', { name: 'a/b' });
    const origin = await uncached.service.listen();
    const behind = { 'primary-a:19800': origin, 'primary-b:19800': origin, 'replica:19800': origin };
    const asShipped = await startSiteOfNginx(stack, behind);
    for (const each of [site, asShipped]) {
      for (const keyHeaders of [{}, { apikey: keys.requestor }]) {
        const url = `${each}${v2}/clip`;
        const { headers } = await fetch(url, { headers: keyHeaders });
        const ifNoneMatch = { ...keyHeaders, 'if-none-match': headers.get('etag') ?? '' };
        expect([each, (await fetch(url, { headers: ifNoneMatch })).status]).toEqual([each, 304]);
      }
    }
  });

  it('answers when no instance does, and limits the requests of an address', async () => {
    const { body } = await app.get(`${v2}/clip`);
    await app[Symbol.asyncDispose]();
    await eventually(async () => {
      expect(await read(`${v2}/clip`)).toEqual({
        status: 200,
        cache: expect.stringMatching(/STALE|UPDATING/),
        body,
      });
    });
    const answers = await Promise.all(Array.from({ length: 600 }, () => read(`${v2}/clip`)));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const limited = answers.find(({ status }) => status === 429);
    expect(JSON.parse(limited?.body ?? '{}')).toEqual({
      detail: expect.stringMatching(/^Too many requests/),
    });
  });
});
