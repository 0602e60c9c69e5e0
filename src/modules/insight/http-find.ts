import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { type Categories, categoryOf } from '../../records/categories/index.ts';
import { categoryEnum, searchSortOrders } from '../../records/enums.ts';
import { laxEnum, laxLiteral, laxObject, laxString, queryValue } from '../../records/lax.ts';
import { JsonBytes } from '../../serving/answers/json-answer.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { Catalog, CategorySnapshot, SnapshotRecord } from '../catalog/index.ts';
import { modelRecordUnion } from '../catalog/shapes.ts';
import type { Groups } from '../names/index.ts';
import { matchKinds } from './find/match.ts';
import type { FoundModel, NamesOfGroup } from './find.ts';
import type { InsightServices } from './module.ts';
import { commonFilters, page, searchQuery } from './search/query.ts';

interface FindServices extends Pick<InsightServices, 'finder' | 'search'> {
  readonly categories: Categories;
  readonly catalog: Pick<Catalog, 'snapshot'>;
  readonly groups: Groups;
}

const foundModel = z
  .object({
    category: categoryEnum,
    name: z.string().meta({ description: 'Key of the model in the category.' }),
    found_by: z.enum(matchKinds).nullable().meta({
      description:
        'Where the weakest matching word was found. `group`: an alias, group or family. `label`: a category, baseline, style, tag or file name. Null if the query has no words.',
    }),
    record: modelRecordUnion,
  })
  .meta({ id: 'FoundModel', description: 'A found model, its stored record, and how it matched.' });

const findResponse = z
  .object({
    results: z.array(foundModel),
    total: z.int().meta({ description: 'Number of models found, on all pages.' }),
    offset: z.int(),
    limit: z.int(),
    has_more: z.boolean(),
  })
  .meta({ id: 'FindResponse', description: 'A page of found models.' });

/** Maximum length of a query, in characters; sufficient for a pasted URL. */
const maxTextLength = 2_000;

const findQuery = ({ names }: Categories) =>
  laxObject({
    q: queryValue(laxString({ max: maxTextLength }))
      .default('')
      .meta({
        description:
          'Words, a SHA-256 (or at least its first ten digits), the URL of a file, or the URL of a page at Civitai or Hugging Face. Empty: all models.',
      }),
    category: queryValue(laxEnum(names)).optional().meta({ description: 'Default: all categories.' }),
    baseline: searchQuery.shape.baseline,
    ...commonFilters,
    order: queryValue(laxLiteral(searchSortOrders)).default('match').meta({
      description:
        '`match`: best match first. `usage`: most used in the last month first, then categories without usage data. `newest`: by `metadata.created_at`, newest first.',
    }),
    ...page,
  });

const findModels = (services: FindServices) =>
  endpoint({
    method: 'get',
    path: '/model_references/v2/find',
    id: 'find_models',
    tags: ['v2', 'search'],
    summary: 'Find models by words, hash or link',
    description:
      'Every word must match. Names are split at spaces, `-`, `_`, `.`, and between letters and digits. A word matches a whole word, its beginning, any part of it, and, from five letters on, with one typo. Matches in names rank first, then aliases, groups, families, categories, baselines, styles, tags and file names, then descriptions. While the usage service does not answer, the order by usage uses its last good data; `Age` states how old it is.',
    query: findQuery(services.categories),
    answers: {
      200: { description: 'A page of models.', schema: findResponse },
      ...errorResponses(400, 503),
    },
    handler: async (_context, { query, reply }) => {
      const { q, order, offset, limit, ...filters } = query;
      const { catalog, categories, finder, groups } = services;
      const searchedCategories =
        filters.category === undefined ? categories.list : [categoryOf(filters.category)];
      const snapshots = searchedCategories.map(({ name }) => catalog.snapshot('v2', name));
      const filteredModels = await findFilteredModels(services, filters, searchedCategories, snapshots);
      const { found, ageSeconds } = await finder.find(q, searchedCategories, {
        snapshots,
        order,
        filteredModels,
        namesOfGroup: createNamesOfGroup(groups),
      });
      if (ageSeconds !== null) reply.header('age', ageSeconds);
      const results = found
        .slice(offset, offset + limit)
        .map(formatMember)
        .join(',');
      const total = found.length;
      const pagingJson = JSON.stringify({ total, offset, limit, has_more: offset + limit < total });
      return JsonBytes.of(`{"results":[${results}],${pagingJson.slice(1)}`);
    },
  });

function formatMember({ category, model, foundBy }: FoundModel): string {
  const memberStart = JSON.stringify({ category, name: model.name, found_by: foundBy });
  return `${memberStart.slice(0, -1)},"record":${model.text}}`;
}

type Filters = Omit<z.output<ReturnType<typeof findQuery>>, 'q' | 'order' | 'offset' | 'limit'>;

/** Returns the models in the snapshots that pass the filters; null if the query has no filter. */
async function findFilteredModels(
  { search }: FindServices,
  { category, baseline, ...filters }: Filters,
  [definition]: readonly CategoryDefinition[],
  snapshots: readonly CategorySnapshot[],
): Promise<ReadonlySet<SnapshotRecord> | null> {
  if (baseline !== undefined && category === undefined) {
    throw new RegistryError(
      'bad_request',
      '`baseline` requires `category`, because baselines differ by category.',
    );
  }
  if ([baseline, ...Object.values(filters)].every((filter) => filter === undefined)) return null;
  const unpagedFilters = { ...filters, offset: 0, limit: Number.MAX_SAFE_INTEGER };
  const { records } =
    category === undefined
      ? await search.everywhere(unpagedFilters, snapshots)
      : await search.inCategory(definition!, { ...unpagedFilters, baseline }, snapshots[0]!);
  return new Set(records);
}

function createNamesOfGroup(groups: Groups): NamesOfGroup {
  // Maps each name of a group with aliases to all its names, because a record may contain any of them.
  const namesByGroup = new Map(
    groups.aliases.list().flatMap(({ canonical, aliases }) => {
      const names = [canonical, ...aliases];
      return names.map((name) => [name, names] as const);
    }),
  );
  const families = new Map(
    groups.families
      .list()
      .flatMap(({ family_name, members }) => members.map((member) => [member, family_name])),
  );
  return (group) => {
    const names = namesByGroup.get(group) ?? [group];
    return [...names, ...names.flatMap((name) => families.get(name) ?? [])];
  };
}

export const find = (services: FindServices): Resource => ({
  name: 'find',
  readsModels: true,
  endpoints: [findModels(services)],
});
