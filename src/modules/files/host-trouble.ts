import type { AddressState } from '../../records/files/address-state.ts';

/** Fewer addresses say nothing about their host. */
const leastAddresses = 5;
const nearlyAll = 0.8;

/**
 * Whether a host refuses nearly all of its files by what was seen of them since then (Unix seconds): it has shut
 * out whoever looks, moved, or broken down, and says nothing about any one of them.
 *
 * @param states of the addresses of live records at that host
 */
export function refusesNearlyAll(states: Iterable<AddressState>, since: number): boolean {
  const answered = [...states].filter(isAtStake).sort((some, other) => lookAt(other) - lookAt(some));
  const recent = answered.filter((state) => lookAt(state) >= since);
  // Of a host with few files, looks since then may be too few.
  const counted = recent.length >= leastAddresses ? recent : answered.slice(0, leastAddresses);
  const refused = counted.filter(({ doubt }) => doubt !== null).length;
  return counted.length >= leastAddresses && refused >= nearlyAll * counted.length;
}

/** It was answered, and is not known to be missing or gated for long. */
function isAtStake({ known, doubt, failure, checked_at }: AddressState): boolean {
  if (doubt !== null) return true;
  return checked_at !== null && failure === null && known?.observation.outcome === 'there';
}

function lookAt({ checked_at }: AddressState): number {
  return checked_at ?? Number.NEGATIVE_INFINITY;
}
