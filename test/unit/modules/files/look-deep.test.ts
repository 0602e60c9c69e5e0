import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
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
  type EmulatedRequest,
  startEmulatedHost,
} from '../../../support/emulators/emulated-host.ts';

const url = 'https://files.example/model.safetensors';
const bytesOf = (fill: number) => new Uint8Array(1_000_000).fill(fill);
const [first, second] = [bytesOf(1), bytesOf(2)];
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let host: EmulatedHost;
let remote: GuardedFetcher;
let answer: (isRead: boolean) => EmulatedAnswer;
let tooLarge: (number | null)[];

beforeAll(async () => {
  host = await startEmulatedHost((request) => answer(isRead(request)));
  remote = createGuardedFetcher({ mirrors: { 'files.example': host.url }, perSecond: {} });
});
afterAll(async () => {
  await remote.close();
  await host[Symbol.asyncDispose]();
});
beforeEach(() => {
  host.requests.length = 0;
  host.bytesSent = 0;
  tooLarge = [];
});

const file = (bytes: Uint8Array, more: Partial<EmulatedAnswer> = {}): EmulatedAnswer => ({
  status: 200,
  headers: { etag: `"${bytes[0]}"` },
  body: { size: bytes.length, beginning: bytes },
  ...more,
});

const options = (more: Partial<DeepLookOptions> = {}): DeepLookOptions => ({
  remote,
  mostBytes: 10_000_000,
  signal: new AbortController().signal,
  now: () => performance.now(),
  onBytes: () => {},
  onTooLarge: (_url, size) => tooLarge.push(size),
  ...more,
});

const addressOf = (url: string) => ({
  url,
  live: true,
  state: unseen,
  checked_at: null,
  due_at: 0,
  added_at: 0,
  claimed_by: 'test',
  claimed_until: 0,
  seq: 1,
});

function look(more: Partial<DeepLookOptions> = {}, keep: () => boolean = () => true) {
  const usual: Look = (address) => probe(remote, address.url, { sha256: null });
  return deepLook(usual, options(more))(addressOf(url), async () => keep());
}

/** Not the look at its first bytes. */
const isRead = ({ headers }: EmulatedRequest) => headers.range !== 'bytes=0-511';
const reads = () => host.requests.filter(isRead);
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

test('an answer of no stated length that ends long before the stated size is no whole file', async () => {
  const size = 3_000_000;
  const server = createServer((request, response) => {
    response.setHeader('etag', '"1"');
    if (request.headers.range === 'bytes=0-511') {
      response.writeHead(206, { 'content-range': `bytes 0-511/${size}` }).end(first.subarray(0, 512));
      return;
    }
    // Its end is that of the connection.
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, { connection: 'close' }).end(first);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = createGuardedFetcher({ mirrors: { 'files.example': base }, perSecond: {} });
  onTestFinished(() => cut.close());
  const usual: Look = (address) => probe(cut, address.url, { sha256: null });
  const seen = await deepLook(usual, options({ remote: cut }))(addressOf(url), async () => true);
  expect(seen).toMatchObject({
    outcome: 'unreachable',
    reason: `It ended after ${first.length} of at least ${size - 1024 * 1024} bytes.`,
  });
});

test('a file whose claim was lost meanwhile is not read on', async () => {
  answer = () => file(first, { cutAfter: 300_000 });
  expect(await look({}, () => false)).toMatchObject({ outcome: 'unreachable' });
  expect(positions()).toEqual(['all']);
});

test('a host is asked no more once the run is stopped', async () => {
  answer = () => file(first);
  const stop = new AbortController();
  const onBytes = (_url: string, position: number) => position > 0 && stop.abort();
  expect(await look({ signal: stop.signal, onBytes })).toMatchObject({ outcome: 'unreachable' });
  expect(positions()).toEqual(['all']);
});

test('a file that changes meanwhile is read from the beginning', async () => {
  answer = () =>
    file(reads().length > 1 ? second : first, { ...(reads().length < 2 && { cutAfter: 300_000 }) });
  expect(await look()).toMatchObject(whole(second));
  expect(positions()).toEqual(['all', expect.stringMatching(/^bytes=\d+-$/)]);
});

test('bytes of two files are not put together, whatever the host makes of If-Range', async () => {
  answer = () => file(first, { cutAfter: 300_000 });
  host.fault = (request) => {
    const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0]);
    if (!isRead(request) || !request.headers.range) return null;
    const range = { etag: '"2"', 'content-range': `bytes ${from}-999999/1000000` };
    return { status: 206, headers: range, body: 'x'.repeat(1_000_000 - from) };
  };
  // What is left of the first file is thrown away; the next look begins.
  expect(await look()).toMatchObject({ outcome: 'unreachable' });
  host.fault = () => null;
  answer = () => file(second);
  expect(await look()).toMatchObject(whole(second));
  expect(positions().at(-1)).toBe('all');
});

test('a host that ignores ranges is read from the beginning', async () => {
  answer = () => file(first, { noRanges: true, ...(reads().length < 2 && { cutAfter: 300_000 }) });
  expect(await look()).toMatchObject(whole(first));
});

test('without a word on which bytes they are, none are put together', async () => {
  answer = () => file(first, { headers: {}, cutAfter: 300_000 });
  expect(await look()).toMatchObject({ outcome: 'unreachable' });
  answer = () => file(second, { headers: {} });
  expect(await look()).toMatchObject(whole(second));
  expect(positions()).toEqual(['all', 'all']);
});

test('files beyond the bound are not read', async () => {
  answer = () => file(first);
  expect(await look({ mostBytes: 999_999 })).toMatchObject({ how: 'ranged_get' });
  expect(reads()).toEqual([]);
  expect(tooLarge).toEqual([1_000_000]);
});

test('a page in the place of the file is none, and its bytes are not hashed', async () => {
  answer = (isRead) => (isRead ? { status: 200, body: '<h1>Sold</h1>' } : file(first));
  expect(await look()).toMatchObject({ outcome: 'missing', how: 'full_download' });
});

test('a model that its host calls a page is read like any other', async () => {
  answer = () => file(first, { headers: { 'content-type': 'text/html' } });
  expect(await look()).toMatchObject(whole(first));
});

test.each([
  ['the storage of a hub', 'https://huggingface.co/acme/model/resolve/main/model.safetensors', 'unreachable'],
  ['another host', url, 'gated'],
])('403 behind a redirect of %s', async (_, from, outcome) => {
  await using storage = await startEmulatedHost(() => ({
    status: 403,
    headers: { 'content-type': 'application/xml' },
    body: '<Error><Code>AccessDenied</Code></Error>',
  }));
  await using asked = await startEmulatedHost(({ headers }) =>
    headers.range !== undefined ? file(first) : { status: 302, headers: { location: `${storage.url}/x` } },
  );
  const own = createGuardedFetcher({
    mirrors: { [new URL(from).host]: asked.url },
    allowedHosts: [new URL(storage.url).host],
  });
  const there = await probe(remote, url, { sha256: null });
  const deep = deepLook(async () => there, options({ remote: own }));
  expect(await deep(addressOf(from), async () => true)).toMatchObject({ outcome, how: 'full_download' });
  await own.close();
});

test('what was read outlives later looks at the headers for as long as the host marks it as the same', async () => {
  answer = () => file(first);
  const read = withObservation(unseen, await look(), 100);
  const seen = await probe(remote, url, { sha256: null });
  const same = withObservation(read, seen, 200);
  expect(same).toMatchObject({ known: { at: 100, observation: whole(first) }, checked_at: 200 });
  answer = () => file(second);
  const other = withObservation(same, await probe(remote, url, { sha256: null }), 300);
  expect(other).toMatchObject({
    known: { at: 300, observation: { how: 'ranged_get', seen: { sha256: null } } },
  });
});
