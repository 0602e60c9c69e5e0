import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';

/** The folder to which the processes of `npm run coverage` write their coverage; undefined in other runs. */
const folder = process.env.NODE_V8_COVERAGE;

/**
 * Counts how often a page runs each part of the console's code from now on. Only `npm run coverage` needs the
 * counts: in other runs this does nothing.
 *
 * @returns a function that writes the counts in the form that Node.js uses; call it while the page is open
 */
export async function countWhatRuns(page: Page): Promise<() => Promise<void>> {
  if (folder === undefined) return async () => {};
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const write = async () => {
    if (!page.isClosed()) keep(folder, (await session.send('Profiler.takePreciseCoverage')).result);
  };
  // The counts of a document are lost when the page leaves it.
  const { goto, reload, close } = page;
  page.goto = (...given) => write().then(() => goto.apply(page, given));
  page.reload = (...given) => write().then(() => reload.apply(page, given));
  page.close = (...given) => write().then(() => close.apply(page, given));
  return write;
}

function keep(folder: string, scripts: readonly { readonly url: string }[]): void {
  const result = scripts.flatMap((script) => {
    const name = /\/assets\/(source-[^/]+\.tsx?-[^/]+\.js)$/.exec(script.url)?.[1];
    if (name === undefined) return [];
    const path = resolve('console/dist/assets', name);
    return existsSync(path) ? [{ ...script, url: pathToFileURL(path).href }] : [];
  });
  writeFileSync(join(folder, `page-${randomUUID()}.json`), JSON.stringify({ result }));
}
