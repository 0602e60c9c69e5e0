import type { JsonObject } from '../../kernel/json.ts';
import type { NothingLeft } from '../../kernel/nothing-left.ts';
import { filesOfRecord, sizeOf } from '../../records/files/record-file.ts';
import type { FileKnowledge } from './file-evidence.ts';

/** What workers ask of all files of a record together. Absent ones do not filter. */
export interface FileFacets {
  /** Whether any file is known to be for those with an account only. */
  readonly gated?: boolean | undefined;
  /** Bounds of what the files weigh together, in bytes. A record of unknown weight is outside of any. */
  readonly total_size_min?: number | undefined;
  readonly total_size_max?: number | undefined;
}

export function asksForFacets({ gated, total_size_min, total_size_max, ...rest }: FileFacets): boolean {
  rest satisfies NothingLeft;
  return gated !== undefined || total_size_min !== undefined || total_size_max !== undefined;
}

export function fitsFacets(
  record: JsonObject,
  { gated, total_size_min, total_size_max, ...rest }: FileFacets,
  glance: FileKnowledge['glance'],
): boolean {
  rest satisfies NothingLeft;
  // Which category and name a file is of makes no difference to its verdict.
  const files = filesOfRecord('', '', record);
  if (gated !== undefined) {
    const isGated = files.some((file) => glance(file).verdict === 'gated');
    if (isGated !== gated) return false;
  }
  if (total_size_min === undefined && total_size_max === undefined) return true;
  const total = sizeOf(record) ?? hostedSize(files.map(glance));
  return (
    total !== null && total >= (total_size_min ?? 0) && total <= (total_size_max ?? Number.POSITIVE_INFINITY)
  );
}

/** What the hosts say that they weigh together; null when one of them does not say. */
function hostedSize(files: readonly ReturnType<FileKnowledge['glance']>[]): number | null {
  let total = 0;
  for (const { seen } of files) {
    if (typeof seen?.size_bytes !== 'number') return null;
    total += seen.size_bytes;
  }
  return files.length === 0 ? null : total;
}
