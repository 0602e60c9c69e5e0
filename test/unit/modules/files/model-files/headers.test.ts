import { type GGUFTypedMetadata, GGUFValueType, serializeGgufMetadata } from '@huggingface/gguf';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fileKind,
  readGguf,
  readSafetensors,
} from '../../../../../src/modules/files/model-files/file-headers.ts';
import {
  listStorageSizes,
  locateZipDirectory,
  zipTailBytes,
} from '../../../../../src/modules/files/model-files/zip-directory.ts';
import { knownBuiltIn } from '../../../../../src/records/baselines/known-baselines.ts';
import { findByStorages } from '../../../../../src/records/baselines/recognise.ts';
import { pickleDirectory, safetensorsOf } from '../../../../support/model-headers.ts';

const tensors = { 'a.weight': [4, 5], scalar: [], none: [0, 7] };
const safetensors = safetensorsOf(tensors, { format: 'pt' });

/** Written by Hugging Face's own library. */
const gguf = serializeGgufMetadata({
  version: { value: 3, type: GGUFValueType.UINT32 },
  tensor_count: { value: 0n, type: GGUFValueType.UINT64 },
  kv_count: { value: 7n, type: GGUFValueType.UINT64 },
  'general.architecture': { value: 'llama', type: GGUFValueType.STRING },
  'general.size_label': { value: '12B', type: GGUFValueType.STRING },
  'llama.context_length': { value: 131_072, type: GGUFValueType.UINT32 },
  'general.big': { value: 5n, type: GGUFValueType.UINT64 },
  'tokenizer.ggml.scores': { value: [0.5, 1], type: GGUFValueType.ARRAY, subType: GGUFValueType.FLOAT32 },
  'tokenizer.ggml.tokens': { value: ['<s>', 'ä'], type: GGUFValueType.ARRAY, subType: GGUFValueType.STRING },
  'tokenizer.chat_template': { value: '{{ messages }}', type: GGUFValueType.STRING },
} as unknown as GGUFTypedMetadata);

const pickle = pickleDirectory([1, 2, 3], 1_000_000);

describe('a safetensors header', () => {
  test('has metadata, shapes, and the size of the file', () => {
    const read = readSafetensors(safetensors);
    if (read.state !== 'whole') throw new Error(read.state);
    expect(Object.fromEntries(read.header.tensors)).toEqual(tensors);
    expect(Object.fromEntries(read.header.metadata)).toEqual({ format: 'pt' });
    expect(read.header.fileBytes).toBe(safetensors.length + 42);
  });

  test('that is not all there says how much is missing', () => {
    expect(readSafetensors(safetensors.subarray(0, 7))).toEqual({ state: 'more', bytes: 8 });
    expect(readSafetensors(safetensors.subarray(0, 20))).toEqual({
      state: 'more',
      bytes: safetensors.length,
    });
  });

  const withLength = (length: bigint, json: string) => {
    const bytes = new Uint8Array(8 + json.length);
    new DataView(bytes.buffer).setBigUint64(0, length, true);
    bytes.set(new TextEncoder().encode(json), 8);
    return bytes;
  };
  const json = (text: string) => withLength(BigInt(text.length), text);
  const withBadText = () => {
    const bytes = json('{"aaaa":1}');
    bytes[10] = 0xff;
    return bytes;
  };
  test.each([
    ['no length', withLength(0n, '{}')],
    ['a length of 2^63', withLength(2n ** 63n, '{}')],
    ['no object', json('[1,2,3]')],
    ['no JSON', json('{"a":')],
    ['arrays without end', json(`{"a":${'['.repeat(100_000)}`)],
    ['a tensor that is a text', json('{"a":"b"}')],
    ['a tensor without a shape', json('{"a":{"data_offsets":[0,1]}}')],
    ['a negative shape', json('{"a":{"shape":[-1],"data_offsets":[0,1]}}')],
    ['a shape of fractions', json('{"a":{"shape":[0.5],"data_offsets":[0,1]}}')],
    ['a shape beyond all numbers', json('{"a":{"shape":[1e300],"data_offsets":[0,1]}}')],
    ['a place that ends before it begins', json('{"a":{"shape":[1],"data_offsets":[4,1]}}')],
    ['bytes that are no text', withBadText()],
  ])('with %s is broken', (_, bytes) => {
    expect(readSafetensors(bytes).state).toBe('broken');
  });

  test('named like a part of every object is an ordinary one', () => {
    const text = '{"__proto__":{"shape":[3],"data_offsets":[0,6]}}';
    const read = readSafetensors(json(text));
    expect(read.state === 'whole' && [...read.header.tensors]).toEqual([['__proto__', [3]]]);
  });
});

describe('a GGUF header', () => {
  test('has its keys, and no arrays', () => {
    const read = readGguf(gguf);
    if (read.state !== 'whole') throw new Error(read.state);
    expect(Object.fromEntries(read.header.values)).toEqual({
      'general.architecture': 'llama',
      'general.size_label': '12B',
      'llama.context_length': 131_072,
      'general.big': 5,
      'tokenizer.chat_template': '{{ messages }}',
    });
    expect(read.header.parameters).toBe(0);
  });

  test('cut anywhere gives what stands before', () => {
    for (let length = 24; length < gguf.length; length += 1) {
      const read = readGguf(gguf.subarray(0, length));
      if (read.state === 'whole' && read.header.values.size < 5) expect(read.header.parameters).toBeNull();
      expect(read.state).toBe('whole');
    }
  });

  test.each([
    ['another magic', (view: DataView) => view.setUint32(0, 1, true)],
    ['version 1', (view: DataView) => view.setUint32(4, 1, true)],
    ['2^62 tensors', (view: DataView) => view.setBigUint64(8, 2n ** 62n, true)],
    ['2^62 keys', (view: DataView) => view.setBigUint64(16, 2n ** 62n, true)],
  ])('with %s is broken', (_, change) => {
    const bytes = gguf.slice();
    change(new DataView(bytes.buffer));
    expect(readGguf(bytes).state).toBe('broken');
  });

  test('with an array of 2^62 nothings, or a text of that length, ends where the bytes do', () => {
    for (const at of [24, 24 + 8 + 20 + 4]) {
      const bytes = gguf.slice();
      new DataView(bytes.buffer).setBigUint64(at, 2n ** 62n, true);
      expect(readGguf(bytes)).toMatchObject({ state: 'whole', header: { parameters: null } });
    }
  });
});

test.each<[string, Uint8Array | string, string]>([
  ['safetensors', safetensors, 'safetensors'],
  ['gguf', gguf, 'gguf'],
  ['a zip of PyTorch', 'PK\u0003\u0004archive/data.pkl', 'pickle'],
  ['a page', '\n<!doctype html>', 'page'],
  ['an error', '{"error":"Unauthorized"}', 'page'],
  ['nothing', '', 'unknown'],
  ['something', 'something', 'unknown'],
])('what %s is, by its bytes', (_, content, kind) => {
  expect(fileKind(typeof content === 'string' ? new TextEncoder().encode(content) : content)).toBe(kind);
});

test('the directory of a PyTorch file tells how large its tensors are, and so its family', () => {
  const fileBytes = 5_000_000_000;
  const ten = (numbers: number) => Array.from({ length: 10 }, () => numbers * 2);
  const families = [
    [320 * 768, ['stable_diffusion_1']],
    [320 * 1024, ['stable_diffusion_2_768', 'stable_diffusion_2_512']],
    [640 * 2048, ['stable_diffusion_xl']],
  ] as const;
  for (const [numbers, baselines] of families) {
    const ending = pickleDirectory([...ten(numbers), 7], fileBytes);
    const tail = ending.subarray(-zipTailBytes);
    const place = locateZipDirectory(tail, fileBytes);
    if (!place) throw new Error('no directory');
    expect(place.at).toBe(fileBytes - ending.length);
    const sizes = listStorageSizes(ending.subarray(0, place.bytes));
    expect(sizes).toEqual([...ten(numbers), 7]);
    expect(findByStorages(knownBuiltIn, sizes).map((each) => each.name)).toEqual(baselines);
  }
  expect(locateZipDirectory(new Uint8Array(zipTailBytes), fileBytes)).toBeNull();
  expect(findByStorages(knownBuiltIn, [1, 2, 3])).toEqual([]);
});

test('no mutation of a header makes a reader throw, or take longer than its bytes allow', () => {
  const mutated = fc
    .tuple(
      fc.constantFrom(safetensors, gguf, pickle),
      fc.array(fc.tuple(fc.nat(600), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 700 }),
    )
    .map(([original, changes, length]) => {
      const bytes = original.slice(0, Math.max(1, length));
      for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
      return bytes;
    });
  const states = new Set<string>();
  fc.assert(
    fc.property(mutated, (bytes) => {
      for (const read of [readSafetensors(bytes), readGguf(bytes)]) {
        states.add(read.state);
        if (read.state === 'more') expect(read.bytes).toBeGreaterThan(bytes.length);
      }
      fileKind(bytes);
      locateZipDirectory(bytes, 1_000_000);
      listStorageSizes(bytes);
    }),
    { numRuns: 3_000 },
  );
  expect([...states].sort()).toEqual(['broken', 'more', 'whole']);
});
