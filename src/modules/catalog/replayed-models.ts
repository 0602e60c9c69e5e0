import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { findStoredCategory } from '../../records/categories/index.ts';
import { contentHash } from '../../records/hash.ts';
import { everShown } from '../../records/model-views.ts';
import type { AuditEvent, AuditOperation } from '../audit/index.ts';
import { isRename, placeOf, stateAfter, stateRemoved } from './model-events.ts';

/**
 * A live model as its audit events describe it. It has the hashes of its records, not the records. Records
 * with equal hashes are equal byte by byte.
 */
export interface ReplayedModel {
  readonly position: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly v2_hash: string;
  readonly legacy_hash: string | null;
  /**
   * Hashes of the record as the queued change that wrote it may have kept it, by format. A change keeps the
   * record in the format of its deployment, which may differ from that of earlier writes. A format has
   * several hashes when releases have shown the same record in different forms.
   */
  readonly shown_hashes: Readonly<Record<CanonicalFormat, readonly string[]>>;
  /** The id of the model's latest event. */
  readonly event_id: number;
}

/** The counts and times of a category's metadata, computed from its events. */
export interface ReplayedTotals {
  version: number;
  total_creates: number;
  total_updates: number;
  total_deletes: number;
  last_operation_type: AuditOperation | null;
  last_operation_model: string | null;
  /**
   * The time (Unix seconds) of the latest event. `last_updated` is the highest time of all events: it is
   * greater if the clock was set back.
   */
  last_successful_operation: number;
  last_updated: number;
}

/**
 * The latest write of any live model. `before` and `after` are for comparison with the queued change that
 * made the write: hashes that the change may have for the record before and after it. A list is empty when
 * there was no record.
 */
export interface ReplayedWrite {
  readonly event_id: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

interface CategoryState {
  readonly models: Map<string, ReplayedModel>;
  readonly totals: ReplayedTotals;
  /** The name of the live model at each position. */
  readonly taken: Map<number, string>;
  /**
   * Models by ascending position; the last live one is found from the end. Deleted models are removed from
   * the list only when they come to stand at its end.
   */
  readonly order: { name: string; position: number }[];
}

/** Rebuilds the live models of all categories from the events of the audit trail. */
export class ModelReplay {
  readonly categories = new Map<string, CategoryState>();
  lastWrite: ReplayedWrite | null = null;

  /**
   * Applies the next event about a model. If the event contradicts the earlier ones, gives the rest of a
   * sentence about the event, such as `creates 'x' of lora, which is there already`; else null.
   */
  take(event: AuditEvent): string | null {
    const { category, model_name: name, operation } = event;
    const state = this.#stateOf(category);
    const live = state.models.get(name);
    if (operation === 'create' && live) return `creates '${name}' of ${category}, which is there already`;
    if (operation !== 'create' && !live) return `is about '${name}' of ${category}, which is not there`;
    const before = live?.shown_hashes[event.domain] ?? [];
    if (operation === 'delete') {
      const wrong = live ? removalProblem(event, live) : null;
      if (wrong) return wrong;
      state.models.delete(name);
      if (live) state.taken.delete(live.position);
      this.lastWrite = { event_id: event.event_id, before, after: [] };
    } else {
      const written = writtenModel(event, live ?? null, state);
      if (typeof written === 'string') return written;
      if (!live) {
        state.taken.set(written.position, name);
        state.order.push({ name, position: written.position });
      }
      state.models.set(name, written);
      // The change of a rename keeps the record under the old name as what was there before.
      const replaced = isRename(event) ? (this.lastWrite?.before ?? []) : before;
      const after = written.shown_hashes[event.domain];
      this.lastWrite = { event_id: event.event_id, before: replaced, after };
    }
    count(state.totals, event);
    return null;
  }

  #stateOf(category: string): CategoryState {
    const known = this.categories.get(category);
    if (known) return known;
    const totals: ReplayedTotals = {
      version: 0,
      total_creates: 0,
      total_updates: 0,
      total_deletes: 0,
      last_operation_type: null,
      last_operation_model: null,
      last_successful_operation: 0,
      last_updated: 0,
    };
    const state: CategoryState = { models: new Map(), totals, taken: new Map(), order: [] };
    this.categories.set(category, state);
    return state;
  }
}

function writtenModel(
  event: AuditEvent,
  live: ReplayedModel | null,
  state: CategoryState,
): ReplayedModel | string {
  const definition = findStoredCategory(event.category);
  if (!definition) return `names the category '${event.category}', which does not exist`;
  const [v2, legacy] = [stateAfter(event, 'v2'), stateAfter(event, 'legacy')];
  if (v2 === null || (legacy === null) !== (definition.legacy === null)) {
    return `lacks a record of '${event.model_name}' of ${event.category}`;
  }
  const position = live?.position ?? placeOf(event) ?? nextPosition(state);
  const taken = state.taken.get(position);
  if (!live && taken !== undefined)
    return `puts '${event.model_name}' of ${event.category} in the place of '${taken}'`;
  const v2_hash = hashOf(v2);
  const legacy_hash = legacy && hashOf(legacy);
  const shown = legacy === null ? [] : everShown(definition, event.model_name, legacy);
  return {
    position,
    created_at: live?.created_at ?? event.timestamp,
    updated_at: event.timestamp,
    v2_hash,
    legacy_hash,
    shown_hashes: {
      v2: [v2_hash],
      legacy: shown.map((each) => (each === legacy ? (legacy_hash as string) : hashOf(each))),
    },
    event_id: event.event_id,
  };
}

/**
 * Gives the position of a new model whose event has no position, as in events of old releases. Those releases
 * put a new model right after the last live model, even where a deleted model had been.
 */
function nextPosition({ models, order }: CategoryState): number {
  for (let last = order.at(-1); last; last = order.at(-1)) {
    if (models.get(last.name)?.position === last.position) return last.position + 1;
    order.pop();
  }
  return 0;
}

function removalProblem(event: AuditEvent, live: ReplayedModel): string | null {
  const place = placeOf(event);
  if (place !== null && place !== live.position) {
    return `takes '${event.model_name}' of ${event.category} from place ${place}, but it has ${live.position}`;
  }
  const [v2, legacy] = [stateRemoved(event, 'v2'), stateRemoved(event, 'legacy')];
  if (v2 && hashOf(v2) === live.v2_hash && (legacy && hashOf(legacy)) === live.legacy_hash) return null;
  return `deletes another record of '${event.model_name}' of ${event.category} than event ${live.event_id} has written`;
}

function count(totals: ReplayedTotals, { operation, model_name, timestamp }: AuditEvent): void {
  totals.version += 1;
  totals[`total_${operation}s`] += 1;
  totals.last_operation_type = operation;
  totals.last_operation_model = model_name;
  totals.last_successful_operation = timestamp;
  totals.last_updated = Math.max(totals.last_updated, timestamp);
}

function hashOf(record: JsonObject): string {
  return contentHash(JSON.stringify(record));
}
