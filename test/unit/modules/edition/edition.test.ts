import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  promises,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPublisherDependencies } from '../../../../src/app/edition.ts';
import { CompressingBody } from '../../../../src/kernel/ready-body.ts';
import { createPublisher, EditionFolder } from '../../../../src/modules/edition/index.ts';
import { lockFolder } from '../../../../src/store/lock-folder.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { manifestIn, publishOnce, urlOf } from '../../../support/edition.ts';
import { eventually } from '../../../support/eventually.ts';
import { minimalBody } from '../../../support/least-bodies.ts';
import { newFolder } from '../../../support/new-folder.ts';

const description = 'A vision transformer. '.repeat(100);
const unpublished = ['..', '.', 'a//b', '/a', 'x.json/y', 'ü'.repeat(200), `${'a/'.repeat(40)}z`];
const home = newFolder(afterAll);
let app: TestApp;
let folder: string;
let tries = 0;

beforeAll(async () => {
  app = await startTestApp();
  const names = ['ViT-L/14', '50% ü?#', 'x', ...unpublished];
  await app.seed('clip', ...names.map((name) => ({ name, description })));
  await app.seed('image_generation', minimalBody('image_generation', 'an image'));
  await app.seed('text_generation', minimalBody('text_generation', 'author/Llama-7B'));
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  tries += 1;
  folder = join(home, `folder-${tries}`);
});
const inCurrent = (path: string) => join(folder, 'current', path);
/** Everything in a folder, with the content of its files and the targets of its links. */
const contentOf = (path: string): unknown => {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return readlinkSync(path);
  if (!found.isDirectory()) return readFileSync(path, 'base64');
  return Object.fromEntries(readdirSync(path).map((name) => [name, contentOf(join(path, name))]));
};
const clipsOf = (path: string) =>
  Object.keys(JSON.parse(readFileSync(join(path, 'model_references/v2/clip.json'), 'utf8')));

describe('an edition', () => {
  it('has the bytes and ETags of the service, and compressed forms beside larger files', async () => {
    await publishOnce(app, folder);
    const { files } = manifestIn(folder);
    for (const [path, { etag, size, content_type }] of files) {
      const answer = await app.get(urlOf(path));
      expect([path, answer.statusCode, answer.headers.etag, answer.headers['content-type']]).toEqual([
        path,
        200,
        etag,
        content_type,
      ]);
      const bytes = readFileSync(inCurrent(`${path}.json`));
      expect(answer.rawPayload.equals(bytes) && bytes.length === size, path).toBe(true);
      if (!existsSync(inCurrent(`${path}.json.gz`))) continue;
      for (const [encoding, ending] of [
        ['gzip', 'gz'],
        ['br', 'br'],
      ] as const) {
        const sent = await eventually(async () => {
          const compressed = await app.get(urlOf(path), { headers: { 'accept-encoding': encoding } });
          expect(compressed.headers['content-encoding'], path).toBe(encoding);
          return compressed.rawPayload;
        });
        expect(sent.equals(readFileSync(inCurrent(`${path}.json.${ending}`))), path).toBe(true);
      }
    }
    const paths = [...files.keys()];
    expect(paths).toEqual(
      expect.arrayContaining([
        'replicate_mode',
        'openapi.json',
        'model_references/v1/stable_diffusion.json',
        'model_references/v1/lora',
        'model_references/v2/metadata/metadata',
        'model_references/v2/metadata/clip/last_updated',
        'model_references/v2/clip/model/ViT-L/14',
        'model_references/v2/clip/model/50% ü?#',
        'model_references/v2/image_generation/baselines/export',
      ]),
    );
    expect(existsSync(inCurrent('model_references/v2/clip.json.br'))).toBe(true);
    expect(paths.filter((path) => unpublished.some((name) => path.endsWith(`/model/${name}`)))).toEqual([]);
  });

  it('gets the compressed forms that a killed process left out', async () => {
    await app.settled();
    const compress = vi.spyOn(CompressingBody.prototype, 'compress').mockRejectedValue(new Error('killed'));
    await expect(publishOnce(app, folder)).rejects.toThrow('killed');
    compress.mockRestore();
    const forms = ['manifest.json.br', 'model_references/v2/clip/model/ViT-L/14.json.gz'].map(inCurrent);
    expect([clipsOf(join(folder, 'current')).length, ...forms.map(existsSync)]).toEqual([10, false, false]);
    await publishOnce(app, folder);
    expect(forms.map(existsSync)).toEqual([true, true]);
  });

  it('writes only what has changed, and swaps one link', async () => {
    const before = await publishOnce(app, folder);
    const [root, model] = [readlinkSync(join(folder, 'current')), 'model_references/v2/clip/model/x.json'];
    const inode = statSync(inCurrent(model)).ino;
    expect(await publishOnce(app, folder)).toBe(before);
    await app.seed('clip', { name: 'new', description });
    const after = await publishOnce(app, folder);
    expect(Number(after.split('-')[0])).toBeGreaterThan(Number(before.split('-')[0]));
    expect(statSync(inCurrent(model)).ino).toBe(inode);
    expect([clipsOf(join(folder, root)).includes('new'), clipsOf(inCurrent('')).includes('new')]).toEqual([
      false,
      true,
    ]);
  });

  it('goes after a day, with what only it has; nothing else goes', async () => {
    const parts = await createPublisherDependencies(app.service);
    const old = join(folder, `editions-of-${parts.signer.name}`, await publishOnce(app, folder));
    const ofOld = readlinkSync(inCurrent('manifest.json')).split('/').at(-1) as string;
    await app.seed('clip', { name: `another ${tries}` });
    await publishOnce(app, folder);
    writeFileSync(join(folder, 'objects/notes.txt'), 'of somebody');
    symlinkSync(home, join(folder, 'objects', 'f'.repeat(64)));
    mkdirSync(join(folder, 'trees/.unfinished-0123456789abcdef'));
    const sweepAt = async (seconds: number) => {
      using opened = await EditionFolder.open(folder, parts.signer.name);
      await opened?.sweep(Date.now() / 1000 + seconds);
    };
    await sweepAt(86_000);
    expect(clipsOf(old)).toContain('x');
    const whole = contentOf(inCurrent('../current/'));
    await sweepAt(87_000);
    expect([existsSync(old), existsSync(join(folder, 'objects', ofOld))]).toEqual([false, false]);
    expect([contentOf(inCurrent('../current/')), clipsOf(inCurrent(''))]).toEqual([
      whole,
      expect.arrayContaining(['x']),
    ]);
    for (const path of manifestIn(folder).files.keys()) statSync(inCurrent(`${path}.json`));
    expect(readdirSync(join(folder, 'objects'))).toContain('notes.txt');
    expect([
      readdirSync(join(folder, 'trees')).includes('.unfinished-0123456789abcdef'),
      existsSync(home),
    ]).toEqual([false, true]);
  });
});

describe('never', () => {
  const other = () => join(home, 'other');
  it.each<[string, (marker: string) => unknown, RegExp]>([
    [
      'a folder with files of others',
      () => writeFileSync(join(folder, 'index.html'), 'mine'),
      /holds index.html/,
    ],
    [
      'a folder of another registry',
      () => mkdirSync(join(folder, 'editions-of-modelref-0')),
      /holds editions-of-modelref-0/,
    ],
    [
      'a folder of two registries',
      (marker) => [marker, 'editions-of-z'].map((name) => mkdirSync(join(folder, name))),
      /Cannot publish/,
    ],
    [
      'a link in place of the editions',
      (marker) => symlinkSync(other(), join(folder, marker)),
      /a symbolic link instead of a directory/,
    ],
    [
      'a link in place of the objects',
      (marker) => [mkdirSync(join(folder, marker)), symlinkSync(other(), join(folder, 'objects'))],
      /a symbolic link instead of a directory/,
    ],
    [
      'a link in place of the lock',
      (marker) => [mkdirSync(join(folder, marker)), symlinkSync(join(other(), 'lock'), join(folder, 'lock'))],
      /instead of a regular file/,
    ],
    [
      'a folder in place of current',
      (marker) => [mkdirSync(join(folder, marker)), mkdirSync(join(folder, 'current'))],
      /instead of a symbolic link/,
    ],
    [
      'a copy without hard links',
      async () => {
        await publishOnce(app, join(home, 'copied'));
        cpSync(join(home, 'copied'), folder, { recursive: true, verbatimSymlinks: true });
      },
      /its hard links are lost/,
    ],
  ])('writes to %s', async (_, make, message) => {
    mkdirSync(folder);
    mkdirSync(other(), { recursive: true });
    await make(`editions-of-${(await createPublisherDependencies(app.service)).signer.name}`);
    const before = [contentOf(folder), contentOf(other())];
    await expect(publishOnce(app, folder)).rejects.toThrow(message);
    const without = (content: unknown) =>
      Object.entries(content as object).filter(
        ([name]) => !['lock', 'objects', 'trees'].includes(name) || _.includes(name),
      );
    expect([without(contentOf(folder)), contentOf(other())]).toEqual([without(before[0]), before[1]]);
  });

  it('creates a folder above the one it publishes in', async () => {
    const missing = join(folder, 'missing');
    await expect(publishOnce(app, join(missing, 'site'))).rejects.toThrow(
      /the folder above it does not exist/,
    );
    expect(existsSync(missing)).toBe(false);
  });

  it('replaces an edition by an older one, or by one of another history', async () => {
    await using younger = await startTestApp();
    await younger.seed('clip', { name: 'of another registry with the same key' });
    await publishOnce(app, folder);
    const before = readlinkSync(join(folder, 'current'));
    await expect(publishOnce(younger, folder)).rejects.toThrow(
      /which the audit trail of this database does not have/,
    );
    expect(readlinkSync(join(folder, 'current'))).toBe(before);
  });

  it('publishes a directory of which a killed process had removed a part', async () => {
    const [x, y] = ['a'.repeat(64), 'b'.repeat(64)] as const;
    const whole = new Map(Object.entries({ 'd/x.json': x, 'd/y.json': y }));
    const { rm } = promises;
    {
      using opened = await EditionFolder.open(folder, 'r');
      await opened!.add(new Map([x, y].map((name) => [name, Buffer.from(name)])));
      await opened!.publish(1, whole);
      await opened!.publish(2, new Map(Object.entries({ 'x.json': x, 'y.json': y })));
      promises.rm = async (path, options) => {
        if (!/trees\/[^/]+$/.test(String(path))) return rm(path, options);
        rmSync(join(String(path), 'x.json'));
        throw new Error('killed');
      };
      syncBuiltinESMExports();
      try {
        await expect(opened!.sweep(Date.now() / 1000 + 87_000)).rejects.toThrow('killed');
      } finally {
        promises.rm = rm;
        syncBuiltinESMExports();
      }
    }
    using opened = await EditionFolder.open(folder, 'r');
    await opened!.publish(3, whole);
    expect(readdirSync(inCurrent('d'))).toEqual(['x.json', 'y.json']);
  });

  it('goes backwards when the clock does', async () => {
    await publishOnce(app, folder);
    const future = new Date('2100-01-01');
    utimesSync(join(folder, readlinkSync(join(folder, 'current'))), future, future);
    await app.seed('clip', { name: `later ${tries}` });
    await publishOnce(app, folder);
    expect(clipsOf(inCurrent(''))).toContain(`later ${tries}`);
  });
});

describe('a service with PUBLISH_DIRECTORY', () => {
  it('publishes each apply; while it cannot, says so, and goes on', async () => {
    mkdirSync(folder);
    const path = join(folder, 'site');
    const logged: string[] = [];
    await using served = await startTestApp({
      settings: { publishDirectory: path },
      onLog: ({ msg }) => logged.push(String(msg)),
    });
    await served.seed('clip', { name: 'first' });
    await eventually(() => expect(clipsOf(join(path, 'current'))).toEqual(['first']));
    const { edition, health } = served.service.context;
    const problem = async () => {
      await health.check();
      return health.parts().find(({ part }) => part === 'edition')?.problem;
    };
    expect(await problem()).toBeNull();

    mkdirSync(join(path, 'editions-of-another'));
    await served.seed('clip', { name: 'second' });
    await eventually(() => expect(edition?.problem()).toMatch(/Cannot publish/));
    expect(await problem()).toMatch(/Cannot publish/);
    expect((await served.get('/api/model_references/v2/clip/model/second')).statusCode).toBe(200);
    rmdirSync(join(path, 'editions-of-another'));
    await eventually(() => expect(clipsOf(join(path, 'current'))).toEqual(['first', 'second']));
    await eventually(() => expect(edition?.problem()).toBeNull());
    expect(logged.filter((line) => line.includes('edition'))).toEqual([
      'cannot publish an edition',
      'publishing editions again',
    ]);
  });

  it('removes old editions also while models are written without a pause', async () => {
    const parts = await createPublisherDependencies(app.service);
    const wakes: (() => void)[] = [];
    const wake = () => wakes.forEach((each) => void each());
    const publisher = createPublisher(folder, (listener) => wakes.push(listener), app.service.context);
    // An event has two editions when the compressed forms of its files came late.
    const editions = () =>
      new Set(readdirSync(join(folder, `editions-of-${parts.signer.name}`)).map((name) => name.split('-')[0]))
        .size;
    let [writes, most] = [0, 0];
    const lastWrite = Promise.withResolvers<void>();
    // Asked after the contents are read: the next edition is wanted before old ones are removed.
    const now = () => {
      if (writes < 30) {
        writes += 1;
        most = Math.max(most, editions());
        wake();
        const isLast = writes === 30;
        void app.seed('blip', { name: `written ${writes}` }).then(() => {
          wake();
          if (isLast) lastWrite.resolve();
        });
      }
      return Math.trunc(Date.now() / 1000) + 2 * 86_400;
    };
    publisher.start({ ...parts, now });
    await lastWrite.promise;
    await eventually(() =>
      expect(readFileSync(inCurrent('model_references/v2/blip.json'), 'utf8')).toContain('written 30'),
    );
    await publisher.stop();
    expect(most).toBeLessThanOrEqual(11);
  });

  it('waits for another process that publishes', async () => {
    mkdirSync(folder);
    {
      using _ = lockFolder(folder);
      await expect(publishOnce(app, folder)).rejects.toThrow(/holds lock|locked/);
    }
    rmSync(join(folder, 'lock'));
    await publishOnce(app, folder);
    using _ = lockFolder(folder);
    await expect(publishOnce(app, folder)).rejects.toThrow('locked');
  });

  it('goes on when the disk is full', async ({ skip }) => {
    mkdirSync(folder);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,nr_inodes=40', 'tmpfs', folder], {
        stdio: 'ignore',
      });
    } catch {
      skip('no tmpfs can be mounted here');
    }
    try {
      await using served = await startTestApp({ settings: { publishDirectory: folder } });
      await served.seed('clip', { name: 'first', description });
      await eventually(() => expect(served.service.context.edition?.problem()).toMatch(/ENOSPC/));
      expect((await served.get('/api/model_references/v2/clip')).statusCode).toBe(200);
      expect(readdirSync(folder).includes('current')).toBe(false);
      execFileSync('mount', ['-o', 'remount,size=64m,nr_inodes=100000', folder]);
      await eventually(() => expect(clipsOf(inCurrent(''))).toEqual(['first']));
      // What no edition needs is removed to make room.
      execFileSync('mount', ['-o', 'remount,size=4m', folder]);
      const unused = join(folder, 'objects', 'f'.repeat(64));
      expect(() => writeFileSync(unused, Buffer.alloc(5e6))).toThrow('ENOSPC');
      await served.seed('clip', { name: 'second', description });
      await eventually(() => expect(clipsOf(inCurrent(''))).toEqual(['first', 'second']));
    } finally {
      execFileSync('umount', [folder]);
    }
  });
});
