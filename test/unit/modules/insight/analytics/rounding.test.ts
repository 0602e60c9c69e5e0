import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentageOf, roundHalfEven } from '../../../../../src/modules/insight/analytics/rounding.ts';

describe('roundHalfEven', () => {
  it.each([
    [0.125, 2, 0.12],
    [0.375, 2, 0.38],
    [-2.5, 0, -2],
    // Only written like the middle: the double is above or below it.
    [2.675, 2, 2.67],
    [1.005, 2, 1],
    [4378024429.08125, 2, 4378024429.08],
    [1e22, 2, 1e22],
  ])('%d to %i places is %d', (value, places, rounded) => {
    expect(roundHalfEven(value, places)).toBe(rounded);
  });

  it('is right for every double', () => {
    const value = fc.oneof(
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      // Near to many middles.
      fc
        .tuple(fc.nat(100_000), fc.constantFrom(2, 4, 8, 16, 32, 1024))
        .map(([whole, parts]) => whole / parts),
    );
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 4 }), (number, places) => {
        expect(roundHalfEven(number, places)).toBe(exactlyRounded(number, places));
      }),
      { numRuns: 5000 },
    );
  });
});

/** The same in whole numbers: a double is a whole number of 2 ** -1074. */
function exactlyRounded(value: number, places: number): number {
  let scaled = value;
  let binaryPlaces = 0n;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    binaryPlaces += 1n;
  }
  const numerator = BigInt(scaled) * 10n ** BigInt(places);
  const denominator = 2n ** binaryPlaces;
  const down = numerator / denominator;
  const twiceRest = (numerator % denominator) * 2n;
  const up = twiceRest > denominator || (twiceRest === denominator && down % 2n === 1n);
  const digits = String(up ? down + 1n : down).padStart(places + 1, '0');
  return Number(`${digits.slice(0, digits.length - places)}.${digits.slice(digits.length - places)}`);
}

it('a part of nothing is 0 percent', () => {
  expect([percentageOf(0, 0), percentageOf(1, 4), percentageOf(3, 3)]).toEqual([0, 25, 100]);
});
