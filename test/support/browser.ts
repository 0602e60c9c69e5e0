import { spawnSync } from 'node:child_process';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

let started: Promise<Browser> | undefined;

/**
 * Returns the headless Chromium of this process, from npm packages alone. The first call starts it; it ends
 * with the process. Each caller opens browser contexts of its own and closes them. Chromium needs system
 * libraries (`missingLibraries`), and unpacks itself under the temporary folder at first use.
 */
export function sharedBrowser(): Promise<Browser> {
  started ??= launch();
  return started;
}

/**
 * Returns the names of the system libraries that Chromium needs and this machine does not have, such as
 * `libnss3.so`. Returns none where that cannot be found out.
 */
export async function missingLibraries(): Promise<string[]> {
  const { stdout } = spawnSync('ldd', [await chromium.executablePath()], { encoding: 'utf8' });
  const missing = (stdout ?? '').matchAll(/^\s*(\S+) => not found$/gm);
  return [...new Set(Array.from(missing, ([, name = '']) => name))];
}

/**
 * Closes the browser of this process, if it was started. A process that exits only when nothing runs any more
 * has to call this.
 */
export async function closeBrowser(): Promise<void> {
  await (await started)?.close();
  started = undefined;
}

async function launch(): Promise<Browser> {
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [
      // Chromium's sandbox needs rights that build machines do not give.
      ...['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
      // Tests load pages, look at them and leave: optimizing their scripts takes longer than running them.
      // Measurements run without this, as for everybody.
      ...(process.env.VITEST ? ['--js-flags=--no-turbofan,--no-maglev'] : []),
    ],
    headless: true,
    // The browser ends when its pipe closes. With its own handler of SIGTERM the process would outlive the
    // signal.
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  // The next caller must not get a browser that has crashed.
  browser.once('disconnected', () => {
    started = undefined;
  });
  return browser;
}
