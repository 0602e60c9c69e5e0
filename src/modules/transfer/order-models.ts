import type { CanonicalFormat } from '../../records/categories/category.ts';
import { viewsOf } from '../../records/model-views.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import type { AppendEvents } from '../audit/index.ts';
import {
  createModelEvent,
  metadataStore,
  modelStore,
  type PlannedOrder,
  planOrder,
} from '../catalog/index.ts';

/**
 * Plans how to sort the live models of a category in the order of a file. Ignores names in the file that are
 * not live.
 */
export async function readPlannedOrder(
  reader: Tx,
  category: string,
  names: Iterable<string>,
): Promise<PlannedOrder> {
  const presentNames = await modelStore(reader).names(category);
  const liveNames = new Set(presentNames);
  return planOrder(
    presentNames,
    [...names].filter((name) => liveNames.has(name)),
  );
}

/**
 * Sorts the live models of a category in the order of a file, with one audit event for each moved model.
 * @returns the number of moved models
 */
export async function orderModels(
  writer: WriteTx,
  category: string,
  names: Iterable<string>,
  {
    domain,
    now,
    userId,
    append,
  }: {
    readonly domain: CanonicalFormat;
    readonly now: number;
    readonly userId: string;
    readonly append: AppendEvents;
  },
): Promise<number> {
  const { order, predecessorByName } = await readPlannedOrder(writer, category, names);
  if (predecessorByName.size === 0) return 0;
  const rows = await modelStore(writer).getMany(category, [...predecessorByName.keys()]);
  const rowByName = new Map(rows.map((row) => [row.name, row]));
  const events = [];
  for (const [name, predecessor] of predecessorByName) {
    const { v2, legacy, v2_hash, legacy_hash } = rowByName.get(name)!;
    await modelStore(writer).put({ category, name, v2, legacy, v2_hash, legacy_hash }, now);
    const views = viewsOf({ v2, legacy });
    const write = { category, name, before: views, after: views, domain, userId, now };
    events.push(createModelEvent({ ...write, requestId: null, change: null }, { predecessor }));
  }
  await modelStore(writer).reorder(category, order);
  const operations = [...predecessorByName.keys()].map(
    (model) => ({ operation: 'update', model, now }) as const,
  );
  await metadataStore(writer).record(category, operations);
  await append(writer, events);
  return predecessorByName.size;
}
