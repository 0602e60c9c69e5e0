import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type ConsoleUnderTest, follow } from '../support/console.ts';
import { consoleApi } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys } from '../support/identity-server.ts';
import { heading, region as section } from '../support/page-parts.ts';

let site: ConsoleUnderTest;
consoleForTests((started) => {
  site = started;
});

const button = (page: Page, name: string) => page.getByRole('button', { name });

it('everybody finds groups, and reads of one its models, sizes, naming and health', async () => {
  const page = await site.visit('/groups');
  const status = page.getByRole('status');
  await status.filter({ hasText: '145 groups, 719 models' }).waitFor();
  const filter = page.getByLabel('Filter by name, alias or family');
  await filter.fill('beluga');
  await status.filter({ hasText: '29 of 145 groups' }).waitFor();
  await page.getByRole('combobox', { name: 'Health' }).selectOption('inconsistent_nsfw');
  const address = () => new URL(page.url()).search;
  await expect.poll(address).toBe('?q=beluga&issue=inconsistent_nsfw');
  await button(page, 'Models').click();
  await expect.poll(address).toContain('sort=models');
  await page.getByRole('link', { name: 'Beluga-0' }).click();
  await heading(page, 'Beluga-0');
  await page.goBack();
  expect(await filter.inputValue()).toBe('beluga');

  await follow(page, '/groups/group?name=Alpaca-0');
  await heading(page, 'Alpaca-0');
  await section(page, 'Models').getByRole('link', { name: 'org0/Alpaca-0-3B-v0' }).waitFor();
  await section(page, 'Sizes and variants').getByText('3B').waitFor();
  await section(page, 'Health').getByText('missing baseline', { exact: false }).waitFor();
  await section(page, 'Naming').getByText('inferred from the names of its models').waitFor();
  await section(page, 'Naming').getByText('5 of 5 models named like this').waitFor();
  // Nothing to press for who may not write.
  await page.getByText('To change anything here, sign in').waitFor();
  expect(await button(page, 'Edit the naming schema').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Edit for all models' }).count()).toBe(0);
  await follow(page, '/groups/group?name=none');
  await page.getByText('No model is in a group of this name.').waitFor();
});

it('a curator edits all models of a group at once, and lets one be named otherwise', async () => {
  const api = consoleApi(site);
  const page = await site.visit('/groups/group?name=Cheetah-1', keys.requestor);
  await page.getByRole('link', { name: 'Edit for all models' }).click();
  await heading(page, 'Edit all models of Cheetah-1');
  const field = (name: string) => page.getByRole('group', { name, exact: true });
  const choose = (name: string, how: string) => field(name).getByText(how, { exact: true }).click();
  await choose('baseline', 'Set');
  await field('baseline').getByRole('combobox').fill('');
  await choose('description', 'Clear');
  await choose('tags', 'Clear');
  await choose('nsfw', 'Set');
  await field('nsfw').getByRole('combobox').selectOption('yes');
  await button(page, 'Review the edit').click();
  await field('baseline').getByText('Enter a value').waitFor();
  await field('baseline').getByRole('combobox').fill('base/of-all');
  await button(page, 'Review the edit').click();
  const dialog = page.getByRole('dialog', { name: 'Propose this for 5 models?' });
  await dialog.getByText('Every model changes.').waitFor();
  await dialog.getByRole('button', { name: 'Propose 5 changes' }).dblclick();
  await page.getByRole('status').filter({ hasText: 'Queued as 5 changes' }).waitFor();
  const changes = await api.changesOf('Cheetah-1-');
  expect(changes).toHaveLength(5);
  const fields = { baseline: 'base/of-all', description: '', tags: [], nsfw: true };
  for (const { operation, payload } of changes) {
    expect(operation).toBe('update');
    expect(payload).toMatchObject({ ...fields, text_model_group: 'Cheetah-1' });
  }
  await page.getByRole('main').getByRole('link', { name: 'My changes' }).click();
  await page.getByText("Batch group update for 'Cheetah-1'").first().waitFor();

  await follow(page, '/groups/group?name=Ermine-3');
  const exceptions = section(page, 'Name exceptions');
  const model = await exceptions.getByLabel('Model').locator('option:not([value=""])').first().innerText();
  await exceptions.getByLabel('Model').selectOption(model);
  const reason = 'Known under this name.';
  await exceptions.getByLabel('Reason for the exception').fill(reason);
  await exceptions.getByRole('button', { name: 'Propose the exception' }).click();
  await exceptions.getByRole('status').filter({ hasText: 'Queued as change' }).waitFor();
  const change = (await api.changesOf(model)).at(-1);
  expect(change?.payload).toMatchObject({ name_schema_exception: reason });
  await api.apply(change!.change_id);
  await page.reload();
  await exceptions.getByText(reason).waitFor();
});

it('a curator keeps aliases, families and naming schemas', async () => {
  const page = await site.visit('/groups/group?name=Dingo-0', keys.requestor);
  const aliases = section(page, 'Aliases');
  const add = async () => {
    await aliases.getByLabel('New alias').fill('Wild Dog/0');
    await aliases.getByRole('button', { name: 'Add alias' }).click();
  };
  const remove = aliases.getByRole('button', { name: 'Remove the alias Wild Dog/0' });
  await add();
  await remove.waitFor();
  await follow(page, '/groups/group?name=Ermine-0');
  await heading(page, 'Ermine-0');
  await add();
  const taken = "Alias 'Wild Dog/0' is already registered under canonical group 'Dingo-0'";
  await aliases.getByRole('alert').getByText(taken).waitFor();
  await page.getByRole('link', { name: 'Groups' }).first().click();
  await page.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name: 'Aliases' }).click();
  await page.getByRole('link', { name: 'Dingo-0' }).click();
  await remove.click();
  await aliases.getByText('None.', { exact: true }).waitFor();

  // Families are suggested by the names.
  await follow(page, '/groups/families');
  await page.getByText('No families yet.').waitFor();
  const suggestion = page.getByRole('article', { name: 'Suggestion Beluga', exact: true });
  await suggestion.getByRole('button', { name: 'Accept' }).click();
  await suggestion.getByText('already a family').waitFor();
  const family = page.getByRole('article', { name: 'Family Beluga', exact: true });
  await family.getByText('29 groups').waitFor();
  await family.getByRole('button', { name: 'Remove Beluga-3 from Beluga' }).click();
  await family.getByText('28 groups').waitFor();
  await suggestion.getByRole('button', { name: 'Add 1 group to the family' }).waitFor();
  // A group is in one family at most.
  await page.getByLabel('Name', { exact: true }).fill('Whales');
  const groups = section(page, 'New family').getByRole('combobox', { name: 'Groups' });
  await groups.fill('Beluga-4');
  await groups.press('Enter');
  await groups.press('Escape');
  await button(page, 'Create the family').click();
  await page.getByRole('alert').getByText("Group 'Beluga-4' already belongs to family 'Beluga'").waitFor();
  await family.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the family' }).click();
  await page.getByText('No families yet.').waitFor();

  // A schema is tried on the models of its group while it is edited.
  await follow(page, '/groups/group?name=Ermine-2');
  const naming = section(page, 'Naming');
  await naming.getByRole('button', { name: 'Edit the naming schema' }).click();
  await naming.getByLabel('Separator').fill('_');
  await naming.getByText('0 of 5 models named like this').waitFor();
  expect(await naming.getByLabel('Template').inputValue()).toBe('{author}/{base}_{size}_{version}');
  const example = naming.getByText(/Ermine-2_\d+B_v/);
  await example.first().waitFor();
  await naming.getByRole('button', { name: 'Save the schema' }).click();
  await naming.getByText('saved for this group').waitFor();
  await naming.getByRole('button', { name: 'Reset to the inferred schema' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the schema' }).click();
  await naming.getByText('5 of 5 models named like this').waitFor();
});
