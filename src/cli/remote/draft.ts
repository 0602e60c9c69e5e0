import { type Draft, linksIn, type ModelrefClient } from '#client';
import { command, flag, implying, type OptionValues, several, value } from '../command.ts';
import { CommandFailed, type Terminal } from '../terminal.ts';
import { printJson, printPretty } from './output.ts';
import { queueProposal, readInput } from './propose.ts';
import { openServer, serverOptions } from './registry.ts';

const options = {
  ...serverOptions,
  category: value('<name>', 'the category, where the link does not tell it'),
  propose: flag('queue what was made'),
  evenSo: implying(flag('queue also models that seem to be there already'), 'propose'),
  anyway: implying(flag('queue also records with contradictions or open questions'), 'propose'),
};

/**
 * Kinds of duplicates that show that a model is probably in the registry already. The command does not
 * propose a draft with such a duplicate, unless `--even-so` is given.
 */
const same: readonly string[] = ['same_file', 'same_page', 'same_name'];

export const draftCommand = command({
  name: 'draft',
  about: 'Make records from links: pages of Civitai, repositories at Hugging Face, model files.',
  arguments: [
    several(
      'link',
      'links as they were pasted, or JSON files with the answer of such a host; - for standard input',
    ),
  ],
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
    for (const asked of (await Promise.all(links.map(readLinks))).flat()) {
      const draft = await client.draft(asked, given.category);
      drafts.push(draft);
      if (given.json) continue;
      sayWhatToLookAt(terminal, draft);
      if (!given.propose) printPretty(terminal, draft.record);
    }
    if (given.json && !given.propose) return printJson(terminal, drafts);
    if (given.propose) await proposeAll(terminal, client, drafts, given);
  },
});

/**
 * Gives what one argument of the command asks the registry to look at. The argument is a text with links, the
 * path of a JSON file, or `-` for standard input. Gives each link in the text as `url`, and ignores the words
 * around it. A text that begins with `{` is the JSON answer of a host, and is given as a whole as `text`.
 */
async function readLinks(given: string): Promise<({ url: string } | { text: string })[]> {
  const isFile = given === '-' || (/\.json$/i.test(given) && !/^https?:/i.test(given));
  const text = isFile ? await readInput(given) : given;
  if (text.trimStart().startsWith('{') || text.trim() === '') return [{ text }];
  return linksIn(text).map((url) => ({ url }));
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
  for (const { field_path, message, open } of notes)
    note(`  ${open ? 'To settle: ' : ''}${field_path === null ? '' : `${field_path}: `}${message}`);
  for (const { category: where, message } of duplicates) note(`  in ${where}: ${message}`);
  for (const { url, file_name } of choices) note(`  one of its files: ${file_name}, ${url}`);
}

async function proposeAll(
  terminal: Terminal,
  client: ModelrefClient,
  drafts: readonly Draft[],
  { json, evenSo, anyway }: OptionValues<typeof options>,
): Promise<void> {
  const open = drafts.filter(({ notes }) => !anyway && notes.some((note) => note.open));
  if (open.length > 0) {
    const questions = open.flatMap(({ record, notes }) =>
      notes.filter((note) => note.open).map(({ message }) => `${record.name ?? '(no name)'}: ${message}`),
    );
    throw new CommandFailed(
      ['To settle first, and nothing was proposed (with --anyway it is):', ...questions].join('\n  '),
    );
  }
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
