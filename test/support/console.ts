import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { pino } from 'pino';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type App, createApp } from '../../src/app/app.ts';
import type { Overrides } from '../../src/app/foundation.ts';
import { readSettings } from '../../src/app/settings.ts';
import { RegistryError } from '../../src/kernel/errors.ts';
import { importReferences } from '../../src/modules/transfer/import.ts';
import { joinReferenceFiles } from '../../src/modules/transfer/reference-files.ts';
import type { SourceModel } from '../../src/modules/transfer/reference-source.ts';
import { sharedBrowser } from './browser.ts';
import { countWhatRuns } from './console-coverage.ts';
import { freshConsole } from './fresh-console.ts';
import { keys, users } from './identity-server.ts';
import { syntheticModels } from './synthetic-models.ts';

/** The service as `serve` composes it, on a filled database, and a browser that looks at its console. */
export interface ConsoleUnderTest extends AsyncDisposable {
  readonly app: App;
  readonly origin: string;
  /** Takes a key away from its user, as when they make a new one. */
  revoke(key: string): void;
  /** Gives it back. */
  restore(key: string): void;
  /**
   * A page of its own session. Its errors, refusals of the page's policy included, are collected in
   * `problems`.
   */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /**
   * Leads the one page that is kept for a key (or for nobody) to a path: what it has loaded once stays
   * loaded. It is as wide, and as bright, as `open` makes one.
   */
  visit(path: string, key?: string): Promise<Page>;
  readonly problems: string[];
}

/** How a page is shown when nothing else is said. */
const usualViewport = { width: 1440, height: 900 };

/**
 * @param models what the registry is filled with
 * @param overrides what else `createApp` is given
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
    // Nobody listens there: usage is what it is on a machine without the internet.
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
  const { catalog } = app.context;
  await importReferences(
    store,
    { ...joinReferenceFiles([]), models: [...models] },
    { canonicalFormat: settings.canonicalFormat, now: Math.floor(Date.now() / 1000) },
  );
  await catalog.refresh(new Set(models.map(({ definition }) => definition.name)));
  const origin = await app.listen();
  const browser = await sharedBrowser();
  const contexts: BrowserContext[] = [];
  const counted: (() => Promise<void>)[] = [];
  const problems: string[] = [];
  const open: ConsoleUnderTest['open'] = async (path, options) => {
    const context = await openContext(browser, options);
    contexts.push(context);
    const page = await openPage(context, problems);
    counted.push(await countWhatRuns(page));
    await page.goto(new URL(path, origin).href);
    return page;
  };
  const kept = new Map<string | undefined, Page>();
  const visit: ConsoleUnderTest['visit'] = async (path, key) => {
    let page = kept.get(key);
    if (page === undefined) {
      page = await open('/');
      // Whether unsaved edits may be left behind.
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
    [Symbol.asyncDispose]: async () => {
      await Promise.all(counted.map((keep) => keep()));
      await Promise.all(contexts.map((context) => context.close()));
      await app[Symbol.asyncDispose]();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** What the browser says of every answer that is not a success; the tests see those on the page. */
const answered = /Failed to load resource: the server responded with a status of/;

function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({
    viewport: usualViewport,
    // Dialogs are there, or gone, at once.
    reducedMotion: 'reduce',
    ...options,
  });
}

async function openPage(context: BrowserContext, problems: string[]): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('console', (message) => {
    if (message.type() === 'error' && !answered.test(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return page;
}

/** Signs in through the dialog, which is opened when it is not there yet. */
export async function signIn(page: Page, key: string, options: { remember?: boolean } = {}): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  if (!(await dialog.isVisible()))
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByLabel('API key', { exact: true }).fill(key);
  if (options.remember) await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/**
 * From the next page that it loads on, it asks ten times as often for what it asks for every few seconds: what
 * others do shows sooner.
 */
export async function askOften(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const usual = globalThis.setInterval;
    globalThis.setInterval = ((work: () => void, ms = 0) => usual(work, ms / 10)) as typeof setInterval;
  });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Light and wide as on a desk, dark and narrow as on a phone. */
const looks = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
] as const;

/** What axe finds wrong with the page in either look: one load, and what was opened in it stays open. */
export async function accessibilityProblemsInEveryLook(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: usualViewport.height });
    // What depends on the width is drawn anew after the next frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const problems = await accessibilityProblems(page);
    found.push(...problems.map((problem) => `${colorScheme}, ${width} px: ${problem}`));
  }
  return found;
}

/** What axe finds wrong with the page as it is now: rule and element, one line each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Colours and sizes on their way to their end are neither.
  await page.evaluate('Promise.allSettled(document.getAnimations().map((animation) => animation.finished))');
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe);
  // What passes is not listed, nor is where in the document it stands: that takes longer than the looking.
  // Preloading fetches every style sheet again, for rules about sounds.
  const violations = (await page.evaluate(`
    axe.run({ resultTypes: ['violations'], selectors: false, preload: false }).then(({ violations }) => violations)
  `)) as AxeResults['violations'];
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) =>
        `${id}: ${help}: ${html.slice(0, 200)} (${failureSummary?.split('\n')[1]?.trim()})`,
    ),
  );
}
