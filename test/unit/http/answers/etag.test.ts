import { describe, expect, it } from 'vitest';
import { findMatchingEtag } from '../../../../src/serving/answers/etag.ts';

describe('If-None-Match against the ETags "a", "a-gzip" and "a-br"', () => {
  const etags = ['"a"', '"a-gzip"', '"a-br"'];
  it.each([
    ['"a"', '"a"'],
    ['"a-gzip"', '"a-gzip"'],
    ['W/"a"', '"a"'],
    ['"x", "a-br"', '"a-br"'],
    ['"x","y" ,W/"a"', '"a"'],
    ['*', '"a"'],
    [' * ', '"a"'],
    ['"x"', null],
    ['a', null],
    ['""', null],
    ['', null],
    ['"a', null],
    ['"x, \\"a\\""', null],
    ['"*"', null],
  ])('%s matches %s', (header, expected) => {
    expect(findMatchingEtag(header, etags)).toBe(expected);
  });

  it('takes time in proportion to the length of a hostile header', () => {
    expect(findMatchingEtag('"'.repeat(16_001), etags)).toBeNull();
  });
});
