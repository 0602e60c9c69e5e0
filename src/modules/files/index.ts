export { type CheckedFiles, checkFiles, type UnreachedFile } from './check-run.ts';
export { earlyAccessOf } from './early-access.ts';
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
  joinTitles,
  statedBaseline,
  type TensorRole,
  tensorFingerprint,
} from './model-files/tensor-fingerprint.ts';
export { storageSizes, zipDirectory, zipTailBytes } from './model-files/zip-directory.ts';
export { filesKeys } from './tables.ts';
export {
  appendVerdictEvents,
  type FileVerdictFeedEvent,
  fileEventProblem,
  fileVerdictFeedEvent,
  verdictChangeShape,
} from './verdict-events.ts';
