import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { heldFile } from '../../../../src/modules/bridge/brake.ts';
import { acceptCommit } from '../../../../src/modules/bridge/bridge-state.ts';
import { bridgeBranch, categoriesOf } from '../../../../src/modules/bridge/bridged-repository.ts';
import { fileBeforeIf } from '../../../../src/modules/bridge/files-before.ts';
import type { TheirFile } from '../../../../src/modules/bridge/read-sides.ts';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { readRecordFile } from '../../../../src/modules/transfer/repository-files/record-file.ts';
import type { Store } from '../../../../src/store/store.ts';
import { bridgeInMemory, bridgeSetup, GitRemote } from '../../../support/bridge-setup.ts';
import { baselines, categories } from '../../../support/categories.ts';
import { describeWithSharedData } from '../../../support/shared-data.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

let store: Store;
const atEnd: (() => unknown)[] = [];
beforeEach(async () => {
  store = await temporaryStore((undo) => atEnd.push(undo));
});
afterEach(async () => {
  for (const undo of atEnd.splice(0).reverse()) await undo();
});
async function live(category: string): Promise<ReadonlyMap<string, string | null>> {
  const rows = await store.read((tx) => modelStore(tx).list(category));
  return new Map(rows.map(({ name, legacy }) => [name, legacy]));
}

const all = 40;
const columns =
  'name,parameters_bn,display_name,url,baseline,description,style,tags,instruct_format,settings';
const cells = (index: number) => [
  `acme/M-${String(index).padStart(2, '0')}`,
  '7',
  '',
  `https://example.org/${index}`,
  '',
  'Tells stories',
  'chat',
  'a',
  'ChatML',
  '',
];
const rows = Array.from({ length: all }, (_, index) => cells(index));
const csv = (table: readonly (readonly string[])[], header = columns) =>
  [header, ...table.map((row) => row.join(',')), ''].join('\r\n');
const text = csv(rows);
const withCell = (at: number, value: (cell: string) => string, count = all) =>
  csv(rows.map((row, index) => (index < count ? row.with(at, value(row[at] as string)) : row)));

const image = (index: number) => ({
  name: `M ${index}`,
  baseline: 'stable diffusion 1',
  type: 'ckpt',
  inpainting: false,
  description: 'Draws',
  version: '1',
  style: 'generalist',
  nsfw: false,
  download_all: false,
  config: {
    files: [{ path: `m${index}.safetensors`, sha256sum: String(index).padStart(64, 'a') }],
    download: [
      {
        file_name: `m${index}.safetensors`,
        file_path: '',
        file_url: `https://example.org/m${index}.safetensors`,
      },
    ],
  },
});
type Image = ReturnType<typeof image>;
const json = (change: (record: Image) => object = (record) => record, count = all) => {
  const records = Array.from({ length: all }, (_, index) => image(index));
  const changed = records.map((record, index) => (index < count ? change(record) : record));
  return `${JSON.stringify(Object.fromEntries(changed.map((record, index) => [`M ${index}`, record])), null, 4)}\n`;
};

/** What a mistake does to many models at once, with what the question says of it. */
const kinds: Record<'text' | 'image', Record<string, [content: string, reason: string]>> = {
  text: {
    'another host everywhere': [
      withCell(3, (url) => url.replace('example.org', 'example.net')),
      'critical fields of 40 of 40 known models change (url): acme/M-00,',
    ],
    'ten times the parameters': [
      withCell(1, (number) => `${number}0`),
      'critical fields of 40 of 40 known models change (parameters)',
    ],
    'no addresses any more': [
      withCell(3, () => ''),
      '40 of 40 known models lose the value of a critical field (url)',
    ],
    'no prompt formats any more': [
      withCell(8, () => ''),
      'no model has instruct_format any more, which 40 models had',
    ],
    'two columns swapped in the header alone': [
      csv(rows, columns.replace('style,tags', 'tags,style')),
      'its columns have moved: style, tags',
    ],
    'a column put between others in the header alone': [
      csv(rows, columns.replace('style,', 'style,extra,')),
      'its columns have moved: tags, instruct_format, settings',
    ],
    'a column renamed': [
      csv(rows, columns.replace('instruct_format', 'format')),
      'its column instruct_format is gone',
    ],
    'a column dropped': [
      csv(
        rows.map((row) => row.toSpliced(5, 1)),
        columns.replace('description,', ''),
      ),
      'its column description is gone',
    ],
    'a column dropped in the header alone': [
      csv(rows, columns.replace('style,', '')),
      'its column style is gone',
    ],
    'twenty thousand new rows': [
      csv([...rows, ...Array.from({ length: 20_000 }, (_, index) => cells(1000 + index))]),
      'it grows from 40 to 20040 rows',
    ],
    'every row twice': [csv([...rows, ...rows]), 'it grows from 40 to 80 rows'],
  },
  image: {
    'another host everywhere': [
      json(({ config, ...record }) => ({
        ...record,
        config: {
          ...config,
          download: config.download.map((file) => ({
            ...file,
            file_url: file.file_url.replace('.org', '.net'),
          })),
        },
      })),
      'critical fields of 40 of 40 known models change (config.download): M 0,',
    ],
    'another hash everywhere': [
      json(({ config, ...record }) => ({
        ...record,
        config: { ...config, files: config.files.map((file) => ({ ...file, sha256sum: '0'.repeat(64) })) },
      })),
      'critical fields of 40 of 40 known models change (config.files)',
    ],
    'no files any more': [
      json((record) => ({ ...record, config: {} })),
      '40 of 40 known models lose the value of a critical field (config.download, config.files)',
    ],
    'three models without files': [
      json((record) => ({ ...record, config: { files: [], download: [] } }), 3),
      '3 of 40 known models lose the value of a critical field',
    ],
    'another baseline everywhere': [
      json((record) => ({ ...record, baseline: 'stable_diffusion_xl' })),
      'critical fields of 40 of 40 known models change (baseline)',
    ],
    'everything marked as safe for work otherwise': [
      json((record) => ({ ...record, nsfw: true })),
      'critical fields of 40 of 40 known models change (nsfw)',
    ],
    'no descriptions any more': [
      json(({ description: _, ...record }) => record),
      'no model has description any more, which 40 models had',
    ],
    'six models with another address': [
      json().replace(/m[0-5]\.safetensors"$/gm, (end) => `other/${end}`),
      'critical fields of 6 of 40 known models change',
    ],
  },
};

describe.each([
  ['text', 'models.csv', 'text_generation', text],
  ['image', 'stable_diffusion.json', 'image_generation', json()],
] as const)('in a trusted %s repository', (kind, file, category, good) => {
  test('each is one question; nothing changes until somebody answers it', async () => {
    const bridge = await bridgeSetup(store, (undo) => atEnd.push(undo), { kind });
    bridge.remote.commit({ [file]: good });
    await bridge.sync();
    const before = await live(category);
    expect(before.size).toBe(all);
    for (const [what, [content, reason]] of Object.entries(kinds[kind])) {
      const commit = bridge.remote.commit({ [file]: content });
      const report = await bridge.sync();
      expect(report, what).toMatchObject({ proposed: [], applied: 0, sent: null });
      expect(report.held, what).toMatchObject([{ file, category, known: all }]);
      expect(report.held[0]?.reasons, what).toContainEqual(expect.stringContaining(reason));
      // An answer for a commit that is not the head any more counts for nothing.
      await acceptCommit(bridge.options, kind, commit, 'Ada#7');
      bridge.remote.commit({ [file]: content.replaceAll('Tells', 'Tell').replaceAll('Draws', 'Draw') });
      expect(await bridge.sync(), what).toMatchObject({ proposed: [], held: [{ file }] });
    }
    expect(await live(category)).toEqual(before);
    bridge.remote.commit({ [file]: good });
    expect(await bridge.sync()).toMatchObject({ proposed: [], held: [], problems: [] });
  });

  test('an accepted commit is taken in, and the next one of its kind asks again', async () => {
    const bridge = bridgeInMemory(store, { kind });
    bridge.remote.commit({ [file]: good });
    await bridge.sync();
    const [content] = kinds[kind]['another host everywhere'] as [string, string];
    bridge.remote.commit({ [file]: content });
    await bridge.sync();
    expect(await bridge.sync({ accepting: true })).toMatchObject({ applied: all, held: [] });
    expect([...(await live(category)).values()].join()).not.toContain('example.org');
    expect(await bridge.sync()).toMatchObject({ proposed: [], held: [] });
    bridge.remote.commit({ [file]: good });
    expect(await bridge.sync()).toMatchObject({ proposed: [], held: [{ file }] });
  });
});

const otherHost = (count: number) => withCell(3, (url) => url.replace('.org', '.net'), count);

test('a few addresses change without a question, in one commit or several', async () => {
  const bridge = bridgeInMemory(store, { kind: 'text' });
  bridge.remote.commit({ 'models.csv': text });
  await bridge.sync();
  bridge.remote.commit({ 'models.csv': otherHost(5) });
  expect(await bridge.sync()).toMatchObject({ applied: 5, held: [] });
  bridge.remote.commit({ 'models.csv': otherHost(10) });
  expect(await bridge.sync()).toMatchObject({ applied: 5, held: [] });
  // Of one sync they count together.
  bridge.remote.commit({ 'models.csv': otherHost(13) });
  bridge.remote.commit({ 'models.csv': otherHost(16) });
  expect(await bridge.sync()).toMatchObject({ proposed: [], held: [{ gone: 0 }] });
});

test('a new column at the end, and a few more rows, are no question', async () => {
  const bridge = bridgeInMemory(store, { kind: 'text' });
  bridge.remote.commit({ 'models.csv': text });
  await bridge.sync();
  const more = [...rows, ...Array.from({ length: 20 }, (_, index) => cells(50 + index))];
  bridge.remote.commit({
    'models.csv': csv(
      more.map((row) => [...row, '']),
      `${columns},nsfw`,
    ),
  });
  expect(await bridge.sync()).toMatchObject({ applied: 20, held: [] });
});

test('with the policy review, what was accepted and waits for reviewers is not asked again', async () => {
  const bridge = bridgeInMemory(store, { kind: 'text' });
  bridge.remote.commit({ 'models.csv': text });
  await bridge.sync();
  const reviewed = bridgeInMemory(store, { kind: 'text', policy: 'review', remote: bridge.remote });
  reviewed.remote.commit({ 'models.csv': otherHost(all) });
  expect((await reviewed.sync()).held).toHaveLength(1);
  expect((await reviewed.sync({ accepting: true })).proposed).toHaveLength(all);
  reviewed.remote.commit({ 'models.csv': otherHost(all).replace('Tells stories', 'Tells tales') });
  expect(await reviewed.sync()).toMatchObject({ held: [], proposed: [{ name: 'acme/M-00' }] });
});

test('what the registry itself has changed is no question when it is merged', async () => {
  const bridge = bridgeInMemory(store, { kind: 'text' });
  bridge.remote.commit({ 'models.csv': text });
  await bridge.sync();
  const caller = { userId: '7', username: 'Ada#7', isRequestor: true, isApprover: true };
  for (const { name, v2 } of await store.read((tx) => modelStore(tx).list('text_generation'))) {
    const record = { ...(JSON.parse(v2) as JsonObject), url: `https://example.net/${name}` };
    const update = { category: 'text_generation', operation: 'update', name, format: 'v2' } as const;
    await bridge.write({ ...update, record, caller });
  }
  expect((await bridge.sync()).outgoing).toHaveLength(all);
  bridge.remote.reset('main', bridge.remote.head(bridgeBranch) as string);
  expect(await bridge.sync()).toMatchObject({ held: [], proposed: [], outgoing: [] });
});

describe('small files', () => {
  const clip = (...configs: object[]) =>
    JSON.stringify(
      Object.fromEntries(
        configs.map((config, index) => [`C${index}`, { name: `C${index}`, type: 'clip', config }]),
      ),
    );
  const at = (host: string) => ({
    files: [{ path: 'c.pt' }],
    download: [{ file_name: 'c.pt', file_path: '', file_url: `https://${host}/c.pt` }],
  });
  test.each([
    ['the address of the only model', [at('a.example')], [at('b.example')], false],
    ['the files of the only model', [at('a.example')], [{}], true],
    ['one address of two', [at('a.example'), at('a.example')], [at('a.example'), at('b.example')], false],
    ['both addresses of two', [at('a.example'), at('a.example')], [at('b.example'), at('b.example')], true],
    ['the files of one of two', [at('a.example'), at('a.example')], [at('a.example'), {}], false],
  ])('%s: asked or not', async (_what, before, after, asked) => {
    const bridge = bridgeInMemory(store, { kind: 'image' });
    bridge.remote.commit({ 'clip.json': clip(...before) });
    await bridge.sync();
    bridge.remote.commit({ 'clip.json': clip(...after) });
    expect((await bridge.sync()).held).toHaveLength(asked ? 1 : 0);
  });
});

describeWithSharedData('over the real history', (folder) => {
  test.skipIf(!existsSync(join(folder, 'history')))(
    'the bridge asks about a handful of the newest commits',
    async () => {
      const asked: string[] = [];
      for (const kind of ['text', 'image'] as const) {
        const remote = new GitRemote();
        atEnd.push(() => remote.remove());
        remote.git('fetch', '--quiet', join(folder, 'history', `${kind}.bundle`), 'main:refs/heads/all');
        for (const definition of categoriesOf(kind, categories)) {
          const { fileName } = definition.legacy;
          const log = ['log', '--first-parent', '--reverse', '--since=2025-01-01', '--format=%H'];
          const commits = remote
            .git(...log, 'all', '--', fileName)
            .split('\n')
            .filter(Boolean);
          let was: TheirFile | null = null;
          for (const commit of commits) {
            const text = remote.files([fileName], commit).get(fileName) ?? null;
            const file = text === null ? null : readRecordFile(definition, text, baselines);
            if (text === null || !file?.readable) continue;
            const now = { definition, text, file };
            const held = was && heldFile(now, fileBeforeIf(was));
            if (held) asked.push(`${commit.slice(0, 8)} ${held.reasons.join('; ')}`);
            was = now;
          }
        }
      }
      expect(asked.length).toBeLessThan(8);
      // What damaged the file in earnest is among them: a lost quotation mark.
      expect(asked).toContainEqual(expect.stringMatching(/^d783aaaa it may be cut/));
    },
  );
});
