import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Keeps every account from changing a file, or what is in a folder: permissions do not bind root.
 * @returns whether this system and this account can do that
 */
export function protect(path: string, on = true): boolean {
  return spawnSync('chattr', [on ? '+i' : '-i', path]).status === 0;
}

export const canProtect = (() => {
  const path = mkdtempSync(join(tmpdir(), 'modelref-protect-'));
  const done = protect(path) && protect(path, false);
  rmSync(path, { recursive: true });
  return done;
})();
