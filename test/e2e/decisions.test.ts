import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { type ConsoleUnderTest, follow, startConsole, untilDrawn } from '../support/console.ts';
import { type ConsoleApi, consoleApi, send as sendTo } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys, users } from '../support/identity-server.ts';

// Two approvers at once: the account that has no role elsewhere is the second one.

let site: ConsoleUnderTest;
let api: ConsoleApi;
let page: Page;
const approvers = [users.approver.id, users.nobody.id].join(',');
consoleForTests(
  (started) => {
    site = started;
    api = consoleApi(site);
  },
  () => startConsole({ MODELREF_PENDING_QUEUE__APPROVER_IDS: approvers }),
);
beforeEach(async () => {
  await api.emptyQueue();
  page = await site.visit('/', keys.approver);
});

const send = <T = { change_id: number }>(method: string, path: string, key: string, body?: object) =>
  sendTo<T>(site, method, path, body, key);
async function revise(id: number, number: number, description: string): Promise<void> {
  const record = { ...(await api.recordOf(number)), description };
  await send('PUT', `/pending_queue/changes/${id}`, keys.requestor, { record });
}
const decide = (decision: object) =>
  send('POST', '/pending_queue/batches', keys.nobody, { batch_title: 'Theirs', ...decision });

const dialog = (name: string) => page.getByRole('dialog', { name });
const change = (id: number) => page.getByRole('region', { name: `Change ${id}`, exact: true });
const rows = () => page.locator('[data-change]');
const row = (id: number) => page.locator(`[data-change="${id}"]`);
const box = (id: number) => page.getByRole('checkbox', { name: `Select change ${id}` });
const gone = { state: 'hidden' } as const;
const open = (id: number) => follow(page, `/review?change=${id}`);
/** Waits until a change can be decided about: keys decide only about what can be read. */
const readable = (id: number) => change(id).getByText('The record as proposed').waitFor();
/** The page looks again, as it does on the way back to its window. */
const lookAgain = () => page.evaluate("dispatchEvent(new Event('visibilitychange'))");

/** What a key asks about; null when it asks nothing. */
async function askedBy(key: string): Promise<string | null> {
  await page.keyboard.press(key);
  // What the same key would have opened is there after the next frames.
  await untilDrawn(page);
  if (!(await page.getByRole('dialog').isVisible())) return null;
  const asked = await page.getByRole('dialog').innerText();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor(gone);
  return asked;
}

it('what a colleague decides shows at once, and neither keys nor an open dialog decide about it', async () => {
  const alone = await api.edit(11);
  await open(alone);
  await readable(alone);
  await decide({ approved_ids: [alone] });
  const said = `${users.nobody.username} approved it.`;
  await change(alone).getByRole('alert').getByText(said).waitFor();
  await page.keyboard.press('r');
  await page.keyboard.press('?');
  await dialog('Keyboard shortcuts').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
  await page.keyboard.press('Escape');

  const asked = await api.edit(12);
  await open(asked);
  await change(asked).getByRole('button', { name: 'Approve' }).click();
  await dialog('Approve 1 change').getByLabel('Title of the batch').waitFor();
  await decide({ approved_ids: [asked] });
  await dialog('Approve 1 change').getByRole('alert').getByText(said).waitFor();
  const confirm = dialog('Approve 1 change').getByRole('button', { name: 'Approve' });
  expect(await confirm.isDisabled()).toBe(true);
  await page.keyboard.press('Escape');

  // Where the page does not hear of it in time, nothing is decided.
  const unheard = await api.edit(30);
  const address = `**/pending_queue/changes/${unheard}`;
  const json = await send<object>('GET', `/pending_queue/changes/${unheard}`, keys.approver);
  await page.route(address, (route) => route.fulfill({ json }));
  await open(unheard);
  await change(unheard).getByRole('button', { name: 'Approve' }).click();
  await decide({ approved_ids: [unheard] });
  await confirm.click();
  const alert = dialog('Approve 1 change').getByRole('alert');
  await alert.getByText('Nothing was decided').waitFor();
  expect(await alert.innerText()).toContain(String(unheard));
  await page.unroute(address);
});

it('a version that came while the change was open is decided once it was looked at', async () => {
  const id = await api.edit(13);
  await open(id);
  await readable(id);
  await change(id).getByLabel('Your comment').fill('Not like this.');
  await revise(id, 13, 'Something else.');
  await change(id).getByRole('alert').getByText('This is version 2').waitFor();
  await change(id).getByText('Something else.').first().waitFor();
  const ask = change(id).getByRole('button', { name: 'Request changes', exact: true });
  await ask.click();
  await change(id)
    .getByText(/has version 2/)
    .waitFor();
  expect(await change(id).getByText('requested changes').count()).toBe(0);
  await change(id).getByText('Something else.').first().click();
  await page.keyboard.press('a');
  await page.getByText('Nothing was decided: look at version 2 first.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('a');
  await dialog('Approve 1 change').waitFor();
  await page.keyboard.press('Escape');
  // Who has been told so, may mean the new one.
  await ask.click();
  await change(id).getByText('requested changes').first().waitFor();
  await expect.poll(() => change(id).getByLabel('Your comment').inputValue()).toBe('');

  // Nor is it selected any more.
  const [changed, kept] = [await api.edit(14), await api.edit(15)];
  await follow(page, '/review?name=Model+1');
  await box(changed).check();
  await box(kept).check();
  await page.getByText('2 selected').waitFor();
  await revise(changed, 14, 'Not what was selected.');
  await page.getByText('1 selected').waitFor();
  expect([await box(changed).isChecked(), await box(kept).isChecked()]).toEqual([false, true]);
});

it('a version whose differences cannot be read is not approved', async () => {
  const id = await api.edit(32);
  for (const path of [`/review?change=${id}`, `/review/changes/${id}`]) {
    await page.goto(site.origin + path);
    const detail = page.getByRole('article');
    const differences = detail.getByText('The record as proposed');
    await differences.waitFor();
    await detail.getByRole('region', { name: 'Conversation' }).getByRole('listitem').first().waitFor();
    const address = `**/pending_queue/changes/${id}/diff`;
    await page.route(address, (route) => route.fulfill({ status: 503, json: { detail: 'Later.' } }));
    await revise(id, 32, crypto.randomUUID());
    await lookAgain();
    await detail.getByText('New version meanwhile').waitFor();
    await detail.getByText('Later.').waitFor();
    expect(await differences.count()).toBe(0);
    // Neither by the button nor by its key.
    expect(await detail.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    await page.keyboard.press('a');
    expect(await detail.getByRole('button', { name: 'Reject' }).isDisabled()).toBe(false);
    await page.unroute(address);
    await detail.getByRole('button', { name: 'Try again' }).click();
    await differences.waitFor();
    await detail.getByRole('button', { name: 'Approve' }).click();
    await page.getByText(/has a new version since you opened it/).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  }
});

it('keys decide about the open change on whatever page of the list it stands, and nothing else', async () => {
  const older: number[] = [];
  for (let n = 0; n < 51; n += 1) older.push(await api.edit(80 + n));
  const meant = await api.edit(79);
  await open(meant);
  await readable(meant);
  await row(older[0] ?? 0).waitFor();
  expect(await askedBy('a')).toMatch(/update Picture Model 79$/m);
  // Nothing of the list is the current one.
  await page.keyboard.press('x');
  expect(await page.getByText('1 selected').count()).toBe(0);
  await page.keyboard.press('r');
  const rejection = dialog('Reject 1 change');
  await rejection.getByText('update Picture Model 79').waitFor();
  await rejection.getByLabel('Reason').fill('Meant.');
  await rejection.getByRole('button', { name: 'Reject' }).click();
  await rejection.waitFor(gone);
  expect(await api.statusOf(meant)).toBe('rejected');
  expect(new Set(await Promise.all(older.map(api.statusOf)))).toEqual(new Set(['pending']));

  // Nor does a page of the list take over what was current on the one before.
  await open(older[1] ?? 0);
  await change(older[1] ?? 0)
    .getByRole('article')
    .waitFor();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect.poll(() => rows().count()).toBe(1);
  expect(await askedBy('a')).toMatch(/update Picture Model 130$/m);
});

it('keys decide about the change that a link, the way back, or j has opened, or about nothing', async () => {
  const first = await api.edit(70);
  const second = await api.edit(71);
  await open(first);
  await readable(first);
  await open(second);
  await readable(second);
  expect(await askedBy('r')).toContain('update Picture Model 71');
  await page.goBack();
  await readable(first);
  expect(await askedBy('r')).toContain('update Picture Model 70');
  // A dialog goes with its change.
  await page.keyboard.press('r');
  await dialog('Reject 1 change').getByText('update Picture Model 70').waitFor();
  await page.goForward();
  await readable(second);
  await page.getByRole('dialog').waitFor(gone);
  const twin = await api.edit(70);
  await follow(page, `/review/changes/${first}`);
  await page.getByRole('link', { name: `#${twin}` }).click();
  await page.getByRole('heading', { name: `Change ${twin}` }).waitFor();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await dialog('Reject 1 change').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: `Change ${first}` }).waitFor();
  await page.getByRole('dialog').waitFor(gone);

  // While the open one cannot be shown, there is none.
  await page.goto(`${site.origin}/review?change=999999`);
  await page.getByText('Change not found').waitFor();
  await row(first).waitFor();
  expect([await askedBy('a'), await askedBy('r')]).toEqual([null, null]);
  await page.keyboard.press('j');
  await change(first).getByRole('article').waitFor();
  expect(await askedBy('r')).toContain('update Picture Model 70');
});

it('the current change stays the current one, whatever comes before it or is decided by a colleague', async () => {
  const [first, second, third] = [await api.edit(73), await api.edit(74), await api.edit(75)];
  await follow(page, '/review');
  await row(third).waitFor();
  const high = await api.edit(77, { baseline: 'flux_1', style: 'anime' });
  await expect.poll(() => rows().first().getAttribute('data-change')).toBe(String(high));
  expect(await askedBy('r')).toContain('update Picture Model 73');
  await page.keyboard.press('j');
  expect(await askedBy('r')).toContain('update Picture Model 74');
  await decide({ rejected_ids: [second], reject_reason: 'By a colleague.' });
  await expect.poll(() => rows().count()).toBe(3);
  expect([await askedBy('a'), await askedBy('r')]).toEqual([null, null]);
  await page.keyboard.press('j');
  expect(await askedBy('r')).toContain('update Picture Model 75');

  // While others are selected than the open one, none is decided about.
  await box(first).check();
  await row(third).getByRole('button').click();
  await change(third).getByRole('article').waitFor();
  expect([await askedBy('a'), await askedBy('r')]).toEqual([null, null]);
  await page.getByText(`Change ${third} is open, and not among the selected ones`).first().waitFor();
  // What was selected under a filter is not under another.
  await page.getByLabel('Model name').fill('Picture Model 7');
  await change(third).waitFor(gone);
  await row(third).getByRole('button').click();
  await change(third).getByRole('article').waitFor();
  expect(await askedBy('r')).toContain('update Picture Model 75');
});

it('a decision may have been made when no answer came, which nobody denies or cancels', async () => {
  const ids = [await api.edit(35), await api.edit(36)];
  await follow(page, '/review');
  for (const id of ids) await box(id).check();
  const { promise: wait, resolve: go } = Promise.withResolvers<void>();
  await page.route('**/pending_queue/batches', async (route) => {
    await wait;
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Reject 2' }).click();
  const rejection = dialog('Reject 2 changes');
  await rejection.getByLabel('Reason').fill('Not needed.');
  await rejection.getByRole('button', { name: 'Reject' }).click();
  await page.keyboard.press('Escape');
  expect(await rejection.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
  go();
  await rejection.getByText('Unknown whether this was decided').waitFor();
  await page.keyboard.press('Escape');
  await rejection.waitFor(gone);
  await page.unroute('**/pending_queue/batches');
  // What the browser says of the answer that was lost.
  site.problems.splice(0);
});
