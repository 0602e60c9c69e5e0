import type { JsonObject } from '../../kernel/json.ts';
import { knownBaselines } from '../baselines/known-baselines.ts';
import { baselinesAreRecords } from './extra-categories.ts';
import { findCategory } from './index.ts';

/**
 * Gives the baseline of a record that the caller has to look up before the write; null when there is none.
 * The record's schema does not check it, because schemas do not know baselines that are records.
 *
 * @param before the record that is replaced: a baseline that it names already is not looked up
 */
export function newBaselineOf(record: JsonObject | null, before: JsonObject | null): string | null {
  const category = findCategory(String(record?.record_type));
  if (!baselinesAreRecords() || !category?.onlyKnownBaselines) return null;
  const baseline = record?.baseline;
  return typeof baseline === 'string' && baseline !== before?.baseline ? baseline : null;
}

/**
 * Says what is wrong with the baseline of a model, as far as this process knows; null when nothing is.
 *
 * @param before the record that is replaced
 */
export function unknownBaseline(record: JsonObject, before: JsonObject | null): string | null {
  const name = newBaselineOf(record, before);
  if (name === null || knownBaselines().has(String(record.record_type), name)) return null;
  return unknownBaselineText(String(record.record_type), name);
}

export function unknownBaselineText(category: string, name: string): string {
  return `Unknown baseline: ${name}. Known: ${knownBaselines().names(category).join(', ')}`;
}
