import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * Makes an empty folder.
 *
 * @param atEnd receives what removes it; `afterAll` for a folder of all tests of a file, made outside of its hooks
 */
export function newFolder(atEnd: (remove: () => void) => void = onTestFinished): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'modelref-test-')));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
