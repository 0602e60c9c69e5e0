import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { CommandFailed } from './terminal.ts';

/**
 * The variables of a `.env` in the working directory; none where there is no such file.
 *
 * @throws CommandFailed when it cannot be read
 */
export function dotEnv(): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new CommandFailed(`.env cannot be read: ${message}`);
  }
}
