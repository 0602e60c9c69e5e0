import type { Cache } from './cache.ts';
import { Connection, type ConnectionOptions, type Sent } from './connection.ts';
import { Copies, type Copy, notOfARegistry } from './copies.ts';
import { ApiError, isObject } from './errors.ts';
import { Feed } from './feed.ts';
import { Follower, type FollowOptions } from './follower.ts';
import { Inbox } from './inbox.ts';
import { eachOf, nextOffset } from './pages.ts';
import { pathWith } from './paths.ts';
import { Queue } from './queue.ts';
import { Requests } from './requests.ts';
import type { paths } from './schema.ts';
import type { CallOptions, Method, Operation, Parameters, PathOf, ReadOptions, Told } from './typed-paths.ts';
import type {
  CategoryName,
  Deployment,
  Draft,
  FindPage,
  FoundModel,
  HistoryEntry,
  ModelRecord,
  Models,
  PopularModel,
  SearchPage,
  UserRoles,
} from './types.ts';

export interface ClientOptions extends ConnectionOptions {
  /**
   * The store for the last good copies of answers. Without it, a read fails while the registry does not
   * answer.
   */
  readonly cache?: Cache;
}

/** Filters of a search, as the API names them: `name_contains`, `baseline`, `tags_any`, `nsfw`, `sort_by` … */
export type SearchQuery = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

type FindParameters = Omit<
  NonNullable<paths['/model_references/v2/find']['get']['parameters']['query']>,
  'category'
> & { category?: CategoryName };

/** The parameters of a search by words: the text that somebody typed, and filters. */
export type FindQuery = { readonly [Name in keyof FindParameters]?: FindParameters[Name] | undefined };

const v2 = '/model_references/v2';
const inCategory = (category: string, rest = '') => `${v2}/${encodeURIComponent(category)}${rest}`;
const forReader = (path: string, { channel, baselines, client }: ReadOptions = {}) =>
  pathWith(path, undefined, { channel, baselines, client });

/**
 * Tells whether a path can contain the name of a model. An empty name cannot be in a path, nor can `.` and
 * `..`: every URL parser removes these two, even when they are escaped.
 */
export function isAddressable(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..';
}

/** A model reference registry, over HTTP. Every method that fails throws an ApiError. */
export class ModelrefClient {
  /** The review queue: proposals, reviews, batches. */
  readonly queue: Queue;
  /** The messages for the key's account. */
  readonly inbox: Inbox;
  /** Requests for models that are missing. */
  readonly requests: Requests;
  readonly #connection: Connection;
  readonly #copies: Copies;
  readonly #cache: Cache | undefined;

  constructor(options: ClientOptions) {
    this.#connection = new Connection(options);
    this.#cache = options.cache;
    this.#copies = new Copies(this.#connection, options.cache);
    this.queue = new Queue(this);
    this.requests = new Requests(this);
    this.inbox = new Inbox(this, this.#connection);
  }

  /** The API's base address, without a slash at its end. */
  get server(): string {
    return this.#connection.server;
  }

  /** Calls any operation of the OpenAPI document, with its types: `request('get', '/replicate_mode')`. */
  async request<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    { path: values, query, body, ...options }: Parameters<Operation<M, P>> & CallOptions,
  ): Promise<Told<Operation<M, P>>> {
    const sent = body === undefined ? options : { ...options, body };
    return this.send(
      method.toUpperCase(),
      pathWith(path, values as object | undefined, query as object | undefined),
      sent,
    );
  }

  /**
   * Calls a path for which there are no types: the caller names the type `T` of the answer. Gives undefined
   * for an answer without a body.
   */
  async send<T>(method: string, path: string, sent: Sent = {}): Promise<T> {
    const { text } = await this.#connection.call(method, path, sent);
    if (text === '') return undefined as T;
    try {
      return JSON.parse(text) as T;
    } catch {
      throw notOfARegistry(path, 'it is no JSON');
    }
  }

  /** Reads the JSON at a path; gives the last good copy from the cache when the registry does not answer. */
  read<T>(path: string, options?: CallOptions): Promise<Copy<T>> {
    return this.#copies.read(path, (text) => JSON.parse(text) as T, options);
  }

  async categories(options?: CallOptions): Promise<readonly CategoryName[]> {
    return (await this.#copies.read(`${v2}/model_categories`, namesOf, options)).value;
  }

  /**
   * Lists the reference categories. Their records are not models but what models refer to, such as baselines.
   * Empty at a registry without reference categories.
   */
  async referenceCategories(options?: CallOptions): Promise<readonly CategoryName[]> {
    const path = `${v2}/reference_categories`;
    return (await this.#copies.read(path, namesOf, { ...options, absent: '[]' })).value;
  }

  /**
   * Gives all models of a category. Gives no models for a category that the registry does not know: the
   * registry answers 404 to it, as it does to an empty category.
   */
  category(category: CategoryName, options?: ReadOptions): Promise<Copy<Models>> {
    return this.#copies.read(forReader(inCategory(category), options), modelsOf, {
      ...options,
      absent: '{}',
    });
  }

  /** Reads a model by its key in the category; null when the category has no such model. */
  async model(
    category: CategoryName,
    name: string,
    options?: ReadOptions,
  ): Promise<Copy<ModelRecord> | null> {
    if (!isAddressable(name)) {
      const { value, ...rest } = await this.category(category, options);
      const record = value.get(name);
      return record ? { ...rest, value: record } : null;
    }
    try {
      const path = inCategory(category, `/model/${encodeURIComponent(name)}`);
      return await this.read(forReader(path, options), options);
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'not-found') return null;
      throw error;
    }
  }

  /** Reads a page of search results, in one category or in all. */
  searchPage(query: SearchQuery, category?: CategoryName, options?: CallOptions): Promise<SearchPage> {
    const path = category === undefined ? `${v2}/search` : inCategory(category, '/search');
    return this.send('GET', pathWith(path, undefined, query), { ...options });
  }

  /** Gives all search results; reads the next page only when the caller needs it. */
  search(query: SearchQuery, category?: CategoryName, options?: CallOptions): AsyncGenerator<ModelRecord> {
    return eachOf(0, async (offset: number) => {
      const page = await this.searchPage({ limit: 100, ...query, offset }, category, options);
      const { results } = page;
      return { items: results, next: page.has_more ? nextOffset(offset, results.length, page.total) : null };
    });
  }

  /** Reads a page of models found by what people type or paste: words, a SHA-256, the address of a file. */
  findPage(query: FindQuery, options?: CallOptions): Promise<FindPage> {
    return this.send('GET', pathWith(`${v2}/find`, undefined, query), { ...options });
  }

  /** Gives all models that a search by words finds, the best match first unless `order` says otherwise. */
  find(query: FindQuery, options?: CallOptions): AsyncGenerator<FoundModel> {
    return eachOf(0, async (offset: number) => {
      const { results, total } = await this.findPage({ limit: 100, ...query, offset }, options);
      return { items: results, next: nextOffset(offset, results.length, total) };
    });
  }

  /** Gives the most used models; empty while the registry does not know the usage of models. */
  popular(
    category: CategoryName,
    query: SearchQuery = {},
    options?: CallOptions,
  ): Promise<readonly PopularModel[]> {
    return this.send('GET', pathWith(inCategory(category, '/popular'), undefined, query), { ...options });
  }

  /** Gives the entries in the history of a model, the newest first. */
  history(category: CategoryName, name: string, options?: CallOptions): AsyncGenerator<HistoryEntry> {
    const path = `${v2}/{model_category_name}/model/{model_name}/history`;
    const values = { model_category_name: category, model_name: name };
    return eachOf<HistoryEntry, number | undefined>(undefined, async (cursor) => {
      const address = pathWith(path, values, { limit: 50, cursor });
      const page = await this.send<{ items: HistoryEntry[]; next_cursor: number | null }>('GET', address, {
        ...options,
      });
      return { items: page.items, next: page.next_cursor ?? null };
    });
  }

  /**
   * Drafts a record from a link to a model, or from the JSON of a model host that somebody pasted. Needs the
   * requestor role. The registry stores nothing: pass the record to `queue.propose`.
   */
  draft(
    what: { readonly url: string } | { readonly text: string },
    category?: CategoryName,
    options?: CallOptions,
  ): Promise<Draft> {
    const body = { ...what, ...(category !== undefined && { category }) };
    return this.send('POST', `${v2}/drafts`, { ...options, body, repeatable: true });
  }

  /** The deployment's role and features: whether it takes writes, and in which format. */
  deployment(options?: CallOptions): Promise<Deployment> {
    return this.send('GET', '/replicate_mode', { ...options });
  }

  /** The user whom the key belongs to, with their roles. */
  roles(options?: CallOptions): Promise<UserRoles> {
    return this.send('GET', `${v2}/me/roles`, { ...options });
  }

  /** The newest signed checkpoint of the audit trail. Check it with `verifyCheckpoint`, and keep it. */
  async checkpoint(options?: CallOptions): Promise<string> {
    return (await this.#connection.call('GET', '/audit/checkpoint', { ...options })).text;
  }

  /**
   * The key that signs checkpoints. Ask once, keep it, and compare it with what the operator publishes
   * elsewhere.
   */
  async checkpointKey(options?: CallOptions): Promise<string> {
    return (await this.#connection.call('GET', '/audit/checkpoint/key', { ...options })).text.trim();
  }

  /**
   * Starts to follow categories. Begins with the last good copy if the cache has one, even while the registry
   * does not answer.
   * @throws ApiError when there is no copy and the registry cannot be read
   */
  follow(options: FollowOptions = {}): Promise<Follower> {
    return Follower.open(this, new Feed(this.#connection), this.#cache, options);
  }
}

/**
 * Parses a list of category names.
 * @throws Error when the text is not a list of names
 */
function namesOf(text: string): CategoryName[] {
  const body: unknown = JSON.parse(text);
  if (Array.isArray(body) && body.every((name) => typeof name === 'string')) return body;
  throw new Error('it is no list of categories');
}

/**
 * Parses an object of records into models by name.
 * @throws Error when the text is not an object of records
 */
function modelsOf(text: string): Models {
  const body: unknown = JSON.parse(text);
  if (!isObject(body) || !Object.values(body).every(isObject)) throw new Error('it is no category');
  return new Map(Object.entries(body)) as unknown as Models;
}
