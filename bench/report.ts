/** The arguments and the arithmetic that the load runs share. */
import { parseArgs } from 'node:util';
import { sharedData } from '../test/support/shared-data-folder.ts';

export interface BenchOptions {
  /** The directory of model references that the bench imports. */
  readonly data: string;
  /** The length of one run, in seconds. */
  readonly seconds: number;
  /** The number of times that each run is repeated. */
  readonly rounds: number;
  readonly connections: number;
  /** The amounts of data to measure with, as multiples of the data in `data`. */
  readonly factors: readonly number[];
}

/**
 * Reads the arguments of a load run from the command line.
 * @param defaults values for arguments that are absent from the command line
 */
export function benchArguments(
  argv: string[],
  defaults: Partial<Pick<BenchOptions, 'seconds' | 'rounds' | 'factors'>> = {},
): BenchOptions {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      connections: { type: 'string', default: '32' },
      factors: { type: 'string' },
    },
  });
  return {
    data: values.data ?? defaultData(),
    seconds: Number(values.seconds ?? defaults.seconds ?? 4),
    rounds: Number(values.rounds ?? defaults.rounds ?? 3),
    connections: Number(values.connections),
    factors: values.factors?.split(',').map(Number) ?? defaults.factors ?? [1],
  };
}

/**
 * Returns the directory of the real data if it lies beside the checkout, else the directory of the tests' small
 * fixtures.
 */
function defaultData(): string {
  return sharedData === null ? 'test/fixtures/legacy' : `${sharedData}/legacy`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Returns the value below which `share` (from 0 to 1) of all values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil((sorted.length - 1) * share)] ?? Number.NaN;
}

/** Rounds to three significant digits, and to whole numbers from 100 on. */
export function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
