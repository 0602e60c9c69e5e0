import { statSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ConsoleUnderTest, startConsole } from '../support/console.ts';

let site: ConsoleUnderTest;
beforeAll(async () => {
  site = await startConsole();
});
afterAll(() => site?.[Symbol.asyncDispose]());

it.each([
  ['/', 250],
  ['/browse/text_generation', 300],
  ['/model/image_generation?name=Picture+Model+2', 300],
])(
  'loads of gzipped JavaScript as the first page, at %s, less than %i kB, and nothing from another host',
  async (path, most) => {
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
  },
);
