import { expect, test } from 'vitest';
import { contentHash } from '../../../src/records/hash.ts';

test('the hash of a content is its SHA-256 in hexadecimal digits', () => {
  expect(contentHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
