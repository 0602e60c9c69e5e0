/**
 * Prints what the console costs a browser on this machine: script, first paint, when it can be used, and the
 * longest tasks while 2,157 rows are scrolled from end to end. Each figure is the least of some rounds:
 * whatever else runs here only adds to it. Run: `npm run console-figures`; a minute.
 */
import { statSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { closeBrowser } from '../support/browser.ts';
import { type ConsoleUnderTest, startConsole } from '../support/console.ts';

const rounds = 3;
const pages = [
  '/',
  '/browse/image_generation',
  '/browse/text_generation?variants=1',
  '/model/image_generation?name=Picture+Model+2',
];
const rows = '/browse/text_generation?variants=1';

/** Tests look at pages with motion reduced. */
const asMostHaveIt = { reducedMotion: 'no-preference' } as const;

const observe = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.longTasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
`;

/** A page can be used when it is painted, and no task over 50 ms is left before the network is idle. */
const measure = `(() => {
  const painted = performance.getEntriesByName('first-contentful-paint')[0].startTime;
  const busyUntil = longTasks.map(({ startTime, duration }) => startTime + duration);
  return {
    'first paint, ms': painted,
    'can be used, ms': Math.max(painted, ...busyUntil),
    'longest task, ms': Math.max(0, ...longTasks.map(({ duration }) => duration)),
    scripts: performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  };
})()`;

type Figures = Record<string, number>;

async function load(site: ConsoleUnderTest, path: string): Promise<Figures> {
  const page = await site.open('about:blank', asMostHaveIt);
  await page.addInitScript(observe);
  await page.goto(site.origin + path, { waitUntil: 'networkidle' });
  const { scripts, ...figures } = await page.evaluate<Figures & { scripts: string[] }>(measure);
  await page.context().close();
  const bytes = [...new Set(scripts.filter((name) => name.endsWith('.js')))].map(
    (name) => statSync(`console/dist${name}.gz`).size,
  );
  return { 'scripts gzipped, kB': bytes.reduce((sum, size) => sum + size, 0) / 1000, ...figures };
}

/** Pixels a wheel turns by, and the milliseconds between two turns: a fast hand. */
const turn = 300;
const pause = 16;

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name?: string };
  /** Microseconds on the clock, and of the processor. */
  readonly dur?: number;
  readonly tdur?: number;
}

/**
 * Tasks of the page's own thread, from a trace: what they took on the clock, and of the processor, which
 * others cannot add to.
 */
function tasksOf(trace: Buffer): { wall: number[]; processor: number[] } {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid, dur }) =>
      name.endsWith('RunTask') && dur !== undefined && threads.has(`${pid} ${tid}`),
  );
  return {
    wall: tasks.map(({ dur = 0 }) => dur / 1000),
    processor: tasks.map(({ tdur = 0 }) => tdur / 1000),
  };
}

async function scroll(site: ConsoleUnderTest): Promise<Figures> {
  const page = await site.open(rows, asMostHaveIt);
  await page.getByRole('row').nth(5).waitFor();
  await page.waitForLoadState('networkidle');
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] });
  await scrollToEnd(page);
  const { wall, processor } = tasksOf((await browser?.stopTracing()) ?? Buffer.from('{"traceEvents":[]}'));
  await page.context().close();
  const over = (tasks: number[]) => tasks.filter((duration) => duration > 50).length;
  return {
    tasks: wall.length,
    'over 50 ms': over(wall),
    'longest, ms': Math.max(...wall),
    'over 50 ms of the processor': over(processor),
    'longest of the processor, ms': Math.max(...processor),
  };
}

async function scrollToEnd(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Text generation' }).hover();
  const isAtEnd = `(() => {
    const { scrollTop, clientHeight, scrollHeight } = document.querySelector('section[tabindex]');
    return scrollTop + clientHeight >= scrollHeight - 1;
  })()`;
  while (!(await page.evaluate(isAtEnd))) {
    await page.mouse.wheel(0, turn);
    await page.waitForTimeout(pause);
  }
}

/** The least of each figure. */
async function least(run: () => Promise<Figures>): Promise<Figures> {
  const found: Figures[] = [];
  for (let round = 0; round < rounds; round++) found.push(await run());
  const names = Object.keys(found[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, Math.round(Math.min(...found.map((figures) => figures[name] ?? 0)))]),
  );
}

{
  await using site = await startConsole();
  const loads: Record<string, Figures> = {};
  for (const path of pages) loads[path] = await least(() => load(site, path));
  console.log(`Opened with nothing cached, the least of ${rounds} rounds:`);
  console.table(loads);
  console.log(`2,157 rows scrolled from end to end, the least of ${rounds} rounds:`);
  console.table(await least(() => scroll(site)));
}
await closeBrowser();
