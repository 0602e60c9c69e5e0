import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { newFolder } from '../../support/new-folder.ts';
import { contentOf, copyDatabaseFiles, databaseBytes } from './database-files.ts';
import { failAtEveryStatement } from './every-statement.ts';
import { type AtomicOperation, atomicMigrations, atomicWrites } from './operations.ts';
import { faults, withFault, withStatements } from './statements.ts';
import { wholeDatabase } from './whole-database.ts';

const directory = newFolder(afterAll);

const url = (file: string) => `sqlite:${file}`;

/** Returns the outcome of the operation when nothing fails. */
async function uneventful(operation: AtomicOperation) {
  const start = join(directory, 'start.db');
  const file = join(directory, 'uneventful.db');
  for (const each of [start, file])
    for (const suffix of ['', '-wal', '-shm']) rmSync(each + suffix, { force: true });
  await operation.prepare(url(start));
  copyFileSync(start, file);
  const { run, close } = await operation.open(url(file));
  await run();
  await close();
  expect(await wholeDatabase(file)).toEqual([]);
  const [before, after] = [contentOf(start), contentOf(file)];
  expect(after).not.toBe(before);
  return { start, before, after };
}

describe.each([...atomicWrites, ...atomicMigrations])('$name', (operation) => {
  test.each(faults)(
    'happens as a whole or not at all when $name, and works when asked again',
    async (fault) => {
      const { start, before, after } = await uneventful(operation);
      const file = join(directory, 'faulted.db');
      await failAtEveryStatement({
        before,
        after,
        moreThan: 5,
        renew: async () => {
          copyDatabaseFiles(start, file);
          return operation.open(url(file));
        },
        content: () => contentOf(file),
        fail: (n, work) => withFault(n, fault, work),
      });
    },
  );

  test('killed at any statement, it is there as a whole or not at all', async () => {
    const { start, before, after } = await uneventful(operation);
    const file = join(directory, 'killed.db');
    copyDatabaseFiles(start, file);
    const { run, close } = await operation.open(url(file));
    const images: string[] = [];
    // Most statements write to memory only: files that are as they were one statement before are looked at
    // once.
    const files: Buffer[] = [];
    const take = () => {
      const now = databaseBytes(file);
      if (files.at(-1)?.equals(now)) return;
      files.push(now);
      images.push(join(directory, `image-${images.length}.db`));
      copyDatabaseFiles(file, images.at(-1) as string);
    };
    await withStatements(take, run);
    take();
    await close();
    const found: ('before' | 'after' | 'between')[] = [];
    for (const image of images) {
      const content = contentOf(image);
      found.push(content === before ? 'before' : content === after ? 'after' : 'between');
      const again = await operation.open(url(image));
      await again.run();
      await again.close();
      expect(contentOf(image) === after, 'asked again').toBe(true);
      expect(await wholeDatabase(image)).toEqual([]);
    }
    // Nothing between, and what was there once stays.
    expect(found.join(' ')).toMatch(/^before (before )*after( after)*$/);
  });
});
