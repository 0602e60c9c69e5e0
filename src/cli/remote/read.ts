import { Command } from 'commander';
import type { ModelRecord } from '#client';
import { type Terminal, UsageError } from '../terminal.ts';
import { checkCategories, findModel } from './find-model.ts';
import { bytesText, type Column, firstOf, printJson, printPretty, printTable } from './output.ts';
import { asksServer, openServer, type ServerOptions, wholeNumber } from './server-options.ts';

type Row = readonly [name: string, record: ModelRecord];

const modelColumns: readonly Column<Row>[] = [
  { title: 'NAME', of: ([name]) => name },
  { title: 'BASELINE', of: ([, record]) => record.baseline ?? '' },
  { title: 'NSFW', of: ([, record]) => (record.nsfw === undefined ? '' : record.nsfw ? 'yes' : 'no') },
  { title: 'FILES', of: ([, record]) => record.config?.download?.length ?? 0, right: true },
  { title: 'SIZE', of: ([, record]) => sizeOf(record), right: true },
  { title: 'DESCRIPTION', of: ([, record]) => shortened(record.description ?? '') },
];

export function listCommand(terminal: Terminal): Command {
  return asksServer(new Command('list'))
    .description('List the models of a category, or the categories.')
    .argument('[category]', 'such as image_generation')
    .addHelpText(
      'after',
      `
With --json: an array of names, or the records by name.

Examples:
  modelref list
  modelref list image_generation
  modelref list clip --json | jq 'keys'`,
    )
    .action(async (category: string | undefined, options: ServerOptions) => {
      const client = openServer(terminal, options);
      if (category === undefined) {
        const names = await client.categories();
        if (options.json) return printJson(terminal, names);
        for (const name of names) terminal.print(name);
        return;
      }
      const { value } = await client.category(category);
      if (value.size === 0) await checkCategories(client, [category]);
      if (options.json) return printJson(terminal, Object.fromEntries(value));
      printTable(terminal, modelColumns, [...value]);
    });
}

interface SearchOptions extends ServerOptions {
  readonly category?: string;
  readonly baseline?: string;
  readonly tag?: string[];
  readonly sfw?: boolean;
  readonly limit: number;
}

export function searchCommand(terminal: Terminal): Command {
  return asksServer(new Command('search'))
    .description('Find models by a part of their name and more.')
    .argument('[text]', 'part of the name, in any case')
    .option('--category <name>', 'only in this category')
    .option('--baseline <name>', 'only of this baseline of the category, such as stable_diffusion_xl')
    .option('--tag <tag...>', 'only with all of these tags')
    .option('--sfw', 'without models that are marked not safe for work')
    .option('--limit <n>', 'at most so many', wholeNumber, 50)
    .addHelpText(
      'after',
      `
With --json: an array of records.

Examples:
  modelref search anime --category image_generation --sfw
  modelref search --category image_generation --baseline stable_diffusion_xl --tag photo --json`,
    )
    .action(async (text: string | undefined, options: SearchOptions) => {
      if (options.baseline !== undefined && options.category === undefined) {
        throw new UsageError('Baselines are those of a category: give --category with --baseline.');
      }
      const client = openServer(terminal, options);
      const query = {
        name_contains: text,
        baseline: options.baseline,
        tags_all: options.tag,
        nsfw: options.sfw ? false : undefined,
        limit: Math.min(options.limit, 100),
      };
      const rows = await firstOf(terminal, options.limit, client.search(query, options.category));
      if (options.json) return printJson(terminal, rows);
      const category: Column<Row> = { title: 'CATEGORY', of: ([, record]) => record.record_type };
      printTable(
        terminal,
        [category, ...modelColumns],
        rows.map((record) => [record.name, record] as const),
      );
    });
}

export function getCommand(terminal: Terminal): Command {
  return asksServer(new Command('get'))
    .description('Print the record of a model, as JSON.')
    .argument('<name>', 'the name of the model')
    .option('--category <name>', 'where it is; needed when several categories have the name')
    .addHelpText('after', '\nWith --json: on one line.\n\nExample:\n  modelref get ViT-L/14 > record.json')
    .action(async (name: string, options: ServerOptions & { category?: string }) => {
      const { copy } = await findModel(openServer(terminal, options), name, options.category);
      if (options.json) printJson(terminal, copy.value);
      else printPretty(terminal, copy.value);
    });
}

function sizeOf(record: ModelRecord): string {
  const bytes = record.size_on_disk_bytes;
  return bytes === undefined ? '' : bytesText(bytes);
}

const longestDescription = 60;
const shortened = (text: string) =>
  text.length > longestDescription ? `${text.slice(0, longestDescription - 1)}…` : text;
