import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accessibilityProblemsInEveryLook, type ConsoleUnderTest, startConsole } from '../support/console.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { nothingUsed, startUsageServer } from '../support/usage-server.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="teal"/></svg>';

describe('a model page where pictures are allowed', () => {
  let site: ConsoleUnderTest;
  consoleForTests(
    (started) => {
      site = started;
    },
    () => startConsole({ MODELREF_SHOWCASE_IMAGES: 'true' }),
  );

  const modelPage = async (name: string) => {
    const page = await site.open('about:blank');
    const referrers: (string | undefined)[] = [];
    await page.route('https://pictures.example/**', (route) => {
      referrers.push(route.request().headers().referer);
      return route.fulfill({ contentType: 'image/svg+xml', body: picture });
    });
    await page.goto(`${site.origin}/model/image_generation?name=${encodeURIComponent(name)}`);
    return { page, referrers, showcases: page.getByRole('region', { name: 'Showcases' }) };
  };
  const ofImage = (page: Page, property: string) =>
    page.evaluate(`document.querySelector('main img').${property}`);
  const filterOfImage = (page: Page) =>
    page.evaluate(`getComputedStyle(document.querySelector('main img')).filter`);

  it('shows pictures, loaded when they are seen and without a referrer, and their addresses', async () => {
    const { page, showcases, referrers } = await modelPage('Picture Model 2');
    const image = showcases.getByRole('img', { name: 'Showcase 1 of Picture Model 2' });
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => ofImage(page, 'naturalWidth')).toBe(64);
    expect(await image.getAttribute('loading')).toBe('lazy');
    expect(await filterOfImage(page)).toBe('none');
    expect(referrers).toEqual([undefined]);
    expect(await showcases.getByRole('link').getAttribute('href')).toBe('https://pictures.example/2.webp');
  });

  it('blurs those of an NSFW model until somebody asks', async () => {
    const { page, showcases } = await modelPage('Picture Model 4');
    await showcases.getByRole('img').waitFor();
    expect(await filterOfImage(page)).toContain('blur');
    await showcases.getByRole('button', { name: 'Show the pictures (NSFW)' }).click();
    expect(await filterOfImage(page)).toBe('none');
    await showcases.getByRole('button', { name: 'Blur the pictures' }).click();
    expect(await filterOfImage(page)).toContain('blur');
  });

  it.skipIf(!hasCurl)('gives calls that work as they are copied', async () => {
    const page = await site.visit('/model/clip?name=ViT-L/14');
    await page.getByRole('button', { name: 'Use it' }).click();
    const use = page.getByRole('dialog', { name: 'Use it' });
    await use.locator('pre').first().waitFor();
    const texts = await use.locator('pre').allInnerTexts();
    const calls = texts.filter((text) => text.startsWith('curl '));
    const shell = (call: string) => promisify(execFile)('sh', ['-c', `${call} -s --fail`]);
    const answers = await Promise.all(calls.map(shell));
    const [record] = answers.map(({ stdout }) => JSON.parse(stdout) as object);
    expect(record).toMatchObject({ name: 'ViT-L/14' });
    const python = texts.find((text) => text.startsWith('import json')) ?? '';
    const { stdout } = await promisify(execFile)('python3', ['-c', python]);
    expect(stdout).toBe('ViT-L/14\n');
    const typescript = texts.find((text) => text.includes('new ModelrefClient')) ?? '';
    expect(typescript).toContain(`server: "${site.origin}/api"`);
    expect(typescript).toContain('client.model("clip", "ViT-L/14")');
    expect(texts.at(-1)).toBe(
      `modelref pull models --server '${site.origin}/api' --category clip --name 'ViT-L/14'`,
    );
    expect(await accessibilityProblemsInEveryLook(page)).toEqual([]);
  });

  it('compares it with another one', async () => {
    const page = await site.visit('/model/image_generation?name=Picture+Model+1');
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('combobox', { name: 'Second model' }).fill('Picture Model 3');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Compare' }).click();
    const differs = page.getByRole('region', { name: 'What differs' });
    await differs.getByText('config.download').waitFor();
    expect(new URL(page.url()).search).toBe('?name=Picture+Model+1&with=Picture+Model+3');
    expect(await differs.innerText()).toContain('picture-3.safetensors');
    expect(await page.getByRole('region', { name: 'What is the same' }).innerText()).toContain('record_type');
    expect(await accessibilityProblemsInEveryLook(page)).toEqual([]);
  });

  it('compares their use, on a phone too, without a break in a number', async () => {
    const uses = { 'Picture Model 1': 1_519_344, 'Picture Model 3': 28 };
    const usage = await startUsageServer({
      ...nothingUsed,
      stats: { day: uses, month: uses, total: uses },
    });
    onTestFinished(() => usage.close());
    await using used = await startConsole({ MODELREF_USAGE_URL: usage.url });
    const page = await used.open(
      '/model/image_generation/compare?name=Picture+Model+1&with=Picture+Model+3',
      { viewport: { width: 390, height: 844 } },
    );
    const table = page.getByRole('region', { name: 'At the horde' }).getByRole('table');
    await table.getByText('1,519,344').first().waitFor();
    const lines = await page.evaluate<number[]>(`
      const [table] = document.querySelectorAll('main table');
      [...table.querySelectorAll('td')].map((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        return text.getClientRects().length;
      })`);
    expect(lines).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  });
});
