import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { Settings } from '../../settings/settings.ts';
import { sqliteFile } from '../../store/open.ts';

export interface WrittenFolder {
  readonly name: 'data' | 'bridge' | 'temporary';
  readonly path: string;
}

/**
 * Lists the folders to which this process writes: those of the SQLite file, of the bridge and of temporary
 * files. The folder of a database server is not listed, because the server may have another disk.
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
