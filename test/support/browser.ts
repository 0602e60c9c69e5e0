import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

let started: Promise<Browser> | undefined;

/**
 * The headless Chromium of this process, from the npm packages alone: started for the first who asks, and gone
 * with the process. Who asks opens contexts of their own, and closes them. It needs libnss3, libnspr4 and
 * libexpat1 of the system, and unpacks itself under the temporary folder at first use.
 */
export function sharedBrowser(): Promise<Browser> {
  started ??= launch();
  return started;
}

/** Ends it, where the process is to end by itself. */
export async function closeBrowser(): Promise<void> {
  await (await started)?.close();
  started = undefined;
}

async function launch(): Promise<Browser> {
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [
      // Its sandbox needs rights that build machines do not give.
      ...['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
      // Tests load pages, look at them and leave: to compile their scripts well takes longer than to run them. What
      // measures has its scripts compiled as they are for everybody.
      ...(process.env.VITEST ? ['--js-flags=--no-turbofan,--no-maglev'] : []),
    ],
    headless: true,
    // It ends when its pipe does. With a handler of its own the process would outlive the signal.
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  // One that has crashed is of no use to the next.
  browser.once('disconnected', () => {
    started = undefined;
  });
  return browser;
}
