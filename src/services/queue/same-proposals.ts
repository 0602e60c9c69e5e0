import type { ListedChange } from '../../registry/queue/pending-change.ts';
import { sameJson } from '../../registry/same-json.ts';
import type { StoreReader } from '../ports/store.ts';
import type { OtherOpenChanges } from './open-changes.ts';

/** What a change asks for. */
export type AskedChange = Pick<ListedChange, 'operation' | 'payload' | 'payload_format'>;

/**
 * For each of these changes, the ids of the open changes that ask for exactly the same. Payloads are read
 * only for models with several open changes.
 */
export async function sameProposals<Change extends AskedChange>(
  reader: StoreReader,
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
  const stored = await reader.changes.getMany(rivals.map(({ id }) => id));
  const payloads = new Map(stored.map((other) => [other.change_id, other.payload]));
  const same = new Map<Change, readonly number[]>();
  for (const { change, id } of rivals) {
    const payload = payloads.get(id);
    if (payload === undefined || !sameJson(payload, change.payload)) continue;
    same.set(change, [...(same.get(change) ?? []), id]);
  }
  return same;
}
