import type { Cache } from './cache.ts';
import { type Copy, invalidAnswerError } from './copies.ts';
import type { ApiError } from './errors.ts';
import { type Feed, type FeedBatch, NoFeed } from './feed.ts';
import { type RecordChanges, recordChanges } from './record-changes.ts';
import type { CallOptions } from './typed-paths.ts';
import type { CategoryName, ModelRecord, Models } from './types.ts';
import { sleep } from './waiting.ts';

export interface FollowOptions {
  /** The categories to follow. Default: every category that the registry has. */
  readonly categories?: readonly CategoryName[];
  /** Seconds between two reads while there is no stream. Default: 60. */
  readonly pollSeconds?: number;
  /** Seconds of silence after which a stream counts as broken. Default: 45. */
  readonly silenceSeconds?: number;
  readonly signal?: AbortSignal;
  /**
   * Called after each attempt to store the models and the cursor in the cache. The argument is the error, or
   * null if the attempt succeeded. After a failure, the follower continues and tries again with the next
   * response of the registry.
   */
  readonly onKept?: (error: Error | null) => void;
}

/**
 * How a follower gets its changes. `snapshot`: by comparing all models with its copy. `pages`: from pages of
 * the feed. `stream`: from the stream of the feed. `polling`: there is no feed, so the follower takes a
 * snapshot periodically. A change that is found this way has `snapshot`, never `polling`.
 */
export type FollowedBy = 'snapshot' | 'pages' | 'stream' | 'polling';

/** A model whose record has changed. */
export interface ModelChange extends RecordChanges {
  readonly operation: 'create' | 'update' | 'delete';
  readonly category: CategoryName;
  readonly name: string;
  readonly before: ModelRecord | null;
  readonly after: ModelRecord | null;
  readonly by: FollowedBy;
}

/**
 * The follower's progress, as its cache stores it. Stored only after the caller has taken the changes from
 * `changes()`, so that no change is lost in a crash.
 */
interface Progress {
  readonly cursor: string | null;
  readonly asOf: number;
  readonly categories: readonly CategoryName[];
}

/** The reads that a follower needs from a client, besides the feed. */
interface Reads {
  readonly server: string;
  categories(options?: CallOptions): Promise<readonly CategoryName[]>;
  category(category: CategoryName, options?: CallOptions): Promise<Copy<Models>>;
}

type ModelsByCategory = Map<CategoryName, Map<string, ModelRecord>>;

/**
 * Number of consecutive broken streams after which the follower opens no stream for `streamPauseMs`. During
 * this time it reads pages of the feed.
 */
const maxBrokenStreams = 3;
const streamPauseMs = 300_000;
const maxPauseMs = 60_000;
/** The category whose records may include guidance, which changes independently of them. */
const guidedCategory = 'text_generation';
/**
 * Longest pause, in ms, accepted from `Retry-After`. The header's date may be years ahead when a clock is
 * wrong.
 */
const maxRequestedPauseMs = 3_600_000;

/**
 * Holds the models of categories in memory, and keeps them up to date while the caller consumes `changes()`.
 */
export class Follower {
  readonly #reads: Reads;
  readonly #feed: Feed;
  readonly #cache: Cache | undefined;
  readonly #onKept: FollowOptions['onKept'];
  readonly #pollMs: number;
  readonly #silenceMs: number;
  readonly #modelsByCategory: ModelsByCategory = new Map();
  /**
   * The categories whose last response was refused because it had less than half of the models in memory.
   * The value is the list of model names in that response. If the next response has the same names, it is
   * accepted.
   */
  readonly #refusedNames = new Map<CategoryName, string>();
  /** The categories whose current models are not yet stored in the cache. */
  readonly #unsavedCategories = new Set<CategoryName>();
  /** The cursor in the cache. */
  #storedCursor: string | null = null;
  #cursor: string | null = null;
  #asOf = 0;
  #by: FollowedBy = 'snapshot';
  #error: Error | null = null;
  #brokenStreams = 0;
  #streamPausedUntil = 0;

  private constructor(
    reads: Reads,
    feed: Feed,
    cache: Cache | undefined,
    { pollSeconds = 60, silenceSeconds = 45, onKept }: FollowOptions,
  ) {
    this.#reads = reads;
    this.#feed = feed;
    this.#cache = cache;
    this.#onKept = onKept;
    this.#pollMs = pollSeconds * 1000;
    this.#silenceMs = silenceSeconds * 1000;
  }

  /**
   * Returns a follower with the models from the cache or, without a copy, from the registry.
   * @throws ApiError when there is no copy and the registry does not respond
   */
  static async open(
    reads: Reads,
    feed: Feed,
    cache: Cache | undefined,
    options: FollowOptions,
  ): Promise<Follower> {
    const follower = new Follower(reads, feed, cache, options);
    const categories = options.categories ?? (await reads.categories({ signal: options.signal }));
    for (const category of categories) follower.#modelsByCategory.set(category, new Map());
    if (await follower.#restore()) return follower;
    const signal = options.signal ?? new AbortController().signal;
    // The changes of the first snapshot are not reported: the caller has no models yet.
    for await (const _ of follower.#snapshot(signal));
    return follower;
  }

  /** Returns the current models of a followed category; empty for any other category. */
  models(category: CategoryName): Models {
    return this.#modelsByCategory.get(category) ?? new Map();
  }

  get by(): FollowedBy {
    return this.#by;
  }

  /** Seconds since the follower's models were last known to match those of the registry. */
  get ageSeconds(): number {
    return Math.max(0, Math.floor((Date.now() - this.#asOf) / 1000));
  }

  /** Why the last attempt to read the registry failed; null after a success. The follower keeps trying. */
  get error(): Error | null {
    return this.#error;
  }

  /**
   * Yields the changes of models until the signal aborts, beginning with the changes since the stored copy.
   * Reads the stream of the feed; without a stream, its pages. If the server has no feed, reads all followed
   * categories again every `pollSeconds`.
   */
  async *changes(signal: AbortSignal): AsyncGenerator<ModelChange, undefined> {
    for (let failures = 0; !signal.aborted; ) {
      try {
        for await (const step of this.#round(signal)) {
          if (step) yield step;
          else {
            failures = 0;
            this.#error = null;
          }
        }
      } catch (error) {
        if (signal.aborted) break;
        failures += 1;
        this.#error = error as Error;
        const { kind, retryAfterSeconds } = error as Partial<ApiError>;
        // The feed does not continue from this cursor: a new snapshot is needed.
        if (kind === 'gone' || kind === 'bad-answer') this.#cursor = null;
        const pauseMs = Math.min(maxPauseMs, 500 * 2 ** failures);
        const requestedPauseMs = Math.min(maxRequestedPauseMs, (retryAfterSeconds ?? 0) * 1000);
        await sleep(Math.max(pauseMs, requestedPauseMs), signal).catch(() => {});
      }
    }
    return undefined;
  }

  /**
   * Reads the feed up to its newest event, then the stream until it ends. Yields the changes. Also yields
   * null after each good response of the feed, so that the caller resets its count of failures. A snapshot
   * alone yields null only if the server has no feed. Otherwise the caller would never pause when the feed
   * refuses the cursor of every snapshot.
   */
  async *#round(signal: AbortSignal): AsyncGenerator<ModelChange | null> {
    if (this.#cursor === null) yield* this.#snapshot(signal);
    if (this.#cursor === null) {
      this.#by = 'polling';
      yield null;
      return sleep(this.#pollMs, signal);
    }
    try {
      for (let hasMore = true; hasMore; ) {
        const askedAt = Date.now();
        const batch = await this.#feed.page(this.#cursor, signal);
        hasMore = batch.hasMore;
        yield* this.#apply(batch, hasMore ? this.#asOf : askedAt, 'pages', signal);
        yield null;
      }
      if (Date.now() < this.#streamPausedUntil) return sleep(this.#pollMs, signal);
      yield* this.#stream(this.#cursor, signal);
    } catch (error) {
      if (!(error instanceof NoFeed)) throw error;
      this.#cursor = null;
    }
  }

  async *#stream(since: string, signal: AbortSignal): AsyncGenerator<ModelChange | null> {
    try {
      for await (const batch of this.#feed.stream(since, signal, this.#silenceMs)) {
        this.#brokenStreams = 0;
        this.#by = 'stream';
        yield* this.#apply(batch, Date.now(), 'stream', signal);
        yield null;
      }
    } catch (error) {
      if (signal.aborted || error instanceof NoFeed || (error as Partial<ApiError>).kind === 'gone')
        throw error;
      this.#countBrokenStream();
      throw error;
    }
  }

  #countBrokenStream(): void {
    this.#brokenStreams += 1;
    if (this.#brokenStreams < maxBrokenStreams) return;
    this.#brokenStreams = 0;
    this.#streamPausedUntil = Date.now() + streamPauseMs;
  }

  async *#apply(
    { events, next, hasNewGuidance }: FeedBatch,
    asOf: number,
    source: FollowedBy,
    signal: AbortSignal,
  ): AsyncGenerator<ModelChange> {
    const changedCategories = new Set<CategoryName>();
    for (const { category, model_name, v2 } of events) {
      const models = this.#modelsByCategory.get(category);
      if (!models) continue;
      changedCategories.add(category);
      const change = changeOf(models, category, model_name, v2 as ModelRecord | null, source);
      if (change) yield change;
    }
    const records = this.#modelsByCategory.get(guidedCategory)?.values() ?? [];
    if (hasNewGuidance && [...records].some((record) => 'guidance' in record)) {
      changedCategories.add(guidedCategory);
      yield* this.#refreshCategory(guidedCategory, source, signal);
    }
    this.#cursor = next;
    this.#asOf = asOf;
    this.#by = source;
    if (next !== this.#storedCursor) await this.#save(changedCategories);
  }

  /** Reads every followed category, updates the models in memory, and yields the changes. */
  async *#snapshot(signal: AbortSignal): AsyncGenerator<ModelChange> {
    const askedAt = Date.now();
    const cursor = await this.#feed.head(signal).catch((error: unknown) => {
      if (error instanceof NoFeed) return null;
      throw error;
    });
    let asOf = askedAt;
    for (const category of this.#modelsByCategory.keys())
      asOf = Math.min(asOf, yield* this.#refreshCategory(category, 'snapshot', signal));
    this.#cursor = cursor;
    this.#asOf = asOf;
    this.#by = 'snapshot';
    await this.#save(this.#modelsByCategory.keys());
  }

  /**
   * Reads a followed category, updates its models in memory, and yields the changes.
   * @returns the time, in Unix milliseconds, of the models
   */
  async *#refreshCategory(
    category: CategoryName,
    source: FollowedBy,
    signal: AbortSignal,
  ): AsyncGenerator<ModelChange, number> {
    const heldModels = this.#modelsByCategory.get(category) ?? new Map();
    const copy = await this.#reads.category(category, { signal });
    if (copy.error) throw copy.error;
    this.#refuseSuddenLoss(category, heldModels, copy.value);
    for (const name of new Set([...heldModels.keys(), ...copy.value.keys()])) {
      const change = changeOf(heldModels, category, name, copy.value.get(name) ?? null, source);
      if (change) yield change;
    }
    return copy.asOf;
  }

  /**
   * Refuses a response with less than half of the models in memory, unless the last refused response had the
   * same names.
   * @throws ApiError for a refused response
   */
  #refuseSuddenLoss(category: CategoryName, heldModels: Models, models: Models): void {
    const names = [...models.keys()].join('\n');
    if (models.size * 2 >= heldModels.size || this.#refusedNames.get(category) === names) {
      this.#refusedNames.delete(category);
      return;
    }
    this.#refusedNames.set(category, names);
    const text = `the answer has ${models.size} models, fewer than half of the ${heldModels.size} known; it is accepted if the next answer has the same models`;
    throw invalidAnswerError(category, text);
  }

  #keyOf(part: string): string {
    return `${this.#reads.server} followed ${part}`;
  }

  async #save(changedCategories: Iterable<CategoryName>): Promise<void> {
    if (!this.#cache) return;
    for (const category of changedCategories) this.#unsavedCategories.add(category);
    const error = await this.#write(this.#cache);
    if (!error) this.#storedCursor = this.#cursor;
    this.#onKept?.(error);
  }

  /**
   * Stores the unsaved models in the cache, then the cursor. The cursor is stored last: if it were ahead of
   * the stored models, changes would be lost at the next start.
   * @returns the first error; null when everything has been stored. After an error, the remaining parts are
   *   skipped
   */
  async #write(cache: Cache): Promise<Error | null> {
    for (const category of this.#unsavedCategories) {
      const error = await cache.set(this.#keyOf(category), JSON.stringify([...this.models(category)]));
      if (error) return error;
      this.#unsavedCategories.delete(category);
    }
    const progress: Progress = {
      cursor: this.#cursor,
      asOf: this.#asOf,
      categories: [...this.#modelsByCategory.keys()],
    };
    return (await cache.set(this.#keyOf('place'), JSON.stringify(progress))) ?? null;
  }

  /**
   * Restores the models from the cache. Returns false, and restores nothing, when the cache lacks a followed
   * category.
   */
  async #restore(): Promise<boolean> {
    try {
      const { cursor, asOf, categories } = JSON.parse(await this.#read('place')) as Progress;
      const restoredModels = new Map<CategoryName, Map<string, ModelRecord>>();
      for (const category of this.#modelsByCategory.keys()) {
        if (!categories.includes(category)) return false;
        restoredModels.set(category, new Map(JSON.parse(await this.#read(category))));
      }
      for (const [category, models] of restoredModels) this.#modelsByCategory.set(category, models);
      this.#cursor = this.#storedCursor = cursor;
      this.#asOf = asOf;
      return true;
    } catch {
      return false;
    }
  }

  async #read(part: string): Promise<string> {
    return (await this.#cache?.get(this.#keyOf(part))) ?? '';
  }
}

/**
 * Sets the model `name` in `models` to the record `after`, or deletes it when `after` is null. Returns the
 * change; null when the record is the same as before.
 */
function changeOf(
  models: Map<string, ModelRecord>,
  category: CategoryName,
  name: string,
  after: ModelRecord | null,
  source: FollowedBy,
): ModelChange | null {
  const before = models.get(name) ?? null;
  if (JSON.stringify(before) === JSON.stringify(after)) return null;
  if (after) models.set(name, after);
  else models.delete(name);
  const operation = before === null ? 'create' : after === null ? 'delete' : 'update';
  return { operation, category, name, before, after, by: source, ...recordChanges(before, after) };
}
