import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const compiler = 'gcc';

/** Values of `enum call` in faulty-io.c. */
const calls = { write: 1, sync: 2, open: 4, truncate: 8 } as const;

/** The number of a signal where an error number is expected. */
const signals = { SIGKILL: -1 } as const;

export interface IoFault {
  readonly calls: readonly (keyof typeof calls)[];
  /** The error of struck calls; `SIGKILL` ends the process in their place. */
  readonly error: keyof typeof constants.errno | keyof typeof signals;
  /** The first such call that is struck, from 1; all after it are struck too. Default: 1. */
  readonly first?: number;
  /** A struck write first writes half of its bytes. */
  readonly torn?: boolean;
}

/** Faults in what a process does with the database's files, while it runs. */
export interface FaultyIo extends Disposable {
  /** The variables that the process has to have in its environment. */
  readonly environment: Record<string, string>;
  begin(fault: IoFault): void;
  /** Returns how many calls of the kind there were since `begin`. */
  end(): number;
}

/** Why faults cannot be injected here; null when they can. */
export function whyNoFaultyIo(): string | null {
  if (process.platform !== 'linux') return 'LD_PRELOAD is for Linux';
  try {
    execFileSync(compiler, ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return `${compiler} is not installed: what makes files fail is compiled by the test`;
  }
}

/** @param files part of the paths that are to fail */
export function makeFaultyIo(files: string): FaultyIo {
  const directory = mkdtempSync(join(tmpdir(), 'modelref-faulty-io-'));
  const library = join(directory, 'faulty-io.so');
  const control = join(directory, 'control');
  execFileSync(
    compiler,
    ['-O1', '-shared', '-fPIC', '-o', library, resolve('test/proof/crash/faulty-io.c'), '-ldl'],
    { stdio: 'inherit' },
  );
  const block = new Int32Array(5);
  const file = openSync(control, 'w+');
  const writeBlock = (values: readonly number[]) => {
    block.set(values);
    writeSync(file, block, 0, block.byteLength, 0);
  };
  writeBlock([0, 0, 0, 0, 0]);
  return {
    environment: { LD_PRELOAD: library, FAULTY_IO_CONTROL: control, FAULTY_IO_FILES: files },
    begin: ({ calls: names, error, first = 1, torn = false }) => {
      const mask = names.reduce((sum, name) => sum | calls[name], 0);
      const code = { ...constants.errno, ...signals }[error];
      // The calls last: as long as they are 0, nothing is struck.
      writeBlock([0, code, first, torn ? 1 : 0, 0]);
      writeSync(file, new Int32Array([mask]), 0, 4, 0);
    },
    end: () => {
      readSync(file, block, 0, block.byteLength, 0);
      const seen = block[4] ?? 0;
      writeBlock([0, 0, 0, 0, 0]);
      return seen;
    },
    [Symbol.dispose]: () => {
      closeSync(file);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
