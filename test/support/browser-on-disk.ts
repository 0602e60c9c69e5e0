import chromium from '@sparticuz/chromium';
import { setup as setTemporaryFolder } from './temporary-folder.ts';

const unpackingKey = Symbol.for('modelref.unpacking-chromium');
const shared = globalThis as { [unpackingKey]?: Promise<string> };

/**
 * Unpacks Chromium before any test starts. It unpacks itself at first use, and whoever starts it meanwhile
 * would run a half-unpacked browser. The set-ups of projects run at once, and may run before those of the whole
 * run: they share one unpacking, into the folder that the workers will look in.
 */
export async function setup(): Promise<void> {
  setTemporaryFolder();
  shared[unpackingKey] ??= chromium.executablePath();
  await shared[unpackingKey];
}
