import { z } from 'zod';
import { RegistryError } from '../../../kernel/errors.ts';
import { knownBuiltIn } from '../../../records/baselines/known-baselines.ts';
import type { CategoryDefinition } from '../../../records/categories/category.ts';
import {
  laxBoolean,
  laxEnum,
  laxInt,
  laxObject,
  laxString,
  queryList,
  queryValue,
} from '../../../records/lax.ts';
import { permissions } from '../../../records/licensing/assignment.ts';
import { textBackends } from '../../../records/text-names/index.ts';

/**
 * The values of `source` in a query: `horde` for the canonical records, `any` to include the records of
 * providers. No provider is registered, so both find the same records.
 */
export const searchSources = ['horde', 'any'] as const;

const createTextSchema = () => queryValue(laxString()).optional();
const createFlagSchema = () => queryValue(laxBoolean()).optional();
const createPermissionSchema = () => queryValue(laxEnum(permissions)).optional();
const createTagsSchema = (description: string) => queryList(laxString()).optional().meta({ description });

export const commonFilters = {
  nsfw: createFlagSchema().meta({ description: 'Return records with this value of `nsfw`.' }),
  tags_any: createTagsSchema(
    'Return records with any of these tags, matched exactly. Repeat the parameter for several tags.',
  ),
  tags_all: createTagsSchema('Return records with all of these tags.'),
  tags_none: createTagsSchema('Return records with none of these tags.'),
  name_contains: createTextSchema().meta({ description: 'Part of the name, case-insensitive.' }),
  license_id: createTextSchema().meta({ description: 'Return records whose licence names this license id.' }),
  commercial_use: createPermissionSchema().meta({
    description: 'Return records whose licence permits this. A record without licensing counts as unknown.',
  }),
  redistribution: createPermissionSchema().meta({ description: 'Likewise.' }),
};

export const page = {
  limit: queryValue(laxInt({ ge: 1, le: 500 })).default(50),
  offset: queryValue(laxInt({ ge: 0, le: Number.MAX_SAFE_INTEGER })).default(0),
};

const sortParameters = {
  sort_desc: queryValue(laxBoolean())
    .default(false)
    .meta({ description: 'Sort in descending order. Equal values keep stored order.' }),
  ...page,
};

export const searchQuery = laxObject({
  ...commonFilters,
  baseline: createTextSchema().meta({
    description: 'Return records with this baseline. Known spellings of a baseline are accepted.',
  }),
  inpainting: createFlagSchema().meta({
    description: 'image_generation only. A null or missing value counts as false.',
  }),
  backend: createTextSchema().meta({
    description: 'text_generation only: return only names with the prefix of this backend.',
  }),
  exclude_backend_variations: createFlagSchema().meta({
    description: 'text_generation only: leave out names with a backend prefix.',
  }),
  quantized: createFlagSchema().meta({
    description: 'text_generation only: whether the name contains a quantization.',
  }),
  sort_by: createTextSchema().meta({
    description:
      'A field of the record, or `object__key` for a value inside an object. Default: stored order. Records without a value come last, or first with `sort_desc`.',
  }),
  ...sortParameters,
  source: queryValue(laxString())
    .default('horde')
    .meta({
      description: `${searchSources.join(' or ')}: only the canonical records, or also those of other providers. This service has no others, so the results are the same.`,
    }),
});

export const crossSearchQuery = laxObject({
  ...commonFilters,
  sort_by: createTextSchema().meta({ description: 'A field that records of every category have.' }),
  ...sortParameters,
});

type SearchRequest<Query> = Omit<Query, 'source' | 'sort_desc'> & {
  sort_desc?: boolean | undefined;
};

/** A query within one category. Absent filters, and an empty list of tags, match all records. */
export type SearchQuery = SearchRequest<z.output<typeof searchQuery>>;

/** A query over all categories, with only the filters that work across categories. */
export type CrossSearchQuery = SearchRequest<z.output<typeof crossSearchQuery>>;

/** @throws RegistryError bad_request for a source that is not in `searchSources` */
export function checkSource(source: string): void {
  if (searchSources.some((validSource) => validSource === source)) return;
  throw new RegistryError(
    'bad_request',
    `Unknown source: No provider registered under source id '${source}'. Valid sources: ${searchSources.join(', ')}`,
  );
}

/** @throws RegistryError bad_request for an unknown backend */
export function findBackendPrefix(backend: string): string {
  const match = textBackends.find(({ name }) => name === backend);
  if (match) return match.prefix;
  const names = textBackends.map(({ name }) => name).join(', ');
  throw new RegistryError('bad_request', `Unknown backend '${backend}'. Valid backends: ${names}`);
}

/** The fields by which a category's records can be filtered and sorted. */
export interface SearchFields {
  /** The name of the record's type in messages, such as `ImageGenerationModelRecord`. */
  readonly recordName: string;
  readonly names: readonly string[];
  /**
   * The allowed values of `sort_by`: a field with ordered values, or `object__key` for a key that the record
   * schema lists in an object field.
   */
  readonly sortablePaths: readonly string[];
  /**
   * The object fields with arbitrary keys. `sort_by` may name a key in them, as in `settings__temperature`.
   */
  readonly openFields: readonly string[];
  /** Whether the records are text models, whose names may have backend prefixes and quantizations. */
  readonly hasTextNames: boolean;
  /**
   * The category whose baselines the records use. Filters accept every known spelling of these baselines. Null
   * if records may have any text as baseline.
   */
  readonly baselinesOf: string | null;
}

/**
 * The filters on record fields, each with the name of its field. A category has such a filter only if its
 * records have the field.
 */
export const fieldFilters = {
  nsfw: 'nsfw',
  baseline: 'baseline',
  inpainting: 'inpainting',
  tags_any: 'tags',
  tags_all: 'tags',
  tags_none: 'tags',
} as const;

export type FieldFilter = keyof typeof fieldFilters;

const filterNames = Object.keys(fieldFilters) as FieldFilter[];

const fieldsByCategory = new WeakMap<CategoryDefinition, SearchFields>();

/**
 * Returns the fields by which a category can be searched. They are derived once per definition from its
 * record schema.
 */
export function getSearchFields(definition: CategoryDefinition): SearchFields {
  const cachedFields = fieldsByCategory.get(definition);
  if (cachedFields) return cachedFields;
  const fields = {
    recordName: definition.recordName,
    names: definition.fields,
    ...findOrderedFields(
      z.toJSONSchema(definition.stored(knownBuiltIn), { io: 'input', unrepresentable: 'any' }),
    ),
    hasTextNames: definition.usage === 'text',
    baselinesOf: definition.baselinesOf,
  };
  fieldsByCategory.set(definition, fields);
  return fields;
}

/** Returns the fields common to the records of all these categories. */
export function intersectFields(fieldLists: readonly SearchFields[]): SearchFields {
  const intersect = (list: (fields: SearchFields) => readonly string[]): string[] =>
    fieldLists[0] === undefined
      ? []
      : list(fieldLists[0]).filter((name) => fieldLists.every((fields) => list(fields).includes(name)));
  return {
    recordName: 'the records of every category',
    names: intersect(({ names }) => names),
    sortablePaths: intersect(({ sortablePaths }) => sortablePaths),
    openFields: intersect(({ openFields }) => openFields),
    hasTextNames: false,
    baselinesOf: null,
  };
}

/**
 * Checks that the records of a category have the field of a filter.
 * @throws RegistryError bad_request with a message that lists the filters of the category
 */
export function checkFilter(filter: FieldFilter, fields: SearchFields): void {
  const field = fieldFilters[filter];
  if (fields.names.includes(field)) return;
  const usableFilters = filterNames.filter((name) => fields.names.includes(fieldFilters[name]));
  throw new RegistryError(
    'bad_request',
    `Filter not supported for this category: Field '${field}' does not exist on ${fields.recordName}. ` +
      `Valid filters: ${[...usableFilters, 'name_contains'].join(', ')}`,
  );
}

/**
 * Converts a `sort_by` to the path of the value in a record.
 * @throws RegistryError bad_request with a message that lists the sortable fields
 */
export function parseSortPath(sortBy: string, fields: SearchFields): readonly string[] {
  const fieldPath =
    sortBy === 'parameters_count' && fields.names.includes('parameters') ? 'parameters' : sortBy;
  const [field = '', ...keys] = fieldPath.split('__');
  if (fields.sortablePaths.includes(fieldPath)) return [field, ...keys];
  const key = keys.join('__');
  if (fields.openFields.includes(field) && key !== '') return [field, key];
  const validKeys = [...fields.sortablePaths, ...fields.openFields.map((name) => `${name}__<key>`)].join(
    ', ',
  );
  const reason = !fields.names.includes(field)
    ? `Field '${field || fieldPath}' does not exist on ${fields.recordName}`
    : keys.length === 0
      ? `Field '${field}' holds objects, which have no order`
      : `There is no value to sort by at '${sortBy}'`;
  throw new RegistryError('bad_request', `Invalid sort_by field: ${reason}. Valid fields: ${validKeys}`);
}

type Schema = z.core.JSONSchema.JSONSchema;

function findOrderedFields(root: Schema): Pick<SearchFields, 'sortablePaths' | 'openFields'> {
  const sortablePaths: string[] = [];
  const openFields: string[] = [];
  for (const [field, schema] of listProperties(root)) {
    const object = resolveSchema(schema, root);
    if (object.type !== 'object') {
      if (hasOrder(object, root)) sortablePaths.push(field);
    } else if (object.properties === undefined) {
      openFields.push(field);
    } else {
      for (const [key, inner] of listProperties(object)) {
        if (hasOrder(resolveSchema(inner, root), root)) sortablePaths.push(`${field}__${key}`);
      }
    }
  }
  return { sortablePaths, openFields };
}

function listProperties(schema: Schema): [string, Schema][] {
  return Object.entries(schema.properties ?? {}) as [string, Schema][];
}

/** Returns whether values of the schema can be sorted: scalars and arrays of scalars. */
function hasOrder(schema: Schema, root: Schema): boolean {
  if (schema.type === 'object') return false;
  const { items } = schema;
  return (
    typeof items !== 'object' ||
    Array.isArray(items) ||
    resolveSchema(items as Schema, root).type !== 'object'
  );
}

/** Resolves a reference to its schema, and a nullable schema to the schema without null. */
function resolveSchema(schema: Schema, root: Schema): Schema {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice('#/$defs/'.length);
    return resolveSchema((root.$defs?.[name] ?? {}) as Schema, root);
  }
  const nonNullSchema = (schema.anyOf as Schema[] | undefined)?.find(({ type }) => type !== 'null');
  return nonNullSchema === undefined ? schema : resolveSchema(nonNullSchema, root);
}
