export type { Catalog } from './catalog.ts';
export type { Follower } from './follow-changes.ts';
export {
  findAlikeNames,
  findModelsWithFile,
  type KnownModels,
  knownModelsOf,
  unhashedPlace,
} from './known-models.ts';
export {
  checkHistory,
  createModelEvent,
  findRecordByHash,
  formerPlaceIn,
  type HistoryLossHandler,
  isModelEvent,
  isMove,
  iterateModelEvents,
  type ModelPlace,
  type ModelWrite,
  modelOperation,
  type OfModel,
  readEvent,
  readLatestModelEvents,
  readReturnedPredecessor,
  readViewsBeforeEvent,
  renamedFrom,
  stateAfter,
  stateRemoved,
  viewsAfterEvent,
  writtenStates,
} from './model-events.ts';
export { ModelOrder, type PlannedOrder, planOrder } from './model-order.ts';
export { type FollowedModel, followModel, indexFormerNames } from './model-renames.ts';
export { createProjectedReads, type ProjectedReads, type Projection } from './projected-reads.ts';
export {
  ModelReplay,
  type ReplayedCategory,
  type ReplayedTotals,
  type ReplayedWrite,
} from './replayed-models.ts';
export { type CategorySnapshot, findSuccessor } from './snapshot.ts';
export { PerRecord, type SnapshotRecord } from './snapshot-record.ts';
export { metadataStore, modelStore } from './store.ts';
export {
  type CategoryMetadataRow,
  catalogKeys,
  type ModelHashes,
  type ModelRow,
  type NewModel,
} from './tables.ts';
