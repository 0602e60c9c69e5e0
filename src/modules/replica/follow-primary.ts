import { BackOff } from '../../kernel/concurrency/back-off.ts';
import type { Primary, PrimaryStream } from '../../outside/primary-client.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import { contentHash } from '../../records/hash.ts';
import type { Catalog } from '../catalog/index.ts';
import { readAll } from './bootstrap.ts';
import {
  Contradiction,
  FeedMissing,
  headOf,
  idOf,
  OutOfStep,
  pagesUntilEnd,
  primaryOutage,
  throwIfNoFeed,
} from './pages.ts';
import { createPoll, refuseLoss } from './poll.ts';
import type { CategoryModels, Copy } from './replica-copy.ts';

/**
 * Pause, in milliseconds, before the feed is read again: after a stream has ended, and between two readings
 * by pages while no stream can be opened.
 */
const pauseMs = 1_000;
/**
 * Seconds between two comparisons of the copy with the primary. After a comparison that failed or found
 * differences, `compareAgainAfterSeconds` applies instead.
 */
const compareEverySeconds = 600;
const compareAgainAfterSeconds = 60;
/**
 * Waits, in milliseconds, after a bootstrap, which downloads every category. They grow from `first` to
 * `longest` until a comparison with the primary succeeds.
 */
const betweenBootstraps = { first: 200, longest: 600_000 };
/**
 * `streamTries`: the number of failed attempts in a row to open a stream after which the replica opens none
 * for `pagesForSeconds`. Meanwhile it reads the feed by pages.
 */
const streamTries = 3;
const pagesForSeconds = 300;

/**
 * Makes the steps that keep the copy equal to a primary: by the primary's feed, or by polling a primary that
 * has no feed.
 *
 * @returns a function that runs one step: it brings the copy up to date, follows the feed as long as the
 * connection lasts, and gives the milliseconds until the next step. It throws an OutageError when the primary
 * cannot be read
 */
export function followPrimary({
  primary,
  copy,
  catalog,
  categories,
  settings,
  now,
  random,
  onHeartbeat,
  onBootstrap,
  signal,
}: {
  readonly primary: Primary;
  readonly copy: Copy;
  readonly catalog: Pick<Catalog, 'snapshot'>;
  readonly categories: readonly CategoryDefinition[];
  readonly settings: { readonly canonicalFormat: CanonicalFormat; readonly cacheTtlSeconds: number };
  /** Gives Unix seconds. */
  readonly now: () => number;
  /** Gives a random number in [0, 1). */
  readonly random: () => number;
  /**
   * Called each time that the copy has been brought to the primary's state at `asOf` (Unix seconds), even if
   * there was nothing to change.
   */
  readonly onHeartbeat: (asOf: number) => Promise<void>;
  /** Called before the whole copy is made anew, with the reason. */
  readonly onBootstrap: (reason: string) => void;
  readonly signal: AbortSignal;
}): () => Promise<number> {
  const poll = createPoll(primary, copy, categories, settings.canonicalFormat, now);
  const bootstraps = new BackOff(betweenBootstraps, random);
  /**
   * `compareAt`: Unix seconds at which the next comparison with the primary is due. `pagesUntil`: Unix
   * seconds before which no stream is opened.
   */
  let compareAt = Number.NEGATIVE_INFINITY;
  let pagesUntil = 0;
  let failedStreams = 0;
  /** What `refuseLoss` remembers of the models of all categories together. */
  const refused = new Map<string, string>();

  /** Gives a random time between half of `ms` and `ms`, so that replicas do not all ask at once. */
  const jittered = (ms: number): number => ms * (0.5 + random() / 2);

  /**
   * Checks that a primary whose history was replaced did not lose half of its models by it, as when it is
   * started on another database by mistake.
   *
   * @throws Contradiction when it did, unless it has said the same before
   */
  const believe = async (made: ReadonlyMap<string, CategoryModels>): Promise<void> => {
    const models = together(made);
    // No models at all are never taken over: `swapIn` says so.
    if (models.size === 0) return;
    const held = new Map<string, CategoryModels>();
    for (const { name } of categories) held.set(name, await copy.models(name));
    try {
      refuseLoss('all categories', together(held), models, refused);
    } catch (error) {
      const doubt = new Contradiction(`${primary.url} has ${(error as Error).message}`);
      doubt.pauseMs = jittered(settings.cacheTtlSeconds * 1000);
      throw doubt;
    }
  };

  const bootstrap = async (reason: string): Promise<void> => {
    const before = await copy.state();
    const asOf = now();
    const head = await headOf(primary, signal);
    onBootstrap(reason);
    const made = await readAll(primary, categories, head, signal).catch((error: unknown) => {
      if (error instanceof Contradiction) error.pauseMs = bootstraps.failed();
      throw error;
    });
    if (before?.source === primary.url) await believe(made.categories);
    const drafts = new Map([...made.categories].map(([name, models]) => [name, { models, etags: {} }]));
    const state = { source: primary.url, kind: 'feed', cursor: made.cursor, as_of: asOf } as const;
    await copy.swapIn(drafts, state, before);
    compareAt = Number.NEGATIVE_INFINITY;
    await onHeartbeat(asOf);
  };

  /**
   * Gives the cursor from which to read the feed. Makes the copy first if there is none, or if it did not
   * come from this primary's feed.
   */
  const startOfFeed = async (): Promise<string> => {
    const state = await copy.state();
    if (state?.source !== primary.url || state.cursor === null)
      await bootstrap(state ? `the copy was made of ${state.source}` : 'there is no copy yet');
    const cursor = copy.seen?.cursor ?? null;
    if (cursor === null) throw primaryOutage('Another process has replaced the copy of this replica.');
    return cursor;
  };

  /**
   * Compares the copy with the primary if a comparison is due.
   * @param cursor the place in the feed up to which the copy is complete
   */
  const compare = async (cursor: string): Promise<void> => {
    const time = now();
    // A clock that was set back makes a comparison due as well.
    if (time < compareAt && time >= compareAt - compareEverySeconds) return;
    // The next comparison is set first: a category that cannot be read must not keep the feed from being
    // followed.
    compareAt = time + compareAgainAfterSeconds;
    if (await isEqualToPrimary(primary, catalog, categories, cursor, signal))
      compareAt = now() + compareEverySeconds;
    bootstraps.succeeded();
  };

  /**
   * Applies the events after the cursor `start` to the copy, page by page. Gives the cursor at the end of the
   * feed.
   */
  const readPages = async (start: string): Promise<string> => {
    let place = start;
    let asked = now();
    for await (const { events, next, head } of pagesUntilEnd(primary, start, signal)) {
      // The primary's clock may be fast: times in the future are not believed.
      const asOf = next === head ? asked : Math.min(asked, events.at(-1)?.timestamp ?? 0);
      if (next !== place) await copy.apply({ from: place, upto: next, events }, asOf);
      place = next;
      await onHeartbeat(asOf);
      asked = now();
    }
    return place;
  };

  const readStream = async (start: string, batches: PrimaryStream['batches']): Promise<void> => {
    let place = start;
    for await (const events of batches) {
      const upto = events.at(-1)?.cursor ?? place;
      if (events[0] && events[0].event_id <= idOf(place))
        throw primaryOutage(`The primary's stream goes back: it was read up to event ${idOf(place)}.`);
      const asOf = now();
      if (upto !== place) await copy.apply({ from: place, upto, events }, asOf);
      place = upto;
      await onHeartbeat(asOf);
      await compare(place);
    }
  };

  /**
   * Reads the feed by pages to its end, then by a stream until the stream ends. After `streamTries` failed
   * attempts to open a stream, reads only by pages for `pagesForSeconds`.
   */
  const followFeed = async (): Promise<void> => {
    const place = await readPages(await startOfFeed());
    await compare(place);
    if (now() < pagesUntil) return;
    const answer = await primary.stream(place, signal).catch((error: unknown) => {
      failedStreams += 1;
      if (failedStreams === streamTries) [failedStreams, pagesUntil] = [0, now() + pagesForSeconds];
      throw error;
    });
    const { batches } = throwIfNoFeed(answer);
    failedStreams = 0;
    await readStream(place, batches);
  };

  return async () => {
    try {
      await followFeed();
      return jittered(pauseMs);
    } catch (error) {
      if (error instanceof FeedMissing) {
        const asOf = now();
        await poll(signal);
        await onHeartbeat(asOf);
        return jittered(settings.cacheTtlSeconds * 1000);
      }
      if (!(error instanceof OutOfStep)) throw error;
      const pause = bootstraps.failed();
      await bootstrap(error.message);
      return pause;
    }
  };
}

/** Gives the models of all categories in one map, whose keys tell models of the same name apart. */
function together(categories: ReadonlyMap<string, CategoryModels>): CategoryModels {
  return new Map(
    [...categories].flatMap(([category, models]) =>
      [...models].map(([name, texts]) => [`${category}/${name}`, texts] as const),
    ),
  );
}

/**
 * Compares every category of the primary with the copy, byte for byte and in both views. Cheap when all are
 * equal: the primary's answers then have no bodies.
 *
 * @param cursor the place in the feed up to which the copy is complete
 * @returns true when all are equal; false when events after `cursor` may explain all differences
 * @throws OutOfStep when categories differ although the feed has no event about them after `cursor`; the
 * message names these categories
 */
async function isEqualToPrimary(
  primary: Primary,
  catalog: Pick<Catalog, 'snapshot'>,
  definitions: readonly CategoryDefinition[],
  cursor: string,
  signal: AbortSignal,
): Promise<boolean> {
  const isSame = async (format: CanonicalFormat, { name }: CategoryDefinition): Promise<boolean> => {
    const { body, size } = catalog.snapshot(format, name);
    const view = await primary.view(format, name, `"${body.etag}"`, signal);
    if (view.kind === 'none') return size === 0;
    // A proxy in between may drop ETags.
    return view.kind === 'same' || contentHash(view.text) === body.etag;
  };
  const different: string[] = [];
  for (const definition of definitions) {
    const same =
      (await isSame('v2', definition)) && (!definition.legacy || (await isSame('legacy', definition)));
    if (!same) different.push(definition.name);
  }
  if (different.length === 0) return true;
  const { events, next, head } = throwIfNoFeed(await primary.page(cursor, signal));
  if (next !== head) return false;
  const written = new Set(events.map(({ category }) => category));
  const wrong = different.filter((category) => !written.has(category));
  if (wrong.length > 0)
    throw new OutOfStep(`the copy differs from the primary in the categories ${wrong.join(', ')}`);
  return false;
}
