import { type RequestListener, request } from 'node:http';
import type { BrowserContext, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { sharedBrowser } from '../support/browser.ts';
import { keys } from '../support/identity-server.ts';
import { type RemoteHost, startRemoteHost } from '../support/remote-host.ts';

let app: TestApp;
let context: BrowserContext;
let proxy: RemoteHost;
/** What the proxy was asked for and does not pass on. */
const refused: string[] = [];

beforeAll(async () => {
  app = await startTestApp({ settings: { port: 0 } });
  proxy = await startRemoteHost(passOnlyApi(await app.service.listen()));
  context = await (await sharedBrowser()).newContext();
  // As for the pages of the console: to draw all of the document takes long on a busy machine.
  context.setDefaultTimeout(60_000);
});
afterAll(async () => {
  await context?.close();
  await proxy?.[Symbol.asyncDispose]();
  await app?.[Symbol.asyncDispose]();
});

/** A reverse proxy that gives the service `/api` and keeps everything else. */
function passOnlyApi(service: string): RequestListener {
  return (incoming, response) => {
    const { url = '', method, headers } = incoming;
    if (!url.startsWith('/api/')) {
      if (url !== '/favicon.ico') refused.push(url);
      response.writeHead(404).end();
      return;
    }
    const passed = request(service + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(passed);
  };
}

/** Opens a page of the documentation, and gives what it reports and asks other hosts for. */
async function open(path: string) {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('request', (asked) => {
    const { protocol, host } = new URL(asked.url());
    if (protocol.startsWith('http') && host !== new URL(proxy.url).host) problems.push(asked.url());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return { page, problems, arrive: () => page.goto(proxy.url + path) };
}

it('Swagger UI, behind a proxy that passes on only /api, sends what somebody fills into its forms', async () => {
  await app.seed('clip', { name: 'a/50% ü?' });
  const { page, problems, arrive } = await open('/api/docs');
  const ids: Record<string, string> = {};
  // It takes seconds to draw all of the document, and all that each answer may be.
  await page.route('**/api/docs/json', async (route) => {
    const response = await route.fetch();
    const document = (await response.json()) as {
      paths: Record<string, Record<string, { operationId: string; responses: unknown }>>;
    };
    const used = /v2\/(clip|clip\/model\/\{model_name\})$/;
    const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => used.test(path)));
    for (const [path, operations] of Object.entries(paths))
      for (const [method, operation] of Object.entries(operations)) {
        ids[`${method} ${path.split('/v2/')[1]}`] = operation.operationId;
        operation.responses = { default: { description: 'Left out.' } };
      }
    await route.fulfill({ response, json: { ...document, paths, tags: [] } });
  });
  await arrive();
  expect(await page.title()).toContain('Model Reference Registry');
  await page.locator('.auth-wrapper .authorize').first().click();
  const dialog = page.locator('.dialog-ux');
  await dialog.locator('input').fill(keys.approver);
  await dialog.getByRole('button', { name: 'Apply credentials' }).click();
  await dialog.locator('.btn-done').click();
  const closed = page.locator('.opblock-tag-section:not(.is-open) .opblock-tag');
  while ((await closed.count()) > 0) await closed.first().click();
  const execute = async (operation: string, fill: (block: Locator) => Promise<unknown>) => {
    // The page puts the tag before the id.
    const block = page.locator(`.opblock[id$="-${ids[operation]}"]`).first();
    await block.locator('.opblock-summary-control').click();
    await block.locator('.try-out__btn').click();
    await fill(block);
    await block.locator('.execute').click();
    const live = block.locator('.live-responses-table .response').first();
    const status = Number.parseInt(await live.locator('.response-col_status').innerText(), 10);
    const body = live.locator('.highlight-code code, pre.microlight').first();
    return [status, JSON.parse((await body.textContent()) ?? '') as unknown];
  };
  expect(
    await execute('post clip', (block) =>
      block.locator('.body-param textarea').fill(JSON.stringify({ name: 'From a form' })),
    ),
  ).toEqual([202, expect.objectContaining({ status: 'pending' })]);
  const read = await execute('get clip/model/{model_name}', (block) =>
    block.locator('tr[data-param-name="model_name"] input').fill('a/50% ü?'),
  );
  expect(read).toEqual([200, expect.objectContaining({ name: 'a/50% ü?' })]);
  expect({ problems, refused }).toEqual({ problems: [], refused: [] });
  await page.close();
});

it('the reference, behind that proxy, draws the operation that is looked at, not all of them', async () => {
  const { page, problems, arrive } = await open('/api/redoc');
  await arrive();
  expect(await page.title()).toContain('Model Reference Registry');
  await page.getByText('pending_queue', { exact: true }).first().click();
  const elements = () => page.locator('*').count();
  expect(await elements()).toBeLessThan(5000);
  await page.getByRole('main').getByText('Approve or reject changes').first().click();
  await page.getByRole('main').getByText('/model_references/v2/pending_queue/batches').waitFor();
  expect(await elements()).toBeLessThan(10_000);
  expect({ problems, refused }).toEqual({ problems: [], refused: [] });
  await page.close();
});
