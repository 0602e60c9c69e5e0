import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { probe } from '../../../../src/modules/files/probe.ts';
import {
  createGuardedFetcher,
  type GuardedFetcher,
} from '../../../../src/outside/guarded/guarded-fetcher.ts';
import { type EmulatedCivitai, startCivitai } from '../../../support/emulators/civitai.ts';
import type { CivitaiFile } from '../../../support/emulators/civitai-answers.ts';
import { textContent } from '../../../support/emulators/content.ts';
import {
  type EmulatedAnswer,
  type EmulatedHost,
  startEmulatedHost,
} from '../../../support/emulators/emulated-host.ts';
import { type EmulatedHub, startHuggingFace } from '../../../support/emulators/hugging-face.ts';
import type { HubRepository } from '../../../support/emulators/hugging-face-answers.ts';

const [hash, otherHash, commit] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(40)];
const large = { size: 1_000_000_000, beginning: new Uint8Array(), sha256: hash };

let hub: EmulatedHub;
let civitai: EmulatedCivitai;
let other: EmulatedHost;
let remote: GuardedFetcher;
let answers: Record<string, (method: string) => EmulatedAnswer>;

beforeAll(async () => {
  hub = await startHuggingFace();
  civitai = await startCivitai();
  other = await startEmulatedHost(({ path, method }) => answers[path]?.(method) ?? { status: 404 });
  remote = createGuardedFetcher({
    mirrors: { 'huggingface.co': hub.url, 'civitai.com': civitai.url, 'files.example': other.url },
    allowedHosts: [hub.cdn, civitai.storage].map(({ url }) => new URL(url).host),
    perSecond: {},
  });
});
afterAll(async () => {
  await remote.close();
  for (const host of [hub, civitai, other]) await host[Symbol.asyncDispose]();
});
beforeEach(() => {
  hub.repositories.clear();
  hub.renamed.clear();
  civitai.models.clear();
  civitai.access.clear();
  answers = {};
  for (const host of [hub, hub.cdn, civitai, civitai.storage, other]) {
    host.requests.length = 0;
    host.fault = () => null;
  }
});

const look = (url: string, sha256: string | null = hash, repositories: string[] = []) =>
  probe(remote, url, { sha256, repositories });

describe('Hugging Face', () => {
  const url = 'https://huggingface.co/acme/model/resolve/main/model.safetensors?download=true';
  const has = (more: Partial<HubRepository> = {}) =>
    hub.repositories.set('acme/model', {
      id: 'acme/model',
      commit,
      files: { 'model.safetensors': large, 'config.json': textContent('{}') },
      ...more,
    });

  test('tells hash, size and commit in one HEAD, and its store is not asked', async () => {
    has();
    expect(await look(url)).toEqual({
      outcome: 'there',
      how: 'x_linked_etag',
      mark: hash,
      status: 302,
      seen: { sha256: hash, size_bytes: large.size, revision: commit, moved_to: null },
    });
    expect(hub.requests.map(({ method }) => method)).toEqual(['HEAD']);
    expect(hub.cdn.requests).toEqual([]);
  });

  test.each(['direct', 'resolve-cache'] as const)('the id of a git blob is no SHA-256 (%s)', async (how) => {
    has();
    hub.smallFiles = how;
    const small = url.replace('model.safetensors', 'config.json');
    expect(await look(small)).toMatchObject({
      outcome: 'there',
      seen: { sha256: null, size_bytes: 2, revision: commit, moved_to: null },
    });
  });

  test('a renamed repository is told by its new address', async () => {
    hub.renamed.set('old/name', 'acme/model');
    has();
    expect(await look(url.replace('acme/model', 'old/name'))).toMatchObject({
      outcome: 'there',
      seen: { sha256: hash, moved_to: url },
    });
  });

  test.each<[string, () => void, object]>([
    [
      'no such file',
      () => has({ files: {} }),
      { outcome: 'missing', status: 404, reason: 'The repository has no such file.' },
    ],
    [
      'no such repository',
      () => {},
      { outcome: 'missing', status: 401, reason: expect.stringContaining('or it is private') },
    ],
    ['a private one', () => has({ private: true }), { outcome: 'missing', status: 401 }],
    [
      'a disabled one',
      () => has({ disabled: true }),
      { outcome: 'missing', status: 403, reason: expect.stringContaining('disabled') },
    ],
    ['a gated one', () => has({ gated: 'auto' }), { outcome: 'gated', status: 401 }],
    [
      'no such revision',
      () => hub.repositories.set('acme/model', { id: 'acme/model', commit, files: {}, revisions: {} }),
      { outcome: 'missing', status: 404 },
    ],
  ])('%s', async (_, arrange, expected) => {
    arrange();
    expect(await look(url)).toMatchObject({ how: 'x_linked_etag', ...expected });
  });

  const elsewhere = (path: string, repository = 'acme/moved') => ({
    outcome: 'missing',
    moved_to: `https://huggingface.co/${repository}/resolve/${commit}/${path}`,
    moved_sha256: hash,
  });
  const moved = (files: HubRepository['files'], more: Partial<HubRepository> = {}, id = 'acme/moved') =>
    hub.repositories.set(id, { id, commit, files, ...more });

  test('bytes that are gone are sought in their repository, and in those that records name', async () => {
    has({ files: { 'renamed file.safetensors': large } });
    expect(await look(url)).toMatchObject(elsewhere('renamed%20file.safetensors', 'acme/model'));
    has({ files: {} });
    moved({ 'sub/x.safetensors': large });
    expect(await look(url, hash, ['acme/none', 'acme/moved'])).toMatchObject(elsewhere('sub/x.safetensors'));
    // The page of the record leads to a repository that was renamed since.
    hub.repositories.delete('acme/model');
    hub.renamed.set('acme/page', 'acme/moved');
    expect(await look(url, hash, ['acme/page'])).toMatchObject(elsewhere('sub/x.safetensors'));
  });

  test.each<[string, () => void]>([
    ['other bytes', () => moved({ 'model.safetensors': { ...large, sha256: otherHash } })],
    ['no hash', () => moved({ 'model.safetensors': textContent('x') })],
    ['a private repository', () => moved({ a: large }, { private: true })],
    ['a gated repository', () => moved({ a: large }, { gated: 'auto' })],
    ['a disabled repository', () => moved({ a: large }, { about: { disabled: true } })],
    ['no commit', () => moved({ a: large }, { about: { sha: '../../evil' } })],
    ['another name for itself', () => moved({ a: large }, { about: { id: '../../evil' } })],
    ['a path that leads elsewhere', () => moved({ '../../evil/x/resolve/main/a': large })],
    ['a path that nobody sees', () => moved({ 'a\u202e.safetensors': large, 'b\n': large })],
    [
      'an answer of 10 MB',
      () => {
        moved({ a: large });
        hub.fault = ({ path }) =>
          path.startsWith('/api/') ? { status: 200, body: { size: 1e7, beginning: new Uint8Array() } } : null;
      },
    ],
    [
      'a redirect to another host',
      () => {
        hub.fault = ({ path }) =>
          path.startsWith('/api/') ? { status: 302, headers: { location: `${other.url}/evil` } } : null;
      },
    ],
    [
      'silence',
      () => {
        hub.fault = ({ path }) => (path.startsWith('/api/') ? 'reset' : null);
      },
    ],
  ])('%s is no repair', async (_, arrange) => {
    arrange();
    const seen = await look(url, hash, [
      'acme/moved',
      ...Array.from({ length: 100 }, (_, at) => `acme/${at}`),
    ]);
    expect(seen).toMatchObject({ outcome: 'missing', status: 401 });
    expect(seen).not.toHaveProperty('moved_to');
    expect(hub.requests.length).toBeLessThanOrEqual(5);
    expect(other.requests).toEqual([]);
  });

  test('what cannot be the Hub says nothing about the file', async () => {
    has();
    hub.fault = () => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: 'Log in to the Wi-Fi',
    });
    expect(await look(url)).toMatchObject({ outcome: 'unreachable' });
    hub.fault = () => ({ status: 503 });
    expect(await look(url)).toMatchObject({ outcome: 'unreachable', status: 503 });
  });
});

describe('Civitai', () => {
  const url = 'https://civitai.com/api/download/models/20';
  const file = (more: Partial<CivitaiFile> = {}): CivitaiFile => ({
    id: 200,
    name: 'model.safetensors',
    type: 'Model',
    sizeKB: 1953125,
    primary: true,
    hashes: { SHA256: hash.toUpperCase(), AutoV2: hash.slice(0, 10).toUpperCase() },
    metadata: { format: 'SafeTensor', fp: 'fp16' },
    ...more,
  });
  const has = (id: number, ...files: CivitaiFile[]) =>
    civitai.models.set(id, {
      id,
      name: 'Model',
      type: 'Checkpoint',
      nsfw: false,
      modelVersions: [{ id, name: 'v1', baseModel: 'SDXL 1.0', files }],
    });

  test('tells hash, size and file of the version', async () => {
    has(20, file({ id: 201, primary: false, type: 'VAE', hashes: { SHA256: otherHash } }), file());
    expect(await look(url)).toEqual({
      outcome: 'there',
      how: 'civitai_version',
      mark: `200 1953125 ${hash.toUpperCase()}`,
      status: 200,
      seen: { sha256: hash, size_bytes: 2_000_000_000, revision: '200', moved_to: null },
    });
    expect(civitai.storage.requests).toEqual([]);
  });

  test('the file is the one that the address asks for', async () => {
    has(
      20,
      file(),
      file({
        id: 201,
        primary: false,
        metadata: { format: 'SafeTensor', fp: 'fp32' },
        hashes: { SHA256: otherHash },
      }),
    );
    expect(await look(`${url}?fp=fp32`)).toMatchObject({ seen: { sha256: otherHash, revision: '201' } });
    expect(await look(`${url}?fileId=201`)).toMatchObject({ seen: { sha256: otherHash, revision: null } });
    expect(await look(`${url}?fileId=999`)).toMatchObject({ outcome: 'missing' });
  });

  test('a version that is gone is looked for by the hash', async () => {
    expect(await look(url)).toMatchObject({ outcome: 'missing', how: 'civitai_version', status: 404 });
    has(30, file());
    expect(await look(url)).toMatchObject({
      outcome: 'missing',
      how: 'civitai_by_hash',
      moved_to: 'https://civitai.com/api/download/models/30?fileId=200',
    });
  });

  test('elsewhere it is the file of this hash, and not another one of the version', async () => {
    has(30, file({ id: 300, hashes: { SHA256: otherHash } }), file({ id: 301, primary: false, type: 'VAE' }));
    expect(await look(`${url}?type=VAE&token=mine`)).toMatchObject({
      moved_to: 'https://civitai.com/api/download/models/30?fileId=301',
      reason: 'Civitai has no such version. Version 30 has a file of this hash: 301.',
    });
    // In the version that the address names, under another id.
    has(20, file({ id: 201 }));
    civitai.models.delete(30);
    expect(await look(`${url}?fileId=200`)).toMatchObject({
      outcome: 'missing',
      how: 'civitai_version',
      moved_to: 'https://civitai.com/api/download/models/20?fileId=201',
      moved_sha256: hash,
    });
  });

  test('a download that is not found is offered under the version’s other file of the same bytes', async () => {
    has(20, file(), file({ id: 202, primary: false, hashes: { SHA256: otherHash } }));
    civitai.fault = ({ path, query }) =>
      path.startsWith('/api/download/') && query.get('fileId') === null ? { status: 404 } : null;
    const lost = await look(url);
    expect(lost).toMatchObject({ outcome: 'missing', status: 404 });
    expect(lost).not.toHaveProperty('moved_to');
    has(20, file(), file({ id: 203, primary: false }));
    expect(await look(url)).toMatchObject({ moved_to: `${url}?fileId=203`, moved_sha256: hash });
  });

  test.each([
    [{ availability: 'EarlyAccess' }, 'Early access: paid downloads only.'],
    [{ earlyAccessEndsAt: '2099-01-02T03:04:05Z' }, 'Early access until 2099-01-02: paid downloads only.'],
    [
      { availability: 'EarlyAccess', earlyAccessConfig: { endsAt: '2099-05-01' } },
      'Early access until 2099-05-01: paid downloads only.',
    ],
    [{ paidAccess: { deadline: '2099-06-01' } }, 'Early access until 2099-06-01: paid downloads only.'],
    [{ earlyAccessEndsAt: '2001-01-01T00:00:00Z' }, null],
    [{ earlyAccessEndsAt: 7, earlyAccessConfig: [], paidAccess: null }, null],
  ])('a version that says %j is early access: %s', async (more, reason) => {
    has(20, file());
    const [model] = civitai.models.values();
    civitai.models.set(20, {
      ...model!,
      modelVersions: model!.modelVersions.map((each) => ({ ...each, ...more })),
    });
    const seen = await look(url);
    expect(seen).toMatchObject(
      reason === null ? { outcome: 'there' } : { outcome: 'gated', stated: true, reason },
    );
  });

  test('elsewhere is nowhere when what answers has no file of this hash', async () => {
    has(30, file());
    const version = { id: 30, files: [{ id: 300, hashes: { SHA256: otherHash } }] };
    civitai.fault = ({ path }) =>
      path.includes('/by-hash/') ? { status: 200, body: JSON.stringify(version) } : null;
    const seen = await look(url);
    expect(seen).toMatchObject({ outcome: 'missing', how: 'civitai_version' });
    expect(seen).not.toHaveProperty('moved_to');
  });

  test.each([
    ['login', { outcome: 'gated', seen: { sha256: hash } }],
    ['disabled', { outcome: 'gated' }],
    ['early access', { outcome: 'gated', reason: 'Early access until 2026-12-24: paid downloads only.' }],
    ['archived', { outcome: 'missing', status: 410 }],
  ] as const)('a download that is not for everybody: %s', async (access, expected) => {
    has(20, file());
    civitai.access.set(20, access);
    expect(await look(url)).toMatchObject(expected);
  });

  test.each<[string, EmulatedAnswer, object]>([
    [
      'to its login page, by a path',
      { status: 307, headers: { location: '/login?returnUrl=%2Fmodels%2F20' } },
      { outcome: 'gated', reason: 'Civitai redirects to its login page.' },
    ],
    [
      'to its login page elsewhere',
      { status: 302, headers: { location: 'https://auth.civitai.com/login' } },
      { outcome: 'gated', reason: 'Civitai redirects to its login page.' },
    ],
    [
      'in a circle',
      { status: 302, headers: { location: '/api/download/models/20' } },
      { outcome: 'missing', reason: expect.stringContaining('redirects more than') },
    ],
  ])('a download that is redirected %s', async (_, answer, expected) => {
    has(20, file());
    civitai.fault = ({ path }) => (path.startsWith('/api/download/') ? answer : null);
    expect(await look(url)).toMatchObject(expected);
  });

  test.each([404, 401, 403, 410])('%i to a HEAD alone says nothing', async (status) => {
    has(20, file());
    civitai.fault = ({ method }) => (method === 'HEAD' ? { status } : null);
    expect(await look(url)).toMatchObject({ outcome: 'there', seen: { sha256: hash } });
  });

  test('a bot check in front of it says nothing', async () => {
    has(20, file());
    civitai.fault = ({ method }) =>
      method === 'HEAD'
        ? { status: 403, headers: { 'content-type': 'text/html', 'cf-mitigated': 'challenge' } }
        : null;
    expect(await look(url)).toMatchObject({ outcome: 'unreachable' });
  });
});

describe('any other host', () => {
  const url = 'https://files.example/model.ckpt';
  const bytes = { size: 12_345, beginning: new Uint8Array() };
  const binary = { 'content-type': 'application/octet-stream' };

  test('tells the size, and no hash, with its first bytes', async () => {
    answers['/model.ckpt'] = () => ({ status: 200, headers: binary, body: bytes });
    expect(await look(url)).toEqual({
      outcome: 'there',
      how: 'ranged_get',
      status: 206,
      seen: { sha256: null, size_bytes: 12_345, revision: null, moved_to: null },
    });
    expect(other.requests.map(({ headers }) => headers.range)).toEqual(['bytes=0-511']);
  });

  test.each<[string, EmulatedAnswer]>([
    ['another size', { status: 200, headers: { ...binary, 'content-length': '777' } }],
    ['no size', { status: 200, headers: { ...binary, 'content-length': '0' } }],
    ['a page', { status: 200, headers: { 'content-type': 'text/html' } }],
    ['nothing', { status: 404 }],
    ['a refusal', { status: 403, headers: binary }],
  ])('whatever it answers to HEAD, the file counts: %s', async (_, head) => {
    answers['/model.ckpt'] = (method) =>
      method === 'HEAD' ? head : { status: 200, headers: binary, body: bytes };
    expect(await look(url)).toMatchObject({ outcome: 'there', seen: { size_bytes: 12_345 } });
  });

  test.each(['text/html', 'text/plain', 'application/json'])(
    'that serves a model as %s serves a model',
    async (type) => {
      answers['/model.ckpt'] = () => ({ status: 200, headers: { 'content-type': type }, body: bytes });
      expect(await look(url)).toMatchObject({ outcome: 'there', seen: { size_bytes: 12_345 } });
    },
  );

  test('that gives no parts of files is asked for the whole, and left after its first bytes', async () => {
    answers['/model.ckpt'] = () => ({ status: 416, headers: binary });
    other.fault = ({ headers }) =>
      headers.range === undefined
        ? { status: 200, headers: binary, body: { ...bytes, size: 500_000_000 }, noRanges: true }
        : null;
    other.bytesSent = 0;
    expect(await look(url)).toMatchObject({
      outcome: 'there',
      status: 200,
      seen: { size_bytes: 500_000_000 },
    });
    expect(other.bytesSent).toBeLessThan(10_000_000);
  });

  test('texts are files where the address names one', async () => {
    const text = { 'content-type': 'text/plain' };
    answers['/config.yaml'] = () => ({ status: 200, headers: text, body: 'model: v1-5' });
    expect(await look('https://files.example/config.yaml')).toMatchObject({ outcome: 'there' });
    answers['/download'] = () => ({ status: 200, headers: text, body: 'model: v1-5' });
    expect(await look('https://files.example/download?id=1')).toMatchObject({ outcome: 'there' });
  });

  test('a page is a file where the address names one, or it is an attachment', async () => {
    const page = { 'content-type': 'text/html' };
    const attachment = { ...page, 'content-disposition': 'attachment; filename="a.html"' };
    const download = 'https://files.example/download?id=1';
    for (const [address, headers, outcome] of [
      ['https://files.example/guide.html', page, 'there'],
      [download, attachment, 'there'],
      [download, page, 'missing'],
    ] as const) {
      answers[new URL(address).pathname] = () => ({ status: 200, headers, body: '<title>A page</title>' });
      expect([address, headers, await look(address)]).toMatchObject([address, headers, { outcome }]);
    }
  });

  test('is followed; what it redirects for good is where the file is now', async () => {
    answers['/model.ckpt'] = () => ({ status: 301, headers: { location: '/new/model.ckpt' } });
    answers['/new/model.ckpt'] = () => ({ status: 302, headers: { location: '/signed' } });
    answers['/signed'] = () => ({ status: 200, headers: binary, body: bytes });
    expect(await look(url)).toMatchObject({
      outcome: 'there',
      seen: { moved_to: 'https://files.example/new/model.ckpt' },
    });
  });

  const page = { 'content-type': 'text/html; charset=utf-8' };
  const says = (answer: EmulatedAnswer): Record<string, EmulatedAnswer> => ({ '/model.ckpt': answer });
  const instead = (type: string, body: string) =>
    says({ status: 200, headers: { 'content-type': type }, body });
  const circle = { status: 302, headers: { location: '/model.ckpt' } };
  test.each<[string, Record<string, EmulatedAnswer>, object]>([
    ['404', {}, { outcome: 'missing', status: 404 }],
    ['410', says({ status: 410 }), { outcome: 'missing', status: 410 }],
    ['401', says({ status: 401 }), { outcome: 'gated', status: 401 }],
    ['500', says({ status: 500 }), { outcome: 'unreachable', status: 500 }],
    [
      '429',
      says({ status: 429, headers: { 'retry-after': '7' } }),
      { outcome: 'unreachable', status: 429, retry_after_seconds: 7 },
    ],
    [
      'a login page that answers 200',
      {
        ...says({ status: 302, headers: { location: '/login?next=model.ckpt' } }),
        '/login': { status: 200, headers: page, body: '<title>Log in</title>' },
      },
      { outcome: 'gated', status: 200 },
    ],
    [
      'a page in the place of the file',
      says({ status: 200, headers: page, body: '<title>Parked</title>' }),
      { outcome: 'missing', reason: 'The host returns a web page instead of the file.' },
    ],
    ...[
      instead('text/plain', 'Not Found'),
      instead('application/octet-stream', 'N\xe3o encontrado'),
      instead('application/json', '{"error":"no such file"}'),
      instead('text/plain', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n'),
      instead('application/octet-stream', ''),
    ].map((answer): [string, typeof answer, object] => [
      `${JSON.stringify(answer['/model.ckpt'])} in the place of the file`,
      answer,
      { outcome: 'missing', status: 200 },
    ]),
    ['an empty answer', says({ status: 204 }), { outcome: 'unreachable', status: 204 }],
    [
      'redirects in a circle',
      says(circle),
      { outcome: 'missing', reason: expect.stringContaining('redirects more than 6 times') },
    ],
  ])('%s', async (_, answered, expected) => {
    answers = Object.fromEntries(Object.entries(answered).map(([path, answer]) => [path, () => answer]));
    // A host that asks not to be called is not called again: each of these is another one.
    await using fresh = createGuardedFetcherFor();
    expect(await probe(fresh, url, { sha256: null })).toMatchObject(expected);
  });

  test('an address that may not be called is none', async () => {
    expect(await look('http://127.0.0.1:1/x')).toMatchObject({ outcome: 'missing', how: 'address' });
  });

  test('no connection says nothing about the file', async () => {
    other.fault = () => 'reset';
    await using fresh = createGuardedFetcherFor();
    expect(await probe(fresh, url, { sha256: null })).toMatchObject({ outcome: 'unreachable', status: null });
  });
});

function createGuardedFetcherFor() {
  const fetcher = createGuardedFetcher({ mirrors: { 'files.example': other.url } });
  return Object.assign(fetcher, { [Symbol.asyncDispose]: () => fetcher.close() });
}
