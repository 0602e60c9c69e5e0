export type { Catalog } from './catalog.ts';
export type { Follower } from './follow-changes.ts';
export {
  alikeNames,
  type KnownModels,
  knownModelsOf,
  modelsWithFile,
  unhashedPlace,
} from './known-models.ts';
export {
  checkHistory,
  eventOfId,
  formerPlaceIn,
  type HistoryLossHandler,
  isModelEvent,
  isMove,
  latestModelEvents,
  type ModelPlace,
  type ModelWrite,
  modelEvent,
  modelEvents,
  modelOperation,
  type OfModel,
  predecessorOfReturned,
  recordOfHash,
  renamedFrom,
  stateAfter,
  stateRemoved,
  viewsAfterEvent,
  viewsBeforeEvent,
  writtenStates,
} from './model-events.ts';
export { ModelOrder, type PlannedOrder, planOrder } from './model-order.ts';
export { currentNames, type FollowedModel, followModel } from './model-renames.ts';
export { type ProjectedReads, type Projection, projectedReads } from './projected-reads.ts';
export {
  ModelReplay,
  type ReplayedCategory,
  type ReplayedTotals,
  type ReplayedWrite,
} from './replayed-models.ts';
export { type CategorySnapshot, successorIn } from './snapshot.ts';
export { PerRecord, type SnapshotRecord } from './snapshot-record.ts';
export { metadataStore, modelStore } from './store.ts';
export {
  type CategoryMetadataRow,
  catalogKeys,
  type ModelHashes,
  type ModelRow,
  type NewModel,
} from './tables.ts';
