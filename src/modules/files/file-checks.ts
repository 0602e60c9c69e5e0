import type { Clock } from '../../kernel/clock.ts';
import type { Store } from '../../store/store.ts';
import type { AddressChecks } from './check-addresses.ts';
import type { KeptAddresses } from './keep-addresses.ts';
import { fileStore } from './store.ts';

export interface FileChecksOptions {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly clock: Clock;
  readonly addresses: KeptAddresses;
  readonly checks: AddressChecks;
  /** Whether the checks are this instance's to make. */
  readonly held: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

/** Looks at all files of the registry, each once a day; new and changed ones at once. */
export interface FileChecks {
  /** Does what is due; true when there may be more. */
  step(): Promise<boolean>;
}

/** How many addresses are taken on at a time, and how many of them may be those of proposals alone. */
const atATime = { all: 40, proposed: 10 };
const day = 86_400;
/** How long what only a proposal named is kept, and how long verdict changes are, in seconds. */
const kept = { addresses: 90 * day, changes: 400 * day };

export function createFileChecks({
  store,
  clock,
  addresses,
  checks,
  held,
  signal,
}: FileChecksOptions): FileChecks {
  let forgotAt = Number.NEGATIVE_INFINITY;

  const forget = async () => {
    const now = clock.now();
    if (now - forgotAt < day) return;
    forgotAt = now;
    await store.write((tx) =>
      fileStore(tx).forget({ addressesBefore: now - kept.addresses, changesBefore: now - kept.changes }),
    );
  };

  return {
    step: async () => {
      if (signal.aborted || !(await held())) return false;
      await forget();
      await addresses.ofLiveRecords();
      const proposed = await addresses.ofProposals(atATime.proposed);
      const live = await store.read((tx) => fileStore(tx).due(clock.now(), atATime.all - proposed.length));
      if (live.length + proposed.length === 0) return false;
      const { looked } = await checks.check([...live, ...proposed], { signal });
      // What others have in hand is not asked for again and again.
      return looked > 0 && !signal.aborted;
    },
  };
}
