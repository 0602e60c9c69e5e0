import {
  type Follower,
  followChanges,
  type Hearing,
  listenToItself,
  measureHearing,
} from '../modules/catalog/index.ts';
import { createFeed, createFeedTail, type Feed, type FeedTail, frameOf } from '../modules/feed/index.ts';
import { categories } from '../records/categories/index.ts';
import type { Foundation } from './foundation.ts';
import type { Records } from './open-records.ts';

/** How often other processes' writes are looked for, in milliseconds. */
const followEveryMs = 1_000;
/** How often it is tried whether notifications arrive, and how long one may take, in milliseconds. */
const selfTest = { everyMs: 60_000, withinMs: 5_000 };

/** What hears of writes, whichever process they come from. */
export interface FollowedWrites {
  readonly follower: Follower;
  readonly feed: Feed;
  readonly feedTail: FeedTail;
  /** Calls a listener soon after every commit of any process. */
  readonly onCommit: (listener: () => void) => void;
  /** Null where nothing has to be heard over a connection. */
  readonly hearing: Hearing | null;
}

/**
 * Keeps what is in memory true to the database.
 * @param opened stops it
 */
export async function followWrites(
  { store, metrics, logger }: Foundation,
  { catalog, groups }: Records,
  opened: AsyncDisposableStack,
): Promise<FollowedWrites> {
  const onError = (err: unknown) => logger.error({ err }, 'could not look for changes of other processes');
  const feed = createFeed(store);
  const feedTail = createFeedTail({ feed, frameOf, refresh: catalog.refresh, onError });
  opened.defer(() => feedTail.stop());
  const listeners = [() => feedTail.wake()];
  const follower = opened.adopt(
    await followChanges({
      store,
      catalog,
      groups,
      categories,
      everyMs: followEveryMs,
      onError,
      onChance: () => {
        for (const listener of listeners) listener();
      },
    }),
    (each) => each.stop(),
  );
  // Catch up on notifications sent before the handler was set.
  await follower.look();
  const { hearsItself } = store;
  const hearing = hearsItself
    ? opened.adopt(
        listenToItself({
          store: { hearsItself },
          ...selfTest,
          onChange: (problem) => {
            if (problem === null) logger.info('notifications arrive again');
            else logger.warn(problem);
          },
        }),
        (each) => each.stop(),
      )
    : null;
  if (hearing) measureHearing(metrics, hearing);
  return { follower, feed, feedTail, onCommit: (listener) => listeners.push(listener), hearing };
}
