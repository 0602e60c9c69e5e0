import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as Client from '../../client/src/index.ts';
import { bundleClient } from '../../scripts/client-bundle.ts';
import { answer, type LyingProxy, startLyingProxy } from '../client/lying-proxy.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { sharedBrowser } from '../support/browser.ts';
import { keys } from '../support/identity-server.ts';

let app: TestApp;
let proxy: LyingProxy;
let context: BrowserContext;
let page: Page;
let away = false;
/** What the page has loaded as `/index.js`. */
declare const client: typeof Client;
declare const window: object;
declare const location: { readonly origin: string };

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'modelref-client-'));
  await bundleClient(folder);
  const module = await readFile(join(folder, 'index.js'), 'utf8');
  await rm(folder, { recursive: true });
  app = await startTestApp({ settings: { port: 0 } });
  await app.seed('clip', { name: 'a' });
  proxy = await startLyingProxy(await app.service.listen());
  proxy.trick = ({ url }, response) => {
    if (url === '/index.js') return answer(response, 200, module, { 'content-type': 'text/javascript' });
    const html = `<script type="module">window.client = await import('/index.js')</script>`;
    if (url === '/page') return answer(response, 200, html, { 'content-type': 'text/html' });
    if (away) response.destroy();
    return away;
  };
  context = await (await sharedBrowser()).newContext();
  page = await context.newPage();
});
afterAll(async () => {
  await context?.close();
  await proxy?.[Symbol.asyncDispose]();
  await app?.[Symbol.asyncDispose]();
});

async function open(): Promise<void> {
  await page.goto(`${proxy.url}/page`);
  await page.waitForFunction(() => 'client' in window);
}

it('a page loads the client without a bundler, reads, proposes, follows, and checks signatures', async () => {
  await open();
  const found = await page.evaluate(async (key) => {
    const registry = new client.ModelrefClient({ server: `${location.origin}/api`, key });
    const { value } = await registry.category('clip');
    const { eventId } = await client.verifyCheckpoint(
      await registry.checkpoint(),
      await registry.checkpointKey(),
    );
    const record = { name: 'a', description: 'from a page' };
    const change = await registry.queue.propose({ category: 'clip', operation: 'update', name: 'a', record });
    const follower = await registry.follow({ categories: ['clip'] });
    const changes = follower.changes(new AbortController().signal);
    Object.assign(window, { next: changes.next() });
    return { names: [...value.keys()], id: change.change_id, eventId };
  }, keys.requestor);
  expect(found).toEqual({ names: ['a'], id: expect.any(Number), eventId: 4 });
  await app.approve(found.id);
  await app.apply(found.id);
  const next = await page.evaluate(async () => {
    const { value } = await (window as never as { next: Promise<IteratorResult<Client.ModelChange>> }).next;
    return [value.operation, value.name, value.fields, value.affectsFiles];
  });
  expect(next).toEqual(['update', 'a', ['description'], false]);
});

it('a page that is opened while the registry is away shows the last good copy', async () => {
  const read = async () => {
    await open();
    return page.evaluate(async () => {
      const cache = client.browserCache();
      const registry = new client.ModelrefClient({ server: `${location.origin}/api`, cache, attempts: 1 });
      const { value, stale, error } = await registry.category('clip');
      return [value.size, stale, error?.kind];
    });
  };
  expect(await read()).toEqual([1, false, undefined]);
  away = true;
  expect(await read()).toEqual([1, true, 'unreachable']);
});
