import type { Logger } from 'pino';
import type { Clock } from '../../kernel/clock.ts';
import { type BaselineFacts, baselineCategory, factsOf } from '../../records/baselines/baseline-facts.ts';
import { setKnownBaselines } from '../../records/baselines/known-baselines.ts';
import { baselinesAreRecords } from '../../records/categories/extra-categories.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import type { AppendEvents } from '../audit/index.ts';
import type { Catalog } from '../catalog/index.ts';
import { addBuiltIn } from './add-built-in.ts';

/**
 * Sets the known baselines of this process to the baselines in the catalog, at the start and again after each
 * change of a baseline. A PRIMARY that can write also adds the built-in baselines. Does nothing when the
 * deployment does not keep baselines as records.
 */
export async function openBaselines(
  {
    settings,
    store,
    clock,
    logger,
    append,
  }: {
    readonly settings: Settings;
    readonly store: Store;
    readonly clock: Clock;
    readonly logger: Logger;
    readonly append: AppendEvents;
  },
  catalog: Catalog,
): Promise<void> {
  if (!baselinesAreRecords()) return;
  const know = () => setKnownBaselines(liveBaselines(catalog));
  catalog.onChange((changed) => {
    if (changed === baselineCategory) know();
  });
  know();
  if (settings.replicateMode !== 'PRIMARY' || !store.writable) return;
  const { added, taken } = await addBuiltIn(store, { now: clock.now(), append, settings });
  if (added > 0) await catalog.refresh([baselineCategory]);
  for (const reason of taken) logger.warn(`a built-in baseline is left out: ${reason}`);
}

function liveBaselines(catalog: Pick<Catalog, 'snapshot'>): BaselineFacts[] {
  const { records } = catalog.snapshot('v2', baselineCategory);
  return records.map(({ name, record }) => ({ ...factsOf(record), name }));
}
