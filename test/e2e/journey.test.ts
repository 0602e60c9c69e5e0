import { expect, it } from 'vitest';
import { missingLibraries } from '../support/browser.ts';
import { signIn, startConsole } from '../support/console.ts';
import { keys } from '../support/identity-server.ts';

const missing = await missingLibraries();
if (missing.length > 0) {
  console.warn(
    `Skipped, because Chromium cannot start without ${missing.join(', ')}: see “Tests” in README.md`,
  );
}

it.skipIf(missing.length > 0)('a model is proposed, approved, applied and seen by everybody', async () => {
  await using site = await startConsole({}, []);
  const page = await site.open('/propose/clip');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

  await signIn(page, keys.requestor);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Brand new');
  await button('Review the proposal').click();
  await inDialog('Propose this new model').click();
  await page.getByText('Queued as change 1').waitFor();

  await page.getByRole('banner').getByRole('button', { name: 'Account of' }).click();
  await page.getByRole('menuitem', { name: 'Use another key' }).click();
  await signIn(page, keys.approver);
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: /Brand new/ }).click();
  await button('Approve').click();
  await inDialog('Approve').click();
  await page.getByRole('link', { name: /^Open batch/ }).click();
  await button('Apply all 1').click();
  await inDialog('Apply 1').click();
  await page.getByText('1 change applied').waitFor();

  // Loaded anew, the page has no key.
  await page.goto(`${site.origin}/browse/clip`);
  await page.getByRole('link', { name: 'Brand new' }).click();
  await page.getByRole('heading', { name: 'Brand new', level: 1 }).waitFor();
  expect(site.problems).toEqual([]);
});
