import fc from 'fast-check';
import type { JsonObject } from '../../../../../src/kernel/json.ts';
import {
  type SearchFields,
  type SearchQuery,
  searchFields,
} from '../../../../../src/modules/insight/search/query.ts';
import { findCategory } from '../../../../../src/records/categories/index.ts';
import { searchCategory } from './search-all.ts';

const image = searchFields(findCategory('image_generation')!);

/**
 * Every field of an image model and the names of text models, so that each filter and each kind of sorting
 * has something to do.
 */
const allFields: SearchFields = {
  ...image,
  names: [...image.names, 'parameters'],
  sortable: [...image.sortable, 'parameters'],
  textNames: true,
};

/**
 * Few letters, so that names have much in common; letters of one to four bytes, and some that change with
 * case.
 */
const syllables = [
  'a',
  'B',
  'ab',
  'ba',
  'AB',
  '-',
  '/',
  ' ',
  'é',
  'É',
  'ß',
  '😀',
  '\uffee',
  '-Q4_K_M',
  '7b',
  'İ',
];
const name = fc
  .tuple(
    fc.constantFrom('', '', '', '', 'koboldcpp/', 'aphrodite/'),
    fc.array(fc.constantFrom(...syllables), { maxLength: 8 }),
  )
  .map(([prefix, parts]) => prefix + parts.join(''));
const baseline = fc.constantFrom('', 'stable_diffusion_1', 'stable_diffusion_xl', 'Stable_diffusion_xl');
const tag = fc.constantFrom('', 'anime', 'Anime', 'booru', 'cg', '😀');
const tags = fc.array(tag, { maxLength: 3 });

const record: fc.Arbitrary<JsonObject> = fc.record(
  {
    name,
    baseline,
    nsfw: fc.boolean(),
    inpainting: fc.constantFrom(true, false, null),
    tags,
    size_on_disk_bytes: fc.constantFrom(-1, 0, 0.5, 1, 10, 9, 1e12),
    version: fc.constantFrom('', '1', '10', '9', '😀', '\uffee'),
    metadata: fc.record({ created_at: fc.nat(3) }, { requiredKeys: [] }),
    parameters: fc.nat(4),
  },
  { requiredKeys: ['name'], noNullPrototype: true },
) as fc.Arbitrary<JsonObject>;

/** A rare combination of everything: most queries use few parameters. */
function seldom<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(value, { nil: undefined, freq: 1 });
}

const sortFields = [
  'name',
  'nsfw',
  'tags',
  'version',
  'size_on_disk_bytes',
  'metadata__created_at',
  'parameters',
  'description',
] as const;

const noFilter = { freq: 3, nil: undefined };
const filters = fc.record({
  nsfw: fc.option(fc.boolean(), noFilter),
  baseline: fc.option(baseline, { ...noFilter, freq: 1 }),
  inpainting: seldom(fc.boolean()),
  tags_any: seldom(tags),
  tags_all: seldom(tags),
  tags_none: seldom(tags),
  name_contains: fc.option(
    fc.array(fc.constantFrom(...syllables, 'c', 'k', 'cpp'), { maxLength: 4 }).map((parts) => parts.join('')),
    { nil: undefined },
  ),
  backend: seldom(fc.constantFrom('aphrodite', 'koboldcpp')),
  exclude_backend_variations: seldom(fc.boolean()),
  quantized: seldom(fc.boolean()),
});
const sorting = fc.record({
  sort_by: fc.option(fc.constantFrom(...sortFields), { nil: undefined }),
  sort_desc: fc.boolean(),
});

/** Filters and sorting, without a page. */
export const question: fc.Arbitrary<Omit<SearchQuery, 'limit' | 'offset'>> = fc
  .tuple(filters, sorting)
  .map(([some, sort]) => ({ ...some, ...sort }));

export interface Collection {
  readonly records: readonly JsonObject[];
  readonly find: (query: SearchQuery) => { positions: number[]; total: number };
}

function collectionOf(records: readonly JsonObject[]): Collection {
  // Keys are other than names, so that a mix-up shows.
  const stored = records.map((one, position) => ({ name: `key ${position}`, record: one }));
  return { records, find: (query) => searchCategory(stored, query, allFields) };
}

/**
 * Collections of many sizes, small ones and those with more records than a word has bits. The same in every
 * run.
 */
export function collections(): Collection[] {
  const sizes = [0, 1, 2, 5, 31, 32, 33, 64, 100, 257, 700];
  return sizes.map((size) => {
    const [records = []] = fc.sample(fc.array(record, { minLength: size, maxLength: size, size: 'max' }), {
      numRuns: 1,
      seed: size,
    });
    return collectionOf(records);
  });
}

export const smallCollection: fc.Arbitrary<Collection> = fc
  .array(record, { maxLength: 6 })
  .map((records) => collectionOf(records));
