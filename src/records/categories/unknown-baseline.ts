import type { JsonObject } from '../../kernel/json.ts';
import type { KnownBaselines } from '../baselines/known-baselines.ts';
import { findStoredCategory } from './index.ts';

/**
 * Returns the baseline that the caller must check before it writes the record; null when no check is needed.
 * The schemas of records accept any baseline.
 *
 * @param before the record to be replaced; its baseline needs no check
 */
export function findNewBaseline(record: JsonObject | null, before: JsonObject | null): string | null {
  const category = findStoredCategory(String(record?.record_type));
  if (!category?.onlyKnownBaselines) return null;
  const baseline = record?.baseline;
  return typeof baseline === 'string' && baseline !== before?.baseline ? baseline : null;
}

/**
 * Returns a message about a record with an unknown baseline. Null when the baseline is known or needs no
 * check (see `findNewBaseline`).
 *
 * @param before the record to be replaced
 */
export function describeUnknownBaseline(
  record: JsonObject,
  before: JsonObject | null,
  baselines: KnownBaselines,
): string | null {
  const name = findNewBaseline(record, before);
  if (name === null || baselines.has(String(record.record_type), name)) return null;
  return formatUnknownBaseline(String(record.record_type), name, baselines);
}

export function formatUnknownBaseline(category: string, name: string, baselines: KnownBaselines): string {
  return `Unknown baseline: ${name}. Known: ${baselines.names(category).join(', ')}. ${publishingHint}`;
}

/** The end of messages about unknown baselines. */
export const publishingHint =
  'A new one is published first, or with its first model in one batch, by POST /model_references/v2/image_generation/baselines/change-sets.';
