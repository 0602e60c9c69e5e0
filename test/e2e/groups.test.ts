import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ConsoleUnderTest, signIn, startConsole } from '../support/console.ts';
import { type ConsoleApi, consoleApi } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys } from '../support/identity-server.ts';

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe('groups', () => {
  let site: ConsoleUnderTest;
  let api: ConsoleApi;
  consoleForTests((started) => {
    site = started;
    api = consoleApi(site);
  });
  beforeEach(() => api.emptyQueue());

  const open = (path: string) => site.visit(path, keys.requestor);

  it('are listed for everybody, filtered and sorted in the address', async () => {
    const page = await site.visit('/groups');
    await page.getByRole('status').filter({ hasText: '145 groups, 719 models' }).waitFor();
    await page.getByLabel('Filter by name, alias or family').fill('beluga');
    await page.getByRole('status').filter({ hasText: '29 of 145 groups' }).waitFor();
    await page.getByRole('combobox', { name: 'Health' }).selectOption('inconsistent_nsfw');
    await expect.poll(() => new URL(page.url()).search).toBe('?q=beluga&issue=inconsistent_nsfw');
    await page.getByRole('button', { name: 'Models' }).click();
    await expect.poll(() => new URL(page.url()).search).toContain('sort=models');
    await page.getByRole('link', { name: 'Beluga-0' }).click();
    await heading(page, 'Beluga-0');
    await page.goBack();
    expect(await page.getByLabel('Filter by name, alias or family').inputValue()).toBe('beluga');
  });

  it('have a page with models, common fields, sizes, naming and health', async () => {
    const page = await site.visit('/groups/group?name=Alpaca-0');
    await heading(page, 'Alpaca-0');
    await section(page, 'Models').getByRole('link', { name: 'org0/Alpaca-0-3B-v0' }).waitFor();
    await section(page, 'Sizes and variants').getByText('3B').waitFor();
    await section(page, 'Health').getByText('missing baseline', { exact: false }).waitFor();
    const naming = section(page, 'Naming');
    await naming.getByText('inferred from the names of its models').waitFor();
    await naming.getByText('5 of 5 models named like this').waitFor();
    // Nothing to press for who may not write.
    await page.getByText('To change anything here, sign in').waitFor();
    expect(await page.getByRole('button', { name: 'Edit the naming schema' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Edit for all models' }).count()).toBe(0);

    await page.goto(`${site.origin}/groups/group?name=none`);
    await page.getByText('No model is in a group of this name.').waitFor();
  });

  it('are edited as a whole: values set, others cleared, one change for each model', async () => {
    const page = await open('/groups/group?name=Cheetah-1');
    await page.getByRole('link', { name: 'Edit for all models' }).click();
    await heading(page, 'Edit all models of Cheetah-1');
    const field = (name: string) => page.getByRole('group', { name, exact: true });

    await field('baseline').getByText('Set', { exact: true }).click();
    await field('baseline').getByRole('combobox').fill('');
    await field('description').getByText('Clear', { exact: true }).click();
    await field('tags').getByText('Clear', { exact: true }).click();
    await field('nsfw').getByText('Set', { exact: true }).click();
    await field('nsfw').getByRole('combobox').selectOption('yes');
    await page.getByRole('button', { name: 'Review the edit' }).click();
    await field('baseline').getByText('Enter a value').waitFor();

    await field('baseline').getByRole('combobox').fill('base/of-all');
    await page.getByRole('button', { name: 'Review the edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Propose this for 5 models?' });
    await dialog.getByText('Every model changes.').waitFor();
    await dialog.getByRole('button', { name: 'Propose 5 changes' }).dblclick();
    await page.getByRole('status').filter({ hasText: 'Queued as 5 changes' }).waitFor();

    const changes = await api.changesOf('Cheetah-1-');
    expect(changes).toHaveLength(5);
    for (const { operation, payload } of changes) {
      expect(operation).toBe('update');
      expect(payload).toMatchObject({
        ...{ baseline: 'base/of-all', description: '', tags: [], nsfw: true },
        text_model_group: 'Cheetah-1',
      });
    }
    await page.getByRole('main').getByRole('link', { name: 'My changes' }).click();
    await page.getByText("Batch group update for 'Cheetah-1'").first().waitFor();
  });

  it('have aliases; one that another group has is refused in words', async () => {
    await api.send('DELETE', '/text_generation/aliases/Dingo-0');
    const page = await open('/groups/group?name=Dingo-0');
    const aliases = section(page, 'Aliases');
    const add = async (alias: string) => {
      await aliases.getByLabel('New alias').fill(alias);
      await aliases.getByRole('button', { name: 'Add alias' }).click();
    };
    await add('Wild Dog/0');
    await aliases.getByRole('button', { name: 'Remove the alias Wild Dog/0' }).waitFor();

    await page.goto(`${site.origin}/groups/group?name=Ermine-0`);
    await add('Wild Dog/0');
    await aliases
      .getByRole('alert')
      .getByText("Alias 'Wild Dog/0' is already registered under canonical group 'Dingo-0'")
      .waitFor();

    await page.getByRole('link', { name: 'Groups' }).first().click();
    await page.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name: 'Aliases' }).click();
    await page.getByRole('link', { name: 'Dingo-0' }).click();
    await aliases.getByRole('button', { name: 'Remove the alias Wild Dog/0' }).click();
    await aliases.getByText('None.', { exact: true }).waitFor();
  });

  it('have families, which the names suggest', async () => {
    await api.send('DELETE', '/text_generation/families/Beluga');
    const page = await open('/groups/families');
    await page.getByText('There is no family yet.').waitFor();
    const suggestion = page.getByRole('article', { name: 'Suggestion Beluga', exact: true });
    await suggestion.getByRole('button', { name: 'Accept' }).click();
    await suggestion.getByText('already a family').waitFor();
    const family = page.getByRole('article', { name: 'Family Beluga', exact: true });
    await family.getByText('29 groups').waitFor();

    await family.getByRole('button', { name: 'Take Beluga-3 out of Beluga' }).click();
    await family.getByText('28 groups').waitFor();
    await suggestion.getByRole('button', { name: 'Add 1 group to the family' }).waitFor();

    // A group is in one family at most.
    await page.getByLabel('Name', { exact: true }).fill('Whales');
    const groups = section(page, 'New family').getByRole('combobox', { name: 'Groups' });
    await groups.fill('Beluga-4');
    await groups.press('Enter');
    await page.getByRole('button', { name: 'Create the family' }).click();
    await page.getByRole('alert').getByText("Group 'Beluga-4' already belongs to family 'Beluga'").waitFor();

    await family.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the family' }).click();
    await page.getByText('There is no family yet.').waitFor();
  });

  it('have a naming schema, tried on their models while it is edited', async () => {
    await api.send('DELETE', '/text_generation/name_schemas/Ermine-2');
    const page = await open('/groups/group?name=Ermine-2');
    const naming = section(page, 'Naming');
    await naming.getByRole('button', { name: 'Edit the naming schema' }).click();
    await naming.getByLabel('Separator').fill('_');
    await naming.getByText('0 of 5 models named like this').waitFor();
    expect(await naming.getByLabel('Template').inputValue()).toBe('{author}/{base}_{size}_{version}');
    await naming
      .getByText(/Ermine-2_\d+B_v/)
      .first()
      .waitFor();
    await naming.getByRole('button', { name: 'Save the schema' }).click();
    await naming.getByText('saved for this group').waitFor();

    await naming.getByRole('button', { name: 'Back to the inferred schema' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the schema' }).click();
    await naming.getByText('5 of 5 models named like this').waitFor();
  });

  it('let a model be named otherwise, by a proposal', async () => {
    const page = await open('/groups/group?name=Ermine-3');
    const exceptions = section(page, 'Name exceptions');
    // An earlier try may have made one of them an exception.
    const reason = `Known under this name since ${Date.now()}.`;
    const offered = exceptions.getByLabel('Model').locator('option:not([value=""])');
    const model = await offered.first().innerText();
    await exceptions.getByLabel('Model').selectOption(model);
    await exceptions.getByLabel('Reason for the exception').fill(reason);
    await exceptions.getByRole('button', { name: 'Propose the exception' }).click();
    await exceptions.getByRole('status').filter({ hasText: 'Queued as change' }).waitFor();
    const change = (await api.changesOf(model)).at(-1);
    expect(change?.payload).toMatchObject({ name_schema_exception: reason });
    await api.apply(change!.change_id);
    await page.reload();
    await exceptions.getByText(reason).waitFor();
  });
});

describe('groups elsewhere', () => {
  it('are there to read on a read-only copy, which says why nothing can be changed', async () => {
    await using site = await startConsole({ MODELREF_REPLICATE_MODE: 'REPLICA' });
    const page = await site.open('/groups/group?name=Alpaca-0');
    await heading(page, 'Alpaca-0');
    await page.getByText('groups are edited on the primary').waitFor();
    await section(page, 'Aliases').getByText('This deployment keeps no aliases').waitFor();
    expect(await page.getByRole('button', { name: 'Add alias' }).count()).toBe(0);
  });

  it('can be looked after where proposals come through the v1 API', async () => {
    await using site = await startConsole({ MODELREF_CANONICAL_FORMAT: 'legacy' });
    const page = await site.open('/groups/group?name=Alpaca-0');
    await signIn(page, keys.requestor);
    const aliases = section(page, 'Aliases');
    await aliases.getByLabel('New alias').fill('Paco');
    await aliases.getByRole('button', { name: 'Add alias' }).click();
    await aliases.getByRole('button', { name: 'Remove the alias Paco' }).waitFor();
    await page.getByRole('link', { name: 'Edit for all models' }).click();
    await page.getByRole('button', { name: 'Review the edit' }).waitFor();
  });
});
