import { changeId } from './queue.ts';
import { image, updatedAt } from './records.ts';

export const fileHash = 'ad2a33c361c1f593c4a1fb32ea81afce2b5bb7d1983c6b94793a26a3b54b08a0';
const commit = '3f9c0b6a1d2e4f5061728394a5b6c7d8e9f00112';
const url = 'https://huggingface.co/acme/models/resolve/main/model.safetensors';
const size_bytes = 2_132_625_894;
const place = {
  category: 'image_generation',
  model_name: image.record.name,
  field_path: 'config.download.0',
  url,
};

const file = {
  ...place,
  file_name: 'model.safetensors',
  host: 'huggingface.co',
  expected: { sha256: fileHash, size_bytes },
  verdict: 'mutable',
  weight: 'attention',
  detail: `The address names no fixed revision. It stands for ${commit} now. The host’s own SHA-256 is the record’s.`,
  since: updatedAt,
  learned_at: updatedAt,
  how: 'x_linked_etag',
  seen: { sha256: fileHash, size_bytes, revision: commit, moved_to: null },
  checked_at: updatedAt,
  doubted_since: null,
  failing: null,
  repairs: [
    { kind: 'pin', field_path: 'config.download.0.file_url', from: url, to: url.replace('main', commit) },
  ],
};
const change = {
  number: 1,
  at: updatedAt,
  ...place,
  verdict_before: null,
  verdict: file.verdict,
  how: file.how,
  detail: file.detail,
};
export const fileVerdictCounts = {
  mismatch: 0,
  size_differs: 0,
  gone: 0,
  gated: 0,
  moved: 0,
  mutable: 1,
  unverifiable: 0,
  unreachable: 0,
  unknown: 0,
  verified: 0,
};

export const fileExamples: Readonly<Record<string, unknown>> = {
  FilesPage: {
    files: [file],
    total: 1,
    offset: 0,
    limit: 50,
    has_more: false,
    counts: {
      files: 1,
      verdicts: fileVerdictCounts,
      hosts: { 'huggingface.co': 1 },
      categories: { image_generation: 1 },
    },
    checks_enabled: true,
    from_primary: null,
  },
  ModelFiles: { files: [file], changes: [change], from_primary: null },
  FileMarksPage: {
    marks: [
      {
        category: place.category,
        model_name: place.model_name,
        verdict: file.verdict,
        weight: file.weight,
        detail: file.detail,
        since: file.since,
        files: 1,
      },
    ],
    total: 1,
    limit: 500,
  },
  FilesWithHash: { sha256: fileHash, files: [file] },
  FileRepairRequest: {
    files: [{ category: place.category, model_name: place.model_name }],
    kinds: ['pin'],
  },
  QueuedFileRepairs: { pending_change_ids: [changeId], left_out: [] },
  FileChangesPage: { changes: [change], limit: 50, next_before: null },
};
