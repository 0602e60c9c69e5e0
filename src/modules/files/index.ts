export { type CheckedFiles, checkFiles, type UnreachedFile } from './check-run.ts';
export { findEarlyAccess } from './early-access.ts';
export type { FileEvidence } from './evidence.ts';
export {
  type FileKind,
  fileKind,
  type GgufHeader,
  maxHeaderBytes,
  readGguf,
  readSafetensors,
  type SafetensorsHeader,
} from './model-files/file-headers.ts';
export {
  createTensorFingerprint,
  findStatedBaseline,
  joinTitles,
  type TensorRole,
} from './model-files/tensor-fingerprint.ts';
export {
  listStorageSizes,
  locateZipDirectory,
  zipTailBytes,
} from './model-files/zip-directory.ts';
export { filesKeys } from './tables.ts';
export {
  appendVerdictEvents,
  type FileVerdictFeedEvent,
  findFileEventProblem,
  parseFileVerdictEvent,
  verdictChangeShape,
} from './verdict-events.ts';
