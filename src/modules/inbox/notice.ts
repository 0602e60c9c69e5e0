import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { AuditEvent, QueueAction } from '../audit/index.ts';

/** Kinds of inbox entries. */
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
 * Reasons why an account gets an inbox entry about a change: the account proposed the change, or reviews it.
 */
export const inboxReasons = ['requested', 'reviews'] as const;
export type InboxReason = (typeof inboxReasons)[number];

/**
 * Says which accounts get an inbox entry about an event of a change; never the account that caused the event.
 * `requestor`: the account that proposed the change. `reviewers`: the approvers who have acted on the change
 * so far; with `orAll`, all approvers while none of them has acted on it. `approvers`: all approvers.
 */
interface Audience {
  readonly kind: InboxKind;
  readonly requestor?: true;
  readonly reviewers?: 'those' | 'orAll';
  readonly approvers?: true;
  /**
   * Whether the accounts that proposed other open changes of the same model get an entry when the event makes
   * their changes stale.
   */
  readonly rivals?: true;
  /**
   * Set for a proposal of the bridge that conflicts with an applied change: a public repository has changed
   * the same record, and the proposal merges both changes. The account that proposed the applied change then
   * gets an entry.
   */
  readonly holder?: true;
}

/** The audience of each action on a change. An action that is absent makes no entries. */
const audiences: Partial<Record<QueueAction, Audience>> = {
  enqueue: { kind: 'proposed', approvers: true },
  revise: { kind: 'revised', reviewers: 'orAll' },
  withdraw: { kind: 'withdrawn', reviewers: 'those' },
  comment: { kind: 'comment', requestor: true, reviewers: 'orAll' },
  request_changes: { kind: 'changes_requested', requestor: true, reviewers: 'those' },
  endorse: { kind: 'endorsed', requestor: true },
  approve: { kind: 'approved', requestor: true },
  unapprove: { kind: 'unapproved', requestor: true, reviewers: 'those' },
  reject: { kind: 'rejected', requestor: true },
  apply: { kind: 'applied', requestor: true, rivals: true },
  purge: { kind: 'purged', requestor: true },
};

/** An event that causes inbox entries, with the facts for these entries. */
export interface Notice extends Audience {
  readonly event_id: number;
  readonly at: number;
  readonly change_id: number;
  readonly actor: string;
  readonly actorName: string | null;
  /**
   * The text that the inbox entries quote: the beginning of the comment, the reason, or the text about the
   * conflict that the event has. Null when the entries quote nothing.
   */
  readonly excerpt: string | null;
  /**
   * The change, when the event describes it. Null when the event does not; the change is then read from the
   * store.
   */
  readonly change: NoticedChange | null;
}

export interface NoticedChange {
  readonly category: string;
  readonly model_name: string;
  /** Null when the event does not state the operation. The event of a purge never states it. */
  readonly operation: string | null;
  readonly requested_by: string;
}

/**
 * An edit or deletion of a comment. After an edit, the inbox entries that quote the comment get the new
 * excerpt. After a deletion, `excerpt` is null, and these entries are removed.
 */
export interface Correction {
  readonly comment_id: number;
  readonly excerpt: string | null;
}

/** Largest number of characters of a comment or reason that an inbox entry keeps. */
const longestExcerpt = 240;

/** Makes the notice of an event; null when no account gets an inbox entry about the event. */
export function noticeOf(event: AuditEvent): Notice | null {
  const audience = event.action && audiences[event.action];
  const after = saidBy(event);
  if (!audience || event.change_id === null) return null;
  const clash = event.action === 'enqueue' ? clashOf(after) : null;
  // An apply that has written nothing leaves the records that others rest on as they are.
  const { rivals, ...others } = audience;
  return {
    ...others,
    ...(rivals && typeof after.model_event_id === 'number' && { rivals }),
    ...(clash !== null && { holder: true }),
    event_id: event.event_id,
    at: event.timestamp,
    change_id: event.change_id,
    actor: event.logical_user_id,
    actorName: textOf(after, 'username', 'approver_username', 'applied_username', 'purged_by_username'),
    excerpt: event.action === 'withdraw' ? null : excerptOf(clash ?? textOf(after, 'text', 'reason')),
    change: describedBy(event, after),
  };
}

/** Reads the edit or deletion of an earlier comment from its event; null for any other event. */
export function correctionOf(event: AuditEvent): Correction | null {
  if (event.action !== 'comment_edit' && event.action !== 'comment_delete') return null;
  const after = saidBy(event);
  const comment_id = after.comment_id;
  if (typeof comment_id !== 'number') return null;
  return { comment_id, excerpt: excerptOf(textOf(after, 'text')) };
}

/**
 * Reads the change from the event of its proposal or purge; null for other events. The event of a purge
 * describes the change because the store no longer has it.
 */
function describedBy({ action, logical_user_id }: AuditEvent, after: JsonObject): NoticedChange | null {
  if (action !== 'enqueue' && action !== 'purge') return null;
  return {
    category: textOf(after, 'category') ?? '',
    model_name: textOf(after, 'model') ?? '',
    operation: textOf(after, 'operation'),
    requested_by: textOf(after, 'requested_by') ?? logical_user_id,
  };
}

/**
 * Returns the text that inbox entries quote about a proposal of the bridge with a conflict: the id of the
 * proposed change, and the warning in the first line of its notes. Null for any other proposal.
 */
function clashOf(after: JsonObject): string | null {
  const mark = isJsonObject(after.request_metadata) ? after.request_metadata.bridge : null;
  if (!isJsonObject(mark) || !Array.isArray(mark.conflict)) return null;
  const [warning = ''] = textOf(after, 'notes')?.split('\n') ?? [];
  return `Change ${after.change_id}: ${warning}`;
}

function saidBy({ payload }: AuditEvent): JsonObject {
  const after = payload?.after;
  return isJsonObject(after) ? after : {};
}

function textOf(said: JsonObject, ...names: string[]): string | null {
  const found = names.map((name) => said[name]).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found : null;
}

function excerptOf(text: string | null): string | null {
  if (text === null || text.length <= longestExcerpt) return text;
  // Not in the middle of a character of two units.
  return `${text.slice(0, longestExcerpt - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
