import { dotEnv } from './dot-env.ts';
import { printable } from './printable.ts';
import type { Terminal } from './terminal.ts';

/** The terminal of this process. Variables of a `.env` in the working directory are in its environment. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners('error').includes(ignoreClosedPipe)) stream.on('error', ignoreClosedPipe);
  }
  return {
    environment: { ...dotEnv(), ...process.env },
    givenEnvironment: process.env,
    print: (line) => process.stdout.write(`${printable(line)}\n`),
    note: noteToProcess,
    screen: process.stderr.isTTY ? process.stderr : null,
  };
}

/**
 * Who reads the output may have seen enough (`| head`): a command goes on without a word, and ends as it
 * would have.
 */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** For what is to be said before there is a terminal, too. */
export function noteToProcess(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}
