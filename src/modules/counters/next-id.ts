import { leapsTo } from '../../store/lineage.ts';

/**
 * Whether a counter that stood at `last` may give `id` next: the following number, or the first number after a
 * leap.
 */
export function mayFollow(last: number, id: unknown): id is number {
  return typeof id === 'number' && (id === last + 1 || (id > last && id % leapsTo === 1));
}

/** Whether a counter that has given `last` may stand at `value`. */
export function mayStandAt(value: number, last: number): boolean {
  return value === last || (value > last && value % leapsTo === 0);
}
