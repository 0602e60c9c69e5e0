/**
 * Measures search over synthetic records and, in the same run, the scan of parsed records that a service
 * without an index would make. Times are of the search alone, without HTTP and without writing JSON.
 *
 *   npm run bench -- search [--sizes 1000,100000,1000000]
 */
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { JsonObject } from '../src/kernel/json.ts';
import { type SearchFields, type SearchQuery, searchFields } from '../src/modules/insight/search/query.ts';
import { SearchIndex, searchIndex } from '../src/modules/insight/search/search-index.ts';
import { compareKeys, sortKeyOf } from '../src/modules/insight/search/sort-order.ts';
import { imageGeneration } from '../src/records/categories/image-generation.ts';
import { isQuantised } from '../src/records/text-names/index.ts';
import { recordsFromText } from './records-from-text.ts';
import { median } from './report.ts';
import { syntheticModel } from './synthetic-models.ts';

/** The fields of image models together with those of text models, so that every filter can be measured. */
const fields: SearchFields = {
  ...searchFields(imageGeneration),
  names: [...imageGeneration.fields, 'parameters'],
  sortable: [...searchFields(imageGeneration).sortable, 'parameters'],
  textNames: true,
};

type Ask = (size: number, turn: number) => Partial<SearchQuery>;

const words = ['llama', 'mistral', 'stheno', 'qwen', 'nemo', 'pygmalion'];
const of = <T>(list: readonly T[], turn: number): T => list[turn % list.length]!;
const deep = (size: number, turn: number): number => Math.floor(size * (0.05 + (turn % 10) * 0.04));

const asks: Record<string, Ask> = {
  'no filter': () => ({}),
  nsfw: (_, turn) => ({ nsfw: turn % 2 === 0 }),
  inpainting: (_, turn) => ({ inpainting: turn % 2 === 0 }),
  baseline: (_, turn) => ({ baseline: `baseline_${turn % 40}` }),
  'tags_any, 3 tags': (_, turn) => ({ tags_any: [`tag${turn % 50}`, `tag${turn % 300}`, 'tag1'] }),
  'tags_all, 2 tags': (_, turn) => ({ tags_all: [`tag${turn % 5}`, `tag${(turn % 5) + 1}`] }),
  'tags_none, 2 tags': (_, turn) => ({ tags_none: [`tag${turn % 5}`, `tag${turn % 90}`] }),
  'name_contains, one model': (size, turn) => ({ name_contains: `-${((turn * 7919) % size).toString(36)}` }),
  'name_contains, 1 of 12': (_, turn) => ({ name_contains: of(words, turn).toUpperCase() }),
  'name_contains, most models': (_, turn) => ({ name_contains: of(['-v1', 'maker', '/', 'er'], turn) }),
  'name_contains, 2 letters': (_, turn) => ({ name_contains: of(['ll', 'b-', '7b', 'qz'], turn) }),
  backend: () => ({ backend: 'koboldcpp' }),
  exclude_backend_variations: () => ({ exclude_backend_variations: true }),
  quantized: (_, turn) => ({ quantized: turn % 2 === 0 }),
  'name + baseline + tag': (_, turn) => ({
    name_contains: of(words, turn),
    baseline: `baseline_${turn % 40}`,
    tags_any: [`tag${turn % 9}`],
  }),
  'sort by name': (_, turn) => ({ sort_by: 'name', sort_desc: turn % 2 === 0 }),
  'nsfw, sort by size': (_, turn) => ({
    nsfw: turn % 4 === 0,
    sort_by: 'size_on_disk_bytes',
    sort_desc: turn % 2 === 0,
  }),
  'deep offset': (size, turn) => ({ offset: deep(size, turn) * 2 }),
  'nsfw, deep offset': (size, turn) => ({ nsfw: false, offset: deep(size, turn) }),
  'sort by name, deep offset': (size, turn) => ({ sort_by: 'name', offset: deep(size, turn) * 2 }),
  'nsfw, sort by size, deep offset': (size, turn) => ({
    nsfw: false,
    sort_by: 'size_on_disk_bytes',
    sort_desc: turn % 2 === 0,
    offset: deep(size, turn),
  }),
  'name, sort by size, deep offset': (size, turn) => ({
    name_contains: of(words, turn),
    sort_by: 'size_on_disk_bytes',
    offset: Math.floor(deep(size, turn) / 20),
  }),
};

export async function benchSearch(argv: string[]): Promise<unknown> {
  const { values } = parseArgs({
    args: argv,
    options: { sizes: { type: 'string', default: '1000,100000,1000000' } },
  });
  const sizes = values.sizes.split(',').map(Number);
  const builds: Record<string, JsonObject> = {};
  const rows: Record<string, JsonObject> = Object.fromEntries(Object.keys(asks).map((name) => [name, {}]));
  for (const size of sizes) {
    const stored = Array.from({ length: size }, (_, at) => syntheticModel(at));
    const before = memory();
    const started = performance.now();
    const index = new SearchIndex(recordsFromText(stored), fields);
    const built = performance.now() - started;
    const kept = memory() - before;
    builds[size] = { 'index, ms': round(built), 'index, MB': round(kept / 1e6), ...firstUses(index) };
    const parsed = stored.map(({ text }) => JSON.parse(text) as JsonObject);
    const rounds = size > 500_000 ? { ours: 60, naive: 3 } : { ours: 300, naive: size > 50_000 ? 5 : 50 };
    for (const [name, ask] of Object.entries(asks)) {
      const ours = measure(rounds.ours, (turn) =>
        searchIndex(index, { limit: 50, offset: 0, ...ask(size, turn) }),
      );
      const naive = measure(rounds.naive, (turn) =>
        scan(parsed, { limit: 50, offset: 0, ...ask(size, turn) }),
      );
      Object.assign(rows[name]!, { [`${size}: ours`]: round(ours), [`${size}: scan`]: round(naive) });
    }
  }
  console.log(
    'The index: time to build it (records are parsed for it), memory it keeps (heap and array buffers), first uses',
  );
  console.table(builds);
  console.log('Median time of a query, ms: ours and a scan of the parsed records');
  console.table(rows);
  return { builds, rows };
}

/**
 * Measures the searches for which the index has to compute something the first time: an order, or the
 * models' quantisations. Gives the ms of each such search, and the MB that the index keeps afterwards.
 */
function firstUses(index: SearchIndex): JsonObject {
  const before = memory();
  const uses: JsonObject = {};
  for (const sort_by of ['name', 'size_on_disk_bytes']) {
    uses[`order by ${sort_by}, ms`] = round(
      measure(1, () => searchIndex(index, { sort_by, limit: 50, offset: 0 })),
    );
    searchIndex(index, { sort_by, sort_desc: true, limit: 50, offset: 0 });
  }
  uses['quantisations, ms'] = round(
    measure(1, () => searchIndex(index, { quantized: true, limit: 50, offset: 0 })),
  );
  uses['these, MB'] = round((memory() - before) / 1e6);
  return uses;
}

/** Calls `run` `rounds` times. Gives the median time of a call, in ms. */
function measure(rounds: number, run: (turn: number) => unknown): number {
  const times: number[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    const started = performance.now();
    run(turn);
    times.push(performance.now() - started);
  }
  return median(times);
}

function scan(records: readonly JsonObject[], query: SearchQuery): { total: number; page: JsonObject[] } {
  const name_contains = query.name_contains?.toLowerCase();
  const found = records.filter((record) => {
    const name = String(record.name);
    const tags = record.tags as string[];
    return (
      (query.nsfw === undefined || record.nsfw === query.nsfw) &&
      (query.inpainting === undefined || record.inpainting === query.inpainting) &&
      (query.baseline === undefined || record.baseline === query.baseline) &&
      (query.tags_any === undefined || query.tags_any.some((tag) => tags.includes(tag))) &&
      (query.tags_all === undefined || query.tags_all.every((tag) => tags.includes(tag))) &&
      (query.tags_none === undefined || !query.tags_none.some((tag) => tags.includes(tag))) &&
      (name_contains === undefined || name.toLowerCase().includes(name_contains)) &&
      (query.backend === undefined || name.startsWith(`${query.backend}/`)) &&
      (!query.exclude_backend_variations || !/^(?:aphrodite|koboldcpp)\//.test(name)) &&
      (query.quantized === undefined || isQuantised(name) === query.quantized)
    );
  });
  const path = query.sort_by?.split('__');
  if (path) {
    const sign = query.sort_desc ? -1 : 1;
    found.sort((a, b) => {
      const [left, right] = [sortKeyOf(a, path), sortKeyOf(b, path)];
      if (left === null || right === null) return sign * (Number(left === null) - Number(right === null));
      return sign * compareKeys(left, right);
    });
  }
  return { total: found.length, page: found.slice(query.offset, query.offset + query.limit) };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Gives the bytes in use after a full collection, array buffers included. */
function memory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function round(value: number): number {
  return value < 1 ? Number(value.toPrecision(2)) : Math.round(value * 10) / 10;
}
