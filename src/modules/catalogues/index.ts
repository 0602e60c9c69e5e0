export {
  assetSection,
  assignmentProblem,
  type Licenses,
  licenseSection,
  licensingProblem,
  readLicenses,
} from './assigned-licenses.ts';
export {
  type Catalogue,
  CatalogueDraft,
  type CatalogueKind,
  catalogMetadata,
  catalogueKinds,
  type EntryWrite,
  firstMetadata,
  type ReviewedKind,
  reviewedKinds,
  type Section,
  sorted,
  withoutMetadata,
} from './catalogue.ts';
export { type CatalogueAct, type EntryEvent, entryEventOf } from './catalogue-event.ts';
export {
  type ChangeSetKinds,
  type ChangeSets,
  type ComparedChangeSet,
  changeSetsOf,
  copyCatalogue,
  currentCatalogue,
  writeCatalogue,
} from './change-sets.ts';
export {
  brokenRule,
  type CatalogueDefinition,
  type CatalogueFinding,
  type MovedModel,
} from './definition.ts';
export { type EntryHistoryItem, entryHistory } from './entry-history.ts';
export { type CatalogueFeedEvent, catalogueFeedEvent } from './feed-event.ts';
export { type CatalogueMemory, openCatalogueMemory } from './memory.ts';
export {
  baselineSection,
  baselinesNow,
  publishedBaselines,
  upsertedBaselines,
} from './published-baselines.ts';
export { readExport } from './read-export.ts';
export { CatalogueReplay, catalogueDifferences } from './replayed-catalogues.ts';
export { orNone, sentMetadata } from './sent-metadata.ts';
export { catalogueStore } from './store.ts';
export { cataloguesKeys } from './tables.ts';
