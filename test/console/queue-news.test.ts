import type { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createQueueReload, reloadIntervalMs, setListening } from '../../console/src/api/queue-news.ts';

/** A client whose reads end when the test says so. */
function slowClient() {
  const asked: string[] = [];
  const ends: (() => void)[] = [];
  const client = {
    invalidateQueries: ({ queryKey }: { queryKey: string[] }) => {
      asked.push(String(queryKey[0]));
      return new Promise<void>((resolve) => ends.push(resolve));
    },
  } as unknown as QueryClient;
  const answer = async () => {
    for (const end of ends.splice(0)) end();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { client, asked, answer };
}

it('a busy queue is read once more at the end, however often it changed meanwhile', async () => {
  const { client, asked, answer } = slowClient();
  const renew = createQueueReload(client);
  void renew();
  for (let changes = 0; changes < 20; changes += 1) void renew();
  expect(asked).toEqual(['changes', 'batches']);
  await answer();
  expect(asked).toEqual(['changes', 'batches', 'changes', 'batches']);
  await answer();
  expect(asked).toHaveLength(4);
  void renew();
  expect(asked).toHaveLength(6);
});

it('reads what it is not told of, and more often where it is told nothing', () => {
  const alone = reloadIntervalMs();
  setListening(true);
  const told = reloadIntervalMs();
  setListening(false);
  expect([told, alone]).toEqual([60_000, 15_000]);
});
