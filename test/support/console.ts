import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { pino } from 'pino';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core';
import { type App, createApp } from '../../src/app/app.ts';
import type { Overrides } from '../../src/app/foundation.ts';
import { readSettings } from '../../src/app/settings.ts';
import { RegistryError } from '../../src/kernel/errors.ts';
import { importReferences } from '../../src/modules/transfer/import.ts';
import { joinReferenceFiles } from '../../src/modules/transfer/reference-files.ts';
import type { SourceModel } from '../../src/modules/transfer/reference-source.ts';
import { sharedBrowser } from './browser.ts';
import { freshConsole } from './fresh-console.ts';
import { keys, users } from './identity-server.ts';
import { syntheticModels } from './synthetic-models.ts';

/**
 * The service with a filled database, composed as the command `serve` does, and a browser that opens its
 * console.
 */
export interface ConsoleUnderTest extends AsyncDisposable {
  readonly app: App;
  readonly origin: string;
  /** Takes a key away from its user, as the AI-Horde does when the user makes a new one. */
  revoke(key: string): void;
  restore(key: string): void;
  /**
   * Opens a page in a browser context of its own. Errors of the page are added to `problems`, and so is what
   * its security policy kept it from loading. A page that is left open goes on asking and drawing.
   */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /**
   * Goes to a path in a page that tests share. Each key has one such page, which is signed in with it; calls
   * without a key share a page that is signed out. The page keeps what it has loaded in its cache. Each call
   * gives it the usual window size and light colours again.
   */
  visit(path: string, key?: string): Promise<Page>;
  /** Closes the pages that `open` has opened. Returns the `problems` of all pages, and forgets them. */
  closeOpened(): Promise<readonly string[]>;
  readonly problems: string[];
}

const usualViewport = { width: 1440, height: 900 };

/**
 * Starts a service with its console, and a browser.
 *
 * @param models the records that the registry is filled with
 * @param overrides further settings for `createApp`
 */
export async function startConsole(
  environment: Record<string, string> = {},
  models: readonly SourceModel[] = syntheticModels(),
  overrides: Overrides = {},
): Promise<ConsoleUnderTest> {
  await freshConsole();
  const directory = await mkdtemp(join(tmpdir(), 'modelref-e2e-'));
  const revoked = new Set<string>();
  const { settings } = readSettings({
    MODELREF_REPLICATE_MODE: 'PRIMARY',
    MODELREF_DATABASE_URL: `sqlite:${join(directory, 'registry.db')}`,
    MODELREF_PENDING_QUEUE__REQUESTOR_IDS: users.requestor.id,
    MODELREF_PENDING_QUEUE__APPROVER_IDS: users.approver.id,
    // Nothing listens on this port, so usage is unknown.
    MODELREF_AUTH_URL: 'http://127.0.0.1:9/api',
    MODELREF_USAGE_URL: 'http://127.0.0.1:9/api',
    MODELREF_PORT: '0',
    ...environment,
  });
  const app = await createApp(settings, {
    logger: pino({ level: 'silent' }),
    identity: {
      authenticate: async (key) => {
        const role = Object.entries(keys).find(([name, value]) => value === key && name in users)?.[0];
        if (role === undefined || revoked.has(key)) throw new RegistryError('invalid_key', 'Invalid API key');
        const user = users[role as keyof typeof users];
        return { userId: user.id, username: user.username };
      },
    },
    ...overrides,
  });
  const { store } = app;
  const { catalog, categories } = app.context;
  await importReferences(
    store,
    { ...joinReferenceFiles([]), models: [...models] },
    { categories, canonicalFormat: settings.canonicalFormat, now: Math.floor(Date.now() / 1000) },
  );
  await catalog.refresh(new Set(models.map(({ definition }) => definition.name)));
  const origin = await app.listen();
  const browser = await sharedBrowser();
  const problems: string[] = [];
  const opened: (() => Promise<void>)[] = [];
  const shared: (() => Promise<void>)[] = [];
  const openIn = async (closers: (() => Promise<void>)[], path: string, options?: BrowserContextOptions) => {
    const context = await openContext(browser, options);
    const page = await openPage(context, problems);
    closers.push(() => context.close());
    await page.goto(new URL(path, origin).href);
    return page;
  };
  const open: ConsoleUnderTest['open'] = (path, options) => openIn(opened, path, options);
  const closeOpened = async () => {
    await Promise.all(opened.splice(0).map((close) => close()));
    return problems.splice(0);
  };
  const kept = new Map<string | undefined, Page>();
  const visit: ConsoleUnderTest['visit'] = async (path, key) => {
    let page = kept.get(key);
    if (page === undefined) {
      page = await openIn(shared, '/');
      // The browser asks before it leaves unsaved edits: accept.
      page.on('dialog', (dialog) => dialog.accept());
      if (key !== undefined) await signIn(page, key, { remember: true });
      kept.set(key, page);
    }
    await page.setViewportSize(usualViewport);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(new URL(path, origin).href);
    return page;
  };

  return {
    app,
    origin,
    problems,
    revoke: (key) => void revoked.add(key),
    restore: (key) => void revoked.delete(key),
    open,
    visit,
    closeOpened,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([closeOpened(), ...shared.map((close) => close())]);
      await app[Symbol.asyncDispose]();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Matches the message that the browser logs for every answer with an error status. Such messages are no
 * problems: tests provoke error answers, and look at what the page shows of them.
 */
const answerErrorLog = /Failed to load resource: the server responded with a status of/;

function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({
    viewport: usualViewport,
    // Dialogs open and close without animation.
    reducedMotion: 'reduce',
    ...options,
  });
}

async function openPage(context: BrowserContext, problems: string[]): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('console', (message) => {
    if (message.type() === 'error' && !answerErrorLog.test(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return page;
}

/** Signs in through the dialog; opens the dialog first when it is closed. */
export async function signIn(page: Page, key: string, options: { remember?: boolean } = {}): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  const ask = page.getByRole('banner').getByRole('button', { name: 'Sign in' });
  // Whoever is signed in has the dialog alone, a moment after it was asked for.
  await dialog.or(ask).first().waitFor();
  if (!(await dialog.isVisible())) await ask.click();
  await dialog.getByLabel('API key', { exact: true }).fill(key);
  if (options.remember) await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Goes to a path as a link within the console does: the page is not loaded again. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({ ...history.state }, '', ${JSON.stringify(path)})`);
}

/** Waits for two frames: what the page knows by now is drawn then. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/**
 * Runs `work` while the page's writes to a path are answered as for a key that is not known any more. Reads go
 * on: a late answer to one of them would open the sign-in dialog again.
 *
 * @param path a glob, as `page.route` takes it
 */
export async function withUnknownKey(page: Page, path: string, work: () => Promise<void>): Promise<void> {
  const refuse = (route: Route) => {
    const request = route.request();
    const isRefused = request.method() !== 'GET' || request.url().endsWith('/me/roles');
    return isRefused ? route.fulfill({ status: 401, json: { detail: 'Invalid API key' } }) : route.fallback();
  };
  const paths = [path, '**/me/roles'];
  for (const each of paths) await page.route(each, refuse);
  await work();
  for (const each of paths) await page.unroute(each, refuse);
}

/**
 * Makes the pages that are loaded from now on poll ten times as often, so that changes by other people show
 * sooner.
 */
export async function pollOften(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const usual = globalThis.setInterval;
    globalThis.setInterval = ((work: () => void, ms = 0) => usual(work, ms / 10)) as typeof setInterval;
  });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The two appearances in which pages are checked: light and wide as on a desk, dark and narrow as on a phone.
 */
const appearances = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 360 },
] as const;

/**
 * Returns what is wrong with a page in each of the `looks`: what axe, the accessibility checker, finds, and
 * that it is wider than the window. The page is not loaded again between them, so dialogs that are open stay
 * open.
 */
export async function problemsInEveryAppearance(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { colorScheme, width } of appearances) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: usualViewport.height });
    // Parts that depend on the width are drawn again after the next frame.
    await untilDrawn(page);
    const faults = await accessibilityProblems(page);
    if (!(await fits(page, width))) faults.push('it is wider than the window');
    found.push(...faults.map((fault) => `${colorScheme}, ${width} px: ${fault}`));
  }
  await page.setViewportSize(usualViewport);
  return found;
}

/** Whether a page becomes no wider than the window: charts measure themselves a moment later. */
export async function fits(page: Page, width: number): Promise<boolean> {
  // A function: the security policy of the page refuses to evaluate an expression a second time.
  return page.waitForFunction(`() => document.documentElement.scrollWidth <= ${width}`).then(
    () => true,
    () => false,
  );
}

/**
 * Checks a page with axe, the accessibility checker, as it is shown now. Returns a line for each violation,
 * with the rule and the element.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Colours and sizes in the middle of an animation are not those that people see.
  await page.evaluate('Promise.allSettled(document.getAnimations().map((animation) => animation.finished))');
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe);
  // Passed rules and their places are left out: collecting them takes longer than the check. Preloading would
  // fetch every style sheet again, for rules about sounds.
  const violations = (await page.evaluate(`
    axe.run({
      resultTypes: ['violations'],
      selectors: false,
      preload: false,
      // Off by default in axe. Speech control needs the visible label in the accessible name.
      rules: { 'label-content-name-mismatch': { enabled: true } },
    }).then(({ violations }) => violations)
  `)) as AxeResults['violations'];
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) =>
        `${id}: ${help}: ${html.slice(0, 200)} (${failureSummary?.split('\n')[1]?.trim()})`,
    ),
  );
}
