import { isJsonObject } from '../../kernel/json.ts';
import type { ConcernedChange } from '../audit/index.ts';
import {
  type ChangeAction,
  type QueueEventOf,
  readEventText,
  type StoredQueueEvent,
} from '../queue/index.ts';

export const inboxKinds = [
  'proposed',
  'revised',
  'withdrawn',
  'comment',
  'changes_requested',
  'endorsed',
  'approved',
  'unapproved',
  'rejected',
  'applied',
  'purged',
  'conflict',
  'request_accepted',
  'request_declined',
  'request_duplicate',
  'request_fulfilled',
] as const;
export type InboxKind = (typeof inboxKinds)[number];

/**
 * The roles in which an account gets an inbox entry. `requested`: the account proposed the change, or
 * requested the model. `reviews`: the account is an approver.
 */
export const inboxReasons = ['requested', 'reviews'] as const;
export type InboxReason = (typeof inboxReasons)[number];

/**
 * The accounts that get an inbox entry about an event of a change. The account that caused the event gets
 * none. An approver who proposed the change counts only as its requestor.
 */
interface Recipients {
  readonly kind: InboxKind;
  /** Set when the account that proposed the change gets an entry. */
  readonly requestor?: true;
  /**
   * Set when the approvers who have acted on the change get an entry. If none has acted on it yet, all
   * approvers get one with `activeOrAll`, and none with `active`.
   */
  readonly reviewers?: 'active' | 'activeOrAll';
  /** Set when all approvers get an entry. */
  readonly approvers?: true;
  /**
   * Set for an event whose change may have written models. That can make other open changes to these models
   * stale. The accounts that proposed the stale changes get an entry of the kind `conflict`.
   */
  readonly staleProposers?: true;
  /**
   * Set for a proposal of the bridge that conflicts with an applied change, because a public repository has
   * another edit of the same record. The account that proposed the applied change gets an entry of the kind
   * `conflict`.
   */
  readonly appliedProposer?: true;
}

/** The recipients of each action on a change. Actions that are absent here cause no entries. */
const recipientsByAction: Partial<Record<ChangeAction, Recipients>> = {
  enqueue: { kind: 'proposed', approvers: true },
  revise: { kind: 'revised', reviewers: 'activeOrAll' },
  withdraw: { kind: 'withdrawn', reviewers: 'active' },
  comment: { kind: 'comment', requestor: true, reviewers: 'activeOrAll' },
  request_changes: { kind: 'changes_requested', requestor: true, reviewers: 'active' },
  endorse: { kind: 'endorsed', requestor: true },
  approve: { kind: 'approved', requestor: true },
  unapprove: { kind: 'unapproved', requestor: true, reviewers: 'active' },
  reject: { kind: 'rejected', requestor: true },
  apply: { kind: 'applied', requestor: true, staleProposers: true },
  purge: { kind: 'purged', requestor: true },
};

/** An event that causes inbox entries, with the data for these entries. */
export interface Notice extends Recipients {
  readonly event_id: number;
  readonly at: number;
  readonly change_id: number;
  readonly actor: string;
  readonly actorName: string | null;
  /**
   * Text that the inbox entries quote: the comment, the reason, or the warning about a conflict, cut to
   * `maxExcerptLength`. Null when the event has no such text, and for a withdrawal.
   */
  readonly excerpt: string | null;
  /**
   * The change, if the event is its proposal or purge. Null for other events: their change is loaded from the
   * queue.
   */
  readonly change: NoticeChange | null;
}

export interface NoticeChange extends Omit<ConcernedChange, 'change_id' | 'operation'> {
  /** The proposed operation. Null for a purged change, because the event of a purge does not state it. */
  readonly operation: string | null;
}

/**
 * An edit or deletion of a comment. After an edit, `excerpt` is the new text for the inbox entries that quote
 * the comment. After a deletion it is null, and these entries are removed. `comment_id` is the event id of
 * the comment.
 */
export interface NoticeCorrection {
  readonly comment_id: number;
  readonly excerpt: string | null;
}

/** Maximum length of an excerpt, in UTF-16 units. */
const maxExcerptLength = 240;

/** Returns the notice of an event; null for an action without recipients. */
export function createNotice(event: StoredQueueEvent): Notice | null {
  const recipients = recipientsByAction[event.action];
  if (!recipients || !('change_id' in event)) return null;
  const conflictWarning = event.action === 'enqueue' ? readConflictWarning(event) : null;
  return {
    ...recipients,
    ...(conflictWarning !== null && { appliedProposer: true }),
    event_id: event.event_id,
    at: event.timestamp,
    change_id: event.change_id,
    actor: event.user_id,
    actorName: event.username,
    excerpt: event.action === 'withdraw' ? null : cutExcerpt(conflictWarning ?? readEventText(event)),
    change: readNoticeChange(event),
  };
}

/** Returns the edit or deletion of a comment that an event records; null for any other event. */
export function findCorrection(event: StoredQueueEvent): NoticeCorrection | null {
  if (event.action !== 'comment_edit' && event.action !== 'comment_delete') return null;
  return { comment_id: event.comment_id, excerpt: cutExcerpt(readEventText(event)) };
}

/**
 * Returns the change that is proposed or purged by an event; null for other events. A purged change is no longer
 * in the queue, so it can be read only from its event.
 */
function readNoticeChange(event: StoredQueueEvent): NoticeChange | null {
  if (event.action !== 'enqueue' && event.action !== 'purge') return null;
  const { category, model: model_name } = event;
  return event.action === 'enqueue'
    ? { category, model_name, operation: event.operation, requested_by: event.user_id }
    : { category, model_name, operation: null, requested_by: event.requested_by };
}

/**
 * Returns the warning that inbox entries quote when a proposal of the bridge conflicts with an applied
 * change: the id of the proposal, and the first line of its notes. Null for any other proposal.
 */
function readConflictWarning({ change_id, notes, request_metadata }: QueueEventOf<'enqueue'>): string | null {
  const bridgeFacts = request_metadata?.bridge;
  if (!isJsonObject(bridgeFacts) || !Array.isArray(bridgeFacts.conflict)) return null;
  const [warning = ''] = notes?.split('\n') ?? [];
  return `Change ${change_id}: ${warning}`;
}

function cutExcerpt(text: string | null): string | null {
  if (text === null || text.length <= maxExcerptLength) return text;
  // Do not cut a surrogate pair.
  return `${text.slice(0, maxExcerptLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
