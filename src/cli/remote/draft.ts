import { Command, Option } from 'commander';
import type { Draft, ModelrefClient } from '#client';
import { CommandFailed, type Terminal } from '../terminal.ts';
import { printJson, printPretty } from './output.ts';
import { queueProposal, readInput } from './propose.ts';
import { asksServer, openServer, type ServerOptions } from './server-options.ts';

interface DraftOptions extends ServerOptions {
  readonly category?: string;
  readonly propose?: boolean;
  readonly evenSo?: boolean;
}

/** What makes a proposal one too many. */
const same: readonly string[] = ['same_file', 'same_page', 'same_name'];

export function draftCommand(terminal: Terminal): Command {
  return asksServer(new Command('draft'))
    .description('Make records of links: pages of Civitai, repositories at Hugging Face, model files.')
    .argument('<link...>', 'links, or JSON files with the answer of such a host; - for standard input')
    .option('--category <name>', 'which category, where nothing tells')
    .option('--propose', 'queue what was made')
    .addOption(new Option('--even-so', 'queue also what is there already').implies({ propose: true }))
    .addHelpText(
      'after',
      `
The registry looks at the link. The record is printed, ready for \`modelref propose\`; what to look at goes to standard error.
With --json: an array of drafts, each with where its fields come from.

Examples:
  modelref draft https://civitai.com/models/140737 > record.json
  modelref draft https://huggingface.co/acme/Example-12B https://huggingface.co/acme/Example-24B --propose`,
    )
    .action(async (links: string[], options: DraftOptions) => {
      const client = openServer(terminal, options);
      const drafts: Draft[] = [];
      for (const link of links) {
        const draft = await client.draft(await given(link), options.category);
        drafts.push(draft);
        if (options.json) continue;
        sayWhatToLookAt(terminal, draft);
        if (!options.propose) printPretty(terminal, draft.record);
      }
      if (options.json && !options.propose) return printJson(terminal, drafts);
      if (options.propose) await proposeAll(terminal, client, drafts, options);
    });
}

async function given(link: string): Promise<{ url: string } | { text: string }> {
  const isText = link === '-' || (/\.json$/i.test(link) && !/^https?:/i.test(link));
  return isText ? { text: await readInput(link) } : { url: link };
}

function sayWhatToLookAt(
  { note }: Terminal,
  { category, record, sources, notes, choices, duplicates }: Draft,
): void {
  note(`${category} ${String(record.name ?? '(no name)')}`);
  for (const [field, { source, certainty }] of Object.entries(sources)) {
    if (certainty !== 'certain')
      note(`  ${field}: ${certainty === 'guess' ? 'a guess' : 'likely'}, by ${source}`);
  }
  for (const { field_path, message } of notes)
    note(`  ${field_path === null ? '' : `${field_path}: `}${message}`);
  for (const { category: where, message } of duplicates) note(`  in ${where}: ${message}`);
  for (const { url, file_name } of choices) note(`  one of its files: ${file_name}, ${url}`);
}

async function proposeAll(
  terminal: Terminal,
  client: ModelrefClient,
  drafts: readonly Draft[],
  { json = false, evenSo = false }: DraftOptions,
): Promise<void> {
  const left: string[] = [];
  // The drafts were all made before any was queued: of each other they know nothing.
  const queued = new Set<string>();
  for (const { category, record, duplicates } of drafts) {
    const name = String(record.name ?? '');
    const key = JSON.stringify([category, name]);
    if (!evenSo && (queued.has(key) || duplicates.some(({ kind }) => same.includes(kind)))) {
      left.push(name);
      continue;
    }
    const proposal = { category, operation: 'create', name, record: { ...record, name } } as const;
    await queueProposal(terminal, client, proposal, null, json);
    queued.add(key);
  }
  if (left.length > 0) {
    throw new CommandFailed(`There already, and not proposed: ${left.join(', ')}. With --even-so they are.`);
  }
}
