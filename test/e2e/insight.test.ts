import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  accessibilityProblemsInEveryLook,
  type ConsoleUnderTest,
  startConsole,
} from '../support/console.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { madeUsage } from '../support/made-usage.ts';
import { syntheticModels } from '../support/synthetic-models.ts';
import { noUsageData, startUsageServer, type UsageServer } from '../support/usage-server.ts';

describe('insight', () => {
  let usage: UsageServer;
  let site: ConsoleUnderTest;
  beforeAll(async () => {
    usage = await startUsageServer(madeUsage(syntheticModels()));
    site = await startConsole({ MODELREF_USAGE_URL: usage.url });
  });
  afterAll(async () => {
    await site?.[Symbol.asyncDispose]();
    await usage?.close();
  });
  afterEach(async () => expect(await site.closeOpened()).toEqual([]));

  it('leads from a bar to the models behind it', async () => {
    const page = await site.visit('/insight');
    const baselines = page.getByRole('region', { name: 'Baselines' });
    await baselines.getByText('As a table').click();
    const row = baselines.getByRole('row').filter({ hasText: 'flux_1' });
    expect(await row.innerText()).toMatch(/53\s+33\.1 %/);
    await baselines.locator('.recharts-bar-rectangle').last().click();
    await page.getByRole('status').filter({ hasText: '53 of 160 models' }).waitFor();
    expect(new URL(page.url()).search).toBe('?baseline=flux_1');
    await page.goBack();
    await baselines.waitFor();
  });

  it.each([
    ['image_generation', 'Styles', 'anime', '32 of 160'],
    ['image_generation', 'Tags', 'booru', '42 of 160'],
    ['image_generation', 'Hosts', 'files.example', '160 models'],
    ['image_generation', 'NSFW', 'NSFW', '40 of 160'],
    ['text_generation', 'Parameters', '6B-9B', '288 of 719'],
    ['text_generation', 'Parameters', '> 70B', '143 of 719'],
  ])('counts in %s by %s as many models with %s as the link shows', async (category, title, label, shown) => {
    const page = await site.visit(`/insight?category=${category}`);
    const section = page.getByRole('region', { name: title });
    await section.getByText('As a table').click();
    const count = await section
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: label, exact: true }) })
      .getByRole('cell')
      .first()
      .innerText();
    expect(shown).toMatch(new RegExp(`^${count}\\b`));
    await section.getByRole('link', { name: label, exact: true }).click();
    await page.getByRole('status').filter({ hasText: shown }).waitFor();
  });

  it('counts groups of text models when asked to, as the URL says', async () => {
    const page = await site.visit('/insight?category=text_generation');
    const tiles = page.getByRole('definition').first();
    await tiles.filter({ hasText: '719' }).waitFor();
    await page.getByRole('switch', { name: 'Count groups, not models' }).click();
    await page.getByText('groups', { exact: true }).first().waitFor();
    expect(Number(await tiles.innerText())).toBeLessThan(719);
    expect(new URL(page.url()).search).toBe('?category=text_generation&grouped=1');
    await page.reload();
    await page.getByText('groups', { exact: true }).first().waitFor();
  });

  it('lists deletion risks by preset, sorted as the URL says, down to what each backend is used for', async () => {
    const page = await site.visit('/insight/deletion-risk?category=text_generation');
    await page.getByRole('status').filter({ hasText: '719 models, by usage counted' }).waitFor();
    await page.getByRole('button', { name: 'No worker' }).click();
    // The others stay until these are there.
    await page.getByText(/^(?!719 )\d+ models, by usage counted/).waitFor();
    // Usage begins with the highest.
    await page.getByRole('button', { name: 'Month', exact: true }).click();
    await page.waitForURL('**/insight/deletion-risk?category=text_generation&preset=no_workers&sort=-month');
    const workers = page.getByRole('row').nth(1).getByRole('cell').nth(2);
    expect(await workers.innerText()).toBe('0');

    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('switch', { name: 'Backend variations' }).click();
    await page
      .getByRole('button', { name: /^Open / })
      .first()
      .click();
    await page.getByText('koboldcpp', { exact: true }).first().waitFor();
    await page.getByRole('switch', { name: 'Groups, not models' }).click();
    await page.getByText(/^\d+ groups, by usage counted/).waitFor();
  });

  it('says that a category has no models', async () => {
    const page = await site.visit('/insight?category=lora');
    await page.getByText('LoRA has no models yet.').waitFor();
  });

  const pages = [
    ['/insight', 'Baselines'],
    ['/insight?category=text_generation&grouped=1', 'Parameters'],
    ['/insight/deletion-risk', 'by usage counted'],
    ['/insight/deletion-risk?category=text_generation&variations=1', 'by usage counted'],
  ] as const;

  it.each(pages)('%s fits a screen of 360 px, and axe finds nothing wrong', async (path, ready) => {
    const page = await site.visit(path);
    await page.getByText(ready).first().waitFor();
    for (const table of await page.locator('summary').all()) await table.click();
    expect(await accessibilityProblemsInEveryLook(page)).toEqual([]);
    // A tooltip that was shown is no wider than the screen that comes after.
    for (const chart of await page.locator('.recharts-surface').all()) await chart.hover();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });
});

describe('without the usage service', () => {
  let site: ConsoleUnderTest;
  consoleForTests((started) => {
    site = started;
  });

  it('deletion risk says what is missing and what is not', async () => {
    const page = await site.visit('/insight/deletion-risk');
    const alert = page.getByRole('alert');
    await alert.getByText('The usage of models is not known at the moment').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await alert.getByRole('link', { name: 'their statistics' }).click();
    await page.getByRole('region', { name: 'Baselines' }).waitFor();
  });
});

describe('while the usage service answers without data', () => {
  let usage: UsageServer;
  let site: ConsoleUnderTest;
  beforeAll(async () => {
    usage = await startUsageServer(noUsageData);
    site = await startConsole({ MODELREF_USAGE_URL: usage.url });
  });
  afterAll(async () => {
    await site?.[Symbol.asyncDispose]();
    await usage?.close();
  });
  afterEach(async () => expect(await site.closeOpened()).toEqual([]));

  it('no model counts as unused', async () => {
    const page = await site.visit('/insight/deletion-risk');
    const alert = page.getByRole('alert');
    await alert.getByText('The usage of models is not known at the moment').waitFor();
    await page.getByText('160 models, by usage counted').waitFor();
    const critical = page
      .getByRole('term')
      .filter({ hasText: 'critical' })
      .locator('xpath=following-sibling::dd');
    expect(await critical.innerText()).toBe('0');
    for (const heading of ['Workers', 'Day', 'Month', 'Total', 'Share'])
      expect(await page.getByRole('columnheader', { name: heading, exact: true }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'No worker' }).click();
    await page.getByText('No model passes these filters.').waitFor();
  });

  it('the page of a model does not say that nobody uses it', async () => {
    const [name] = syntheticModels()
      .filter(({ definition }) => definition.name === 'image_generation')
      .map((model) => model.name);
    const page = await site.visit(`/model/image_generation?name=${encodeURIComponent(name ?? '')}`);
    const section = page.getByRole('region', { name: 'Usage', exact: true });
    await section.getByText('How often it is used is not known at the moment.').waitFor();
    expect(await section.innerText()).not.toMatch(/\bMonth\b|\bWorkers\s+0\b/);
  });
});
