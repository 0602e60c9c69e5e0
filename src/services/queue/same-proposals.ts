import type { ListedChange } from '../../registry/queue/pending-change.ts';
import { sameJson } from '../../registry/same-json.ts';
import type { StoreReader } from '../ports/store.ts';

/** What a change asks for. */
export type AskedChange = Pick<
  ListedChange,
  'category' | 'model_name' | 'operation' | 'payload' | 'payload_format'
>;

/**
 * The ids of the open changes that ask for exactly the same as each of these does, itself left out. Payloads
 * are read of those models only for which several changes wait.
 */
export async function sameProposals<Change extends AskedChange>(
  reader: StoreReader,
  changes: readonly Change[],
  idOf: (change: Change) => number | null,
): Promise<ReadonlyMap<Change, readonly number[]>> {
  const same = new Map<Change, readonly number[]>();
  for (const [category, own] of Map.groupBy(changes, (change) => change.category)) {
    const open = await reader.changes.open(
      category,
      own.map(({ model_name }) => model_name),
    );
    const byName = Map.groupBy(open, ({ model_name }) => model_name);
    const rivals = own.flatMap((change) => {
      const id = idOf(change);
      const others = (byName.get(change.model_name) ?? []).filter(
        ({ change_id, operation, payload_format }) =>
          change_id !== id && operation === change.operation && payload_format === change.payload_format,
      );
      return others.map((other) => ({ change, id: other.change_id }));
    });
    const stored = await reader.changes.getMany(rivals.map(({ id }) => id));
    const payloads = new Map(stored.map((other) => [other.change_id, other.payload]));
    for (const { change, id } of rivals) {
      const payload = payloads.get(id);
      if (payload === undefined || !sameJson(payload, change.payload)) continue;
      same.set(change, [...(same.get(change) ?? []), id]);
    }
  }
  return same;
}
