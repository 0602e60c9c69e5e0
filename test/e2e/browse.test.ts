import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ConsoleUnderTest } from '../support/console.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys } from '../support/identity-server.ts';

describe('browsing', () => {
  let site: ConsoleUnderTest;
  consoleForTests((started) => {
    site = started;
  });

  const search = (page: Page) => new URL(page.url()).search;
  const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
  const names = (page: Page) => page.getByRole('row').getByRole('link').allInnerTexts();

  it('shows the categories with their counts, and leads into them', async () => {
    const page = await site.visit('/');
    await status(page, '885 models in 3 of 14 categories');
    await page.getByRole('link', { name: /Image generation 160/ }).click();
    await page.getByRole('heading', { name: 'Image generation' }).waitFor();
    await status(page, '160 models');
    expect(await page.title()).toBe('Image generation · modelref');
  });

  it('narrows the list by filters that stand in the URL, survive a reload, and go with the back button', async () => {
    const page = await site.visit('/browse/image_generation');
    await status(page, '160 models');

    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Baseline' }).click();
    // Not `check()`: it wants the box to be checked at once, and that is so when the URL has changed.
    await page.getByRole('checkbox', { name: /flux_1/ }).click();
    await status(page, '53 of 160 models');
    await page.keyboard.press('Escape');
    await page.getByLabel('NSFW').selectOption('yes');
    await status(page, '13 of 160 models');
    expect(search(page)).toBe('?baseline=flux_1&nsfw=yes');

    await page.reload();
    await status(page, '13 of 160 models');
    await page.getByRole('button', { name: 'Baseline: flux_1' }).waitFor();

    await page.goBack();
    await status(page, '53 of 160 models');
    await page.goBack();
    await status(page, '160 models');
    await page.goForward();
    await status(page, '53 of 160 models');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await status(page, '160 models');
    expect(search(page)).toBe('');
  });

  it('finds by words while they are typed', async () => {
    const page = await site.visit('/browse/image_generation');
    await status(page, '160 models');
    await page.keyboard.press('f');
    await page.keyboard.type('MODEL 13');
    await status(page, '11 of 160 models');
    expect(search(page)).toBe('?q=MODEL+13');
    const find = page.getByLabel('Find in this list');
    await find.fill('pictur modle 159');
    await status(page, '1 of 160 models');
    await find.fill('no such thing');
    await page.getByText('No model passes these filters.').waitFor();
  });

  it('opens a deep link as it was left', async () => {
    const page = await site.visit(
      '/browse/image_generation?tag=anime&tag=booru&match=all&min=4&sort=-size&cols=size&cols=tags',
    );
    await status(page, 'of 160 models');
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['Name', 'Size', 'Tags']);
    await expect(page.getByRole('columnheader', { name: 'Size' }).getAttribute('aria-sort')).resolves.toBe(
      'descending',
    );
    const listed = await names(page);
    expect(listed[0]).toBe('Picture Model 156');
    expect(listed).not.toContain('Picture Model 1');
  });

  it('sorts by a click on a column, turns it around, and back to the stored order', async () => {
    const page = await site.visit('/browse/text_generation');
    await status(page, '719 models');
    const first = () => page.getByRole('row').nth(1).getByRole('link').innerText();
    const stored = await first();
    const header = page.getByRole('columnheader', { name: 'Parameters' });
    // The URL changes before the table.
    const isSorted = (how: string) => expect.poll(() => header.getAttribute('aria-sort')).toBe(how);
    await header.getByRole('button').click();
    await isSorted('ascending');
    expect(search(page)).toBe('?sort=parameters');
    expect(await first()).toContain('-3B-');
    await header.getByRole('button').click();
    await isSorted('descending');
    expect(search(page)).toBe('?sort=-parameters');
    expect(await first()).toContain('-70B-');
    await header.getByRole('button').click();
    await isSorted('none');
    expect(search(page)).toBe('');
    expect(await first()).toBe(stored);
  });

  it('lists the names at the backends: 2,157 rows, of which only those in sight are in the page', async () => {
    const page = await site.visit('/browse/text_generation');
    await page.getByRole('switch', { name: 'Backend variations' }).click();
    await status(page, '719 models, 2,157 names');
    const table = page.getByRole('table', { name: 'Text generation' });
    expect(await table.getAttribute('aria-rowcount')).toBe('2158');
    expect(await table.getByRole('row').count()).toBeLessThan(80);

    await table.getByRole('link').first().focus();
    await page.keyboard.press('End');
    await expect
      .poll(() => page.evaluate('document.activeElement.textContent'))
      .toMatch(/^koboldcpp\/.*-v718$/);
    await page.keyboard.press('k');
    await expect
      .poll(() => page.evaluate('document.activeElement.textContent'))
      .toMatch(/^aphrodite\/.*-v718$/);
  });

  it('groups text models, opens a group, and keeps it open in the URL', async () => {
    const page = await site.visit('/browse/text_generation?q=Alpaca-0');
    await page.getByRole('main').getByText('Groups', { exact: true }).click();
    await page.getByRole('button', { name: 'Open Alpaca-0' }).click();
    await page.getByRole('link', { name: 'org0/Alpaca-0-3B-v0' }).waitFor();
    expect(search(page)).toBe('?q=Alpaca-0&view=groups&open=group:Alpaca-0');
    await page.reload();
    await page.getByRole('link', { name: 'org0/Alpaca-0-3B-v0' }).waitFor();
    await page.getByRole('button', { name: 'Close Alpaca-0' }).click();
    await expect.poll(() => page.getByRole('link', { name: 'org0/Alpaca-0-3B-v0' }).count()).toBe(0);
  });

  it('puts groups into their families', async () => {
    const family = `${site.origin}/api/model_references/v2/text_generation/families/Alpacas`;
    const answer = await fetch(family, {
      method: 'PUT',
      headers: { apikey: keys.requestor, 'content-type': 'application/json' },
      body: JSON.stringify({ members: ['Alpaca-0', 'Alpaca-1'] }),
    });
    expect(answer.status).toBe(200);
    const page = await site.visit(
      '/browse/text_generation?group=Alpaca-0&group=Alpaca-1&group=Alpaca-2&view=groups',
    );
    await page.getByText('family of 2 groups').waitFor();
    await page.getByRole('button', { name: 'Open Alpacas' }).click();
    await page.getByRole('button', { name: 'Open Alpaca-1', exact: true }).click();
    const model = page.getByRole('link', { name: 'org4/Alpaca-1-3B-v25' });
    await model.click();
    const section = page.getByRole('region', { name: 'Group and family' });
    await section.getByText('family Alpacas').waitFor();
    await section.getByText('4 other models').waitFor();
    await section.getByRole('link', { name: 'Alpaca-1', exact: true }).click();
    await status(page, '5 of 719 models');
  });

  it('finds models of every category by words', async () => {
    const page = await site.visit('/browse/clip');
    await page.getByRole('link', { name: 'ViT-L/14' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('ViT-L/1');
    await page.keyboard.press('Enter');
    await status(page, '1 model');
    expect(search(page)).toBe('?q=ViT-L/1');
    await page.getByLabel('Find models').fill('model 13');
    await status(page, '11 models');
    await page.getByRole('link', { name: 'Picture Model 130' }).click();
    await page.getByRole('heading', { name: 'Picture Model 130', level: 1 }).waitFor();
    await page.goBack();
    await status(page, '11 models');
    await page.getByLabel('Find models').fill('no such thing');
    await page.getByText('No model is found by “no such thing”.').waitFor();
    expect(await page.getByRole('link', { name: 'Ask for it' }).getAttribute('href')).toBe(
      '/wanted/ask?name=no+such+thing',
    );
    await page.getByLabel('Find models').fill('pictur modle 13');
    await page.getByLabel('Order').selectOption('Newest');
    await expect.poll(() => search(page)).toBe('?q=pictur+modle+13&order=newest');
    await status(page, '11 models');
  });

  it('saves what is listed as CSV with the shown columns, and as JSON with whole records', async () => {
    const page = await site.visit('/browse/image_generation?q=Model+16&sort=-name&cols=baseline');
    await status(page, '2 of 160 models');
    const save = async (item: string) => {
      await page.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ]);
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
    };
    expect(await save('CSV')).toEqual({
      name: 'image_generation-2.csv',
      text: 'name,baseline\r\nPicture Model 160,stable_diffusion_1\r\nPicture Model 16,stable_diffusion_1\r\n',
    });
    const { name, text } = await save('JSON');
    expect(name).toBe('image_generation-2.json');
    expect(Object.keys(JSON.parse(text))).toEqual(['Picture Model 160', 'Picture Model 16']);
    expect(JSON.parse(text)['Picture Model 16']).toMatchObject({
      record_type: 'image_generation',
      version: '4.0',
    });
  });

  it('shows cards on a narrow screen', async () => {
    const page = await site.open('/browse/image_generation', { viewport: { width: 390, height: 844 } });
    await page
      .getByRole('list', { name: 'Image generation' })
      .getByRole('link', { name: 'Picture Model 1', exact: true })
      .waitFor();
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(390);
  });

  it('says that a category is empty, and that there is none', async () => {
    const page = await site.visit('/browse/lora');
    await page.getByText('No models in this category yet.').waitFor();
    expect(await page.getByRole('link', { name: 'ask for one' }).getAttribute('href')).toBe(
      '/wanted/ask?category=lora',
    );
    await page.goto(`${site.origin}/browse/bananas`);
    await page.getByText('There is no category “bananas”.').waitFor();
  });
});
