import { HeldLease } from '../../kernel/concurrency/held-lease.ts';
import type { Store } from '../../store/store.ts';
import { leaseStore } from './store.ts';
import type { Lease } from './tables.ts';

export interface InstanceLeaseOptions {
  readonly store: Pick<Store, 'writeBeside'>;
  /** The work, `file-checks`. */
  readonly name: string;
  /** Tells this instance from all others, and from itself before a restart: a random id. */
  readonly holder: string;
  /** How long nobody takes over from an instance that was killed, in milliseconds. */
  readonly forMs: number;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
}

/**
 * Work that one instance of a deployment does at a time: every instance asks `held` before each step, and
 * releases it when it stops.
 */
export function instanceLease({ store, name, holder, forMs, now }: InstanceLeaseOptions): HeldLease<Lease> {
  return new HeldLease<Lease>({
    keeper: {
      acquire: (ms) => store.writeBeside((tx) => leaseStore(tx).acquire(name, holder, ms)),
      renew: (lease, ms) => store.writeBeside((tx) => leaseStore(tx).renew(lease, ms)),
      release: (lease) => store.writeBeside((tx) => leaseStore(tx).release(lease)),
    },
    forMs,
    now,
  });
}
