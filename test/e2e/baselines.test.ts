import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { SourceModel } from '../../src/modules/transfer/reference-source.ts';
import { findCategory } from '../support/categories.ts';
import { type ConsoleUnderTest, faultsInEveryLook, startConsole } from '../support/console.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys } from '../support/identity-server.ts';

const used = new Map([
  ['Old', 1_400],
  ['Newer', 23],
]);
const usage = {
  read: async () => ({
    data: { status: [], stats: { day: used, month: used, total: used }, workers: [] },
    ageSeconds: 0,
    stale: false,
  }),
};

function model(name: string, baseline: string, category = 'image_generation'): SourceModel {
  const definition = findCategory(category);
  if (definition === undefined) throw new Error(`There is no category ${category}`);
  const record = { name, baseline, nsfw: false };
  return { definition, file: 'test', name, format: 'v2', record };
}

const models = [
  model('Old', 'stable_diffusion_1'),
  model('Newer', 'stable_diffusion_1'),
  model('Large', 'stable_diffusion_xl'),
  model('Patch', 'stable_diffusion_1', 'lora'),
];

let site: ConsoleUnderTest;
consoleForTests(
  (started) => {
    site = started;
  },
  () => startConsole({ MODELREF_EXTRA_CATEGORIES: 'baseline' }, models, { usage: usage as never }),
);

const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const combobox = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Sends what the form holds, and gives the number of the change. */
async function propose(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Review the proposal' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Propose this/ })
    .click();
  const queued = page.getByRole('status').filter({ hasText: 'Queued as change' });
  return /Queued as change (\d+)/.exec(await queued.innerText())?.[1] ?? '';
}

/** Approves and applies changes as an approver does by hand, and gives the page. */
async function approveAndApply(changeId: string): Promise<Page> {
  const page = await site.visit(`/review/changes/${changeId}`, keys.approver);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText(/^Approved by/).waitFor();
  await page.goto(`${site.origin}/review/open-batch`);
  await page.getByRole('button', { name: 'Apply all 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply 1' }).click();
  await page.getByRole('status').filter({ hasText: '1 change applied' }).waitFor();
  return page;
}

it('lists the baselines with what names them, and leads from there to the models and back', async () => {
  const page = await site.visit('/');
  await page.getByRole('link', { name: /^Baselines/ }).click();
  await heading(page, 'Baselines');
  await page.getByText('11 baselines').waitFor();
  await page.getByRole('button', { name: 'Usage month' }).click();
  const first = page.getByRole('row').nth(1);
  await expect.poll(() => first.innerText()).toContain('1.4K');
  expect((await first.innerText()).split(/\s*\n\s*/).slice(0, 4)).toEqual([
    'stable_diffusion_1',
    'Stable Diffusion 1',
    '3',
    '1.4K',
  ]);
  expect(await faultsInEveryLook(page)).toEqual([]);

  await page.getByRole('searchbox', { name: 'Find in this list' }).fill('flux.1 krea');
  await page.getByText('1 of 11 baselines').waitFor();
  expect(await row(page, 'Flux.1 dev').innerText()).toContain('flux_1');
  expect(new URL(page.url()).search).toBe('?sort=-month&q=flux.1+krea');
  await page.goBack();

  await page.goto(`${site.origin}/browse/baseline?q=SD1.5`);
  await link(page, 'stable_diffusion_1').click();
  await heading(page, 'stable_diffusion_1');
  const named = region(page, 'Models');
  await named.getByText('3 models name it. They were used 1.4K times in the last month.').waitFor();
  await named.getByRole('link', { name: 'LoRA: 1 model' }).waitFor();
  expect(await region(page, 'Fields').innerText()).toContain('SD1.5');
  expect(await faultsInEveryLook(page)).toEqual([]);
  await named.getByRole('link', { name: 'Image generation: 2 models' }).click();
  await page.getByText('2 of 3 models').waitFor();
  await link(page, 'stable_diffusion_1').first().click();
  await heading(page, 'stable_diffusion_1');

  await page.goto(`${site.origin}/model/image_generation?name=Large`);
  await heading(page, 'Large');
  await link(page, 'stable_diffusion_xl').first().click();
  await heading(page, 'stable_diffusion_xl');
  await page.goto(`${site.origin}/search?q=Large`);
  await link(page, 'stable_diffusion_xl').waitFor();
});

it('takes a baseline by the form, offers it to models while it is only proposed, and shows it once it is live', async () => {
  const page = await site.visit('/propose', keys.requestor);
  await link(page, 'Baselines').click();
  await heading(page, 'New baseline');
  await text(page, 'Name').fill('flux_9');
  await text(page, 'Title').fill('Flux 9');
  await combobox(page, 'Category').selectOption('image_generation');
  await combobox(page, 'Family').fill('flux_');
  await page.getByRole('option', { name: 'flux_1', exact: true }).click();
  await combobox(page, 'Since').fill('soon');
  await page.getByText("since: 'soon' is no date; allowed: 2023, 2023-07, 2023-07-26").first().waitFor();
  await combobox(page, 'Since').fill('2026-11');
  await combobox(page, 'Spellings').fill('flux nine');
  await page.keyboard.press('Enter');
  expect(await faultsInEveryLook(page)).toEqual([]);
  const change = await propose(page);

  await page.goto(`${site.origin}/propose/image_generation`);
  await text(page, 'Name').fill('Nine');
  await combobox(page, 'Baseline').click();
  const proposed = page.getByRole('group', { name: 'Only proposed, not live yet' });
  await proposed.getByRole('option', { name: 'flux_9' }).click();
  await page.getByText('Only proposed: its own change has to be applied first.').waitFor();
  await combobox(page, 'NSFW').selectOption('no');
  const ofModel = await propose(page);

  const desk = await site.visit(`/review/changes/${ofModel}`, keys.approver);
  await desk.getByText(`change ${change} proposes it: apply that first`).waitFor();
  await desk.goto(`${site.origin}/review?category=baseline`);
  await desk.getByRole('button', { name: /flux_9/ }).click();
  await desk.getByText('flux nine').first().waitFor();
  const live = await approveAndApply(change);
  await live.goto(`${site.origin}/model/baseline?name=flux_9`);
  await region(live, 'Fields').getByRole('link', { name: 'flux_1' }).waitFor();
  await region(live, 'History').getByText(`change ${change}`).waitFor();
  await region(live, 'Models').getByText('No model names it.').waitFor();
  await link(live, 'Propose deletion').click();
  await live.getByText('The baseline stays until an approver has applied the deletion.').waitFor();
  await live.goto(`${site.origin}/propose/baseline/edit?name=stable_diffusion_1`);
  await combobox(live, 'Replaced by').fill('flux_9');
  const edit = await propose(live);
  await live.goto(`${site.origin}/review/changes/${edit}`);
  await live.getByText('replaced_by').first().waitFor();
  await link(live, 'stable_diffusion_1').click();
  await heading(live, 'stable_diffusion_1');
  await region(live, 'Pending changes')
    .getByRole('link', { name: `#${edit}` })
    .waitFor();
});

it('deprecates a model, and leads to its replacement', async () => {
  const desk = await site.visit('/propose/image_generation/edit?name=Newer', keys.requestor);
  await desk.getByRole('button', { name: 'Add lifecycle' }).click();
  await combobox(desk, 'State').selectOption('deprecated');
  await text(desk, 'Reason').fill('Superseded.');
  await combobox(desk, 'Replaced by').fill('Larg');
  await desk.getByRole('option', { name: 'Large' }).click();
  const deprecated = await approveAndApply(await propose(desk));
  await deprecated.goto(`${site.origin}/model/image_generation?name=Newer`);
  await deprecated.getByText('deprecated: use Large').waitFor();
  await region(deprecated, 'Fields').getByRole('link', { name: 'Large' }).waitFor();
  await deprecated.getByText('Superseded. Use Large instead.').getByRole('link').click();
  await heading(deprecated, 'Large');
});
