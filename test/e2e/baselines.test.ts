import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { SourceModel } from '../../src/modules/transfer/reference-source.ts';
import { findCategory } from '../support/categories.ts';
import { type ConsoleUnderTest, problemsInEveryAppearance, startConsole } from '../support/console.ts';
import { send } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys } from '../support/identity-server.ts';

const used = new Map([
  ['Old', 81_000],
  ['Newer', 1_000],
]);
const usage = {
  read: async () => ({
    data: { status: [], stats: { day: used, month: used, total: used }, workers: [] },
    ageSeconds: 0,
    stale: false,
  }),
};

function model(name: string, baseline: string): SourceModel {
  const definition = findCategory('image_generation');
  if (definition === undefined) throw new Error('There is no category image_generation');
  return { definition, file: 'test', name, format: 'v2', record: { name, baseline, nsfw: false } };
}

const models = [
  model('Old', 'stable_diffusion_1'),
  model('Newer', 'stable_diffusion_1'),
  model('Large', 'stable_diffusion_xl'),
];

let site: ConsoleUnderTest;
consoleForTests(
  (started) => {
    site = started;
  },
  () => startConsole({}, models, { usage: usage as never }),
);

const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const combobox = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Sends what a form holds, and returns the number of the change. */
async function propose(page: Page, button_: string): Promise<string> {
  await button(page, 'Review the proposal').click();
  await inDialog(page, button_).click();
  const queued = page.getByRole('status').filter({ hasText: 'Queued as change' });
  return /Queued as change (\d+)/.exec(await queued.innerText())?.[1] ?? '';
}

it('lists the baselines with price, capabilities, models and use, and leads to the models and back', async () => {
  const page = await site.visit('/');
  await link(page, 'Baselines').click();
  await heading(page, 'Image baselines');
  await page.getByText('13 baselines').waitFor();
  await button(page, 'Usage month').click();
  const first = page.getByRole('row').nth(1);
  await expect.poll(() => first.innerText()).toContain('82K');
  expect(await first.innerText()).toContain('ControlNet');
  expect(await problemsInEveryAppearance(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Find in this list' }).fill('Krea 2');
  await page.getByText('1 of 13 baselines').waitFor();
  await page.goto(`${site.origin}/baselines?q=stable_diffusion_1`);
  await row(page, 'stable_diffusion_1').getByRole('link', { name: '2 models' }).click();
  await page.getByText('2 of 3 models').waitFor();
  await link(page, 'stable_diffusion_1').first().click();
  await heading(page, 'stable_diffusion_1');
  await region(page, 'Models').getByText('82,000 uses a month').waitFor();
  await region(page, 'History').getByText('No changes yet.').waitFor();
  expect(await problemsInEveryAppearance(page)).toEqual([]);
});

it('a price and a new architecture with its first model go live together', async () => {
  const page = await site.visit('/baselines/baseline?name=stable_diffusion_1', keys.requestor);
  await link(page, 'Propose an edit').click();
  await text(page, 'Title').fill('Prices of winter');
  const old = region(page, 'stable_diffusion_1');
  await text(page, 'Kudos').fill('12');
  await old.getByText(/^Kudos 1 → 12: 2 models, 82,000 uses a month$/).waitFor();
  await button(page, 'Add a new baseline').click();
  const added = region(page, 'New baseline');
  await added.getByRole('textbox', { name: 'Name', exact: true }).fill('flux_9');
  const names = added.getByRole('combobox', { name: 'Alternative names' });
  await names.fill('stable_diffusion_xl');
  await page.keyboard.press('Enter');
  await added.getByRole('checkbox', { name: 'Remix' }).check();
  await added.getByRole('textbox', { name: 'Cost of a batch', exact: true }).fill('0');
  await button(page, 'Review the proposal').click();
  await added.getByText('Input should be greater than or equal to 1').waitFor();
  await added.getByRole('textbox', { name: 'Cost of a batch', exact: true }).fill('2');
  await button(page, 'Review the proposal').click();
  await added.getByText(/'stable_diffusion_xl' of baseline 'flux_9' is the name of another/).waitFor();
  expect(await problemsInEveryAppearance(page)).toEqual([]);
  await names.press('Backspace');
  await names.fill('Flux Nine');
  const set = await propose(page, 'Propose this change set');

  await page.goto(`${site.origin}/propose/image_generation`);
  await text(page, 'Name').fill('Nine');
  await combobox(page, 'Baseline').fill('nine');
  await page.getByRole('option', { name: /^flux_9 only proposed/ }).click();
  await page.getByText('Only proposed: its own change set').waitFor();
  await combobox(page, 'NSFW').selectOption('no');
  const first = await propose(page, 'Propose this new model');
  await page.goto(`${site.origin}/changes/${set}`);
  await page.getByRole('listitem').getByText('kudos 1 → 12: 2 models, 82,000 uses a month').waitFor();

  const desk = await site.visit('/review', keys.approver);
  await button(desk, 'Filters').click();
  await desk.getByRole('combobox', { name: 'About' }).selectOption('image_baseline');
  await expect.poll(() => desk.locator('[data-change]').count()).toBe(1);
  expect(new URL(desk.url()).search).toContain('kind=image_baseline');
  await desk.getByRole('button', { name: /Prices of winter/ }).click();
  const shown = desk.getByRole('article');
  await shown.getByText('kudos 1 → 12: 2 models, 82,000 uses a month').waitFor();
  await shown
    .getByText(/^kudos 1; cost of a batch 2; with remix: no model; also called ‘Flux Nine’$/)
    .waitFor();
  expect(await problemsInEveryAppearance(desk)).toEqual([]);
  for (const id of [set, first]) {
    await desk.goto(`${site.origin}/review/changes/${id}`);
    await button(desk, 'Approve').click();
    await inDialog(desk, 'Approve').click();
    await desk.getByText(/^Approved by/).waitFor();
  }
  await desk.goto(`${site.origin}/review/open-batch`);
  await button(desk, 'Apply all 2').click();
  await inDialog(desk, 'Apply 2').click();
  await desk.getByRole('status').filter({ hasText: '2 changes applied' }).waitFor();

  await page.goto(`${site.origin}/model/image_generation?name=Nine`);
  await link(page, 'flux_9').first().click();
  await heading(page, 'flux_9');
  await region(page, 'Models').getByRole('link', { name: 'Nine' }).waitFor();
  await region(page, 'History').getByText(`change ${set}`).waitFor();
  await page.goto(`${site.origin}/baselines?q=stable_diffusion_1`);
  await expect.poll(() => row(page, 'stable_diffusion_1').innerText()).toMatch(/\n12\n/);
});

it('offers the present value when a baseline was changed meanwhile, and keeps the edits', async () => {
  const page = await site.visit('/baselines/propose?name=stable_diffusion_xl', keys.requestor);
  await text(page, 'Title').fill('Mine');
  await text(page, 'Kudos').fill('5');
  const path = '/image_generation/baselines';
  const before = await send<object>(site, 'GET', `${path}/stable_diffusion_xl`);
  const record = { ...before, display_name: 'Somebody else’s' };
  const changes = [{ operation: 'upsert', name: 'stable_diffusion_xl', record, expected_before: before }];
  const { change_id: id } = await send(site, 'POST', `${path}/change-sets`, { title: 'Other', changes });
  const approved = { batch_title: 'Other', approved_ids: [id] };
  const { batch_id: batch } = await send<{ batch_id: number }>(
    site,
    'POST',
    '/pending_queue/batches',
    approved,
    keys.approver,
  );
  await send(site, 'POST', '/pending_queue/apply', { change_ids: [id] }, keys.approver);
  await button(page, 'Review the proposal').click();
  await page.getByText(/changed after review/).waitFor();
  await button(page, 'Load the current version, keep my edits').click();
  await expect.poll(() => text(page, 'Display name').inputValue()).toBe('Somebody else’s');
  expect(await text(page, 'Kudos').inputValue()).toBe('5');
  await propose(page, 'Propose this change set');

  const desk = await site.visit(`/review/batches/${batch}`, keys.approver);
  await desk.getByText('This batch changes no model.').waitFor();
  await button(desk, 'Revert…').click();
  await desk.getByRole('dialog').getByText('change set of image baselines').waitFor();
  await inDialog(desk, 'Approve and apply 1').click();
  await desk.getByText('1 change of 1 applied to revert this batch').waitFor();
  expect(await send(site, 'GET', `${path}/stable_diffusion_xl`)).toMatchObject({
    display_name: 'Stable Diffusion XL',
  });
});
