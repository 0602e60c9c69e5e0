import { leapsTo } from '../../store/lineage.ts';

/**
 * Whether a counter that gave out the id `last` may give out `id` next: the following number, or the first
 * number after a leap of ids (`store/lineage.ts`).
 */
export function mayFollow(last: number, id: unknown): id is number {
  return typeof id === 'number' && (id === last + 1 || (id > last && id % leapsTo === 1));
}

/**
 * Whether a counter whose latest id was `last` may have this value: `last` itself, or a round number to which
 * a leap of ids has raised it (`store/lineage.ts`).
 */
export function mayStandAt(value: number, last: number): boolean {
  return value === last || (value > last && value % leapsTo === 0);
}
