import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/command-line.ts';
import { remoteGroups } from '../../src/cli/remote/commands.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { commandPath } from './command-path.ts';
import { comparable, runSteps, stepsOf } from './transcript.ts';

/** The port that the document writes. */
const shownPort = '19800';
const hasCurl = spawnSync('curl', ['--version']).status === 0;

test.skipIf(!hasCurl).for(['docs/cli.md', 'docs/pull.md'])(
  '%s shows what its commands print (skipped where there is no curl)',
  async (page, { signal }) => {
    const shown = stepsOf(await readFile(page, 'utf8'));
    const port = String(await freePort());
    await using commands = await commandPath();
    const ran = await runSteps(
      shown.map(({ command }) => command.replaceAll(shownPort, port)),
      { PATH: commands.path, HOME: commands.folder, TMPDIR: commands.folder },
      signal,
    );
    const printed = ran.map(({ output }, index) => ({
      command: shown[index]?.command ?? '',
      output: output.replaceAll(new RegExp(`\\b${port}\\b`, 'g'), shownPort),
    }));
    expect(comparable(printed)).toEqual(comparable(shown));
  },
);

test('when its time is over, nothing that a document has started goes on', async () => {
  await using commands = await commandPath();
  const pidFile = join(commands.folder, 'pid');
  const time = new AbortController();
  const running = runSteps(
    ['sleep 600 & echo $! > pid.new && mv pid.new pid', 'wait'].map(
      (line) => `cd '${commands.folder}'\n${line}`,
    ),
    { PATH: commands.path },
    time.signal,
  );
  const pid = Number(await eventually(() => readFile(pidFile, 'utf8')));
  expect(isAlive(pid)).toBe(true);
  time.abort(new Error('time is over'));
  await expect(running).rejects.toThrow('time is over');
  await eventually(() => expect(isAlive(pid)).toBe(false));
});

test('docs/cli.md and docs/pull.md run every command that asks a registry', async () => {
  const pages = await Promise.all(['cli', 'pull'].map((name) => readFile(`docs/${name}.md`, 'utf8')));
  const commands = pages.flatMap(stepsOf).map(({ command }) => command);
  const terminal = { environment: {}, givenEnvironment: {}, print: () => {}, note: () => {}, screen: null };
  const names = Object.values(remoteGroups)
    .flat()
    .map((command) => command(terminal).name());
  const missing = names.filter((name) => !commands.some((line) => line.includes(`modelref ${name}`)));
  expect(missing).toEqual([]);
  expect(createProgram(terminal).commands.map((command) => command.name())).toEqual(
    expect.arrayContaining(names),
  );
});

/** Whether a process runs. One that ended and that nobody has asked about yet runs no more. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}
