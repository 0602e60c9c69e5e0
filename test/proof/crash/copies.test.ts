import { expect, test } from 'vitest';
import { runCopies } from './copy-run.ts';

test.skipIf(process.platform !== 'linux')(
  'copies taken at any instant, and a backup, are whole and have what was acknowledged before',
  async () => {
    const result = await runCopies({ copies: 5, copiesPerDatabase: 5, random: Math.random });
    expect(result.contradictions).toEqual([]);
    expect(result).toMatchObject({ copies: 5, backups: 1 });
  },
  // For a busy machine: a test that is cut off leaves its service behind.
  300_000,
);
