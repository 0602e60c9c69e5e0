import type { Clock } from '../../kernel/clock.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { formatOf, shownRecord } from '../../records/model-views.ts';
import type { Store } from '../../store/store.ts';
import { type AppendEvents, appendEvents } from '../audit/index.ts';
import type { Catalog } from '../catalog/index.ts';
import { examineWrite, type RequestedWrite } from './examine-write.ts';
import { writeLiveRecord } from './live-record.ts';
import { once } from './once.ts';

/** Writes that nobody reviews: for deployments that have switched the review queue off. */
export interface DirectWrites {
  /**
   * Makes a write live, in one transaction with its audit event; readers see it once this resolves.
   *
   * @returns the record as readers of the write's format see it now; null after a delete
   * @throws what `examineWrite` does; OutageError `storage_unavailable`
   */
  write(write: RequestedWrite): Promise<JsonObject | null>;
}

export interface DirectWritesOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly catalog: Pick<Catalog, 'refresh'>;
  readonly settings: { readonly canonicalFormat: CanonicalFormat };
  readonly append?: AppendEvents;
}

export function createDirectWrites(options: DirectWritesOptions): DirectWrites {
  const { store, clock, catalog, settings, append = appendEvents } = options;
  return {
    async write(write) {
      const { name, format, caller, retry } = write;
      const shown = await store.write(async (writer) => {
        const now = clock.now();
        return once(writer, retry, now, async () => {
          const { target, before, after } = await examineWrite(writer, write, now);
          const { definition } = target;
          const domain = formatOf(definition, settings.canonicalFormat);
          const by = { userId: caller.userId, requestId: null, change: null };
          const written = { category: definition.name, name, before, after, domain, ...by, now };
          await writeLiveRecord(writer, written, append);
          return after && shownRecord(definition, name, format, after);
        });
      }, caller.deadline);
      await catalog.refresh([write.category]);
      return shown;
    },
  };
}
