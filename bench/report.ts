/** What the load runs share: their arguments and their arithmetic. */
import { parseArgs } from 'node:util';
import { sharedData } from '../test/support/shared-data-folder.ts';

export function benchArguments(argv: string[]) {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: 'string' },
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '32' },
      json: { type: 'string' },
    },
  });
  return {
    data: values.data ?? defaultData(),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    connections: Number(values.connections),
    json: values.json,
  };
}

/** Real data when it lies beside the checkout, else the small fixtures of the tests. */
function defaultData(): string {
  const real = sharedData;
  return real === null ? 'test/fixtures/legacy' : `${real}/legacy`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
