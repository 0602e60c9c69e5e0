import type { ActivityFilter } from '../../api/activity.ts';
import { oneOf, text } from '../../search-params.ts';

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

/** Who did what, as it stands in the URL. */
export interface ActivitySearch {
  readonly user?: string | undefined;
  readonly action?: Action | undefined;
  readonly category?: string | undefined;
  readonly model?: string | undefined;
}

const action = oneOf(actions);

export function readActivitySearch(search: Record<string, unknown>): ActivitySearch {
  return {
    user: text(search.user),
    action: action(search.action),
    category: text(search.category),
    model: text(search.model),
  };
}
