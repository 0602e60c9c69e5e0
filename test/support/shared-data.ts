import { describe, it } from 'vitest';
import { folder, sharedData } from './shared-data-folder.ts';

/** `describe` for tests over the real data; skipped, saying why, where there is none. */
export function describeWithSharedData(name: string, body: (folder: string) => void): void {
  if (sharedData === null) {
    // The body of a skipped suite is run too, to collect its tests: it would read files that are not there.
    describe.skip(name, () => {
      it(`needs real data at ${folder}; set MODELREF_SHARED_DATA`, () => {});
    });
  } else {
    describe(name, () => body(folder));
  }
}
