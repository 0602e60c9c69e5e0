/**
 * The answers to a crash run's clients, and what may therefore be true after a restart.
 *
 * Each client owns its models, so the order of its writes is known. An answered request is certain; a request
 * that was cut off by the kill may or may not have happened, as a whole.
 */
export type Operation = 'create' | 'update' | 'delete';
export type Step = 'proposed' | 'approved' | 'rejected' | 'applied';

export interface KnownChange {
  changeId: number;
  model: string;
  operation: Operation;
  /** The description that the change writes; tells the versions of a model apart. */
  marker: string;
  /** The furthest step that was acknowledged. */
  step: Step;
  /** The job under which it was to be applied, with all other changes of that job in one call. */
  jobId: string;
}

export class History {
  readonly changes = new Map<number, KnownChange>();
  acknowledged = 0;
  /** Answers that no client should ever get: a kill leaves a request without an answer. */
  readonly failures: string[] = [];

  /** Copies the present knowledge, to be compared with a copy of the database made now. */
  clone(): History {
    const copy = new History();
    for (const [id, change] of this.changes) copy.changes.set(id, { ...change });
    copy.acknowledged = this.acknowledged;
    return copy;
  }

  failed(answer: string): void {
    this.failures.push(answer);
  }

  proposed(change: Omit<KnownChange, 'step'>): void {
    if (this.changes.has(change.changeId)) {
      throw new Error(`change id ${change.changeId} was given out twice`);
    }
    this.changes.set(change.changeId, { ...change, step: 'proposed' });
    this.acknowledged++;
  }

  reached(changeId: number, step: Step): void {
    const change = this.changes.get(changeId);
    if (!change) throw new Error(`change ${changeId} is not known`);
    change.step = step;
    this.acknowledged++;
  }
}

export interface QueueItem {
  change_id: number;
  model_name: string;
  operation: Operation;
  status: 'pending' | 'approved' | 'applied' | 'rejected';
  applied_job_id: string | null;
  payload: { description?: string } | null;
}

export interface Observed {
  /** Every change in the queue. */
  queue: QueueItem[];
  /** The live category in both views: model name → description. */
  v2: Map<string, string | undefined>;
  v1: Map<string, string | undefined>;
  /** Counters of the category's metadata. */
  totals: { create: number; update: number; delete: number };
  /** Model audit events per change id, and whether event ids are contiguous. */
  auditEvents: { changeId: number | null; eventId: number }[];
}

/** The states that a change may be found in after the step that was acknowledged. */
const after: Readonly<Record<Step, readonly QueueItem['status'][]>> = {
  proposed: ['pending', 'approved', 'rejected', 'applied'],
  approved: ['approved', 'applied'],
  rejected: ['rejected'],
  applied: ['applied'],
};

/** Every way in which what is observed contradicts what was acknowledged; empty when all is well. */
export function contradictions(history: History, observed: Observed): string[] {
  const found: string[] = [];
  const byId = new Map<number, QueueItem>();
  for (const item of observed.queue) {
    if (byId.has(item.change_id)) found.push(`doubled: change ${item.change_id} is listed twice`);
    byId.set(item.change_id, item);
  }
  for (const known of history.changes.values()) {
    const item = byId.get(known.changeId);
    if (!item) found.push(`lost: change ${known.changeId} (${known.step}) is gone`);
    else if (!after[known.step].includes(item.status)) {
      found.push(`lost: change ${known.changeId} was ${known.step} and is ${item.status} again`);
    }
  }
  for (const [jobId, changes] of Map.groupBy(history.changes.values(), (known) => known.jobId)) {
    const applied = changes.filter(({ changeId }) => byId.get(changeId)?.status === 'applied');
    if (applied.length > 0 && applied.length < changes.length) {
      found.push(`half applied: job ${jobId} has applied ${applied.length} of its ${changes.length} changes`);
    }
  }
  found.push(...liveContradictions(observed), ...auditContradictions(observed));
  return found;
}

/**
 * The live category has to be exactly what the applied changes, in order of their application, make of
 * nothing.
 */
function liveContradictions(observed: Observed): string[] {
  const found: string[] = [];
  const applied = observed.queue.filter((item) => item.status === 'applied');
  const order = new Map(observed.auditEvents.map((event) => [event.changeId, event.eventId]));
  applied.sort((a, b) => (order.get(a.change_id) ?? 0) - (order.get(b.change_id) ?? 0));
  const expected = new Map<string, string | undefined>();
  for (const item of applied) {
    if (item.operation === 'delete') expected.delete(item.model_name);
    else expected.set(item.model_name, item.payload?.description);
  }
  for (const [view, live] of [['v2', observed.v2] as const, ['v1', observed.v1] as const]) {
    for (const [name, marker] of expected) {
      if (!live.has(name)) found.push(`half applied: ${name} is applied but missing in ${view}`);
      else if (live.get(name) !== marker) {
        found.push(`half applied: ${name} is ${live.get(name)} in ${view}, should be ${marker}`);
      }
    }
    for (const name of live.keys()) {
      if (!expected.has(name))
        found.push(`half applied: ${name} is live in ${view} without an applied change`);
    }
  }
  for (const operation of ['create', 'update', 'delete'] as const) {
    const count = applied.filter((item) => item.operation === operation).length;
    if (observed.totals[operation] !== count) {
      found.push(`counted ${observed.totals[operation]} ${operation}s, applied ${count}`);
    }
  }
  return found;
}

function auditContradictions(observed: Observed): string[] {
  const found: string[] = [];
  const perChange = new Map<number, number>();
  for (const { changeId } of observed.auditEvents) {
    if (changeId !== null) perChange.set(changeId, (perChange.get(changeId) ?? 0) + 1);
  }
  for (const item of observed.queue) {
    const events = perChange.get(item.change_id) ?? 0;
    const wanted = item.status === 'applied' ? 1 : 0;
    if (events !== wanted) {
      found.push(
        `change ${item.change_id} (${item.status}) has ${events} model events, should have ${wanted}`,
      );
    }
  }
  return found;
}
