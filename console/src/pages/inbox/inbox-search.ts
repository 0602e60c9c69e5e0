import type { InboxKind } from '../../api/inbox.ts';
import { createOneOfReader, readFlag } from '../../search-params.ts';

/** The topics to filter by, in display order. */
export const topics = {
  proposals: { label: 'Proposals', kinds: ['proposed', 'revised', 'withdrawn'] },
  comments: { label: 'Comments', kinds: ['comment', 'changes_requested'] },
  decisions: {
    label: 'Decisions',
    kinds: ['endorsed', 'approved', 'unapproved', 'rejected', 'applied', 'purged'],
  },
  requests: {
    label: 'Requests',
    kinds: ['request_accepted', 'request_declined', 'request_duplicate', 'request_fulfilled'],
  },
  conflicts: { label: 'Conflicts', kinds: ['conflict'] },
} as const satisfies Record<string, { readonly label: string; readonly kinds: readonly InboxKind[] }>;

export type Topic = keyof typeof topics;

/** The inbox's state in the URL. */
export interface InboxSearch {
  /** Lists read entries too. */
  readonly all?: true | undefined;
  readonly topic?: Topic | undefined;
}

const topic = createOneOfReader(Object.keys(topics) as Topic[]);

export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  return { all: readFlag(search.all), topic: topic(search.topic) };
}
