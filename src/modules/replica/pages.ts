import { setTimeout as wait } from 'node:timers/promises';
import { BackOff } from '../../kernel/concurrency/back-off.ts';
import type { NoFeed, Primary, PrimaryPage } from '../../outside/primary-client.ts';
import { parseCursor } from '../../records/feed-cursor.ts';

/** Pages without events that say that there is more: each is followed by a longer wait. */
const mostEmptyPages = 50;
/** In milliseconds. */
const afterEmptyPages = { first: 50, longest: 2_000 };

/**
 * The pages of the feed behind `since`, up to the newest event there is.
 * @throws OutOfStep, FeedMissing; Contradiction when it goes on without telling anything
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
    if (idOf(page.next) <= idOf(place)) throw new Error(`The primary's feed does not go on from ${place}.`);
    place = page.next;
    if (page.events.length > 0) backOff.succeeded();
    else if (backOff.failures === mostEmptyPages)
      throw new Contradiction(
        `The primary's feed says ${mostEmptyPages} times in a row that there is more, and tells nothing.`,
      );
    else await wait(backOff.failed(), undefined, { signal });
  }
}

/** The id of the event behind which a place is. */
export function idOf(cursor: string): number {
  return parseCursor(cursor)?.event_id ?? 0;
}

/** The place behind the newest event. */
export async function headOf(primary: Primary, signal: AbortSignal): Promise<string> {
  return throwIfNoFeed(await primary.page('head', signal)).head;
}

/** @throws OutOfStep, FeedMissing */
export function throwIfNoFeed<T extends { readonly kind: string }>(answer: T | NoFeed): T {
  if (isNoFeed(answer)) {
    throw answer.kind === 'gone'
      ? new OutOfStep('the primary does not know the place in its feed: its history was replaced')
      : new FeedMissing();
  }
  return answer;
}

function isNoFeed(answer: { readonly kind: string }): answer is NoFeed {
  return answer.kind === 'gone' || answer.kind === 'no feed';
}

/** How large a category is. */
interface CategorySize {
  readonly models: number;
  /** Of the stored texts of both views. */
  readonly characters: number;
}

/** A hundred times what the largest one has. */
const largest: CategorySize = { models: 100_000, characters: 256 * 1024 * 1024 };

/**
 * A primary whose feed never ends, whether it is broken or lies, must not fill the memory of its replicas.
 * @throws Contradiction, after which the primary is asked ever more seldom
 */
export function refuseLarger(category: string, { models, characters }: CategorySize): void {
  if (models <= largest.models && characters <= largest.characters) return;
  throw new Contradiction(
    `The primary's category ${category} is not copied: it has ${models} models of ${characters} characters, and ${largest.models} models or ${largest.characters} characters are the most.`,
  );
}

/** The copy cannot be brought forward from where it is: it has to be made anew. The message says why. */
export class OutOfStep extends Error {}

/** The primary keeps no feed: it has to be polled. */
export class FeedMissing extends Error {
  constructor() {
    super('the primary keeps no feed');
  }
}

/**
 * The primary's answers contradict one another. Reading all of them again right away would be a burden to it,
 * and of little use.
 */
export class Contradiction extends Error {
  /** How long to wait before the next try, in milliseconds; null when whoever threw it does not know. */
  pauseMs: number | null = null;
}
