import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from '../../../../src/records/text-names/model-names.ts';

it.each([
  ['', '', 0],
  ['abc', 'abc', 0],
  ['abc', 'ab', 1],
  ['abc', 'axc', 1],
  ['abcd', 'acbd', 1],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
])('from %j to %j it is %i', (a, b, distance) => {
  expect(editDistance(a, b, 10)).toBe(distance);
  expect(editDistance(b, a, distance)).toBe(distance);
  if (distance > 0) expect(editDistance(a, b, distance - 1)).toBeNull();
});

it('agrees with the definition, whatever the limit', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 8 }), (a, b, limit) => {
      const distance = plainDistance(a, b);
      expect(editDistance(a, b, limit)).toBe(distance <= limit ? distance : null);
    }),
    { numRuns: 1000 },
  );
});

/** By the recursive definition. */
function plainDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const choices = [
    plainDistance(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
    plainDistance(a.slice(1), b) + 1,
    plainDistance(a, b.slice(1)) + 1,
  ];
  if (a[0] === b[1] && a[1] === b[0] && a.length > 1) choices.push(plainDistance(a.slice(2), b.slice(2)) + 1);
  return Math.min(...choices);
}
