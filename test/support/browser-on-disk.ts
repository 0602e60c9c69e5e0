import chromium from '@sparticuz/chromium';

/**
 * Unpacks Chromium before any test starts. It unpacks itself at first use, and a second process that starts
 * meanwhile would run a half-unpacked browser.
 */
export async function setup(): Promise<void> {
  await chromium.executablePath();
}
