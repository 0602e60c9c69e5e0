import type { InboxKind } from '../../api/inbox.ts';
import { flag, oneOf } from '../../search-params.ts';

/** What can be asked for, in the order in which it is offered. */
export const topics = {
  proposals: { label: 'Proposals', kinds: ['proposed', 'revised', 'withdrawn'] },
  comments: { label: 'Comments', kinds: ['comment', 'changes_requested'] },
  decisions: {
    label: 'Decisions',
    kinds: ['endorsed', 'approved', 'unapproved', 'rejected', 'applied', 'purged'],
  },
  conflicts: { label: 'Conflicts', kinds: ['conflict'] },
} as const satisfies Record<string, { readonly label: string; readonly kinds: readonly InboxKind[] }>;

export type Topic = keyof typeof topics;

/** The inbox as it stands in the URL. */
export interface InboxSearch {
  /** What was read as well. */
  readonly all?: true | undefined;
  readonly topic?: Topic | undefined;
}

const topic = oneOf(Object.keys(topics) as Topic[]);

export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  return { all: flag(search.all), topic: topic(search.topic) };
}
