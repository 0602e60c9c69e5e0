import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Replay } from '../../../src/registry/audit/replay/replay.ts';
import { categories } from '../../../src/registry/categories/index.ts';
import { compareWithStore } from '../../../src/services/audit/audit-comparison.ts';
import { createCatalog } from '../../../src/services/catalog/catalog.ts';
import type { Caller } from '../../../src/services/ports/caller.ts';
import { createApply } from '../../../src/services/queue/apply.ts';
import { createBringBack } from '../../../src/services/queue/bring-back.ts';
import { createProposals } from '../../../src/services/queue/proposals.ts';
import { createReview } from '../../../src/services/queue/review.ts';
import { createTakeBack } from '../../../src/services/queue/take-back.ts';
import { openStore } from '../../../src/storage/open.ts';
import { proposal } from '../../support/queue.ts';
import type { Operation, Person, Rules } from './queue-model.ts';
import { categoriesOfSteps } from './steps.ts';

const definitions = categories.filter(({ name }) => categoriesOfSteps.some((known) => known === name));

/**
 * Where databases are made: in memory, where the machine has such a place, for they are made by the thousand.
 */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Makes registries, each on a database file of its own: a copy of an empty one. */
export interface Registries extends AsyncDisposable {
  open(rules: Rules): Promise<RegistryUnderTest>;
}

export async function makeRegistries(): Promise<Registries> {
  const directory = await mkdtemp(join(place, 'modelref-model-'));
  const empty = join(directory, 'empty.db');
  await (await openStore(`sqlite:${empty}`)).close();
  let made = 0;
  return {
    open: async (rules) => {
      const path = join(directory, `${++made}.db`);
      await copyFile(empty, path);
      return openRegistry(path, rules);
    },
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}

export type RegistryUnderTest = Awaited<ReturnType<typeof openRegistry>>;

async function openRegistry(path: string, rules: Rules) {
  const bounds = { maxWaitingChanges: 2_000, maxWaitingBytes: 64 * 1024 * 1024 };
  const settings = { canonicalFormat: rules.format, ...bounds, ...rules };
  const time = { seconds: 1_700_000_000 };
  const clock = { now: () => time.seconds };
  let ids = 0;
  const newId = () => `${++ids}`.padStart(32, '0');
  const replay = new Replay();

  const boot = async () => {
    const store = await openStore(`sqlite:${path}`, { sqlite: { readers: 1 } });
    const catalog = createCatalog({ store, categories: definitions });
    await catalog.start();
    return {
      store,
      catalog,
      proposals: createProposals({ store, clock, settings }),
      review: createReview({ store, clock, settings }),
      takeBack: createTakeBack({ store, clock, settings }),
      bringBack: createBringBack({ store, settings }),
      apply: createApply({ store, clock, catalog, newId, settings }),
    };
  };
  let running = await boot();

  return {
    time,
    get services() {
      return running;
    },

    propose: async (operation: Operation, target: string, description: string, by: Person) => {
      const [category = '', name = ''] = target.split('/');
      const asked = proposal(operation, category, name, { description }, rules.format);
      const caller: Caller = { ...by, isRequestor: true, isApprover: true };
      return (await running.proposals.propose({ ...asked, caller })).change_id;
    },

    bringBack: async (target: string, by: Person) => {
      const [category = '', name = ''] = target.split('/');
      const caller: Caller = { ...by, isRequestor: true, isApprover: true };
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
      for (const suffix of ['', '-wal', '-shm']) await rm(path + suffix, { force: true });
    },
  };
}
