import {
  type BaselineFacts,
  baselineCategory,
  factsOf,
  takenSpelling,
} from '../../records/baselines/baseline-facts.ts';
import { builtInBaselines } from '../../records/baselines/built-in.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import type { CategoryDefinition, ModelRecord } from '../../records/categories/category.ts';
import { type Categories, categoryOf } from '../../records/categories/index.ts';
import { formatOf, normaliseStored, viewsAfter } from '../../records/model-views.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { type AppendEvents, registryUserId, type Trail } from '../audit/index.ts';
import type { Base } from '../base.ts';
import { type Catalog, latestModelEvents, modelStore } from '../catalog/index.ts';
import { writeLiveRecord } from '../queue/index.ts';

/**
 * Sets the known baselines of `categories` to the baselines in the catalog, at the start and again after each
 * change of a baseline. A PRIMARY that can write also adds the built-in baselines. Does nothing when the
 * deployment does not keep baselines as records.
 */
export async function openBaselines(
  { categories, settings, store, clock, logger, append }: Base & Trail,
  catalog: Catalog,
): Promise<void> {
  if (!categories.baselines.areRecords) return;
  const know = () => categories.knowBaselines(liveBaselines(catalog));
  catalog.onChange((changed) => {
    if (changed === baselineCategory) know();
  });
  know();
  if (settings.replicateMode !== 'PRIMARY' || !store.writable) return;
  const { added, taken } = await addBuiltIn(store, {
    now: clock.now(),
    append,
    categories,
    settings,
  });
  if (added > 0) await catalog.refresh([baselineCategory]);
  for (const reason of taken) logger.warn(`a built-in baseline is left out: ${reason}`);
}

function liveBaselines(catalog: Pick<Catalog, 'snapshot'>): BaselineFacts[] {
  const { records } = catalog.snapshot('v2', baselineCategory);
  return records.map(({ name, record }) => ({ ...factsOf(record), name }));
}

/**
 * Adds those built-in baselines that this registry has never had. The events in the audit trail name the
 * registry itself as the writer. A built-in baseline that somebody deleted is not added again.
 *
 * @returns `added`: the number of added baselines; `taken`: a sentence for each baseline that was not added,
 * because another baseline of the registry has its name or one of its spellings
 */
async function addBuiltIn(
  store: Store,
  {
    now,
    append,
    categories: { baselines },
    settings,
  }: {
    readonly now: number;
    readonly append: AppendEvents;
    readonly categories: Pick<Categories, 'baselines'>;
    readonly settings: Pick<Settings, 'canonicalFormat'>;
  },
): Promise<{ readonly added: number; readonly taken: readonly string[] }> {
  const definition = categoryOf(baselineCategory);
  const missing = await store.read((reader) => neverHere(reader, definition, baselines));
  if (missing.length === 0) return { added: 0, taken: [] };
  return store.write(async (writer) => {
    let added = 0;
    const taken: string[] = [];
    const rows = await modelStore(writer).list(baselineCategory);
    const live = rows.map(({ name, v2 }) => ({ ...factsOf(JSON.parse(v2)), name }));
    // Another instance may have been faster.
    for (const record of await neverHere(writer, definition, baselines)) {
      const reason = takenSpelling(factsOf(record), live);
      if (reason !== null) {
        taken.push(reason);
        continue;
      }
      const { name } = record;
      const after = viewsAfter(
        definition,
        name,
        { format: 'v2', record },
        null,
        { now, by: null },
        baselines,
      );
      const domain = formatOf(definition, settings.canonicalFormat);
      const by = { userId: registryUserId, requestId: null, change: null };
      await writeLiveRecord(
        writer,
        { category: baselineCategory, name, before: null, after, domain, ...by, now },
        append,
      );
      live.push({ ...factsOf(record), name });
      added += 1;
    }
    return { added, taken };
  });
}

async function neverHere(
  reader: Tx,
  definition: CategoryDefinition,
  baselines: KnownBaselines,
): Promise<ModelRecord[]> {
  const live = new Set((await modelStore(reader).list(baselineCategory)).map(({ name }) => name));
  const missing: ModelRecord[] = [];
  for (const facts of builtInBaselines) {
    const { name } = facts;
    if (
      live.has(name) ||
      (await latestModelEvents(reader, { category: baselineCategory, model_name: name }, 1)).length > 0
    )
      continue;
    const parsed = normaliseStored(definition, name, facts, baselines);
    if (!parsed.ok)
      throw new Error(`the built-in baseline ${name} is no record: ${JSON.stringify(parsed.problems)}`);
    missing.push(parsed.value);
  }
  return missing;
}
