import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runDeepKills } from './deep-kills.ts';

const mebibyte = 1024 * 1024;

test('a file that is read whole by processes that are killed has its hash, and is read on where it was stored', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'modelref-deep-kills-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const { contradictions, killsUnderway, began } = await runDeepKills(`sqlite:${directory}/registry.db`, {
    kills: 1,
    sizeBytes: 48 * mebibyte + 7,
    pieceBytes: 2 * mebibyte,
    random: () => 0.99,
  });
  expect({ contradictions, killsUnderway }).toEqual({ contradictions: [], killsUnderway: 1 });
  expect(began[0]).toBe(0);
  expect(began[1]).toBeGreaterThan(2 * mebibyte);
});
