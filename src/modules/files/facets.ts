import type { JsonObject } from '../../kernel/json.ts';
import type { NothingLeft } from '../../kernel/nothing-left.ts';
import type { AddressState } from '../../records/files/address-state.ts';
import { sizeOf } from '../../records/files/downloads.ts';
import { filesOfRecord } from '../../records/files/record-file.ts';
import { judge } from '../../records/files/verdict.ts';

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
  addressState: (url: string) => AddressState,
): boolean {
  rest satisfies NothingLeft;
  // Which category and name a file is of makes no difference to its verdict.
  const files = filesOfRecord('', '', record);
  if (gated !== undefined) {
    const isGated = files.some((file) => judge(file, addressState(file.url)).verdict === 'gated');
    if (isGated !== gated) return false;
  }
  if (total_size_min === undefined && total_size_max === undefined) return true;
  const total = sizeOf(record) ?? hostedSize(files.map(({ url }) => addressState(url)));
  return (
    total !== null && total >= (total_size_min ?? 0) && total <= (total_size_max ?? Number.POSITIVE_INFINITY)
  );
}

/** What the hosts say that they weigh together; null when one of them does not say. */
function hostedSize(states: readonly AddressState[]): number | null {
  let total = 0;
  for (const { known } of states) {
    const size = known && 'seen' in known.observation ? known.observation.seen?.size_bytes : null;
    if (typeof size !== 'number') return null;
    total += size;
  }
  return states.length === 0 ? null : total;
}
