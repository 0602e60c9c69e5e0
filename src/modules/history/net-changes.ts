import { LRUCache } from 'lru-cache';
import type { Clock } from '../../kernel/clock.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { findStoredCategory } from '../../records/categories/index.ts';
import { diffCounterparts, diffRecords, type FieldDiff, listCriticalPaths } from '../../records/diff.ts';
import type { NetOperation } from '../../records/enums.ts';
import type { ModelViews } from '../../records/model-views.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { auditStore } from '../audit/index.ts';
import { readEvent, readViewsBeforeEvent, viewsAfterEvent } from '../catalog/index.ts';
import { findWriteSpans, readAppliedWrites, readBatchSummary, type WriteSpan } from './batches.ts';

type ModelNetChange = ReturnType<typeof computeNetChange>;

/** How long the net changes of a batch are cached, in seconds. */
const cacheSeconds = 300;
/** Maximum total size of the cached responses, in bytes. A larger response is not cached. */
const maxCachedBytes = 8 * 1024 * 1024;
/** Estimated size of one model in a cached response, without its records, in bytes. */
const bytesPerModel = 1024;

interface CachedChanges {
  /**
   * The hash of the batch's latest event. The cached response is valid as long as this hash stays the same,
   * because every action on a batch adds an event.
   */
  readonly latestHash: string | null;
  readonly answer: ReturnType<typeof summarizeChanges>;
  readonly bytes: number;
}

/**
 * Returns the net changes of batches: for each model, the difference between the record before the batch's
 * first write and the record after its last write.
 */
export function createNetChanges(store: Store, clock: Clock) {
  const cache = new LRUCache<string, CachedChanges>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ answer, bytes }) => bytes + (answer.model_changes.length + 1) * bytesPerModel,
  });

  return {
    /**
     * @throws RegistryError `not_found` when there is no such batch; `bad_request` when the batch's records
     *   exceed the limit of one call
     */
    read: (batchId: number, domain: CanonicalFormat) =>
      store.read(async (reader) => {
        const key = `${domain} ${batchId}`;
        const [latest] = await auditStore(reader).events({ batch_id: batchId }, 1, 'descending');
        const hash = latest?.hash ?? null;
        const cachedChanges = cache.get(key);
        const now = clock.now();
        if (cachedChanges?.latestHash === hash && now < cachedChanges.answer.generated_at + cacheSeconds)
          return cachedChanges.answer;

        const { batch_title } = await readBatchSummary(reader, batchId, domain);
        const { writes, bytes } = await readAppliedWrites(reader, batchId, domain);
        const spans = findWriteSpans(writes);
        const changes: ModelNetChange[] = [];
        for (const span of spans) changes.push(computeNetChange(span, await readViewsOfSpan(reader, span)));
        const answer = summarizeChanges(batchId, batch_title, domain, changes, now);
        cache.set(key, { latestHash: hash, answer, bytes });
        return answer;
      }),
  };
}

async function readViewsOfSpan(reader: Tx, { first, last }: WriteSpan): Promise<SpanViews | null> {
  if (first.event_id === null || last.event_id === null) return null;
  const firstEvent = await readEvent(reader, first.event_id);
  const lastEvent = first === last ? firstEvent : await readEvent(reader, last.event_id);
  const before = firstEvent ? await readViewsBeforeEvent(reader, firstEvent) : undefined;
  return before === undefined || !lastEvent ? null : { before, after: viewsAfterEvent(lastEvent) };
}

function summarizeChanges(
  batch_id: number,
  batch_title: string | null,
  domain: CanonicalFormat,
  changes: ModelNetChange[],
  generated_at: number,
) {
  const count = (operation: NetOperation) =>
    changes.filter(({ net_operation }) => net_operation === operation).length;
  return {
    batch_id,
    batch_title,
    domain,
    model_changes: changes,
    models_added: count('added'),
    models_modified: count('modified'),
    models_deleted: count('deleted'),
    models_unchanged: count('unchanged'),
    total_field_changes: changes.reduce((sum, change) => sum + countFieldChanges(change), 0),
    has_critical_changes: changes.some(({ is_critical }) => is_critical),
    generated_at,
  };
}

/**
 * Counts the changed fields of a model in the format of the batch; if there are none, counts those in the
 * other format. Does not add up both, because they mostly repeat the same changes.
 */
function countFieldChanges({ field_diffs, counterpart_diffs }: ModelNetChange): number {
  return field_diffs.length > 0 ? field_diffs.length : counterpart_diffs.length;
}

/**
 * The v2 and legacy views of a model before its first write and after its last write in a batch; null when
 * the model did not exist at that time.
 */
interface SpanViews {
  readonly before: ModelViews | null;
  readonly after: ModelViews | null;
}

/**
 * Compares a model's record before its first write in a batch with its record after its last write in the
 * batch.
 *
 * @param views the v2 and legacy views of the model at these two times; null when the audit trail does not
 * have them
 */
export function computeNetChange({ first, last }: WriteSpan, views: SpanViews | null) {
  const definition = findStoredCategory(first.category);
  const [before_state, after_state] = [first.before, last.after];
  const field_diffs = diffRecords(before_state, after_state);
  const counterpart_diffs =
    definition && views
      ? diffCounterparts(definition, first.model_name, last.format, views.before, views.after)
      : [];
  const criticalFieldPaths = definition
    ? listCriticalPaths(definition, last.format, field_diffs, counterpart_diffs)
    : [];
  return {
    model_name: first.model_name,
    category: first.category,
    net_operation: findNetOperation(before_state, after_state, [...field_diffs, ...counterpart_diffs]),
    before_state,
    after_state,
    field_diffs,
    counterpart_diffs,
    is_critical: criticalFieldPaths.length > 0,
    critical_fields: criticalFieldPaths,
  };
}

function findNetOperation(
  before: JsonObject | null,
  after: JsonObject | null,
  diffs: readonly FieldDiff[],
): NetOperation {
  if (before === null && after === null) return 'unchanged';
  if (before === null) return 'added';
  if (after === null) return 'deleted';
  return diffs.length > 0 ? 'modified' : 'unchanged';
}
