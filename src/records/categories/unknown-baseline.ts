import type { JsonObject } from '../../kernel/json.ts';
import { knownBaselines } from '../baselines/known-baselines.ts';
import { baselinesAreRecords } from './extra-categories.ts';
import { findCategory } from './index.ts';

/**
 * The baseline of which somebody has to say that it is there: where baselines are records, that is no matter of a
 * schema. Null for models that may name any.
 *
 * @param before the record that it replaces: what it names already is nothing new
 */
export function newBaselineOf(record: JsonObject | null, before: JsonObject | null): string | null {
  const category = findCategory(String(record?.record_type));
  if (!baselinesAreRecords() || !category?.onlyKnownBaselines) return null;
  const baseline = record?.baseline;
  return typeof baseline === 'string' && baseline !== before?.baseline ? baseline : null;
}

/** What is wrong with the baseline of a model, as far as this process knows, in words; null when nothing is. */
export function unknownBaseline(record: JsonObject): string | null {
  const name = newBaselineOf(record, null);
  if (name === null || knownBaselines().has(String(record.record_type), name)) return null;
  return unknownBaselineText(String(record.record_type), name);
}

export function unknownBaselineText(category: string, name: string): string {
  return `Unknown baseline: ${name}. Known: ${knownBaselines().names(category).join(', ')}`;
}
