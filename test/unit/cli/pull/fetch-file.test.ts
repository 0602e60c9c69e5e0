import { writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchFile } from '../../../../src/cli/pull/fetch-file.ts';
import type { FileToPull } from '../../../../src/cli/pull/files-to-pull.ts';
import { lockForPull, planPull, pull } from '../../../../src/cli/pull/pull.ts';
import { TargetFolder } from '../../../../src/cli/pull/target-folder.ts';
import { CommandFailed } from '../../../../src/cli/terminal.ts';
import {
  createGuardedFetcher,
  type GuardedFetcher,
} from '../../../../src/outside/guarded/guarded-fetcher.ts';
import { type FileHost, generatedBytes, startFileHost } from '../../../support/file-host.ts';
import { newFolder } from '../../../support/new-folder.ts';

let host: FileHost;
let other: FileHost;
let path: string;
let folder: TargetFolder;
let fetcher: GuardedFetcher;
let withTokens: GuardedFetcher;
const bytes = generatedBytes(1_000_000, 1);
const pause = async () => {};

beforeEach(async () => {
  [host, other] = [await startFileHost(), await startFileHost()];
  path = newFolder();
  folder = await TargetFolder.open(path);
  fetcher = createGuardedFetcher({ allowedHosts: ['127.0.0.1'] });
  withTokens = createGuardedFetcher({ allowedHosts: ['127.0.0.1'], tokens: { [host.host]: 't' } });
});
afterEach(async () => {
  await fetcher.close();
  await withTokens.close();
  await host[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

function wantedAt(...hosts: FileHost[]): FileToPull {
  const sha256 = hosts.map((each) => each.put('f', bytes))[0] as string;
  return {
    path: 'clip/deep/f.pt',
    sha256,
    bytes: bytes.length,
    statedBytes: bytes.length,
    mostBytes: 2 * bytes.length + 2 ** 20,
    mostAnnounced: 2 * bytes.length + 2 ** 20,
    urls: hosts.map((each) => each.url('f')),
    models: ['m'],
  };
}
const get = (wanted: FileToPull, options = {}) =>
  fetchFile(folder, wanted, { withoutTokens: fetcher, withTokens }, { pause, ...options });
const placed = () => readFile(join(path, 'clip/deep/f.pt'));
const starts = (of: FileHost) => of.asked.map(({ from }) => from);

test('what a cut connection gave is not asked for again', async () => {
  host.faults = { cutAfter: 300_000 };
  await get(wantedAt(host));
  expect((await placed()).equals(bytes)).toBe(true);
  const from = starts(host);
  expect(from).toEqual([...from].sort((a, b) => a - b));
  expect([from[0], new Set(from).size]).toEqual([0, from.length]);
  expect(host.sent).toBeLessThan(bytes.length + from.length * 64 * 1024);
});

describe('between two requests to a host', () => {
  let time: number;
  let pauses: number[];
  let patient: GuardedFetcher;
  const clock = () => ({
    now: () => time,
    pause: async (ms: number) => {
      pauses.push(ms);
      time += ms;
    },
  });
  beforeEach(() => {
    [time, pauses] = [0, []];
    patient = createGuardedFetcher({ allowedHosts: ['127.0.0.1'], now: () => time });
  });
  afterEach(() => patient.close());
  const getPatiently = (wanted: FileToPull) =>
    fetchFile(folder, wanted, { withoutTokens: patient, withTokens: patient }, clock());

  test('there is no pause when the one before gave something, but they are no more than 20 in a second', async () => {
    host.faults = { cutAfter: 300_000 };
    await getPatiently(wantedAt(host));
    expect(pauses.length).toBeGreaterThan(2);
    expect(pauses).toEqual(pauses.map(() => 50));
  });

  test('there is none at all when the answer before took longer than that', async () => {
    host.faults = { cutAfter: 300_000 };
    const { pause } = clock();
    const slow = () => (time += 60);
    await fetchFile(
      folder,
      wantedAt(host),
      { withoutTokens: patient, withTokens: patient },
      { pause, now: slow },
    );
    expect(pauses).toEqual(pauses.map(() => 0));
  });

  test('it grows while little comes', async () => {
    host.faults = { cutAfter: 1_000 };
    await expect(getPatiently(wantedAt(host))).rejects.toThrow('clip/deep/f.pt: 127.0.0.1');
    expect(pauses).toEqual([1_000, 2_000, 4_000]);
  });

  test('it is what the host asks for, also right after something came', async () => {
    host.faults = { cutAfter: 300_000 };
    const { now, pause } = clock();
    const busyOnce = async (ms: number) => {
      host.faults = pauses.length === 0 ? { status: 429, retryAfter: 7 } : {};
      await pause(ms);
    };
    await fetchFile(
      folder,
      wantedAt(host),
      { withoutTokens: patient, withTokens: patient },
      { now, pause: busyOnce },
    );
    expect(pauses).toEqual([50, 7_000]);
    expect((await placed()).equals(bytes)).toBe(true);
  });
});

describe('a host that', () => {
  test.each([
    ['lies', { lies: true }, /its SHA-256 is [0-9a-f]{64}, not that of the record/],
    ['answers 500', { status: 500 }, 'it answered 500'],
    ['has no such file', { status: 404 }, 'it answered 404'],
    ['wants an account', { token: 't' }, 'it requires an account'],
    ['gives another range', { wrongRange: true, cutAfter: 200_000 }, 'f.pt: 127.0.0.1'],
  ])('%s is passed over: the next address has it', async (_, faults, reason) => {
    host.faults = faults;
    await expect(get(wantedAt(host))).rejects.toThrow(reason);
    await expect(placed()).rejects.toThrow('ENOENT');
    await get(wantedAt(host, other));
    expect((await placed()).equals(bytes)).toBe(true);
  });

  test('answers 200 to ranges is read from the beginning', async () => {
    host.faults = { cutAfter: 300_000 };
    const wanted = wantedAt(host);
    await expect(get({ ...wanted, urls: [host.url('none')] })).rejects.toThrow('404');
    await writeFile(folder.partPath(wanted.sha256), bytes.subarray(0, 300_000));
    host.faults = { ignoresRanges: true };
    await get(wanted);
    expect((await placed()).equals(bytes)).toBe(true);
  });

  test('always cuts at the same place and gives no ranges ends in an error, not in a loop', async () => {
    host.faults = { ignoresRanges: true, cutAfter: 300_000 };
    await expect(get(wantedAt(host))).rejects.toThrow('clip/deep/f.pt: 127.0.0.1');
    expect(host.asked.length).toBeLessThan(10);
  });

  test('always cuts after a few bytes is left for the next address, which goes on behind them', async () => {
    host.faults = { cutAfter: 1_000 };
    await get(wantedAt(host, other));
    expect((await placed()).equals(bytes)).toBe(true);
    // Of an answer that is cut, the last bytes may be lost on the way.
    const [from = 0, ...more] = starts(other);
    expect([host.asked.length, from > 0 && from <= 4_000, more]).toEqual([4, true, []]);
  });

  test.each([false, true])(
    'changes the file underway gives the new one or none (without ETags: %s)',
    async (nameless) => {
      const wanted = wantedAt(host);
      const before = host.put('f', generatedBytes(1_000_000, 2));
      expect(before).not.toBe(wanted.sha256);
      host.faults = { cutAfter: 300_000, nameless };
      let asked = 0;
      const changing = async () => {
        asked += 1;
        if (asked === 1) host.put('f', bytes);
        host.faults = { nameless };
      };
      await get(wanted, { pause: changing });
      expect((await placed()).equals(bytes)).toBe(true);
    },
  );

  test('drips is left for the next address, which goes on behind what it gave', async () => {
    // Each look at the clock is 40 seconds later while the first host drips: a minute is over at the second piece.
    host.faults = { stallsAfter: 48 * 1024 };
    let time = 0;
    const now = () => {
      if (other.asked.length === 0) time += 70_000;
      return time;
    };
    await get(wantedAt(host, other), { now });
    expect((await placed()).equals(bytes)).toBe(true);
    expect(starts(host)).toEqual([0]);
    const [start = 0, ...more] = starts(other);
    expect([start > 0 && start < 64 * 1024, more]).toEqual([true, []]);
  });

  test('gives enough in each minute is read to its end, however long that takes', async () => {
    let time = 0;
    const now = () => {
      time += 1_000;
      return time;
    };
    await get(wantedAt(host, other), { now });
    expect([starts(host), starts(other)]).toEqual([[0], []]);
  });
});

describe('a host refuses, and it is said whether', () => {
  test.each([
    [
      'there is no repository',
      { status: 401, code: 'RepoNotFound' },
      'the repository does not exist or is private',
    ],
    ['it is gated', { status: 403, code: 'GatedRepo' }, 'it is gated: accept its terms'],
    ['there is no file', { status: 404, code: 'EntryNotFound' }, 'it answered 404 EntryNotFound'],
    ['it requires an account', { leadsTo: '/login?returnUrl=x' }, 'it requires an account'],
  ])('%s', async (_, faults, reason) => {
    host.faults = faults;
    await expect(get(wantedAt(host))).rejects.toThrow(reason);
  });

  test('its signed address has expired: it is asked for a new one', async () => {
    const wanted = wantedAt(host);
    other.faults = { status: 403 };
    host.faults = { leadsTo: other.url('f') };
    await expect(get(wanted)).rejects.toThrow('the signed URL that it redirected to has expired');
    const retries: [string, number][] = [];
    const onRetry = (reason: string, seconds: number) => {
      retries.push([reason, seconds]);
      host.faults = {};
    };
    await get(wanted, { onRetry });
    expect(retries).toEqual([[expect.stringContaining('expired'), 1]]);
    expect((await placed()).equals(bytes)).toBe(true);
  });
});

test('a reason names its host once, in one line', async () => {
  const nobody = 'http://127.0.0.1:1/f';
  await expect(get({ ...wantedAt(host), urls: [nobody] })).rejects.toThrow(
    /^clip\/deep\/f\.pt: 127\.0\.0\.1:1: no connection, ECONNREFUSED$/,
  );
});

describe('a file that is larger than its record says', () => {
  const small = () => ({ ...wantedAt(host, other), bytes: 10, statedBytes: 10, mostBytes: 20 });

  test('is gone on with where the run before has ended', async () => {
    const wanted = small();
    await writeFile(folder.partPath(wanted.sha256), bytes.subarray(0, 400_000));
    await get(wanted);
    expect([starts(host), starts(other)]).toEqual([[400_000], []]);
  });

  test.each([
    ['says no length', { endless: true }],
    ['says more than may be read of any', { tells: 100 }],
  ])('is given up where its host %s', async (_, faults) => {
    [host.faults, other.faults] = [faults, { status: 404 }];
    await expect(get(small())).rejects.toThrow('bytes allowed for this file');
    expect((await stat(folder.partPath(small().sha256))).size).toBe(0);
  });
});

describe('a file for which the disk has no room is given up', () => {
  const ofUnknownSize = () => ({
    ...wantedAt(host),
    bytes: null,
    mostBytes: 2 ** 40,
    mostAnnounced: 2 ** 40,
  });
  const parts = async () => (await stat(folder.partPath(wantedAt(host).sha256))).size;

  test('before anything is read, when its host says how large it is', async () => {
    const freeBytes = async () => bytes.length - 1;
    const reason = 'not enough disk space: 1000000 bytes must be downloaded, but only 999999 bytes are free';
    await expect(get(ofUnknownSize(), { freeBytes })).rejects.toThrow(reason);
    await expect(get(wantedAt(host), { freeBytes })).rejects.toThrow(reason);
    expect(await parts()).toBe(0);
    await get(wantedAt(host), { freeBytes: async () => bytes.length });
    expect((await placed()).equals(bytes)).toBe(true);
  });

  test.each([
    ['before, when nobody says it', 0],
    ['underway, when others fill the disk', 1],
  ])('%s and little is left', async (_, enoughAt) => {
    host.faults = { endless: true };
    let looks = 0;
    const freeBytes = async () => (++looks <= enoughAt ? 2 ** 40 : 2 ** 30 - 1);
    await expect(get(ofUnknownSize(), { freeBytes })).rejects.toThrow(
      'its size is unknown, and only 1073741823 bytes are free on the disk',
    );
    expect([looks, await parts()]).toEqual([enoughAt + 1, 0]);
  });
});

test('bytes of an earlier time that are wrong do not spoil a host that has the right ones', async () => {
  const wanted = wantedAt(host);
  await writeFile(folder.partPath(wanted.sha256), generatedBytes(400_000, 9));
  await get(wanted);
  expect((await placed()).equals(bytes)).toBe(true);
  expect(starts(host)).toEqual([400_000, 0]);
});

test('bytes of an earlier time that are more than may be read are thrown away', async () => {
  const wanted = wantedAt(host);
  await writeFile(folder.partPath(wanted.sha256), Buffer.alloc(wanted.mostBytes + 1));
  await get(wanted);
  expect([starts(host), (await placed()).equals(bytes)]).toEqual([[0], true]);
});

test('bytes that are all there already are not asked for', async () => {
  const wanted = wantedAt(host);
  await writeFile(folder.partPath(wanted.sha256), bytes);
  await get(wanted);
  expect([(await placed()).equals(bytes), host.asked]).toEqual([true, []]);
});

test('a folder that leads elsewhere is not written into', async () => {
  const outside = newFolder();
  await symlink(outside, join(path, 'clip'));
  await expect(get(wantedAt(host))).rejects.toThrow(`which is outside ${folder.root}`);
  expect(await readdir(outside)).toEqual([]);
});

test('files of the same bytes are fetched once; what somebody else put there stays', async () => {
  const wanted = wantedAt(host);
  const files = [wanted, { ...wanted, path: 'blip/copy.pt' }, { ...wanted, path: 'esrgan/theirs.pt' }];
  await mkdir(join(path, 'esrgan'));
  await writeFile(join(path, 'esrgan/theirs.pt'), 'theirs');
  const sources = { withoutTokens: fetcher, withTokens };
  const options = { atOnce: 2, replace: false, pause };
  const looked = await planPull(folder, files, false);
  const { fetched, failures } = await pull(folder, looked, sources, options);
  expect(fetched.map((file) => file.path)).toEqual(['clip/deep/f.pt', 'blip/copy.pt']);
  expect(failures).toEqual([expect.stringContaining('esrgan/theirs.pt already exists with other content')]);
  expect(host.asked).toHaveLength(1);
  expect(await readFile(join(path, 'esrgan/theirs.pt'), 'utf8')).toBe('theirs');
  expect((await readFile(join(path, 'blip/copy.pt'))).equals(bytes)).toBe(true);

  const reopened = await TargetFolder.open(path);
  const lookedAgain = await planPull(reopened, files, false);
  const again = await pull(reopened, lookedAgain, sources, { ...options, replace: true });
  expect([again.existingFiles.length, again.fetched.map((file) => file.path)]).toEqual([
    2,
    ['esrgan/theirs.pt'],
  ]);
});

test('what somebody puts into the place of a file while that is fetched stays', async () => {
  const theirs = join(path, 'clip/deep/f.pt');
  const options = { atOnce: 1, replace: false, pause };
  const looked = await planPull(folder, [wantedAt(host)], false);
  const { failures } = await pull(
    folder,
    looked,
    { withoutTokens: fetcher, withTokens },
    { ...options, onProgress: () => writeFileSync(theirs, 'theirs') },
  );
  expect([failures, await readFile(theirs, 'utf8')]).toEqual([
    [expect.stringContaining('--replace')],
    'theirs',
  ]);
});

test('a disk that is full is said in words', async () => {
  const freeBytes = async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    });
  };
  const options = { atOnce: 1, replace: false, freeBytes };
  const looked = await planPull(folder, [wantedAt(host)], false);
  const { failures } = await pull(folder, looked, { withoutTokens: fetcher, withTokens }, options);
  expect(failures).toEqual(['clip/deep/f.pt was not written: the disk is full (ENOSPC)']);
});

test('what keeps a folder from being locked is said', async () => {
  await mkdir(join(folder.ownPath, 'lock'));
  expect(() => lockForPull(folder.ownPath)).toThrow(/lock cannot be locked: unable to open database file/);
});

test('a damaged file is found by a check, and fetched again', async () => {
  const wanted = wantedAt(host);
  await get(wanted);
  expect(await folder.has(wanted.path, wanted.sha256)).toBe(true);
  await writeFile(join(path, wanted.path), generatedBytes(1_000_000, 3));
  // Disks note times by ticks of a few milliseconds: the file may have been placed in the same one.
  await utimes(join(path, wanted.path), 1, 1);
  expect(await folder.has(wanted.path, wanted.sha256)).toBe(false);
  await get(wanted);
  expect(await folder.has(wanted.path, wanted.sha256, true)).toBe(true);
});

test('one works in a folder at a time', async () => {
  {
    using _ = lockForPull(folder.ownPath);
    // The lock takes no room: the disk may be full.
    expect(await readdir(folder.ownPath)).toEqual(['lock', 'parts']);
    expect(() => lockForPull(folder.ownPath)).toThrow(CommandFailed);
  }
  lockForPull(folder.ownPath)[Symbol.dispose]();
});

test('a name of a folder is not taken for a file', async () => {
  await mkdir(join(path, 'clip/deep/f.pt'), { recursive: true });
  await expect(get(wantedAt(host))).rejects.toThrow('a folder of this name exists');
  expect(await readdir(join(path, 'clip/deep/f.pt'))).toEqual([]);
});
