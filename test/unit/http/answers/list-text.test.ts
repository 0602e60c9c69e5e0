import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { inPagesOfSize } from '../../../../src/kernel/concurrency/pages.ts';
import { ListText } from '../../../../src/serving/answers/list-text.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('holds nothing of what it has read but the text that is not taken yet', async () => {
  const read: WeakRef<object>[] = [];
  const pages = inPagesOfSize(
    [1, 2, 3, 4],
    { size: 1, most: 2 },
    async (ids) => new Map(ids.map((id) => [id, 1])),
    async ([id]) => {
      const item = { id, text: 'x'.repeat(200_000) };
      read.push(new WeakRef(item));
      return [item];
    },
  );
  const list = new ListText({ head: '[', pages, textOf: JSON.stringify, tail: () => ']' });
  // The head, and the first two of four pieces of the first item.
  for (let piece = 0; piece < 3; piece += 1) await list.next();
  // What is referred to weakly stays until the turn in which it was made is over.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(read.map((item) => item.deref())).toEqual([undefined]);
  let rest = '';
  for await (const piece of list) rest += piece;
  expect(rest).toHaveLength(
    JSON.stringify([1, 2, 3, 4].map((id) => ({ id, text: '' }))).length + 800_000 - 1 - 2 * 65_536,
  );
  expect(read).toHaveLength(4);
});
