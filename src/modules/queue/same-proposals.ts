import { canonicalJson } from '../../kernel/same-json.ts';
import { contentHash } from '../../records/hash.ts';
import type { Tx } from '../../store/tx.ts';
import type { OtherOpenChanges } from './open-changes.ts';
import type { ListedChange } from './pending-change.ts';
import { changeStore } from './store.ts';

/** What a change asks for. */
export type AskedChange = Pick<ListedChange, 'operation' | 'payload' | 'payload_format'> &
  Partial<Pick<ListedChange, 'change_id'>>;

/**
 * For each of these changes, the ids of the open changes that ask for exactly the same. Payloads are told
 * apart by their hashes: none is read.
 */
export async function sameProposals<Change extends AskedChange>(
  reader: Tx,
  others: OtherOpenChanges<Change>,
): Promise<ReadonlyMap<Change, readonly number[]>> {
  const rivals = [...others].flatMap(([change, open]) =>
    open
      .filter(
        ({ operation, payload_format }) =>
          operation === change.operation && payload_format === change.payload_format,
      )
      .map(({ change_id }) => ({ change, id: change_id })),
  );
  const ids = rivals.flatMap(({ change: { change_id }, id }) => [id, change_id ?? []].flat());
  const facts = await changeStore(reader).bodyFacts([...new Set(ids)]);
  const hashes = new Map<Change, string>();
  const hashOf = (change: Change): string => {
    const known = hashes.get(change) ?? facts.get(change.change_id ?? 0)?.payloadHash;
    const hash = known ?? contentHash(canonicalJson(change.payload));
    hashes.set(change, hash);
    return hash;
  };
  const same = new Map<Change, number[]>();
  for (const { change, id } of rivals) {
    if (facts.get(id)?.payloadHash !== hashOf(change)) continue;
    const ids = same.get(change) ?? [];
    ids.push(id);
    same.set(change, ids);
  }
  return same;
}
