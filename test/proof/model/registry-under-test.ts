import type { Caller } from '../../../src/kernel/caller.ts';
import type { Deadline } from '../../../src/kernel/deadline.ts';
import { RegistryError } from '../../../src/kernel/errors.ts';
import {
  appendAndNotify,
  appendEvents,
  type EventListener,
} from '../../../src/modules/audit/append-events.ts';
import { auditStore } from '../../../src/modules/audit/store.ts';
import { createCatalog } from '../../../src/modules/catalog/catalog.ts';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import type { Drafts } from '../../../src/modules/drafts/index.ts';
import { compareWithStore } from '../../../src/modules/history/comparison.ts';
import { ReplayedTrail } from '../../../src/modules/history/index.ts';
import { createInbox } from '../../../src/modules/inbox/inbox.ts';
import { notifyInboxes } from '../../../src/modules/inbox/notify.ts';
import { createApply } from '../../../src/modules/queue/apply.ts';
import { createChangeDescriptions } from '../../../src/modules/queue/change-descriptions.ts';
import { createConversation } from '../../../src/modules/queue/conversation.ts';
import { createFindings } from '../../../src/modules/queue/findings/rules.ts';
import { createDirectWrites } from '../../../src/modules/queue/live-record.ts';
import { createPolicies } from '../../../src/modules/queue/policies.ts';
import { createProposals } from '../../../src/modules/queue/proposals.ts';
import { renameRecord } from '../../../src/modules/queue/rename.ts';
import { createModelRestore } from '../../../src/modules/queue/restored-model.ts';
import { createReview, createTakeBack } from '../../../src/modules/queue/review.ts';
import { createRiskAtDecision, createRisks } from '../../../src/modules/queue/risks.ts';
import { createFulfilListener } from '../../../src/modules/requests/fulfil.ts';
import { createRequests } from '../../../src/modules/requests/requests.ts';
import { categoryOf } from '../../../src/records/categories/index.ts';
import { viewsOf } from '../../../src/records/model-views.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Tx } from '../../../src/store/tx.ts';
import { baselines, categories, findCategory, usualCategories } from '../../support/categories.ts';
import { testDeadline } from '../../support/deadline.ts';
import { proposal } from '../../support/queue.ts';
import { createReviewViews } from '../../support/review-views.ts';
import { type EmptyDatabase, type EmptyDatabases, emptiedSchema, emptyFiles } from './databases.ts';
import { nameIn } from './live-model.ts';
import {
  type Asked,
  approverIds,
  type Person,
  type Rules,
  targets,
  unusedTarget,
  usedModel,
} from './rules.ts';
import type { Client } from './steps.ts';

const definitions = categories.filter(({ name }) => targets.some((target) => target.startsWith(`${name}/`)));

/** Makes registries, one after the other, each on an empty database. */
export interface Registries extends AsyncDisposable {
  open(rules: Rules): Promise<RegistryUnderTest>;
}

/** @param postgresUrl of a database for one schema; without it, each gets a SQLite file */
export async function makeRegistries(postgresUrl?: string): Promise<Registries> {
  const databases: EmptyDatabases =
    postgresUrl === undefined ? await emptyFiles() : await emptiedSchema(postgresUrl);
  return {
    open: async (rules) => openRegistry(await databases.next(), rules),
    [Symbol.asyncDispose]: () => databases[Symbol.asyncDispose](),
  };
}

export type RegistryUnderTest = Awaited<ReturnType<typeof openRegistry>>;

const usage = {
  prepare: async () => {},
  of: (category: string, name: string) => {
    const { target, workers, month } = usedModel;
    const asked = `${category}/${name}`;
    if (asked === unusedTarget) return { workers: 0, month: 0 };
    return asked === target ? { workers, month } : null;
  },
};

async function openRegistry(database: EmptyDatabase, rules: Rules) {
  const settings = { canonicalFormat: rules.format, ...rules };
  const [inboxes, requests] = [notifyInboxes(approverIds), createFulfilListener(appendEvents)];
  const tell: EventListener = async (writer, events) => {
    await inboxes(writer, events);
    await requests(writer, events);
  };
  const append = appendAndNotify(appendEvents, tell);
  const time = { seconds: 1_700_000_000 };
  const clock = { now: () => time.seconds };
  let ids = 0;
  const newId = () => `${++ids}`.padStart(32, '0');
  const replay = new ReplayedTrail();
  let onAsked = () => {};
  let onBegin = () => {};

  const boot = async () => {
    const opened = await database.open();
    const store: Store = {
      ...opened,
      write: (work, deadline) => {
        const written = opened.write((writer) => {
          onBegin();
          return work(writer);
        }, deadline);
        onAsked();
        return written;
      },
    };
    const catalog = createCatalog({ store, categories: definitions });
    await catalog.start();
    const findings = createFindings({
      catalog,
      categories: { list: definitions, find: findCategory, baselines },
      preferredHosts: [],
    });
    const policies = createPolicies({ ...settings, mayApprove: (userId) => approverIds.includes(userId) });
    const descriptions = createChangeDescriptions({
      categories: usualCategories,
      findings,
      risks: createRisks({ usage }),
      policies,
    });
    const proposals = createProposals({ categories: usualCategories, store, clock, settings, append });
    const views = createReviewViews({
      categories: usualCategories,
      store,
      clock,
      proposals,
      descriptions,
      settings,
    });
    const { changeReview, revert } = views;
    const assess = createRiskAtDecision(changeReview.readRisks, (error) => {
      throw error;
    });
    const all = { categories: usualCategories, store, clock, settings, append, catalog, policies, assess };
    const isLive = (category: string, name: string) =>
      catalog.snapshot('v2', category).get(name) !== undefined;
    const drafts: Drafts = {
      findDuplicates: ({ name: category }, { name }) =>
        typeof name === 'string' && isLive(category, name)
          ? [{ kind: 'same_name', category, name, message: 'It is there.', newer: null }]
          : [],
      make: () => Promise.reject(new Error('No request here has a link.')),
    };
    return {
      opened,
      store,
      catalog,
      proposals,
      changeReview,
      review: createReview(all),
      conversation: createConversation(all),
      takeBack: createTakeBack(all),
      bringBack: createModelRestore(all),
      revert,
      directWrites: createDirectWrites(all),
      apply: createApply({ ...all, newId }),
      requests: createRequests({ ...all, drafts, isLive }),
      inbox: createInbox({ store, clock, changeReview }),
    };
  };
  let running = await boot();

  const retryOf = (by: Person, key: string | null, asked: readonly unknown[]) =>
    key === null ? undefined : { owner: by.userId, key, fingerprint: JSON.stringify(asked) };

  const written = ({ operation, target, description, by, key }: Asked, deadline: Deadline | undefined) => {
    const [category = '', name = ''] = target.split('/');
    return {
      ...proposal(operation, category, name, { description }, rules.format),
      caller: callerOf(by, deadline),
      retry: retryOf(by, key, [operation, target, description]),
    };
  };

  return {
    time,
    get services() {
      return running;
    },

    propose: (asked: Asked, deadline: Deadline | undefined) =>
      running.proposals.propose(written(asked, deadline)),

    /** Returns the id of the change. */
    rename: async (target: string, to: string, caller: Caller): Promise<number> => {
      const [category = '', from = ''] = target.split('/');
      const answer = await running.proposals.propose(
        async (reader) => {
          const row = await modelStore(reader).get(category, from);
          if (!row) throw new RegistryError('not_found', 'There is no such model');
          const names = { from, to: nameIn(to), isUndoing: false };
          return {
            category,
            operation: 'update',
            name: from,
            record: renameRecord(categoryOf(category), viewsOf(row).v2, names),
            renamesTo: names.to,
            format: 'v2',
            route: 'rename_v2_model',
            caller,
          };
        },
        { deadline: caller.deadline },
      );
      return answer.change_id;
    },

    /** Returns the description that is live then. */
    writeDirectly: async (asked: Asked, deadline: Deadline | undefined) => {
      const write = written(asked, deadline);
      const retry = write.retry && { ...write.retry, fingerprint: `directly ${write.retry.fingerprint}` };
      return (await running.directWrites.write({ ...write, retry }))?.description ?? null;
    },

    comment: (id: number, text: string, by: Person, key: string | null, deadline: Deadline | undefined) =>
      running.conversation.comment(id, text, callerOf(by, deadline), retryOf(by, key, ['comment', id, text])),

    revert: (batch: number, by: Person, key: string | null, deadline: Deadline | undefined) =>
      running.revert.revert(batch, callerOf(by, deadline), retryOf(by, key, ['revert', batch])),

    /** Asks for a write whose client goes at that moment, and tells what it came to nevertheless. */
    ask: async <T>(client: Client, write: (deadline: Deadline | undefined) => Promise<T>): Promise<T> => {
      if (client === 'stays') return write(undefined);
      const deadline = testDeadline();
      if (client === 'waits') return write(deadline);
      if (client === 'gone before') {
        deadline.over();
        return write(deadline);
      }
      if (client === 'gone once begun') {
        onBegin = deadline.over;
        return write(deadline).finally(() => {
          onBegin = () => {};
        });
      }
      const lock = Promise.withResolvers<void>();
      const other = running.store.write(() => lock.promise);
      const answer = write(deadline);
      deadline.over();
      lock.resolve();
      await Promise.allSettled([other, answer]);
      return answer;
    },

    /** Asks for these writes, each once the one before waits, while none can begin. */
    atOnce: async (writes: readonly (() => Promise<unknown>)[]): Promise<void> => {
      const lock = Promise.withResolvers<void>();
      const other = running.store.write(() => lock.promise);
      const answers: Promise<unknown>[] = [];
      for (const write of writes) {
        const asked = Promise.withResolvers<void>();
        onAsked = asked.resolve;
        const answer = write();
        answers.push(answer);
        await Promise.race([asked.promise, answer.catch(() => {})]);
      }
      onAsked = () => {};
      lock.resolve();
      await other;
      await Promise.allSettled(answers);
      await Promise.all(answers);
    },

    revise: async (
      id: number,
      { target, description }: { target: string; description: string },
      by: Person,
      how: { expected: number | null; key: string | null },
      deadline: Deadline | undefined,
    ) => {
      const caller = callerOf(by, deadline);
      const [category = '', name = ''] = target.split('/');
      const { record } = proposal('update', category, name, { description }, rules.format);
      if (!record) throw new Error('an update has a record');
      const retry = retryOf(by, how.key, ['revise', id, description]);
      const revision = { changeId: id, record, expectedVersion: how.expected, caller, retry };
      return (await running.proposals.revise(revision)).version;
    },

    bringBack: async (target: string, caller: Caller) => {
      const [category = '', name = ''] = target.split('/');
      const asked = running.bringBack.createProposal(category, name, caller);
      return (await running.proposals.propose(asked, { deadline: caller.deadline })).change_id;
    },

    restart: async () => {
      await running.catalog.finishCompression();
      await running.opened.close();
      running = await boot();
    },

    /**
     * Returns what the new audit events do not explain of the stored data; null when they explain it all.
     * Without new events, looks only if `whole`.
     */
    audit: async (reader: Tx, { whole }: { whole: boolean }): Promise<string | null> => {
      const events = await auditStore(reader).events({ after: replay.end.event_id }, 10_000);
      for (const event of events) {
        const problem = replay.take(event);
        if (problem) return problem;
      }
      const head = await auditStore(reader).head();
      if (head.event_id !== replay.end.event_id) return `the head is event ${head.event_id}`;
      if (events.length === 0 && !whole) return null;
      return (await compareWithStore(reader, replay))[0]?.text ?? null;
    },

    close: async () => {
      await running.catalog.finishCompression();
      await database.leave(running.opened);
    },
  };
}

export function callerOf(by: Person, deadline?: Deadline): Caller {
  return { ...by, isRequestor: true, isApprover: true, ...(deadline && { deadline }) };
}
