import { describe, expect, it } from 'vitest';
import { type ConsoleUnderTest, startConsole } from '../support/console.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys } from '../support/identity-server.ts';

const demoAccounts = [
  { key: keys.requestor, username: 'Rita#101', may: 'propose changes' },
  { key: keys.approver, username: 'Ada#102', may: 'review' },
];

describe('the first page', () => {
  let site: ConsoleUnderTest;
  consoleForTests((started) => {
    site = started;
  });

  it('says what this is, and shows three ways to begin', async () => {
    const page = await site.visit('/');
    await page.getByText('The registry of the models that the workers of the AI-Horde run').waitFor();
    const ways = page.getByRole('list', { name: 'Three ways to begin' });
    await ways
      .getByRole('textbox', { name: 'Words, a hash or an address' })
      .or(ways.getByRole('searchbox'))
      .fill('Model 16');
    await ways.getByRole('button', { name: 'Find' }).click();
    await page.waitForURL('**/search?q=Model+16');
    await page.goBack();
    await ways.getByRole('link', { name: 'Propose a change' }).click();
    await page.getByText('This needs a key with the requestor role.').waitFor();
    await page.goBack();
    await ways.getByRole('link', { name: 'Open the review desk' }).click();
    await page.getByText('This needs a key with the approver role.').waitFor();
  });

  it('has its buttons whole at every width', async () => {
    const page = await site.visit('/');
    const find = page
      .getByRole('list', { name: 'Three ways to begin' })
      .getByRole('button', { name: 'Find' });
    for (const width of [1440, 1024, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = await find
        .locator('span')
        .evaluateAll((parts) => parts.some((part) => part.scrollWidth > part.clientWidth + 1));
      expect([width, cut]).toEqual([width, false]);
    }
  });

  it('says what approving, a batch and applying are', async () => {
    const page = await site.visit('/');
    const section = page.getByRole('region', { name: 'How a change goes live' });
    for (const word of ['approve', 'batch', 'apply']) {
      await section.getByRole('emphasis').filter({ hasText: word }).waitFor();
    }
  });

  it('offers no accounts where this is no demo', async () => {
    const page = await site.visit('/');
    await page.getByRole('region', { name: 'How a change goes live' }).waitFor();
    expect(await page.getByRole('note', { name: 'Demo' }).count()).toBe(0);
  });
});

describe('a demo', () => {
  it('lets one be its people by a click, and forgets what the one before could read', async () => {
    await using site = await startConsole({}, undefined, { demoAccounts });
    const page = await site.open('/review');
    const be = page.getByRole('group', { name: 'Who you are' });
    await be.getByRole('button', { name: 'Nobody', pressed: true }).waitFor();
    await be.getByRole('button', { name: 'Ada' }).click();
    await page.getByRole('navigation', { name: 'Review' }).waitFor();
    await be.getByRole('button', { name: 'Rita' }).click();
    await page.getByText('Your key does not have the approver role.').waitFor();
    await page.reload();
    await be.getByRole('button', { name: 'Rita', pressed: true }).waitFor();
    await be.getByRole('button', { name: 'Nobody' }).click();
    await page.getByText('This needs a key with the approver role.').waitFor();
    expect(site.problems).toEqual([]);
  });
});
