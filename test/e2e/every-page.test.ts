import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { usageSampleStore } from '../../src/modules/insight/store.ts';
import {
  accessibilityProblems,
  type ConsoleUnderTest,
  follow,
  problemsInEveryAppearance,
  startConsole,
} from '../support/console.ts';
import { consoleApi, send } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { generatedUsage } from '../support/generated-usage.ts';
import { keys } from '../support/identity-server.ts';
import { syntheticModels } from '../support/synthetic-models.ts';
import { startUsageServer } from '../support/usage-server.ts';

/** A path, and what has to be there before the page is looked at: a text, or what is done to have it. */
type Visit = readonly [path: string, ready: string | RegExp | ((page: Page) => Promise<unknown>)];

const bidi = 'Picture\u{202e}ledoM';
const long = 'x'.repeat(3000);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

let site: ConsoleUnderTest;
const ids = {
  stale: 0,
  removal: 0,
  rename: 0,
  changeSet: 0,
  unseen: 0,
  highRisk: 0,
  returned: 0,
  request: 0,
};

async function create(fields: object): Promise<number> {
  const record = await consoleApi(site).recordOf(1);
  return (await send(site, 'POST', '/image_generation', { ...record, ...fields })).change_id;
}

async function fill(): Promise<void> {
  const api = consoleApi(site);
  const file = { file_name: `${long.slice(0, 200)}.ckpt`, sha256sum: long };
  const download = [{ ...file, file_url: `https://files.example/a\u{200b}b/${long}` }];
  const applied = [
    await api.edit(60, { description: 'Applied.', nsfw: true }),
    await create({ name: bidi, description: long, config: { download }, tags: [long] }),
    await create({ name: `Long${long.slice(0, 240)}`, description: long, homepage: long }),
  ];
  ids.stale = await api.edit(60, { description: 'Stale.' });
  await api.approve(...applied);
  await send(site, 'POST', '/pending_queue/apply', { change_ids: applied }, keys.approver);
  await api.approve(await api.edit(61, { description: 'Approved.' }));
  const http = { file_name: 'a.ckpt', file_url: 'http://files.example/a.ckpt', sha256sum: 'FIXME' };
  await api.edit(62, { config: { download: [http] } });
  ids.removal = (await send(site, 'DELETE', '/image_generation/model/Picture%20Model%2063')).change_id;
  const renamed = { from: 'Picture Model 64', to: 'Painted Model 64' };
  ids.rename = (await send(site, 'POST', '/image_generation/rename', renamed)).change_id;
  ids.unseen = await create({ name: `${bidi}2`, description: long, homepage: `https://a.example/${long}` });
  // Another model has this name, but for a letter that looks alike.
  ids.highRisk = await create({ name: 'Picture M\u{43e}del 1', tags: [], showcases: [] });
  ids.returned = await api.edit(65, { description: 'To be said otherwise.' });
  const changes = `/pending_queue/changes/${ids.returned}/request_changes`;
  await send(site, 'POST', changes, { text: 'Say it otherwise.', version: 1 }, keys.approver);
  const record = { name: 'new_architecture', display_name: long.slice(0, 255), alternative_names: [bidi] };
  const additions = [{ operation: 'upsert', name: record.name, record, expected_before: null }];
  const changeSet = { title: long.slice(0, 160), changes: additions };
  ids.changeSet = (await send(site, 'POST', '/image_generation/baselines/change-sets', changeSet)).change_id;
  const asked = { category: 'esrgan', name: 'Upscaler', why: long };
  ids.request = (await send<{ request_id: number }>(site, 'POST', '/requests', asked)).request_id;
  const yesterday = Math.floor(Date.now() / 86_400_000) - 1;
  const samples = Array.from({ length: 60 }, (_, index) => ({
    ...{ category: 'image_generation', name: 'Picture Model 2', day: yesterday - index, workers: index % 5 },
    ...{ used_day: index, used_month: 3_000 - 30 * index, used_total: 5_000 - index },
  }));
  await site.app.store.write((tx) => usageSampleStore(tx).add(samples));
}

consoleForTests(
  async (started) => {
    site = started;
    await fill();
  },
  async (besides) => {
    const usage = await startUsageServer(generatedUsage(syntheticModels()));
    besides.defer(() => usage.close());
    return startConsole({
      MODELREF_USAGE_URL: usage.url,
      // Nobody listens there.
      MODELREF_WEBHOOKS:
        '[{"url":"http://127.0.0.1:9/hook","secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}]',
      MODELREF_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    });
  },
);

async function faultsOf(visits: readonly Visit[], key?: string): Promise<string[]> {
  const found: string[] = [];
  const page = await site.visit('/', key);
  for (const [path, ready] of visits) {
    await follow(page, path);
    if (typeof ready === 'function') await ready(page);
    else await page.getByText(ready).first().waitFor();
    found.push(...(await problemsInEveryAppearance(page)).map((fault) => `${path.slice(0, 80)}: ${fault}`));
    if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
  }
  return found;
}

const rows = (page: Page) => page.getByRole('row').nth(5).waitFor();
const charts = async (page: Page) => {
  await page.locator('.recharts-surface').first().waitFor();
  await page
    .getByText(/^(Show as|As) a table$/)
    .first()
    .click();
  // A tooltip that was shown is no wider than the screen that comes after.
  for (const chart of await page.locator('.recharts-surface').all()) await chart.hover();
};

it('no page to find and read models has faults', async () => {
  const faults = await faultsOf([
    ['/', /models in 3 of 14 categories/],
    ['/browse/image_generation?view=table', rows],
    ['/browse/image_generation?view=cards&q=Long', 'Longxxx'],
    ['/browse/text_generation?view=groups&open=*', rows],
    ['/browse/lora', 'No models in this category yet.'],
    ['/search', 'Find models of every category'],
    ['/search?q=Long', 'Longxxx'],
    [`/search?q=y${long}`, 'No model is found by'],
    [
      '/model/image_generation?name=Picture+Model+2',
      async (page) => {
        await page.getByText('Day by day').click();
        await page.getByRole('heading', { name: 'Raw JSON' }).waitFor();
      },
    ],
    ['/model/text_generation?name=org0/Alpaca-0-3B-v0', 'Raw JSON'],
    [`/model/image_generation?name=${encodeURIComponent(bidi)}`, 'Raw JSON'],
    [`/model/image_generation?name=Long${long.slice(0, 240)}`, 'Raw JSON'],
    ['/model/clip?name=nothing', 'no model of this name'],
  ]);
  expect(faults).toEqual([]);
});

it('no page about several models has faults', async () => {
  const faults = await faultsOf([
    ['/baselines', rows],
    ['/baselines/baseline?name=stable_diffusion_xl', 'Prices and limits'],
    ['/baselines/baseline?name=nothing', 'No baseline has this name'],
    ['/licences', charts],
    ['/licences/licence?id=Apache-2.0', 'What it permits'],
    ['/groups', rows],
    ['/groups/aliases', 'No group has an alias yet.'],
    ['/insight', charts],
    ['/insight?category=text_generation&grouped=1', charts],
    ['/insight/deletion-risk', 'by usage counted'],
    ['/insight/deletion-risk?category=text_generation&variations=1', 'by usage counted'],
    ['/wanted', '1 request'],
    ['/wanted/ask', 'Sign in to request it'],
    ['/browse/a/b', 'Page not found'],
  ]);
  expect(faults).toEqual([]);
});

it('no page of a requestor has faults', async () => {
  const faults = await faultsOf(
    [
      ['/propose', (page) => page.getByRole('link', { name: 'BLIP' }).waitFor()],
      [
        '/propose/text_generation',
        async (page) => {
          await page.getByText('Name helper').click();
          await page.getByLabel('Base name').fill('Alpaca-0');
          await page.getByText('Alpaca-0 is free.').waitFor();
          await button(page, 'Add series').click();
          await button(page, 'Add to settings').click();
          await button(page, /^Add a file/).click();
          await button(page, 'Review the proposal').click();
          await page.getByText('fields cannot be accepted like this').waitFor();
        },
      ],
      [
        '/propose/image_generation/edit?name=Picture+Model+2&view=json',
        async (page) => {
          const area = page.getByLabel('Record as JSON');
          await area.fill((await area.inputValue()).replace('"stable_diffusion_xl"', '"none"'));
          await page.getByText('baseline: Unknown baseline: none').last().waitFor();
        },
      ],
      [
        '/propose/image_generation/edit?name=Picture+Model+3',
        async (page) => {
          await page.getByRole('textbox', { name: 'Description' }).fill('Another.');
          await button(page, 'Review the proposal').click();
          await dialog(page, 'Propose this edit?').waitFor();
        },
      ],
      ['/propose/image_generation/delete?name=Picture+Model+2', 'The record that would be deleted'],
      ['/propose/image_generation/rename?name=Picture+Model+2', 'Also update the models that refer to it'],
      [`/baselines/propose?change=${ids.changeSet}`, 'Also called'],
      ['/changes', 'changes requested'],
      [`/changes/${ids.changeSet}`, 'Changes'],
      [`/changes/${ids.returned}`, 'An approver requested changes'],
      [`/changes/${ids.rename}`, 'Painted Model 64'],
      ['/inbox', 'Say it otherwise.'],
      [`/wanted/${ids.request}`, 'Conversation'],
      [
        '/groups/group?name=Alpaca-0',
        async (page) => {
          await button(page, 'Edit the naming schema').click();
          await page.getByText('5 of 5 models named like this').waitFor();
        },
      ],
      [
        '/groups/group/edit?name=Alpaca-0',
        (page) =>
          page.getByRole('group', { name: 'tags', exact: true }).getByText('Set', { exact: true }).click(),
      ],
      ['/groups/families', (page) => page.getByRole('article', { name: 'Suggestion Beluga' }).waitFor()],
    ],
    keys.requestor,
  );
  expect(faults).toEqual([]);
});

it('no page of an approver has faults, with its dialogs', async () => {
  const faults = await faultsOf(
    [
      ['/review', 'Picture Model 62'],
      [`/review?change=${ids.stale}`, 'What changed since'],
      [
        `/review?change=${ids.removal}`,
        async (page) => {
          await page.getByText('The fields that are deleted').waitFor();
          await page.getByRole('button', { name: 'Reject', exact: true }).click();
          await dialog(page, 'Reject 1 change').getByLabel('Reason').waitFor();
        },
      ],
      ['/review?status=all', 'applied'],
      [`/review/changes/${ids.stale}`, 'What changed since'],
      [`/review/changes/${ids.rename}`, 'no longer find it once this is applied'],
      [`/review/changes/${ids.unseen}`, 'The record as proposed'],
      [`/review/changes/${ids.changeSet}`, 'new_architecture'],
      [
        `/review/changes/${ids.highRisk}`,
        async (page) => {
          const fields = page.getByRole('article');
          const shown = (path: string) => fields.getByText(path, { exact: true }).first().isVisible();
          const defaults = fields.getByText(/fields with a default/);
          await defaults.waitFor();
          expect([await shown('baseline'), await shown('record_type')]).toEqual([true, false]);
          await defaults.click();
          expect([await shown('record_type'), await shown('showcases')]).toEqual([true, true]);
        },
      ],
      [
        '/review/open-batch',
        async (page) => {
          await page.getByText('Batch 2: 1 approved change').waitFor();
          await button(page, 'Apply all 1').click();
          await dialog(page, 'Apply 1 change?').waitFor();
        },
      ],
      ['/review/batches', '1: A batch'],
      [
        '/review/batches/1',
        async (page) => {
          await page.getByText('2 added, 1 modified').waitFor();
          await button(page, 'Revert…').click();
          await dialog(page, 'Revert batch 1?').getByRole('listitem').first().waitFor();
        },
      ],
      ['/inbox', 'For review'],
      ['/operate', /\d answers/],
      ['/operate/webhooks', /^1 target\. \d+ deliver/],
    ],
    keys.approver,
  );
  expect(faults).toEqual([]);
});

it('what opens over a page has no faults', async () => {
  const opened: [path: string, open: (page: Page) => Promise<unknown>, role: 'dialog' | 'menu'][] = [
    ['/browse/image_generation', (page) => button(page, 'Export').click(), 'menu'],
    [
      '/browse/clip',
      (page) => page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click(),
      'dialog',
    ],
    ['/browse/clip', (page) => page.keyboard.press('?'), 'dialog'],
  ];
  const page = await site.visit('/');
  for (const [path, open, role] of opened) {
    await follow(page, path);
    await page.getByRole('row').nth(3).waitFor();
    await open(page);
    await page.getByRole(role).waitFor();
    expect([path, ...(await accessibilityProblems(page))]).toEqual([path]);
    await page.keyboard.press('Escape');
    await page.getByRole(role).waitFor({ state: 'hidden' });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await button(page, 'Open the menu').click();
  await page.getByRole('dialog').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('link', { name: 'Browse' }).click();
  await page.getByRole('heading', { name: 'Models', level: 1 }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

it('characters that are not seen are marks, on the page of the model, in lists and in the queue', async () => {
  const page = await site.visit(`/model/image_generation?name=${encodeURIComponent(bidi)}`, keys.approver);
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'PictureU+202EledoM' }).waitFor();
  await page
    .getByText(/aU\+200Bb/)
    .first()
    .waitFor();
  await follow(page, '/search?q=Picture%E2%80%AE');
  await page.getByRole('link').filter({ hasText: 'PictureU+202EledoM' }).first().waitFor();
  await follow(page, '/review');
  await page.locator(`[data-change="${ids.unseen}"]`).getByText('PictureU+202EledoM2').first().waitFor();
  // A proposed model has no page that its name could lead to.
  await follow(page, `/review/changes/${ids.unseen}`);
  const heading = page.getByRole('article').getByRole('heading', { level: 2 }).first();
  await heading.waitFor();
  expect(await heading.getByRole('link').count()).toBe(0);
});
