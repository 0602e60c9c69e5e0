import type { FoundModel, ModelRecord } from '#client';
import { searchSortOrders } from '../../records/enums.ts';
import {
  anyArguments,
  choice,
  command,
  flag,
  optionalArgument,
  parseWholeNumber,
  requiredArgument,
  value,
  values,
  withDefault,
} from '../command.ts';
import { UsageError } from '../terminal.ts';
import {
  type Column,
  formatBytes,
  printJson,
  printPretty,
  printTable,
  shorten,
  takeFirst,
} from './output.ts';
import { categoryOption, checkCategories, createClient, findModel, serverOptions } from './registry.ts';

type Row = Pick<FoundModel, 'name' | 'record'>;

const modelColumns: readonly Column<Row>[] = [
  { title: 'NAME', cellOf: ({ name }) => name },
  { title: 'BASELINE', cellOf: ({ record }) => record.baseline ?? '' },
  { title: 'NSFW', cellOf: ({ record }) => (record.nsfw === undefined ? '' : record.nsfw ? 'yes' : 'no') },
  {
    title: 'FILES',
    cellOf: ({ record }) => (record.config ? (record.config.download?.length ?? 0) : ''),
    right: true,
  },
  { title: 'SIZE', cellOf: ({ record }) => sizeOf(record), right: true },
  { title: 'DESCRIPTION', cellOf: ({ record }) => shorten(record.description ?? '') },
];

export const listCommand = command({
  name: 'list',
  about: 'List the models of a category, or the categories.',
  arguments: [optionalArgument('category', 'such as image_generation')],
  options: serverOptions,
  help: `
With --json: an array of names, or the records by name.

Examples:
  modelref list
  modelref list image_generation
  modelref list clip --json | jq 'keys'`,
  async run(terminal, options, category) {
    const client = createClient(terminal, options);
    if (category === undefined) {
      const names = await client.categories();
      if (options.json) return printJson(terminal, names);
      for (const name of names) terminal.print(name);
      return;
    }
    const { value } = await client.category(category);
    if (value.size === 0) await checkCategories(client, [category]);
    if (options.json) return printJson(terminal, Object.fromEntries(value));
    printTable(
      terminal,
      modelColumns,
      Array.from(value, ([name, record]) => ({ name, record })),
    );
  },
});

export const searchCommand = command({
  name: 'search',
  about: 'Find models by words, hash, file URL and other criteria.',
  arguments: [
    anyArguments('text', 'words, a SHA-256 (or at least its first ten digits), or the URL of a file or page'),
  ],
  options: {
    ...serverOptions,
    category: value('<name>', 'only in this category'),
    baseline: value('<name>', 'only of this baseline of the category, such as stable_diffusion_xl'),
    tag: values('<tag...>', 'only with all of these tags'),
    sfw: flag('leave out models marked as not safe for work'),
    sort: choice('<order>', searchSortOrders, 'order: best match (default), most used, or newest'),
    limit: withDefault(value('<n>', 'maximum number of records to print', parseWholeNumber), 50),
  },
  help: `
Every word must match. Matches in names come first, then in aliases, families, tags and descriptions. Longer words may have one typo.
With --json: an array of records.

Examples:
  modelref search magnum 72b
  modelref search anime --category image_generation --sfw --sort usage
  modelref search 6ce0161689
  modelref search --category image_generation --baseline stable_diffusion_xl --tag photo --json`,
  async run(terminal, options, words) {
    const text = words.length > 0 ? words.join(' ') : undefined;
    const { category, baseline, tag, sfw, sort, limit, json } = options;
    if (baseline !== undefined && category === undefined) {
      throw new UsageError('--baseline requires --category, because baselines differ by category.');
    }
    const client = createClient(terminal, options);
    if (category !== undefined) await checkCategories(client, [category]);
    const matches = client.find({
      q: text,
      category,
      baseline,
      tags_all: tag,
      nsfw: sfw ? false : undefined,
      order: sort,
      limit: Math.min(limit, 100),
    });
    const rows = await takeFirst(terminal, limit, matches);
    if (json)
      return printJson(
        terminal,
        rows.map(({ record }) => record),
      );
    if (rows.length === 0) return terminal.note('No model found.');
    const columns: Column<Row & { readonly category: string }>[] = [
      { title: 'CATEGORY', cellOf: ({ category }) => category },
      ...modelColumns,
    ];
    printTable(terminal, columns, rows);
  },
});

export const getCommand = command({
  name: 'get',
  about: 'Print the record of a model, as JSON.',
  arguments: [requiredArgument('name', 'the name of the model')],
  options: { ...serverOptions, category: categoryOption },
  help: '\nWith --json: on one line.\n\nExample:\n  modelref get ViT-L/14 > record.json',
  async run(terminal, options, name) {
    const { copy } = await findModel(createClient(terminal, options), name, options.category);
    if (options.json) printJson(terminal, copy.value);
    else printPretty(terminal, copy.value);
  },
});

function sizeOf(record: ModelRecord): string {
  const bytes = record.size_on_disk_bytes;
  return bytes === undefined ? '' : formatBytes(bytes);
}
