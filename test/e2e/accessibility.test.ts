import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  accessibilityProblemsInEveryLook,
  type ConsoleUnderTest,
  startConsole,
} from '../support/console.ts';
import { keys } from '../support/identity-server.ts';

/** A page, the key it is seen with, and what has to be there before it is looked at. */
const pages: { path: string; key?: string; ready: (page: Page) => Promise<unknown> }[] = [
  { path: '/', ready: (page) => page.getByText(/models in 3 of 14 categories/).waitFor() },
  { path: '/browse/image_generation?view=table', ready: (page) => page.getByRole('row').nth(5).waitFor() },
  {
    path: '/browse/image_generation?view=cards&sort=-size',
    ready: (page) => page.getByRole('article').nth(3).waitFor(),
  },
  {
    path: '/browse/text_generation?view=groups&open=*',
    ready: (page) => page.getByRole('row').nth(5).waitFor(),
  },
  { path: '/browse/lora', ready: (page) => page.getByText('No models in this category yet.').waitFor() },
  { path: '/search', ready: (page) => page.getByText('Find models of every category').waitFor() },
  {
    path: '/model/image_generation?name=Picture+Model+2',
    ready: (page) => page.getByRole('heading', { name: 'Raw JSON' }).waitFor(),
  },
  {
    path: '/model/text_generation?name=org0/Alpaca-0-3B-v0',
    ready: (page) => page.getByRole('heading', { name: 'Raw JSON' }).waitFor(),
  },
  { path: '/model/clip?name=nothing', ready: (page) => page.getByText('no model of this name').waitFor() },
  {
    path: '/propose',
    key: keys.requestor,
    ready: (page) => page.getByRole('link', { name: 'BLIP' }).waitFor(),
  },
  {
    path: '/propose/text_generation',
    key: keys.requestor,
    ready: async (page) => {
      await page.getByText('Name helper').click();
      await page.getByLabel('Base name').fill('Alpaca-0');
      await page.getByText('Alpaca-0 is free.').waitFor();
      await page.getByRole('button', { name: 'Add series' }).click();
      await page.getByRole('button', { name: 'Add to settings' }).click();
      await page.getByRole('button', { name: /^Add a file/ }).click();
      await page.getByRole('button', { name: 'Review the proposal' }).click();
      await page.getByText('fields cannot be accepted like this').waitFor();
    },
  },
  {
    path: '/propose/image_generation/edit?name=Picture+Model+2&view=json',
    key: keys.requestor,
    ready: async (page) => {
      const area = page.getByLabel('Record as JSON');
      await area.fill((await area.inputValue()).replace('"stable_diffusion_xl"', '"none"'));
      await page.getByText('baseline: Unknown baseline: none').last().waitFor();
    },
  },
  {
    path: '/propose/image_generation/edit?name=Picture+Model+2',
    key: keys.requestor,
    ready: async (page) => {
      // The JSON that was typed before is back.
      await page.getByRole('button', { name: 'Start anew' }).click();
      await page.getByRole('textbox', { name: 'Description' }).fill('Another.');
      await page.getByRole('button', { name: 'Review the proposal' }).click();
      await page.getByRole('dialog', { name: 'Propose this edit?' }).waitFor();
    },
  },
  {
    path: '/propose/image_generation/delete?name=Picture+Model+2',
    key: keys.requestor,
    ready: (page) => page.getByRole('heading', { name: 'The record that would be deleted' }).waitFor(),
  },
  {
    path: '/changes',
    key: keys.requestor,
    ready: (page) => page.getByText('You have not proposed anything yet.').waitFor(),
  },
  { path: '/wanted', key: keys.approver, ready: (page) => page.getByText('No requests here.').waitFor() },
  { path: '/inbox', key: keys.approver, ready: (page) => page.getByText('No unread entries.').waitFor() },
  { path: '/groups', ready: (page) => page.getByRole('row').nth(5).waitFor() },
  {
    path: '/groups/group?name=Alpaca-0',
    key: keys.requestor,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Edit the naming schema' }).click();
      await page.getByText('5 of 5 models named like this').waitFor();
    },
  },
  {
    path: '/groups/group/edit?name=Alpaca-0',
    key: keys.requestor,
    ready: (page) =>
      page.getByRole('group', { name: 'tags', exact: true }).getByText('Set', { exact: true }).click(),
  },
  {
    path: '/groups/families',
    key: keys.requestor,
    ready: (page) => page.getByRole('article', { name: 'Suggestion Beluga' }).waitFor(),
  },
  { path: '/groups/aliases', ready: (page) => page.getByText('No group has another name yet.').waitFor() },
  { path: '/browse/a/b', ready: (page) => page.getByText('There is no such page').waitFor() },
];

describe('axe finds nothing wrong', () => {
  let site: ConsoleUnderTest;
  beforeAll(async () => {
    site = await startConsole();
  });
  afterAll(() => site?.[Symbol.asyncDispose]());

  it.each(pages)('on $path, light and wide, dark and narrow', async ({ path, key, ready }) => {
    const page = await site.visit(path, key);
    await ready(page);
    expect(await accessibilityProblemsInEveryLook(page)).toEqual([]);
  });

  it('in the dialogs and lists that open over a page', async () => {
    const page = await site.visit('/browse/image_generation');
    const filters = page.getByRole('group', { name: 'Filters' });
    await filters.getByRole('button', { name: 'Tags', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menu').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('in the menu of a narrow screen', async () => {
    const page = await site.open('/browse/clip', { viewport: { width: 390, height: 844 } });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
