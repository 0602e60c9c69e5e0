import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Writes two files, and stops in the middle of the second. */
const program = `
  import { writeFileSync } from 'node:fs';
  import { writeFilesAtomically } from ${JSON.stringify(resolve('src/kernel/files/atomic-write.ts'))};
  const folder = process.argv[1];
  const begin = (file) => file.writeFile('x');
  const stay = async (_, unfinished) => {
    writeFileSync(unfinished + '-wal', 'x');
    process.stdout.write('begun');
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  };
  await writeFilesAtomically(
    [{ path: folder + '/a', write: begin }, { path: folder + '/b', write: stay }],
    { replace: true, protectedPaths: [], mode: 0o600 },
  );
`;

test.each(['SIGINT', 'SIGTERM'] as const)('what is unfinished is gone after %s', async (signal) => {
  const folder = await mkdtemp(join(tmpdir(), 'modelref-signal-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(await readdir(folder)).toHaveLength(3);
  child.kill(signal);
  expect(await once(child, 'close')).toEqual([null, signal]);
  expect(await readdir(folder)).toEqual([]);
});
