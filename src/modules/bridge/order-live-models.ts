import type { Clock } from '../../kernel/clock.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { formatOf } from '../../records/model-views.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import type { AppendEvents } from '../audit/index.ts';
import { orderModels, readPlannedOrder } from '../transfer/index.ts';
import { bridgeAccount } from './bridged-repository.ts';

/** Returns a function that sorts the live models of a category in the order of a repository's file. */
export function orderLiveModels({
  store,
  clock,
  refresh,
  append,
  settings,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly refresh: (categories: Iterable<string>) => Promise<void>;
  readonly append: AppendEvents;
  readonly settings: Pick<Settings, 'canonicalFormat'>;
}) {
  return async (definition: CategoryDefinition, names: Iterable<string>): Promise<void> => {
    const category = definition.name;
    const targetOrder = [...names];
    const { predecessorByName } = await store.read((reader) =>
      readPlannedOrder(reader, category, targetOrder),
    );
    if (predecessorByName.size === 0) return;
    const format = formatOf(definition, settings.canonicalFormat);
    await store.write((writer) =>
      orderModels(writer, category, targetOrder, {
        domain: format,
        append,
        now: clock.now(),
        userId: bridgeAccount.userId,
      }),
    );
    await refresh([category]);
  };
}
