import { leapsTo } from '../../store/lineage.ts';

/**
 * Whether `id` may be the next id from a counter whose last id was `last`: the next number, or the first
 * number after a leap (`store/lineage.ts`).
 */
export function mayFollow(last: number, id: unknown): id is number {
  return typeof id === 'number' && (id === last + 1 || (id > last && id % leapsTo === 1));
}

/**
 * Whether a counter whose last id was `last` may hold `value`: `last` itself, or a higher number that a leap
 * ends at.
 */
export function mayStandAt(value: number, last: number): boolean {
  return value === last || (value > last && value % leapsTo === 0);
}
