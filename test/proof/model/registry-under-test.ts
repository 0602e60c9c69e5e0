import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Replay } from '../../../src/registry/audit/replay/replay.ts';
import { categories } from '../../../src/registry/categories/index.ts';
import type { Deadline } from '../../../src/registry/deadline.ts';
import { compareWithStore } from '../../../src/services/audit/audit-comparison.ts';
import { createCatalog } from '../../../src/services/catalog/catalog.ts';
import type { Caller } from '../../../src/services/ports/caller.ts';
import type { Store } from '../../../src/services/ports/store/store.ts';
import { createApply } from '../../../src/services/queue/apply.ts';
import { createBringBack } from '../../../src/services/queue/bring-back.ts';
import { createChangeDescriptions } from '../../../src/services/queue/change-descriptions.ts';
import { createConversation } from '../../../src/services/queue/conversation.ts';
import { createFindings } from '../../../src/services/queue/findings.ts';
import { createPolicies } from '../../../src/services/queue/policies.ts';
import { createProposals } from '../../../src/services/queue/proposals.ts';
import { createReview } from '../../../src/services/queue/review.ts';
import { createRevise } from '../../../src/services/queue/revise.ts';
import { createRisks } from '../../../src/services/queue/risks.ts';
import { createTakeBack } from '../../../src/services/queue/take-back.ts';
import { openStore } from '../../../src/storage/open.ts';
import { testDeadline } from '../../support/deadline.ts';
import { proposal } from '../../support/queue.ts';
import { runSql } from '../../support/run-sql.ts';
import type { Asked, Person, Rules } from './queue-model.ts';
import { type Client, categoriesOfSteps } from './steps.ts';

const definitions = categories.filter(({ name }) => categoriesOfSteps.some((known) => known === name));

/**
 * Where databases are made: in memory, where the machine has such a place, for they are made by the thousand.
 */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Makes registries, each on an empty database of its own. */
export interface Registries extends AsyncDisposable {
  open(rules: Rules): Promise<RegistryUnderTest>;
}

/** @param postgresUrl of a database in which each registry gets a schema; without it, each gets a SQLite file */
export function makeRegistries(postgresUrl?: string): Promise<Registries> {
  return postgresUrl === undefined ? inFiles() : inSchemas(postgresUrl);
}

/** Copies of an empty file: faster than making each. */
async function inFiles(): Promise<Registries> {
  const directory = await mkdtemp(join(place, 'modelref-model-'));
  const empty = join(directory, 'empty.db');
  await (await openStore(`sqlite:${empty}`)).close();
  let made = 0;
  return {
    open: async (rules) => {
      const path = join(directory, `${++made}.db`);
      await copyFile(empty, path);
      return openRegistry(`sqlite:${path}`, rules, async () => {
        for (const suffix of ['', '-wal', '-shm']) await rm(path + suffix, { force: true });
      });
    },
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}

async function inSchemas(url: string): Promise<Registries> {
  let made = 0;
  return {
    open: async (rules) => {
      const name = `model_${process.pid}_${++made}`;
      await runSql(url, `CREATE SCHEMA ${name}`);
      const own = new URL(url);
      own.searchParams.set('options', `-c search_path=${name}`);
      return openRegistry(own.href, rules, () => runSql(url, `DROP SCHEMA ${name} CASCADE`));
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

export type RegistryUnderTest = Awaited<ReturnType<typeof openRegistry>>;

async function openRegistry(url: string, rules: Rules, remove: () => Promise<void>) {
  const bounds = { maxWaitingChanges: 2_000, maxWaitingBytes: 64 * 1024 * 1024 };
  const settings = { canonicalFormat: rules.format, ...bounds, ...rules };
  const time = { seconds: 1_700_000_000 };
  const clock = { now: () => time.seconds };
  let ids = 0;
  const newId = () => `${++ids}`.padStart(32, '0');
  const replay = new Replay();
  let onBegin = () => {};

  const boot = async () => {
    const opened = await openStore(url, { sqlite: { readers: 1 }, postgres: { maxConnections: 2 } });
    const store: Store = {
      ...opened,
      write: (work, deadline) =>
        opened.write((writer) => {
          onBegin();
          return work(writer);
        }, deadline),
    };
    const catalog = createCatalog({ store, categories: definitions });
    await catalog.start();
    const usage = { prepare: async () => {}, of: () => null };
    const findings = createFindings({ catalog, categories: definitions, preferredHosts: [] });
    const risks = createRisks({ usage, settings: { muchUsedPerMonth: 1 } });
    const descriptions = createChangeDescriptions({ findings, risks });
    const { approvals, applyWaitSeconds, bulkApproval } = rules;
    const policies = createPolicies({
      descriptions,
      usage,
      settings: {
        approvals: { ...approvals, high: approvals.look },
        applyWaitSeconds,
        bulkApproval,
        muchUsedPerMonth: 1,
      },
    });
    return {
      store,
      catalog,
      proposals: createProposals({ store, clock, settings }),
      review: createReview({ store, clock, settings, policies }),
      conversation: createConversation({ store, clock, settings }),
      revise: createRevise({ store, clock, settings }),
      takeBack: createTakeBack({ store, clock, settings }),
      bringBack: createBringBack({ store, settings }),
      apply: createApply({ store, clock, catalog, newId, settings, policies }),
    };
  };
  let running = await boot();

  return {
    time,
    get services() {
      return running;
    },

    propose: ({ operation, target, description, by, key }: Asked, deadline: Deadline | undefined) => {
      const [category = '', name = ''] = target.split('/');
      const asked = proposal(operation, category, name, { description }, rules.format);
      const fingerprint = JSON.stringify([operation, target, description]);
      return running.proposals.propose({
        ...asked,
        caller: callerOf(by, deadline),
        retry: key === null ? undefined : { owner: by.userId, key, fingerprint },
      });
    },

    /** Asks for a write whose client goes at that moment, and tells what it came to nevertheless. */
    ask: async <T>(client: Client, write: (deadline: Deadline | undefined) => Promise<T>): Promise<T> => {
      if (client === 'stays') return write(undefined);
      const deadline = testDeadline();
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

    revise: async (id: number, description: string, by: Person, expectedVersion: number | null) => {
      const caller: Caller = { ...by, isRequestor: true, isApprover: true };
      const { category, model_name } = await running.revise.target(id, caller);
      const { record } = proposal('update', category, model_name, { description }, rules.format);
      if (!record) throw new Error('an update has a record');
      return (await running.revise.revise({ changeId: id, record, expectedVersion, caller })).version;
    },

    bringBack: async (target: string, caller: Caller) => {
      const [category = '', name = ''] = target.split('/');
      const asked = await running.bringBack.proposalOf(category, name, caller);
      return (await running.proposals.propose(asked)).change_id;
    },

    restart: async () => {
      await running.catalog.settled();
      await running.store.close();
      running = await boot();
    },

    /** What the new audit events do not explain; null when they explain everything that is stored. */
    audit: () =>
      running.store.read(async (reader) => {
        for (const event of await reader.audit.events({ after: replay.end.event_id }, 10_000)) {
          const problem = replay.take(event);
          if (problem) return problem;
        }
        const head = await reader.audit.head();
        if (head.event_id !== replay.end.event_id) return `the head is event ${head.event_id}`;
        return (await compareWithStore(reader, replay))[0]?.text ?? null;
      }),

    close: async () => {
      await running.catalog.settled();
      await running.store.close();
      await remove();
    },
  };
}

export function callerOf(by: Person, deadline: Deadline | undefined): Caller {
  return { ...by, isRequestor: true, isApprover: true, ...(deadline && { deadline }) };
}
