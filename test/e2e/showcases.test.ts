import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type ConsoleUnderTest, startConsole } from '../support/console.ts';
import { consoleForTests } from '../support/console-for-tests.ts';

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
});
