import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { checkFiles } from '../../../src/modules/files/check-run.ts';
import type { FileEvidence } from '../../../src/modules/files/evidence.ts';
import { createGuardedFetcher } from '../../../src/outside/guarded/guarded-fetcher.ts';
import { categories, categoryNames } from '../../../src/records/categories/index.ts';
import type { Store } from '../../../src/store/store.ts';
import type { PlantedHosts } from './planted-hosts.ts';

export type Where = Pick<PlantedHosts, 'mirrors' | 'allowPrivate'>;

export const atOnce = 12;
const claimSeconds = 4;

export interface CheckOnce {
  hoursLater: number;
  checkedBefore: number;
  /** Reads whole files. */
  deep?: boolean | undefined;
}

/** Checks all files once, as `modelref check-files` does, at a given time. */
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
        deep: deep
          ? {
              mostBytes: Number.MAX_SAFE_INTEGER,
              now: () => performance.now(),
              onBytes: () => {},
              onTooLarge: () => {},
            }
          : undefined,
      },
    );
  } finally {
    await remote.close();
  }
}
