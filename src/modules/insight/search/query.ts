import { RegistryError } from '../../../kernel/errors.ts';
import { textBackends } from '../../../records/text-names/index.ts';

/** What a search asks for. Absent filters do not filter; an empty list of tags is an absent one. */
export interface SearchQuery {
  nsfw?: boolean | undefined;
  /** The stored baseline exactly, letter case included, or a known spelling of it. */
  baseline?: string | undefined;
  inpainting?: boolean | undefined;
  tags_any?: readonly string[] | undefined;
  tags_all?: readonly string[] | undefined;
  tags_none?: readonly string[] | undefined;
  /** In any letter case. */
  name_contains?: string | undefined;
  /** Text models: `aphrodite` or `koboldcpp`, keeps the names with that prefix. */
  backend?: string | undefined;
  /** Text models: drops the names with a backend's prefix. */
  exclude_backend_variations?: boolean | undefined;
  /** Text models: keeps, or drops, the names that say a quantisation. */
  quantized?: boolean | undefined;
  /** A field, or `object__key` for a value inside an object. */
  sort_by?: string | undefined;
  sort_desc?: boolean | undefined;
  /** At most so many results. */
  limit: number;
  /** Results before the first one wanted; past the end gives an empty page. */
  offset: number;
}

/** The part of a query that a search over several categories reads. */
export type CrossSearchQuery = Pick<
  SearchQuery,
  | 'nsfw'
  | 'tags_any'
  | 'tags_all'
  | 'tags_none'
  | 'name_contains'
  | 'sort_by'
  | 'sort_desc'
  | 'limit'
  | 'offset'
>;

/**
 * Where records may come from: the canonical ones, or those and all providers'. No provider is registered, so
 * both give the same.
 */
export const searchSources = ['horde', 'any'] as const;

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
