import { createHash } from 'node:crypto';
import { type AddressState, believedAfter } from '../../records/files/address-state.ts';

const day = 86_400;
/** The first wait after a look that did not get through, and the longest, in seconds. */
const retry = { first: 15 * 60, longest: 6 * 3600 };
/** A new address is not looked at again within this time, in seconds, however near its place in the day is. */
const shortestGap = 3600;
/** How long addresses that only proposals name are looked at daily; afterwards they wait. In seconds. */
const proposalsFor = 7 * day;

/**
 * When to look at an address again: daily, each at a time of its own, so that the looks are spread over the day
 * and do not come all at once after a restart. Unix seconds.
 */
export function nextLook(
  { url, live, added_at }: { url: string; live: boolean; added_at: number },
  { failure, doubt }: AddressState,
  now: number,
): number {
  if (failure) return now + Math.min(retry.longest, retry.first * 2 ** Math.min(10, failure.count - 1));
  if (doubt) return doubt.first_at + believedAfter;
  if (!live && now - added_at > proposalsFor) return now + 30 * day;
  const earliest = now + shortestGap;
  const place = createHash('sha256').update(url).digest().readUInt32BE() % day;
  return earliest + ((((place - earliest) % day) + day) % day);
}
