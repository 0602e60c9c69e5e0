import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import {
  type ConsoleUnderTest,
  follow,
  pollOften,
  signIn,
  startConsole,
  untilDrawn,
} from '../support/console.ts';
import { type ConsoleApi, consoleApi, send } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { eventually } from '../support/eventually.ts';
import { keys } from '../support/identity-server.ts';
import { answersWithoutUse, startUsageServer } from '../support/usage-server.ts';

/** Proposes a model that is as another but for its name. */
async function create(site: ConsoleUnderTest, name: string): Promise<number> {
  const record = { ...(await consoleApi(site).recordOf(1)), name };
  return (await send(site, 'POST', '/image_generation', record)).change_id;
}

/** Presses Tab until what has the focus is called `name`: nothing is reached by a pointer. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate<string>(
      "(document.activeElement.ariaLabel || document.activeElement.textContent || '').trim()",
    );
    if (typeof name === 'string' ? label === name : name.test(label)) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

const dialog = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name });
const change = (page: Page, id: number) => page.getByRole('region', { name: `Change ${id}`, exact: true });
const gone = { state: 'hidden' } as const;

it('an approver at the keyboard rejects one, approves and applies two, finds them, and reverts the batch', async () => {
  // What is known to be unused is deleted together with what is only to be looked at.
  const usage = await startUsageServer(answersWithoutUse);
  onTestFinished(() => usage.close());
  // Of its own, empty at the start of every try.
  await using site = await startConsole({ MODELREF_USAGE_URL: usage.url });
  const api = consoleApi(site);
  const bad = await api.edit(4, { baseline: 'flux_1' });
  const removed = '/image_generation/model/Picture%20Model%203';
  const deletion = (await send(site, 'DELETE', removed)).change_id;
  const creation = await create(site, 'Picture Model of Tomorrow');
  // How much models are used is known a moment after somebody has asked first.
  await eventually(async () => {
    const path = `/pending_queue/changes/${deletion}`;
    const { risk } = await send<{ risk: string }>(site, 'GET', path, undefined, keys.approver);
    expect(risk).toBe('look');
  });
  const page = await site.open('/');
  const press = async (...sequence: string[]) => {
    for (const key of sequence) await page.keyboard.press(key);
  };
  /** Presses `g` and a letter together: the page waits about a second for the letter. */
  const goTo = (letter: string) => Promise.all([press('g'), press(letter)]);

  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
  await tabTo(page, 'Sign in');
  await press('Enter');
  await dialog(page, 'Sign in').getByLabel('API key', { exact: true }).waitFor();
  await page.keyboard.type(keys.approver);
  await press('Enter');
  await dialog(page, 'Sign in').waitFor(gone);
  await page.getByRole('link', { name: 'Review', exact: true }).waitFor();

  // The queue, and the first change of it.
  await goTo('r');
  await page.getByRole('button', { name: /Picture Model 4/ }).waitFor();
  await press('Enter');
  await change(page, bad).getByText('Changes critical fields: baseline.').waitFor();
  const first = await change(page, bad).innerText();
  expect(first).toMatch(/baseline\s+critical\s+changed/i);

  // Rejected: not without a reason.
  await press('r');
  await dialog(page, 'Reject 1 change').waitFor();
  await tabTo(page, 'Reject');
  await press('Enter');
  await dialog(page, 'Reject 1 change').getByText('Say why: the requestor reads it.').waitFor();
  await expect
    .poll(() => page.evaluate('document.activeElement.tagName'), { message: 'the wrong field has the focus' })
    .toBe('TEXTAREA');
  await page.keyboard.type('The checksum belongs to another file.');
  await tabTo(page, 'Reject');
  await press('Enter');
  await page.getByRole('dialog').waitFor(gone);

  // What waits after it is open now.
  await change(page, deletion).getByRole('article').waitFor();
  await press('Escape');
  await press('x', 'j', 'x');
  await page.getByText('2 selected').waitFor();
  await press('a');
  const approval = dialog(page, 'Approve 2 changes');
  await approval.getByLabel('Title of the batch').waitFor();
  await press('Control+a');
  await page.keyboard.type('Tomorrow');
  await press('Enter');
  await page.getByRole('dialog').waitFor(gone);
  await page.getByText('No change waits for a decision').waitFor();

  // Nothing is live before it is confirmed.
  await press('o');
  await page.getByText('Batch 1: 2 approved changes').waitFor();
  await press('a');
  const confirmation = dialog(page, 'Apply 2 changes?');
  await confirmation.getByText('1 model is deleted').first().waitFor();
  await press('Enter');
  await page.getByRole('dialog').waitFor(gone);
  expect(await api.recordOf(3)).toMatchObject({ name: 'Picture Model 3' });
  await press('a');
  await confirmation.waitFor();
  await confirmation.getByLabel('Title').fill('The day’s work');
  await tabTo(page, 'Apply 2');
  await press('Enter');
  await page.getByRole('status').filter({ hasText: '2 changes applied' }).waitFor();
  await page.getByRole('dialog').waitFor(gone);

  // In browse.
  await goTo('b');
  await page.getByText(/models in 3 of 14 categories/).waitFor();
  await tabTo(page, /^Image generation/);
  await press('Enter');
  await page.getByRole('heading', { name: 'Image generation', level: 1 }).waitFor();
  await page.getByRole('status').filter({ hasText: '160 models' }).waitFor();
  await press('f');
  await page.keyboard.type('Tomorrow');
  await page.getByRole('status').filter({ hasText: '1 of 160 models' }).waitFor();
  await tabTo(page, 'Picture Model of Tomorrow');
  await press('Enter');

  // In its history.
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText(`change ${creation}`).waitFor();
  expect(await history.innerText()).toMatch(/create[\s\S]+by Rita#101, applied by Ada#with#hashes#102/);
  await tabTo(page, 'batch 1');
  await press('Enter');

  // The batch, and undoing it.
  await page.getByRole('heading', { name: 'Batch 1', level: 1 }).waitFor();
  await page.getByText('1 added, 0 modified, 1 deleted, 0 unchanged').waitFor();
  await tabTo(page, 'Revert…');
  await press('Enter');
  const revert = dialog(page, 'Revert batch 1?');
  await revert.getByText('Every worker reads these at once').waitFor();
  expect(await revert.getByRole('group').locator('summary').allInnerTexts()).toEqual([
    expect.stringContaining('Picture Model 3'),
    expect.stringContaining('Picture Model of Tomorrow'),
  ]);
  await tabTo(page, 'Approve and apply 2');
  await press('Enter');
  await page.getByRole('status').filter({ hasText: '2 changes of 2 applied to revert this batch' }).waitFor();
  await page.getByRole('dialog').waitFor(gone);
  await tabTo(page, 'Batch 2: what changed');
  await press('Enter');
  await page.getByText('Revert batch 1: The day’s work', { exact: true }).waitFor();
  expect(await page.getByText('to revert this batch').count()).toBe(0);
  expect(await api.recordOf(3)).toMatchObject({ name: 'Picture Model 3' });
  const created = await api.send('GET', '/image_generation/model/Picture%20Model%20of%20Tomorrow');
  expect(created.status).toBe(404);
  expect(site.problems).toEqual([]);
});

let site: ConsoleUnderTest;
let api: ConsoleApi;
consoleForTests((started) => {
  site = started;
  api = consoleApi(site);
});
beforeEach(() => api.emptyQueue());

const row = (page: Page, id: number) => page.locator(`[data-change="${id}"]`);

it('the desk keeps what is open in the address, lists its keys, and follows what colleagues do', async () => {
  const first = await api.edit(12, { description: 'One.' });
  const page = await site.open('/');
  await pollOften(page);
  await page.goto(`${site.origin}/review?status=all&name=Model+12&change=${first}`);
  await signIn(page, keys.approver);
  const open = change(page, first).getByText('One.', { exact: true });
  await open.waitFor();
  await page.getByRole('button', { name: /^rejected/ }).click();
  await page.getByText('No change matches these filters.').waitFor();
  await page.goBack();
  await open.waitFor();

  await follow(page, '/review');
  await row(page, first).waitFor();
  await page.keyboard.press('?');
  const help = await dialog(page, 'Keyboard shortcuts').innerText();
  for (const key of ['j', 'k', 'a', 'r', 'x', 'Enter', 'q', 'o', 'h', '\\?'])
    expect(help).toMatch(new RegExp(`(?:^|\\n)${key}\\s`));
  await page.keyboard.press('Escape');

  const second = await api.edit(2, { description: 'Two.' });
  const third = await api.edit(3, { description: 'Three.' });
  await row(page, third).waitFor();
  const box = (id: number) => page.getByRole('checkbox', { name: `Select change ${id}` });
  await box(first).click();
  await box(third).click({ modifiers: ['Shift'] });
  await page.getByText('3 selected').waitFor();
  await api.reject(second, 'By a colleague.');
  await row(page, second).waitFor({ state: 'detached' });
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabel('Requestor').fill('nobody');
  await page.getByText('No change waits for a decision under these filters.').waitFor();
  await page.getByLabel('Requestor').fill('rita');
  await row(page, first).waitFor();
  await page.getByRole('link', { name: /^Open batch/ }).click();
  await page.getByText('No batch is open.').waitFor();
  await api.approve(third);
  await page.getByText('1 approved change').waitFor();
  await send(site, 'POST', '/pending_queue/apply', { change_ids: [third] }, keys.approver);

  await follow(page, '/review/changes/9999');
  await page.getByText('Change not found').waitFor();
  await follow(page, '/review/changes/none');
  await page.getByText('“none” is not the number of a change.').waitFor();
});

it('a change of high risk keeps its reasons above Approve, and both in view while scrolling', async () => {
  // Another model has this name, but for a letter that looks alike.
  const id = await create(site, 'Picture M\u{43e}del 1');
  /** Whether the whole element is inside of the window, and nothing lies over its middle. */
  const isInView = async (element: Locator) => {
    const box = await element.boundingBox();
    const height = element.page().viewportSize()?.height ?? 0;
    if (box === null || box.y < 0 || box.y + box.height > height) return false;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const seen = await element.page().evaluate<string>(`document.elementFromPoint(${x}, ${y}).textContent`);
    return seen.includes(((await element.textContent()) ?? '').trim()) && seen.length < 200;
  };
  const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    for (const path of [`/review/changes/${id}`, `/review?change=${id}`]) {
      const page = await site.visit('/', keys.approver);
      await page.setViewportSize({ width, height });
      await page.goto(site.origin + path);
      const reasons = page.getByRole('list', { name: 'Reasons for the risk' }).getByRole('listitem').first();
      const decide = page.getByRole('button', { name: 'Approve', exact: true });
      const comment = page.getByLabel('Your comment');
      await page.getByText('The record as proposed').waitFor();
      await comment.waitFor();
      await untilDrawn(page);
      expect([path, await isInView(reasons), await isInView(decide)]).toEqual([path, true, true]);
      expect(await topOf(reasons)).toBeLessThan(await topOf(decide));
      await comment.scrollIntoViewIfNeeded();
      await untilDrawn(page);
      expect([path, await isInView(reasons), await isInView(decide)]).toEqual([path, true, true]);
      expect(await isInView(comment)).toBe(true);
    }
  }
});

it('a batch is applied in part, and says where the rest has gone; sent again, it is applied once', async () => {
  const now = await api.edit(40, { description: 'Now.' });
  const later = await api.edit(41, { description: 'Later.' });
  const batch = await api.approve(now, later);
  const page = await site.visit('/review/open-batch', keys.approver);
  await page.getByRole('checkbox', { name: `Apply change ${later}` }).uncheck();
  await page.getByRole('button', { name: 'Apply 1 of 2' }).click();
  const question = dialog(page, 'Apply 1 change?');
  await question.getByRole('button', { name: 'Apply 1' }).click();
  const result = page.getByRole('status').filter({ hasText: '1 change applied' });
  await result.getByText(`1 approved change moved to batch ${batch + 1}.`).waitFor();
  await page.getByText(`Batch ${batch + 1}: 1 approved change`).waitFor();
  await result.getByRole('link', { name: `Batch ${batch}: what changed` }).click();
  await page.getByText('0 added, 1 modified, 0 deleted, 0 unchanged').waitFor();

  await page.goBack();
  const jobs: unknown[] = [];
  await page.route('**/pending_queue/apply', async (route) => {
    jobs.push(route.request().postDataJSON().job_id);
    // The first call arrives; its answer is lost.
    if (jobs.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Apply all 1' }).click();
  await question.getByRole('button', { name: 'Apply 1' }).click();
  await page.getByText('Unknown whether this was applied').waitFor();
  await page.getByRole('button', { name: /Retry/ }).click();
  await result.waitFor();
  expect(jobs).toHaveLength(2);
  expect(jobs[0]).toBe(jobs[1]);
  await page.unroute('**/pending_queue/apply');
  // What the browser says of the answer that was lost.
  site.problems.splice(0);
});
