import { describe, expect, it } from 'vitest';
import type { InboxEntry } from '../../console/src/api/inbox.ts';
import { groupEntries, sortByRisk } from '../../console/src/pages/inbox/entry-groups.ts';

let lastId = 0;
const entry = (part: Partial<InboxEntry>): InboxEntry => {
  lastId += 1;
  return {
    id: `e${lastId}`,
    change_id: 1,
    request_id: null,
    read_at: null,
    risk: null,
    status: 'pending',
    ...part,
  } as InboxEntry;
};

describe('entries', () => {
  it('are grouped by change or request, in the order of the newest, with what is unread', () => {
    const [a, b, c, d] = [
      entry({ change_id: 2 }),
      entry({ change_id: 1 }),
      entry({ change_id: 2, read_at: 5 }),
      entry({ change_id: 2, request_id: 2 }),
    ];
    expect(groupEntries([a, b, c, d].map((each) => each as InboxEntry))).toMatchObject([
      { changeId: 2, requestId: null, latest: a, unread: [a?.id] },
      { changeId: 1, unread: [b?.id] },
      { changeId: 2, requestId: 2, unread: [d?.id] },
    ]);
  });

  it('for review stand by risk, waiting changes before approved ones, decided ones last', () => {
    const groups = groupEntries([
      entry({ change_id: 1, status: 'applied' }),
      entry({ change_id: 2, risk: 'high', status: 'approved' }),
      entry({ change_id: 3, risk: 'low' }),
      entry({ change_id: 4, risk: 'high' }),
      entry({ change_id: 5, risk: 'look' }),
    ]);
    expect(sortByRisk(groups).map(({ changeId }) => changeId)).toEqual([4, 5, 3, 2, 1]);
  });
});
