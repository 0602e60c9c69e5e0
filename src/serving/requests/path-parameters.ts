import { z } from 'zod';
import { createInputError, RegistryError } from '../../kernel/errors.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { type Categories, type LegacyCategory, legacyCategories } from '../../records/categories/index.ts';
import { formatChoice, laxObject } from '../../records/lax.ts';
import { parseOrThrow } from '../../records/parse.ts';
import { limits } from './limits.ts';
import { createIdSchema } from './query.ts';

/** A path parameter: its description for the OpenAPI document, and the parser of its value. */
export interface PathParameter<T = unknown> {
  readonly schema: z.ZodType;
  readonly description?: string;
  /**
   * The parameter's name in the router and in the `route` label of metrics. Default: its name in the path.
   */
  readonly routerName?: string;
  /**
   * Whether the value may contain slashes, raw or percent-encoded. Such a parameter must come last in the
   * path, or before a final segment that is an action (`isTrailingAction`).
   */
  readonly mayContainSlashes?: boolean;
  /** Status of the response to an invalid value. */
  readonly refusalStatus: 404 | 422;
  /**
   * Parses and validates the value.
   *
   * @param text the value, percent-decoded once
   * @param categories those of the deployment
   * @throws RegistryError with the status `refusalStatus`; `not_found` for an impossible name
   */
  parse(text: string, categories: Categories): T;
}

export type PathParameters = Readonly<Record<string, PathParameter>>;

export type PathValues<P> = { readonly [K in keyof P]: P[K] extends PathParameter<infer T> ? T : never };

const categoryParameter = {
  schema: z.string(),
  description: 'A category, e.g. `image_generation`.',
  routerName: 'category',
} as const;

/** The category in the path of a read; 404 for an unknown one. */
export const readCategory: PathParameter<CategoryDefinition> = {
  ...categoryParameter,
  refusalStatus: 404,
  parse: (name, categories) => categories.find(name) ?? throwUnknownCategory(name),
};

/** The category in the path of a write; 422 for an unknown one. */
export const writableCategory: PathParameter<CategoryDefinition> = {
  ...categoryParameter,
  refusalStatus: 422,
  parse: (name, categories) => categories.find(name) ?? refuseCategory(name, categories.names),
};

/** The category in the path of a v1 read, and the name used in the path (`pathName`). */
export const readCategoryOfV1: PathParameter<{ category: CategoryDefinition; pathName: string }> = {
  ...categoryParameter,
  refusalStatus: 404,
  parse: (pathName, categories) => ({
    category: categories.findLegacy(pathName) ?? throwUnknownCategory(pathName),
    pathName,
  }),
};

const legacyNames = legacyCategories.map(({ name }) => name);

/**
 * The category in the path of a v1 create or update. Only categories with a legacy form are allowed, and only
 * under their own names; anything else returns 422.
 */
export const writableCategoryOfV1: PathParameter<LegacyCategory> = {
  ...categoryParameter,
  refusalStatus: 422,
  parse: (name) => legacyCategories.find((one) => one.name === name) ?? refuseCategory(name, legacyNames),
};

function throwUnknownCategory(name: string): never {
  throw new RegistryError('not_found', `Model category '${name}' not found`);
}

function refuseCategory(input: string, names: readonly string[]): never {
  const expectedNames = formatChoice(names);
  const loc = ['path', 'model_category_name'];
  throw createInputError([
    { type: 'enum', loc, msg: `Input should be ${expectedNames}`, input, ctx: { expected: expectedNames } },
  ]);
}

/**
 * The name of a model, decoded: `org/model`, `org%2Fmodel`, `a%20b`, `search` and `100%25` all work. A slash
 * at the end of the path is not part of the name unless it is encoded.
 */
export const modelName: PathParameter<string> = {
  schema: z.string().min(1).max(limits.nameLength),
  description: 'The name of a model. May contain slashes, raw or percent-encoded.',
  mayContainSlashes: true,
  refusalStatus: 422,
  parse: checkStorableName,
};

/**
 * Creates a path parameter for the name of something other than a model. The name may contain slashes.
 *
 * @param nameDescription the description of the name in the OpenAPI document
 */
export function createNameParameter(nameDescription: string): PathParameter<string> {
  const description = `${nameDescription} May contain slashes, raw or percent-encoded.`;
  return {
    schema: z.string().meta({ description }),
    mayContainSlashes: true,
    refusalStatus: 422,
    parse: checkStorableName,
  };
}

/**
 * Returns a name in a path unchanged.
 * @throws RegistryError `not_found` for a name that no database can store. PostgreSQL would refuse such a
 *   name in a query
 */
function checkStorableName(text: string): string {
  if (text.includes('\0'))
    throw new RegistryError('not_found', 'A name must not contain the character U+0000.');
  return text;
}

export const changeId = createIdParameter('change_id', 'The id of a queued change.');
export const requestId = createIdParameter('request_id', 'The id of a request for a model.');
export const commentId = createIdParameter('comment_id', 'The id of a comment.');
export const batchId = createIdParameter('batch_id', 'The id of a batch.');

function createIdParameter(name: string, description: string): PathParameter<number> {
  const schema = laxObject({ [name]: createIdSchema() });
  const parse = (text: string) => parseOrThrow(schema, { [name]: text }, 'path')[name] as number;
  return { schema: z.int(), description, refusalStatus: 422, parse };
}
