import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { sharedBrowser } from '../support/browser.ts';

let app: TestApp;
let context: BrowserContext;
let proxy: ReturnType<typeof createServer>;
let origin: string;
/** What the proxy was asked for and does not pass on. */
const refused: string[] = [];

beforeAll(async () => {
  app = await startTestApp({ settings: { port: 0 } });
  proxy = createServer(passOnlyApi(await app.service.listen()));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  context = await (await sharedBrowser()).newContext();
  // As for the pages of the console: to draw all of the document takes long on a busy machine.
  context.setDefaultTimeout(60_000);
});
afterAll(async () => {
  await context?.close();
  proxy?.closeAllConnections();
  proxy?.close();
  await app?.[Symbol.asyncDispose]();
});

/** A reverse proxy that gives the service `/api` and keeps everything else. */
function passOnlyApi(service: string): RequestListener {
  return (incoming, response) => {
    const { url = '', method, headers } = incoming;
    if (!url.startsWith('/api/')) {
      refused.push(url);
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

/** The proxy is asked for the document, wherever the page looks for it. */
async function passOnlyQueue(route: Route): Promise<void> {
  const response = await route.fetch();
  const document = (await response.json()) as { paths: Record<string, unknown> };
  const paths = Object.entries(document.paths).filter(([path]) => path.endsWith('/pending_queue/batches'));
  await route.fulfill({ response, json: { ...document, paths: Object.fromEntries(paths) } });
}

it.each(['/api/docs', '/api/docs/', '/api/redoc'])(
  '%s shows the operations behind a proxy that passes on only /api',
  async (path) => {
    refused.length = 0;
    const page = await context.newPage();
    const problems: string[] = [];
    const hosts = new Set<string>();
    page.on('request', (asked) => {
      const { protocol, host } = new URL(asked.url());
      if (protocol.startsWith('http')) hosts.add(host);
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    // Swagger UI takes seconds to draw all of the document: it does so once.
    if (path === '/api/docs/') await page.route('**/api/docs/json', passOnlyQueue);
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    await page.getByText('pending_queue', { exact: true }).first().waitFor();
    expect(await page.title()).toContain('Model Reference Registry');
    expect({ problems, refused: refused.filter((url) => url !== '/favicon.ico'), hosts: [...hosts] }).toEqual(
      {
        problems: [],
        refused: [],
        hosts: [new URL(origin).host],
      },
    );
    await page.close();
  },
);

it('/api/redoc draws the operation that is looked at, not all of them', async () => {
  const page = await context.newPage();
  await page.goto(`${origin}/api/redoc`);
  await page.getByText('pending_queue', { exact: true }).first().click();
  const elements = () => page.locator('*').count();
  expect(await elements()).toBeLessThan(5000);
  await page.getByRole('main').getByText('Approve and reject changes').first().click();
  await page.getByRole('main').getByText('/model_references/v2/pending_queue/batches').waitFor();
  expect(await elements()).toBeLessThan(10_000);
  await page.close();
});
