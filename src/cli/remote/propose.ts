import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { Command } from 'commander';
import type { ModelrefClient, Proposal, RecordDraft } from '#client';
import { CommandFailed, type Terminal, UsageError } from '../terminal.ts';
import { printDiff, printDryRun } from './diff-lines.ts';
import { printJson } from './output.ts';
import { asksServer, openServer, type ServerOptions } from './server-options.ts';
import { wholeNumbers } from './whole-number.ts';

interface ProposeOptions extends ServerOptions {
  readonly delete?: string;
  readonly dryRun?: boolean;
}

export function proposeCommand(terminal: Terminal): Command {
  return asksServer(new Command('propose'))
    .description('Propose a record, or to delete one. An approver decides.')
    .argument('<category>', 'such as clip')
    .argument('[file]', 'a JSON file with the record; - for standard input')
    .option('--delete <name>', 'propose to delete this model, without a file')
    .option('--dry-run', 'show what would change, and queue nothing')
    .addHelpText(
      'after',
      `
Whether the record is new or replaces one, its name tells. It replaces the whole: fields that are left out are gone.
With --json: the queued change, or the dry run.

Examples:
  modelref propose clip record.json
  modelref get ViT-L/14 --json | jq '.description="…"' | modelref propose clip - --dry-run
  modelref propose clip --delete ViT-L/14`,
    )
    .action(async (category: string, file: string | undefined, options: ProposeOptions) => {
      if ((file === undefined) === (options.delete === undefined)) {
        throw new UsageError('Give a file with the record, or --delete and a name.');
      }
      const client = openServer(terminal, options);
      const { proposal, etag } = await proposalOf(client, category, file, options.delete);
      if (options.dryRun) {
        const told = await client.queue.dryRun(proposal);
        if (options.json) printJson(terminal, told);
        else printDryRun(terminal, told);
        return;
      }
      await queueProposal(terminal, client, proposal, etag, options.json ?? false);
    });
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

async function proposalOf(
  client: ModelrefClient,
  category: string,
  file: string | undefined,
  deleted: string | undefined,
): Promise<{ proposal: Proposal; etag: string | null }> {
  const record = file === undefined ? null : readRecord(await readInput(file), file);
  const name = deleted ?? String(record?.name ?? '');
  const live = await client.model(category, name);
  const operation = record === null ? 'delete' : live ? 'update' : 'create';
  return { proposal: { category, operation, name, record }, etag: live?.etag ?? null };
}

async function readInput(file: string): Promise<string> {
  return file === '-' ? readAll(process.stdin) : readFile(file, 'utf8');
}

/** @throws CommandFailed when it is no JSON object */
export function readRecord(text: string, where: string): RecordDraft {
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch (error) {
    throw new CommandFailed(`${where} is no JSON: ${(error as Error).message}`);
  }
  if (typeof record === 'object' && record !== null && !Array.isArray(record)) return record as RecordDraft;
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
