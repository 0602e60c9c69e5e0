import { describe, expect, it } from 'vitest';
import { slope } from './slope.ts';

const samples = (...values: number[]) => values.map((value, at) => ({ at: at * 10, value }));

describe('the slope of samples', () => {
  it.each([
    ['that grow evenly', samples(100, 105, 110, 115), 0.5],
    ['that fall', samples(30, 20, 10), -1],
    ['that stay', samples(7, 7, 7), 0],
    ['that go up and down', samples(1, 5, 1, 5, 1), 0],
    ['of a single one', samples(4), 0],
    ['of none', samples(), 0],
  ])('%s', (_, given, expected) => {
    expect(slope(given)).toBeCloseTo(expected, 10);
  });
});
