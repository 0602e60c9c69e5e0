import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ConsoleUnderTest, signIn, untilDrawn } from '../support/console.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys, users } from '../support/identity-server.ts';

const banner = (page: Page) => page.getByRole('banner');
const signedInAs = (page: Page, username: string) =>
  banner(page)
    .getByRole('button', { name: `Account of ${username}` })
    .waitFor();
const signedOut = (page: Page) => banner(page).getByRole('button', { name: 'Sign in' }).waitFor();
const choose = async (page: Page, item: string) => {
  await banner(page)
    .getByRole('button', { name: /^Account of/ })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
};

describe('the tabs of one browser', () => {
  let site: ConsoleUnderTest;
  consoleForTests((started) => {
    site = started;
  });

  /** Opens another tab of the same browser, as a link that is opened in a new tab does. */
  const tabBeside = async (page: Page, path: string): Promise<Page> => {
    const tab = await page.context().newPage();
    tab.setDefaultTimeout(60_000);
    await tab.goto(site.origin + path);
    return tab;
  };

  it('share the key, which no storage holds', async () => {
    const first = await site.open('/');
    await signIn(first, keys.approver);
    const second = await tabBeside(first, '/review');
    await signedInAs(second, users.approver.username);
    await second.getByText('No change waits for a decision').waitFor();
    // A tab that is loaded again asks the others again.
    await first.reload();
    await signedInAs(first, users.approver.username);
    for (const page of [first, second]) {
      const stored = await page.evaluate(
        '(async () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases()]))()',
      );
      expect(stored).not.toContain(keys.approver);
    }
    // With the last tab the key is gone.
    await second.close();
    await first.reload();
    await signedOut(first);
  });

  it('keep the key over reloads in each of them when one was asked to', async () => {
    const first = await site.open('/');
    await signIn(first, keys.requestor, { remember: true });
    const second = await tabBeside(first, '/changes');
    await signedInAs(second, users.requestor.username);
    await first.close();
    await second.reload();
    await signedInAs(second, users.requestor.username);
  });

  it('sign in, change the account and sign out together', async () => {
    const first = await site.open('/');
    const second = await tabBeside(first, '/inbox');
    await second.getByText('This needs a key.').waitFor();
    await signIn(first, keys.approver);
    await signedInAs(second, users.approver.username);
    await second.getByText('No unread entries.').waitFor();

    await choose(first, 'Use another key');
    await signIn(first, keys.requestor);
    await signedInAs(second, users.requestor.username);
    await second.getByText('Another tab signed in with another account').waitFor();

    await choose(second, 'Sign out');
    await signedOut(first);
    await first.getByText('Another tab signed out').waitFor();
    await signedOut(second);
    await second.getByText('This needs a key.').waitFor();
  });

  it('take a new key of the same account without leaving what is done there', async () => {
    const first = await site.open('/model/clip?name=search');
    await signIn(first, keys.approver);
    const second = await tabBeside(first, '/review');
    await second.getByText('No change waits for a decision').waitFor();
    try {
      site.revoke(keys.approver);
      await second.getByRole('link', { name: 'Batches' }).click();
      const dialog = second.getByRole('dialog', { name: 'Sign in' });
      await dialog.getByText('Your key is not accepted any more').waitFor();
      site.restore(keys.approver);
      // The other tab gives the key again: the question is gone here, and the page goes on.
      await choose(first, 'Use another key');
      await signIn(first, keys.approver);
      await dialog.waitFor({ state: 'hidden' });
      await second.getByText('No change has been approved yet.').waitFor();
    } finally {
      site.restore(keys.approver);
    }
  });

  it('stay signed out when they were away while another signed out', async () => {
    const away = await site.open('/');
    await signIn(away, keys.approver, { remember: true });
    const other = await tabBeside(away, '/');
    await signedInAs(other, users.approver.username);
    // As a browser does with a tab in the background, to save memory: its storage stays.
    await away.goto('about:blank');
    await choose(other, 'Sign out');
    await signedOut(other);
    await other.close();
    await away.goto(site.origin);
    await signedOut(away);
    expect(await away.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain(keys.approver);
  });

  it('hand the key to no other origin, and to no page that is shown inside of another', async () => {
    const first = await site.open('/');
    await signIn(first, keys.approver);
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<title>Elsewhere</title><iframe src="${site.origin}/inbox"></iframe>`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());

    const elsewhere = await first.context().newPage();
    // What a proxy may do: the policy, which forbids all frames, is lost.
    await elsewhere.route(`${site.origin}/inbox`, async (route) => {
      const answer = await route.fetch();
      const { 'content-security-policy': policy, ...headers } = answer.headers();
      expect(policy).toContain("frame-ancestors 'none'");
      await route.fulfill({ response: answer, headers });
    });
    await elsewhere.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await elsewhere.evaluate(`{
      globalThis.heard = [];
      const channel = new BroadcastChannel('modelref-session /api');
      channel.onmessage = ({ data }) => heard.push(data);
      channel.postMessage({ kind: 'ask' });
    }`);
    const framed = elsewhere.frameLocator('iframe');
    await framed.getByText('This needs a key.').waitFor();

    // By the time that a tab of the console was answered, so would be everybody else.
    const second = await tabBeside(first, '/inbox');
    await signedInAs(second, users.approver.username);
    await untilDrawn(elsewhere);
    expect(await elsewhere.evaluate('heard')).toEqual([]);
    expect(await framed.getByText('This needs a key.').count()).toBe(1);
    await second.close();
    await elsewhere.close();
  });
});
