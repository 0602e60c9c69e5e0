import type { JsonObject, JsonValue } from '../../../../../src/kernel/json.ts';
import type { SearchQuery } from '../../../../../src/modules/insight/search/query.ts';
import { foldName } from '../../../../../src/records/model-name.ts';
import { isQuantised } from '../../../../../src/records/text-names/index.ts';

/**
 * What a search has to answer, said in the plainest way: look at every record, sort everything, cut the page
 * out.
 */
export function naiveSearch(
  records: readonly JsonObject[],
  query: SearchQuery,
): { positions: number[]; total: number } {
  const found = [...records.keys()].filter((position) => passes(records[position]!, query));
  if (query.sort_by !== undefined) {
    const path = query.sort_by.split('__');
    const direction = query.sort_desc ? -1 : 1;
    found.sort(
      (a, b) => direction * byValue(valueAt(records[a]!, path), valueAt(records[b]!, path)) || a - b,
    );
  }
  return { positions: found.slice(query.offset, query.offset + query.limit), total: found.length };
}

function passes(record: JsonObject, query: SearchQuery): boolean {
  const name = String(record.name);
  const tags = Array.isArray(record.tags) ? record.tags : [];
  const { tags_any = [], tags_all = [], tags_none = [] } = query;
  const prefix = /^(aphrodite|koboldcpp)\//.exec(name)?.[1];
  return (
    (query.nsfw === undefined || record.nsfw === query.nsfw) &&
    (query.inpainting === undefined || (record.inpainting ?? false) === query.inpainting) &&
    (query.baseline === undefined || record.baseline === query.baseline) &&
    (tags_any.length === 0 || tags_any.some((tag) => tags.includes(tag))) &&
    tags_all.every((tag) => tags.includes(tag)) &&
    !tags_none.some((tag) => tags.includes(tag)) &&
    (query.name_contains === undefined || foldName(name).includes(foldName(query.name_contains))) &&
    (query.backend === undefined || prefix === query.backend) &&
    (query.exclude_backend_variations !== true || prefix === undefined) &&
    (query.quantized === undefined || isQuantised(name) === query.quantized)
  );
}

function valueAt(record: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = record;
  for (const key of path) value = (value as JsonObject | undefined)?.[key];
  return value;
}

/** Records without a value come after all others. */
function byValue(a: JsonValue | undefined, b: JsonValue | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compare(a, b);
}

function compare(a: JsonValue, b: JsonValue): number {
  if (typeof a === 'string' && typeof b === 'string') {
    return compareLists(codePoints(a), codePoints(b), (x, y) => x - y);
  }
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b, compare);
  return Number(a) - Number(b);
}

function compareLists<T>(a: readonly T[], b: readonly T[], compareItems: (x: T, y: T) => number): number {
  const differing = a.findIndex((item, at) => at >= b.length || compareItems(item, b[at]!) !== 0);
  if (differing === -1) return a.length - b.length;
  return differing >= b.length ? 1 : compareItems(a[differing]!, b[differing]!);
}

function codePoints(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0)!);
}
