import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { follow, startConsole } from '../support/console.ts';
import { consoleApi } from '../support/console-api.ts';
import { keys } from '../support/identity-server.ts';

// What the console offers follows what the deployment does.

const alert = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).first().waitFor();

it('a read-only copy says what it can do, and offers nothing else', async () => {
  await using site = await startConsole({
    MODELREF_REPLICATE_MODE: 'REPLICA',
    MODELREF_PRIMARY_API_URL: 'http://127.0.0.1:9/api',
  });
  const page = await site.open('/model/clip?name=search');
  await page.getByText('This is a read-only copy of the registry.').waitFor();
  await page.getByRole('heading', { name: 'search', level: 1 }).waitFor();
  expect(await page.getByRole('region', { name: 'Pending changes' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Propose an edit' }).count()).toBe(0);
  for (const address of ['/insight/files', '/wanted', '/wanted/1']) {
    await follow(page, address);
    await alert(page, 'at the primary, http://127.0.0.1:9/api.');
  }
  for (const address of ['/propose/clip', '/changes']) {
    await follow(page, address);
    await alert(page, 'This is a read-only copy of the registry.');
  }
  await follow(page, '/groups/group?name=Alpaca-0');
  await page.getByText('groups are edited on the primary').waitFor();
  const aliases = page.getByRole('region', { name: 'Aliases' });
  await aliases.getByText('Aliases are available on the primary only').waitFor();
  expect(await page.getByRole('button', { name: 'Add alias' }).count()).toBe(0);
  await follow(page, '/review');
  const main = page.getByRole('main');
  await main.getByText('Propose, review and request models on the primary').first().waitFor();
  expect(await main.getByRole('button', { name: /Sign in|Approve/ }).count()).toBe(0);
  expect(site.problems).toEqual([]);
});

it('with four eyes a revert is queued for somebody else, which the desk says before anybody tries', async () => {
  await using site = await startConsole({ MODELREF_REVIEW_POLICY: 'four_eyes' });
  const api = consoleApi(site);
  await api.apply(await api.edit(4, { description: 'Later.' }));
  const page = await site.visit('/review/batches/1', keys.approver);
  await page.getByRole('button', { name: 'Revert…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revert batch 1?' });
  await dialog.getByText('Later.').waitFor();
  await dialog.getByRole('button', { name: 'Approve and apply 1' }).click();
  const said = page.getByRole('status').filter({ hasText: '1 change queued to revert this batch' });
  expect(await said.innerText()).toMatch(
    /Not all is applied: .*review_policy=four_eyes another account must approve it/,
  );
  expect(await api.recordOf(4)).toMatchObject({ description: 'Later.' });

  await page.goto(`${site.origin}/review?change=2`);
  await page.getByText('Four eyes: you cannot approve your own changes.', { exact: true }).waitFor();
  const own = page.getByRole('region', { name: 'Change 2', exact: true });
  await own.getByRole('note').getByText('You proposed it: somebody else has to approve it.').waitFor();
  await own.getByText('The record as proposed').waitFor();
  expect(await own.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
  await page.keyboard.press('a');
  await alert(page, 'You proposed it');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(site.problems).toEqual([]);
});

it('where stale changes are refused, it says which one failed and that it stays approved', async () => {
  await using site = await startConsole({ MODELREF_APPLY_CONFLICTS: 'reject' });
  const api = consoleApi(site);
  const stale = await api.edit(50, { description: 'Theirs.' });
  await api.apply(await api.edit(50, { description: 'Ours.' }));
  await api.approve(stale);
  const page = await site.visit('/review/open-batch', keys.approver);
  await page.getByText('outdated: the model changed since').waitFor();
  await page.getByRole('button', { name: 'Apply all 1' }).click();
  const question = page.getByRole('dialog', { name: 'Apply 1 change?' });
  await question.getByText('1 change is outdated').waitFor();
  await question.getByRole('button', { name: 'Apply 1' }).click();
  const result = page.getByRole('status').filter({ hasText: 'Nothing was applied' });
  await result.getByText(/failed and stays approved/).waitFor();
  await result.getByRole('link', { name: `Change ${stale}` }).click();
  await page.getByText('The live record has changed since the change was proposed.').waitFor();
  expect(site.problems).toEqual([]);
});
