import { deepStrictEqual } from 'node:assert/strict';
import type { Caller } from '../../../src/kernel/caller.ts';
import type { Deadline } from '../../../src/kernel/deadline.ts';
import { trimInboxes } from '../../../src/modules/inbox/module.ts';
import { inboxStore } from '../../../src/modules/inbox/store.ts';
import type { Requests } from '../../../src/modules/requests/requests.ts';
import type { CategoryName } from '../../../src/records/categories/index.ts';
import { compareInboxes, compareReading } from './compare-inboxes.ts';
import { compareRisks, compareState } from './compare-state.ts';
import type { Told } from './inbox-model.ts';
import { answerOf, namesOf, type Outcome, outcomeOfModel, outcomeOfRegistry, revertedOf } from './outcome.ts';
import { QueueModel } from './queue-model.ts';
import { callerOf, type Registries, type RegistryUnderTest } from './registry-under-test.ts';
import type { RequestDeed } from './request-model.ts';
import {
  type Applied,
  type Asked,
  newNames,
  type Operation,
  type Person,
  people,
  Refused,
  type Rules,
  type Status,
  targets,
} from './rules.ts';
import type { ChangePick, Client, Step, VersionPick, Writing } from './steps.ts';
import { Tally } from './tally.ts';

interface Sequence {
  readonly rules: Rules;
  readonly steps: readonly Step[];
}

/**
 * Does the steps to a registry and to the model, and compares what they hold after each, and what everybody was
 * told at the end. Throws where they differ.
 */
export async function compareSequence(
  registries: Registries,
  { rules, steps }: Sequence,
  tally: Tally = new Tally(),
): Promise<void> {
  const registry = await registries.open(rules);
  try {
    const model = new QueueModel(rules, registry.time);
    const pair = new Pair(registry, model, tally);
    for (const [index, step] of steps.entries()) {
      registry.time.seconds += 1;
      await pair.take(step);
      model.commit();
      await compareState(registry, model, { whole: index === steps.length - 1 });
    }
    await compareInboxes(registry, model, tally);
    await compareRisks(registry, model, tally);
  } finally {
    await registry.close();
  }
  tally.sequences += 1;
  tally.steps += steps.length;
}

/** Asks for a write again; a proposal, given other words, for something else. */
type AskAgain = (client: Client, words?: string) => Promise<unknown>;

interface Applying {
  readonly call: (job: string | null, client: Client) => Promise<Outcome>;
  readonly job: string | null;
  outcome: Outcome | null;
  /** Whether something was purged since. */
  purged: boolean;
}

class Pair {
  readonly #registry: RegistryUnderTest;
  readonly #model: QueueModel;
  readonly #tally: Tally;
  /** The answers to what was asked under a key. */
  readonly #answers = new Map<string, object>();
  /** Answers that nobody has heard. */
  readonly #unheard = new Set<string>();
  /** The latest write that had a key. */
  #lastKeyed: AskAgain | null = null;
  #lastApply: Applying | null = null;
  /** The ids of comments, by the model's numbers. */
  readonly #comments = new Map<number, { change: number; id: number; by: Person }>();
  /** The number of the latest. */
  #comment = 0;

  constructor(registry: RegistryUnderTest, model: QueueModel, tally: Tally) {
    this.#registry = registry;
    this.#model = model;
    this.#tally = tally;
  }

  async take(step: Step): Promise<unknown> {
    const [registry, model] = [this.#registry, this.#model];
    const { services } = registry;
    switch (step.do) {
      case 'propose': {
        const asked = this.#asked(step);
        const ask = (client: Client, words = asked.description) =>
          this.#propose({ ...asked, description: words }, client);
        return this.#keyed(asked.key, step.client, ask);
      }
      case 'write directly': {
        const asked = this.#asked(step);
        return this.#keyed(asked.key, step.client, (client) =>
          this.#same(
            { what: step.do, client },
            (deadline) => registry.writeDirectly(asked, deadline),
            () => model.writeDirectly(asked),
          ),
        );
      }
      case 'rename': {
        const by = people[step.by];
        const [target, to] = this.#names(step);
        // Only deployments that write v2 rename.
        if (model.rules.format !== 'v2') return;
        const { client } = step;
        return this.#same(
          { what: step.do, client },
          (deadline) => registry.rename(target, to, callerOf(by, deadline)),
          () => model.rename(target, to, by),
        );
      }
      case 'ask again':
        return this.#lastKeyed?.(step.client, step.what === 'same' ? undefined : 'other words');
      case 'review': {
        const by = people[step.by];
        const reject = this.#changes(step.reject, 'pending');
        const wanted = this.#changes(step.approve, 'pending');
        const approve = step.careful ? model.approvable(wanted, by) : wanted;
        const versions = this.#versions([...approve, ...reject], step.version);
        const request = {
          batch_title: 'title',
          approved_ids: approve,
          rejected_ids: reject,
          reject_reason: 'reason',
          expected_versions: Object.fromEntries(versions),
        };
        const decision = { title: 'title', reason: 'reason', approve, reject, versions };
        return this.#same(
          { what: step.do, client: step.client, wrong: isWrong(approve, reject) },
          async (deadline) => (await services.review.processBatch(request, callerOf(by, deadline))).batch_id,
          () => model.review(decision, by),
        );
      }
      case 'apply': {
        const changeIds = this.#changes(step.changes, 'approved');
        const by = people[step.by];
        return this.#apply(step, (jobId, client) =>
          this.#same(
            { what: step.do, client, wrong: changeIds.length === 0 },
            async (deadline) => {
              const request = { changeIds, jobId, allowMixedBatch: step.mixed };
              return answerOf(await this.#services.apply.applyMany(request, callerOf(by, deadline)));
            },
            () => model.apply(changeIds, jobId, step.mixed, by),
          ),
        );
      }
      case 'apply one': {
        const id = this.#change(step.change, 'approved');
        const by = people[step.by];
        return this.#apply(step, (jobId, client) =>
          this.#same(
            { what: step.do, client },
            async (deadline) => {
              const caller = callerOf(by, deadline);
              const { record, split } = await this.#services.apply.applySingle(id, jobId, caller);
              return { applied: [record.change_id], failed: null, split };
            },
            () => {
              const answer = model.apply([id], jobId, true, by);
              if (answer.failed) throw new Refused(answer.failed[1]);
              return answer;
            },
          ),
        );
      }
      case 'apply batch': {
        const batch = model.lastBatch - step.back;
        const by = people[step.by];
        return this.#apply(step, (jobId, client) =>
          this.#same(
            { what: step.do, client },
            async (deadline) =>
              answerOf(await this.#services.apply.applyBatch(batch, jobId, callerOf(by, deadline))),
            () => model.applyBatch(batch, jobId, by),
          ),
        );
      }
      case 'revert': {
        const batch = model.lastBatch - step.back;
        const [by, key] = [people[step.by], keyText(step.key)];
        return this.#keyed(key, step.client, (client) =>
          this.#same(
            { what: step.do, client },
            async (deadline) => revertedOf(await registry.revert(batch, by, key, deadline)),
            () => model.revert(batch, by, key),
          ),
        );
      }
      case 'withdraw': {
        const id = this.#change(step.change, 'pending');
        const by = people[step.by];
        return this.#same(
          { what: step.do, client: step.client },
          async (deadline) => (await services.takeBack.withdraw(id, callerOf(by, deadline))).status,
          () => model.withdraw(id, by).status,
        );
      }
      case 'unapprove': {
        const id = this.#change(step.change, 'approved');
        const by = people[step.by];
        return this.#same(
          { what: step.do, client: step.client },
          async (deadline) => (await services.takeBack.unapprove(id, callerOf(by, deadline))).status,
          () => model.unapprove(id, by).status,
        );
      }
      case 'revise': {
        const id = this.#change(step.change, 'approved');
        const [by, key] = [people[step.by], keyText(step.key)];
        const how = { key, expected: this.#versions([id], step.version).get(id) ?? null };
        const { description } = step;
        // Of a change that is not there nobody knows the target. When this is sent again, it may be there.
        const target = () => model.targetNow(id) ?? 'clip/a';
        return this.#keyed(key, step.client, (client) =>
          this.#same(
            { what: step.do, client },
            (deadline) => registry.revise(id, { target: target(), description }, by, how, deadline),
            () => model.revise(id, description, by, how),
          ),
        );
      }
      case 'request changes': {
        const id = this.#change(step.change, 'approved');
        const by = people[step.by];
        const expectedVersion = this.#versions([id], step.version).get(id) ?? null;
        const asked = { text: 'otherwise', expectedVersion };
        return this.#same(
          { what: step.do, client: step.client },
          async (deadline) =>
            (await services.conversation.requestChanges(id, asked, callerOf(by, deadline))).status,
          () => model.requestChanges(id, asked.text, by, expectedVersion).status,
        );
      }
      case 'comment': {
        const id = this.#change(step.change, 'pending');
        const [by, key] = [people[step.by], keyText(step.key)];
        return this.#keyed(key, step.client, (client) => this.#say(id, by, key, client));
      }
      case 'edit comment': {
        const comment = this.#comments.get(this.#comment);
        if (!comment) return;
        if (step.late) registry.time.seconds += 1_000;
        const by = step.own ? comment.by : people[step.by];
        return this.#same(
          { what: step.do, client: step.client },
          async (deadline) => {
            const { conversation } = services;
            const caller = callerOf(by, deadline);
            return step.deletes
              ? (await conversation.remove(comment.change, comment.id, caller)).deleted
              : (await conversation.edit(comment.change, comment.id, 'another word', caller)).deleted;
          },
          () => model.editComment(this.#comment, step.deletes ? null : 'another word', by),
        );
      }
      case 'bring back': {
        const { target, client } = step;
        const by = people[step.by];
        return this.#same(
          { what: step.do, client },
          (deadline) => registry.bringBack(target, callerOf(by, deadline)),
          () => model.bringBack(target, by),
        );
      }
      case 'retry':
        return this.#retry(step.job);
      case 'purge': {
        const { statuses, part, category } = step;
        const by = people[step.by];
        const proposedBy = step.of === null ? null : people[step.of].userId;
        const request = {
          statuses,
          model_name: part,
          categories: category === null ? null : [category],
          requested_by: proposedBy === null ? null : [proposedBy],
        };
        const outcome = await this.#same(
          { what: step.do, client: step.client },
          async (deadline) =>
            (await services.review.purge(request, callerOf(by, deadline))).removed_change_ids,
          () => model.purge({ statuses, part, category, proposedBy }, by),
        );
        if (this.#lastApply && 'answer' in outcome)
          this.#lastApply.purged ||= (outcome.answer as number[]).length > 0;
        return;
      }
      case 'read inbox':
        this.#tally.add(step.do);
        return compareReading(registry, model, people[step.by], step);
      case 'mark read':
        return this.#markRead(step);
      case 'ask for model': {
        const [category = '', name = ''] = step.target.split('/');
        const wish = { category: category as CategoryName, name, anyway: step.anyway };
        const by = people[step.by];
        return this.#same(
          { what: step.do, client: 'stays' },
          async () => (await services.requests.ask(wish, callerOf(by))).request_id,
          () => model.requests.ask(step.target, step.anyway, by),
        );
      }
      case 'request': {
        const { deed } = step;
        const [id, of] = [this.#request(step.request), this.#request(step.of)];
        const by = people[step.by];
        return this.#same(
          { what: `request: ${deed}`, client: 'stays' },
          async () => (await doToRequest(services.requests, deed, id, of, callerOf(by))).state,
          () => model.requests.do(deed, id, of, by),
        );
      }
      case 'propose for request': {
        const id = this.#request(step.request);
        const change = this.#change(step.change, 'pending');
        const by = people[step.by];
        return this.#same(
          { what: step.do, client: 'stays' },
          async () => (await services.requests.propose(id, change, callerOf(by))).state,
          () => model.proposeFor(id, change, by),
        );
      }
      case 'trim inboxes':
        this.#tally.add(step.do);
        model.inbox.trim(step.most);
        return trimInboxes(services.store, step.most);
      case 'at once':
        this.#tally.add(step.do);
        model.begin();
        return registry.atOnce(step.steps.map((each) => () => this.take(each)));
      case 'a day passes':
        registry.time.seconds += 24 * 60 * 60;
        return;
      case 'restart':
        return registry.restart();
    }
  }

  /** The present services: a call that is made again may find others. */
  get #services(): RegistryUnderTest['services'] {
    return this.#registry.services;
  }

  #asked({ operation, target, description, by, key }: Writing): Asked {
    return {
      operation: operation === 'fitting' ? this.#fitting({ target, description }) : operation,
      target,
      description,
      by: people[by],
      key: keyText(key),
    };
  }

  /** A live model, and the name to which it is renamed. */
  #names({ model, to, free }: Extract<Step, { do: 'rename' }>): [target: string, to: string] {
    const live = [...this.#model.live.records.keys()].sort();
    const target = live[model % Math.max(live.length, 1)] ?? targets[0];
    const all = newNames.map((name) => `${target.split('/')[0]}/${name}`);
    const names = free ? all.filter((name) => !live.includes(name)) : all;
    return [target, names[to % names.length] ?? target];
  }

  #keyed(key: string | null, client: Client, ask: AskAgain): Promise<unknown> {
    if (key !== null) this.#lastKeyed = ask;
    return ask(client);
  }

  #propose(asked: Asked, client: Client): Promise<Outcome> {
    return this.#same(
      { what: 'propose', client },
      async (deadline) => {
        const answer = await this.#registry.propose(asked, deadline);
        this.#hear(`propose ${answer.change_id}`, answer, client);
        return answer.change_id;
      },
      () => this.#model.propose(asked),
    );
  }

  async #say(id: number, by: Person, key: string | null, client: Client): Promise<void> {
    let [said, number] = [0, 0];
    const outcome = await this.#same(
      { what: 'comment', client },
      async (deadline) => {
        const answer = await this.#registry.comment(id, 'a word', by, key, deadline);
        this.#hear(`comment ${answer.event_id}`, answer, client);
        said = answer.event_id;
        return 'said';
      },
      () => {
        number = this.#model.comment(id, 'a word', by, key);
        this.#comment = number;
        return 'said';
      },
    );
    if (!('answer' in outcome)) return;
    const known = this.#comments.get(number);
    if (known) deepStrictEqual(said, known.id);
    this.#comments.set(number, { change: id, id: said, by });
  }

  /** Under a key that was used for the same before, nothing happens, and the first answer comes again. */
  #hear(what: string, answer: object, client: Client): void {
    const first = this.#answers.get(what);
    this.#answers.set(what, answer);
    if (first) {
      deepStrictEqual(answer, first);
      this.#tally.add('asked again: the first answer');
      if (this.#unheard.delete(what)) this.#tally.add('asked again: the answer that was lost');
    } else if (client === 'gone once begun') {
      this.#unheard.add(what);
    }
  }

  async #markRead({ entries, by: who, client }: Extract<Step, { do: 'mark read' }>): Promise<unknown> {
    const by = people[who];
    const told = this.#model.inbox.of(by.userId).reverse();
    const rows = await this.#services.store.read((tx) => inboxStore(tx).list({ user_id: by.userId }, 1_000));
    const newest = told[entries === 'up to' ? Math.floor(told.length / 2) : 0];
    if (!newest) return;
    const chosen = entries === 'up to' ? [] : entries.map((index) => index % told.length);
    const upTo = rows[Math.floor(told.length / 2)]?.event_id ?? 0;
    const which = entries === 'up to' ? { upTo } : { ids: chosen.flatMap((index) => rows[index] ?? []) };
    const isMeant =
      entries === 'up to'
        ? ({ moment }: Told) => moment <= newest.moment
        : (each: Told) => chosen.some((index) => told[index] === each);
    return this.#same(
      { what: 'mark read', client },
      async (deadline) => (await this.#services.inbox.markRead(which, callerOf(by, deadline))).marked,
      () => this.#model.inbox.markRead(by.userId, isMeant, this.#registry.time.seconds),
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
    const begins = client === 'stays' || client === 'waits' || client === 'gone once begun' || wrong;
    const expected: Outcome = begins ? outcomeOfModel(model) : { refused: 'overloaded' };
    this.#model.inbox.commit();
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
    const applying: Applying = {
      call,
      job: job === null ? null : `job ${job}`,
      outcome: null,
      purged: false,
    };
    this.#lastApply = applying;
    applying.outcome = await call(applying.job, client);
  }

  /** The same call again. With the same job it gives the same answer, and nothing is written. */
  async #retry(which: 'same' | 'other'): Promise<void> {
    const last = this.#lastApply;
    if (!last) return;
    if (which === 'other') {
      await last.call('another job', 'stays');
      return;
    }
    const [again, first] = [await last.call(last.job, 'stays'), last.outcome];
    const whole = first && 'answer' in first && (first.answer as Applied).failed === null;
    if (!whole || last.job === null || this.#isTouched(last)) return;
    deepStrictEqual(again, first);
    this.#tally.add('retry: the same answer');
  }

  /**
   * Whether something happened since the last apply that a retry may answer otherwise for: its changes were
   * purged, or, where it had found nothing to apply, perhaps the last ones of its batch.
   */
  #isTouched({ outcome, purged }: Applying): boolean {
    const applied = (outcome as { answer?: Applied } | null)?.answer?.applied ?? [];
    if (applied.length === 0) return purged;
    return applied.some((id) => !this.#model.changes.has(id));
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

  /** Mostly one that was asked for. */
  #request(index: number): number {
    return 1 + (index % Math.max(1, this.#model.requests.all.length));
  }

  #change(pick: ChangePick, suiting: Status): number {
    return this.#changes([pick], suiting)[0] as number;
  }

  /** The versions that are meant of these changes, which may be none. */
  #versions(ids: readonly number[], version: VersionPick): ReadonlyMap<number, number> {
    if (version === null) return new Map();
    return new Map(ids.map((id) => [id, (this.#model.changes.get(id)?.version ?? 1) + version]));
  }

  /** Returns an operation that can be proposed for the target: for the live record when there is one. */
  #fitting({ target, description }: { target: string; description: string }): Operation {
    if (!this.#model.live.get(target)) return 'create';
    return description === 'three' ? 'delete' : 'update';
  }
}

const keyText = (key: number | null): string | null => (key === null ? null : `key ${key}`);

function doToRequest(
  requests: Requests,
  deed: RequestDeed,
  id: number,
  duplicate_of: number,
  caller: Caller,
) {
  if (deed === 'second') return requests.second(id, null, caller);
  if (deed === 'unsecond') return requests.unsecond(id, caller);
  return requests.decide(id, { decision: deed, reason: 'a reason', duplicate_of }, caller);
}

/** Lists that no review can have. */
function isWrong(approved: readonly number[], rejected: readonly number[]): boolean {
  return approved.length + rejected.length === 0 || approved.some((id) => rejected.includes(id));
}
