import { describe, expect, it } from 'vitest';
import { listAcceptedEncodings } from '../../../../src/serving/answers/representation.ts';

describe('the encodings that an Accept-Encoding header allows, best first', () => {
  it.each([
    [undefined, ['identity']],
    ['', ['identity']],
    ['identity', ['identity']],
    ['gzip', ['gzip', 'identity']],
    ['x-gzip', ['gzip', 'identity']],
    ['GZIP, Br', ['br', 'gzip', 'identity']],
    ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
    ['deflate', ['identity']],
    ['*', ['br', 'gzip', 'identity']],
    ['*;q=0', ['identity']],
    ['br;q=0, *', ['gzip', 'identity']],
    ['gzip;q=1.0, br;q=0.5', ['gzip', 'br', 'identity']],
    ['br;q=0.1, gzip;q=0.2', ['gzip', 'br', 'identity']],
    ['gzip;q=0', ['identity']],
    ['gzip;q=0.5, identity', ['identity']],
    ['gzip ; q=0.5 , identity;q=0.1', ['gzip', 'identity']],
    ['identity;q=0, gzip', ['gzip', 'identity']],
    ['gzip;q=2', ['identity']],
    ['gzip;q=x', ['identity']],
    [',,gzip,,', ['gzip', 'identity']],
  ])('%s: %j', (header, expected) => {
    expect(listAcceptedEncodings(header)).toEqual(expected);
    expect(listAcceptedEncodings(header)).toEqual(expected);
  });

  it('stays small however many different headers come', () => {
    for (let i = 0; i < 2000; i++) listAcceptedEncodings(`gzip;q=0.${i}`);
    expect(listAcceptedEncodings('br')).toEqual(['br', 'identity']);
  });
});
