import type { Store } from '../../store/store.ts';
import { type ChangeHead, changeStore } from '../queue/index.ts';
import { bridgeAccount } from './bridged-repository.ts';
import { bridgeStore } from './store.ts';
import type { BridgeRecord } from './tables.ts';

/**
 * Learns what has become of the changes that the bridge proposed: what was applied is agreed upon, what was
 * refused stays as it is on both sides; a refused conflict is decided for the registry.
 */
export async function settleProposals(
  store: Store,
  repository: string,
  categories: readonly string[],
): Promise<void> {
  await store.write(async (writer) => {
    for (const category of categories) {
      const records = await bridgeStore(writer).records(repository, category);
      const waiting = records.filter(({ change_id, declined }) => change_id !== null && declined === 0);
      const heads = await changeStore(writer).heads(waiting.map(({ change_id }) => change_id as number));
      const changes = new Map(heads.map((head) => [head.change_id, head]));
      const settled = waiting.flatMap((record) => {
        const next = settledRecord(record, changes.get(record.change_id as number));
        return next ? [next] : [];
      });
      await bridgeStore(writer).put(settled);
    }
  });
}

/** Null while there is nothing to learn. */
function settledRecord(record: BridgeRecord, change: ChangeHead | undefined): BridgeRecord | null {
  const free = { ...record, proposed: null, change_id: null, conflict: 0 };
  // Purged, or withdrawn by the bridge itself: as if it had never been proposed.
  if (!change) return free;
  if (change.status === 'pending' || change.status === 'approved') return null;
  const theirs = record.proposed === 'null' ? null : record.proposed;
  if (change.status === 'applied') return { ...free, base: theirs };
  if (change.rejected_by === bridgeAccount.userId) return free;
  return record.conflict === 1 ? { ...free, base: theirs } : { ...record, declined: 1 };
}
