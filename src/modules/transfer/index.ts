export { exportReferences } from './export.ts';
export { groupEntryNames } from './group-files.ts';
export { countsOf, type ImportPhase, ImportRefused, type ImportReport, importReferences } from './import.ts';
export { isEmpty, joinReferenceFiles, readReferenceFiles } from './reference-files.ts';
export type { ReferenceFiles, SourceModel, SourceProblem } from './reference-source.ts';
export { generateDbJson } from './repository-files/db-json.ts';
export { type FieldConflict, mergeRecords } from './repository-files/merge-records.ts';
export { type FileVersion, ModelDates } from './repository-files/model-mod-data.ts';
export {
  editRecordFile,
  isCsv,
  mayBeThere,
  type RecordFile,
  readRecordFile,
  type WithLegacyForm,
} from './repository-files/record-file.ts';
export { viewsOfSource } from './source-views.ts';
export { repositoryFileStore } from './store-files.ts';
export { importRunStore } from './store-runs.ts';
export { type ImportRun, transferKeys } from './tables-runs.ts';
