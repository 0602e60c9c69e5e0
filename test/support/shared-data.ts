import { describe, it } from 'vitest';
import { folder, sharedData } from './shared-data-folder.ts';

/** `describe` for tests over the real data. If there is no such data, skips the tests and says why. */
export function describeWithSharedData(name: string, body: (folder: string) => void): void {
  if (sharedData === null) {
    // Vitest runs the body of a skipped suite too, to collect its tests: it would read missing files.
    describe.skip(name, () => {
      it(`needs real data at ${folder}; set MODELREF_SHARED_DATA`, () => {});
    });
  } else {
    describe(name, () => body(folder));
  }
}
