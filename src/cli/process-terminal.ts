import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { CommandFailed, type Terminal } from './terminal.ts';

/** The terminal of this process. Variables of a `.env` in the working directory are in its environment. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners('error').includes(ignoreClosedPipe)) stream.on('error', ignoreClosedPipe);
  }
  return {
    environment: { ...dotEnv(), ...process.env },
    givenEnvironment: process.env,
    print: (line) => process.stdout.write(`${line}\n`),
    note: (line) => process.stderr.write(`${line}\n`),
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

function dotEnv(): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new CommandFailed(`.env cannot be read: ${message}`);
  }
}
