import { InvalidArgumentError } from 'commander';
import {
  ApiError,
  type FoundModel,
  type HistoryEntry,
  type ModelChange,
  type ModelRecord,
  ModelrefClient,
} from '#client';
import { diskCache } from '#client/disk';
import { findOrders } from '../../records/enums.ts';
import {
  anyNumber,
  byDefault,
  choice,
  command,
  flag,
  needed,
  optional,
  value,
  values,
  wholeNumber,
} from '../command.ts';
import { type LineStyle, type Terminal, UsageError } from '../terminal.ts';
import {
  bytesText,
  type Column,
  firstOf,
  printJson,
  printPretty,
  printTable,
  shortened,
  timeText,
} from './output.ts';
import { categoryOfModel, checkCategories, findModel, openServer, serverOptions } from './registry.ts';

type Row = Pick<FoundModel, 'name' | 'record'>;

const modelColumns: readonly Column<Row>[] = [
  { title: 'NAME', of: ({ name }) => name },
  { title: 'BASELINE', of: ({ record }) => record.baseline ?? '' },
  { title: 'NSFW', of: ({ record }) => (record.nsfw === undefined ? '' : record.nsfw ? 'yes' : 'no') },
  {
    title: 'FILES',
    of: ({ record }) => (record.config ? (record.config.download?.length ?? 0) : ''),
    right: true,
  },
  { title: 'SIZE', of: ({ record }) => sizeOf(record), right: true },
  { title: 'DESCRIPTION', of: ({ record }) => shortened(record.description ?? '') },
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
      const names = [...(await client.categories()), ...(await client.referenceCategories())];
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
  about: 'Find models by words, by the hash or address of a file, and more.',
  arguments: [anyNumber('text', 'words, a SHA-256, or the address of a file or page')],
  options: {
    ...serverOptions,
    category: value('<name>', 'only in this category'),
    baseline: value('<name>', 'only of this baseline of the category, such as stable_diffusion_xl'),
    tag: values('<tag...>', 'only with all of these tags'),
    sfw: flag('without models that are marked as not safe for work'),
    hash: value(
      '<sha256>',
      'with a file of this SHA-256, or of ten digits or more of its beginning',
      readHash,
    ),
    sort: choice('<order>', findOrders, 'the best match first (default), the most used, or the newest'),
    limit: byDefault(value('<n>', 'the most records to print', wholeNumber), 50),
  },
  help: `
Every word has to be found, in names first, then in aliases, families, tags and descriptions; one typo in a longer word does no harm.
With --json: an array of records.

Examples:
  modelref search magnum 72b
  modelref search anime --category image_generation --sfw --sort usage
  modelref search --hash 6ce0161689
  modelref search --category image_generation --baseline stable_diffusion_xl --tag photo --json`,
  async run(terminal, options, words) {
    const text = words.length > 0 ? words.join(' ') : undefined;
    const { category, baseline, tag, sfw, hash, sort, limit, json } = options;
    if (baseline !== undefined && category === undefined) {
      throw new UsageError('Each category has baselines of its own: give --category with --baseline.');
    }
    if (hash !== undefined && text !== undefined) throw new UsageError('Give either words or --hash.');
    const client = openServer(terminal, options);
    if (category !== undefined) await checkCategories(client, [category]);
    const found = client.find({
      q: hash ?? text,
      category,
      baseline,
      tags_all: tag,
      nsfw: sfw ? false : undefined,
      order: sort,
      limit: Math.min(limit, 100),
    });
    const rows = await firstOf(terminal, limit, ofHash(hash, found));
    if (json)
      return printJson(
        terminal,
        rows.map(({ record }) => record),
      );
    if (rows.length === 0) return terminal.note('No model is found by that.');
    const columns: Column<Row & { readonly category: string }>[] = [
      { title: 'CATEGORY', of: ({ category }) => category },
      ...modelColumns,
    ];
    printTable(terminal, columns, rows);
  },
});

/**
 * Yields the models that a search found. When the search is for a hash, yields only those with a file of that
 * hash: the search also finds models whose name contains the same text.
 */
async function* ofHash(
  hash: string | undefined,
  found: AsyncIterable<FoundModel>,
): AsyncGenerator<FoundModel> {
  for await (const model of found) if (hash === undefined || model.found_by === 'hash') yield model;
}

function readHash(text: string): string {
  if (/^[0-9a-f]{10,64}$/i.test(text)) return text;
  throw new InvalidArgumentError(
    'It has to be a SHA-256, 64 hexadecimal digits, or ten or more of its first.',
  );
}

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

const historyColumns: readonly Column<HistoryEntry>[] = [
  { title: 'AT (UTC)', of: ({ timestamp }) => timeText(timestamp) },
  { title: 'OPERATION', of: ({ operation }) => operation },
  { title: 'CHANGE', of: ({ change_id }) => change_id ?? '', right: true },
  { title: 'BATCH', of: ({ batch_id }) => batch_id ?? '', right: true },
  {
    title: 'PROPOSED BY',
    of: ({ requested_username, requested_by }) => requested_username ?? requested_by ?? '',
  },
  { title: 'APPLIED BY', of: ({ applied_username, applied_by }) => applied_username ?? applied_by },
  {
    title: 'FIELDS',
    of: ({ operation, field_diffs }) =>
      operation === 'update' ? (field_diffs?.map(({ field_path }) => field_path).join(', ') ?? '') : '',
  },
];

export const historyCommand = command({
  name: 'history',
  about: 'Show what became of a model: who changed it, when, and in which batch.',
  arguments: [needed('name', 'the name of the model')],
  options: {
    ...serverOptions,
    category: value(
      '<name>',
      'the category; needed for a deleted model, and when several have one of this name',
    ),
    limit: byDefault(value('<n>', 'the most changes to print; the newest come first', wholeNumber), 50),
  },
  help: `
With --json: an array of changes, field by field.

Examples:
  modelref history ViT-L/14
  modelref history our-clip --category clip --json | jq '.[0].field_diffs'`,
  async run(terminal, options, name) {
    const client = openServer(terminal, options);
    const category = options.category ?? (await findModel(client, name, undefined)).category;
    const rows = await firstOf(terminal, options.limit, client.history(category, name));
    if (options.json) return printJson(terminal, rows);
    if (rows.length === 0) return terminal.note('The audit trail says nothing of this model.');
    printTable(terminal, historyColumns, rows);
  },
});

const operationStyles: Readonly<Record<ModelChange['operation'], LineStyle>> = {
  create: 'green',
  update: 'yellow',
  delete: 'red',
};

export const watchCommand = command({
  name: 'watch',
  about: 'Print each change of a live model as it happens, until stopped.',
  arguments: [anyNumber('category', 'only these categories; default: all')],
  options: {
    ...serverOptions,
    files: flag('only changes for which a worker has to fetch or delete something'),
    count: value('<n>', 'end after this many changes', wholeNumber),
    copy: value(
      '<directory>',
      'keep a copy in this directory; the next run then prints what happened in between',
    ),
  },
  help: `
Follows the stream of the feed, where there is none its pages, else asks once a minute. While the registry is away, the command waits.
With --json: one change a line, with the record before and after.

Examples:
  modelref watch image_generation --files
  modelref watch --json | jq -r .name`,
  async run(terminal, options, categories) {
    const registry = openServer(terminal, options);
    const { server } = registry;
    // One that nobody knows would be watched for ever. While the registry is away, a copy goes on.
    await checkCategories(registry, categories).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
    const cache = options.copy === undefined ? undefined : diskCache(options.copy);
    const client = new ModelrefClient({ server, ...(cache && { cache }) });
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    const follower = await client.follow({
      ...(categories.length > 0 && { categories }),
      signal: stop.signal,
      onKept: tellOfCopy(terminal, options.copy),
    });
    terminal.note(`Watching ${server}`);
    let seen = 0;
    for await (const change of follower.changes(stop.signal)) {
      if (options.files && !change.affectsFiles) continue;
      if (options.json) printJson(terminal, change);
      else terminal.print(lineOfChange(change), operationStyles[change.operation]);
      seen += 1;
      if (seen === options.count) break;
    }
  },
});

/** Says when the copy in the directory cannot be written any more, and when it can be again. */
function tellOfCopy({ note }: Terminal, directory: string | undefined): (error: Error | null) => void {
  let isKept = true;
  return (error) => {
    if (isKept === (error === null)) return;
    isKept = error === null;
    note(
      error === null
        ? `The copy in ${directory} is written again.`
        : `The copy in ${directory} cannot be written: ${error.message}. Watching goes on, and tries again; until then the next run begins where the copy was last written.`,
    );
  };
}

function lineOfChange({ operation, category, name, files, fields }: ModelChange): string {
  const parts = [
    ...files.map(({ file, kind }) => `${file} (${kind})`),
    ...(operation === 'update' ? fields : []),
  ];
  return [operation, category, name, ...(parts.length > 0 ? [`[${parts.join(', ')}]`] : [])].join('  ');
}

function sizeOf(record: ModelRecord): string {
  const bytes = record.size_on_disk_bytes;
  return bytes === undefined ? '' : bytesText(bytes);
}
