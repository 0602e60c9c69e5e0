import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runSteps, type Step, stepsOf } from './transcript.ts';

test('the page about the bridge shows what its commands print', async ({ signal }) => {
  const shown = stepsOf(await readFile('docs/bridge.md', 'utf8'));
  expect(shown.length).toBeGreaterThan(7);
  const ran = await runSteps(
    shown.map(({ command }) => command),
    { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' },
    signal,
  );
  expect(withoutCommits(ran)).toEqual(withoutCommits(shown));
});

function withoutCommits(steps: readonly Step[]): Step[] {
  return steps.map(({ command, output }) => ({
    command,
    output: output.replace(/\b[0-9a-f]{12}\b/g, '<commit>').trimEnd(),
  }));
}
