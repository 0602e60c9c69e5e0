import { describe } from 'vitest';
import { folder, sharedData } from './shared-data-folder.ts';

/** `describe` for tests over the real data; skipped, saying why, where there is none. */
export function describeWithSharedData(name: string, body: (folder: string) => void): void {
  if (sharedData === null) {
    describe.skip(`${name} (skipped: no real data at ${folder}; set MODELREF_SHARED_DATA)`, () =>
      body(folder));
  } else {
    describe(name, () => body(folder));
  }
}
