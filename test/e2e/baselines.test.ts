import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type ConsoleUnderTest, startConsole } from '../support/console.ts';
import { consoleApi, send } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys } from '../support/identity-server.ts';
import {
  button,
  combobox,
  heading,
  inDialog,
  link,
  queuedChange,
  region,
  text,
} from '../support/page-parts.ts';
import { sourceModel } from '../support/synthetic-models.ts';

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

const model = (name: string, baseline: string) =>
  sourceModel('image_generation', { name, baseline, nsfw: false });
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

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Sends what a form holds, and returns the id of the change. */
async function propose(page: Page, how: string): Promise<number> {
  await button(page, 'Review the proposal').click();
  await inDialog(page, how).click();
  return queuedChange(page);
}

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
  await names.press('Backspace');
  await names.fill('Flux Nine');
  const set = await propose(page, 'Propose this change set');

  await page.goto(`${site.origin}/propose/image_generation`);
  await text(page, 'Name').fill('Nine');
  await combobox(page, 'Baseline').fill('nine');
  await page.getByRole('option', { name: /^flux_9 only proposed/ }).click();
  await page.getByText('Only proposed: its change set').waitFor();
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
  await row(page, 'stable_diffusion_1').getByRole('link', { name: '2 models' }).click();
  await page.getByText('2 of 4 models').waitFor();
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
  const api = consoleApi(site);
  const batch = await api.approve(id);
  await api.send('POST', '/pending_queue/apply', { change_ids: [id] });
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
