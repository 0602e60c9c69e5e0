import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { type ConsoleUnderTest, signIn, withUnknownKey } from '../support/console.ts';
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

/** Proposes another description of a model, and opens the change as people do who have not asked for less motion. */
async function openChange(number: number): Promise<Page> {
  const path = `/image_generation/model/Picture%20Model%20${number}`;
  const { body: record } = await api.send('GET', path);
  const { body } = await api.send('PUT', path, { ...(record as object), description: crypto.randomUUID() });
  const { change_id: id } = body as { change_id: number };
  const page = await site.open(`/review?change=${id}`, { reducedMotion: 'no-preference' });
  await signIn(page, keys.approver);
  await page.getByRole('button', { name: 'Approve', exact: true, disabled: false }).waitFor();
  return page;
}

/** Types a text as fast as the browser takes keys: all of it is there before the first is answered. */
async function typeAtOnce(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await Promise.all(
    [...text].flatMap((key) => [
      session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key }),
      session.send('Input.dispatchKeyEvent', { type: 'keyUp', key }),
    ]),
  );
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const gone = { state: 'hidden' } as const;

it('what is typed at once after its key goes into a dialog, and is no shortcut of the page', async () => {
  const page = await openChange(1);
  await typeAtOnce(page, 'rajx? because');
  expect(await dialog(page, 'Reject 1 change').getByLabel('Reason').inputValue()).toBe('ajx? because');
  expect(await page.getByRole('dialog').count()).toBe(1);
});

it('a dialog that closes gives the focus back', async () => {
  const page = await openChange(2);
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.keyboard.press('Escape');
  await dialog(page, 'Reject 1 change').waitFor(gone);
  await page.locator('button:focus', { hasText: 'Reject' }).waitFor();
});

it('Escape closes the topmost of two dialogs', async () => {
  const page = await openChange(3);
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  const rejection = dialog(page, 'Reject 1 change');
  await rejection.getByLabel('Reason').fill('Typed with care.');
  await withUnknownKey(page, '**/pending_queue/batches', async () => {
    await rejection.getByRole('button', { name: 'Reject', exact: true }).click();
    await dialog(page, 'Sign in').waitFor();
  });
  await rejection.getByRole('button', { name: 'Reject', disabled: false }).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page, 'Sign in').waitFor(gone);
  expect(await rejection.getByLabel('Reason').inputValue()).toBe('Typed with care.');
  await page.keyboard.press('Escape');
  await rejection.waitFor(gone);
});

it('keys in a list that is open over the page are no shortcuts', async () => {
  const page = await site.open('/browse/image_generation', { reducedMotion: 'no-preference' });
  await page.getByRole('button', { name: 'Columns' }).click();
  const box = dialog(page, 'Columns').getByRole('checkbox').first();
  await box.focus();
  await page.keyboard.press('f');
  await page.keyboard.press('j');
  expect(await box.evaluate((element) => element.matches(':focus'))).toBe(true);
});
