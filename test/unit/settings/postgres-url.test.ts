import { expect, test } from 'vitest';
import { readPostgresUrl, redactSecrets } from '../../../src/settings/postgres-url.ts';

const serversOf = (url: string) => readPostgresUrl(url).servers.map(({ url }) => url);

test.each([
  ['postgres://me:pw@a:5432/db', ['postgres://me:pw@a:5432/db']],
  ['postgres://me:pw@a,b:5433/db', ['postgres://me:pw@a:5432/db', 'postgres://me:pw@b:5433/db']],
  [
    'postgresql://me@[::1]:5433,b/db?target_session_attrs=any&sslmode=verify-full',
    ['postgresql://me@[::1]:5433/db?sslmode=verify-full', 'postgresql://me@b:5432/db?sslmode=verify-full'],
  ],
  ['postgres://me:p%40w,x@a,b/db', ['postgres://me:p%40w,x@a:5432/db', 'postgres://me:p%40w,x@b:5432/db']],
  ['postgres:///db?host=a,::1&port=1,2', ['postgres://a:1/db', 'postgres://[::1]:2/db']],
  ['postgres:///db?host=/run/pg,b&port=7', ['postgres://%2Frun%2Fpg:7/db', 'postgres://b:7/db']],
  ['postgres:///db', ['postgres:///db']],
])('the servers of %s', (url, servers) => {
  expect(serversOf(url)).toEqual(servers);
});

test('of several servers one that takes writes is wanted, of one any; unless the URL says so', () => {
  expect(readPostgresUrl('postgres://a,b/db').target).toBe('read-write');
  expect(readPostgresUrl('postgres://a/db').target).toBe('any');
  expect(readPostgresUrl('postgres://a/db?target_session_attrs=standby').target).toBe('standby');
  expect(readPostgresUrl('postgres://a,b/db?connect_timeout=2').connectTimeoutMs).toBe(2000);
});

test.each([
  ['postgres://a,b/db?target_session_attrs=Primary', "target_session_attrs is 'Primary'; allowed: any, "],
  ['postgres://a,,b/db', 'hosts must not be empty'],
  ['postgres://a:0,b/db', "'0' is not a port"],
  ['postgres://a:1:2,b/db', "'1:2' is not a port"],
  ['postgres://a:70000/db', "'70000' is not a port"],
  ['postgres://me:p/w@a/db', 'the host has no port; in a password, write %2F,'],
  ['postgres:///db?host=a,b&port=1,2,3', 'expected one port, or one for each of 2 hosts; found 3 ports'],
  ['postgres://a/db?connect_timeout=soon', "connect_timeout is 'soon'"],
])('%s is refused', (url, why) => {
  expect(() => readPostgresUrl(url)).toThrow(why);
});

test('a problem with a URL does not repeat what may be a password', () => {
  expect(() => readPostgresUrl('postgres://me:hunter/2@a/db')).toThrow(/^(?!.*hunter)/);
});

test('passwords are hidden wherever a URL may have them', () => {
  expect(redactSecrets('postgres://me:p:w@a,b:5433/db?sslpassword=x&password=y&a=b')).toBe(
    'postgres://me:***@a,b:5433/db?sslpassword=***&password=***&a=b',
  );
  expect(redactSecrets('postgres://me:hunter/2?3#@a/db')).toBe('postgres://me:***@a/db');
  // As a .env file cuts it where it has a # and no quotes.
  expect(redactSecrets('postgres://me:hunt')).toBe('postgres://me:***');
  expect(redactSecrets('postgres://me:hu/nt?')).toBe('postgres://me:***');
  for (const kept of [
    'postgres://a/db',
    'postgres://a:1,b:2/db?x=c:d',
    'postgres://[::1]:5432/db',
    'sqlite:/a:b',
  ])
    expect(redactSecrets(kept)).toBe(kept);
});
