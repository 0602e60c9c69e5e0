import type { ActivityFilter } from '../../api/activity.ts';
import { day, oneOf, text } from '../../search-params.ts';

export const actions = [
  'enqueue',
  'revise',
  'withdraw',
  'comment',
  'request_changes',
  'endorse',
  'approve',
  'unapprove',
  'reject',
  'apply',
  'purge',
  'create',
  'update',
  'delete',
] as const satisfies ActivityFilter['actions'];
export type Action = (typeof actions)[number];

/** The activity page's state in the URL. */
export interface ActivitySearch {
  readonly user?: string | undefined;
  readonly action?: Action | undefined;
  readonly category?: string | undefined;
  readonly model?: string | undefined;
  /**
   * The first day of the listed events in the reader's time zone, such as `2026-11-22`; `to` is the last day.
   */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const action = oneOf(actions);

export function readActivitySearch(search: Record<string, unknown>): ActivitySearch {
  return {
    user: text(search.user),
    action: action(search.action),
    category: text(search.category),
    model: text(search.model),
    from: day(search.from),
    to: day(search.to),
  };
}

/**
 * Gives the time from the start of the day `from` to the end of the day `to`, in Unix seconds. The days are
 * those of the reader's time zone. `since` or `until` is undefined when its day is undefined.
 */
export function secondsOf({ from, to }: ActivitySearch): Pick<ActivityFilter, 'since' | 'until'> {
  return {
    since: from === undefined ? undefined : startOf(from, 0),
    until: to === undefined ? undefined : startOf(to, 1) - 1,
  };
}

/** Gives the start of the day that is `daysLater` days after `day`, in Unix seconds; never below 0. */
function startOf(day: string, daysLater: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return Math.max(0, new Date(year, month - 1, date + daysLater).getTime() / 1000);
}
