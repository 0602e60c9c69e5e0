import { expect, it } from 'vitest';
import { createStyleUses, readStyles } from '../../../../src/modules/insight/style-uses.ts';

it('keeps the last good copy, and says how old it is and what is wrong', async () => {
  let content: unknown = { one: { model: 'A' } };
  let now = 100;
  const uses = createStyleUses({
    source: 'somewhere',
    read: async () => readStyles(content),
    clock: { now: () => now },
  });
  expect(uses.of('image_generation', 'A')).toBeNull();
  await uses.refresh();
  expect(uses.of('image_generation', 'a')).toEqual(['one']);

  [content, now] = ['<html>', 200];
  await expect(uses.refresh()).rejects.toThrow('neither an object nor a list');
  expect(uses.of('image_generation', 'A')).toEqual(['one']);
  expect(uses.status()).toEqual({
    source: 'somewhere',
    styles: 1,
    read_at: 100,
    problem: 'it is neither an object nor a list of styles',
  });

  [content, now] = [{ one: { model: 'B' }, two: { models: ['b', 'B'] } }, 300];
  await uses.refresh();
  expect([uses.of('image_generation', 'A'), uses.of('image_generation', 'B')]).toEqual([[], ['one', 'two']]);
  expect(uses.status()).toMatchObject({ read_at: 300, problem: null });
});

it.each([
  [{ one: { model: 5 } }, 'no style in it names a model'],
  [[1, null, { name: 'x' }], 'no style in it names a model'],
  [{}, 'no style in it names a model'],
  [[], 'no style in it names a model'],
  [null, 'neither an object nor a list'],
  [Array.from({ length: 20_001 }, () => ({})), 'more than 20000 styles'],
])('refuses %#, and does not take it for an empty file', (content, message) => {
  expect(() => readStyles(content)).toThrow(message);
});
