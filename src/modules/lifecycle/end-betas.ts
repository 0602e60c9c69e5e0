import type { CategoryDefinition } from '../../records/categories/category.ts';
import { betaEnds, settledLifecycle } from '../../records/lifecycle.ts';
import { formatOf, viewsAfter, viewsOf } from '../../records/model-views.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import { type AppendEvents, registryUserId } from '../audit/index.ts';
import { type Catalog, modelStore, type Segment } from '../catalog/index.ts';
import { leaseStore } from '../leases/index.ts';
import { writeLiveRecord } from '../queue/index.ts';

/** Largest number of models whose beta one transaction ends. */
const atOnce = 50;

const endsKey = Symbol('when models in beta become common');

/** Lists the names of the models whose time in beta has ended by `now` (Unix seconds). */
function ended(catalog: Pick<Catalog, 'snapshot'>, category: string, now: number): string[] {
  const { segments } = catalog.snapshot('v2', category, 'beta');
  // Nearly every category has none: the two snapshots are one object then.
  if (catalog.snapshot('v2', category) === catalog.snapshot('v2', category, 'beta')) return [];
  return segments.flatMap((segment) =>
    segment.derived(endsKey, endsOf).flatMap(({ name, ends }) => (ends <= now ? [name] : [])),
  );
}

function endsOf({ records }: Segment): readonly { readonly name: string; readonly ends: number }[] {
  return records.flatMap(({ name, record }) => {
    const ends = betaEnds(record);
    return ends === null ? [] : [{ name, ends }];
  });
}

/**
 * Ends the beta of models whose time in beta is over, so that every client sees these models. The audit
 * events name the registry itself as the actor. Inside its transaction, each write checks the end of the beta
 * again, by the database's clock too. So a beta ends once when several instances try, and an instance with a
 * fast clock does not end it early.
 *
 * @param now gives Unix seconds
 * @param held tells whether this instance holds the lease for this work; called before each write
 * @returns the number of models whose beta it ended
 */
export async function endBetas({
  store,
  catalog,
  categories,
  settings,
  append,
  now,
  held,
}: {
  readonly store: Pick<Store, 'write'>;
  readonly catalog: Pick<Catalog, 'snapshot' | 'refresh'>;
  readonly categories: readonly CategoryDefinition[];
  readonly settings: Pick<Settings, 'canonicalFormat'>;
  readonly append: AppendEvents;
  readonly now: () => number;
  readonly held: () => Promise<boolean>;
}): Promise<number> {
  let count = 0;
  for (const definition of categories) {
    const names = ended(catalog, definition.name, now()).slice(0, atOnce);
    if (names.length === 0 || !(await held())) continue;
    const written = await store.write(async (writer) => {
      const time = Math.min(now(), await leaseStore(writer).databaseTime());
      let made = 0;
      for (const row of await modelStore(writer).getMany(definition.name, names)) {
        const before = viewsOf(row);
        const ends = betaEnds(before.v2);
        if (ends === null || ends > time) continue;
        const stamp = { now: time, by: null };
        const record = settledLifecycle(before.v2, time);
        const after = viewsAfter(definition, row.name, { format: 'v2', record }, before, stamp);
        const domain = formatOf(definition, settings.canonicalFormat);
        const by = { userId: registryUserId, requestId: null, change: null };
        const model = { category: definition.name, name: row.name };
        await writeLiveRecord(writer, { ...model, before, after, domain, ...by, now: time }, append);
        made += 1;
      }
      return made;
    });
    // Also where nothing was written: another instance was faster, and this one has not seen it yet.
    await catalog.refresh([definition.name]);
    count += written;
  }
  return count;
}
