import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { Command } from 'commander';
import { ApiError, type ModelrefClient, type Proposal, type RecordDraft, withTrimmedFiles } from '#client';
import { CommandFailed, type Terminal, UsageError } from '../terminal.ts';
import { exitCodeOf } from './exit-codes.ts';
import { findModel } from './find-model.ts';
import { printDiff, printDryRun, printJson } from './output.ts';
import { asksServer, openServer, type ServerOptions, wholeNumbers } from './server-options.ts';

interface ProposeOptions extends ServerOptions {
  readonly delete?: string;
  readonly update?: boolean;
  readonly dryRun?: boolean;
}

export function proposeCommand(terminal: Terminal): Command {
  return asksServer(new Command('propose'))
    .description('Propose a record, or to delete one. An approver decides.')
    .argument('<category>', 'such as clip')
    .argument('[file]', 'a JSON file with the record; - for standard input')
    .option('--delete <name>', 'propose to delete this model, without a file')
    .option('--update', 'replace the model of this name, and print what is removed and changed')
    .option('--dry-run', 'show what would change, and queue nothing')
    .addHelpText(
      'after',
      `
A record is new; one whose name is taken is refused (exit code 5). With --update it replaces the whole of that model's record:
fields that are left out are gone.
With --json: the queued change, or the dry run; what --update removes and changes then goes to standard error.

Examples:
  modelref propose clip record.json
  modelref get ViT-L/14 --json | jq '.description="…"' | modelref propose clip - --update --dry-run
  modelref propose clip --delete ViT-L/14`,
    )
    .action(async (category: string, file: string | undefined, options: ProposeOptions) => {
      if ((file === undefined) === (options.delete === undefined)) {
        throw new UsageError('Give a file with the record, or --delete and a name.');
      }
      if (options.update && file === undefined) {
        throw new UsageError('Give either --update, with a file, or --delete.');
      }
      const client = openServer(terminal, options);
      const { proposal, etag } = await proposalOf(client, category, file, options);
      try {
        if (options.dryRun) {
          const told = await client.queue.dryRun(proposal);
          if (options.json) printJson(terminal, told);
          else printDryRun(terminal, told);
          return;
        }
        if (options.update) {
          const shown = options.json ? { ...terminal, print: terminal.note } : terminal;
          printDryRun(shown, await client.queue.dryRun(proposal));
        }
        await queueProposal(terminal, client, proposal, etag, options.json ?? false);
      } catch (error) {
        if (proposal.operation !== 'create') throw error;
        throw withWayToReplace(error, proposal);
      }
    });
}

/** Says how a model of a taken name is replaced, where that is what a proposal of a new one failed of. */
function withWayToReplace(error: unknown, { category, name }: Proposal): unknown {
  if (!(error instanceof ApiError) || error.kind !== 'conflict') return error;
  return new CommandFailed(
    `There is a model '${name}' in ${category} already. With --update the record replaces it; --update --dry-run shows what that removes.`,
    { exitCode: exitCodeOf(error) },
  );
}

/** Queues it, unless the record was written since it was looked at, and says under which number. */
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
    `Change ${change_id}: ${operation} ${proposal.category} ${model_name} waits for an approver.`,
  );
}

/** The ETag is that of the record as it is replaced or deleted: none, where the model is to be new. */
async function proposalOf(
  client: ModelrefClient,
  category: string,
  file: string | undefined,
  { delete: deleted, update = false }: ProposeOptions,
): Promise<{ proposal: Proposal; etag: string | null }> {
  const record = file === undefined ? null : readRecord(await readInput(file), file);
  if (record !== null && !update) {
    return { proposal: { category, operation: 'create', name: String(record.name), record }, etag: null };
  }
  const name = deleted ?? nameIn(record, file);
  const { copy } = await findModel(client, name, category);
  return {
    proposal: { category, operation: record === null ? 'delete' : 'update', name, record },
    etag: copy.etag,
  };
}

/** @throws CommandFailed when a record does not say which model it replaces */
function nameIn(record: RecordDraft | null, file: string | undefined): string {
  if (typeof record?.name === 'string' && record.name !== '') return record.name;
  throw new CommandFailed(`${file} does not say which model it replaces: 'name' has to be a text.`);
}

/** The text of a file; `-`: of standard input. */
export async function readInput(file: string): Promise<string> {
  return file === '-' ? readAll(process.stdin) : readFile(file, 'utf8');
}

/**
 * A record as it is proposed: without the blanks that come along with a pasted hash or address.
 *
 * @throws CommandFailed when it is no JSON object
 */
export function readRecord(text: string, where: string): RecordDraft {
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch (error) {
    throw new CommandFailed(`${where} is no JSON: ${(error as Error).message}`);
  }
  if (typeof record === 'object' && record !== null && !Array.isArray(record)) {
    return withTrimmedFiles(record as RecordDraft);
  }
  throw new CommandFailed(`${where} has to hold one record: a JSON object.`);
}

export function diffCommand(terminal: Terminal): Command {
  return asksServer(new Command('diff'))
    .description('Show what queued changes would do to the live records. For approvers.')
    .argument('<change...>', 'numbers of changes', wholeNumbers)
    .addHelpText(
      'after',
      `
Of a record that is not queued yet: modelref propose <category> <file> --dry-run
With --json: an array of diffs.

Example:
  modelref diff 17 18`,
    )
    .action(async (ids: number[], options: ServerOptions) => {
      const client = openServer(terminal, options);
      const diffs = [];
      for (const id of ids) diffs.push(await client.queue.diff(id));
      if (options.json) return printJson(terminal, diffs);
      for (const { change_id, operation, category, model_name, stale, field_diffs, findings } of diffs) {
        const moved = stale ? ' (the live record has changed since)' : '';
        terminal.print(`Change ${change_id}: ${operation} ${category} ${model_name}${moved}`, 'bold');
        printDiff(terminal, field_diffs, findings);
      }
    });
}
