import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest. Begun last, each would let the other processor wait for it. */
const slowest = [
  'crash/every-statement-postgres',
  'crash/every-statement',
  'cli/demo',
  'crash/group',
  'bridge/github',
  'guidance/large-catalogue',
  'contract/round-trips',
  'http/large-batches',
];

/** Starts the slowest files first, also on a machine that has not timed them yet. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = slowest.findIndex((part) => moduleId.includes(part));
      return found < 0 ? slowest.length : found;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
