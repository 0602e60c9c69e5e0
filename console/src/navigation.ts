import type { IconName } from './parts/Icon.tsx';

/**
 * An entry of the navigation. An entry that needs a role is offered to callers who have it. A requestor
 * counts as an author even where proposals come through the v1 API, and an approver as an operator on every
 * deployment.
 */
export interface NavigationEntry {
  readonly label: string;
  readonly to: string;
  /** Further paths that belong to the entry. */
  readonly covers?: readonly string[];
  readonly icon: IconName;
  readonly need?: 'requestor' | 'author' | 'approver' | 'operator';
  /** The key to press after `g`. */
  readonly key: string;
}

export const navigation: readonly NavigationEntry[] = [
  { label: 'Browse', to: '/', icon: 'browse', key: 'b', covers: ['/browse', '/search', '/model'] },
  { label: 'Insight', to: '/insight', icon: 'insight', key: 'i' },
  { label: 'Groups', to: '/groups', icon: 'groups', key: 'g' },
  { label: 'Review', to: '/review', icon: 'review', key: 'r', need: 'approver' },
  { label: 'Propose', to: '/propose', icon: 'propose', key: 'p', need: 'requestor' },
  { label: 'My changes', to: '/changes', icon: 'changes', key: 'c', need: 'author' },
  { label: 'Inbox', to: '/inbox', icon: 'inbox', key: 'n', need: 'author' },
  { label: 'Operate', to: '/operate', icon: 'operate', key: 'o', need: 'operator' },
];
