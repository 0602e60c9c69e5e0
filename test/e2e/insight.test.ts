import { expect, it } from 'vitest';
import { type ConsoleUnderTest, follow } from '../support/console.ts';
import { consoleForTests } from '../support/console-for-tests.ts';

let site: ConsoleUnderTest;
consoleForTests((started) => {
  site = started;
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

  const counted = page.getByRole('status').filter({ hasText: 'Text generation:' });
  await counted.getByText('719 models').waitFor();
  await page.getByRole('switch', { name: 'Count groups, not models' }).click();
  await counted.getByText(/\d+ groups/).waitFor();
  expect(new URL(page.url()).search).toBe('?category=text_generation&grouped=1');
  await follow(page, '/insight?category=lora');
  await page.getByText('LoRA has no models yet.').waitFor();
});
