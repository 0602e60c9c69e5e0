import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/**
 * A headless Chromium from the npm packages alone. It needs libnss3, libnspr4 and libexpat1 of the system,
 * and unpacks itself under the temporary folder at first use.
 */
export async function launchBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    // Its sandbox needs rights that build machines do not give.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    headless: true,
  });
}
