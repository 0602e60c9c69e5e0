import { type Audience, isShownTo, type ModelTraits, traitsOf } from '../../records/audience.ts';
import { ConversionError, type LegacyRecord } from '../../records/categories/category.ts';
import { findCategory } from '../../records/categories/index.ts';
import type { FeedEvent } from '../../records/feed-event.ts';
import type { AuditEvent } from '../audit/index.ts';
import { type Catalog, commonBehind, wasBeta, writtenStates } from '../catalog/index.ts';
import type { FileVerdictFeedEvent } from '../files/index.ts';

/** A write of a live model, or a verdict on one of its files. */
export type FeedItem = FeedEvent | FileVerdictFeedEvent;

/**
 * Facts that decide which audiences get the event of a write, and in which form. `before` describes the model
 * before the write; null: there was none. `after` describes it after the write; null: there is none.
 */
interface WriteFacts {
  readonly before: ModelTraits | null;
  readonly after: ModelTraits | null;
  /**
   * The place of the model for readers who are not shown models in beta: the name of the last model before it
   * that is not in beta. null: it is the first. undefined: the audit event does not state such a place (see
   * `CommonPlace`).
   */
  readonly commonBehind: string | null | undefined;
}

/**
 * The facts about the write behind an event of the feed, for each event that was passed to `noteFacts`. An
 * event without facts goes to every audience unchanged.
 */
const factsOf = new WeakMap<FeedEvent, WriteFacts>();

/**
 * Keeps in memory what the model was like before and after a write. The feed's event does not state it, but
 * `eventFor` needs it to decide which audiences get the event.
 * @param event the audit event of the write
 * @param told the feed's event of the same write
 */
export function noteFacts(event: AuditEvent, told: FeedEvent): void {
  factsOf.set(told, {
    before: traitsBefore(event),
    after: told.v2 && traitsOf(told.v2),
    commonBehind: commonBehind(event),
  });
}

function traitsBefore(event: AuditEvent): ModelTraits | null {
  const { before } = writtenStates(event);
  const beta = { isBeta: wasBeta(event) };
  if (before === null) return null;
  if (event.domain === 'v2') return { ...traitsOf(before), ...beta };
  try {
    const form = findCategory(event.category)?.legacy;
    return form ? { ...traitsOf(form.toV2(event.model_name, before as LegacyRecord, null)), ...beta } : null;
  } catch (error) {
    if (error instanceof ConversionError) return null;
    throw error;
  }
}

/** Tells whether an audience may see a model as it is now. Gives true for a model that no longer exists. */
export type IsShown = (audience: Audience, category: string, name: string) => boolean;

export function isShownNow(catalog: Pick<Catalog, 'snapshot'>): IsShown {
  return (audience, category, name) => {
    if (!findCategory(category)) return true;
    if (audience.profile === null && catalog.snapshot('v2', category, audience.channel).get(name))
      return true;
    const model = catalog.snapshot('v2', category, 'beta').get(name);
    return model === undefined || isShownTo(audience, traitsOf(model.record));
  };
}

/**
 * Gives an item of the feed in the form for an audience; null when the audience does not get the item. A
 * write that makes a model visible to the audience becomes a creation. A write that hides a model from the
 * audience becomes a deletion.
 */
export function itemFor(item: FeedItem, audience: Audience, isShown: IsShown): FeedItem | null {
  return 'verdict' in item
    ? isShown(audience, item.category, item.model_name)
      ? item
      : null
    : eventFor(item, audience);
}

export function eventFor(event: FeedEvent, audience: Audience): FeedEvent | null {
  const facts = factsOf.get(event);
  if (!facts || (audience.channel === 'beta' && audience.profile === null)) return event;
  const sees = (model: ModelTraits | null) => model !== null && isShownTo(audience, model);
  const [saw, seesNow] = [sees(facts.before), sees(facts.after)];
  if (seesNow && (saw || event.operation === 'create')) {
    const { commonBehind: returned_behind } = facts;
    const isElsewhere = event.returned_behind !== undefined && returned_behind !== undefined;
    return isElsewhere ? { ...event, returned_behind } : event;
  }
  if (seesNow) {
    const { commonBehind: returned_behind } = facts;
    return { ...event, operation: 'create', ...(returned_behind !== undefined && { returned_behind }) };
  }
  if (!saw) return null;
  if (event.operation === 'delete') return event;
  const { returned_behind: _, ...rest } = event;
  return { ...rest, operation: 'delete', v2: null, legacy: null, v2_hash: null, legacy_hash: null };
}
