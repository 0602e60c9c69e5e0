import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { comparable, runSteps, stepsOf } from './transcript.ts';

/** The port that the document writes. */
const shownPort = '19800';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

test.skipIf(!hasCurl)(
  'the walkthrough shows what its commands print (skipped where there is no curl)',
  async ({ signal }) => {
    const shown = stepsOf(await readFile('docs/walkthrough.md', 'utf8'));
    expect(shown.length).toBeGreaterThan(12);
    const port = String(await freePort());
    const ran = await runSteps(
      shown.map(({ command }) => command.replaceAll(shownPort, port)),
      { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' },
      signal,
    );
    const printed = ran.map(({ output }, index) => ({
      command: shown[index]?.command ?? '',
      output: output.replaceAll(new RegExp(`\\b${port}\\b`, 'g'), shownPort),
    }));
    expect(comparable(printed)).toEqual(comparable(shown));
  },
);
