import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCuts } from './cuts.ts';

test('through cut connections and a restart of the primary, a replica takes every event over once, and reads never fail', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'modelref-cuts-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const result = await runCuts(directory, 20, 7);
  expect(result).toMatchObject({ cuts: 20, failedReads: 0, miscounted: {}, bootstraps: 1, same: true });
  expect(result.reads).toBeGreaterThan(20);
});
