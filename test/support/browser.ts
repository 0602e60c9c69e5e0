import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

let started: Promise<Browser> | undefined;

/**
 * The headless Chromium of this process, from npm packages alone: started at the first call, and gone with
 * the process. Callers open contexts of their own, and close them. Chromium needs libnss3, libnspr4 and
 * libexpat1 of the system, and unpacks itself under the temporary folder at first use.
 */
export function sharedBrowser(): Promise<Browser> {
  started ??= launch();
  return started;
}

/** Closes the browser, for processes that have to end by themselves. */
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
