import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runDeepKills } from './deep-kills.ts';

const mebibyte = 1024 * 1024;

test('a file that is read whole by processes that are killed is begun again, and has its hash', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'modelref-deep-kills-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const result = await runDeepKills(`sqlite:${directory}/registry.db`, {
    kills: 1,
    sizeBytes: 48 * mebibyte + 7,
    random: () => 0.8,
  });
  expect(result).toEqual({ contradictions: [], killsUnderway: 1 });
});
