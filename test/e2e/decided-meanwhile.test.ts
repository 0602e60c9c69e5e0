import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type ConsoleUnderTest, startConsole } from '../support/console.ts';
import { send as sendTo } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys, users } from '../support/identity-server.ts';

// Two approvers at once: the account that has no role elsewhere is the second one.

const [ada, noel] = [keys.approver, keys.nobody];

let site: ConsoleUnderTest;
const approvers = [users.approver.id, users.nobody.id];
consoleForTests(
  (started) => {
    site = started;
  },
  () => startConsole({ MODELREF_PENDING_QUEUE__APPROVER_IDS: approvers.join(',') }),
);

const send = <T = { change_id: number }>(method: string, path: string, key: string, body?: object) =>
  sendTo<T>(site, method, path, body, key);

const record = (number: number) =>
  send<object>('GET', `/image_generation/model/Picture%20Model%20${number}`, noel);
async function edit(number: number): Promise<number> {
  const path = `/image_generation/model/Picture%20Model%20${number}`;
  const body = { ...(await record(number)), description: `Edited ${number}.` };
  return (await send('PUT', path, keys.requestor, body)).change_id;
}
const approve = (id: number) =>
  send('POST', '/pending_queue/batches', noel, { batch_title: 'Theirs', approved_ids: [id] });

const change = (page: Page, id: number) => page.getByRole('region', { name: `Change ${id}`, exact: true });

it('what the other decides shows at once, and no key decides about it any more', async () => {
  const id = await edit(11);
  const page = await site.visit(`/review?change=${id}`, ada);
  await change(page, id).getByRole('button', { name: 'Approve' }).waitFor();
  await approve(id);
  await change(page, id).getByRole('alert').getByText(`${users.nobody.username} approved it.`).waitFor();
  await page.keyboard.press('r');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
});

it('a dialog that is open about it then says so, and cannot be sent', async () => {
  const id = await edit(12);
  const page = await site.visit(`/review?change=${id}`, ada);
  await change(page, id).getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve 1 change' });
  await dialog.getByLabel('Title of the batch').waitFor();
  await approve(id);
  await dialog.getByRole('alert').getByText(`${users.nobody.username} approved it.`).waitFor();
  expect(await dialog.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
});

it('a key decides about no version that came while the change was open, until it is pressed again', async () => {
  const id = await edit(13);
  const page = await site.visit(`/review?change=${id}`, ada);
  await change(page, id).getByRole('button', { name: 'Approve' }).waitFor();
  const better = { ...(await record(13)), description: 'Something else.' };
  await send('PUT', `/pending_queue/changes/${id}`, keys.requestor, { record: better });
  await change(page, id).getByRole('alert').getByText('This is version 2').waitFor();
  // Keys decide only about what can be read.
  await change(page, id).getByText('Something else.').first().waitFor();
  await page.keyboard.press('a');
  await page.getByText('Nothing was decided: look at version 2 first.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('a');
  await page.getByRole('dialog', { name: 'Approve 1 change' }).waitFor();
});

it('a selected change that gets a new version is not selected any more', async () => {
  const [changed, kept] = [await edit(14), await edit(15)];
  const page = await site.visit('/review?name=Model+1', ada);
  const box = (id: number) => page.getByRole('checkbox', { name: `Select change ${id}` });
  await box(changed).check();
  await box(kept).check();
  await page.getByText('2 selected').waitFor();
  const better = { ...(await record(14)), description: 'Not what was selected.' };
  await send('PUT', `/pending_queue/changes/${changed}`, keys.requestor, { record: better });
  await page.getByText('1 selected').waitFor();
  expect([await box(changed).isChecked(), await box(kept).isChecked()]).toEqual([false, true]);
});
