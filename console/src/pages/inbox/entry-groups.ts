import type { InboxEntry } from '../../api/inbox.ts';

/** The entries about one change or model request, newest first. */
export interface EntryGroup {
  readonly changeId: number;
  /** The request of the entries; null if they are about a change. */
  readonly requestId: number | null;
  readonly latest: InboxEntry;
  readonly entries: readonly InboxEntry[];
  readonly unread: readonly string[];
}

const riskRanks = { high: 0, look: 1, low: 2 } as const;

/** Groups entries by their change or request, in the order of each group's newest entry. */
export function groupEntries(entries: readonly InboxEntry[]): EntryGroup[] {
  return [...Map.groupBy(entries, ({ change_id, request_id }) => `${change_id} ${request_id}`).values()].map(
    (groupEntryList) => ({
      changeId: groupEntryList[0]?.change_id ?? 0,
      requestId: groupEntryList[0]?.request_id ?? null,
      latest: groupEntryList[0] as InboxEntry,
      entries: groupEntryList,
      unread: groupEntryList.filter(({ read_at }) => read_at === null).map(({ id }) => id),
    }),
  );
}

/**
 * Sorts groups of entries into three blocks: pending changes, other changes with a known risk, and groups
 * without a known risk. Inside a block, the highest risk comes first.
 */
export function sortByRisk(groups: readonly EntryGroup[]): EntryGroup[] {
  const rank = ({ latest: { risk, status } }: EntryGroup) =>
    risk === null ? 6 : riskRanks[risk] + (status === 'pending' ? 0 : 3);
  return groups.toSorted((a, b) => rank(a) - rank(b));
}
