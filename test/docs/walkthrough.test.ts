import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { comparable, runSteps, stepsOf } from './transcript.ts';

/** The port that the document writes. */
const shownPort = '19800';

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

const hasCurl = spawnSync('curl', ['--version']).status === 0;

test.skipIf(!hasCurl)(
  'the walkthrough shows what its commands print (skipped where there is no curl)',
  async () => {
    const shown = stepsOf(await readFile('docs/walkthrough.md', 'utf8'));
    expect(shown.length).toBeGreaterThan(20);
    const port = await freePort();
    const ran = await runSteps(
      shown.map(({ command }) => command.replaceAll(shownPort, port)),
      { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' },
    );
    const printed = ran.map(({ output }, index) => ({
      command: shown[index]?.command ?? '',
      output: output.replaceAll(port, shownPort),
    }));
    expect(comparable(printed)).toEqual(comparable(shown));
  },
);
