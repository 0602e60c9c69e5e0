import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { EvidenceCommand } from './commands.ts';
import { jsonOf, parseReport, type Report } from './report.ts';
import { runAll } from './run-all.ts';
import { runCommand } from './run-command.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'modelref-all-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const never = new AbortController().signal;
const empty: Report = {
  commit: 'c0ffee',
  changed: false,
  machine: 'this one',
  began: '2026-11-22T00:00:00.000Z',
  short: false,
  rows: [],
};

async function runOf(commands: readonly EvidenceCommand[], report: Report, file: string, atOnce = 1) {
  const said: string[] = [];
  const logs = join(file, '..', 'logs');
  await runAll({ commands, report, file, logs, atOnce, signal: never, say: (line) => said.push(line) });
  return { said, written: parseReport(readFileSync(jsonOf(file), 'utf8')) };
}

test('each command has a row with what became of it; a later run goes on with what was not shown', async () => {
  const file = join(temporaryFolder(), 'report.md');
  const commands: EvidenceCommand[] = [
    { command: 'echo one; echo 7 of 7', minutes: 1, short: 'echo short' },
    { command: 'echo worse >&2; exit 1', minutes: 1 },
    { command: 'echo npm run proof needs gcc; exit 2', minutes: 1 },
    { command: 'true', minutes: 1, short: null },
  ];
  const { written } = await runOf(commands, empty, file);
  expect(
    written.rows.map(({ command, outcome, exit, tail }) => [command, outcome, exit, tail.at(-1)]),
  ).toEqual([
    ['echo one; echo 7 of 7', 'shown', 0, '7 of 7'],
    ['echo worse >&2; exit 1', 'failed', 1, 'worse'],
    ['echo npm run proof needs gcc; exit 2', 'not run', 2, 'npm run proof needs gcc'],
    ['true', 'shown', 0, undefined],
  ]);
  expect(readFileSync(file, 'utf8')).toMatch(/\| `echo one; echo 7 of 7` \| shown \| 0 \| \d+ \| 7 of 7 \|/);

  const again = await runOf(commands, { ...written, commit: written.commit }, file);
  expect(again.said.filter((line) => line.endsWith('shown before'))).toHaveLength(2);
  expect(again.written.rows.map(({ outcome }) => outcome)).toEqual(['shown', 'failed', 'not run', 'shown']);

  const short = await runOf(commands, { ...empty, short: true }, file);
  expect(short.written.rows.map(({ ran }) => ran)).toEqual([
    'echo short',
    'echo worse >&2; exit 1',
    'echo npm run proof needs gcc; exit 2',
  ]);
});

test('those that measure run first and alone, the others side by side', async () => {
  const folder = temporaryFolder();
  const fifos = [1, 2].map((number) => join(folder, `fifo${number}`));
  execFileSync('mkfifo', fifos);
  const [one, two] = fifos;
  const { said } = await runOf(
    [
      // Neither ends before the other has begun.
      { command: `echo > ${one}; cat ${two}`, minutes: 1 },
      { command: `cat ${one}; echo > ${two}`, minutes: 1 },
      { command: 'echo a figure', minutes: 1, alone: true },
    ],
    empty,
    join(folder, 'report.md'),
    2,
  );
  expect(said.slice(0, 2)).toEqual([
    'echo a figure: begins',
    expect.stringMatching(/^echo a figure: shown, \d+ s: a figure$/),
  ]);
  expect(said.filter((line) => line.includes(': shown'))).toHaveLength(3);
});

test('a command that takes too long is ended with all that it has started', async () => {
  const log = join(temporaryFolder(), 'log');
  // A shell that waits for another: both hold the output open, which ends when both are gone.
  const line = 'sh -c "echo $$; sleep 600; true" & wait';
  const { exit, timedOut } = await runCommand(line, { log, timeoutMs: 100, signal: never });
  expect({ exit, timedOut }).toEqual({ exit: null, timedOut: true });
});
