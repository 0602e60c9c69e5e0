import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { type ConsoleUnderTest, signIn, startConsole } from '../support/console.ts';
import { type ConsoleApi, consoleApi, send as sendTo } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { eventually } from '../support/eventually.ts';
import { keys } from '../support/identity-server.ts';
import { answersWithoutUse, startUsageServer } from '../support/usage-server.ts';

let site: ConsoleUnderTest;
let api: ConsoleApi;
let page: Page;
consoleForTests(
  (started) => {
    site = started;
    api = consoleApi(site);
  },
  async (besides) => {
    const usage = await startUsageServer(answersWithoutUse);
    besides.defer(() => usage.close());
    return startConsole({ MODELREF_USAGE_URL: usage.url });
  },
);
beforeEach(async () => {
  await api.emptyQueue();
  page = await site.open('/');
  await signIn(page, keys.approver, { remember: true });
});

const send = <T = { change_id: number }>(method: string, path: string, key: string, body?: object) =>
  sendTo<T>(site, method, path, body, key);

const pathOf = (number: number) => `/image_generation/model/Picture%20Model%20${number}`;

/** Counts what is pressed: a text counts a stroke for each character. */
function keyboardOf(page: Page) {
  let strokes = 0;
  return {
    press: async (...sequence: string[]) => {
      for (const key of sequence) await page.keyboard.press(key);
      strokes += sequence.length;
    },
    type: async (text: string) => {
      await page.keyboard.type(text);
      strokes += text.length;
    },
    get strokes() {
      return strokes;
    },
  };
}

it('a reviewer with 40 waiting changes of all risks decides rightly in under 60 key strokes', async () => {
  // Somebody of whom something was applied before.
  const first = await api.edit(1, { description: 'Known.' });
  await api.apply(first);

  const [right, wrong]: [number[], number[]] = [[], []];
  // Every tenth model lacks a checksum, which is worth a look by itself.
  const plain = Array.from({ length: 32 }, (_, index) => 100 + index).filter((number) => number % 10 !== 0);
  for (const number of plain.slice(0, 28))
    right.push(await api.edit(number, { description: `Better ${number}.` }));
  // To look at: unused models that go, and two that are there already by another spelling.
  for (const number of [41, 42, 43, 44, 45, 46]) {
    right.push((await send('DELETE', pathOf(number), keys.requestor)).change_id);
  }
  for (const name of ['picture_model_47', 'picture_model_48']) {
    const record = await send<object>('GET', pathOf(47), keys.requestor);
    wrong.push((await send('POST', '/image_generation', keys.requestor, { ...record, name })).change_id);
  }
  // Of high risk: other baselines.
  for (const number of [51, 52, 53, 54]) {
    wrong.push(await api.edit(number, { baseline: number % 3 === 0 ? 'stable_diffusion_1' : 'flux_1' }));
  }
  expect(right.length + wrong.length).toBe(40);
  // How much models are used is known a moment after somebody has asked first.
  await eventually(async () => {
    const { risks } = await send<{ risks: object }>('GET', '/pending_queue/counts', keys.approver);
    expect(risks).toEqual({ low: 28, look: 8, high: 4 });
  });

  await page.goto(`${site.origin}/review`);
  for (const lane of ['low 28', 'medium 8', 'high 4']) {
    await page.getByRole('button', { name: lane }).waitFor();
  }
  // The counts may come before the list, which has the keys.
  await page.getByText('40 changes', { exact: true }).waitFor();
  const keyboard = keyboardOf(page);
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const gone = () => page.getByRole('dialog').waitFor({ state: 'hidden' });

  // The lane of low risk at once.
  await keyboard.press('1', 'a');
  await dialog('Approve 28 changes').getByLabel('Title of the batch').waitFor();
  await keyboard.press('Enter');
  await gone();
  // What is of high risk, all of it wrong here.
  await keyboard.press('3', 'r');
  await dialog('Reject 4 changes').getByLabel('Reason').waitFor();
  await keyboard.type('Wrong baseline');
  await keyboard.press('Tab', 'Tab', 'Enter');
  await gone();
  // What is to be looked at, in the list: the doubles stand out by their warning.
  await keyboard.press('k', 'k', 'k', 'k', 'k', 'k', 'k', 'k');
  for (let index = 0; index < 6; index += 1) await keyboard.press('x', 'j');
  await page.getByText('6 selected').waitFor();
  await keyboard.press('a');
  await dialog('Approve 6 changes').getByText('6 models are deleted').first().waitFor();
  await keyboard.press('Enter');
  await gone();
  await keyboard.press('2', 'r');
  await dialog('Reject 2 changes').getByLabel('Reason').waitFor();
  await keyboard.type('Known');
  await keyboard.press('Tab', 'Tab', 'Enter');
  await gone();
  await page.getByText('No change waits for a decision').waitFor();

  expect(new Set(await Promise.all(right.map(api.statusOf)))).toEqual(new Set(['approved']));
  expect(new Set(await Promise.all(wrong.map(api.statusOf)))).toEqual(new Set(['rejected']));
  expect(keyboard.strokes).toBeLessThan(60);
});

it('a selection of several lanes can be left in between; what was decided leaves the list with the dialog', async () => {
  const low = await api.edit(62, { description: 'Another word.' });
  const high = await api.edit(61, { baseline: 'flux_1' });
  // Timers come late, as on a machine that has much to do.
  await page.addInitScript(
    'const { setTimeout: original } = window; window.setTimeout = (run, after = 0) => original(run, after + 100);',
  );
  await page.goto(`${site.origin}/review`);
  await page.getByLabel('Select all pending').check();
  await page.getByRole('button', { name: 'Approve 2' }).click();
  const approval = page.getByRole('dialog', { name: 'Approve 1 change' });
  await approval.getByText('After them: 1 of high risk.').waitFor();
  await approval.getByRole('button', { name: 'Approve', exact: true }).click();
  await approval.getByText('of a field that workers depend on').first().waitFor();
  await approval.getByRole('button', { name: 'Cancel' }).click();
  await approval.waitFor({ state: 'hidden' });
  expect([await api.statusOf(low), await api.statusOf(high)]).toEqual(['approved', 'pending']);

  await page.getByLabel(`Select change ${high}`).check();
  await page.getByRole('button', { name: 'Reject 1' }).click();
  await page.getByLabel('Reason').fill('Wrong');
  // Looked at as soon as the dialog is gone: the next key may come then.
  const rows = page.evaluate<number>(`new Promise((resolve) => {
    new MutationObserver(() => {
      if (document.querySelector('[role="dialog"]') === null) {
        resolve(document.querySelectorAll('[data-change]').length);
      }
    }).observe(document.body, { childList: true, subtree: true });
  })`);
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
  expect(await rows).toBe(0);
});

it('a queue of several pages: counted by risk, the riskiest first, and decided as a whole', async () => {
  // So many of one person are worth a look.
  const look: number[] = [];
  for (let number = 90; number < 156; number += 1) {
    if (number % 10 !== 0) look.push(await api.edit(number, { description: `Wider ${number}.` }));
  }
  const high: number[] = [];
  for (const number of [82, 83, 85]) high.push(await api.edit(number, { baseline: 'flux_1' }));
  await page.goto(`${site.origin}/review`);
  await page.getByText(`50 of ${look.length + 3} changes`).waitFor();
  // The riskiest, proposed last, are the first.
  const shown = await page
    .locator('[data-change]')
    .evaluateAll((rows: { dataset: { change: string } }[]) =>
      rows.map(({ dataset }) => Number(dataset.change)),
    );
  expect(shown.slice(0, 3)).toEqual(high);

  // The counts are of all pages, and filter.
  const pressed = (name: RegExp) => page.getByRole('button', { name, pressed: true });
  await page.getByRole('button', { name: 'high 3' }).click();
  await pressed(/^high/).waitFor();
  await page.getByText('3 changes', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'high 3' }).click();
  await page.getByText(`50 of ${look.length + 3} changes`).waitFor();

  // Page, or all; keys go across pages, and do not decide about what is not selected yet.
  await page.getByLabel('Select these 50').check();
  await page.getByText('50 selected').waitFor();
  await page.getByRole('button', { name: `Select all ${look.length + 3}` }).click();
  await page.getByText(`${look.length + 3} selected`).waitFor();
  await page.keyboard.press('3');
  await page.getByText('3 selected').waitFor();
  await page.keyboard.press('r');
  await page.getByRole('dialog', { name: 'Reject 3 changes' }).getByLabel('Reason').fill('Wrong');
  await page.keyboard.press('Tab');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('2');
  await page.getByText(`${look.length} selected`).waitFor();
  await page.keyboard.press('a');
  await page.getByRole('dialog', { name: `Approve ${look.length} changes` }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('No change waits for a decision').waitFor();
  expect(new Set(await Promise.all(look.map(api.statusOf)))).toEqual(new Set(['approved']));
  expect(new Set(await Promise.all(high.map(api.statusOf)))).toEqual(new Set(['rejected']));
});
