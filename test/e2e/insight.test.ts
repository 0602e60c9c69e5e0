import { afterAll, beforeAll, expect, it } from 'vitest';
import { usageSampleStore } from '../../src/modules/insight/store.ts';
import { type ConsoleUnderTest, follow, startConsole } from '../support/console.ts';
import { consoleApi } from '../support/console-api.ts';
import { generatedUsage } from '../support/generated-usage.ts';
import { syntheticModels } from '../support/synthetic-models.ts';
import { startUsageServer, type UsageServer } from '../support/usage-server.ts';

let usage: UsageServer;
let site: ConsoleUnderTest;
beforeAll(async () => {
  usage = await startUsageServer(generatedUsage(syntheticModels()));
  site = await startConsole({ MODELREF_USAGE_URL: usage.url });
});
afterAll(async () => {
  expect(await site?.closeOpened()).toEqual([]);
  await site?.[Symbol.asyncDispose]();
  await usage?.close();
});

// First: the figures are kept for a minute.
it('the first page shows use by baseline, growth and the queue over one time', async () => {
  // The service itself may have the sample of today.
  const today = Math.floor(Date.now() / 86_400_000);
  const samples = [1, 2, 40].map((back) => ({
    ...{ category: 'image_generation', name: 'Picture Model 2', day: today - back, workers: 1 },
    ...{ used_day: 10, used_month: 1_000 - back, used_total: 5_000 },
  }));
  await site.app.store.write((tx) => usageSampleStore(tx).add(samples));
  const api = consoleApi(site);
  await api.apply(await api.edit(1));
  const page = await site.visit('/insight');
  const section = (title: string) => page.getByRole('region', { name: title, exact: true });
  await section('Uses a month')
    .getByText(/uses in the last month; 998 on/)
    .waitFor();
  await section('Changes that wait for review').getByText('0 changes now; 1 applied, 0 rejected.').waitFor();
  await section('Time to a decision').getByText('Median 0 min').waitFor();
  await page.getByRole('button', { name: '1 year' }).click();
  await page.waitForURL('**/insight?days=365');
  await section('Models').locator('.recharts-surface').first().waitFor();
});

it('statistics lead from a bar, or its row, to as many models as they count', async () => {
  const page = await site.visit('/insight');
  const baselines = page.getByRole('region', { name: 'Baselines' });
  await baselines.getByRole('button', { name: 'Show as a table' }).click();
  const row = baselines.getByRole('row').filter({ hasText: 'flux_1' });
  expect(await row.innerText()).toMatch(/53\s+33\.1 %/);
  await baselines.getByRole('button', { name: 'Show as a chart' }).click();
  await baselines.locator('.recharts-bar-rectangle').last().click();
  await page.getByRole('status').filter({ hasText: '53 of 160 models' }).waitFor();
  expect(new URL(page.url()).search).toBe('?baseline=flux_1');

  for (const [category, title, label, shown] of [
    ['image_generation', 'Styles', 'anime', '32 of 160'],
    ['image_generation', 'Tags', 'booru', '42 of 160'],
    ['image_generation', 'Hosts', 'files.example', '160 models'],
    ['image_generation', 'NSFW', 'NSFW', '40 of 160'],
    ['text_generation', 'Parameters', '6B-9B', '288 of 719'],
    ['text_generation', 'Parameters', '> 70B', '143 of 719'],
  ] as const) {
    await follow(page, `/insight?category=${category}`);
    const section = page.getByRole('region', { name: title });
    await section.getByRole('button', { name: 'Show as a table' }).click();
    const link = page.getByRole('link', { name: label, exact: true });
    const count = section.getByRole('row').filter({ has: link }).getByRole('cell').first();
    expect(shown).toMatch(new RegExp(`^${await count.innerText()}\\b`));
    await section.getByRole('row').getByRole('link', { name: label, exact: true }).click();
    await page.getByRole('status').filter({ hasText: shown }).waitFor();
  }

  await follow(page, '/insight?category=text_generation');
  const counted = page.getByRole('status').filter({ hasText: 'Text generation:' });
  await counted.getByText('719 models').waitFor();
  await page.getByRole('switch', { name: 'Count groups, not models' }).click();
  await counted.getByText(/\d+ groups/).waitFor();
  expect(new URL(page.url()).search).toBe('?category=text_generation&grouped=1');
  await follow(page, '/insight?category=lora');
  await page.getByText('LoRA has no models yet.').waitFor();
});

it('deletion risks are listed by preset, sorted, down to what each backend is used for', async () => {
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
  const closed = page.getByRole('button', { name: /^Open / });
  await closed.first().click();
  await page.getByText('koboldcpp', { exact: true }).first().waitFor();
  await page.getByRole('switch', { name: 'Groups, not models' }).click();
  await page.getByText(/^\d+ groups, by usage counted/).waitFor();
});
