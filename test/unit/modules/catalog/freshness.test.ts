import { expect, test } from 'vitest';
import { createFreshness } from '../../../../src/modules/catalog/freshness.ts';

/** A database file whose looks end when told. */
function setting() {
  const file = { version: 1, readable: true };
  const looks: PromiseWithResolvers<void>[] = [];
  const errors: unknown[] = [];
  const freshness = createFreshness({
    dataVersion: () => {
      if (!file.readable) throw new Error('the file is gone');
      return file.version;
    },
    look: () => {
      const look = Promise.withResolvers<void>();
      looks.push(look);
      return look.promise;
    },
    onError: (error) => errors.push(error),
  });
  const end = (look: number) => looks[look]?.resolve();
  return { file, looks, errors, freshness, end };
}

test('nothing is looked at, nor waited for, as long as nothing was written', async () => {
  const { file, looks, freshness, end } = setting();
  const first = freshness.check();
  end(0);
  await first;
  expect([freshness.check(), freshness.check()]).toEqual([null, null]);
  file.version = 2;
  const second = freshness.check();
  expect(second).not.toBeNull();
  end(1);
  await second;
  expect(freshness.check()).toBeNull();
  expect(looks).toHaveLength(2);
});

test('what was written during a look is looked for by the next read', async () => {
  const { file, looks, freshness, end } = setting();
  const first = freshness.check();
  file.version = 2;
  end(0);
  await first;
  expect(freshness.check()).not.toBeNull();
  expect(looks).toHaveLength(2);
});

test('reads that come while a look is under way do not trust it: it may have begun too early', async () => {
  const { looks, freshness } = setting();
  void freshness.check();
  expect(freshness.check()).not.toBeNull();
  expect(looks).toHaveLength(2);
});

test('without the database readers get what there is, and the next read looks again', async () => {
  const { file, looks, errors, freshness } = setting();
  const failing = freshness.check();
  looks[0]?.reject(new Error('disk'));
  await failing;
  expect(freshness.check()).not.toBeNull();
  file.readable = false;
  expect(freshness.check()).toBeNull();
  expect(errors.map(String)).toEqual(['Error: disk', 'Error: the file is gone']);
});
