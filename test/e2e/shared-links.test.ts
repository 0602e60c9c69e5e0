import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ConsoleUnderTest, signIn } from '../support/console.ts';
import { consoleApi } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys } from '../support/identity-server.ts';

describe('a link to a change', () => {
  let site: ConsoleUnderTest;
  let mine: number;
  consoleForTests((started) => {
    site = started;
  });
  beforeEach(async () => {
    const api = consoleApi(site);
    await api.emptyQueue();
    const path = '/image_generation/model/Picture%20Model%2031';
    const record = (await api.send('GET', path)).body as object;
    const proposal = { ...record, description: `Shared ${crypto.randomUUID()}.` };
    mine = ((await api.send('PUT', path, proposal, keys.requestor)).body as { change_id: number }).change_id;
  });

  const decides = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  const withdraws = (page: Page) => page.getByRole('button', { name: 'Withdraw' }).waitFor();

  it('of its requestor leads an approver to its review', async () => {
    const page = await site.visit(`/changes/${mine}`, keys.approver);
    await page.waitForURL(`**/review/changes/${mine}`);
    await decides(page);
    // The way back is not through the page that leads on.
    await page.goBack();
    expect(new URL(page.url()).pathname).not.toContain('changes');
  });

  it('of an approver leads its requestor to it among their own changes, from the desk too', async () => {
    for (const path of [`/review/changes/${mine}`, `/review?change=${mine}&status=all`]) {
      const page = await site.visit(path, keys.requestor);
      await page.waitForURL(`**/changes/${mine}`);
      await withdraws(page);
      expect(new URL(page.url()).pathname).toBe(`/changes/${mine}`);
    }
  });

  it('leads there too once the reader has signed in', async () => {
    const approver = await site.open(`/changes/${mine}`);
    await approver.getByText('This needs a key').waitFor();
    await signIn(approver, keys.approver);
    await decides(approver);
    const requestor = await site.open(`/review/changes/${mine}`);
    await requestor.getByText('This needs a key').waitFor();
    await signIn(requestor, keys.requestor);
    await withdraws(requestor);
  });

  it('stays where it is for its requestor, and for an approver about their own change', async () => {
    const path = '/image_generation/model/Picture%20Model%2032';
    const own = (await consoleApi(site).send('DELETE', path)).body as { change_id: number };
    await withdraws(await site.visit(`/changes/${mine}`, keys.requestor));
    await withdraws(await site.visit(`/changes/${own.change_id}`, keys.approver));
    await decides(await site.visit(`/review/changes/${own.change_id}`, keys.approver));
  });
});
