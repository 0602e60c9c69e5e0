import type { ModelRecord } from '#client';
import { byDefault, command, flag, needed, optional, value, values, wholeNumber } from '../command.ts';
import { UsageError } from '../terminal.ts';
import { bytesText, type Column, firstOf, printJson, printPretty, printTable } from './output.ts';
import { categoryOfModel, checkCategories, findModel, openServer, serverOptions } from './registry.ts';

type Row = readonly [name: string, record: ModelRecord];

const modelColumns: readonly Column<Row>[] = [
  { title: 'NAME', of: ([name]) => name },
  { title: 'BASELINE', of: ([, record]) => record.baseline ?? '' },
  { title: 'NSFW', of: ([, record]) => (record.nsfw === undefined ? '' : record.nsfw ? 'yes' : 'no') },
  { title: 'FILES', of: ([, record]) => record.config?.download?.length ?? 0, right: true },
  { title: 'SIZE', of: ([, record]) => sizeOf(record), right: true },
  { title: 'DESCRIPTION', of: ([, record]) => shortened(record.description ?? '') },
];

export const listCommand = command({
  name: 'list',
  about: 'List the models of a category, or the categories.',
  arguments: [optional('category', 'such as image_generation')],
  options: serverOptions,
  help: `
With --json: an array of names, or the records by name.

Examples:
  modelref list
  modelref list image_generation
  modelref list clip --json | jq 'keys'`,
  async run(terminal, options, category) {
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
  },
});

export const searchCommand = command({
  name: 'search',
  about: 'Find models by a part of their name and more.',
  arguments: [optional('text', 'part of the name, in any case')],
  options: {
    ...serverOptions,
    category: value('<name>', 'only in this category'),
    baseline: value('<name>', 'only of this baseline of the category, such as stable_diffusion_xl'),
    tag: values('<tag...>', 'only with all of these tags'),
    sfw: flag('without models that are marked as not safe for work'),
    limit: byDefault(value('<n>', 'the most records to print', wholeNumber), 50),
  },
  help: `
With --json: an array of records.

Examples:
  modelref search anime --category image_generation --sfw
  modelref search --category image_generation --baseline stable_diffusion_xl --tag photo --json`,
  async run(terminal, options, text) {
    const { category, baseline, tag, sfw, limit, json } = options;
    if (baseline !== undefined && category === undefined) {
      throw new UsageError('Each category has baselines of its own: give --category with --baseline.');
    }
    const found = openServer(terminal, options).search(
      {
        name_contains: text,
        baseline,
        tags_all: tag,
        nsfw: sfw ? false : undefined,
        limit: Math.min(limit, 100),
      },
      category,
    );
    const rows = await firstOf(terminal, limit, found);
    if (json) return printJson(terminal, rows);
    const categoryColumn: Column<Row> = { title: 'CATEGORY', of: ([, record]) => record.record_type };
    printTable(
      terminal,
      [categoryColumn, ...modelColumns],
      rows.map((record) => [record.name, record] as const),
    );
  },
});

export const getCommand = command({
  name: 'get',
  about: 'Print the record of a model, as JSON.',
  arguments: [needed('name', 'the name of the model')],
  options: { ...serverOptions, category: categoryOfModel },
  help: '\nWith --json: on one line.\n\nExample:\n  modelref get ViT-L/14 > record.json',
  async run(terminal, options, name) {
    const { copy } = await findModel(openServer(terminal, options), name, options.category);
    if (options.json) printJson(terminal, copy.value);
    else printPretty(terminal, copy.value);
  },
});

function sizeOf(record: ModelRecord): string {
  const bytes = record.size_on_disk_bytes;
  return bytes === undefined ? '' : bytesText(bytes);
}

const longestDescription = 60;
const shortened = (text: string) =>
  text.length > longestDescription ? `${text.slice(0, longestDescription - 1)}…` : text;
