import type { HeldLease } from '../../kernel/concurrency/held-lease.ts';
import type { Bridge, SyncOutcome } from './bridge.ts';
import type { SyncRequests } from './sync-requests.ts';

export interface RoundsOptions {
  readonly bridge: Pick<Bridge, 'sync'>;
  readonly requests: SyncRequests;
  /** Held by the one instance of a deployment that syncs. */
  readonly lease: Pick<HeldLease<unknown>, 'held' | 'lease'>;
  /** How far apart syncs are that nobody has asked for, in milliseconds. */
  readonly everyMs: number;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
}

/** How soon an instance that does not sync looks whether it has to, in milliseconds. */
const tryEveryMs = 60_000;

/**
 * When to sync: at once after the start, then at the usual distance, and in between as soon as somebody asks.
 * However many ask while a sync runs, one more answers them all.
 *
 * @returns a step, to be called often: without anything to do it costs a read. Gives what was synced.
 */
export function createRounds({ bridge, requests, lease, everyMs, now }: RoundsOptions): {
  step(): Promise<readonly SyncOutcome[]>;
} {
  let syncAt = now();
  return {
    step: async () => {
      const waiting = await requests.waiting();
      const isTime = now() >= syncAt;
      const isHeld = isTime || waiting.length > 0 || lease.lease !== null ? await lease.held() : false;
      if (!isTime && waiting.length === 0) return [];
      if (isTime) syncAt = now() + (isHeld ? everyMs : Math.min(everyMs, tryEveryMs));
      if (!isHeld) return [];
      await requests.take(waiting);
      const only = isTime ? null : new Set(waiting.map(({ repository }) => repository));
      return bridge.sync({ dryRun: false, only });
    },
  };
}
