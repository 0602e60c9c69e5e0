/**
 * The review queue as its rules say, in as few lines as possible: plain maps, no transactions, no hashes,
 * nothing of the product's code. What the registry does is compared with this.
 */
import { FirstAnswersModel } from './first-answers-model.ts';
import { InboxModel } from './inbox-model.ts';
import { LiveModel, nameIn } from './live-model.ts';
import { RequestModel } from './request-model.ts';
import { riskOf } from './risk-model.ts';
import {
  type Applied,
  type Asked,
  approverIds,
  isOpen,
  type ModelChange,
  type ModelRecord,
  type Person,
  type Refusal,
  Refused,
  type Reverted,
  type Risk,
  type Rules,
  type Split,
  type Status,
} from './rules.ts';

/** The changes that an approver decides in one go. */
export interface Decision {
  readonly title: string;
  readonly approve: readonly number[];
  readonly reject: readonly number[];
  readonly reason: string;
  /** The versions that were looked at. */
  readonly versions: ReadonlyMap<number, number>;
}

/** The filter of changes to remove. */
export interface Purging {
  readonly statuses: readonly Status[];
  /** A part of the model's name. */
  readonly part: string;
  readonly category: string | null;
  readonly proposedBy: string | null;
}

export class QueueModel {
  readonly rules: Rules;
  readonly changes = new Map<number, ModelChange>();
  readonly live: LiveModel;
  readonly inbox = new InboxModel(approverIds);
  readonly requests: RequestModel;
  readonly #time: { readonly seconds: number };
  readonly #answers = new FirstAnswersModel();
  readonly #jobs = new Map<string, { ids: number[]; split: Split | null }[]>();
  readonly #comments: { change: number; by: string; at: number; deleted: boolean; stays?: true }[] = [];
  readonly #purgedBatches = new Set<number>();
  lastChange = 0;
  lastBatch = 0;
  #unnamedJobs = 0;
  /** The risks of changes before the transaction that the writes at hand share. */
  #before: ReadonlyMap<number, Risk> | null = null;

  constructor(rules: Rules, time: { readonly seconds: number }) {
    this.rules = rules;
    this.live = new LiveModel(rules.format);
    this.#time = time;
    this.requests = new RequestModel(this.inbox, time, (target) => this.live.get(target) !== null);
  }

  get openBatch(): number | null {
    return this.#all('approved')[0]?.batch ?? null;
  }

  /** Begins a transaction: the risk of decided changes is as it was before it. */
  begin(): void {
    const open = [...this.changes.values()].filter(isOpen);
    this.#before = new Map(open.map((each) => [each.id, this.risk(each)]));
  }

  commit(): void {
    this.inbox.commit();
    this.#before = null;
  }

  #assessed(change: ModelChange): Risk | null {
    return this.#before ? (this.#before.get(change.id) ?? null) : this.risk(change);
  }

  /** The id of the change. */
  propose(asked: Asked): number {
    const wanted = ['propose', asked.operation, asked.target, asked.description];
    return this.#once(asked.by, asked.key, wanted, () => this.#queue(asked));
  }

  /** Proposes another name for a model. The id of the change. */
  rename(target: string, to: string, by: Person): number {
    if (!this.live.get(target)) throw new Refused('not_found');
    if (target === to) throw new Refused('bad_request');
    if (this.live.get(to)) throw new Refused('conflict');
    const asked = { operation: 'update', target, description: '', by, key: null } as const;
    return this.#queue(asked, undefined, { renamesTo: to, isUndoing: false });
  }

  #queue(
    { operation, target, description, by }: Asked,
    restores?: ModelRecord,
    renaming?: { readonly renamesTo: string; readonly isUndoing: boolean },
  ): number {
    this.#checkExistence(operation, target);
    const id = ++this.lastChange;
    const change: ModelChange = {
      id,
      operation,
      target,
      by,
      description: operation === 'delete' ? (this.live.get(target)?.description ?? '') : description,
      base: this.live.state(target),
      model: this.live.modelOf(target),
      since: this.live.count,
      ...(restores && { restores }),
      ...renaming,
      version: 1,
      asker: null,
      approvals: [],
      approvedBy: null,
      status: 'pending',
      decidedRisk: null,
      batch: null,
      title: null,
      job: null,
      before: null,
      after: null,
    };
    this.changes.set(id, change);
    this.#tell('proposed', change, by, { reviewers: 'all' });
    return id;
  }

  /** The batch of what is approved. */
  review({ title, reason, versions, ...decided }: Decision, by: Person): number | null {
    const [approved, rejected] = [ids(decided.approve), ids(decided.reject)];
    if (approved.length + rejected.length === 0) throw new Refused('bad_request');
    if (approved.some((id) => rejected.includes(id))) throw new Refused('bad_request');
    const both = [...approved, ...rejected];
    if (both.some((id) => this.changes.get(id)?.status !== 'pending')) throw new Refused('bad_request');
    for (const id of both) this.#expectVersion(this.#get(id), versions.get(id));
    const complete = this.#completed(approved, by);
    const risks = new Map(both.map((id) => [id, this.#assessed(this.#get(id))]));
    const batch = complete.length > 0 ? (this.openBatch ?? ++this.lastBatch) : null;
    for (const id of complete) {
      const given = { approvedBy: by.userId, asker: null };
      const decidedRisk = risks.get(id);
      Object.assign(this.#get(id), { status: 'approved', decidedRisk, batch, title, ...given });
      this.#tell('approved', this.#get(id), by, { requestor: true });
    }
    for (const id of approved.filter((each) => !complete.includes(each))) {
      this.#get(id).approvals = [...this.#get(id).approvals, by.userId];
      this.#tell('endorsed', this.#get(id), by, { requestor: true });
    }
    for (const id of rejected) {
      Object.assign(this.#get(id), { status: 'rejected', decidedRisk: risks.get(id), batch, title });
      this.#tell('rejected', this.#get(id), by, { requestor: true, excerpt: reason });
    }
    return batch;
  }

  /** Returns the changes that have all approvals once this one is given, where it may be given. */
  #completed(approved: readonly number[], by: Person): number[] {
    const changes = approved.map((id) => this.#get(id));
    if (changes.some((change) => !this.#mayApprove(change, by))) throw new Refused('bad_request');
    return changes
      .filter(({ approvals }) => approvals.length + 1 >= this.rules.approvals)
      .map(({ id }) => id);
  }

  #mayApprove(change: ModelChange, { userId }: Person): boolean {
    const several = this.rules.approvals > 1;
    if (change.by.userId === userId) return this.rules.reviewPolicy === 'any' && !several;
    return !(several && change.approvals.includes(userId));
  }

  /** Returns the changes that somebody who knows the policies would approve. */
  approvable(wanted: readonly number[], by: Person): number[] {
    const changes = ids(wanted).flatMap((id) => this.changes.get(id) ?? []);
    const own = changes.filter((change) => change.status === 'pending' && this.#mayApprove(change, by));
    return own.map(({ id }) => id);
  }

  withdraw(id: number, by: Person): ModelChange {
    const change = this.#found(id);
    if (change.by.userId !== by.userId || change.status !== 'pending') throw new Refused('bad_request');
    Object.assign(change, { decidedRisk: this.#assessed(change), status: 'rejected' });
    this.#tell('withdrawn', change, by, { reviewers: 'those' });
    return change;
  }

  unapprove(id: number, by: Person): ModelChange {
    const change = this.#found(id);
    if (change.status !== 'approved') throw new Refused('bad_request');
    this.#reopen(change);
    this.#tell('unapproved', change, by, { requestor: true, reviewers: 'those' });
    return change;
  }

  /** @throws Refused where somebody cannot make a new version of it, whatever that says */
  #checkRevisable(id: number, by: Person): ModelChange {
    const change = this.#found(id);
    if (change.by.userId !== by.userId || !isOpen(change)) throw new Refused('bad_request');
    if (change.operation === 'delete' || change.renamesTo !== undefined) throw new Refused('bad_request');
    return change;
  }

  /** The target that a new version of a change has to be about: an update goes with its model. */
  targetNow(id: number): string | undefined {
    const change = this.changes.get(id);
    if (change?.operation !== 'update') return change?.target;
    const now = this.live.nameOf(change.model);
    return now !== null && this.live.get(now) ? now : change.target;
  }

  /** A new version has to be approved anew. Returns its number. */
  revise(id: number, description: string, by: Person, how: { expected: number | null; key: string | null }) {
    return this.#once(by, how.key, ['revise', id, description], () => {
      const change = this.#checkRevisable(id, by);
      this.#expectVersion(change, how.expected);
      const target = this.targetNow(id) ?? change.target;
      this.#checkExistence(change.operation, target);
      const base = this.live.state(target);
      const { formerNames = [] } = change;
      const names = target === change.target ? [] : (this.live.get(target)?.renamed_from ?? []);
      const isSame = change.description === description && names.join() === formerNames.join();
      if (isSame && change.base === base) throw new Refused('bad_request');
      this.#reopen(change);
      delete change.restores;
      Object.assign(change, { description, base, version: change.version + 1, target, formerNames: names });
      Object.assign(change, { model: this.live.modelOf(target), since: this.live.count });
      this.#tell('revised', change, by, { reviewers: 'those or all' });
      return change.version;
    });
  }

  requestChanges(id: number, text: string, by: Person, expected: number | null): ModelChange {
    const change = this.#found(id);
    this.#expectVersion(change, expected);
    if (!isOpen(change)) throw new Refused('bad_request');
    this.#reopen(change);
    change.asker = by.userId;
    this.#tell('changes_requested', change, by, { requestor: true, reviewers: 'those', excerpt: text });
    return change;
  }

  /** Returns the number of the comment. */
  comment(id: number, text: string, by: Person, key: string | null): number {
    return this.#once(by, key, ['comment', id, text], () => {
      const change = this.#found(id);
      const at = this.#time.seconds;
      const comment = this.#comments.push({ change: id, by: by.userId, at, deleted: false });
      const told = { requestor: true, reviewers: 'those or all', excerpt: text, comment } as const;
      this.#tell('comment', change, by, told);
      return comment;
    });
  }

  /** Names a change for a request. Its conversation says so; an applied one fulfils it at once. */
  proposeFor(id: number, changeId: number, by: Person): string {
    const request = this.requests.get(id);
    const change = this.#found(changeId);
    const waiting = request.changes.filter((each) =>
      isOpen(this.changes.get(each) ?? { status: 'rejected' }),
    );
    if (this.requests.propose(request, change, waiting.length)) {
      const said = `Proposed for request ${id}, which ${request.wantedBy.size} want.`;
      const comment = this.#comments[this.comment(changeId, said, by, null) - 1];
      if (comment) comment.stays = true;
    }
    if (change.status === 'applied') this.requests.fulfil(request, change, by);
    return request.state;
  }

  /** Edits a comment, which its author may within a quarter of an hour. Returns whether it is gone. */
  editComment(number: number, text: string | null, by: Person): boolean {
    const comment = this.#comments[number - 1];
    if (!comment || comment.deleted || !this.changes.has(comment.change)) throw new Refused('not_found');
    if (comment.stays) throw new Refused('bad_request');
    if (comment.by !== by.userId || this.#time.seconds - comment.at > 900) throw new Refused('bad_request');
    this.inbox.takesPart(comment.change, by);
    comment.deleted = text === null;
    if (text === null) this.inbox.forget((told) => told.comment === number);
    else this.inbox.reword(number, text);
    return comment.deleted;
  }

  /** Proposes what the model was when it was deleted. */
  bringBack(target: string, by: Person): number {
    if (this.live.get(target)) throw new Refused('conflict');
    const last = this.live.lastOf(target);
    if (!last) throw new Refused('not_found');
    return this.#queue({ operation: 'create', target, description: last.description, by, key: null }, last);
  }

  /** Proposes for each model of a batch what it was before. */
  revert(batch: number, by: Person, key: string | null): Reverted {
    return this.#once(by, key, ['revert', batch], () => {
      const known = [...this.changes.values()].some((change) => change.batch === batch);
      if (!known && !this.#purgedBatches.has(batch)) throw new Refused('not_found');
      const written = this.live.ofBatch(batch);
      if (written.length === 0) throw new Refused('bad_request');
      const reverted: Reverted = { queued: [], skipped: [], changedSince: [] };
      const renamed = new Set(written.flatMap(({ isRenamed, left }) => (isRenamed ? left : [])));
      for (const { target, before, left, isRenamed, isNameAlone, model, again } of written) {
        if (renamed.has(target)) continue;
        const live = this.live.get(target);
        const isMoved = this.live.nameOf(model) !== left;
        if (isRenamed ? isMoved || !this.live.get(left) || live : isMoved || sameRecord(live, before)) {
          reverted.skipped.push(target);
          continue;
        }
        if (isRenamed) {
          const back = { operation: 'update', target: left, description: '', by, key: null } as const;
          const restores = isNameAlone ? undefined : (before ?? undefined);
          reverted.queued.push(this.#queue(back, restores, { renamesTo: target, isUndoing: true }));
          if (again && !isNameAlone) reverted.changedSince.push(target);
          continue;
        }
        const operation = before === null ? 'delete' : live ? 'update' : 'create';
        const asked = { operation, target, description: before?.description ?? '', by, key: null } as const;
        reverted.queued.push(this.#queue(asked, before ?? undefined));
        if (again) reverted.changedSince.push(target);
      }
      return reverted;
    });
  }

  /** Writes directly, while the queue is off. Returns the description that is live then. */
  writeDirectly({ operation, target, description, by, key }: Asked): string | null {
    return this.#once(by, key, ['direct', operation, target, description], () => {
      this.#checkExistence(operation, target);
      const written = { target, description: operation === 'delete' ? null : description };
      this.live.write({ ...written, change: null, batch: null }, this.#stamp(by));
      const moment = this.inbox.nextMoment();
      this.inbox.tellRivals(moment, () => this.#staleOf(target), by, this.#time.seconds);
      return written.description;
    });
  }

  apply(wanted: readonly number[], job: string | null, mixed: boolean, by: Person): Applied {
    const unique = [...new Set(wanted)];
    if (unique.length === 0) throw new Refused('bad_request');
    if (!mixed) {
      const open = unique.map((id) => this.#found(id)).filter((change) => !this.#isOf(change, job));
      const batches = new Set(open.map(({ batch }) => batch));
      if (batches.has(null) || batches.size > 1) throw new Refused('bad_request');
    }
    return this.#applyInOrder(unique, job, by);
  }

  applyBatch(batch: number, job: string | null, by: Person): Applied {
    const own = [...this.changes.values()].filter((change) => change.batch === batch);
    const of = (status: Status) => own.filter((change) => change.status === status).map(({ id }) => id);
    const [approved, applied] = [of('approved'), of('applied')];
    if (approved.length + applied.length === 0) throw new Refused('not_found');
    if (approved.length > 0) return this.#applyInOrder(approved, job, by);
    const calls = (job === null ? undefined : this.#jobs.get(job)) ?? [];
    const repeated = calls
      .flatMap((call) => call.ids.toSorted((a, b) => a - b))
      .filter((id) => applied.includes(id));
    const stopped = calls.find((call) => call.split?.original_batch_id === batch)?.split;
    return this.#applyInOrder([...repeated, ...(stopped?.unapplied_change_ids ?? [])], job, by);
  }

  purge({ statuses, part, category, proposedBy }: Purging, by: Person): number[] {
    const removed = [...this.changes.values()].filter((change) => {
      const [its = '', name = ''] = change.target.split('/');
      if (category !== null && category !== its) return false;
      if (proposedBy !== null && proposedBy !== change.by.userId) return false;
      return statuses.includes(change.status) && name.includes(part);
    });
    for (const change of removed) {
      this.changes.delete(change.id);
      if (change.batch !== null) this.#purgedBatches.add(change.batch);
      this.#tell('purged', change, by, { requestor: true });
    }
    return removed.map(({ id }) => id);
  }

  risk(change: ModelChange): Risk {
    const live = this.live.get(change.target)?.description ?? null;
    const stale = this.#isAway(change) || this.#isRecreated(change) || this.#isOnOther(change);
    const category = change.target.split('/')[0];
    const isFormerName = [...this.live.records].some(
      ([target, { renamed_from = [] }]) =>
        target.startsWith(`${category}/`) && renamed_from.includes(nameIn(change.target)),
    );
    return riskOf(change, { changes: [...this.changes.values()], live, stale, isFormerName });
  }

  /** Whether the name of a change does not mean its model any more. */
  #isAway({ model, target }: ModelChange): boolean {
    return this.live.nameOf(model) !== target;
  }

  /** Whether the model of a rename was created again since. */
  #isRecreated({ renamesTo, target, since }: ModelChange): boolean {
    return renamesTo !== undefined && this.live.isCreatedSince(target, since);
  }

  /** Whether a change is based on another record than the live one. A rename needs no more than its model. */
  #isOnOther({ renamesTo, target, base }: ModelChange): boolean {
    return renamesTo === undefined ? base !== this.live.state(target) : this.live.get(target) === null;
  }

  #applyInOrder(wanted: readonly number[], given: string | null, by: Person): Applied {
    const job = given ?? `unnamed ${++this.#unnamedJobs}`;
    const [applied, done]: [number[], ModelChange[]] = [[], []];
    const wrote: { moment: number; target: string }[] = [];
    let failed: Applied['failed'] = null;
    const order = this.#renamesLast(wanted);
    for (const id of order) {
      const change = this.changes.get(id);
      if (change && this.#isOf(change, job)) {
        applied.push(id);
        continue;
      }
      const wrong = this.#refusal(change);
      if (wrong || !change) {
        failed = [id, wrong ?? 'not_found'];
        break;
      }
      const written = this.#write(change, job);
      const moment = this.#tell('applied', change, by, { requestor: true });
      if (written) wrote.push({ moment, target: change.target });
      if (change.renamesTo !== undefined) wrote.push({ moment, target: change.renamesTo });
      applied.push(id);
      done.push(change);
    }
    for (const { moment, target } of wrote) {
      this.inbox.tellRivals(moment, () => this.#staleOf(target), by, this.#time.seconds);
    }
    this.requests.fulfilBy(done, by);
    applied.sort((a, b) => wanted.indexOf(a) - wanted.indexOf(b));
    const calls = this.#jobs.get(job) ?? [];
    if (done.length === 0) {
      const repeated = calls.findLast((call) => call.ids.some((id) => applied.includes(id)));
      return { applied, failed, split: repeated?.split ?? null };
    }
    const split = this.#split(done[0]?.batch ?? 0, failed ? order.slice(order.indexOf(failed[0])) : []);
    this.#jobs.set(job, [...calls, { ids: done.map(({ id }) => id), split }]);
    return { applied, failed, split };
  }

  /** A rename waits for the updates of its model that are applied in the same call. */
  #renamesLast(wanted: readonly number[]): number[] {
    const order = [...wanted];
    for (const id of wanted.toReversed()) {
      const rename = this.changes.get(id);
      if (rename?.renamesTo === undefined || rename.status !== 'approved') continue;
      const last = order.findLastIndex((other) => {
        const change = this.changes.get(other);
        const isUpdate = change?.operation === 'update' && change.renamesTo === undefined;
        return isUpdate && change.status === 'approved' && change.target === rename.target;
      });
      const at = order.indexOf(id);
      if (last < at) continue;
      order.splice(last + 1, 0, id);
      order.splice(at, 1);
    }
    return order;
  }

  #refusal(change: ModelChange | undefined): Refusal | null {
    if (!change) return 'not_found';
    if (change.status !== 'approved') return 'bad_request';
    const people = new Set([...change.approvals, change.approvedBy]);
    const { approvals: needed, reviewPolicy } = this.rules;
    if (needed > 1 || reviewPolicy === 'four_eyes') people.delete(change.by.userId);
    if (people.size < needed) return 'bad_request';
    const live = this.live.get(change.target)?.description ?? null;
    const { renamesTo } = change;
    if (this.#isAway(change)) return 'conflict';
    if (renamesTo !== undefined && (live === null || this.live.get(renamesTo))) return 'conflict';
    if (this.rules.applyConflicts === 'upsert') return null;
    if (change.operation === 'delete' && live === null) return null;
    return this.#isRecreated(change) || this.#isOnOther(change) ? 'conflict' : null;
  }

  #write(change: ModelChange, job: string): boolean {
    const { id, target, operation, description, formerNames, by, batch, restores } = change;
    const { renamesTo: to, isUndoing = false } = change;
    const wanted = { target, description: operation === 'delete' ? null : description, formerNames };
    const stamp = this.#stamp(by);
    const written =
      to === undefined
        ? this.live.write({ ...wanted, change: id, batch }, stamp, restores)
        : this.live.rename({ target, to, change: id, batch }, stamp, { isUndoing, restores });
    const states = { before: written?.before ?? null, after: written?.after ?? null };
    Object.assign(change, { status: 'applied', job, ...states });
    return written !== null;
  }

  #split(original: number, unapplied: readonly number[]): Split | null {
    const left = this.#all('approved').filter(({ batch }) => batch === original);
    if (left.length === 0) return null;
    const created = ++this.lastBatch;
    for (const change of left) change.batch = created;
    const moved = left.map(({ id }) => id);
    const stopped = unapplied.filter((id) => moved.includes(id));
    return {
      original_batch_id: original,
      new_batch_id: created,
      reassigned_change_ids: moved,
      ...(stopped.length > 0 && { unapplied_change_ids: stopped }),
    };
  }

  #reopen(change: ModelChange): void {
    const unreviewed = { batch: null, title: null, asker: null, approvals: [], decidedRisk: null };
    Object.assign(change, { ...unreviewed, status: 'pending' });
  }

  #checkExistence(operation: Asked['operation'], target: string): void {
    const live = this.live.get(target);
    if (operation === 'create' && live) throw new Refused('conflict');
    if (operation !== 'create' && !live) throw new Refused('not_found');
  }

  #expectVersion({ version }: ModelChange, expected: number | null | undefined): void {
    if (typeof expected === 'number' && expected !== version) throw new Refused('conflict');
  }

  #isOf(change: ModelChange, job: string | null): boolean {
    return job !== null && change.status === 'applied' && change.job === job;
  }

  #once<T>(by: Person, key: string | null, wanted: readonly unknown[], work: () => T): T {
    return this.#answers.once(by, key, wanted, this.#time.seconds, work);
  }

  #tell(
    kind: string,
    change: ModelChange,
    actor: Person,
    whom: Partial<Pick<Parameters<InboxModel['tell']>[0], 'requestor' | 'reviewers' | 'excerpt' | 'comment'>>,
  ): number {
    const nobody = { requestor: false, reviewers: 'none' } as const;
    const isGone = () => !this.changes.has(change.id);
    return this.inbox.tell({ ...nobody, isGone, kind, change, actor, at: this.#time.seconds, ...whom });
  }

  #stamp({ username }: Person) {
    return { by: username, now: this.#time.seconds };
  }

  #all(status: Status): ModelChange[] {
    return [...this.changes.values()].filter((change) => change.status === status);
  }

  /** Open changes that rest on another record of the model than the live one. */
  #staleOf(target: string): ModelChange[] {
    const open = [...this.changes.values()].filter((each) => each.target === target && isOpen(each));
    return open.filter((change) => this.#isOnOther(change));
  }

  #get(id: number): ModelChange {
    return this.changes.get(id) as ModelChange;
  }

  #found(id: number): ModelChange {
    const change = this.changes.get(id);
    if (!change) throw new Refused('not_found');
    return change;
  }
}

/** Whether two records say the same but for times and authors. */
function sameRecord(some: ModelRecord | null, other: ModelRecord | null): boolean {
  const said = (record: ModelRecord | null) =>
    record && JSON.stringify([record.description, record.renamed_from ?? []]);
  return said(some) === said(other);
}

function ids(given: readonly number[]): number[] {
  return [...new Set(given)].filter((id) => id > 0).sort((a, b) => a - b);
}
