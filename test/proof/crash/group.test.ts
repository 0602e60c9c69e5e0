import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { inboxStore, notifyInboxes } from '../../../src/modules/inbox/index.ts';
import { changeStore } from '../../../src/modules/queue/store.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { onDatabase } from '../../support/databases.ts';
import { testDeadline } from '../../support/deadline.ts';
import { newFolder } from '../../support/new-folder.ts';
import { approver, openQueue, proposal, requestor } from '../../support/queue.ts';
import { copyDatabaseFiles } from './database-files.ts';
import { postgresFaults, withPostgresFault } from './postgres-statements.ts';
import { faults, withFault, withStatements } from './statements.ts';
import { wholeDatabase } from './whole-database.ts';

const names = ['one', 'two', 'not a baseline', 'three'];
const refused = 'not a baseline';

interface Answers {
  readonly stored: string[];
  readonly failed: unknown[];
}

/** All of it takes a minute: else a part, on PostgreSQL. */
const whole = process.env.TEST_STORE === 'postgres';

/** Proposals that wait together, of which one is refused; `answers` is told of each as it comes. */
async function proposeTogether(store: Store): Promise<{ answers: Answers; all: () => Promise<unknown> }> {
  const { proposals } = await openQueue(store, { tell: notifyInboxes([approver.userId]) });
  const answers: Answers = { stored: [], failed: [] };
  const all = () =>
    Promise.all(
      names.map(async (name) => {
        const caller = { ...requestor, deadline: testDeadline() };
        const operation = name === refused ? 'delete' : 'create';
        try {
          await proposals.propose({ ...proposal(operation, 'clip', name), caller });
          answers.stored.push(name);
        } catch (error) {
          answers.failed.push(error);
        }
      }),
    );
  return { answers, all };
}

/** Returns the queue's content: approvers are told of that, and of nothing else. */
async function queued(store: Store): Promise<string[]> {
  const { items } = await store.read((reader) => changeStore(reader).list({}, { offset: 0, limit: 100 }));
  const names = items.map(({ model_name }) => model_name);
  const told = await store.read((reader) => inboxStore(reader).list({ user_id: approver.userId }, 100));
  expect(told.map(({ model_name }) => model_name).reverse()).toEqual(names);
  return names;
}

describe('proposals that share a transaction', () => {
  const directory = newFolder(afterAll);

  onDatabase('SQLite', () => {
    const opened = async (file: string) => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
      // However slow the machine is, they share one transaction.
      return openStore(`sqlite:${file}`, { longestGroupMs: 60_000 });
    };

    test.each(faults)('are stored if, and only if, that was their answer: $name', async (fault) => {
      const file = join(directory, 'faulted.db');
      for (let n = 1; ; n += 1) {
        const store = await opened(file);
        const { answers, all } = await proposeTogether(store);
        const { statement } = await withFault(n, fault, all);
        expect(await queued(store), `statement ${n}: ${statement}`).toEqual(answers.stored);
        expect(answers.failed.length).toBeGreaterThan(0);
        // One failure in a transaction that was begun costs none of them more than the time to repeat it.
        if (!fault.lasts && !statement?.startsWith('begin')) expect(answers.stored).toHaveLength(3);
        await store.close();
        expect(await wholeDatabase(file)).toEqual([]);
        if (statement === null) {
          expect(answers.stored).toEqual(['one', 'two', 'three']);
          expect(n).toBeGreaterThan(20);
          return;
        }
      }
    });

    test('are on the disk when they are answered, and none is there in part', async () => {
      const file = join(directory, 'killed.db');
      const store = await opened(file);
      const { answers, all } = await proposeTogether(store);
      const images: { file: string; answered: string[] }[] = [];
      const take = () => {
        const image = join(directory, `image-${images.length}.db`);
        copyDatabaseFiles(file, image);
        images.push({ file: image, answered: [...answers.stored] });
      };
      await withStatements(take, all);
      take();
      await store.close();
      const counts = new Set<number>();
      for (const image of images) {
        const reopened = await openStore(`sqlite:${image.file}`);
        const found = await queued(reopened);
        counts.add(found.length);
        expect(found).toEqual(expect.arrayContaining(image.answered));
        await reopened.close();
        expect(await wholeDatabase(image.file)).toEqual([]);
      }
      // One commit for all of them.
      expect([...counts]).toEqual([0, 3]);
    });
  });

  onDatabase('PostgreSQL', (_, makeStore, makeUrl) => {
    test.each(whole ? postgresFaults : postgresFaults.slice(-1))(
      'are stored if that was their answer: $name',
      async (fault) => {
        for (let n = 1; ; n += 1) {
          const url = await makeUrl();
          const store = await makeStore.on(url);
          const { answers, all } = await proposeTogether(store);
          const { statement } = await withPostgresFault(n, fault, all);
          const found = await queued(await makeStore.on(url));
          expect(found, `statement ${n}: ${statement}`).toEqual(expect.arrayContaining(answers.stored));
          // What is not known says so.
          const unknown = answers.failed.filter((error) => /may or may not be stored/.test(String(error)));
          expect(found.length - answers.stored.length, `${statement}`).toBeLessThanOrEqual(unknown.length);
          await store.close();
          if (statement !== null) continue;
          expect(answers.stored).toEqual(['one', 'two', 'three']);
          return;
        }
      },
    );
  });
});
