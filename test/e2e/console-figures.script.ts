/**
 * Prints what the console costs a browser on this machine: first paint, script, and long tasks while 2,157 rows are
 * scrolled from end to end. Run: `node test/e2e/console-figures.script.ts`
 */
import type { Page } from 'playwright-core';
import { startConsole } from '../support/console.ts';

const pages = [
  '/',
  '/browse/image_generation',
  '/browse/text_generation?variants=1',
  '/model/image_generation?name=Picture+Model+2',
];

const observe = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.longTasks.push(Math.round(entry.duration));
  }).observe({ type: 'longtask', buffered: true });
`;

const measure = `({
  'first paint ms': Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime),
  'loaded ms': Math.round(performance.getEntriesByType('navigation')[0].loadEventEnd),
  'scripts kB, as sent': Math.round(
    performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
  ),
  'long tasks ms': longTasks.join(' '),
})`;

/** Pixels a wheel turns by, and the milliseconds between two turns: a fast hand. */
const turn = 300;
const pause = 16;

async function scrollToEnd(page: Page): Promise<unknown> {
  await page.evaluate('longTasks.length = 0');
  await page.getByRole('region', { name: 'Text generation' }).hover();
  const isAtEnd = `(() => {
    const { scrollTop, clientHeight, scrollHeight } = document.querySelector('section[tabindex]');
    return scrollTop + clientHeight >= scrollHeight - 1;
  })()`;
  while (!(await page.evaluate(isAtEnd))) {
    await page.mouse.wheel(0, turn);
    await page.waitForTimeout(pause);
  }
  return page.evaluate(
    `({ 'long tasks while scrolling': longTasks.length, 'the longest, ms': Math.max(0, ...longTasks) })`,
  );
}

await using site = await startConsole();
const figures: Record<string, unknown> = {};
for (const path of pages) {
  const page = await site.open('about:blank');
  await page.addInitScript(observe);
  await page.goto(site.origin + path, { waitUntil: 'networkidle' });
  figures[path] = await page.evaluate(measure);
  if (path.includes('variants')) console.table(await scrollToEnd(page));
  await page.context().close();
}
console.table(figures);
