import { deepStrictEqual } from 'node:assert/strict';
import { RegistryError } from '../../../src/registry/errors.ts';
import type { ApplyResult } from '../../../src/services/queue/apply.ts';
import {
  type Applied,
  type ModelRecord,
  type Operation,
  type Person,
  QueueModel,
  Refused,
  type Rules,
  type Status,
} from './queue-model.ts';
import type { Registries, RegistryUnderTest } from './registry-under-test.ts';
import type { ChangePick, Step } from './steps.ts';
import { Tally } from './tally.ts';

const people: readonly [Person, Person] = [
  { userId: '11', username: 'rita#11' },
  { userId: '22', username: 'anna#22' },
];

interface Sequence {
  readonly rules: Rules;
  readonly steps: readonly Step[];
}

/** Does the steps to a registry and to the model, and compares after each. Throws where they differ. */
export async function compareSequence(
  registries: Registries,
  { rules, steps }: Sequence,
  tally: Tally = new Tally(),
): Promise<void> {
  const registry = await registries.open(rules);
  try {
    const pair = new Pair(registry, new QueueModel(rules), tally);
    for (const step of steps) {
      registry.time.seconds += 1;
      await pair.take(step);
      await pair.compare();
    }
  } finally {
    await registry.close();
  }
  tally.sequences += 1;
  tally.steps += steps.length;
}

/** An answer, or what it was refused with. */
type Outcome = { answer: unknown } | { refused: string };

class Pair {
  readonly #registry: RegistryUnderTest;
  readonly #model: QueueModel;
  readonly #tally: Tally;
  #lastApply: ((job: string | null) => Promise<Outcome>) | null = null;
  #lastJob: string | null = null;
  #lastOutcome: Outcome | null = null;
  #purged = false;

  constructor(registry: RegistryUnderTest, model: QueueModel, tally: Tally) {
    this.#registry = registry;
    this.#model = model;
    this.#tally = tally;
  }

  async take(step: Step): Promise<void> {
    const [registry, model] = [this.#registry, this.#model];
    switch (step.do) {
      case 'propose': {
        const { target, description } = step;
        const operation = step.operation === 'fitting' ? this.#fitting(step) : step.operation;
        await this.#same(
          step.do,
          () => registry.propose(operation, target, description, people[step.by]),
          () => model.propose(operation, target, description, people[step.by]),
        );
        return;
      }
      case 'review': {
        const approved_ids = this.#changes(step.approve, 'pending');
        const rejected_ids = this.#changes(step.reject, 'pending');
        const request = { batch_title: 'title', approved_ids, rejected_ids, reject_reason: 'reason' };
        const caller = { ...people[step.by], isRequestor: true, isApprover: true };
        await this.#same(
          step.do,
          async () => (await registry.services.review.processBatch(request, caller)).batch_id,
          () => model.review('title', approved_ids, rejected_ids, people[step.by]),
        );
        return;
      }
      case 'apply': {
        const changeIds = this.#changes(step.changes, 'approved');
        return this.#apply(step.job, (jobId) =>
          this.#same(
            step.do,
            async () => {
              const request = { changeIds, jobId, allowMixedBatch: step.mixed };
              return answerOf(await registry.services.apply.applyMany(request, approver));
            },
            () => model.apply(changeIds, jobId, step.mixed, registry.time.seconds),
          ),
        );
      }
      case 'apply one': {
        const [id = 0] = this.#changes([step.change], 'approved');
        return this.#apply(step.job, (jobId) =>
          this.#same(
            step.do,
            async () => {
              const { record, split } = await registry.services.apply.applySingle(id, jobId, approver);
              return { applied: [record.change_id], failed: null, split };
            },
            () => {
              const answer = model.apply([id], jobId, true, registry.time.seconds);
              if (answer.failed) throw new Refused(answer.failed[1]);
              return answer;
            },
          ),
        );
      }
      case 'apply batch': {
        const batch = model.lastBatch - step.back;
        return this.#apply(step.job, (jobId) =>
          this.#same(
            step.do,
            async () => answerOf(await registry.services.apply.applyBatch(batch, jobId, approver)),
            () => model.applyBatch(batch, jobId, registry.time.seconds),
          ),
        );
      }
      case 'withdraw': {
        const [id = 0] = this.#changes([step.change], 'pending');
        const caller = { ...people[step.by], isRequestor: true, isApprover: true };
        await this.#same(
          step.do,
          async () => (await registry.services.takeBack.withdraw(id, caller)).change_id,
          () => {
            model.withdraw(id, people[step.by]);
            return id;
          },
        );
        return;
      }
      case 'unapprove': {
        const [id = 0] = this.#changes([step.change], 'approved');
        await this.#same(
          step.do,
          async () => (await registry.services.takeBack.unapprove(id, approver)).change_id,
          () => {
            model.unapprove(id);
            return id;
          },
        );
        return;
      }
      case 'bring back':
        await this.#same(
          step.do,
          () => registry.bringBack(step.target, people[step.by]),
          () => model.bringBack(step.target, people[step.by]),
        );
        return;
      case 'retry':
        return this.#retry(step.job);
      case 'purge': {
        const { statuses, part } = step;
        const request = { statuses, model_name: part };
        const before = model.changes.size;
        await this.#same(
          step.do,
          async () => (await registry.services.review.purge(request, approver)).removed_change_ids,
          () => model.purge(statuses, part),
        );
        this.#purged ||= model.changes.size < before;
        return;
      }
      case 'restart':
        return registry.restart();
    }
  }

  /** Both give the same answer, or refuse for the same reason. */
  async #same(what: string, registry: () => Promise<unknown>, model: () => unknown): Promise<Outcome> {
    const expected = outcome(model);
    const actual = await registry().then(
      (answer): Outcome => ({ answer }),
      (error: unknown): Outcome => {
        if (error instanceof RegistryError) return { refused: error.code };
        throw error;
      },
    );
    deepStrictEqual(actual, expected);
    this.#tally.add(`${what}: ${namesOf(expected)}`);
    return expected;
  }

  async #apply(job: number | null, call: (job: string | null) => Promise<Outcome>): Promise<void> {
    this.#lastApply = call;
    this.#lastJob = job === null ? null : `job ${job}`;
    this.#purged = false;
    this.#lastOutcome = await call(this.#lastJob);
  }

  /** The same call again. With the same job it gives the same answer, and nothing is written. */
  async #retry(which: 'same' | 'other'): Promise<void> {
    if (!this.#lastApply) return;
    if (which === 'other') {
      await this.#lastApply('another job');
      return;
    }
    const [again, first] = [await this.#lastApply(this.#lastJob), this.#lastOutcome];
    const whole = first && 'answer' in first && (first.answer as Applied).failed === null;
    if (!whole || this.#lastJob === null || this.#touched) return;
    deepStrictEqual(again, first);
    this.#tally.add('retry: the same answer');
  }

  /**
   * Whether something happened since the last apply that a retry may answer otherwise for: its changes were
   * purged, or, where it had found nothing to apply, perhaps the last ones of its batch.
   */
  get #touched(): boolean {
    const applied = (this.#lastOutcome as { answer?: Applied } | null)?.answer?.applied ?? [];
    if (applied.length === 0) return this.#purged;
    return applied.some((id) => !this.#model.changes.has(id));
  }

  /** The registry holds what the model holds; its readers see it; its audit trail explains it. */
  async compare(): Promise<void> {
    const { services } = this.#registry;
    const model = this.#model;
    const stored = await services.store.read(async (reader) => ({
      changes: (await reader.changes.getMany(await reader.changes.ids({}))).map((change) => ({
        id: change.change_id,
        status: change.status,
        batch: change.batch_id,
        title: change.batch_title,
        job: change.applied_job_id?.startsWith('apply-') ? 'unnamed' : change.applied_job_id,
        before: recordOf(change.before_state, model.rules),
        after: recordOf(change.after_state, model.rules),
      })),
      open: await reader.changes.openBatch(),
      change: await reader.counters.current('change'),
      batch: await reader.counters.current('batch'),
    }));
    deepStrictEqual(stored, {
      changes: [...model.changes.values()].map(({ id, status, batch, title, job, before, after }) => ({
        id,
        status,
        batch,
        title,
        job: job?.startsWith('unnamed') ? 'unnamed' : job,
        before: before && shown(before, model.rules),
        after: after && shown(after, model.rules),
      })),
      open: model.openBatch,
      change: model.lastChange,
      batch: model.lastBatch,
    });
    // At most one batch is open.
    const open = stored.changes.filter(({ status }) => status === 'approved').map(({ batch }) => batch);
    deepStrictEqual(new Set(open).size <= 1, true, `open batches: ${open.join(', ')}`);

    const read = ['clip', 'blip'].flatMap((category) =>
      services.catalog
        .snapshot('v2', category)
        .records.map(({ name, record }) => [`${category}/${name}`, recordOf(record, { format: 'v2' })]),
    );
    deepStrictEqual(
      Object.fromEntries(read),
      Object.fromEntries([...model.live].map(([target, record]) => [target, { ...record }])),
    );
    deepStrictEqual(await this.#registry.audit(), null);
  }

  #changes(picks: readonly ChangePick[], suiting: Status): number[] {
    const all = [...this.#model.changes.values()];
    const suits = all.filter(({ status }) => status === suiting);
    return picks.map((pick) => {
      const some = pick.among === 'suiting' && suits.length > 0 ? suits : pick.among === 'none' ? [] : all;
      const change = pick.among === 'none' ? undefined : some[pick.index % Math.max(some.length, 1)];
      return change?.id ?? this.#model.lastChange + 1;
    });
  }

  /** What can be proposed for the target: something for the live record when there is one. */
  #fitting({ target, description }: { target: string; description: string }): Operation {
    if (!this.#model.live.has(target)) return 'create';
    return description === 'three' ? 'delete' : 'update';
  }
}

const approver = { ...people[1], isRequestor: true, isApprover: true };

function answerOf({ applied, failure, split }: ApplyResult): Applied {
  return {
    applied: applied.map((change) => change.change_id),
    failed: failure && [failure.changeId, failure.error.code as 'conflict'],
    split,
  };
}

/** What kind of outcome it is, for the tally. */
function namesOf(outcome: Outcome): string {
  if ('refused' in outcome) return `refused, ${outcome.refused}`;
  const { answer } = outcome;
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return 'done';
  const { applied, failed, split } = answer as Applied;
  return `${applied.length} applied${failed ? `, stopped by ${failed[1]}` : ''}${split ? ', split' : ''}`;
}

function outcome(model: () => unknown): Outcome {
  try {
    return { answer: model() };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.code };
    throw error;
  }
}

/** What the steps write, of a record of the registry. */
function recordOf(record: unknown, { format }: Pick<Rules, 'format'>): Partial<ModelRecord> | null {
  const { description, metadata } = (record ?? {}) as { description?: string; metadata?: ModelRecord };
  if (description === undefined) return null;
  if (format === 'legacy' || !metadata) return { description };
  const { created_at, created_by, updated_at, updated_by } = metadata;
  return { description, created_at, created_by, updated_at, updated_by };
}

function shown(record: ModelRecord, { format }: Rules): Partial<ModelRecord> {
  return format === 'v2' ? { ...record } : { description: record.description };
}
