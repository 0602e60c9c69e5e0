import { jsonMembers } from '../../kernel/json-members.ts';
import type { Primary } from '../../outside/primary.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import { bodyEtag } from '../catalog/segmented-body.ts';
import { etagOfModels, joinViews, legacyTexts, v2Texts } from './category-views.ts';
import { checkEtag } from './check-etag.ts';
import { type Replay, replayFeed } from './feed-replay.ts';
import { Contradiction } from './interruptions.ts';
import { idOf, pagesUntilEnd } from './pages.ts';
import type { CategoryModels } from './replica-copy.ts';

/** All categories as they were at one place of the primary's feed. */
export interface Bootstrap {
  readonly cursor: string;
  readonly categories: ReadonlyMap<string, CategoryModels>;
}

/** A category as it was read. */
interface Reading {
  readonly models: CategoryModels;
  /**
   * ETags of the bodies that the primary sent, or of the empty object where it said that there is nothing.
   */
  readonly v2Etag: string;
  readonly legacyEtag: string;
  /** Whether readers of these models get the same bytes. */
  readonly exact: boolean;
}

/** How often what was written during the reading is read again. */
const rounds = 5;
const emptyBody = '{}';

/**
 * Reads all categories from a primary with a feed. A reading counts when the category was not written while
 * it was read: so both its views are of one state, and that state has its place in the feed.
 *
 * Where that does not come about, because there is always somebody writing, or where the bodies do not tell
 * all that is stored, the feed is read from its beginning. That takes longer, and is exact.
 *
 * @throws Contradiction; Error when the primary cannot be read
 */
export async function readAll(
  primary: Primary,
  definitions: readonly CategoryDefinition[],
  head: string,
  signal: AbortSignal,
): Promise<Bootstrap> {
  const readings = new Map<string, Reading>();
  let cursor = head;
  let unread: ReadonlySet<string> = new Set(definitions.map(({ name }) => name));
  for (let round = 0; round < rounds && unread.size > 0; round += 1) {
    for (const definition of definitions.filter(({ name }) => unread.has(name))) {
      readings.set(definition.name, await readCategory(primary, definition, signal));
    }
    const written = new Set<string>();
    for await (const { events, next } of pagesUntilEnd(primary, cursor, signal)) {
      for (const { category } of events) written.add(category);
      cursor = next;
    }
    unread = written;
  }
  for (const category of unread) readings.delete(category);
  const complete = definitions.every(({ name }) => readings.get(name)?.exact);
  if (complete)
    return { cursor, categories: new Map([...readings].map(([name, { models }]) => [name, models])) };

  const replay = await replayFeed(primary, signal);
  const isOutdated = (category: string) => (replay.lastEvents.get(category) ?? 0) > idOf(cursor);
  const categories = new Map(
    definitions.map((definition) => {
      const reading = isOutdated(definition.name) ? undefined : readings.get(definition.name);
      return [definition.name, choose(definition, reading, replay)];
    }),
  );
  return { cursor: replay.cursor, categories };
}

/**
 * @throws Contradiction when the feed and the category do not fit, and the category cannot be taken as it is
 */
function choose(
  definition: CategoryDefinition,
  reading: Reading | undefined,
  replay: Replay,
): CategoryModels {
  const replayed = replay.categories.get(definition.name) ?? new Map();
  // Written to at this moment: nothing to compare with. The comparison is made later, when the copy has
  // caught up.
  if (!reading || hasEtags(definition, replayed, reading)) return replayed;
  // The feed does not reach back to the beginning of this category.
  if (reading.exact) return reading.models;
  throw new Contradiction(`The primary's feed does not add up to its category ${definition.name}.`);
}

async function readCategory(
  primary: Primary,
  definition: CategoryDefinition,
  signal: AbortSignal,
): Promise<Reading> {
  const read = async (format: CanonicalFormat): Promise<string> => {
    const view = await primary.view(format, definition.name, null, signal);
    if (view.kind !== 'text') return emptyBody;
    checkEtag(view, { demanded: true });
    return view.text;
  };
  const v2 = await read('v2');
  const legacy = definition.legacy ? await read('legacy') : emptyBody;
  const models = joinViews(definition, v2Texts(v2), legacyTexts(definition, legacy), 'v2');
  const etags = { v2Etag: bodyEtag(jsonMembers(v2)), legacyEtag: bodyEtag(jsonMembers(legacy)) };
  return { models, ...etags, exact: hasEtags(definition, models, etags) };
}

function hasEtags(
  definition: CategoryDefinition,
  models: CategoryModels,
  { v2Etag, legacyEtag }: Pick<Reading, 'v2Etag' | 'legacyEtag'>,
): boolean {
  return (
    etagOfModels('v2', definition, models) === v2Etag &&
    etagOfModels('legacy', definition, models) === legacyEtag
  );
}
