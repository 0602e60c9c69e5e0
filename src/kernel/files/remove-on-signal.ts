import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const temporaryPaths = new Set<string>();

/**
 * Removes an unfinished file or folder when a signal such as Ctrl+C ends the process. Also removes all files
 * whose names begin with its name, so the name must be random.
 *
 * @returns a function that cancels the removal
 */
export function removeOnSignal(path: string): () => void {
  if (temporaryPaths.size === 0) for (const signal of signals) process.on(signal, removeAll);
  temporaryPaths.add(path);
  return () => {
    temporaryPaths.delete(path);
    if (temporaryPaths.size === 0) for (const signal of signals) process.off(signal, removeAll);
  };
}

function removeAll(signal: NodeJS.Signals): void {
  for (const path of temporaryPaths) {
    for (const name of readdirSync(dirname(path))) {
      if (name.startsWith(basename(path)))
        rmSync(join(dirname(path), name), { recursive: true, force: true });
    }
  }
  // This listener replaces the signal's default effect, so without other listeners it ends the process
  // itself.
  if (process.listenerCount(signal) > 1) return;
  process.off(signal, removeAll);
  process.kill(process.pid, signal);
}
