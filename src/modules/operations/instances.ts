import type { Clock } from '../../kernel/clock.ts';
import type { Store } from '../../store/store.ts';
import { instanceStore } from './store.ts';
import type { Instance } from './tables.ts';

/** How long after its last sign a process is forgotten: one that was killed says no goodbye. In seconds. */
export const forgottenAfter = 600;
/** Of these the list is. */
const mostListed = 200;

/** The processes that serve from one database, each by a row that it renews. */
export interface Instances {
  /** Says that this process is there, and forgets those that have not said so for long. */
  beat(): Promise<void>;
  leave(): Promise<void>;
  /** Those seen last come first. */
  list(): Promise<Instance[]>;
}

export interface InstancesOptions {
  readonly store: Pick<Store, 'read' | 'writeBeside'>;
  readonly clock: Clock;
  readonly self: Omit<Instance, 'seen_at' | 'lag_seconds'>;
  /** How far the copy of a REPLICA is behind. */
  readonly lagSeconds: () => number | null;
}

export function createInstances({ store, clock, self, lagSeconds }: InstancesOptions): Instances {
  return {
    beat: () =>
      store.writeBeside(async (tx) => {
        const now = clock.now();
        await instanceStore(tx).put({ ...self, seen_at: now, lag_seconds: lagSeconds() });
        await instanceStore(tx).forget(now - forgottenAfter);
      }),
    leave: () => store.writeBeside((tx) => instanceStore(tx).remove(self.id)),
    list: () => store.read((tx) => instanceStore(tx).list(mostListed)),
  };
}
