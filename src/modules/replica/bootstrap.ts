import type { Primary } from '../../outside/primary-client.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import { textsOfEvent } from '../../records/feed-event.ts';
import { contentHash } from '../../records/hash.ts';
import type { ModelTexts } from '../../records/model-views.ts';
import { bodyHashOf, joinViews, legacyTexts, v2Texts } from './category-views.ts';
import { Contradiction, idOf, pagesUntilEnd, refuseLarger } from './pages.ts';
import { type CategoryModels, OrderedModels } from './replica-copy.ts';

/** The models of all categories, as they were at one place (`cursor`) in the primary's feed. */
export interface Bootstrap {
  readonly cursor: string;
  readonly categories: ReadonlyMap<string, CategoryModels>;
}

/**
 * The models of a category, made from the two answers in which the primary serves them: the v2 body and the
 * v1 body.
 */
interface Reading {
  readonly models: CategoryModels;
  /**
   * `v2Hash`: the ETag of the primary's v2 body. `legacyHash`: the ETag of its v1 body. In place of a body
   * that the primary does not have, an empty object counts.
   */
  readonly v2Hash: string;
  readonly legacyHash: string;
  /** Whether `models` lack nothing: the v2 body and the v1 body made from them equal the primary's bodies. */
  readonly exact: boolean;
}

/**
 * Largest number of times that `readAll` reads one category. It reads a category again when somebody has
 * written to it since the last reading began.
 */
const rounds = 5;
const emptyBody = '{}';

/**
 * Reads all categories from a primary that has a feed. Reads a category again if somebody wrote to it during
 * the reading, so that its v2 body and v1 body show the state after the same event.
 *
 * If there were new writes in every one of the `rounds`, or if the bodies do not have all of the stored
 * models, rebuilds the models from the whole feed. This takes longer, and lacks nothing.
 *
 * @throws Contradiction when the primary's answers contradict one another; Error when the primary cannot be
 * read
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
 * Chooses the models of a category from two sources: `replay`, rebuilt from the primary's feed, and
 * `reading`, made from its v2 and v1 bodies. Takes `replay` when there is no `reading`, or when bodies made from
 * `replay` have the ETags of the primary's bodies. Otherwise takes `reading`, if the bodies made from it do.
 *
 * @throws Contradiction when neither source gives the primary's bodies
 */
function choose(
  definition: CategoryDefinition,
  reading: Reading | undefined,
  replay: Replay,
): CategoryModels {
  const replayed = replay.categories.get(definition.name) ?? new Map();
  // Without a reading, the category is being written to: there is nothing to compare with. A comparison comes
  // later, when the copy has caught up.
  if (!reading || hasHashes(definition, replayed, reading)) return replayed;
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
    return view.text;
  };
  const v2 = await read('v2');
  const legacy = definition.legacy ? await read('legacy') : emptyBody;
  const models = joinViews(definition, v2Texts(v2), legacyTexts(definition, legacy), 'v2');
  const hashes = { v2Hash: contentHash(v2), legacyHash: contentHash(legacy) };
  return { models, ...hashes, exact: hasHashes(definition, models, hashes) };
}

function hasHashes(
  definition: CategoryDefinition,
  models: CategoryModels,
  { v2Hash, legacyHash }: Pick<Reading, 'v2Hash' | 'legacyHash'>,
): boolean {
  return (
    bodyHashOf('v2', definition, models) === v2Hash && bodyHashOf('legacy', definition, models) === legacyHash
  );
}

/** The models of all categories, rebuilt from the whole feed of the primary. */
interface Replay {
  /** The cursor after the last event of the feed. */
  readonly cursor: string;
  /** The models of each category that has an event in the feed. */
  readonly categories: ReadonlyMap<string, CategoryModels>;
  /** The id of the last event about each category, by category name. */
  readonly lastEvents: ReadonlyMap<string, number>;
}

/**
 * Rebuilds the models of all categories from the feed.
 * @throws SyntaxError when a record in the feed does not have the hash that its event states; Contradiction
 * when too many pages of the feed in a row are empty
 */
export async function replayFeed(primary: Primary, signal: AbortSignal): Promise<Replay> {
  const categories = new Map<string, OrderedModels>();
  const lastEvents = new Map<string, number>();
  const characters = new Map<string, number>();
  let cursor = '0';
  for await (const { events, next } of pagesUntilEnd(primary, cursor, signal)) {
    for (const event of events) {
      const models = categories.get(event.category) ?? new OrderedModels();
      categories.set(event.category, models);
      lastEvents.set(event.category, event.event_id);
      const texts = textsOfEvent(event);
      const more = charactersOf(texts) - charactersOf(models.get(event.model_name) ?? null);
      characters.set(event.category, (characters.get(event.category) ?? 0) + more);
      models.write(event.model_name, texts, event.returned_behind);
    }
    for (const [category, models] of categories) {
      refuseLarger(category, { models: models.size, characters: characters.get(category) ?? 0 });
    }
    cursor = next;
  }
  const inOrder = new Map([...categories].map(([name, models]) => [name, models.inOrder()]));
  return { cursor, categories: inOrder, lastEvents };
}

function charactersOf(texts: ModelTexts | null): number {
  return texts === null ? 0 : texts.v2.length + (texts.legacy?.length ?? 0);
}
