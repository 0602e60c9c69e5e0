import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { type ConsoleUnderTest, follow, signIn, untilDrawn } from '../support/console.ts';
import { type ConsoleApi, consoleApi } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys } from '../support/identity-server.ts';

let site: ConsoleUnderTest;
let api: ConsoleApi;
let page: Page;
consoleForTests((started) => {
  site = started;
  api = consoleApi(site);
});
beforeEach(async () => {
  await api.emptyQueue();
  // As people open it who have not asked for less motion.
  page = await site.open('/', { reducedMotion: 'no-preference' });
  await signIn(page, keys.approver);
});

const edit = (number: number, fields?: object) => api.edit(number, fields, keys.approver);

const dialog = (name: string) => page.getByRole('dialog', { name });
const gone = { state: 'hidden' } as const;
const button = (name: string) => page.getByRole('button', { name, exact: true, disabled: false });

/** Opens a change, ready to be decided about. */
async function openChange(number: number): Promise<number> {
  const id = await edit(number);
  await follow(page, `/review?change=${id}`);
  await button('Approve').waitFor();
  return id;
}

/** The repeats of a key that is down, some frames apart, as many as somebody makes who looks away for a moment. */
async function repeat(key: string): Promise<void> {
  for (let count = 0; count < 10; count += 1) {
    await page.keyboard.down(key);
    await untilDrawn(page);
  }
}

const dryRun = /dry_run/;

/** Returns the list of what the page will have sent from now on to decide, apply, revert, withdraw or propose. */
function writes(): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const isRead = request.method() === 'GET' || dryRun.test(request.url());
    if (!isRead) sent.push(`${request.method()} ${request.url()}`);
  });
  return sent;
}

/** Waits for what moves now; what leaves the page meanwhile, such as a placeholder, is waited for no longer. */
const allShown = 'Promise.allSettled(document.getAnimations().map((animation) => animation.finished))';

it('Enter that is held on a button opens its dialog and does nothing there', async () => {
  const applied = await edit(4);
  const batch = await api.approve(applied);
  await api.send('POST', '/pending_queue/apply', { change_ids: [applied] });
  await api.approve(await edit(3));
  const sent = writes();
  for (const [name, opens, path] of [
    ['Approve', 'Approve 1 change', `/review?change=${await edit(1)}`],
    ['Approve', 'Approve 1 change', `/review/changes/${await edit(2)}`],
    ['Apply all 1', 'Apply 1 change?', '/review/open-batch'],
    ['Revert…', 'Revert batch', `/review/batches/${batch}`],
    ['Withdraw', 'Withdraw change', `/changes/${await edit(5)}`],
    ['Review the proposal', 'Propose this edit?', '/propose/image_generation/edit?name=Picture%20Model%206'],
    [
      'Propose this deletion',
      'Propose this deletion?',
      '/propose/image_generation/delete?name=Picture%20Model%207',
    ],
  ] as const) {
    await follow(page, path);
    if (opens === 'Propose this edit?') await page.getByLabel('Description').first().fill('Held.');
    await button(name).focus();
    await page.keyboard.down('Enter');
    await dialog(opens).waitFor();
    await repeat('Enter');
    await page.keyboard.up('Enter');
    await dialog(opens).waitFor();
    expect([path, sent]).toEqual([path, []]);
    await page.keyboard.press('Escape');
    await dialog(opens).waitFor(gone);
  }
});

it('Space that is held when a dialog comes does not confirm it', async () => {
  await follow(page, '/propose/image_generation/edit?name=Picture%20Model%208');
  await page.getByLabel('Description').first().fill('Held.');
  const sent = writes();
  const isAsked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  await page.route(dryRun, async (route) => {
    isAsked.resolve();
    await mayAnswer.promise;
    await route.continue();
  });
  await button('Review the proposal').press('Enter');
  await isAsked.promise;
  await page.keyboard.down('Space');
  mayAnswer.resolve();
  await dialog('Propose this edit?').waitFor();
  await repeat('Space');
  await page.keyboard.up('Space');
  await repeat('Shift');
  await dialog('Propose this edit?').waitFor();
  expect(sent).toEqual([]);
});

it('Enter confirms a dialog once it has faded in, and held, not the one of the next lane', async () => {
  const id = await openChange(11);
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.001 });
  const approval = dialog('Approve 1 change');
  await button('Approve').press('Enter');
  await approval.locator('input:focus').waitFor();
  await page.keyboard.press('Enter');
  await repeat('Shift');
  expect(await api.statusOf(id)).toBe('pending');
  await session.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await page.evaluate(allShown);
  await page.keyboard.press('Enter');
  await approval.waitFor(gone);
  expect(await api.statusOf(id)).toBe('approved');

  const low = await edit(12);
  const high = await edit(13, { baseline: 'flux_1' });
  await page.goto(`${site.origin}/review`);
  await signIn(page, keys.approver);
  await page.getByLabel('Select all pending').check();
  await page.keyboard.press('a');
  await approval.getByText('After them: 1 of high risk.').waitFor();
  await page.evaluate(allShown);
  await page.keyboard.down('Enter');
  await approval.getByText('of a field that workers depend on').first().waitFor();
  await repeat('Enter');
  await page.keyboard.up('Enter');
  expect([await api.statusOf(low), await api.statusOf(high)]).toEqual(['approved', 'pending']);
  // What is typed next goes into the second dialog.
  await page.locator('[role="dialog"] input:focus').waitFor();
});

it('a letter opens its dialog once, what is typed then goes there, and Escape leaves the change open', async () => {
  const id = await openChange(14);
  for (const [key, name, typed] of [
    ['a', 'Approve 1 change', 'update Picture Model 14'],
    ['r', 'Reject 1 change', ''],
  ] as const) {
    await page.keyboard.down(key);
    await dialog(name).waitFor();
    await repeat(key);
    await page.keyboard.up(key);
    expect(await dialog(name).getByRole('textbox').inputValue()).toBe(typed);
    await page.keyboard.down('Escape');
    await dialog(name).waitFor(gone);
    await repeat('Escape');
    await page.keyboard.up('Escape');
    expect(page.url()).toContain(`change=${id}`);
  }
  for (const key of ['Control+a', 'Meta+a', 'Alt+a', 'Shift+A', 'Meta+r', 'Control+Enter', 'Control+x'])
    await page.keyboard.press(key);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByText('selected').count()).toBe(0);

  // As fast as the browser takes keys: all of it is there before the first is answered.
  const session = await page.context().newCDPSession(page);
  const down = (key: string) => session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
  const up = (key: string) => session.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
  await Promise.all([...'rajx? because'].flatMap((key) => [down(key), up(key)]));
  const reason = dialog('Reject 1 change').getByLabel('Reason');
  expect(await reason.inputValue()).toBe('ajx? because');
  expect(await page.getByRole('dialog').count()).toBe(1);
  // A key that is held types there, as ever.
  await reason.fill('');
  for (const key of ['n', 'Enter']) {
    await page.keyboard.down(key);
    await page.keyboard.down(key);
    await page.keyboard.up(key);
  }
  expect(await reason.inputValue()).toBe('nn\n\n');
});
