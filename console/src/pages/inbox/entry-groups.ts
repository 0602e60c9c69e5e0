import type { InboxEntry } from '../../api/inbox.ts';

/** What is told of one change, the newest first. */
export interface EntryGroup {
  readonly changeId: number;
  readonly latest: InboxEntry;
  readonly entries: readonly InboxEntry[];
  readonly unread: readonly string[];
}

const ranks = { high: 0, look: 1, low: 2 } as const;

/** The entries of each change together, in the order of the newest. */
export function groupsOf(entries: readonly InboxEntry[]): EntryGroup[] {
  return [...Map.groupBy(entries, ({ change_id }) => change_id)].map(([changeId, own]) => ({
    changeId,
    latest: own[0] as InboxEntry,
    entries: own,
    unread: own.filter(({ read_at }) => read_at === null).map(({ id }) => id),
  }));
}

/** What waits for a review first, the highest risk first; then what is approved, in the same way; then the rest. */
export function byRisk(groups: readonly EntryGroup[]): EntryGroup[] {
  const rank = ({ latest: { risk, status } }: EntryGroup) =>
    risk === null ? 6 : ranks[risk] + (status === 'pending' ? 0 : 3);
  return groups.toSorted((a, b) => rank(a) - rank(b));
}
