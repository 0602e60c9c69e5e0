import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { type ConsoleUnderTest, follow, signIn, untilDrawn } from '../support/console.ts';
import { consoleApi, send } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys, users } from '../support/identity-server.ts';
import { startRemoteHost } from '../support/remote-host.ts';

let site: ConsoleUnderTest;
consoleForTests((started) => {
  site = started;
});

const banner = (page: Page) => page.getByRole('banner');
const account = (page: Page, username = '') =>
  banner(page).getByRole('button', { name: `Account of ${username}` });
const signedInAs = (page: Page, username: string) => account(page, username).waitFor();
const signedOut = (page: Page) => banner(page).getByRole('button', { name: 'Sign in' }).waitFor();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in' });
const choose = async (page: Page, item: string) => {
  await account(page).click();
  await page.getByRole('menuitem', { name: item }).click();
};
/** All that the browser stores of the page. */
const stored = (page: Page) =>
  page.evaluate(
    '(async () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases()]))()',
  );

/** Opens another tab of the same browser, as a link that is opened in a new tab does. */
async function tabBeside(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  tab.setDefaultTimeout(60_000);
  await tab.goto(site.origin + path);
  return tab;
}

it('takes a key that somebody has, says whose it is, and keeps it as long as one was asked to', async () => {
  const page = await site.open('/');
  await banner(page).getByRole('button', { name: 'Sign in' }).click();
  await dialog(page).getByLabel('API key', { exact: true }).fill(keys.unknown);
  await page.keyboard.press('Enter');
  await dialog(page).getByText('The AI-Horde knows no account with this key.').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });

  await signIn(page, keys.approver);
  await account(page).click();
  const menu = page.getByRole('menu');
  await menu.getByText(users.approver.username).waitFor();
  expect(await menu.innerText()).toContain('approver');
  expect(await stored(page)).not.toContain(keys.approver);
  await page.reload();
  await signedOut(page);

  await signIn(page, keys.requestor, { remember: true });
  await page.reload();
  await signedInAs(page, users.requestor.username);
  expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain(keys.requestor);
  await choose(page, 'Sign out');
  await signedOut(page);
  expect(await stored(page)).not.toContain(keys.requestor);
});

it('lets everybody do what their role is for, and says which role the rest needs', async () => {
  const page = await site.open('/model/clip?name=search');
  const body = { name: 'search', description: 'Better.' };
  const { change_id: id } = await send(site, 'PUT', '/clip/model/search', body, keys.approver);
  await page.getByText('to see changes in the queue').waitFor();
  await signIn(page, keys.nobody);
  await page.getByText('Your key may not see the queue.').waitFor();
  await follow(page, '/propose/clip');
  await page.getByText('Your key does not have the requestor role. You can try').waitFor();
  expect(await page.getByRole('link', { name: 'My changes' }).count()).toBe(0);
  await choose(page, 'Use another key');
  await page.getByText('No role in this registry').waitFor({ state: 'hidden' });
  await signIn(page, keys.requestor);
  await follow(page, '/review');
  await page.getByText('Your key does not have the approver role.').waitFor();
  expect(await page.getByRole('link', { name: 'Review', exact: true }).count()).toBe(0);
  await follow(page, '/model/clip?name=search');
  await page.getByText('No pending change of yours.').waitFor();
  await page.getByRole('link', { name: 'Propose an edit' }).waitFor();
  await choose(page, 'Use another key');
  await signIn(page, keys.approver);
  const pending = page.getByRole('region', { name: 'Pending changes' });
  await pending.getByRole('link', { name: `#${id}` }).waitFor();
  expect(await pending.innerText()).toContain('update');
});

it('asks again when the key is not accepted any more, once, and goes on', async () => {
  const page = await site.open('/model/clip?name=ViT-L/14');
  await signIn(page, keys.approver);
  const pending = page.getByRole('region', { name: 'Pending changes' });
  await pending.getByText('None.', { exact: true }).waitFor();
  const main = page.getByRole('navigation', { name: 'Main' });
  try {
    site.revoke(keys.approver);
    await follow(page, '/model/clip?name=..');
    await dialog(page).getByText('Your key is no longer accepted').waitFor();
    site.restore(keys.approver);
    await signIn(page, keys.approver);
    await page.getByRole('heading', { name: '..', level: 1, exact: true }).waitFor();
    await pending.getByText('None.', { exact: true }).waitFor();

    // Whether the key is known is asked after it was refused, and answered when there is another.
    const asked = Promise.withResolvers<Route>();
    await page.route('**/me/roles', (route) =>
      route.request().headers().apikey === keys.approver ? asked.resolve(route) : route.fallback(),
    );
    site.revoke(keys.approver);
    await main.getByRole('link', { name: 'Review' }).click();
    const held = await asked.promise;
    await choose(page, 'Use another key');
    await signIn(page, keys.requestor);
    const told = page.waitForResponse('**/me/roles');
    await held.fulfill({ status: 401, json: { detail: 'Invalid API key' } });
    await told;
    await untilDrawn(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
  } finally {
    site.restore(keys.approver);
  }
});

it('shows nobody what the one before could read, however slow the answers are', async () => {
  const api = consoleApi(site);
  const wish = { category: 'image_generation', name: 'Not for everybody' };
  const { request_id } = await send<{ request_id: number }>(site, 'POST', '/requests', wish);
  await api.send('POST', `/requests/${request_id}/decide`, { decision: 'hide', reason: 'Private.' });
  await api.edit(9);
  const page = await site.open('/');
  await signIn(page, keys.nobody);
  for (const [address, key, text] of [
    ['/wanted?view=hidden', keys.approver, 'Not for everybody'],
    ['/review', keys.approver, 'Picture Model 9'],
    ['/inbox', keys.approver, 'Picture Model 9'],
    ['/changes', keys.requestor, 'Picture Model 9'],
  ] as const) {
    await choose(page, 'Use another key');
    await signIn(page, key);
    await follow(page, address);
    const shown = page.getByText(text).first();
    await shown.waitFor();
    await page.route(/pending_queue|\/requests/, () => {});
    await choose(page, 'Use another key');
    await signIn(page, keys.nobody);
    await signedInAs(page, users.nobody.username);
    expect([address, await shown.count()]).toEqual([address, 0]);
    await page.unrouteAll();
  }
});

it('shares the key among the tabs, where no storage holds it, until the last is gone', async () => {
  const first = await site.open('/');
  const second = await tabBeside(first, '/inbox');
  await second.getByText('This requires a key.').waitFor();
  await signIn(first, keys.approver);
  await signedInAs(second, users.approver.username);
  const third = await tabBeside(first, '/operate');
  await third.getByRole('region', { name: 'Health' }).waitFor();
  // A tab that is loaded again asks the others again.
  await first.reload();
  await signedInAs(first, users.approver.username);
  for (const page of [first, second]) expect(await stored(page)).not.toContain(keys.approver);

  // A new key of the same account leaves what is done as it is.
  try {
    site.revoke(keys.approver);
    await third.getByRole('link', { name: 'Webhooks' }).click();
    await dialog(third).getByText('Your key is no longer accepted').waitFor();
    site.restore(keys.approver);
    await choose(first, 'Use another key');
    await signIn(first, keys.approver);
    await dialog(third).waitFor({ state: 'hidden' });
    await third.getByText('No webhook is set up').waitFor();
  } finally {
    site.restore(keys.approver);
  }
  await third.close();

  await choose(first, 'Use another key');
  await signIn(first, keys.requestor);
  await signedInAs(second, users.requestor.username);
  await second.getByText('Signed in with another account in another tab').waitFor();
  await choose(second, 'Sign out');
  await signedOut(first);
  await first.getByText('Signed out in another tab').waitFor();
  await second.getByText('This requires a key.').waitFor();

  await signIn(first, keys.approver);
  await signedInAs(second, users.approver.username);
  await second.close();
  await first.reload();
  await signedOut(first);
});

it('keeps the key over reloads in each tab when asked to, not in one that was away at the sign-out', async () => {
  const away = await site.open('/');
  await signIn(away, keys.approver, { remember: true });
  const other = await tabBeside(away, '/');
  await signedInAs(other, users.approver.username);
  // As a browser does with a tab in the background, to save memory: its storage stays.
  await away.goto('about:blank');
  await other.reload();
  await signedInAs(other, users.approver.username);
  await choose(other, 'Sign out');
  await signedOut(other);
  await other.close();
  await away.goto(site.origin);
  await signedOut(away);
  expect(await stored(away)).not.toContain(keys.approver);
});

it('hands the key to no other origin, and to no page that is shown inside of another', async () => {
  const first = await site.open('/');
  await signIn(first, keys.approver);
  await using other = await startRemoteHost((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<title>Elsewhere</title><iframe src="${site.origin}/inbox"></iframe>`);
  });

  const elsewhere = await first.context().newPage();
  // What a proxy may do: the policy, which forbids all frames, is lost.
  await elsewhere.route(`${site.origin}/inbox`, async (route) => {
    const answer = await route.fetch();
    const { 'content-security-policy': policy, ...headers } = answer.headers();
    expect(policy).toContain("frame-ancestors 'none'");
    await route.fulfill({ response: answer, headers });
  });
  await elsewhere.goto(other.url);
  await elsewhere.evaluate(`{
    globalThis.heard = [];
    const channel = new BroadcastChannel('modelref-session /api');
    channel.onmessage = ({ data }) => heard.push(data);
    channel.postMessage({ kind: 'ask' });
  }`);
  const framed = elsewhere.frameLocator('iframe');
  await framed.getByText('This requires a key.').waitFor();

  // By the time that a tab of the console was answered, so would be everybody else.
  const second = await tabBeside(first, '/inbox');
  await signedInAs(second, users.approver.username);
  await untilDrawn(elsewhere);
  expect(await elsewhere.evaluate('heard')).toEqual([]);
  expect(await framed.getByText('This requires a key.').count()).toBe(1);
});

it('leads a shared link to a change to where its reader decides about it, or withdraws it', async () => {
  const mine = await consoleApi(site).edit(31);
  const removed = '/image_generation/model/Picture%20Model%2032';
  const { change_id: own } = await send(site, 'DELETE', removed, undefined, keys.approver);
  const decides = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  const withdraws = (page: Page) => page.getByRole('button', { name: 'Withdraw' }).waitFor();
  const is = async (page: Page, address: string) => {
    await page.waitForURL(`**${address}`);
    expect(new URL(page.url()).pathname).toBe(address);
  };

  const approver = await site.open(`/changes/${mine}`);
  await approver.getByText('This requires a key').waitFor();
  await signIn(approver, keys.approver);
  await decides(approver);
  await is(approver, `/review/changes/${mine}`);
  await follow(approver, '/groups');
  await follow(approver, `/changes/${mine}`);
  await is(approver, `/review/changes/${mine}`);
  // The way back is not through the page that leads on.
  await approver.goBack();
  await is(approver, '/groups');
  await follow(approver, `/changes/${own}`);
  await withdraws(approver);
  await is(approver, `/changes/${own}`);
  await follow(approver, `/review/changes/${own}`);
  await decides(approver);

  const requestor = await site.open(`/review/changes/${mine}`);
  await requestor.getByText('This requires a key').waitFor();
  await signIn(requestor, keys.requestor);
  await withdraws(requestor);
  await is(requestor, `/changes/${mine}`);
  await follow(requestor, `/review?change=${mine}&status=all`);
  await is(requestor, `/changes/${mine}`);
  await withdraws(requestor);
});
