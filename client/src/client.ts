import type { Cache } from './cache.ts';
import { Connection, type ConnectionOptions, type Sent } from './connection.ts';
import { Copies, type Copy, invalidAnswerError } from './copies.ts';
import { ApiError, isObject } from './errors.ts';
import { Feed } from './feed.ts';
import { Follower, type FollowOptions } from './follower.ts';
import { Inbox } from './inbox.ts';
import { nextOffset, paginate } from './pages.ts';
import { pathWith } from './paths.ts';
import { Queue } from './queue.ts';
import { Requests } from './requests.ts';
import type { paths } from './schema.ts';
import type { AnswerOf, CallOptions, Method, Operation, Parameters, PathOf } from './typed-paths.ts';
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
   * Stores the last good responses for categories, models and `read`. When the registry does not respond, the
   * client returns the stored copy; without a cache, the call fails. Followers also store their models here.
   * Searches and all other calls are never stored.
   */
  readonly cache?: Cache;
}

/**
 * Filters of a search, as the API names them: `name_contains`, `baseline`, `tags_any`, `nsfw`, `sort_by` …
 */
export type SearchQuery = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

type FindParameters = Omit<
  NonNullable<paths['/model_references/v2/find']['get']['parameters']['query']>,
  'category'
> & { category?: CategoryName };

/** Parameters of `find`: the text that the user entered, and filters. */
export type FindQuery = { readonly [Name in keyof FindParameters]?: FindParameters[Name] | undefined };

const v2 = '/model_references/v2';
const inCategory = (category: string, subpath = '') => `${v2}/${encodeURIComponent(category)}${subpath}`;

/**
 * Returns whether a model name can be a segment of a URL path. False for the empty name, and for `.` and
 * `..`, which every URL parser removes even when they are escaped.
 */
export function isAddressable(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..';
}

/** Client of a model reference registry over HTTP. Methods throw an ApiError when they fail. */
export class ModelrefClient {
  readonly queue: Queue;
  readonly inbox: Inbox;
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

  /** The API's base URL, without a trailing slash. */
  get server(): string {
    return this.#connection.server;
  }

  /** Calls any operation of the OpenAPI document, with its types: `request('get', '/replicate_mode')`. */
  async request<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    { path: values, query, body, ...options }: Parameters<Operation<M, P>> & CallOptions,
  ): Promise<AnswerOf<Operation<M, P>>> {
    const callOptions = body === undefined ? options : { ...options, body };
    return this.send(
      method.toUpperCase(),
      pathWith(path, values as object | undefined, query as object | undefined),
      callOptions,
    );
  }

  /**
   * Sends a request to any path. Does not check that the response body has the type `T`. Returns undefined
   * when the response has no body.
   */
  async send<T>(method: string, path: string, options: Sent = {}): Promise<T> {
    const { status, text } = await this.#connection.call(method, path, options);
    if (status === 204) return undefined as T;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw invalidAnswerError(path, 'the body is not JSON');
    }
    // Response bodies of a registry are always objects or arrays.
    if (typeof value !== 'object' || value === null)
      throw invalidAnswerError(path, 'the body is not an object');
    return value as T;
  }

  /**
   * Reads the JSON at a path. Returns the last good copy from the cache when the registry does not respond.
   */
  read<T>(path: string, options?: CallOptions): Promise<Copy<T>> {
    return this.#copies.read(path, (text) => JSON.parse(text) as T, options);
  }

  async categories(options?: CallOptions): Promise<readonly CategoryName[]> {
    return (await this.#copies.read(`${v2}/model_categories`, parseCategoryNames, options)).value;
  }

  /**
   * Returns all models of a category. The result is empty when the category is empty or unknown, because the
   * registry sends the same 404 for both. The 404 of a server that does not have this path counts as a
   * failed read.
   */
  category(category: CategoryName, options?: CallOptions): Promise<Copy<Models>> {
    return this.#copies.read(inCategory(category), parseModels, {
      ...options,
      notFoundText: '{}',
    });
  }

  /**
   * Reads one model by its key in the category; null when there is none. The `name` in its record may differ
   * from the key.
   */
  async model(
    category: CategoryName,
    name: string,
    options?: CallOptions,
  ): Promise<Copy<ModelRecord> | null> {
    if (!isAddressable(name)) {
      const { value, ...rest } = await this.category(category, options);
      const record = value.get(name);
      return record ? { ...rest, value: record } : null;
    }
    try {
      return await this.read(inCategory(category, `/model/${encodeURIComponent(name)}`), options);
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'not-found') return null;
      throw error;
    }
  }

  /** Returns one page of the models that match the filters. Without `category`, searches all categories. */
  searchPage(query: SearchQuery, category?: CategoryName, options?: CallOptions): Promise<SearchPage> {
    const path = category === undefined ? `${v2}/search` : inCategory(category, '/search');
    return this.send('GET', pathWith(path, undefined, query), { ...options });
  }

  /** Returns all models that match the filters. Loads each page only when the caller reaches it. */
  search(query: SearchQuery, category?: CategoryName, options?: CallOptions): AsyncGenerator<ModelRecord> {
    return paginate(0, async (offset: number) => {
      const page = await this.searchPage({ limit: 100, ...query, offset }, category, options);
      const { results } = page;
      return { items: results, next: page.has_more ? nextOffset(offset, results.length, page.total) : null };
    });
  }

  /**
   * Returns one page of the models that match an entered or pasted text: words, a SHA-256, or the URL of a
   * file.
   */
  findPage(query: FindQuery, options?: CallOptions): Promise<FindPage> {
    return this.send('GET', pathWith(`${v2}/find`, undefined, query), { ...options });
  }

  /** Returns all models that `findPage` finds, the best match first unless `order` says otherwise. */
  find(query: FindQuery, options?: CallOptions): AsyncGenerator<FoundModel> {
    return paginate(0, async (offset: number) => {
      const { results, total } = await this.findPage({ limit: 100, ...query, offset }, options);
      return { items: results, next: nextOffset(offset, results.length, total) };
    });
  }

  /** Returns the most used models of a category; empty while the registry has no usage figures. */
  popular(
    category: CategoryName,
    query: SearchQuery = {},
    options?: CallOptions,
  ): Promise<readonly PopularModel[]> {
    return this.send('GET', pathWith(inCategory(category, '/popular'), undefined, query), { ...options });
  }

  /** Returns the entries of a model's history, the newest first. */
  history(category: CategoryName, name: string, options?: CallOptions): AsyncGenerator<HistoryEntry> {
    const path = `${v2}/{model_category_name}/model/{model_name}/history`;
    const values = { model_category_name: category, model_name: name };
    return paginate<HistoryEntry, number | undefined>(undefined, async (cursor) => {
      const address = pathWith(path, values, { limit: 50, cursor });
      const page = await this.send<{ items: HistoryEntry[]; next_cursor: number | null }>('GET', address, {
        ...options,
      });
      return { items: page.items, next: page.next_cursor ?? null };
    });
  }

  /**
   * Drafts a record from a link to a model, or from pasted JSON of a model host. Needs the requestor role.
   * The registry does not store the draft: pass it to `queue.propose`.
   */
  draft(
    source: { readonly url: string } | { readonly text: string },
    category?: CategoryName,
    options?: CallOptions,
  ): Promise<Draft> {
    const body = { ...source, ...(category !== undefined && { category }) };
    return this.send('POST', `${v2}/drafts`, { ...options, body, repeatable: true });
  }

  /** Returns the deployment's role and features: whether it accepts writes, and in which format. */
  deployment(options?: CallOptions): Promise<Deployment> {
    return this.send('GET', '/replicate_mode', { ...options });
  }

  /** Returns the user of the key, with their roles. */
  roles(options?: CallOptions): Promise<UserRoles> {
    return this.send('GET', `${v2}/me/roles`, { ...options });
  }

  /**
   * Returns the newest signed checkpoint of the audit trail. Check it with `verifyCheckpoint` and store it:
   * `modelref audit verify --checkpoint` needs it later.
   */
  async checkpoint(options?: CallOptions): Promise<string> {
    return (await this.#connection.call('GET', '/audit/checkpoint', { ...options })).text;
  }

  /**
   * Returns the public key for checking signed checkpoints. Compare it with the key that the operator
   * publishes elsewhere, and store it.
   */
  async checkpointKey(options?: CallOptions): Promise<string> {
    return (await this.#connection.call('GET', '/audit/checkpoint/key', { ...options })).text.trim();
  }

  /**
   * Returns a follower, which keeps models up to date. Starts from the cached copy if there is one, even
   * while the registry does not respond.
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
function parseCategoryNames(text: string): CategoryName[] {
  const body: unknown = JSON.parse(text);
  if (Array.isArray(body) && body.every((name) => typeof name === 'string')) return body;
  throw new Error('the body is not a list of categories');
}

/**
 * Parses an object of records into models by name.
 * @throws Error when the text is not an object of records
 */
function parseModels(text: string): Models {
  const body: unknown = JSON.parse(text);
  if (!isObject(body) || !Object.values(body).every(isObject)) throw new Error('the body is not a category');
  return new Map(Object.entries(body)) as unknown as Models;
}
