import { readFile } from 'node:fs/promises';
import { buffer as readAll } from 'node:stream/consumers';
import { ApiError, type ModelrefClient, type Proposal, type RecordDraft, withTrimmedFiles } from '#client';
import {
  command,
  flag,
  type OptionValues,
  oneOrMoreArguments,
  optionalArgument,
  parseWholeNumbers,
  requiredArgument,
  value,
} from '../command.ts';
import { CommandFailed, type Terminal, UsageError } from '../terminal.ts';
import { printDiff, printDryRun, printJson, printRisk } from './output.ts';
import { createClient, exitCodeOf, findChange, findModel, serverOptions } from './registry.ts';

const options = {
  ...serverOptions,
  delete: value('<name>', 'propose to delete this model'),
  update: flag('replace the model of this name, and print the removed and changed fields'),
  dryRun: flag('print what would change, without queueing it'),
};

export const proposeCommand = command({
  name: 'propose',
  about: 'Propose a new record, an update, or a deletion.',
  arguments: [
    requiredArgument('category', 'such as clip'),
    optionalArgument('file', 'a JSON file with the record; - for standard input'),
  ],
  options,
  help: `
The name must be new: an existing one is refused (exit code 5). With --update, the record replaces the whole record of that model:
omitted fields are removed.
With --json: the queued change, or the dry run; the fields that --update removes and changes then go to standard error.

Examples:
  modelref propose clip record.json
  modelref get ViT-L/14 --json | jq '.description="…"' | modelref propose clip - --update --dry-run
  modelref propose clip --delete ViT-L/14`,
  async run(terminal, options, category, file) {
    if ((file === undefined) === (options.delete === undefined)) {
      throw new UsageError('Specify a file with the record, or --delete and a name.');
    }
    if (options.update && file === undefined) {
      throw new UsageError('Specify either --update with a file, or --delete.');
    }
    const client = createClient(terminal, options);
    const { proposal, etag } = await createProposal(client, category, file, options);
    try {
      if (options.dryRun) {
        const preview = await client.queue.dryRun(proposal);
        if (options.json) printJson(terminal, preview);
        else printDryRun(terminal, preview);
        return;
      }
      if (options.update) {
        const messageTerminal = options.json ? { ...terminal, print: terminal.note } : terminal;
        printDryRun(messageTerminal, await client.queue.dryRun(proposal));
      }
      await queueProposal(terminal, client, proposal, etag, options.json);
    } catch (error) {
      if (proposal.operation !== 'create') throw error;
      throw withUpdateHint(error, proposal);
    }
  },
});

export const diffCommand = command({
  name: 'diff',
  about: 'Show the diff of queued changes against the live records. For approvers.',
  arguments: [oneOrMoreArguments('change', 'ids of changes', parseWholeNumbers)],
  options: serverOptions,
  help: `
For a record that is not queued yet: modelref propose <category> <file> --dry-run
With --json: an array of diffs, each with its version, status and risk.

Example:
  modelref diff 17 18`,
  async run(terminal, options, ids) {
    const client = createClient(terminal, options);
    const diffs = [];
    for (const id of ids) {
      const { version, status, risk, risk_reasons } = await findChange(client.queue, id);
      diffs.push({ ...(await client.queue.diff(id)), version, status, risk, risk_reasons });
    }
    if (options.json) return printJson(terminal, diffs);
    for (const { change_id, version, operation, category, model_name, stale, ...rest } of diffs) {
      const name = version > 1 ? `${change_id}@${version}` : `${change_id}`;
      const staleText = stale ? ' (the live record has changed since)' : '';
      terminal.print(`Change ${name}: ${operation} ${category} ${model_name}${staleText}`, 'bold');
      printDiff(terminal, rest.field_diffs, rest.findings);
      printRisk(terminal, rest);
    }
  },
});

/**
 * Returns the error to report when a proposal fails: the error itself or, when the name of a new model is
 * taken, an error that explains how to replace the model.
 */
function withUpdateHint(error: unknown, { category, name }: Proposal): unknown {
  if (!(error instanceof ApiError) || error.kind !== 'conflict') return error;
  return new CommandFailed(
    `Model '${name}' already exists in ${category}. With --update the record replaces it; --update --dry-run shows what that removes.`,
    { exitCode: exitCodeOf(error) },
  );
}

/**
 * Queues a proposal and prints the number of the change. The registry refuses the proposal when the live
 * record's ETag is not `etag`. If `etag` is null, the registry does not compare ETags.
 */
export async function queueProposal(
  terminal: Terminal,
  client: ModelrefClient,
  proposal: Proposal,
  etag: string | null,
  json: boolean,
): Promise<void> {
  const change = await client.queue.propose(proposal, { ifMatch: etag ?? undefined });
  if (json) return printJson(terminal, change);
  const { change_id, operation, model_name } = change;
  terminal.print(
    `Change ${change_id}: ${operation} ${proposal.category} ${model_name} is queued for review.`,
  );
}

/**
 * Creates the proposal that the arguments specify: to create, update or delete a model. `etag` is the ETag of
 * the live record to be replaced or deleted; null for a new model.
 * @throws CommandFailed when the model does not exist, or the file cannot be read
 */
async function createProposal(
  client: ModelrefClient,
  category: string,
  file: string | undefined,
  { delete: deletedName, update }: OptionValues<typeof options>,
): Promise<{ proposal: Proposal; etag: string | null }> {
  const record = file === undefined ? null : readRecord(await readInput(file), file);
  if (record !== null && !update) {
    return { proposal: { category, operation: 'create', name: String(record.name), record }, etag: null };
  }
  const name = deletedName ?? readName(record, file);
  const { copy } = await findModel(client, name, category);
  return {
    proposal: { category, operation: record === null ? 'delete' : 'update', name, record },
    etag: copy.etag,
  };
}

/**
 * Returns the name of the model that a record replaces.
 * @throws CommandFailed when the record has no name
 */
function readName(record: RecordDraft | null, file: string | undefined): string {
  if (typeof record?.name === 'string' && record.name !== '') return record.name;
  throw new CommandFailed(`${file} must have a 'name': the name of the model to replace, as a string.`);
}

/**
 * Reads a file; `-` reads standard input.
 * @throws CommandFailed when the file cannot be read or is not UTF-8
 */
export async function readInput(file: string): Promise<string> {
  if (file === '-') return decodeText(await readAll(process.stdin), 'Standard input');
  const bytes = await readFile(file).catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new CommandFailed(
      code === 'ENOENT' ? `File not found: '${file}'.` : `'${file}' cannot be read: ${message}`,
    );
  });
  return decodeText(bytes, file);
}

/**
 * Decodes a text without its byte order mark.
 * @throws CommandFailed when it is not UTF-8: replacement characters would end up in the record
 */
function decodeText(bytes: Uint8Array, origin: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandFailed(`${origin} is not UTF-8. Nothing was done.`);
  }
}

/**
 * Parses a record to propose, and trims pasted hashes and URLs.
 *
 * @throws CommandFailed when the text is not a JSON object
 */
export function readRecord(text: string, origin: string): RecordDraft {
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch (error) {
    throw new CommandFailed(`${origin} is not JSON: ${(error as Error).message}`);
  }
  if (typeof record === 'object' && record !== null && !Array.isArray(record)) {
    return withTrimmedFiles(record as RecordDraft);
  }
  throw new CommandFailed(`${origin} must contain one record: a JSON object.`);
}
