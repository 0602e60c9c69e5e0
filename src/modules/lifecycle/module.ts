import { randomUUID } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { repeatedly } from '../../kernel/concurrency/repeatedly.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { modelCategories } from '../../records/categories/index.ts';
import { betaEnds, settledLifecycle } from '../../records/lifecycle.ts';
import { formatOf, viewsAfter, viewsOf } from '../../records/model-views.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import { type AppendEvents, registryUserId, type Trail } from '../audit/index.ts';
import type { Base } from '../base.ts';
import { type Catalog, modelStore, type Segment } from '../catalog/index.ts';
import { instanceLease, leaseStore } from '../leases/index.ts';
import { writeLiveRecord } from '../queue/index.ts';

/** Milliseconds between two searches for models whose time in beta has ended. */
const lookEveryMs = 1_000;
const leaseMs = 30_000;

/**
 * Starts the work that ends the beta of each model whose time in beta is over. Only a PRIMARY does this work;
 * a replica gets the resulting writes from the feed.
 *
 * @param opened ends this work when it is disposed of
 */
export function startLifecycle(
  { settings, store, clock, logger, append }: Base & Trail,
  catalog: Catalog,
  opened: AsyncDisposableStack,
): void {
  if (settings.replicateMode !== 'PRIMARY') return;
  const monotonicMs = () => performance.now();
  const lease = instanceLease({
    store,
    name: 'lifecycle',
    holder: randomUUID(),
    forMs: leaseMs,
    now: monotonicMs,
  });
  const step = {
    store,
    catalog,
    categories: modelCategories,
    settings,
    append,
    now: trustedTime(clock, monotonicMs),
    held: () => lease.held(),
  };
  const onError = (err: unknown) =>
    logger.error({ err }, 'models whose time in beta is over could not be made common');
  const task = repeatedly(lookEveryMs, {
    work: async () => {
      const count = await endBetas(step);
      if (count > 0) logger.info({ models: count }, 'models whose time in beta was over are common now');
      return count > 0;
    },
    onError,
  });
  opened.defer(async () => {
    await task.stop();
    await lease.release().catch(onError);
  });
}

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

/**
 * A clock that is ahead of the expected time by more than `seconds` is doubted. After `doubtMs` milliseconds
 * in which it stayed ahead, it is trusted.
 */
const jump = { seconds: 300, doubtMs: 600_000 };

/**
 * Makes a function that gives the clock's time, but ignores a sudden jump forward at first. After a jump, it
 * gives the expected time: the last trusted time plus the time that has passed since. When the clock has
 * stayed ahead for ten minutes, it gives the clock's time again. The clock's time at the start is trusted.
 *
 * @param monotonicMs monotonic clock, in milliseconds
 * @returns a function that gives Unix seconds
 */
export function trustedTime(clock: Clock, monotonicMs: () => number): () => number {
  let known = { time: clock.now(), at: monotonicMs() };
  let doubtedSince: number | null = null;
  return () => {
    const [time, at] = [clock.now(), monotonicMs()];
    const expected = known.time + Math.floor((at - known.at) / 1000);
    const isJump = time > expected + jump.seconds;
    if (isJump) doubtedSince ??= at;
    else doubtedSince = null;
    if (doubtedSince !== null && at - doubtedSince < jump.doubtMs) return expected;
    doubtedSince = null;
    known = { time, at };
    return time;
  };
}
