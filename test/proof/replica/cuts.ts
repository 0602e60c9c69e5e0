import { setTimeout as wait } from 'node:timers/promises';
import { categories } from '../../../src/records/categories/index.ts';
import type { Settings } from '../../../src/settings/settings.ts';
import { versionsOf } from '../../support/versions.ts';
import { Random } from '../abuse/random.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { type Registry, serveTheSame, startRegistry } from './registries.ts';
import { RandomWrites } from './writes.ts';

export interface CutsResult {
  readonly cuts: number;
  readonly writes: number;
  readonly reads: number;
  /** Reads of the replica that were not answered with 200. */
  readonly failedReads: number;
  /** Events that the replica took over more often or less often than they happened, by category. */
  readonly miscounted: Readonly<Record<string, { happened: number; taken: number }>>;
  /** The number of times that the copy was made anew. */
  readonly bootstraps: number;
  readonly same: boolean;
}

/**
 * A primary that is written to all the time, and a replica behind a proxy that cuts its connection in the
 * middle of what comes; half way, the primary is restarted. At the end both have to be the same, by one
 * application of every event.
 */
export async function runCuts(
  directory: string,
  cuts: number,
  seed: number,
  onCut: (done: number) => void = () => {},
): Promise<CutsResult> {
  const random = new Random(seed);
  const writes = new RandomWrites(random);
  const settings: Partial<Settings> = { databaseUrl: `sqlite:${directory}/primary.db`, logLevel: 'silent' };
  let primary = await startRegistry(settings);
  await using proxy = await startCuttingProxy(() => primary.port);
  for (let i = 0; i < 30; i += 1) await writes.one(primary);
  await using replica = await startRegistry({
    databaseUrl: `sqlite:${directory}/replica.db`,
    replicateMode: 'REPLICA',
    primaryApiUrl: `${proxy.url}/api`,
  });
  await settled(primary, replica);
  const [before, madeBefore] = [await versionsOf(replica.app.store), new Map(writes.made)];
  const reader = readAllTheTime(replica);
  try {
    for (let done = 1; done <= cuts; done += 1) {
      const cut = proxy.cutWithin(random.next());
      let isCut = false;
      void cut.then(() => {
        isCut = true;
      });
      do await writes.one(primary);
      while (!isCut && random.chance(0.5));
      await cut;
      onCut(done);
      // The next cut hits the pages that the replica comes back with, or the stream behind them.
      if (random.chance(0.6)) await settled(primary, replica);
      if (done === Math.floor(cuts / 2)) {
        await primary[Symbol.asyncDispose]();
        primary = await startRegistry(settings);
      }
    }
    await settled(primary, replica);
    const { reads, failed } = await reader.stop();
    const after = await versionsOf(replica.app.store);
    const miscounted: Record<string, { happened: number; taken: number }> = {};
    for (const { name } of categories) {
      const happened = (writes.made.get(name) ?? 0) - (madeBefore.get(name) ?? 0);
      const taken = (after.get(name) ?? 0) - (before.get(name) ?? 0);
      if (happened !== taken) miscounted[name] = { happened, taken };
    }
    return {
      cuts,
      writes: [...writes.made.values()].reduce((sum, made) => sum + made, 0),
      reads,
      failedReads: failed,
      miscounted,
      bootstraps: replica.logs.filter((line) => line.includes('the replica makes its copy anew')).length,
      same: await serveTheSame(primary, replica),
    };
  } finally {
    await reader.stop();
    await primary[Symbol.asyncDispose]();
  }
}

const patienceMs = 30_000;

/**
 * Resolves when the replica has all that the primary has, or after a while: then the comparison at the end
 * shows what is missing.
 */
async function settled(primary: Registry, replica: Registry): Promise<void> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until && !(await serveTheSame(primary, replica))) await wait(20);
}

/** Reads what is there all the time. */
function readAllTheTime(replica: Registry): { stop(): Promise<{ reads: number; failed: number }> } {
  let [reads, failed, stopped] = [0, 0, false];
  const run = async (): Promise<void> => {
    while (!stopped) {
      for (const path of ['v2/model_categories', 'v2/image_generation', 'v1/text_generation']) {
        const { status, headers } = await replica.get(`/api/model_references/${path}`);
        reads += 1;
        // A category from which a write has just taken the last model is empty.
        if ((status !== 200 && status !== 404) || headers.age === undefined) failed += 1;
      }
      await wait(5);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopped = true;
      await running;
      return { reads, failed };
    },
  };
}
