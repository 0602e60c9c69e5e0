import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeDirectory } from '../kernel/files/atomic-write.ts';
import { removeOnSignal } from '../kernel/files/remove-on-signal.ts';
import { createOpenError } from '../store/driver-errors.ts';
import { openStore, sqliteFile } from '../store/open.ts';
import { copyWithoutChanging } from '../store/sqlite.ts';

/**
 * Returns the URL of a database with the content of the source and the current schema. A SQLite file is
 * copied into a folder beside the target, or for temporary files, because an older version has to be able to
 * open the source afterwards.
 */
export async function withCurrentSchema(
  from: string,
  to: string,
): Promise<{ url: string } & AsyncDisposable> {
  const file = sqliteFile(from);
  if (file === null) {
    // A source with an encoding that the service refuses can still be copied: that is the way to replace it.
    await (await openStore(from, { onlyReads: true, postgres: { anyEncoding: true } })).close();
    return { url: from, [Symbol.asyncDispose]: async () => {} };
  }
  const target = sqliteFile(to);
  const parent = target === null ? tmpdir() : dirname(target);
  makeDirectory(parent);
  const folder = await mkdtemp(join(parent, 'modelref-copy-'));
  const unwatch = removeOnSignal(folder);
  const removed = async () => {
    await rm(folder, { recursive: true, force: true });
    unwatch();
  };
  try {
    const url = `sqlite:${join(folder, 'source.db')}`;
    await copyWithoutChanging(file, join(folder, 'source.db'), (source) => source.pragma('schema_version'));
    await (await openStore(url)).close();
    return { url, [Symbol.asyncDispose]: removed };
  } catch (error) {
    await removed();
    throw createOpenError(`${file}, as copied to ${parent},`, error);
  }
}
