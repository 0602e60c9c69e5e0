import type { z } from 'zod';
import { RegistryError } from '../../../kernel/errors.ts';
import { laxBoolean, laxInt, laxObject, laxString, queryList, queryValue } from '../../../records/lax.ts';
import { textBackends } from '../../../records/text-names/index.ts';
import type { FileFacets } from '../../files/index.ts';

/**
 * Where records may come from: the canonical ones, or those and all providers'. No provider is registered, so
 * both give the same.
 */
export const searchSources = ['horde', 'any'] as const;

const text = () => queryValue(laxString()).optional();
const flag = () => queryValue(laxBoolean()).optional();
const tags = (description: string) => queryList(laxString()).optional().meta({ description });

const common = {
  nsfw: flag().meta({ description: 'Records whose `nsfw` is this.' }),
  tags_any: tags('Records with at least one of these tags, exactly as spelled. Repeat the parameter.'),
  tags_all: tags('Records with all of these tags.'),
  tags_none: tags('Records with none of these tags.'),
  name_contains: text().meta({ description: 'Part of the name, in any case.' }),
  gated: flag().meta({
    description:
      'Whether any file is known to be for those with an account only, by what was learned of it. `false` keeps what is not known to be.',
  }),
  total_size_min: queryValue(laxInt({ ge: 0, le: Number.MAX_SAFE_INTEGER }))
    .optional()
    .meta({
      description: 'Bytes of all files together, at least: as the record says, or else as their hosts do.',
    }),
  total_size_max: queryValue(laxInt({ ge: 0, le: Number.MAX_SAFE_INTEGER }))
    .optional()
    .meta({ description: 'The same, at most. Records of unknown size are outside of any bound.' }),
};

const order = {
  sort_desc: queryValue(laxBoolean())
    .default(false)
    .meta({ description: 'Turns the order round. Ties keep stored order either way.' }),
  limit: queryValue(laxInt({ ge: 1, le: 500 })).default(50),
  offset: queryValue(laxInt({ ge: 0, le: Number.MAX_SAFE_INTEGER })).default(0),
};

export const searchQuery = laxObject({
  ...common,
  baseline: text().meta({
    description: 'Records with exactly this baseline, or the one that this is a known spelling of.',
  }),
  inpainting: flag().meta({
    description: 'image_generation only. A record that says null, or nothing, counts as false.',
  }),
  backend: text().meta({ description: 'text_generation only: names with this backend’s prefix.' }),
  exclude_backend_variations: flag().meta({
    description: 'text_generation only: no names with a backend’s prefix.',
  }),
  quantized: flag().meta({ description: 'text_generation only: whether the name says a quantisation.' }),
  sort_by: text().meta({
    description:
      'A field of the record, or `object__key` for a value inside an object. Absent: stored order. Records without a value come last, or first with `sort_desc`.',
  }),
  ...order,
  source: queryValue(laxString())
    .default('horde')
    .meta({
      description: `${searchSources.join(' or ')}: the canonical records, or those and all providers’, of which this service has none.`,
    }),
});

export const crossSearchQuery = laxObject({
  ...common,
  sort_by: text().meta({ description: 'A field that the records of every category have.' }),
  ...order,
});

type Asked<Query> = Omit<Query, keyof FileFacets | 'source' | 'sort_desc'> & {
  sort_desc?: boolean | undefined;
};

/** What the index is asked for. Absent filters do not filter; an empty list of tags is an absent one. */
export type SearchQuery = Asked<z.output<typeof searchQuery>>;

/** The part of a query that a search over several categories reads. */
export type CrossSearchQuery = Asked<z.output<typeof crossSearchQuery>>;

/** @throws RegistryError bad_request for a source that is not one */
export function checkSource(source: string): void {
  if (searchSources.some((known) => known === source)) return;
  throw new RegistryError(
    'bad_request',
    `Unknown source: No provider registered under source id '${source}'. Valid sources: ${searchSources.join(', ')}`,
  );
}

/**
 * The prefix of the names that a backend serves.
 * @throws RegistryError bad_request for a backend that is not one
 */
export function backendPrefix(backend: string): string {
  const known = textBackends.find(({ name }) => name === backend);
  if (known) return known.prefix;
  const names = textBackends.map(({ name }) => name).join(', ');
  throw new RegistryError('bad_request', `Unknown backend '${backend}'. Valid backends: ${names}`);
}
