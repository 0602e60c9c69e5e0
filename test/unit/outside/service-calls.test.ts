import { expect, test } from 'vitest';
import { parseRetryAfter } from '../../../src/outside/service-calls.ts';

const now = Date.parse('2026-01-01T00:00:00Z');

test.each([
  ['120', 120],
  [' 0 ', 0],
  ['Thu, 01 Jan 2026 00:01:30 GMT', 90],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['soon', null],
  ['', null],
  [undefined, null],
])('Retry-After: %s is %s seconds', (header, seconds) => {
  expect(parseRetryAfter(header, now)).toBe(seconds);
});
