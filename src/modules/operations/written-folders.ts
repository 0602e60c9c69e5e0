import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { Settings } from '../../settings/settings.ts';
import { sqliteFile } from '../../store/open.ts';

/** A folder to which this process writes. */
export interface WrittenFolder {
  readonly name: 'data' | 'bridge' | 'temporary';
  readonly path: string;
}

/**
 * Gives the folders to which this process writes. The folder of a database server is not among them: the
 * server may have another disk.
 */
export function writtenFolders({
  databaseUrl,
  bridge,
  bridgeDirectory,
}: Pick<Settings, 'databaseUrl' | 'bridge' | 'bridgeDirectory'>): readonly WrittenFolder[] {
  const file = sqliteFile(databaseUrl);
  return [
    ...(file === null ? [] : [{ name: 'data', path: dirname(file) } as const]),
    ...(bridge.length === 0 ? [] : [{ name: 'bridge', path: bridgeDirectory } as const]),
    { name: 'temporary', path: tmpdir() },
  ];
}
