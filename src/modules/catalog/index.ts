export { type Catalog, createCatalog } from './catalog.ts';
export { shownRecords } from './category-builder.ts';
export type { Follower } from './follow-changes.ts';
export { historyBehind, type OnHistoryLost } from './history.ts';
export { HotReadServer } from './hot/hot-connection.ts';
export { hotReads } from './hot/hot-reads.ts';
export { metadataOf } from './http-metadata.ts';
export { genericRecord, modelRecordUnion, recordsByName } from './http-shapes.ts';
export { legacyRecord, v1Reads } from './http-v1.ts';
export { type ModelAtTime, type ModelView, v2ReadsOf } from './http-v2.ts';
export { alikeNames, type KnownModels, knownModelsOf } from './known-models.ts';
export {
  isModelEvent,
  type ModelPlace,
  type ModelWrite,
  modelEvent,
  modelOperation,
  placeOf,
  returnedBehind,
  stateAfter,
  stateRemoved,
  writtenStates,
} from './model-event.ts';
export {
  eventOfId,
  latestModelEvents,
  modelEvents,
  type OfModel,
  viewsAfterEvent,
  viewsBeforeEvent,
} from './model-events.ts';
export { followWrites, openCatalog } from './module.ts';
export { ofEachSegment } from './of-each-segment.ts';
export { createReadiness } from './readiness.ts';
export { ModelReplay, type ReplayedTotals, type ReplayedWrite } from './replayed-models.ts';
export type { Segment, SnapshotRecord } from './segment.ts';
export { bodyEtag } from './segmented-body.ts';
export type { CategorySnapshot } from './snapshot.ts';
export { modelStore } from './store.ts';
export { metadataStore } from './store-metadata.ts';
export {
  type CategoryMetadataRow,
  catalogKeys,
  type ModelHashes,
  type ModelRow,
  type NewModel,
} from './tables.ts';
