import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { type ConsoleUnderTest, signIn, untilDrawn } from '../support/console.ts';
import { type ConsoleApi, consoleApi } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys } from '../support/identity-server.ts';

let site: ConsoleUnderTest;
let api: ConsoleApi;
consoleForTests((started) => {
  site = started;
  api = consoleApi(site);
});
beforeEach(() => api.emptyQueue());

const pathOf = (number: number) => `/image_generation/model/Picture%20Model%20${number}`;
async function edit(number: number, fields: object = { description: crypto.randomUUID() }): Promise<number> {
  const { body: record } = await api.send('GET', pathOf(number));
  const { body } = await api.send('PUT', pathOf(number), { ...(record as object), ...fields });
  return (body as { change_id: number }).change_id;
}

async function approve(...ids: number[]): Promise<number> {
  const { body } = await api.send('POST', '/pending_queue/batches', {
    batch_title: 'A batch',
    approved_ids: ids,
  });
  return (body as { batch_id: number }).batch_id;
}

async function statusOf(id: number): Promise<string> {
  const { body } = await api.send('GET', `/pending_queue/changes/${id}`);
  return (body as { status: string }).status;
}

/** Opens a page as people do who have not asked for less motion. */
async function open(path: string): Promise<Page> {
  const page = await site.open(path, { reducedMotion: 'no-preference' });
  await signIn(page, keys.approver);
  return page;
}

/** Opens a change, ready to be decided about. */
async function openChange(id: number): Promise<Page> {
  const page = await open(`/review?change=${id}`);
  await page.getByRole('button', { name: 'Approve', exact: true, disabled: false }).waitFor();
  return page;
}

/** The repeats of a key that is down, some frames apart, as many as somebody makes who looks away for a moment. */
async function repeat(page: Page, key: string): Promise<void> {
  for (let count = 0; count < 10; count += 1) {
    await page.keyboard.down(key);
    await untilDrawn(page);
  }
}

const dryRun = /dry_run/;

/** Gives the list of what the page will have sent from now on to decide, apply, revert, withdraw or propose. */
function writesOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const isRead = request.method() === 'GET' || dryRun.test(request.url());
    if (!isRead) sent.push(`${request.method()} ${request.url()}`);
  });
  return sent;
}

/** Waits for what moves now; what leaves the page meanwhile, such as a placeholder, is waited for no longer. */
const allShown = 'Promise.allSettled(document.getAnimations().map((animation) => animation.finished))';
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

interface Opener {
  readonly button: string;
  readonly dialog: string;
  /** Gives the path of the page that has the button; makes what the page is about. */
  readonly path: () => string | Promise<string>;
  /** Fills in what the button is for. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const openers: readonly Opener[] = [
  {
    button: 'Approve',
    dialog: 'Approve 1 change',
    path: async () => `/review?change=${await edit(1)}`,
  },
  {
    button: 'Approve',
    dialog: 'Approve 1 change',
    path: async () => `/review/changes/${await edit(2)}`,
  },
  {
    button: 'Apply all 1',
    dialog: 'Apply 1 change?',
    path: async () => {
      await approve(await edit(3));
      return '/review/open-batch';
    },
  },
  {
    button: 'Revert…',
    dialog: 'Revert batch',
    path: async () => {
      const id = await edit(4);
      const batch = await approve(id);
      await api.send('POST', '/pending_queue/apply', { change_ids: [id] });
      return `/review/batches/${batch}`;
    },
  },
  {
    button: 'Withdraw',
    dialog: 'Withdraw change',
    path: async () => `/changes/${await edit(5)}`,
  },
  {
    button: 'Review the proposal',
    dialog: 'Propose this edit?',
    path: () => '/propose/image_generation/edit?name=Picture%20Model%206',
    prepare: (page) => page.getByLabel('Description').first().fill('Held.'),
  },
  {
    button: 'Propose this deletion',
    dialog: 'Propose this deletion?',
    path: () => '/propose/image_generation/delete?name=Picture%20Model%207',
  },
];

it.each(openers)('Enter that is held on “$button” opens a dialog and does nothing there', async (opener) => {
  const page = await open(await opener.path());
  await opener.prepare?.(page);
  await page.getByRole('button', { name: opener.button, exact: true, disabled: false }).focus();
  const sent = writesOf(page);
  await page.keyboard.down('Enter');
  await dialog(page, opener.dialog).waitFor();
  await repeat(page, 'Enter');
  await page.keyboard.up('Enter');
  await dialog(page, opener.dialog).waitFor();
  expect(sent).toEqual([]);
});

it('Space that is held when a dialog comes does not confirm it', async () => {
  const page = await open('/propose/image_generation/edit?name=Picture%20Model%208');
  await page.getByLabel('Description').first().fill('Held.');
  const sent = writesOf(page);
  const isAsked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  await page.route(dryRun, async (route) => {
    isAsked.resolve();
    await mayAnswer.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Review the proposal' }).press('Enter');
  await isAsked.promise;
  await page.keyboard.down('Space');
  mayAnswer.resolve();
  await dialog(page, 'Propose this edit?').waitFor();
  await repeat(page, 'Space');
  await page.keyboard.up('Space');
  await repeat(page, 'Shift');
  await dialog(page, 'Propose this edit?').waitFor();
  expect(sent).toEqual([]);
});

it('Enter confirms a dialog only once it has faded in', async () => {
  const id = await edit(11);
  const page = await openChange(id);
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.001 });
  const approval = dialog(page, 'Approve 1 change');
  await page.getByRole('button', { name: 'Approve', exact: true }).press('Enter');
  await approval.locator('input:focus').waitFor();
  await page.keyboard.press('Enter');
  await repeat(page, 'Shift');
  expect(await statusOf(id)).toBe('pending');
  await session.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await page.evaluate(allShown);
  await page.keyboard.press('Enter');
  await approval.waitFor({ state: 'hidden' });
  expect(await statusOf(id)).toBe('approved');
});

it('Enter that is held after it has approved one lane does not approve the next', async () => {
  const low = await edit(12);
  const high = await edit(13, { baseline: 'flux_1' });
  const page = await open('/review');
  await page.getByLabel('Select all pending').check();
  await page.keyboard.press('a');
  await dialog(page, 'Approve 1 change').getByText('After them: 1 of high risk.').waitFor();
  await page.evaluate(allShown);
  await page.keyboard.down('Enter');
  await dialog(page, 'Approve 1 change').getByText('touches what workers depend on').first().waitFor();
  await repeat(page, 'Enter');
  await page.keyboard.up('Enter');
  expect([await statusOf(low), await statusOf(high)]).toEqual(['approved', 'pending']);
  // What is typed next goes into the second dialog.
  await page.locator('[role="dialog"] input:focus').waitFor();
});

it.each([
  ['a', 'Approve 1 change', 'update Picture Model 14'],
  ['r', 'Reject 1 change', ''],
])('%s that is held opens a dialog and types nothing there', async (key, name, text) => {
  const page = await openChange(await edit(14));
  await page.keyboard.down(key);
  await dialog(page, name).waitFor();
  await repeat(page, key);
  await page.keyboard.up(key);
  expect(await dialog(page, name).getByRole('textbox').inputValue()).toBe(text);
});

it('Escape that is held closes a dialog and leaves the change behind it open', async () => {
  const id = await edit(15);
  const page = await openChange(id);
  await page.keyboard.press('r');
  await dialog(page, 'Reject 1 change').waitFor();
  await page.keyboard.down('Escape');
  await dialog(page, 'Reject 1 change').waitFor({ state: 'hidden' });
  await repeat(page, 'Escape');
  await page.keyboard.up('Escape');
  expect(page.url()).toContain(`change=${id}`);
});

it('x that is held selects once; j that is held goes on', async () => {
  const ids = [await edit(16), await edit(17), await edit(18)];
  const page = await open('/review');
  await page.locator('[data-change]').nth(2).waitFor();
  await page.keyboard.down('x');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.down('x');
  await page.keyboard.up('x');
  await page.getByText('1 selected').waitFor();
  await repeat(page, 'j');
  await page.keyboard.up('j');
  await page.locator(`[data-change="${ids[2]}"] button:focus`).waitFor();
});

it('a key that is held types where it was pressed, as ever', async () => {
  const page = await openChange(await edit(19));
  await page.keyboard.press('r');
  await page.keyboard.down('n');
  await page.keyboard.down('n');
  await page.keyboard.up('n');
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(await dialog(page, 'Reject 1 change').getByLabel('Reason').inputValue()).toBe('nn\n\n');
});

it('modifiers make other keys of them', async () => {
  const page = await openChange(await edit(20));
  for (const key of ['Control+a', 'Meta+a', 'Alt+a', 'Shift+A', 'Meta+r', 'Control+Enter', 'Control+x'])
    await page.keyboard.press(key);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByText('selected').count()).toBe(0);
});
