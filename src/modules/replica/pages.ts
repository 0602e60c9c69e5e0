import { setTimeout as wait } from 'node:timers/promises';
import { BackOff } from '../../kernel/concurrency/back-off.ts';
import { OutageError } from '../../kernel/errors.ts';
import type { NoFeed, Primary, PrimaryPage } from '../../outside/primary-client.ts';
import { parseCursor } from '../../records/feed-cursor.ts';

/**
 * Largest number of empty pages in a row that a replica accepts while each page says that more events follow.
 * At the next one, the read fails with a `Contradiction`.
 */
const mostEmptyPages = 50;
/** Waits after empty pages, in milliseconds: they grow from `first` to `longest`. */
const afterEmptyPages = { first: 50, longest: 2_000 };

/**
 * Yields the pages of the feed after the cursor `since`, up to the newest event.
 * @throws OutOfStep when the primary does not know the cursor; FeedMissing when the primary keeps no feed;
 * Contradiction when too many pages in a row are empty
 */
export async function* pagesUntilEnd(
  primary: Primary,
  since: string,
  signal: AbortSignal,
): AsyncGenerator<PrimaryPage> {
  let place = since;
  const backOff = new BackOff(afterEmptyPages, Math.random);
  for (;;) {
    const page = throwIfNoFeed(await primary.page(place, signal));
    yield page;
    if (page.next === page.head) return;
    if (idOf(page.next) <= idOf(place))
      throw primaryOutage(
        `The primary's feed says that there are events after event ${idOf(place)}, and does not go on.`,
      );
    place = page.next;
    if (page.events.length > 0) backOff.succeeded();
    else if (backOff.failures === mostEmptyPages)
      throw new Contradiction(
        `The primary's feed has said ${mostEmptyPages} times in a row that there are more events, and given none.`,
      );
    else await wait(backOff.failed(), undefined, { signal });
  }
}

/** Gives the id of the last event before a cursor; 0 when the text is not a cursor. */
export function idOf(cursor: string): number {
  return parseCursor(cursor)?.event_id ?? 0;
}

/** Gives the cursor after the newest event of the primary's feed. */
export async function headOf(primary: Primary, signal: AbortSignal): Promise<string> {
  return throwIfNoFeed(await primary.page('head', signal)).head;
}

/**
 * Gives the primary's answer back when it is a page or a stream of the feed; throws when it is neither.
 * @throws OutOfStep when the primary does not know the cursor; FeedMissing when the primary keeps no feed
 */
export function throwIfNoFeed<T extends { readonly kind: string }>(answer: T | NoFeed): T {
  if (isNoFeed(answer)) {
    throw answer.kind === 'gone'
      ? new OutOfStep(
          'the primary does not know the event up to which its feed was read: its history was replaced',
        )
      : new FeedMissing();
  }
  return answer;
}

function isNoFeed(answer: { readonly kind: string }): answer is NoFeed {
  return answer.kind === 'gone' || answer.kind === 'no feed';
}

interface CategorySize {
  readonly models: number;
  /** Number of characters of all stored texts, both views together. */
  readonly characters: number;
}

/** Largest size of a category that a replica copies: a hundred times that of the largest real category. */
const largest: CategorySize = { models: 100_000, characters: 256 * 1024 * 1024 };

/**
 * Refuses a category that is too large: a broken or lying primary must not fill the memory of its replicas.
 * @throws Contradiction for such a category; after it, the replica asks the primary less and less often
 */
export function refuseLarger(category: string, { models, characters }: CategorySize): void {
  if (models <= largest.models && characters <= largest.characters) return;
  throw new Contradiction(
    `The primary's category ${category} is not copied: it has ${models} models of ${characters} characters, and ${largest.models} models or ${largest.characters} characters are the most.`,
  );
}

/**
 * Makes the error of an update of the copy that failed: because of the primary's answer, or because another
 * process has changed the copy.
 */
export function primaryOutage(message: string): OutageError {
  return new OutageError('primary_unavailable', message);
}

/**
 * Thrown when events cannot bring the copy up to date and the whole copy has to be made anew. The message
 * says why.
 */
export class OutOfStep extends OutageError {
  constructor(message: string) {
    super('primary_unavailable', message);
  }
}

/** Thrown when the primary keeps no feed and has to be polled. */
export class FeedMissing extends Error {
  constructor() {
    super('the primary keeps no feed');
  }
}

/**
 * Thrown when the primary's answers contradict one another. The replica then waits before it reads everything
 * again: reading again at once would burden the primary and help little.
 */
export class Contradiction extends OutageError {
  /** The wait before the next try, in milliseconds; null for the usual wait. */
  pauseMs: number | null = null;

  constructor(message: string) {
    super('primary_unavailable', message);
  }
}
