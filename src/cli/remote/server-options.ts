import { readFileSync, statSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { ModelrefClient } from '#client';
import { CommandFailed, type Terminal, UsageError } from '../terminal.ts';

export interface ServerOptions {
  readonly server?: string;
  readonly keyFile?: string;
  readonly json?: boolean;
}

/** The options of every command that asks a server. */
export function asksServer(command: Command): Command {
  return command
    .option('--server <url>', "the registry's API, https://models.example/api; or MODELREF_SERVER")
    .option('--key-file <file>', 'holds the key; or MODELREF_KEY_FILE, or the key itself in MODELREF_KEY')
    .option('--json', 'print JSON, for programs');
}

/** @throws UsageError when no server is named; CommandFailed when the key cannot be read */
export function openServer(terminal: Terminal, options: ServerOptions): ModelrefClient {
  const { environment } = terminal;
  const given = options.server ?? environment.MODELREF_SERVER;
  if (!given) throw new UsageError('Which registry? Give --server <url>, or set MODELREF_SERVER.');
  if (!URL.canParse(given) || !/^https?:/.test(given)) {
    throw new UsageError(
      `'${given}' is no server; allowed: http://… or https://…, such as https://models.example/api`,
    );
  }
  const url = new URL(given);
  const server = url.pathname === '/' ? new URL('/api', url).href : given;
  return new ModelrefClient({ server, key: keyOf(terminal, options) });
}

/** Never from an argument: everybody on the machine can read those. */
function keyOf({ environment, note }: Terminal, { keyFile }: ServerOptions): string | null {
  const path = keyFile ?? (environment.MODELREF_KEY ? undefined : environment.MODELREF_KEY_FILE);
  if (path === undefined) return environment.MODELREF_KEY || null;
  try {
    if ((statSync(path).mode & 0o077) !== 0)
      note(`Others on this machine may read ${path}: chmod 600 ${path}`);
    return readFileSync(path, 'utf8').trim() || null;
  } catch (error) {
    throw new CommandFailed(`The key cannot be read: ${(error as Error).message}`);
  }
}

/** @throws InvalidArgumentError, which commander shows with the option's name */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It has to be a whole number from 1.');
}

/** Several of them, one after the other. */
export function wholeNumbers(text: string, before: readonly number[] | undefined): number[] {
  return [...(before ?? []), wholeNumber(text)];
}
