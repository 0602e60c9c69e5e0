import type { Primary } from '../../outside/primary.ts';
import { textsOfEvent } from '../../records/feed-event.ts';
import type { ModelTexts } from '../../records/model-views.ts';
import { refuseLarger } from './category-limit.ts';
import { pagesUntilEnd } from './pages.ts';
import { type CategoryModels, insertedBehind } from './replica-copy.ts';

/** What the whole feed adds up to. */
export interface Replay {
  /** The place behind the last event. */
  readonly cursor: string;
  /** The categories that the feed speaks of. */
  readonly categories: ReadonlyMap<string, CategoryModels>;
  /** The id of the last event of each of them. */
  readonly lastEvents: ReadonlyMap<string, number>;
}

/**
 * Reads the feed from its beginning.
 * @throws SyntaxError when a record in it is not what its hash says; Contradiction when there is no end of it
 */
export async function replayFeed(primary: Primary, signal: AbortSignal): Promise<Replay> {
  const categories = new Map<string, Map<string, ModelTexts>>();
  const lastEvents = new Map<string, number>();
  const characters = new Map<string, number>();
  let cursor = '0';
  for await (const { events, next } of pagesUntilEnd(primary, cursor, signal)) {
    for (const event of events) {
      const models = categories.get(event.category) ?? new Map<string, ModelTexts>();
      categories.set(event.category, models);
      lastEvents.set(event.category, event.event_id);
      const texts = textsOfEvent(event);
      const more = charactersOf(texts) - charactersOf(models.get(event.model_name) ?? null);
      characters.set(event.category, (characters.get(event.category) ?? 0) + more);
      // As in the store: a known model keeps its place, a new one is appended,
      // a returning one says where it belongs.
      if (texts && event.returned_behind !== undefined) {
        const inserted = insertedBehind(models, event.returned_behind, event.model_name, texts);
        categories.set(event.category, inserted);
      } else if (texts) models.set(event.model_name, texts);
      else models.delete(event.model_name);
    }
    for (const [category, models] of categories) {
      refuseLarger(category, { models: models.size, characters: characters.get(category) ?? 0 });
    }
    cursor = next;
  }
  return { cursor, categories, lastEvents };
}

function charactersOf(texts: ModelTexts | null): number {
  return texts === null ? 0 : texts.v2.length + (texts.legacy?.length ?? 0);
}
