/**
 * The review queue as its rules say, in as few lines as possible: plain maps, no transactions, no hashes,
 * nothing of the product's code. What the registry does is compared with this.
 */

export type Format = 'v2' | 'legacy';
export type Operation = 'create' | 'update' | 'delete';
export type Status = 'pending' | 'approved' | 'applied' | 'rejected';

export interface Person {
  readonly userId: string;
  readonly username: string;
}

export interface Rules {
  readonly format: Format;
  readonly applyConflicts: 'upsert' | 'reject';
  readonly reviewPolicy: 'any' | 'four_eyes';
  /** How many people have to approve a change of that risk. */
  readonly approvals: Readonly<Record<Risk, 1 | 2>>;
  /** What may be approved together with others. */
  readonly bulkApproval: 'any' | 'low';
  /** Between the approval of a deletion and its apply. */
  readonly applyWaitSeconds: number;
}

/** There is no change of more risk in this test. */
type Risk = 'low' | 'look';

/** A live record, as far as the steps of the test write it. */
export interface ModelRecord {
  readonly description: string;
  readonly created_at: number;
  readonly created_by: string;
  readonly updated_at: number;
  readonly updated_by: string;
}

export interface ModelChange {
  readonly id: number;
  readonly operation: Operation;
  /** `category/name`. */
  readonly target: string;
  description: string;
  readonly by: Person;
  base: string | null;
  version: number;
  /** Who has asked for another version. */
  asker: string | null;
  /** Who has approved it, when that was not enough. */
  approvals: readonly string[];
  /** Whose approval was the last that it needed. */
  approvedBy: string | null;
  approvedAt: number;
  /** The record that it brings back as it was. */
  restores?: ModelRecord;
  status: Status;
  batch: number | null;
  title: string | null;
  job: string | null;
  before: ModelRecord | null;
  after: ModelRecord | null;
}

export interface Split {
  readonly original_batch_id: number;
  readonly new_batch_id: number;
  readonly reassigned_change_ids: number[];
}

export interface Applied {
  readonly applied: number[];
  /** The change at which the call stopped, and why. */
  readonly failed: readonly [id: number, code: Refusal] | null;
  readonly split: Split | null;
}

export type Refusal = 'bad_request' | 'not_found' | 'conflict' | 'key_reused';

/** What somebody asks for, and the key under which they may ask again. */
export interface Asked {
  readonly operation: Operation;
  readonly target: string;
  readonly description: string;
  readonly by: Person;
  readonly key: string | null;
}

/** How long a retry gets the answer of the first time, in seconds. */
const answersKeptFor = 24 * 60 * 60;

/** What the queue refuses. */
export class Refused extends Error {
  readonly code: Refusal;
  constructor(code: Refusal) {
    super(code);
    this.code = code;
  }
}

export class QueueModel {
  readonly rules: Rules;
  readonly changes = new Map<number, ModelChange>();
  readonly live = new Map<string, ModelRecord>();
  /** The last record of what was deleted. */
  readonly #deleted = new Map<string, ModelRecord>();
  readonly #jobs = new Map<string, { ids: number[]; split: Split | null }[]>();
  readonly #answers = new Map<string, { asked: string; id: number; at: number }>();
  #comment: { change: number; by: string; at: number } | null = null;
  lastChange = 0;
  lastBatch = 0;
  #unnamedJobs = 0;

  constructor(rules: Rules) {
    this.rules = rules;
  }

  get openBatch(): number | null {
    return this.#all('approved')[0]?.batch ?? null;
  }

  /** The id of the change; that of the first time when it was asked for under this key before. */
  propose(asked: Asked, now: number): number {
    if (asked.key === null) return this.#queue(asked);
    const key = `${asked.by.userId} ${asked.key}`;
    const wanted = JSON.stringify([asked.operation, asked.target, asked.description]);
    const first = this.#answers.get(key);
    if (first && now - first.at <= answersKeptFor) {
      if (first.asked !== wanted) throw new Refused('key_reused');
      return first.id;
    }
    const id = this.#queue(asked);
    this.#answers.set(key, { asked: wanted, id, at: now });
    return id;
  }

  #queue({ operation, target, description, by }: Asked): number {
    const live = this.live.get(target) ?? null;
    if (operation === 'create' && live) throw new Refused('conflict');
    if (operation !== 'create' && !live) throw new Refused('not_found');
    const id = ++this.lastChange;
    const base = this.#state(live);
    const said = operation === 'delete' ? (live?.description ?? '') : description;
    const fresh = {
      version: 1,
      asker: null,
      approvals: [],
      approvedBy: null,
      approvedAt: 0,
      status: 'pending',
      batch: null,
      title: null,
      job: null,
      before: null,
      after: null,
    } as const;
    this.changes.set(id, { id, operation, target, description: said, by, base, ...fresh });
    return id;
  }

  review(
    title: string,
    approve: readonly number[],
    reject: readonly number[],
    by: Person,
    now: number,
  ): number | null {
    const [approved, rejected] = [ids(approve), ids(reject)];
    if (approved.length + rejected.length === 0) throw new Refused('bad_request');
    if (approved.some((id) => rejected.includes(id))) throw new Refused('bad_request');
    for (const id of [...approved, ...rejected]) {
      if (this.changes.get(id)?.status !== 'pending') throw new Refused('bad_request');
    }
    if (this.rules.reviewPolicy === 'four_eyes') {
      if (approved.some((id) => this.#get(id).by.userId === by.userId)) throw new Refused('bad_request');
    }
    const needed = new Map(approved.map((id) => [id, this.#needed(this.#get(id))]));
    const risky = approved.some((id) => this.#risk(this.#get(id)) !== 'low');
    if (this.rules.bulkApproval === 'low' && approved.length > 1 && risky) throw new Refused('bad_request');
    for (const change of approved.map((id) => this.#get(id))) {
      if (needed.get(change.id) === 1) continue;
      if ([change.by.userId, ...change.approvals].includes(by.userId)) throw new Refused('bad_request');
    }
    const complete = approved.filter((id) => this.#get(id).approvals.length + 1 >= (needed.get(id) ?? 0));
    const batch = complete.length > 0 ? (this.openBatch ?? ++this.lastBatch) : null;
    for (const id of approved) {
      if (complete.includes(id)) {
        const given = { approvedBy: by.userId, approvedAt: now };
        Object.assign(this.#get(id), { status: 'approved', batch, title, asker: null, ...given });
      } else this.#get(id).approvals = [...this.#get(id).approvals, by.userId];
    }
    for (const id of rejected) Object.assign(this.#get(id), { status: 'rejected', batch, title });
    return batch;
  }

  withdraw(id: number, by: Person): void {
    const change = this.changes.get(id);
    if (!change) throw new Refused('not_found');
    if (change.by.userId !== by.userId || change.status !== 'pending') throw new Refused('bad_request');
    change.status = 'rejected';
  }

  unapprove(id: number): void {
    const change = this.changes.get(id);
    if (!change) throw new Refused('not_found');
    if (change.status !== 'approved') throw new Refused('bad_request');
    this.#reopen(change);
  }

  /** A new version has to be approved anew. */
  revise(id: number, description: string, by: Person, expected: number | null): number {
    const change = this.changes.get(id);
    if (!change) throw new Refused('not_found');
    if (change.by.userId !== by.userId || !isOpen(change)) throw new Refused('bad_request');
    if (change.operation === 'delete') throw new Refused('bad_request');
    if (expected !== null && expected !== change.version) throw new Refused('conflict');
    const live = this.live.get(change.target) ?? null;
    if (change.operation === 'create' && live) throw new Refused('conflict');
    if (change.operation !== 'create' && !live) throw new Refused('not_found');
    const base = this.#state(live);
    if (change.description === description && change.base === base) throw new Refused('bad_request');
    this.#reopen(change);
    delete change.restores;
    Object.assign(change, { description, base, version: change.version + 1 });
    return change.version;
  }

  requestChanges(id: number, by: Person): void {
    const change = this.changes.get(id);
    if (!change) throw new Refused('not_found');
    if (!isOpen(change)) throw new Refused('bad_request');
    this.#reopen(change);
    change.asker = by.userId;
  }

  comment(id: number, by: Person, now: number): void {
    if (!this.changes.has(id)) throw new Refused('not_found');
    this.#comment = { change: id, by: by.userId, at: now };
  }

  /** The latest comment, by its author, within a quarter of an hour. */
  editComment(by: Person, deletes: boolean, now: number): boolean {
    const comment = this.#comment;
    if (!comment || !this.changes.has(comment.change)) throw new Refused('not_found');
    if (comment.by !== by.userId || now - comment.at > 900) throw new Refused('bad_request');
    if (deletes) this.#comment = null;
    return deletes;
  }

  #reopen(change: ModelChange): void {
    Object.assign(change, { status: 'pending', batch: null, title: null, asker: null, approvals: [] });
  }

  canBringBack(target: string): boolean {
    return !this.live.has(target) && this.#deleted.has(target);
  }

  /** Proposes what the model was when it was deleted. */
  bringBack(target: string, by: Person): number {
    if (this.live.has(target)) throw new Refused('conflict');
    const last = this.#deleted.get(target);
    if (!last) throw new Refused('not_found');
    const id = this.#queue({ operation: 'create', target, description: last.description, by, key: null });
    this.#get(id).restores = last;
    return id;
  }

  apply(wanted: readonly number[], job: string | null, mixed: boolean, now: number): Applied {
    const unique = [...new Set(wanted)];
    if (unique.length === 0) throw new Refused('bad_request');
    if (!mixed) {
      if (unique.some((id) => !this.changes.has(id))) throw new Refused('not_found');
      const open = unique.map((id) => this.#get(id)).filter((change) => !this.#isOf(change, job));
      const batches = new Set(open.map(({ batch }) => batch));
      if (batches.has(null) || batches.size > 1) throw new Refused('bad_request');
    }
    return this.#applyInOrder(unique, job, now);
  }

  applyBatch(batch: number, job: string | null, now: number): Applied {
    const own = [...this.changes.values()].filter((change) => change.batch === batch);
    const of = (status: Status) => own.filter((change) => change.status === status).map(({ id }) => id);
    const [approved, applied] = [of('approved'), of('applied')];
    if (approved.length + applied.length === 0) throw new Refused('not_found');
    if (approved.length > 0) return this.#applyInOrder(approved, job, now);
    const calls = (job === null ? undefined : this.#jobs.get(job)) ?? [];
    const repeated = calls.flatMap((call) => call.ids).filter((id) => applied.includes(id));
    return this.#applyInOrder(repeated, job, now);
  }

  purge(statuses: readonly Status[], part: string): number[] {
    const removed = [...this.changes.values()].filter(
      ({ status, target }) => statuses.includes(status) && nameOf(target).includes(part),
    );
    for (const { id } of removed) this.changes.delete(id);
    return removed.map(({ id }) => id);
  }

  #applyInOrder(wanted: readonly number[], given: string | null, now: number): Applied {
    const job = given ?? `unnamed ${++this.#unnamedJobs}`;
    const [applied, done]: [number[], ModelChange[]] = [[], []];
    let failed: Applied['failed'] = null;
    for (const id of wanted) {
      const change = this.changes.get(id);
      if (change && this.#isOf(change, job)) {
        applied.push(id);
        continue;
      }
      const wrong = this.#refusal(change, now);
      if (wrong || !change) {
        failed = [id, wrong ?? 'not_found'];
        break;
      }
      this.#write(change, job, now);
      applied.push(id);
      done.push(change);
    }
    const calls = this.#jobs.get(job) ?? [];
    if (done.length === 0) {
      const repeated = calls.findLast((call) => call.ids.some((id) => applied.includes(id)));
      return { applied, failed, split: repeated?.split ?? null };
    }
    const split = this.#split(done[0]?.batch ?? 0);
    this.#jobs.set(job, [...calls, { ids: done.map(({ id }) => id), split }]);
    return { applied, failed, split };
  }

  #refusal(change: ModelChange | undefined, now: number): Refusal | null {
    if (!change) return 'not_found';
    if (change.status !== 'approved') return 'bad_request';
    const people = new Set([...change.approvals, change.approvedBy]);
    const needed = this.#needed(change);
    if (needed > 1) people.delete(change.by.userId);
    if (people.size < needed) return 'bad_request';
    const deletes = change.operation === 'delete' && this.live.has(change.target);
    if (deletes && now < change.approvedAt + this.rules.applyWaitSeconds) return 'bad_request';
    if (this.rules.applyConflicts === 'upsert') return null;
    const live = this.live.get(change.target) ?? null;
    if (change.operation === 'delete' && live === null) return null;
    return this.#state(live) === change.base ? null : 'conflict';
  }

  #needed(change: ModelChange): number {
    return this.rules.approvals[this.#risk(change)];
  }

  /** What there is to look at, of all that makes changes risky, in the changes of this test. */
  #risk(change: ModelChange): Risk {
    const { id, operation, target, by, base } = change;
    const live = this.live.get(target) ?? null;
    const all = [...this.changes.values()];
    const others = all.filter((each) => each.target === target && each.id !== id && isOpen(each));
    const own = (status: Status) =>
      all.filter((each) => each.by.userId === by.userId && each.status === status).length;
    const deletes = operation === 'delete' && live !== null;
    const isNew = own('applied') === 0 || own('rejected') > own('applied');
    return deletes || isNew || others.length > 0 || this.#state(live) !== base ? 'look' : 'low';
  }

  #write(change: ModelChange, job: string, now: number): void {
    const { target, operation, description, by } = change;
    const before = this.live.get(target) ?? null;
    const written = { updated_at: now, updated_by: by.username };
    const after =
      operation === 'delete'
        ? null
        : {
            description,
            created_at: before?.created_at ?? change.restores?.created_at ?? now,
            created_by: before?.created_by ?? change.restores?.created_by ?? by.username,
            ...written,
          };
    if (after) this.live.set(target, after);
    else this.live.delete(target);
    if (before && !after) this.#deleted.set(target, before);
    Object.assign(change, { status: 'applied', job, before, after });
  }

  #split(original: number): Split | null {
    const left = this.#all('approved').filter(({ batch }) => batch === original);
    if (left.length === 0) return null;
    const created = ++this.lastBatch;
    for (const change of left) change.batch = created;
    return {
      original_batch_id: original,
      new_batch_id: created,
      reassigned_change_ids: left.map(({ id }) => id),
    };
  }

  #isOf(change: ModelChange, job: string | null): boolean {
    return job !== null && change.status === 'applied' && change.job === job;
  }

  #all(status: Status): ModelChange[] {
    return [...this.changes.values()].filter((change) => change.status === status);
  }

  #get(id: number): ModelChange {
    return this.changes.get(id) as ModelChange;
  }

  /**
   * What makes a live record another one: v2 records say when and by whom they were written, legacy ones do
   * not.
   */
  #state(record: ModelRecord | null): string | null {
    if (record === null) return null;
    return this.rules.format === 'v2' ? JSON.stringify(record) : record.description;
  }
}

function isOpen({ status }: ModelChange): boolean {
  return status === 'pending' || status === 'approved';
}

function ids(given: readonly number[]): number[] {
  return [...new Set(given)].filter((id) => id > 0).sort((a, b) => a - b);
}

function nameOf(target: string): string {
  return target.slice(target.indexOf('/') + 1);
}
