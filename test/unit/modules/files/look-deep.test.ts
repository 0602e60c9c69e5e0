import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Look } from '../../../../src/modules/files/check-addresses.ts';
import { type DeepLookOptions, deepLook } from '../../../../src/modules/files/look-deep.ts';
import { probe } from '../../../../src/modules/files/probe.ts';
import {
  createGuardedFetcher,
  type GuardedFetcher,
} from '../../../../src/outside/guarded/guarded-fetcher.ts';
import { unseen, withObservation } from '../../../../src/records/files/address-state.ts';
import {
  type EmulatedAnswer,
  type EmulatedHost,
  startEmulatedHost,
} from '../../../support/emulators/emulated-host.ts';

const url = 'https://files.example/model.safetensors';
const pieceBytes = 100_000;
const bytesOf = (fill: number) => new Uint8Array(1_000_000).fill(fill);
const [first, second] = [bytesOf(1), bytesOf(2)];
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let host: EmulatedHost;
let remote: GuardedFetcher;
let answer: (method: string) => EmulatedAnswer;
/** What a store would keep. */
let stored: string | null;
let tooLarge: (number | null)[];

beforeAll(async () => {
  host = await startEmulatedHost(({ method }) => answer(method));
  remote = createGuardedFetcher({ mirrors: { 'files.example': host.url }, perSecond: {} });
});
afterAll(async () => {
  await remote.close();
  await host[Symbol.asyncDispose]();
});
beforeEach(() => {
  host.requests.length = 0;
  host.bytesSent = 0;
  [stored, tooLarge] = [null, []];
});

const file = (bytes: Uint8Array, more: Partial<EmulatedAnswer> = {}): EmulatedAnswer => ({
  status: 200,
  headers: { etag: `"${bytes[0]}"` },
  body: { size: bytes.length, beginning: bytes },
  ...more,
});

function look(keep: () => boolean = () => true, options: Partial<DeepLookOptions> = {}) {
  const usual: Look = (address) => probe(remote, address.url, { sha256: null });
  const deep = deepLook(usual, {
    remote,
    mostBytes: 10_000_000,
    pieceBytes,
    signal: new AbortController().signal,
    now: () => performance.now(),
    onBytes: () => {},
    onTooLarge: (_url, size) => tooLarge.push(size),
    ...options,
  });
  const address = {
    url,
    live: true,
    state: unseen,
    checked_at: null,
    due_at: 0,
    added_at: 0,
    claimed_by: 'test',
    claimed_until: 0,
    read_so_far: stored,
    seq: 1,
  };
  return deep(address, async (readSoFar) => {
    if (!keep()) return false;
    stored = readSoFar ?? stored;
    return true;
  });
}

const reads = () => host.requests.filter(({ method }) => method === 'GET');
const positions = () => reads().map(({ headers }) => headers.range ?? 'all');
const whole = (bytes: Uint8Array) => ({
  outcome: 'there',
  how: 'full_download',
  seen: { sha256: sha256(bytes), size_bytes: bytes.length },
});

test('a file is read once, and its own hash is what was seen', async () => {
  answer = () => file(first);
  expect(await look()).toMatchObject(whole(first));
  expect(positions()).toEqual(['all']);
});

test('a host that cuts long answers gives the whole piece by piece', async () => {
  answer = () => file(first, { cutAfter: 300_000 });
  expect(await look()).toMatchObject(whole(first));
  expect(reads().length).toBeGreaterThan(2);
  expect(reads().every(({ headers }, at) => at === 0 || headers['if-range'] === '"1"')).toBe(true);
  // Nothing was sent twice but what was under way when the connection broke.
  expect(host.bytesSent).toBeLessThan(2 * first.length);
});

test('a process that is killed reads no more than the last piece again', async () => {
  answer = () => file(first);
  let kept = 0;
  // From the fourth piece on nothing is stored, as by a process that is no more.
  expect(await look(() => ++kept < 4)).toMatchObject({ outcome: 'unreachable' });
  const { position } = JSON.parse(stored ?? '{}');
  expect(position).toBeGreaterThanOrEqual(3 * pieceBytes);
  expect(await look()).toMatchObject(whole(first));
  expect(positions()).toEqual(['all', `bytes=${position}-`]);
});

test.each([
  ['that knows If-Range', {}],
  ['that gives the range of whatever is there', { ignoresCondition: true }],
])('a file that changes meanwhile is read from the beginning, from a host %s', async (_name, kind) => {
  answer = () => file(first);
  let kept = 0;
  await look(() => ++kept < 4);
  answer = () => file(second);
  if ('ignoresCondition' in kind) {
    host.fault = ({ method, headers }) => {
      const from = Number(/\d+/.exec(headers.range ?? '')?.[0]);
      if (method !== 'GET' || !headers.range) return null;
      const range = { etag: '"2"', 'content-range': `bytes ${from}-999999/1000000` };
      return { status: 206, headers: range, body: 'x'.repeat(1_000_000 - from) };
    };
    // What is left of the first file is thrown away; the next try begins.
    expect(await look()).toMatchObject({ outcome: 'unreachable' });
    host.fault = () => null;
  }
  expect(await look()).toMatchObject(whole(second));
  expect(positions().at(-1)).toBe('ignoresCondition' in kind ? 'all' : positions()[1]);
});

test('a host that ignores ranges is read from the beginning', async () => {
  answer = () => file(first, { noRanges: true });
  let kept = 0;
  await look(() => ++kept < 4);
  expect(await look()).toMatchObject(whole(first));
});

test('without a word on which bytes they are, none are put together', async () => {
  answer = () => file(first, { headers: {}, cutAfter: 300_000 });
  expect(await look()).toMatchObject({ outcome: 'unreachable' });
  expect(stored).toBe('');
  answer = () => file(second, { headers: {} });
  expect(await look()).toMatchObject(whole(second));
  expect(positions()).toEqual(['all', 'all']);
});

test('what is stored and of no use begins anew', async () => {
  answer = () => file(first);
  for (const useless of ['{', '{}', JSON.stringify({ name: '"1"', position: 5, hash: 'AAAA' })]) {
    stored = useless;
    expect(await look()).toMatchObject(whole(first));
  }
  expect(positions()).toEqual(['all', 'all', 'all']);
});

test('files beyond the bound are not read', async () => {
  answer = () => file(first);
  expect(await look(undefined, { mostBytes: 999_999 })).toMatchObject({ how: 'head' });
  expect(reads()).toEqual([]);
  expect(tooLarge).toEqual([1_000_000]);
});

test('a page in the place of the file is none, and its bytes are not hashed', async () => {
  answer = (method) =>
    method === 'HEAD'
      ? file(first)
      : { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Sold</h1>' };
  expect(await look()).toMatchObject({ outcome: 'missing', how: 'full_download' });
});

test('what was read outlives later looks at the headers for as long as the host marks it as the same', async () => {
  answer = () => file(first);
  const read = withObservation(unseen, await look(), 100);
  const seen = await probe(remote, url, { sha256: null });
  const same = withObservation(read, seen, 200);
  expect(same).toMatchObject({ known: { at: 100, observation: whole(first) }, checked_at: 200 });
  answer = () => file(second);
  const other = withObservation(same, await probe(remote, url, { sha256: null }), 300);
  expect(other).toMatchObject({ known: { at: 300, observation: { how: 'head', seen: { sha256: null } } } });
});
