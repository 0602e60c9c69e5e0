import { describe, expect, test } from 'vitest';
import { ModelOrder, planOrder } from '../../../../src/modules/catalog/model-order.ts';

test('names can be placed, moved and removed', () => {
  const order = new ModelOrder(['a', 'b', 'c']);
  order.place('d', 'a');
  order.place('c', null);
  order.append('c');
  order.append('c');
  order.delete('b');
  order.place('e', 'nobody');
  order.place('a', 'a');
  expect([...order]).toEqual(['d', 'c', 'e', 'a']);
  expect([order.before('d'), order.before('c')]).toEqual([null, 'd']);
  for (const name of [...order]) order.delete(name);
  expect([...order]).toEqual([]);
  order.append('x');
  expect([...order]).toEqual(['x']);
});

describe('the order of a file', () => {
  test.each<[string, string, string, string, string]>([
    ['nothing to do', 'a b c', 'a b c', 'a b c', ''],
    ['new models at the end', 'a b', 'a b c d', 'a b c d', ''],
    ['new models among the others', 'a c', 'a b c d', 'a b c d', 'b'],
    ['a new first model', 'b', 'a b', 'a b', 'a'],
    ['a model that moved up', 'a b c d', 'd a b c', 'd a b c', 'd'],
    ['a model that moved down', 'a b c d', 'b c d a', 'b c d a', 'a'],
    ['models that the file lacks', 'x a y b z', 'b a', 'x b a y z', 'b'],
    ['a new model before those that the file lacks', 'a y b z', 'a c b d', 'a y c b z d', 'c'],
    ['all turned round', 'a b c', 'c b a', 'c b a', 'c b'],
    ['no model that is there', 'x', 'a b', 'x a b', ''],
    ['nothing there', '', 'a b', 'a b', ''],
  ])('%s', (_, present, wanted, order, placed) => {
    const names = (text: string) => text.split(' ').filter(Boolean);
    const plan = planOrder(names(present), names(wanted));
    expect(plan.order.join(' ')).toBe(order);
    expect([...plan.predecessorByName.keys()].join(' ')).toBe(placed);
  });

  test('is what followers have who place the models one after the other', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const shuffled = (names: string[]) => {
      const left = [...names];
      return names.map(() => left.splice(random(left.length), 1)[0] as string);
    };
    for (let round = 0; round < 500; round += 1) {
      const all = Array.from({ length: 1 + random(12) }, (_, at) => `m${at}`);
      const present = shuffled(all).slice(0, random(all.length + 1));
      const wanted = shuffled(all).slice(0, random(all.length + 1));
      const { order, predecessorByName: placed } = planOrder(present, wanted);
      const follower = new ModelOrder(present);
      for (const name of wanted) {
        const behind = placed.get(name);
        if (behind !== undefined) follower.place(name, behind);
        else if (!follower.has(name)) follower.append(name);
      }
      expect([...follower]).toEqual(order);
      expect(order.filter((name) => wanted.includes(name))).toEqual(wanted);
      expect(new Set(order)).toEqual(new Set([...present, ...wanted]));
      const others = (names: readonly string[]) => names.filter((name) => !wanted.includes(name));
      expect(others(order)).toEqual(others(present));
    }
  });
});
