import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { findStoredCategory } from '../../records/categories/index.ts';
import { contentHash } from '../../records/hash.ts';
import { listLegacyForms } from '../../records/model-views.ts';
import type { AuditEvent, AuditOperation } from '../audit/index.ts';
import {
  findModelEventProblem,
  formerNameOf,
  readDeletedState,
  readPredecessor,
  stateAfter,
} from './model-events.ts';
import { ModelOrder } from './model-order.ts';

/**
 * A live model as described by its audit events. It has the hashes of its records, not the records. Records
 * with equal hashes are byte-identical.
 */
export interface ReplayedModel {
  readonly created_at: number;
  readonly updated_at: number;
  readonly v2_hash: string;
  readonly legacy_hash: string | null;
  /**
   * The possible hashes of the record in the queued change that wrote it, by format. A queued change contains
   * the record in the format of its deployment at that time. A format has several hashes if releases have
   * served the same record in different forms.
   */
  readonly shown_hashes: Readonly<Record<CanonicalFormat, readonly string[]>>;
  /** The id of the model's latest event. */
  readonly event_id: number;
}

/** The counters and times of a category's metadata, computed from its events. */
export interface ReplayedTotals {
  version: number;
  total_creates: number;
  total_updates: number;
  total_deletes: number;
  last_operation_type: AuditOperation | null;
  last_operation_model: string | null;
  /**
   * Time (Unix seconds) of the latest event. `last_updated` is the highest time of all events, which is
   * greater if the clock was set back.
   */
  last_successful_operation: number;
  last_updated: number;
}

/**
 * The latest write of any live model, for the comparison with the queued change that made it. `before` and
 * `after` are the possible hashes of the record before and after the write in that change. Each is empty if
 * there was no such record.
 */
export interface ReplayedWrite {
  readonly event_id: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface ReplayedCategory {
  readonly models: Map<string, ReplayedModel>;
  readonly totals: ReplayedTotals;
  /** The names of the live models in their order. */
  readonly order: ModelOrder;
}

/** Rebuilds the live models of all categories from the events of the audit trail. */
export class ModelReplay {
  readonly categories = new Map<string, ReplayedCategory>();
  lastWrite: ReplayedWrite | null = null;

  /**
   * Applies the next event of a model. If the event contradicts the earlier ones, returns the predicate of a
   * sentence about the event, such as `creates 'x' of lora, which already exists`; otherwise null.
   */
  take(event: AuditEvent): string | null {
    const eventProblem = findModelEventProblem(event);
    if (eventProblem) return eventProblem;
    const { category, model_name: name, operation } = event;
    const replayedCategory = this.#stateOf(category);
    const liveModel = replayedCategory.models.get(name);
    if (operation === 'create' && liveModel) return `creates '${name}' of ${category}, which already exists`;
    if (operation !== 'create' && !liveModel) return `changes '${name}' of ${category}, which does not exist`;
    const hashesBefore = liveModel?.shown_hashes[event.domain] ?? [];
    if (operation === 'delete') {
      const problem = liveModel ? findRemovalProblem(event, liveModel) : null;
      if (problem) return problem;
      replayedCategory.models.delete(name);
      replayedCategory.order.delete(name);
      this.lastWrite = { event_id: event.event_id, before: hashesBefore, after: [] };
    } else {
      const model = createWrittenModel(event, liveModel ?? null);
      if (typeof model === 'string') return model;
      const predecessor = readPredecessor(event);
      if (
        typeof predecessor === 'string' &&
        (predecessor === name || !replayedCategory.order.has(predecessor))
      )
        return `puts '${name}' of ${category} behind '${predecessor}', which does not exist`;
      if (predecessor !== undefined) replayedCategory.order.place(name, predecessor);
      else if (!liveModel) replayedCategory.order.append(name);
      replayedCategory.models.set(name, model);
      // For a rename, the state before is the record under the old name.
      const replacedHashes = formerNameOf(event) !== null ? (this.lastWrite?.before ?? []) : hashesBefore;
      const hashesAfter = model.shown_hashes[event.domain];
      this.lastWrite = { event_id: event.event_id, before: replacedHashes, after: hashesAfter };
    }
    addToTotals(replayedCategory.totals, event);
    return null;
  }

  #stateOf(category: string): ReplayedCategory {
    const existingCategory = this.categories.get(category);
    if (existingCategory) return existingCategory;
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
    const state: ReplayedCategory = { models: new Map(), totals, order: new ModelOrder() };
    this.categories.set(category, state);
    return state;
  }
}

function createWrittenModel(event: AuditEvent, live: ReplayedModel | null): ReplayedModel | string {
  const definition = findStoredCategory(event.category);
  if (!definition) return `names the category '${event.category}', which does not exist`;
  const [v2, legacy] = [stateAfter(event, 'v2'), stateAfter(event, 'legacy')];
  if (v2 === null || (legacy === null) !== (definition.legacy === null)) {
    return `lacks the record of '${event.model_name}' of ${event.category} in one of the formats`;
  }
  const v2_hash = hashOf(v2);
  const legacy_hash = legacy && hashOf(legacy);
  const legacyForms = legacy === null ? [] : listLegacyForms(definition, event.model_name, legacy);
  return {
    created_at: live?.created_at ?? event.timestamp,
    updated_at: event.timestamp,
    v2_hash,
    legacy_hash,
    shown_hashes: {
      v2: [v2_hash],
      legacy: legacyForms.map((each) => (each === legacy ? (legacy_hash as string) : hashOf(each))),
    },
    event_id: event.event_id,
  };
}

function findRemovalProblem(event: AuditEvent, live: ReplayedModel): string | null {
  const [v2, legacy] = [readDeletedState(event, 'v2'), readDeletedState(event, 'legacy')];
  if (v2 && hashOf(v2) === live.v2_hash && (legacy && hashOf(legacy)) === live.legacy_hash) return null;
  return `deletes '${event.model_name}' of ${event.category} with a record other than event ${live.event_id} wrote`;
}

function addToTotals(totals: ReplayedTotals, { operation, model_name, timestamp }: AuditEvent): void {
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
