import { expect, test } from 'vitest';
import { createEvidence } from '../../../../src/modules/files/evidence.ts';
import {
  type ObservationSource,
  type SeenFile,
  uncheckedAddress,
} from '../../../../src/records/files/address-state.ts';
import { filesOfRecord } from '../../../../src/records/files/record-file.ts';

const sha256 = 'a'.repeat(64);
const url = 'https://files.example/model.safetensors';

function repairs(how: ObservationSource, seen: Partial<SeenFile>, size_bytes?: number) {
  const download = {
    file_name: 'model.safetensors',
    file_url: url,
    sha256sum: sha256,
    size_bytes: size_bytes ?? null,
  };
  const [file] = filesOfRecord('clip', 'a', { name: 'a', config: { download: [download] } });
  const all = { sha256: null, size_bytes: null, revision: null, moved_to: null, ...seen };
  const known = { at: 1, observation: { outcome: 'there', how, status: 200, seen: all } } as const;
  return createEvidence(file!, { ...uncheckedAddress, known }, null).repairs.map(({ kind, to }) => [
    kind,
    to,
  ]);
}

test('a size that only a HEAD told is not proposed, nor an empty file', () => {
  expect(repairs('head', { size_bytes: 777 })).toEqual([]);
  expect(repairs('ranged_get', { size_bytes: 0 })).toEqual([]);
  expect(repairs('ranged_get', { size_bytes: 1000 })).toEqual([['size', 1000]]);
});

test('a size is corrected where the host has the record’s own hash, and left alone elsewhere', () => {
  expect(repairs('x_linked_etag', { sha256, size_bytes: 1000 }, 999)).toEqual([['size', 1000]]);
  expect(repairs('ranged_get', { size_bytes: 1000 }, 999)).toEqual([]);
});

test('a new address is proposed without a key, and not at all where it expires', () => {
  const moved = 'https://other.example/model.safetensors';
  expect(repairs('head', { moved_to: `${moved}?a=1&Token=SECRET` })).toEqual([['move', `${moved}?a=1`]]);
  expect(repairs('head', { moved_to: `${moved}?Expires=1800000000&Signature=SIGNED` })).toEqual([]);
});
