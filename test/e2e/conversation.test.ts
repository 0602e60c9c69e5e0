import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  type ConsoleUnderTest,
  follow,
  pollOften,
  signIn,
  startConsole,
  withUnknownKey,
} from '../support/console.ts';
import { consoleApi, send as sendTo } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys, users } from '../support/identity-server.ts';

let site: ConsoleUnderTest;
// Two reviewers: the account that has no role elsewhere is the second one.
const approvers = [users.approver.id, users.nobody.id].join(',');
consoleForTests(
  (started) => {
    site = started;
  },
  () => startConsole({ MODELREF_PENDING_QUEUE__APPROVER_IDS: approvers }),
);

const send = <T = { change_id: number }>(method: string, path: string, key: string, body?: object) =>
  sendTo<T>(site, method, path, body, key);
const pathOf = (number: number) => `/image_generation/model/Picture%20Model%20${number}`;
const edit = (number: number, description: string) => consoleApi(site).edit(number, { description });

async function window(path: string, key: string): Promise<Page> {
  const page = await site.open('/');
  await signIn(page, key, { remember: true });
  await pollOften(page);
  await page.goto(site.origin + path);
  return page;
}

const said = (page: Page) => page.getByRole('region', { name: 'Conversation' });
const say = async (page: Page, text: string, how = 'Comment') => {
  await said(page).getByLabel('Your comment').fill(text);
  await said(page).getByRole('button', { name: how, exact: true }).click();
};

it('two reviewers and a requestor talk about one change in three windows until it is applied', async () => {
  const id = await edit(7, 'Pictures of everything.');
  const ada = await window(`/review/changes/${id}`, keys.approver);
  const noel = await window(`/review/changes/${id}`, keys.nobody);
  const rita = await window(`/changes/${id}`, keys.requestor);

  const unread = (page: Page, count: number) =>
    page
      .getByRole('banner')
      .getByRole('link', { name: `Inbox: ${count} unread` })
      .waitFor();
  await unread(noel, 1);

  // A question, and its answer, each seen without loading a page again.
  await say(ada, 'Of everything? See https://example.org/everything.');
  await said(rita).getByText('Of everything?').waitFor();
  await unread(rita, 1);
  const link = said(rita).getByRole('link', { name: 'https://example.org/everything' });
  expect(await link.getAttribute('href')).toBe('https://example.org/everything');
  await say(rita, 'Well, of cats.');
  await said(noel).getByText('Well, of cats.').waitFor();

  // A comment is mended, and shows it.
  await said(rita).getByRole('button', { name: 'Edit' }).click();
  await said(rita).getByLabel('Edit the comment').fill('Well, of cats and dogs.');
  await said(rita).getByRole('button', { name: 'Save' }).click();
  await said(noel).getByText('Well, of cats and dogs.').waitFor();
  await said(noel).getByText('(edited)').waitFor();

  // One approves, the other asks for changes: the approval is gone.
  await ada.getByRole('button', { name: 'Approve', exact: true }).click();
  await ada.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await said(noel).getByText('approved it').waitFor();
  await say(noel, 'Then say so.', 'Request changes');
  await said(rita).getByText('requested changes').waitFor();
  await rita.getByText('An approver requested changes').waitFor();

  await unread(rita, 3);
  await rita.goto(`${site.origin}/changes`);
  const listed = rita.getByRole('list', { name: 'My changes' }).getByRole('listitem').first();
  await listed.getByText('changes requested', { exact: true }).waitFor();
  await listed.getByRole('link', { name: `Change ${id}` }).click();
  await rita.getByText('Changes requested: submit a new version.').waitFor();

  // A new version of the same change.
  await rita.getByRole('link', { name: 'Submit a new version' }).click();
  await rita.getByRole('textbox', { name: 'Description' }).fill('Pictures of cats and dogs.');
  await rita.getByRole('button', { name: 'Review the proposal' }).click();
  await rita.getByRole('dialog').getByRole('button', { name: 'Propose this edit' }).click();
  await rita.getByText(`Queued as change ${id}`).waitFor();
  await rita.getByRole('link', { name: `See change ${id}` }).click();

  // Both reviewers see what is new, and it is approved and applied.
  await said(ada).getByText('proposed another version (2)').waitFor();
  await said(noel).getByText('Differs from the previous version in 1 field').click();
  await said(noel).getByText('Pictures of cats and dogs.').first().waitFor();
  // Who had the version before open is asked to look first.
  await noel.getByRole('button', { name: 'Approve', exact: true }).click();
  await noel.getByText(/has a new version since you opened it/).waitFor();
  await noel.getByRole('button', { name: 'Approve', exact: true }).click();
  await noel.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await said(ada).getByText('approved it').nth(1).waitFor();
  await ada.goto(`${site.origin}/review/open-batch`);
  await ada.getByRole('button', { name: 'Apply all 1' }).click();
  await ada.getByRole('dialog').getByRole('button', { name: 'Apply 1' }).click();
  await said(rita).getByText('applied it: it is live').waitFor();
  await rita.getByText(/workers have read it since then/).waitFor();

  // What she was told, until she has read it.
  await unread(rita, 5);
  await rita.getByRole('banner').getByRole('link', { name: 'Inbox: 5 unread' }).click();
  const inbox = rita.getByRole('list', { name: 'Your changes' });
  await inbox.getByText('applied it: it is live').waitFor();
  expect(await inbox.getByText('Then say so.').count()).toBe(1);
  await inbox.getByRole('button', { name: `Mark as read: change ${id}` }).click();
  await rita.getByText('No unread entries.').waitFor();
  await rita.getByRole('banner').getByRole('link', { name: 'Inbox', exact: true }).waitFor();
  await noel.goto(`${site.origin}/inbox?all=1`);
  await noel.getByRole('list', { name: 'For review' }).getByText('proposed another version').waitFor();
  await noel.getByRole('link', { name: `Change ${id}` }).click();
  await noel.waitForURL(`**/review/changes/${id}`);
  await noel.getByRole('banner').getByRole('link', { name: 'Inbox', exact: true }).waitFor();
  expect(await send('GET', pathOf(7), keys.requestor)).toMatchObject({
    description: 'Pictures of cats and dogs.',
  });
});

it('what was proposed is withdrawn, an approval taken back, and a deleted model brought back', async () => {
  const { change_id: mine } = await send('DELETE', pathOf(8), keys.requestor);
  const rita = await window(`/changes/${mine}`, keys.requestor);
  await rita.getByRole('button', { name: 'Withdraw' }).click();
  await rita.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await rita.getByText('Withdrawn by the requestor').first().waitFor();

  const { change_id: deletion } = await send('DELETE', pathOf(9), keys.requestor);
  const approve = () =>
    send('POST', '/pending_queue/batches', keys.approver, { batch_title: 'Gone', approved_ids: [deletion] });
  await approve();
  const ada = await window(`/review/changes/${deletion}`, keys.approver);
  await ada.getByRole('button', { name: 'Revoke the approval' }).click();
  await ada.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await approve();
  await send('POST', '/pending_queue/apply', keys.approver, { change_ids: [deletion] });

  await rita.goto(`${site.origin}/model/image_generation?name=Picture+Model+9`);
  await rita.getByRole('button', { name: 'Propose to restore it' }).waitFor();
  await rita.getByRole('button', { name: 'Propose to restore it' }).click();
  await rita.getByText(/Queued as change \d+/).waitFor();
});

it('text that is not sent survives a reload, per change and account, until it is sent or emptied', async () => {
  const [first, second] = [await edit(21, 'a'), await edit(22, 'b')];
  const page = await window(`/review/changes/${first}`, keys.approver);
  const comment = said(page).getByLabel('Your comment');
  const reload = async () => {
    await page.reload();
    await comment.waitFor();
  };
  const become = async (key: string, name: string) => {
    const account = page.getByRole('banner').getByRole('button', { name: 'Account of' });
    await account.click();
    await page.getByRole('menuitem', { name: 'Use another key' }).click();
    await signIn(page, key, { remember: true });
    await account.and(page.getByLabel(name)).waitFor();
    await comment.waitFor();
  };
  const kept = () => page.evaluate<string | null>("sessionStorage.getItem('modelref-unsent')");
  const is = (text: string) => expect.poll(() => comment.inputValue()).toBe(text);
  await comment.fill('Half a thou');
  await reload();
  await is('Half a thou');
  await follow(page, `/review/changes/${second}`);
  await page.getByRole('heading', { name: `Change ${second}` }).waitFor();
  await is('');
  await follow(page, `/review/changes/${first}`);
  await page.getByRole('heading', { name: `Change ${first}` }).waitFor();

  // Another reviewer at this browser is not shown it, before and after a reload.
  await become(keys.nobody, users.nobody.username);
  await is('');
  await reload();
  await is('');
  await become(keys.approver, users.approver.username);
  await is('Half a thou');
  await withUnknownKey(page, '**/comments', async () => {
    await said(page).getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('dialog').getByText('Your key is no longer accepted').waitFor();
  });
  await signIn(page, keys.approver, { remember: true });
  await is('Half a thou');
  await say(page, 'Half a thought.');
  await is('');
  await reload();
  await is('');
  await comment.fill('Never mind');
  await comment.fill('');
  expect(await kept()).toBeNull();

  // So does the edit of a comment, until it is saved or cancelled.
  await said(page).getByRole('button', { name: 'Edit' }).click();
  const edited = said(page).getByLabel('Edit the comment');
  await edited.fill('A whole thought.');
  await reload();
  await edited.waitFor();
  expect(await edited.inputValue()).toBe('A whole thought.');
  await said(page).getByRole('button', { name: 'Cancel' }).click();
  await reload();
  await said(page).getByText('Half a thought.').waitFor();
  expect([await edited.count(), await kept()]).toEqual([0, null]);

  // And the reason of a rejection, until it is sent or cancelled.
  const reject = page.getByRole('dialog', { name: 'Reject 1 change' });
  const reason = reject.getByLabel('Reason');
  const open = async () => {
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    await reason.waitFor();
  };
  await open();
  await reason.fill('The checksum is');
  await reload();
  await open();
  expect(await reason.inputValue()).toBe('The checksum is');
  await reject.getByRole('button', { name: 'Cancel' }).click();
  await reject.waitFor({ state: 'hidden' });
  await open();
  expect(await reason.inputValue()).toBe('');
  await reason.fill('The checksum is of another file.');
  await withUnknownKey(page, '**/pending_queue/batches', async () => {
    await reject.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
  });
  await signIn(page, keys.approver, { remember: true });
  expect(await reason.inputValue()).toBe('The checksum is of another file.');
  await reject.getByRole('button', { name: 'Reject' }).click();
  await reject.waitFor({ state: 'hidden' });
  await page.getByText('The checksum is of another file.', { exact: true }).first().waitFor();
  expect(await kept()).toBeNull();

  // What is typed without a key belongs to the account that signs in next.
  const wish = { category: 'image_generation', name: 'Typed before signing in' };
  const asked = await send<{ request_id: number }>('POST', '/requests', keys.requestor, wish);
  await page.getByRole('banner').getByRole('button', { name: 'Account of' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await follow(page, `/wanted/${asked.request_id}`);
  await comment.fill('Me too');
  await reload();
  await is('Me too');
  await signIn(page, keys.approver, { remember: true });
  await said(page).getByRole('button', { name: 'Comment', exact: true }).waitFor();
  await is('Me too');
  await become(keys.requestor, users.requestor.username);
  await is('');
  await become(keys.approver, users.approver.username);
  await is('Me too');
});
