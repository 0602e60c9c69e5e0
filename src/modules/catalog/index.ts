export type { Catalog } from './catalog.ts';
export type { Follower } from './follow-changes.ts';
export {
  findAlikeNames,
  findModelsWithFile,
  type KnownModels,
  knownModelsOf,
  unhashedPlaceKey,
} from './known-models.ts';
export {
  checkHistory,
  createModelEvent,
  findRecordByHash,
  formerNameOf,
  type HistoryLossHandler,
  isModelEvent,
  isMove,
  iterateModelEvents,
  type ModelPlace,
  type ModelSelection,
  type ModelWrite,
  modelOperation,
  readDeletedState,
  readEvent,
  readFormerPlace,
  readLatestModelEvents,
  readPredecessor,
  readViewsBeforeEvent,
  readWrittenStates,
  stateAfter,
  viewsAfterEvent,
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
