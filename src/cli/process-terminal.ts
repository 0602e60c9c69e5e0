import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { CommandFailed, type Terminal } from './terminal.ts';

/** The terminal of this process. Variables of a `.env` in the working directory are in its environment. */
export function processTerminal(): Terminal {
  return {
    environment: { ...dotEnv(), ...process.env },
    givenEnvironment: process.env,
    print: (line) => process.stdout.write(`${line}\n`),
    note: (line) => process.stderr.write(`${line}\n`),
    screen: process.stderr.isTTY ? process.stderr : null,
  };
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
