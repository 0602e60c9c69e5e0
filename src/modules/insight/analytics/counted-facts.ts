import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import { downloadsOf, hostOf } from './downloads.ts';
import { parametersOf } from './parameter-buckets.ts';

/** What statistics count of one record. */
export interface CountedFacts {
  readonly nsfw: boolean;
  readonly trigger: boolean;
  readonly inpainting: boolean;
  readonly requirements: boolean;
  readonly showcases: boolean;
  readonly baseline: string | null;
  readonly style: string | null;
  readonly tags: readonly string[];
  readonly parameters: number | null;
  /** Whole bytes; null where the record says none. */
  readonly size: number | null;
  /** Number of download entries. */
  readonly downloads: number;
  /** Where those lead whose URL can be read. */
  readonly hosts: readonly string[];
}

const nothing: readonly string[] = [];

export function countedFacts(record: JsonObject): CountedFacts {
  const { baseline, style, tags, size_on_disk_bytes: size } = record;
  const downloads = downloadsOf(record);
  return {
    nsfw: isTruthy(record.nsfw),
    trigger: isTruthy(record.trigger),
    inpainting: isTruthy(record.inpainting),
    requirements: isTruthy(record.requirements),
    showcases: isTruthy(record.showcases),
    baseline: isText(baseline) ? baseline : null,
    style: isText(style) ? style : null,
    tags: Array.isArray(tags) ? tags.filter(isText) : nothing,
    parameters: parametersOf(record),
    size: typeof size === 'number' && size > 0 ? Math.trunc(size) : null,
    downloads: downloads.length,
    hosts: downloads.flatMap(({ file_url }) => {
      const found = hostOf(file_url);
      return found.kind === 'host' ? [found.host] : nothing;
    }),
  };
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

/** Says something: not absent, false, 0 or empty. */
function isTruthy(value: JsonValue | undefined): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value);
  return Object.keys(value).length > 0;
}
