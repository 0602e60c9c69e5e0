import { statSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createDemoPictureFiles } from '../../src/app/demo/draw-picture.ts';
import { unreachableService } from '../support/app.ts';
import { type ConsoleUnderTest, follow, startConsole } from '../support/console.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys } from '../support/identity-server.ts';
import { heading, link } from '../support/page-parts.ts';
import { awkwardNames, syntheticModels } from '../support/synthetic-models.ts';

// Somebody without a key.

let site: ConsoleUnderTest;
consoleForTests((started) => {
  site = started;
});

const search = (page: Page) => new URL(page.url()).search;
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name });

it('begins at the first page, which says what this is and how a change goes live', async () => {
  const page = await site.visit('/');
  await page.getByText('The registry of the models that AI-Horde workers run').waitFor();
  const lives = page.getByRole('region', { name: 'How a change goes live' });
  for (const word of ['approve', 'batch', 'apply'])
    await lives.getByRole('emphasis').filter({ hasText: word }).waitFor();
  const ways = page.getByRole('list', { name: 'Three ways to begin' });
  await ways.getByRole('searchbox').or(ways.getByRole('textbox')).fill('Model 16');
  await ways.getByRole('button', { name: 'Find' }).click();
  await page.waitForURL('**/search?q=Model+16');
  await page.goBack();
  await ways.getByRole('link', { name: 'Propose a change' }).click();
  await page.getByText('You can try this without a key').waitFor();
  await page.goBack();
  await ways.getByRole('link', { name: 'Open the review desk' }).click();
  await page.getByText('This requires a key with the approver role.').waitFor();
  await page.goto(`${site.origin}/browse/lora`);
  const ask = page.getByRole('link', { name: 'ask for one' });
  expect(await ask.getAttribute('href')).toBe('/wanted/ask?category=lora');
  await page.goto(`${site.origin}/browse/bananas`);
  await page.getByText('There is no category “bananas”.').waitFor();
  const led = await page.goto(`${site.origin}/nonsense`);
  expect(led?.status()).toBe(404);
  await heading(page, 'Page not found');
  const feed = page.locator('head link[rel="alternate"][type="application/atom+xml"]');
  expect(await feed.getAttribute('title')).toBe('Applied batches');
  const found = await fetch(new URL((await feed.getAttribute('href')) ?? '', site.origin));
  expect(await found.text()).toContain('<title>Applied batches</title>');
});

it('loads little JavaScript at first, and nothing from another host', async () => {
  for (const [path, most] of [
    ['/', 250],
    ['/browse/text_generation', 300],
    ['/model/image_generation?name=Picture+Model+2', 300],
  ] as const) {
    const page = await site.open('about:blank');
    const asked: URL[] = [];
    page.on('request', (request) => asked.push(new URL(request.url())));
    await page.goto(site.origin + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect([...new Set(asked.map(({ origin }) => origin))]).toEqual([site.origin]);
    const scripts = asked.map(({ pathname }) => pathname).filter((pathname) => pathname.endsWith('.js'));
    const bytes = [...new Set(scripts)].map((pathname) => statSync(`console/dist${pathname}.gz`).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(most * 1000);
    expect(bytes.length).toBeGreaterThan(2);
    await page.context().close();
  }
});

it('finds image models by category, filters and words, all of which the address keeps', async () => {
  const page = await site.visit('/');
  await status(page, '885 models in 3 of 14 categories');
  await page.getByRole('link', { name: /Image generation 160/ }).click();
  await status(page, '160 models');
  expect(await page.title()).toBe('Image generation · modelref');

  const box = (name: string | RegExp) => page.getByRole('region', { name: 'Filters' }).getByLabel(name);
  // Not `check()`: it wants the box to be checked at once, and that is so when the URL has changed.
  await box('flux_1 53').click();
  await status(page, '53 of 160 models');
  await box('NSFW 13').click();
  await status(page, '13 of 160 models');
  expect(search(page)).toBe('?baseline=flux_1&nsfw=yes');
  await page.reload();
  await status(page, '13 of 160 models');
  expect(await box(/^flux_1/).isChecked()).toBe(true);
  await page.getByRole('row').getByRole('link', { name: 'Picture Model' }).first().click();
  await page.getByRole('heading', { name: 'Raw JSON' }).waitFor();
  await page.goBack();
  await status(page, '13 of 160 models');
  await page.goBack();
  await status(page, '53 of 160 models');
  await page.goBack();
  await status(page, '160 models');
  await page.goForward();
  await status(page, '53 of 160 models');
  await button(page, 'Clear filters').click();
  await status(page, '160 models');
  expect(search(page)).toBe('');

  await page.keyboard.press('f');
  await page.keyboard.type('MODEL 13');
  await status(page, '11 of 160 models');
  expect(search(page)).toBe('?q=MODEL+13');
  const find = page.getByLabel('Find in this list');
  await find.fill('pictur modle 159');
  await status(page, '1 of 160 models');
  await find.fill('no such thing');
  await page.getByText('No model matches these filters.').waitFor();
});

it('reads all of a model on its page, whatever its name is', async () => {
  const page = await site.visit('/model/image_generation?name=Picture+Model+2');
  await heading(page, 'Picture Model 2');
  expect(await page.title()).toBe('Picture Model 2 · modelref');
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  const downloads = await section('Downloads').innerText();
  for (const text of ['picture-2.safetensors', 'files.example', (4097).toString(16).padStart(64, '0')])
    expect(downloads).toContain(text);
  const fields = await section('Fields').innerText();
  for (const text of ['Baseline', 'stable_diffusion_xl', '2.0', 'anime', 'NSFW', '1.9 GiB'])
    expect(fields).toContain(text);
  const showcase = section('Showcases').getByRole('link');
  expect(await showcase.getAttribute('href')).toBe('https://pictures.example/2.webp');
  expect(await showcase.getAttribute('rel')).toContain('noreferrer');
  expect(await section('Raw JSON').innerText()).toContain('"name": "Picture Model 2"');
  await page.getByText('It is not known at the moment').waitFor();
  expect(await page.getByText('Day by day').count()).toBe(0);
  for (const name of awkwardNames) {
    await page.goto(`${site.origin}/browse/clip?view=table`);
    await link(page, name).click();
    await heading(page, name);
    expect(new URL(page.url()).searchParams.get('name')).toBe(name);
    await page.reload();
    await heading(page, name);
    await page.getByRole('paragraph').filter({ hasText: 'A name that is hard to address.' }).waitFor();
  }
});

it('is told when offline, keeps what is there, and goes on', async () => {
  const page = await site.open('/browse/clip');
  await link(page, 'ViT-L/14').waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse' }).click();
  await page.getByText(/models in 3 of 14 categories/).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: /^Image generation/ }).click();
  await page.getByRole('alert').filter({ hasText: 'You are offline. What you see' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: /^CLIP/ }).waitFor();
  await page.goForward();
  await page.context().setOffline(false);
  await link(page, 'Picture Model 1').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  // What the browser itself says of requests that could not be sent.
  site.problems.splice(0);
});

it('sees pictures where they are wanted, those of an NSFW model when they ask for them', async () => {
  await using pictured = await startConsole({ MODELREF_SHOWCASE_IMAGES: 'true' }, syntheticModels(), {
    pictureFiles: createDemoPictureFiles(unreachableService, 'https://pictures.example/'),
  });
  const page = await pictured.open('/model/image_generation?name=Picture+Model+2');
  const showcases = page.getByRole('region', { name: 'Showcases', exact: true });
  const image = showcases.getByRole('img', { name: 'Showcase 1 of Picture Model 2' });
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(`document.querySelector('main img').naturalWidth`)).toBe(480);
  const filter = () => page.evaluate(`getComputedStyle(document.querySelector('main img')).filter`);
  expect(await filter()).toBe('none');
  expect(await showcases.getByRole('link').getAttribute('href')).toBe('https://pictures.example/2.webp');
  await page.goto(`${pictured.origin}/model/image_generation?name=Picture+Model+4`);
  await showcases.getByRole('img').waitFor();
  expect(await filter()).toContain('blur');
  await showcases.getByRole('button', { name: 'Show NSFW pictures' }).click();
  expect(await filter()).toBe('none');
  await follow(page, '/browse/image_generation?view=cards');
  await page.getByRole('article').locator('img').first().waitFor();
  // What was asked for once holds for every list.
  expect(await page.getByRole('button', { name: 'Show NSFW pictures' }).count()).toBe(0);
  expect(pictured.problems).toEqual([]);
});

it('is one of the people of a demo by a click, and sees nothing of what the one before could read', async () => {
  const demoAccounts = [
    { key: keys.requestor, username: 'Rita#101', may: 'propose changes' },
    { key: keys.approver, username: 'Ada#102', may: 'review' },
  ];
  await using demo = await startConsole({}, [], { demoAccounts });
  const page = await demo.open('/review');
  const be = page.getByRole('group', { name: 'Choose an account' });
  await be.getByRole('button', { name: 'Nobody', pressed: true }).waitFor();
  await be.getByRole('button', { name: 'Ada' }).click();
  await page.getByRole('navigation', { name: 'Review' }).waitFor();
  await be.getByRole('button', { name: 'Rita' }).click();
  await page.getByText('Your key does not have the approver role.').waitFor();
  await page.reload();
  await be.getByRole('button', { name: 'Rita', pressed: true }).waitFor();
  await be.getByRole('button', { name: 'Nobody' }).click();
  await page.getByText('This requires a key with the approver role.').waitFor();
  expect(demo.problems).toEqual([]);
});
