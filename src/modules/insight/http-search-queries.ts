import type { z } from 'zod';
import {
  laxBoolean,
  laxInt,
  laxLiteral,
  laxObject,
  laxString,
  queryList,
  queryValue,
} from '../../records/lax.ts';
import type { FileFacets } from '../files/facets.ts';
import { type PopularityMetric, popularityMetrics } from './analytics/index.ts';
import { type CrossSearchQuery, type SearchQuery, searchSources } from './search/index.ts';

const text = () => queryValue(laxString()).optional();
const flag = () => queryValue(laxBoolean()).optional();
const tags = (description: string) => queryList(laxString()).optional().meta({ description });

/** What a search applies: what is declared beside it would not compile. */
type Applied<Query> = Partial<Record<keyof Query | keyof FileFacets, z.ZodType>>;

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
} satisfies Applied<CrossSearchQuery>;

const order = {
  sort_desc: queryValue(laxBoolean())
    .default(false)
    .meta({ description: 'Turns the order round. Ties keep stored order either way.' }),
  limit: queryValue(laxInt({ ge: 1, le: 500 })).default(50),
  offset: queryValue(laxInt({ ge: 0, le: Number.MAX_SAFE_INTEGER })).default(0),
} satisfies Applied<CrossSearchQuery>;

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
} satisfies Applied<SearchQuery & { source: string }>);

export const crossSearchQuery = laxObject({
  ...common,
  sort_by: text().meta({ description: 'A field that the records of every category have.' }),
  ...order,
} satisfies Applied<CrossSearchQuery>);

const metrics = Object.keys(popularityMetrics) as [PopularityMetric, ...PopularityMetric[]];

export const popularQuery = laxObject({
  limit: queryValue(laxInt({ ge: 1, le: 100 })).default(10),
  sort_by: queryValue(laxLiteral(metrics)).default('worker_count').meta({ description: 'Highest first.' }),
  include_workers: queryValue(laxBoolean()).default(false).meta({ description: 'Adds each worker.' }),
});
