import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { fetchFile } from '../../../../src/cli/pull/fetch-file.ts';
import { TargetFolder } from '../../../../src/cli/pull/target-folder.ts';
import { createGuardedFetcher } from '../../../../src/outside/guarded/guarded-fetcher.ts';
import { generatedBytes, startFileHost } from '../../../support/file-host.ts';
import { newFolder } from '../../../support/new-folder.ts';

const reads = vi.hoisted<{ bytesRead: number }[]>(() => []);

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const createReadStream: typeof fs.createReadStream = (...args) => {
    const stream = fs.createReadStream(...args);
    reads.push(stream);
    return stream;
  };
  return { ...fs, createReadStream };
});

test('what is on the disk is read once, however often hosts cut', async () => {
  const path = newFolder();
  await using host = await startFileHost();
  await using other = await startFileHost();
  const fetcher = createGuardedFetcher({ allowedHosts: ['127.0.0.1'] });
  try {
    const bytes = generatedBytes(4_000_000, 1);
    const sha256 = host.put('f', bytes);
    other.put('f', bytes);
    const folder = await TargetFolder.open(path);
    await writeFile(folder.partPath(sha256), bytes.subarray(0, 100_000));
    host.faults = { cutAfter: 100_000 };
    const urls = [host.url('f'), other.url('f')];
    const most = { mostBytes: 2 ** 30, mostAnnounced: 2 ** 30 };
    const wanted = {
      path: 'f.pt',
      sha256,
      bytes: bytes.length,
      statedBytes: null,
      ...most,
      urls,
      models: ['m'],
    };
    // Half of it comes from the first host, which then has it no longer.
    const onProgress = (count: number) => {
      if (count > 2_000_000) host.faults = { status: 404 };
      other.faults = { cutAfter: 100_000 };
    };
    await fetchFile(
      folder,
      wanted,
      { withoutTokens: fetcher, withTokens: fetcher },
      { pause: async () => {}, onProgress },
    );
    expect((await readFile(join(path, 'f.pt'))).equals(bytes)).toBe(true);
    expect(Math.min(host.asked.length, other.asked.length)).toBeGreaterThan(10);
    expect(reads.map(({ bytesRead }) => bytesRead)).toEqual([100_000]);
    expect(host.asked[0]?.from).toBe(100_000);
  } finally {
    await fetcher.close();
  }
});
