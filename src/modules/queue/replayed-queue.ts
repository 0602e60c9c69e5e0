import type { JsonValue } from '../../kernel/json.ts';
import { contentHash } from '../../records/hash.ts';
import type { AuditEvent } from '../audit/index.ts';
import type { ReplayedWrite } from '../catalog/index.ts';
import { mayFollow } from '../counters/index.ts';
import { type OpenBatch, withOpenBatch } from './change-rules.ts';
import { advanceChange, createChangeFromEvent, findBatchMismatch, findEventProblem } from './change-steps.ts';
import { type ChangeBody, type ChangeHead, pickSubmittedBody } from './pending-change.ts';
import {
  type ChangeAction,
  parseQueueEvent,
  type QueueEventOf,
  type StoredQueueEvent,
} from './queue-event.ts';
import type { ApplyCall } from './tables.ts';

type Stored<Action extends ChangeAction> = QueueEventOf<Action> & Pick<StoredQueueEvent, 'event_id'>;

/** A queued change, rebuilt from its events. */
export interface ReplayedChange {
  /**
   * The head of the change after the latest event of the change itself. A later split may have moved the
   * change to another batch; `headOf` returns the head with the current batch.
   */
  readonly head: ChangeHead;
  /** The expected hashes of the parts of the stored body; see `findDifferingParts`. */
  readonly hashes: BodyHashes;
  /** Id of the latest event of the change. Comments, and splits of its batch, are not counted. */
  readonly event_id: number;
}

export interface BodyHashes {
  readonly submitted: string;
  /** The allowed hashes of the stored `before_state`. Empty: it has to be null. */
  readonly before: readonly string[];
  /** The allowed hashes of the stored `after_state`. Empty: it has to be null. */
  readonly after: readonly string[];
}

/** The apply calls of one job and their effects, rebuilt from the events. */
export interface ReplayedJob {
  readonly created_at: number;
  readonly calls: ApplyCall[];
  /** Id of the latest apply event of the job. */
  event_id: number;
}

/**
 * Compares the stored body of a change with the hashes rebuilt from its events. Returns the names of the
 * differing parts.
 */
export function findDifferingParts(body: ChangeBody, hashes: BodyHashes): (keyof BodyHashes)[] {
  const { before_state, after_state } = body;
  const isOneOf = (state: JsonValue | null, allowedHashes: readonly string[]) =>
    state === null ? allowedHashes.length === 0 : allowedHashes.includes(hashJson(state));
  const isEqualByPart: Readonly<Record<keyof BodyHashes, boolean>> = {
    submitted: hashes.submitted === hashSubmittedBody(body),
    before: isOneOf(before_state, hashes.before),
    after: isOneOf(after_state, hashes.after),
  };
  return (Object.keys(isEqualByPart) as (keyof BodyHashes)[]).filter((part) => !isEqualByPart[part]);
}

/** Rebuilds the queue from its events, in order, and checks that each event can follow the earlier ones. */
export class QueueReplay {
  readonly #changes = new Map<number, ReplayedChange>();
  /** Ids of the changes that are approved but not applied: the content of the open batch. */
  readonly #approved = new Set<number>();
  readonly #jobs = new Map<string, ReplayedJob>();
  /**
   * The apply call to which the next event may belong; null when there is none. Consecutive apply events of
   * one job belong to one call. A split event right after them is the last event of the call.
   */
  #call: { readonly job: string; readonly call: ApplyCall } | null = null;
  #open: OpenBatch | null = null;
  /** The comments that are not deleted, by comment id (the id of the event that created the comment). */
  readonly #comments = new Map<number, { readonly change: number | null; readonly author: string }>();
  #lastChange = 0;
  #lastBatch = 0;

  get changes(): ReadonlyMap<number, ReplayedChange> {
    return this.#changes;
  }

  /** Returns the head of a replayed change. An approved change gets the id of the current open batch. */
  headOf({ head }: ReplayedChange): ChangeHead {
    return head.status === 'approved' && this.#open ? withOpenBatch(head, this.#open) : head;
  }

  get jobs(): ReadonlyMap<string, ReplayedJob> {
    return this.#jobs;
  }

  get openBatch(): number | null {
    return this.#approved.size > 0 ? (this.#open?.batch_id ?? null) : null;
  }

  /** The highest change id and the highest batch id in the events so far; 0 when there is none. */
  get counters(): { change: number; batch: number } {
    return { change: this.#lastChange, batch: this.#lastBatch };
  }

  /**
   * Replays the next queue event. Returns null when the event can follow the earlier ones, else the error as
   * the end of a sentence whose subject is the event: `splits batch 3, which is not the open one`.
   * @param write the latest write of a live model before this event
   */
  take(auditEvent: AuditEvent, write: ReplayedWrite | null): string | null {
    const event = parseQueueEvent(auditEvent);
    if ('problem' in event) return event.problem;
    const { action, event_id } = event;
    if (action !== 'apply' && action !== 'batch_split') this.#call = null;
    if (action === 'enqueue') return this.#enqueue(event);
    if (action === 'batch_split') return this.#split(event);
    if (action === 'comment_edit' || action === 'comment_delete') return this.#changeComment(event);

    const { change_id } = event;
    const replayedChange = this.#changes.get(change_id);
    if (!replayedChange) return `is about change ${change_id}, which is not in the queue`;
    const before = this.headOf(replayedChange);
    if (action === 'purge') return this.#purge(before, event);
    const problem = findEventProblem(before, event) ?? this.#findProblem(event, write);
    if (problem) return problem;
    if (action === 'comment' || action === 'request_changes') {
      this.#comments.set(event_id, { change: change_id, author: event.user_id });
    }
    if (action === 'comment') return null;
    const head = advanceChange(before, event);
    const hashes = computeExpectedHashes(replayedChange.hashes, event, write);
    this.#changes.set(change_id, { head, hashes, event_id });
    if (head.status === 'approved') this.#approved.add(change_id);
    else this.#approved.delete(change_id);
    if (action === 'approve') this.#openNext(event.batch_id, event);
    if (action === 'apply') this.#noteApplied(event);
    return null;
  }

  /**
   * Checks an event against the open batch and the latest write of a model. Returns the error when the event
   * contradicts one of them; null otherwise. The event has already been checked against its change.
   */
  #findProblem(event: StoredQueueEvent, write: ReplayedWrite | null): string | null {
    if (event.action === 'approve') {
      const { change_id, batch_id } = event;
      const openBatch = this.openBatch;
      if (openBatch === null ? mayFollow(this.#lastBatch, batch_id) : batch_id === openBatch) return null;
      return `approves change ${change_id} into batch ${batch_id}; expected batch ${openBatch ?? this.#lastBatch + 1}`;
    }
    if (event.action === 'reject' && event.batch_id !== null && event.batch_id !== this.openBatch) {
      return `rejects change ${event.change_id} in batch ${event.batch_id}, which is not the open one`;
    }
    if (event.action === 'apply') {
      const { model_event_id: writeEventId } = event;
      if (writeEventId !== null && writeEventId !== write?.event_id)
        return `names event ${writeEventId} as its write; expected the latest write`;
    }
    return null;
  }

  #enqueue(event: Stored<'enqueue'>): string | null {
    const head = createChangeFromEvent(event);
    const { change_id } = head;
    if (change_id <= this.#lastChange)
      return `queues change ${change_id}; expected an id above ${this.#lastChange}`;
    const hashes = { submitted: hashSubmittedBody(event), before: [], after: [] };
    this.#changes.set(change_id, { head, hashes, event_id: event.event_id });
    this.#lastChange = change_id;
    return null;
  }

  #purge(change: ChangeHead, event: Stored<'purge'>): string | null {
    const { change_id } = change;
    const problem = findBatchMismatch(`purges change ${change_id} from`, change, event);
    if (problem) return problem;
    this.#changes.delete(change_id);
    this.#approved.delete(change_id);
    return null;
  }

  /**
   * Replays the edit or deletion of a comment. Returns an error when the change has no such comment, or when
   * the actor is not its author; null otherwise.
   */
  #changeComment(event: Stored<'comment_edit' | 'comment_delete'>): string | null {
    const { action, change_id, comment_id: id, user_id } = event;
    const comment = this.#comments.get(id);
    if (comment?.change !== change_id)
      return `is about comment ${id}, which change ${change_id} does not have`;
    if (comment.author !== user_id) {
      return `changes comment ${id} as account ${user_id}; allowed: its author, account ${comment.author}`;
    }
    if (action === 'comment_delete') this.#comments.delete(id);
    return null;
  }

  #split(event: Stored<'batch_split'>): string | null {
    const { original_batch_id, new_batch_id, reassigned_change_ids: movedIds, unapplied_change_ids } = event;
    if (original_batch_id !== this.openBatch)
      return `splits batch ${original_batch_id}, which is not the open one`;
    if (!mayFollow(this.#lastBatch, new_batch_id))
      return `opens batch ${new_batch_id}; expected the batch after ${this.#lastBatch}`;
    const isComplete = movedIds.length === this.#approved.size;
    if (!isComplete || !movedIds.every((id) => this.#approved.has(id))) {
      return `moves the changes ${movedIds.join(', ') || 'none'}; expected ${[...this.#approved].join(', ') || 'none'}`;
    }
    // The split is the last event of an apply call.
    if (this.#call) {
      this.#call.call.split = {
        original_batch_id,
        new_batch_id,
        reassigned_change_ids: movedIds,
        ...(unapplied_change_ids !== undefined && { unapplied_change_ids }),
      };
    }
    this.#call = null;
    this.#openNext(new_batch_id, event);
    return null;
  }

  #openNext(batch_id: number, { timestamp }: StoredQueueEvent): void {
    if (batch_id === this.#open?.batch_id) return;
    this.#open = { batch_id, opened_at: timestamp };
    this.#lastBatch = batch_id;
  }

  #noteApplied({ job_id: job, change_id, timestamp, event_id }: Stored<'apply'>): void {
    const replayedJob = this.#jobs.get(job) ?? { created_at: timestamp, calls: [], event_id };
    this.#jobs.set(job, replayedJob);
    replayedJob.event_id = event_id;
    if (this.#call?.job !== job) {
      this.#call = { job, call: { applied_change_ids: [], split: null } };
      replayedJob.calls.push(this.#call.call);
    }
    this.#call.call.applied_change_ids.push(change_id);
  }
}

/**
 * Returns the expected hashes of the parts of a change's body after an event. A new version replaces
 * `submitted`; an apply replaces `before` and `after`.
 */
function computeExpectedHashes(
  hashes: BodyHashes,
  event: StoredQueueEvent,
  write: ReplayedWrite | null,
): BodyHashes {
  if (event.action === 'revise') return { ...hashes, submitted: hashSubmittedBody(event) };
  if (event.action !== 'apply') return hashes;
  // A delete of a model that no longer exists writes nothing.
  const { before, after } = (event.model_event_id !== null && write) || { before: [], after: [] };
  return { ...hashes, before, after };
}

function hashSubmittedBody(body: Parameters<typeof pickSubmittedBody>[0]): string {
  return hashJson(Object.values(pickSubmittedBody(body)));
}

function hashJson(value: JsonValue): string {
  return contentHash(JSON.stringify(value));
}
