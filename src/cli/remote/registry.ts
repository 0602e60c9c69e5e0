import { readFileSync, statSync } from 'node:fs';
import {
  ApiError,
  type ErrorKind,
  isUnrouted,
  ModelrefClient,
  type Outcome,
  type PendingChange,
  type Queue,
} from '#client';
import { flag, type OptionValues, value } from '../command.ts';
import { CommandFailed, type Terminal, UsageError } from '../terminal.ts';

/** The options of every command that calls a registry. */
export const serverOptions = {
  server: value('<url>', "URL of the registry's API, such as https://models.example/api; or MODELREF_SERVER"),
  keyFile: value('<file>', 'file with your API key; or MODELREF_KEY_FILE, or the key itself in MODELREF_KEY'),
  json: flag('print JSON'),
};

export type ServerOptions = OptionValues<typeof serverOptions>;

export const categoryOption = value(
  '<name>',
  'category of the model; required if several categories have a model of this name',
);

/**
 * Creates the client of the registry that the options or the environment specify.
 * @throws UsageError when neither specifies a registry; CommandFailed when the key file cannot be read
 */
export function createClient(terminal: Terminal, options: ServerOptions): ModelrefClient {
  const { environment } = terminal;
  const serverUrl = options.server ?? environment.MODELREF_SERVER;
  if (!serverUrl) throw new UsageError('No registry given: use --server <url>, or set MODELREF_SERVER.');
  if (!URL.canParse(serverUrl) || !/^https?:/.test(serverUrl)) {
    throw new UsageError(
      `'${serverUrl}' is not the address of a registry; allowed: http://… or https://…, such as https://models.example/api`,
    );
  }
  const url = new URL(serverUrl);
  const server = url.pathname === '/' ? new URL('/api', url).href : serverUrl;
  return new ModelrefClient({ server, key: readApiKey(terminal, options), onOutcome: refuseOutcome });
}

/**
 * Called after each response. Throws when the response is empty, because no endpoint that commands use sends
 * an empty response. Also throws when the response to a GET request warns of ignored query parameters.
 *
 * @throws ApiError
 */
function refuseOutcome({ method, path, status, warning }: Outcome): void {
  if (status === 204)
    throw new ApiError(status, `Unexpected answer to ${path}: it is empty (204).`, {
      kind: 'bad-answer',
    });
  if (method !== 'GET' || !warning?.includes('Unknown query')) return;
  throw new ApiError(400, `This registry ignores part of the query: ${warning.replace(/^299 - /, '')}`);
}

/**
 * Reads the API key from a file or the environment; null when neither has one. Keys are never accepted as
 * arguments, which all users of the machine can see.
 * @throws CommandFailed when the file cannot be read
 */
function readApiKey({ environment, note }: Terminal, { keyFile }: ServerOptions): string | null {
  const path = keyFile ?? (environment.MODELREF_KEY ? undefined : environment.MODELREF_KEY_FILE);
  if (path === undefined) return environment.MODELREF_KEY || null;
  try {
    if ((statSync(path).mode & 0o077) !== 0)
      note(`Other users of this machine can read your key in ${path}; to stop that: chmod 600 ${path}`);
    return readFileSync(path, 'utf8').trim() || null;
  } catch (error) {
    throw new CommandFailed(`The file with the API key cannot be read: ${(error as Error).message}`);
  }
}

/** Exit codes of failed calls; documented in docs/cli.md. */
const exitCodes: Readonly<Partial<Record<ErrorKind, number>>> = {
  'not-found': 3,
  unauthorized: 4,
  conflict: 5,
  'changed-meanwhile': 5,
  gone: 5,
  unreachable: 6,
  timeout: 6,
  unavailable: 6,
  'too-many': 6,
  'bad-answer': 6,
  'server-error': 6,
  invalid: 7,
};

export const notFoundExitCode = 3;

export function exitCodeOf(error: ApiError): number {
  return exitCodes[isUnrouted(error) ? 'bad-answer' : error.kind] ?? 1;
}

const isItRunningHint = 'Check the address in --server or MODELREF_SERVER, and that the registry is running.';

/** Hints for failed calls whose error message contains none. */
const hints: Readonly<Partial<Record<ErrorKind, string>>> = {
  unauthorized: 'The key comes from --key-file, MODELREF_KEY or MODELREF_KEY_FILE.',
  unreachable: isItRunningHint,
  timeout: isItRunningHint,
  'bad-answer':
    'Check that --server or MODELREF_SERVER is the API of a registry of this version. A proxy in front may require a login.',
  'server-error':
    'Try again later; if it fails again, ask the operator: the log of the service states the cause.',
};

/** Returns the message of a failed call. Rewords Node.js messages about redirects and TLS. */
function rewordMessage({ message }: ApiError): string {
  return (
    message
      .replace('unexpected redirect', 'it redirects to another address; keys and writes are not sent there')
      // OpenSSL appends source locations, over several lines.
      .replace(/[0-9A-F]+:error:[^:]*:[^:]*:[^:]*:([^:]+):[\s\S]*/, '$1.')
  );
}

/** Returns the lines that explain a failed call, with a line for each wrong field. */
export function describeFailure(error: ApiError): string[] {
  const { problems } = error;
  const plainMessage = rewordMessage(error);
  const [kind, message] = isUnrouted(error)
    ? (['bad-answer', `${plainMessage}: the server does not have this path.`] as const)
    : [error.kind, plainMessage];
  const hint = hints[kind];
  if (problems.length === 0) return hint === undefined ? [message] : [message, hint];
  const lines = problems.map(({ loc, msg }) => `  ${loc.slice(1).join('.') || 'record'}: ${msg}`);
  return ['The registry refused the input:', ...lines];
}

/**
 * Loads a change.
 * @throws CommandFailed, with the change's number, when it does not exist
 */
export async function findChange(queue: Queue, id: number): Promise<PendingChange> {
  try {
    return await queue.change(id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'not-found' || isUnrouted(error)) throw error;
    throw new CommandFailed(`Change ${id} does not exist. Nothing was done.`, { exitCode: notFoundExitCode });
  }
}

/**
 * Finds a model by name. Without a category, asks the registry which categories have the name: first among
 * models, then among other records, such as baselines.
 *
 * @throws CommandFailed when no category or more than one has the name
 */
export async function findModel(client: ModelrefClient, name: string, category: string | undefined) {
  const categories = category === undefined ? await findCategories(client, name) : [category];
  if (categories.length > 1) {
    throw new CommandFailed(
      `Model '${name}' exists in ${categories.join(' and ')}: select one with --category.`,
    );
  }
  const copy = categories[0] === undefined ? null : await client.model(categories[0], name);
  if (copy) return { category: categories[0] as string, name, copy };
  const categoryText = category === undefined ? 'in any category' : `in ${category}`;
  throw new CommandFailed(`Model '${name}' does not exist ${categoryText}.`, { exitCode: notFoundExitCode });
}

async function findCategories(client: ModelrefClient, name: string): Promise<string[]> {
  const categories = new Set<string>();
  for await (const record of client.search({ name_contains: name.slice(0, 200) })) {
    if (record.name === name) categories.add(record.record_type);
  }
  return [...categories];
}

/**
 * Checks that the registry has these categories. Its other responses are the same for an unknown category and
 * an empty one.
 *
 * @throws CommandFailed, with the names of all categories, when one is unknown; ApiError when the registry
 *   refuses or is unreachable
 */
export async function checkCategories(client: ModelrefClient, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const categories = await client.categories();
  const unknownNames = names.filter((name) => !categories.includes(name));
  if (unknownNames.length === 0) return;
  throw new CommandFailed(
    `There is no category ${unknownNames.map((name) => `'${name}'`).join(', ')}; the categories are: ${categories.join(', ')}`,
    { exitCode: notFoundExitCode },
  );
}
