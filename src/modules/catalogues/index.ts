export {
  assetSection,
  findAssignmentProblem,
  findLicensingProblem,
  type Licenses,
  licenseSection,
  readLicenses,
} from './assigned-licenses.ts';
export {
  type Catalogue,
  CatalogueDraft,
  type CatalogueKind,
  catalogueKinds,
  createCatalogMetadata,
  createFirstMetadata,
  type EntryWrite,
  type ReviewedKind,
  reviewedKinds,
  type Section,
  sortSection,
  withoutMetadata,
} from './catalogue.ts';
export { type CatalogueAct, type EntryEvent, parseEntryEvent } from './catalogue-event.ts';
export {
  type ChangeSetKinds,
  type ChangeSets,
  type ComparedChangeSet,
  copyCatalogue,
  createChangeSets,
  readCurrentCatalogue,
  writeCatalogue,
} from './change-sets.ts';
export {
  type CatalogueDefinition,
  type CatalogueFinding,
  createRuleError,
  type MovedModel,
} from './definition.ts';
export { type EntryHistoryItem, readEntryHistory } from './entry-history.ts';
export { type CatalogueFeedEvent, toCatalogueFeedEvent } from './feed-event.ts';
export { type CatalogueMemory, openCatalogueMemory } from './memory.ts';
export {
  baselineSection,
  listUpsertedBaselines,
  readBaselines,
  readPublishedBaselines,
} from './published-baselines.ts';
export { readExport } from './read-export.ts';
export { CatalogueReplay, listCatalogueDifferences } from './replayed-catalogues.ts';
export { optionalOrNull, sentMetadata } from './sent-metadata.ts';
export { catalogueStore } from './store.ts';
export { cataloguesKeys } from './tables.ts';
