import { expect, test } from 'vitest';
import { isLoopback } from '../../../src/settings/loopback.ts';

test.each(['127.0.0.1', '127.9.9.9', '::1', 'localhost', 'LOCALHOST', '[::1]'])(
  '%s is this machine only',
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

test.each([
  '0.0.0.0',
  '::',
  '192.168.0.1',
  '10.0.0.1',
  'example.org',
  'localhost.example.org',
  '127.example.org',
  '128.0.0.1',
  '',
])('%j is not', (host) => {
  expect(isLoopback(host)).toBe(false);
});
