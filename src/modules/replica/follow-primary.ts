import { BackOff } from '../../kernel/concurrency/back-off.ts';
import { jsonMembers } from '../../kernel/json-members.ts';
import type { Primary, PrimaryStream } from '../../outside/primary-client.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import { bodyEtag, type Catalog } from '../catalog/index.ts';
import { readAll } from './bootstrap.ts';
import {
  Contradiction,
  FeedMissing,
  headOf,
  idOf,
  OutOfStep,
  pagesUntilEnd,
  throwIfNoFeed,
} from './pages.ts';
import { createPoll } from './poll.ts';
import type { Copy } from './replica-copy.ts';

export interface FollowPrimaryOptions {
  readonly primary: Primary;
  readonly copy: Copy;
  readonly catalog: Pick<Catalog, 'snapshot'>;
  readonly categories: readonly CategoryDefinition[];
  readonly settings: { readonly canonicalFormat: CanonicalFormat; readonly cacheTtlSeconds: number };
  /** Unix seconds. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  /** Called after every answer or stream batch, even an empty one, once the copy has its events. */
  readonly onHeartbeat: (asOf: number) => Promise<void>;
  /** Told when the copy is made anew, and why. */
  readonly onBootstrap: (reason: string) => void;
}

/** How long nothing is asked after a stream has ended, or between two pages where there are no streams. */
const pauseMs = 1_000;
/** How often the copy is compared with the primary, and how soon again when a comparison failed. */
const compareEverySeconds = 600;
const compareAgainAfterSeconds = 60;
/** Back off between bootstraps: each downloads every category. In milliseconds. */
const betweenBootstraps = { first: 200, longest: 600_000 };

/** Keeps the copy what a primary has: by its feed where it keeps one, else by polling. */
export class PrimaryFollower {
  readonly #options: FollowPrimaryOptions;
  readonly #feed: FeedFollower;
  readonly #poll: (signal: AbortSignal) => Promise<void>;
  readonly #bootstraps: BackOff;
  /** Unix seconds. */
  #compareAt = Number.NEGATIVE_INFINITY;

  constructor(options: FollowPrimaryOptions) {
    this.#options = options;
    const { primary, copy, now, onHeartbeat, random, settings } = options;
    this.#feed = new FeedFollower({ primary, copy, now, onHeartbeat });
    this.#poll = createPoll({
      primary,
      copy,
      definitions: options.categories,
      canonicalFormat: settings.canonicalFormat,
      now,
    });
    this.#bootstraps = new BackOff(betweenBootstraps, random);
  }

  /**
   * Brings the copy up to date, and keeps it so as long as the connection lasts.
   *
   * @returns after how many milliseconds to come again
   * @throws Error when the primary cannot be read
   */
  async run(signal: AbortSignal): Promise<number> {
    try {
      const start = await this.#startOfFeed(signal);
      await this.#feed.follow(start, signal, (cursor) => this.#compare(cursor, signal));
      return this.#jittered(pauseMs);
    } catch (error) {
      if (error instanceof FeedMissing) return this.#pollOnce(signal);
      if (!(error instanceof OutOfStep)) throw error;
      const pause = this.#bootstraps.failed();
      await this.#bootstrap(error.message, signal);
      return pause;
    }
  }

  /** The place from which to read on; before, the copy is made if there is none of this primary. */
  async #startOfFeed(signal: AbortSignal): Promise<string> {
    const { copy, primary } = this.#options;
    const state = await copy.state();
    if (state?.source !== primary.url || state.cursor === null) {
      await this.#bootstrap(state ? `the copy is of ${state.source}` : 'there is no copy yet', signal);
    }
    const cursor = copy.seen?.cursor ?? null;
    if (cursor === null) throw new Error('Another process has replaced the copy.');
    return cursor;
  }

  async #bootstrap(reason: string, signal: AbortSignal): Promise<void> {
    const { copy, primary, categories, now, onHeartbeat, onBootstrap } = this.#options;
    const before = await copy.state();
    const asOf = now();
    const head = await headOf(primary, signal);
    onBootstrap(reason);
    const made = await readAll(primary, categories, head, signal).catch((error: unknown) => {
      if (error instanceof Contradiction) error.pauseMs = this.#bootstraps.failed();
      throw error;
    });
    const drafts = new Map([...made.categories].map(([name, models]) => [name, { models, etags: {} }]));
    const state = { source: primary.url, kind: 'feed', cursor: made.cursor, as_of: asOf } as const;
    await copy.swapIn(drafts, state, before);
    this.#compareAt = Number.NEGATIVE_INFINITY;
    await onHeartbeat(asOf);
  }

  async #compare(cursor: string, signal: AbortSignal): Promise<void> {
    const { primary, catalog, categories, now } = this.#options;
    const time = now();
    // Also when the clock was set back.
    if (time < this.#compareAt && time >= this.#compareAt - compareEverySeconds) return;
    // A category that cannot be read must not keep the feed from being followed.
    this.#compareAt = time + compareAgainAfterSeconds;
    await compareWithPrimary(primary, catalog, categories, cursor, signal);
    this.#compareAt = now() + compareEverySeconds;
    this.#bootstraps.succeeded();
  }

  async #pollOnce(signal: AbortSignal): Promise<number> {
    const { now, onHeartbeat, settings } = this.#options;
    const asOf = now();
    await this.#poll(signal);
    await onHeartbeat(asOf);
    return this.#jittered(settings.cacheTtlSeconds * 1000);
  }

  /** Between half of it and all of it, so that replicas do not ask in step. */
  #jittered(ms: number): number {
    return ms * (0.5 + this.#options.random() / 2);
  }
}

/**
 * Asks the primary whether every category still is, byte for byte and in both views, what is served here.
 * Cheap when it is: answers without bodies. What was written there meanwhile is left for another time.
 *
 * @param cursor the place up to which this copy is complete
 * @throws OutOfStep naming the categories that differ although nothing was written to them
 */
async function compareWithPrimary(
  primary: Primary,
  catalog: Pick<Catalog, 'snapshot'>,
  definitions: readonly CategoryDefinition[],
  cursor: string,
  signal: AbortSignal,
): Promise<void> {
  const isSame = async (format: CanonicalFormat, { name }: CategoryDefinition): Promise<boolean> => {
    const { body, size } = catalog.snapshot(format, name);
    const view = await primary.view(format, name, `"${body.etag}"`, signal);
    if (view.kind === 'none') return size === 0;
    // A proxy in between may not know of ETags.
    return view.kind === 'same' || bodyEtag(jsonMembers(view.text)) === body.etag;
  };
  const different: string[] = [];
  for (const definition of definitions) {
    const same =
      (await isSame('v2', definition)) && (!definition.legacy || (await isSame('legacy', definition)));
    if (!same) different.push(definition.name);
  }
  if (different.length === 0) return;
  const { events, next, head } = throwIfNoFeed(await primary.page(cursor, signal));
  if (next !== head) return;
  const written = new Set(events.map(({ category }) => category));
  const wrong = different.filter((category) => !written.has(category));
  if (wrong.length > 0) throw new OutOfStep(`the copy differs from the primary in ${wrong.join(', ')}`);
}

interface FeedFollowerOptions {
  readonly primary: Primary;
  readonly copy: Copy;
  /** Unix seconds. */
  readonly now: () => number;
  /** Called after every answer or stream batch, even an empty one, once the copy has its events. */
  readonly onHeartbeat: (asOf: number) => Promise<void>;
}

type OnCaughtUp = (cursor: string) => Promise<void>;

/**
 * Streams that could not be opened in a row before the feed is read by pages instead, and for how long that
 * is done.
 */
const streamTries = 3;
const pagesForSeconds = 300;

/** Brings the copy forward along the primary's feed. */
class FeedFollower {
  readonly #options: FeedFollowerOptions;
  #failedStreams = 0;
  #pagesUntil = 0;

  constructor(options: FeedFollowerOptions) {
    this.#options = options;
  }

  /**
   * Reads on from `start`, by pages to the end, then by the stream as long as it lasts; only by pages where
   * streams do not get through.
   *
   * @param onCaughtUp called with the place whenever the copy has reached the end of the feed
   * @throws OutOfStep, FeedMissing; Error when the primary cannot be read
   */
  async follow(start: string, signal: AbortSignal, onCaughtUp: OnCaughtUp): Promise<void> {
    const { primary } = this.#options;
    const place = await this.#readPages(start, signal);
    await onCaughtUp(place);
    if (this.#options.now() < this.#pagesUntil) return;
    const stream = throwIfNoFeed(
      await primary.stream(place, signal).catch((error: unknown) => {
        this.#streamFailed();
        throw error;
      }),
    );
    this.#failedStreams = 0;
    await this.#readStream(place, stream.batches, onCaughtUp);
  }

  /** @returns the place reached: the end, a moment ago */
  async #readPages(start: string, signal: AbortSignal): Promise<string> {
    const { primary, copy, now, onHeartbeat } = this.#options;
    let place = start;
    let asked = now();
    for await (const { events, next, head } of pagesUntilEnd(primary, start, signal)) {
      // The primary's clock may be fast: what it says of a time to come is not believed.
      const asOf = next === head ? asked : Math.min(asked, events.at(-1)?.timestamp ?? 0);
      if (next !== place) await copy.apply({ from: place, upto: next, events }, asOf);
      place = next;
      await onHeartbeat(asOf);
      asked = now();
    }
    return place;
  }

  async #readStream(start: string, batches: PrimaryStream['batches'], onCaughtUp: OnCaughtUp): Promise<void> {
    const { copy, now, onHeartbeat } = this.#options;
    let place = start;
    for await (const events of batches) {
      const upto = events.at(-1)?.cursor ?? place;
      if (events[0] && events[0].event_id <= idOf(place))
        throw new Error(`The primary's stream does not go on from ${place}.`);
      const asOf = now();
      if (upto !== place) await copy.apply({ from: place, upto, events }, asOf);
      place = upto;
      await onHeartbeat(asOf);
      await onCaughtUp(place);
    }
  }

  #streamFailed(): void {
    this.#failedStreams += 1;
    if (this.#failedStreams < streamTries) return;
    this.#failedStreams = 0;
    this.#pagesUntil = this.#options.now() + pagesForSeconds;
  }
}
