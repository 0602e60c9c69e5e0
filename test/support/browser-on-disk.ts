import chromium from '@sparticuz/chromium';

/**
 * Unpacks Chromium before any test starts: it unpacks itself at first use, and a second process that looks
 * meanwhile would start half a browser.
 */
export async function setup(): Promise<void> {
  await chromium.executablePath();
}
