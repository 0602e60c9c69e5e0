import type { Draft, ModelrefClient } from '#client';
import { command, flag, implying, type OptionValues, several, value } from '../command.ts';
import { CommandFailed, type Terminal } from '../terminal.ts';
import { printJson, printPretty } from './output.ts';
import { queueProposal, readInput } from './propose.ts';
import { openServer, serverOptions } from './registry.ts';

const options = {
  ...serverOptions,
  category: value('<name>', 'which category, where nothing tells'),
  propose: flag('queue what was made'),
  evenSo: implying(flag('queue also what is there already'), 'propose'),
};

/** The duplicates that keep a draft from being proposed. */
const same: readonly string[] = ['same_file', 'same_page', 'same_name'];

export const draftCommand = command({
  name: 'draft',
  about: 'Make records of links: pages of Civitai, repositories at Hugging Face, model files.',
  arguments: [several('link', 'links, or JSON files with the answer of such a host; - for standard input')],
  options,
  help: `
The registry looks at the link. The record is printed, ready for \`modelref propose\`; what to look at goes to standard error.
With --json: an array of drafts, each with where its fields come from.

Examples:
  modelref draft https://civitai.com/models/140737 > record.json
  modelref draft https://huggingface.co/acme/Example-12B https://huggingface.co/acme/Example-24B --propose`,
  async run(terminal, given, links) {
    const client = openServer(terminal, given);
    const drafts: Draft[] = [];
    for (const link of links) {
      const draft = await client.draft(await readLink(link), given.category);
      drafts.push(draft);
      if (given.json) continue;
      sayWhatToLookAt(terminal, draft);
      if (!given.propose) printPretty(terminal, draft.record);
    }
    if (given.json && !given.propose) return printJson(terminal, drafts);
    if (given.propose) await proposeAll(terminal, client, drafts, given);
  },
});

async function readLink(link: string): Promise<{ url: string } | { text: string }> {
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
  { json, evenSo }: OptionValues<typeof options>,
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
