import { expect, test } from 'vitest';
import { seededRandom } from '../audit/seeded-random.ts';
import { tryWrongTargets } from './wrong-targets.ts';

test.skipIf(process.platform !== 'linux')(
  'whatever place a tool is told to write to, nothing of the live database changes',
  async () => {
    const result = await tryWrongTargets({ attempts: 20, random: seededRandom(20) });
    expect(result.damages).toEqual([]);
    expect(result.refused).toBeGreaterThan(result.attempts / 2);
  },
);
