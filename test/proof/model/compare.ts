import { deepStrictEqual } from 'node:assert/strict';
import type { Deadline } from '../../../src/registry/deadline.ts';
import type { PendingChange } from '../../../src/registry/queue/pending-change.ts';
import { answerOf, namesOf, type Outcome, outcomeOfModel, outcomeOfRegistry } from './outcome.ts';
import {
  type Applied,
  type Asked,
  type Operation,
  type Person,
  QueueModel,
  Refused,
  type Rules,
  type Status,
} from './queue-model.ts';
import { callerOf, type Registries, type RegistryUnderTest } from './registry-under-test.ts';
import type { ChangePick, Client, Proposing, Step } from './steps.ts';
import { Tally } from './tally.ts';
import { recordOf, shown } from './written-records.ts';

const people: readonly [Person, Person, Person] = [
  { userId: '11', username: 'rita#11' },
  { userId: '22', username: 'anna#22' },
  { userId: '33', username: 'cleo#33' },
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

class Pair {
  readonly #registry: RegistryUnderTest;
  readonly #model: QueueModel;
  readonly #tally: Tally;
  /** The answers to proposals, by change. */
  readonly #proposed = new Map<number, PendingChange>();
  /** Changes of which nobody has heard. */
  readonly #unheard = new Set<number>();
  #lastAsked: Asked | null = null;
  #lastApply: ((job: string | null, client: Client) => Promise<Outcome>) | null = null;
  #lastJob: string | null = null;
  #lastOutcome: Outcome | null = null;
  #purged = false;
  /** The latest comment. */
  #comment: { change: number; id: number } | null = null;

  constructor(registry: RegistryUnderTest, model: QueueModel, tally: Tally) {
    this.#registry = registry;
    this.#model = model;
    this.#tally = tally;
  }

  async take(step: Step): Promise<void> {
    const [registry, model] = [this.#registry, this.#model];
    switch (step.do) {
      case 'propose':
        return this.#propose(this.#asked(step), step.client);
      case 'propose again': {
        if (!this.#lastAsked) return;
        const description = step.what === 'same' ? this.#lastAsked.description : 'other words';
        return this.#propose({ ...this.#lastAsked, description }, step.client);
      }
      case 'review': {
        const approved_ids = this.#changes(step.approve, 'pending');
        const rejected_ids = this.#changes(step.reject, 'pending');
        const request = { batch_title: 'title', approved_ids, rejected_ids, reject_reason: 'reason' };
        const of = { what: step.do, client: step.client, wrong: isWrong(approved_ids, rejected_ids) };
        await this.#same(
          of,
          async (deadline) => {
            const caller = callerOf(people[step.by], deadline);
            return (await registry.services.review.processBatch(request, caller)).batch_id;
          },
          () => model.review('title', approved_ids, rejected_ids, people[step.by], registry.time.seconds),
        );
        return;
      }
      case 'apply': {
        const changeIds = this.#changes(step.changes, 'approved');
        return this.#apply(step, (jobId, client) =>
          this.#same(
            { what: step.do, client, wrong: changeIds.length === 0 },
            async (deadline) => {
              const request = { changeIds, jobId, allowMixedBatch: step.mixed };
              return answerOf(await registry.services.apply.applyMany(request, approver(deadline)));
            },
            () => model.apply(changeIds, jobId, step.mixed, registry.time.seconds),
          ),
        );
      }
      case 'apply one': {
        const [id = 0] = this.#changes([step.change], 'approved');
        return this.#apply(step, (jobId, client) =>
          this.#same(
            { what: step.do, client },
            async (deadline) => {
              const caller = approver(deadline);
              const { record, split } = await registry.services.apply.applySingle(id, jobId, caller);
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
        return this.#apply(step, (jobId, client) =>
          this.#same(
            { what: step.do, client },
            async (deadline) =>
              answerOf(await registry.services.apply.applyBatch(batch, jobId, approver(deadline))),
            () => model.applyBatch(batch, jobId, registry.time.seconds),
          ),
        );
      }
      case 'withdraw': {
        const [id = 0] = this.#changes([step.change], 'pending');
        await this.#same(
          { what: step.do, client: step.client },
          async (deadline) => {
            const caller = callerOf(people[step.by], deadline);
            return (await registry.services.takeBack.withdraw(id, caller)).change_id;
          },
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
          { what: step.do, client: step.client },
          async (deadline) => (await registry.services.takeBack.unapprove(id, approver(deadline))).change_id,
          () => {
            model.unapprove(id);
            return id;
          },
        );
        return;
      }
      case 'revise': {
        const [id = 0] = this.#changes([step.change], 'approved');
        const by = people[step.by];
        const version = model.changes.get(id)?.version ?? 1;
        const expected = step.version === null ? null : version + step.version;
        await this.#same(
          { what: step.do, client: 'stays' },
          () => registry.revise(id, step.description, by, expected),
          () => model.revise(id, step.description, by, expected),
        );
        return;
      }
      case 'request changes': {
        const [id = 0] = this.#changes([step.change], 'approved');
        const caller = { ...people[step.by], isRequestor: true, isApprover: true };
        await this.#same(
          { what: step.do, client: 'stays' },
          async () =>
            (await registry.services.conversation.requestChanges(id, { text: 'otherwise' }, caller))
              .change_id,
          () => {
            model.requestChanges(id, people[step.by]);
            return id;
          },
        );
        return;
      }
      case 'comment': {
        const [id = 0] = this.#changes([step.change], 'pending');
        const caller = { ...people[step.by], isRequestor: true, isApprover: true };
        await this.#same(
          { what: step.do, client: 'stays' },
          async () => {
            const { event_id } = await registry.services.conversation.comment(id, 'a word', caller);
            this.#comment = { change: id, id: event_id };
            return id;
          },
          () => {
            model.comment(id, people[step.by], registry.time.seconds);
            return id;
          },
        );
        return;
      }
      case 'edit comment': {
        if (!this.#comment) return;
        const { change, id } = this.#comment;
        const caller = { ...people[step.by], isRequestor: true, isApprover: true };
        if (step.late) registry.time.seconds += 1_000;
        const { conversation } = registry.services;
        await this.#same(
          { what: step.do, client: 'stays' },
          async () =>
            (step.deletes
              ? await conversation.remove(change, id, caller)
              : await conversation.edit(change, id, 'another word', caller)
            ).deleted,
          () => model.editComment(people[step.by], step.deletes, registry.time.seconds),
        );
        return;
      }
      case 'bring back': {
        const { target, client } = step;
        await this.#same(
          { what: step.do, client, wrong: !model.canBringBack(target) },
          (deadline) => registry.bringBack(target, callerOf(people[step.by], deadline)),
          () => model.bringBack(target, people[step.by]),
        );
        return;
      }
      case 'retry':
        return this.#retry(step.job);
      case 'purge': {
        const { statuses, part } = step;
        const request = { statuses, model_name: part };
        const before = model.changes.size;
        await this.#same(
          { what: step.do, client: step.client },
          async (deadline) =>
            (await registry.services.review.purge(request, approver(deadline))).removed_change_ids,
          () => model.purge(statuses, part),
        );
        this.#purged ||= model.changes.size < before;
        return;
      }
      case 'a day passes':
        registry.time.seconds += 24 * 60 * 60;
        return;
      case 'restart':
        return registry.restart();
    }
  }

  #asked({ operation, target, description, by, key }: Proposing): Asked {
    return {
      operation: operation === 'fitting' ? this.#fitting({ target, description }) : operation,
      target,
      description,
      by: people[by],
      key: key === null ? null : `key ${key}`,
    };
  }

  /** Under a key that was used for the same before, nothing happens, and the first answer comes again. */
  async #propose(asked: Asked, client: Client): Promise<void> {
    if (asked.key !== null) this.#lastAsked = asked;
    await this.#same(
      { what: 'propose', client },
      async (deadline) => {
        const answer = await this.#registry.propose(asked, deadline);
        const first = this.#proposed.get(answer.change_id);
        if (first) {
          deepStrictEqual(answer, first);
          this.#tally.add('propose: the first answer again');
          if (this.#unheard.delete(first.change_id)) this.#tally.add('propose: the answer that was lost');
        } else if (client === 'gone once begun') {
          this.#unheard.add(answer.change_id);
        }
        this.#proposed.set(answer.change_id, answer);
        return answer.change_id;
      },
      () => this.#model.propose(asked, this.#registry.time.seconds),
    );
  }

  /**
   * Both give the same answer, or refuse for the same reason. What has not begun when its client goes is never
   * done; what has begun is done to its end.
   *
   * @param of `wrong`: it is refused before anything waits
   */
  async #same(
    { what, client, wrong = false }: { what: string; client: Client; wrong?: boolean },
    registry: (deadline: Deadline | undefined) => Promise<unknown>,
    model: () => unknown,
  ): Promise<Outcome> {
    const begins = client === 'stays' || client === 'gone once begun' || wrong;
    const expected: Outcome = begins ? outcomeOfModel(model) : { refused: 'overloaded' };
    const actual = await outcomeOfRegistry(this.#registry.ask(client, registry));
    deepStrictEqual(actual, expected);
    this.#tally.add(`${what}: ${namesOf(expected)}`);
    if (client !== 'stays') this.#tally.add(`client ${client}: ${namesOf(expected)}`);
    return expected;
  }

  async #apply(
    { job, client }: { job: number | null; client: Client },
    call: (job: string | null, client: Client) => Promise<Outcome>,
  ): Promise<void> {
    this.#lastApply = call;
    this.#lastJob = job === null ? null : `job ${job}`;
    this.#purged = false;
    this.#lastOutcome = await call(this.#lastJob, client);
  }

  /** The same call again. With the same job it gives the same answer, and nothing is written. */
  async #retry(which: 'same' | 'other'): Promise<void> {
    if (!this.#lastApply) return;
    if (which === 'other') {
      await this.#lastApply('another job', 'stays');
      return;
    }
    const [again, first] = [await this.#lastApply(this.#lastJob, 'stays'), this.#lastOutcome];
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
        version: change.version,
        asker: change.changes_requested_by,
        approvals: (change.approvals ?? []).map(({ user_id }) => user_id),
        job: change.applied_job_id?.startsWith('apply-') ? 'unnamed' : change.applied_job_id,
        before: recordOf(change.before_state, model.rules),
        after: recordOf(change.after_state, model.rules),
      })),
      open: await reader.changes.openBatch(),
      change: await reader.counters.current('change'),
      batch: await reader.counters.current('batch'),
    }));
    deepStrictEqual(stored, {
      changes: [...model.changes.values()].map(
        ({ id, status, batch, title, version, asker, approvals, job, before, after }) => ({
          id,
          status,
          batch,
          title,
          version,
          asker,
          approvals,
          job: job?.startsWith('unnamed') ? 'unnamed' : job,
          before: before && shown(before, model.rules),
          after: after && shown(after, model.rules),
        }),
      ),
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

const approver = (deadline: Deadline | undefined) => callerOf(people[1], deadline);

/** Lists that no review can have. */
function isWrong(approved: readonly number[], rejected: readonly number[]): boolean {
  return approved.length + rejected.length === 0 || approved.some((id) => rejected.includes(id));
}
