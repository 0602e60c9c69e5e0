export { type CheckedFiles, checkFiles, type NotReached } from './check-run.ts';
export { createKnownFiles, type KnownFiles } from './create-files.ts';
export { evidenceOf, type FileEvidence } from './evidence.ts';
export type { FileKnowledge } from './file-evidence.ts';
export { asksForFacets, type FileFacets, fitsFacets } from './file-evidence.ts';
export { files, modelFilesView } from './http.ts';
export { fileEvidence, fileVerdict, fileVerdictChange } from './http-shapes.ts';
export type { DeepRun } from './look-deep.ts';
export { measureFiles } from './metrics.ts';
export {
  type FileKind,
  fileKind,
  longestHeader,
  readSafetensors,
  type SafetensorsHeader,
} from './model-files/file-headers.ts';
export { type GgufHeader, readGguf } from './model-files/gguf.ts';
export { ambiguousFamily, statedBaseline, tensorFingerprint } from './model-files/tensor-fingerprint.ts';
export { storageFingerprint, storageSizes, zipDirectory, zipTailBytes } from './model-files/zip-directory.ts';
export { pacedFiles, startFileChecks } from './module.ts';
export { createFileRepairs, proposeRepairs } from './repair-files.ts';
export { type FileVerdictChange, filesKeys } from './tables.ts';
export {
  appendVerdictEvents,
  type FileVerdictFeedEvent,
  fileVerdictFeedEvent,
  fileVerdictOf,
} from './verdict-events.ts';
