import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { categories, categoryNames } from '../../../src/registry/categories/index.ts';
import type { FileEvidence } from '../../../src/registry/files/evidence.ts';
import { checkFiles } from '../../../src/services/files/check-run.ts';
import type { Store } from '../../../src/services/ports/store/store.ts';
import { createGuardedFetcher } from '../../../src/upstream/guarded/guarded-fetcher.ts';
import type { PlantedHosts } from './planted-hosts.ts';

export type Where = Pick<PlantedHosts, 'mirrors' | 'allowPrivate'>;

export const atOnce = 12;
const claimSeconds = 4;

export interface CheckOnce {
  hoursLater: number;
  checkedBefore: number;
  /** Reads whole files. */
  deep?: { pieceBytes: number } | undefined;
}

/** One run over all files, as `modelref check-files` makes it, at some time. */
export async function checkOnce(
  store: Store,
  { mirrors, allowPrivate }: Where,
  { hoursLater, checkedBefore, deep }: CheckOnce,
): Promise<{ files: readonly FileEvidence[]; looked: number }> {
  const remote = createGuardedFetcher({ mirrors, allowedHosts: allowPrivate, perSecond: {} });
  try {
    return await checkFiles(
      {
        store,
        clock: { now: () => Math.floor(Date.now() / 1000) + hoursLater * 3600 },
        categories,
        remote,
        holder: randomUUID(),
        atOnce,
        claimSeconds,
        random: Math.random,
        pause: (ms) => wait(ms),
        onChanges: async () => {},
      },
      {
        among: categoryNames,
        checkedBefore,
        signal: new AbortController().signal,
        onProgress: () => {},
        deep: deep && {
          ...deep,
          mostBytes: Number.MAX_SAFE_INTEGER,
          now: () => performance.now(),
          onBytes: () => {},
          onTooLarge: () => {},
        },
      },
    );
  } finally {
    await remote.close();
  }
}
