import type { JsonValue } from '../../kernel/json.ts';
import { contentHash } from '../../records/hash.ts';
import type { AuditEvent, QueueAction } from '../audit/event.ts';
import type { ReplayedWrite } from '../catalog/replayed-models.ts';
import { changeSteps, enqueued, saidOf } from './change-steps.ts';
import type { ChangeBody, ChangeHead } from './pending-change.ts';
import type { BatchSplit } from './queue-events.ts';
import { CommentReplay } from './replayed-comments.ts';

/** A queued change as its events say it is. */
export interface ReplayedChange {
  readonly head: ChangeHead;
  /** Hashes of what was submitted, and of the records before and after the apply: see `keptOtherwise`. */
  readonly hashes: BodyHashes;
  /** The latest event of the change. */
  readonly event_id: number;
}

export interface BodyHashes {
  readonly submitted: string;
  /** Any of these; none where no record is kept. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What the apply calls of one job have done, as their events say. */
export interface ReplayedJob {
  readonly created_at: number;
  readonly calls: ReplayedCall[];
  /** The latest event of the job. */
  event_id: number;
}

export type ReplayedCall = { applied_change_ids: number[]; split: BatchSplit | null };

/** Which parts of the large part of a change are not what was replayed. */
export function keptOtherwise(body: ChangeBody, hashes: BodyHashes): (keyof BodyHashes)[] {
  const { payload, notes, request_metadata, related_models, before_state, after_state } = body;
  const isOneOf = (state: JsonValue | null, allowed: readonly string[]) =>
    state === null ? allowed.length === 0 : allowed.includes(hashOf(state));
  const asReplayed: Readonly<Record<keyof BodyHashes, boolean>> = {
    submitted: hashes.submitted === hashOf([payload, notes, request_metadata, related_models]),
    before: isOneOf(before_state, hashes.before),
    after: isOneOf(after_state, hashes.after),
  };
  return (Object.keys(asReplayed) as (keyof BodyHashes)[]).filter((part) => !asReplayed[part]);
}

/** Rebuilds the queue from its events, and checks that each is one that the queue can have come to. */
export class QueueReplay {
  readonly #changes = new Map<number, ReplayedChange>();
  /** Approved and not yet applied: what the open batch holds. */
  readonly #approved = new Set<number>();
  readonly #jobs = new Map<string, ReplayedJob>();
  /** The apply call whose events are being read. It ends at any event but a further apply or its split. */
  #call: { readonly job: string; readonly call: ReplayedCall } | null = null;
  #openBatch: number | null = null;
  readonly #comments = new CommentReplay();
  #lastChange = 0;
  #lastBatch = 0;

  get changes(): ReadonlyMap<number, ReplayedChange> {
    return this.#changes;
  }

  get jobs(): ReadonlyMap<string, ReplayedJob> {
    return this.#jobs;
  }

  get openBatch(): number | null {
    return this.#approved.size > 0 ? this.#openBatch : null;
  }

  /** The ids given out so far. */
  get counters(): { change: number; batch: number } {
    return { change: this.#lastChange, batch: this.#lastBatch };
  }

  /**
   * Takes the next queue event; says what does not fit, or null. `write` is the latest write of a live model.
   */
  take(event: AuditEvent, write: ReplayedWrite | null): string | null {
    const { action } = event;
    if (action === null) return 'says nothing about the queue';
    if (action !== 'apply' && action !== 'batch_split') this.#call = null;
    return this.#steps[action](event, write);
  }

  #noteApplied(event: AuditEvent, changeId: number): void {
    const job = saidOf(event).job_id as string;
    const known = this.#jobs.get(job) ?? { created_at: event.timestamp, calls: [], event_id: 0 };
    this.#jobs.set(job, known);
    known.event_id = event.event_id;
    if (this.#call?.job !== job) {
      this.#call = { job, call: { applied_change_ids: [], split: null } };
      known.calls.push(this.#call.call);
    }
    this.#call.call.applied_change_ids.push(changeId);
  }

  /** A split is the last event of an apply call. */
  #noteSplit(split: BatchSplit): void {
    if (this.#call) this.#call.call.split = split;
    this.#call = null;
  }

  readonly #steps: Readonly<
    Record<QueueAction, (event: AuditEvent, write: ReplayedWrite | null) => string | null>
  > = {
    enqueue: (event) => {
      const head = enqueued(event);
      if (head.change_id <= this.#lastChange)
        return `queues change ${head.change_id} after ${this.#lastChange}`;
      const hashes = { submitted: submittedHash(event), before: [], after: [] };
      this.#changes.set(head.change_id, { head, hashes, event_id: event.event_id });
      this.#lastChange = head.change_id;
      return null;
    },

    approve: (event) => {
      const known = this.#changeOf(event, 'pending');
      if (typeof known === 'string') return known;
      const head = changeSteps.approve(known.head, event);
      const expected = this.openBatch ?? this.#lastBatch + 1;
      if (head.batch_id !== expected) {
        return `approves change ${head.change_id} into batch ${head.batch_id} instead of ${expected}`;
      }
      this.#openBatch = expected;
      this.#lastBatch = Math.max(this.#lastBatch, expected);
      this.#approved.add(head.change_id);
      this.#keep({ ...known, head, event_id: event.event_id });
      return null;
    },

    reject: (event) => {
      const known = this.#changeOf(event, 'pending');
      if (typeof known === 'string') return known;
      const head = changeSteps.reject(known.head, event);
      if (head.batch_id !== null && head.batch_id !== this.openBatch) {
        return `rejects change ${head.change_id} in batch ${head.batch_id}, which is not the open one`;
      }
      this.#keep({ ...known, head, event_id: event.event_id });
      return null;
    },

    apply: (event, write) => {
      const known = this.#changeOf(event, 'approved');
      if (typeof known === 'string') return known;
      if (saidOf(event).batch_id !== known.head.batch_id) {
        return `applies change ${known.head.change_id} in another batch than ${known.head.batch_id}`;
      }
      const head = changeSteps.apply(known.head, event);
      if (head.applied_event_id !== null && head.applied_event_id !== write?.event_id) {
        return `names event ${head.applied_event_id} as its write, which is not the latest`;
      }
      const { before, after } = head.applied_event_id === null || !write ? noWrite : write;
      this.#approved.delete(head.change_id);
      this.#noteApplied(event, head.change_id);
      this.#keep({ head, hashes: { ...known.hashes, before, after }, event_id: event.event_id });
      return null;
    },

    batch_split: (event) => {
      const { original_batch_id, new_batch_id, reassigned_change_ids } = saidOf(event);
      if (original_batch_id !== this.openBatch)
        return `splits batch ${original_batch_id}, which is not the open one`;
      if (new_batch_id !== this.#lastBatch + 1) return `makes batch ${new_batch_id} after ${this.#lastBatch}`;
      const moved = Array.isArray(reassigned_change_ids) ? reassigned_change_ids : [];
      const all = moved.length === this.#approved.size;
      if (!all || !moved.every((id) => this.#approved.has(id as number))) {
        return `moves the changes ${moved.join(', ')} instead of ${[...this.#approved].join(', ')}`;
      }
      for (const id of this.#approved) {
        const known = this.#changes.get(id) as ReplayedChange;
        this.#keep({ ...known, head: changeSteps.batch_split(known.head, event), event_id: event.event_id });
      }
      this.#noteSplit({
        original_batch_id: original_batch_id as number,
        new_batch_id: new_batch_id as number,
        reassigned_change_ids: moved as number[],
      });
      this.#openBatch = new_batch_id as number;
      this.#lastBatch = new_batch_id as number;
      return null;
    },

    withdraw: (event) => {
      const known = this.#changeOf(event, 'pending');
      if (typeof known === 'string') return known;
      if (event.logical_user_id !== known.head.requested_by) {
        return `withdraws change ${known.head.change_id}, which ${known.head.requested_by} has proposed, as ${event.logical_user_id}`;
      }
      this.#keep({ ...known, head: changeSteps.withdraw(known.head, event), event_id: event.event_id });
      return null;
    },

    unapprove: (event) => {
      const known = this.#changeOf(event, 'approved');
      if (typeof known === 'string') return known;
      if (saidOf(event).batch_id !== known.head.batch_id) {
        return `takes change ${known.head.change_id} out of another batch than ${known.head.batch_id}`;
      }
      this.#approved.delete(known.head.change_id);
      this.#keep({ ...known, head: changeSteps.unapprove(known.head, event), event_id: event.event_id });
      return null;
    },

    endorse: (event) => {
      const known = this.#changeOf(event, 'pending');
      if (typeof known === 'string') return known;
      const { change_id, version } = known.head;
      if (saidOf(event).version !== version)
        return `approves another version of change ${change_id} than ${version}`;
      this.#keep({ ...known, head: changeSteps.endorse(known.head, event), event_id: event.event_id });
      return null;
    },

    revise: (event) => {
      const known = this.#undecided(event);
      if (typeof known === 'string') return known;
      const { change_id, requested_by, version } = known.head;
      if (event.logical_user_id !== requested_by) {
        return `revises change ${change_id}, which ${requested_by} has proposed, as ${event.logical_user_id}`;
      }
      const head = changeSteps.revise(known.head, event);
      if (head.version !== version + 1)
        return `makes version ${head.version} of change ${change_id} after ${version}`;
      const hashes = { ...known.hashes, submitted: submittedHash(event) };
      this.#approved.delete(change_id);
      this.#keep({ head, hashes, event_id: event.event_id });
      return null;
    },

    request_changes: (event) => {
      const known = this.#undecided(event);
      if (typeof known === 'string') return known;
      this.#approved.delete(known.head.change_id);
      this.#keep({
        ...known,
        head: changeSteps.request_changes(known.head, event),
        event_id: event.event_id,
      });
      return this.#comments.take(event);
    },

    comment: (event) => {
      const known = this.#changeOf(event, null);
      return typeof known === 'string' ? known : this.#comments.take(event);
    },
    comment_edit: (event) => this.#comments.take(event),
    comment_delete: (event) => this.#comments.take(event),

    // What there was before is not known behind it: see `Replay`.
    gap: () => null,

    purge: (event) => {
      const known = this.#changeOf(event, null);
      if (typeof known === 'string') return known;
      if (saidOf(event).batch_id !== known.head.batch_id) {
        return `purges change ${known.head.change_id} from another batch than ${known.head.batch_id}`;
      }
      this.#changes.delete(known.head.change_id);
      this.#approved.delete(known.head.change_id);
      return null;
    },
  };

  #keep(change: ReplayedChange): void {
    this.#changes.set(change.head.change_id, change);
  }

  /** The change of an event that takes an approval away: pending, or approved in the batch that it names. */
  #undecided(event: AuditEvent): ReplayedChange | string {
    const known = this.#changeOf(event, event.batch_id === null ? 'pending' : 'approved');
    if (typeof known === 'string' || known.head.batch_id === event.batch_id) return known;
    return `takes change ${event.change_id} out of another batch than ${known.head.batch_id}`;
  }

  #changeOf(event: AuditEvent, status: ChangeHead['status'] | null): ReplayedChange | string {
    const change = event.change_id === null ? undefined : this.#changes.get(event.change_id);
    if (!change) return `is about change ${event.change_id}, which is not in the queue`;
    if (status !== null && change.head.status !== status) {
      return `is about change ${event.change_id} as ${status}, but it is ${change.head.status}`;
    }
    return change;
  }
}

/** Of what a client has submitted. */
function submittedHash(event: AuditEvent): string {
  const { payload, notes, request_metadata, related_models } = saidOf(event);
  return hashOf([payload, notes, request_metadata, related_models]);
}

/** The delete of a model that was gone. */
const noWrite = { before: [], after: [] };

function hashOf(value: JsonValue | (JsonValue | undefined)[]): string {
  return contentHash(JSON.stringify(value));
}
