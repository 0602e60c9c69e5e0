export { countSwitchedOffRecords, exportReferences } from './export.ts';
export { groupEntryNames } from './group-files.ts';
export { countsOf, type ImportPhase, ImportRefused, type ImportReport, importReferences } from './import.ts';
export { type CatalogueSource, type CataloguesReport, importCatalogues } from './import-catalogues.ts';
export { convertSourceModel } from './import-plan.ts';
export { orderModels, readPlannedOrder } from './order-models.ts';
export { isEmpty, joinReferenceFiles, readPublicRepository, readReferenceFiles } from './reference-files.ts';
export type { ReferenceFiles, SourceModel, SourceProblem } from './reference-source.ts';
export { findCutReason } from './repository-files/cut-csv.ts';
export { generateDbJson } from './repository-files/db-json.ts';
export { type FileVersion, ModelDates } from './repository-files/model-mod-data.ts';
export {
  csvKeys,
  editRecordFile,
  findPossiblyPresent,
  isCsv,
  type RecordFile,
  readRecordFile,
  type WithLegacyForm,
} from './repository-files/record-file.ts';
export { repositoryFileStore } from './store.ts';
export { transferKeys } from './tables.ts';
