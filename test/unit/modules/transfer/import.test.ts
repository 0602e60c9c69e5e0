import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { OutageError, RegistryError } from '../../../../src/kernel/errors.ts';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { auditStore } from '../../../../src/modules/audit/store.ts';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { counterStore } from '../../../../src/modules/counters/store.ts';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import { aliasStore, familyStore, nameSchemaStore } from '../../../../src/modules/names/store.ts';
import { exportReferences } from '../../../../src/modules/transfer/export.ts';
import { ImportRefused, importReferences } from '../../../../src/modules/transfer/import.ts';
import { joinReferenceFiles, readReferenceFiles } from '../../../../src/modules/transfer/reference-files.ts';
import { repositoryFileStore } from '../../../../src/modules/transfer/store.ts';
import type { ReferenceSource } from '../../../../src/outside/reference-url.ts';
import type { CanonicalFormat } from '../../../../src/records/categories/category.ts';
import { viewsOf } from '../../../../src/records/model-views.ts';
import type { Store } from '../../../../src/store/store.ts';
import { categories, usualCategories } from '../../../support/categories.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

let store: Store;
beforeEach(async () => {
  store = await temporaryStore(onTestFinished);
});

const withKey = 'https://civitai.com/api/download/models/1?Token=SECRET';

type Files = Readonly<Record<string, unknown>>;

/** Files by path: an error is thrown by the read; what is not a text is written as JSON. */
function sourceOf(files: Files): ReferenceSource {
  return {
    label: (path: string) => path,
    read: async (path: string) => {
      const content = files[path];
      if (content instanceof Error) throw content;
      return content === undefined ? null : typeof content === 'string' ? content : JSON.stringify(content);
    },
  };
}

function read(files: Files, format: CanonicalFormat | null = null) {
  return readReferenceFiles(sourceOf(files), categories, format);
}

const usual = { categories: usualCategories, canonicalFormat: 'v2', now: 1000 } as const;
type Options = Partial<Parameters<typeof importReferences>[2]>;

async function imported(files: Files, options: Options = {}, format: CanonicalFormat | null = null) {
  return importReferences(store, await read(files, format), { ...usual, ...options });
}

test('takes a model of another registry whose baseline is none here, with a warning', async () => {
  const metadata = { schema_version: '1.0.0', created_at: 5, updated_at: 6 };
  const model = { record_type: 'image_generation', name: 'Nebula', baseline: 'cosmos_9', nsfw: false };
  const files = { 'image_generation.json': { Nebula: { ...model, metadata } } };
  const { problems, warnings } = await imported(files);
  expect([problems, warnings]).toMatchObject([[], [{ file: 'image_generation.json', name: null }]]);
  expect((await live('image_generation', 'Nebula'))?.v2).toMatchObject({ baseline: 'cosmos_9' });
  const made = { 'image_generation.json': { Pulsar: { ...model, name: 'Pulsar' } } };
  expect(await refused(made)).toMatchObject([{ name: 'Pulsar', reason: /baseline.*cosmos_9/ }]);
});

async function refused(files: Files, options: Options = {}) {
  try {
    await imported(files, options);
  } catch (error) {
    if (error instanceof ImportRefused) return error.problems;
    throw error;
  }
  throw new Error('it was imported');
}

const live = async (category: string, name: string) => {
  const row = await store.read((reader) => modelStore(reader).get(category, name));
  return row && viewsOf(row);
};
const names = async (category: string) =>
  (await store.read((reader) => modelStore(reader).list(category))).map(({ name }) => name);
const events = () => store.read((reader) => auditStore(reader).events({}, 1000));

const legacyClip = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  type: 'clip',
  config: {
    files: [{ path: `${name}.pt`, sha256sum: 'ab', md5sum: 'cd' }],
    download: [{ file_name: `${name}.pt`, file_path: '', file_url: `https://files.example/${name}.pt` }],
  },
  available: false,
  ...more,
});
const v2Clip = (name: string, more: JsonObject = {}): JsonObject => ({ record_type: 'clip', name, ...more });
const csv = (...lines: string[]) => ['name,parameters_bn,description', ...lines, ''].join('\r\n');

describe('a legacy file', () => {
  test('is stored as it is, with the v2 record made of it', async () => {
    const fileOfA = { file_name: 'a.pt', file_url: 'https://files.example/a.pt', sha256sum: 'ab' };
    await imported({ 'clip.json': { b: legacyClip('b'), a: legacyClip('a') } });
    expect(await names('clip')).toEqual(['b', 'a']);
    expect(await live('clip', 'a')).toEqual({
      legacy: legacyClip('a'),
      v2: {
        ...{ record_type: 'clip', name: 'a' },
        metadata: { schema_version: '2.0.0', created_at: 1000, updated_at: 1000 },
        config: { download: [{ ...fileOfA, known_slow_download: false }] },
        model_classification: { domain: 'image', purpose: 'feature_extractor' },
      },
    });
  });

  test('of text models is models.csv; what stands beside it shows the same rows and is not read', async () => {
    const files = await read({
      'models.csv': csv('org/Writer-3B,3,Writes.'),
      'db.json': { 'org/Other-1B': { name: 'org/Other-1B', model_name: 'Other-1B' } },
    });
    expect(files).toMatchObject({ files: [{ file: 'models.csv', records: 1 }], warnings: [], problems: [] });
    await importReferences(store, files, usual);
    expect(await names('text_generation')).toEqual(['org/Writer-3B']);
    expect((await live('text_generation', 'org/Writer-3B'))?.v2).toMatchObject({
      parameters: 3_000_000_000,
      description: 'Writes.',
      text_model_group: 'Writer',
    });
  });

  test('of text models may be JSON alone; the names that backends generate are left out', async () => {
    const counted = { model_name: 'Writer-3B', parameters: 3_000_000_000, version: '1' };
    const entry = { ...counted, style: 'generalist', tags: ['3B', 'x'] };
    const all = ['org/Writer-3B', 'aphrodite/org/Writer-3B', 'koboldcpp/Writer-3B'];
    await imported({ 'db.json': Object.fromEntries(all.map((name) => [name, { name, ...entry }])) });
    expect(await names('text_generation')).toEqual(['org/Writer-3B']);
    const stored = { name: 'org/Writer-3B', parameters: 3_000_000_000, tags: ['x'] };
    expect((await live('text_generation', 'org/Writer-3B'))?.legacy).toEqual(stored);
  });

  test('says when the files beside models.csv differ from what is built in', async () => {
    const { warnings } = await read({
      'models.csv': csv('a,1,'),
      'defaults.json': { style: 'other' },
      'generation_params.json': { temperature: 1 },
    });
    expect(warnings.map(({ file }) => file)).toEqual(['defaults.json', 'generation_params.json']);
  });
});

describe('a v2 file', () => {
  test('of a category that the registry is started without is named', async () => {
    const { files, warnings } = await read({
      'clip.json': { a: v2Clip('a', {}) },
      'controlnet_annotator.json': {},
      'baseline.json': {},
    });
    expect(files.map(({ file }) => file)).toEqual(['clip.json']);
    expect(warnings).toMatchObject([
      {
        file: 'controlnet_annotator.json',
        name: null,
        reason: 'is ignored, because EXTRA_CATEGORIES does not name controlnet_annotator',
      },
      { file: 'baseline.json', name: null, reason: expect.stringContaining('is ignored') },
    ]);
  });

  test('is normalised, and the legacy record is made of it', async () => {
    await imported({
      'clip.json': { a: v2Clip('a', { unknown: 1, description: null, pretrained_name: 'p' }) },
    });
    expect(await live('clip', 'a')).toMatchObject({
      v2: {
        record_type: 'clip',
        name: 'a',
        config: { download: [] },
        model_classification: { domain: 'image', purpose: 'feature_extractor' },
        pretrained_name: 'p',
      },
      legacy: { name: 'a', type: 'clip', pretrained_name: 'p' },
    });
    expect((await live('clip', 'a'))?.v2).not.toHaveProperty('unknown');
  });

  test('brings the times and authors of the registry that it comes from, once', async () => {
    const created = { schema_version: '2.0.0', created_at: 5, created_by: 'x#1' };
    const metadata = { ...created, updated_at: 6, updated_by: 'y#2' };
    await imported({ 'clip.json': { a: v2Clip('a', { metadata }) } });
    expect((await live('clip', 'a'))?.v2.metadata).toEqual(metadata);
    const changed = v2Clip('a', { metadata: { created_at: 99 }, description: 'new' });
    await imported({ 'clip.json': { a: changed } }, { now: 2000 });
    expect((await live('clip', 'a'))?.v2.metadata).toEqual({ ...created, updated_at: 2000 });
  });

  test('of image models has the name of the legacy file in the Python service', async () => {
    const file = { file_name: 'f', file_url: 'https://files.example/f', known_slow_download: false };
    const lean = { name: 'a', baseline: 'stable_diffusion_1', nsfw: false, config: { download: [file] } };
    const { files } = await read({ 'stable_diffusion.json': { a: lean } });
    expect(files).toEqual([
      { file: 'stable_diffusion.json', category: 'image_generation', format: 'v2', records: 1 },
    ]);
  });

  test('after the legacy file keeps what only legacy knows', async () => {
    await imported({ 'clip.json': { a: legacyClip('a') } });
    const v2 = (await live('clip', 'a'))?.v2 as JsonObject;
    await imported({ 'clip.json': { a: { ...v2, description: 'new' } } });
    expect((await live('clip', 'a'))?.legacy).toMatchObject({
      description: 'new',
      available: false,
      config: { files: [{ path: 'a.pt', md5sum: 'cd' }] },
    });
  });
});

describe('where files are looked for', () => {
  test('at the top, and where there is nothing in the folders image and text', async () => {
    const inFolders = await read({
      'image/clip.json': { a: legacyClip('a') },
      'text/models.csv': csv('b,1,'),
    });
    expect(inFolders.files.map(({ file }) => file)).toEqual(['image/clip.json', 'text/models.csv']);
    const flat = await read({ 'clip.json': { a: legacyClip('a') }, 'image/blip.json': {} });
    expect(flat.files.map(({ file }) => file)).toEqual(['clip.json']);
  });

  test.each<[string, unknown, CanonicalFormat | null, object]>([
    ['legacy by what is in it', { a: legacyClip('a') }, null, { files: [{ format: 'legacy' }] }],
    ['v2 by what is in it', { a: v2Clip('a') }, null, { files: [{ format: 'v2' }] }],
    ['v2 when nothing tells', { a: { name: 'a' } }, null, { files: [{ format: 'v2' }] }],
    ['as told', { a: { name: 'a' } }, 'legacy', { files: [{ format: 'legacy' }] }],
    [
      'neither when it mixes both',
      { a: legacyClip('a'), b: v2Clip('b') },
      null,
      { problems: [{ name: null }] },
    ],
    ['not at all when it is no object', '[1]', null, { problems: [{ name: null }] }],
    ['not at all when it is no JSON', '{', null, { problems: [{ name: null }] }],
    ['after a byte order mark', '\uFEFF{"a":{"type":"clip"}}', null, { files: [{ format: 'legacy' }] }],
  ])('and a JSON file is read %s', async (_case, content, format, expected) => {
    expect(await read({ 'clip.json': content }, format)).toMatchObject(expected);
  });

  test('and two files of one category are one too many', async () => {
    const { problems } = await read({
      'stable_diffusion.json': { a: { name: 'a', type: 'ckpt' } },
      'image_generation.json': { a: { name: 'a', record_type: 'image_generation' } },
      'models.csv': csv('a,1,'),
      'text_generation.json': { a: { name: 'a', record_type: 'text_generation' } },
    });
    expect(problems.map(({ reason }) => reason)).toEqual([
      'several files of the category image_generation (stable_diffusion.json, image_generation.json): keep only one',
      'several files of the category text_generation (models.csv, text_generation.json): keep only one',
    ]);
  });
});

describe('legacy and v2 files in turn', () => {
  const legacy = { 'db.json': { 'x/M-7B': { name: 'x/M-7B', parameters: 7e9, nsfw: false, version: '1' } } };
  const metadata = { schema_version: '1.0.0', created_at: 5, updated_at: 6, created_by: 'anna#22' };
  const v2 = {
    'text_generation.json': {
      'x/M-7B': {
        name: 'x/M-7B',
        record_type: 'text_generation',
        parameters: 7e9,
        nsfw: true,
        version: '2',
        metadata: { ...metadata, updated_by: 'ben#3' },
      },
    },
  };

  test('a legacy import keeps nsfw and version from v2, and in turn they write nothing more', async () => {
    await imported(legacy, {}, 'legacy');
    await imported(v2);
    const known = await live('text_generation', 'x/M-7B');
    expect(known).toMatchObject({ v2: { nsfw: true, version: '2' }, legacy: { nsfw: true, version: '2' } });
    expect(known?.v2.metadata).toEqual({ ...metadata, updated_by: 'ben#3' });
    const count = (await events()).length;
    for (let round = 0; round < 2; round += 1) {
      expect((await imported(legacy, { now: 2000 }, 'legacy')).written).toEqual([]);
      expect((await imported(v2, { now: 2000 })).written).toEqual([]);
    }
    expect(await live('text_generation', 'x/M-7B')).toEqual(known);
    expect(await events()).toHaveLength(count);
  });

  test('v2 files that differ in nothing else bring their creation, too', async () => {
    const files = { 'clip.json': { x: legacyClip('x') } };
    await imported(files);
    const record = (await live('clip', 'x'))?.v2 ?? {};
    const known = { 'clip.json': { x: { ...record, metadata } } };
    expect((await imported(known)).written).toHaveLength(1);
    expect((await live('clip', 'x'))?.v2.metadata).toMatchObject({ created_at: 5, created_by: 'anna#22' });
    for (const again of [known, files]) expect((await imported(again)).written).toEqual([]);
  });

  test('names like numbers keep their order', async () => {
    const body = (name: string) => JSON.stringify({ name, record_type: 'lora' });
    const text = `{"zz":${body('zz')},"10":${body('10')},"2":${body('2')}}`;
    await imported({ 'lora.json': text });
    expect(await names('lora')).toEqual(['zz', '10', '2']);
  });
});

describe('the order of the live models', () => {
  const clips = (...all: string[]) => ({
    'clip.json': Object.fromEntries(all.map((name) => [name, v2Clip(name)])),
  });
  const placed = async () =>
    (await events()).map(({ operation, model_name, payload }) => [
      operation,
      model_name,
      payload?.returned_behind,
    ]);

  test('is that of the file: new models in its middle, moved ones, and those that it lacks', async () => {
    await imported(clips('a', 'b', 'own', 'c'));
    expect(await placed()).toEqual(['a', 'b', 'own', 'c'].map((name) => ['create', name, undefined]));
    const { written, unchanged } = await imported(clips('c', 'a', 'x', 'b', 'z'));
    expect(await names('clip')).toEqual(['c', 'a', 'x', 'b', 'own', 'z']);
    expect(written).toMatchObject([
      { operation: 'update', name: 'c', fields: ['place'] },
      { operation: 'create', name: 'x', fields: [] },
      { operation: 'create', name: 'z', fields: [] },
    ]);
    expect(unchanged).toBe(2);
    expect((await placed()).slice(4)).toEqual([
      ['update', 'c', null],
      ['create', 'x', 'a'],
      ['create', 'z', undefined],
    ]);
    expect(await verifyStore(store)).toMatchObject({ problems: [] });
    expect(await imported(clips('c', 'a', 'x', 'b', 'z'))).toMatchObject({ written: [], unchanged: 5 });
  });

  test('is that of the file beside deletions and changes', async () => {
    await imported(clips('a', 'b', 'c', 'd'));
    const file = { d: v2Clip('d', { description: 'new' }), a: v2Clip('a'), n: v2Clip('n'), c: v2Clip('c') };
    await imported({ 'clip.json': file }, { prune: true });
    expect(await names('clip')).toEqual(['d', 'a', 'n', 'c']);
    expect(await verifyStore(store)).toMatchObject({ problems: [] });
    await imported(clips('e'));
    expect(await names('clip')).toEqual(['d', 'a', 'n', 'c', 'e']);
    expect(await verifyStore(store)).toMatchObject({ problems: [] });
  });

  test('does not change for a record that cannot be imported', async () => {
    await imported(clips('a', 'b', 'c'));
    const files = { 'clip.json': { c: v2Clip('c'), b: v2Clip('b', { config: 7 }), a: v2Clip('a') } };
    await imported(files, { skipInvalid: true });
    expect(await names('clip')).toEqual(['c', 'a', 'b']);
  });
});

describe('importing again', () => {
  test('writes nothing when nothing differs', async () => {
    const files = { 'clip.json': { a: legacyClip('a') }, 'models.csv': csv('b,1,x') };
    expect((await imported(files)).written).toHaveLength(2);
    const before = await store.read((tx) => modelStore(tx).versions());
    const nothing = { written: [], writtenGroupEntries: [], problems: [], warnings: [] };
    expect(await imported(files, { now: 2000 })).toEqual({ ...nothing, unchanged: 2 });
    expect(await store.read((tx) => modelStore(tx).versions())).toEqual(before);
    expect(await events()).toHaveLength(2);
  });

  test('writes what differs, and says which fields', async () => {
    await imported({ 'clip.json': { a: legacyClip('a'), b: legacyClip('b') } });
    const { written, unchanged } = await imported({
      'clip.json': { a: legacyClip('a', { description: 'new' }), b: legacyClip('b'), c: legacyClip('c') },
    });
    expect(unchanged).toBe(1);
    expect(written).toEqual([
      { category: 'clip', name: 'a', operation: 'update', fields: ['description'] },
      { category: 'clip', name: 'c', operation: 'create', fields: [] },
    ]);
  });

  test('keeps models that the files no longer have, unless told to prune', async () => {
    await imported({
      'clip.json': { a: legacyClip('a'), b: legacyClip('b') },
      'blip.json': { c: { name: 'c', type: 'blip' } },
    });
    await imported({ 'clip.json': { a: legacyClip('a') } });
    expect(await names('clip')).toEqual(['a', 'b']);
    const { written } = await imported({ 'clip.json': { a: legacyClip('a') } }, { prune: true });
    expect(written).toEqual([{ category: 'clip', name: 'b', operation: 'delete', fields: [] }]);
    expect(await names('clip')).toEqual(['a']);
    expect(await names('blip')).toEqual(['c']);
  });

  test('does not create a renamed model again under its old name', async () => {
    await imported({ 'clip.json': { new: v2Clip('new', { renamed_from: ['old'] }) } });
    const files = { 'clip.json': { old: v2Clip('old') } };
    const { written, warnings } = await imported(files);
    const reason = "was renamed to 'new': it is not created again";
    expect([written, warnings]).toEqual([[], [{ file: 'clip.json', name: 'old', reason }]]);
    expect(await live('clip', 'old')).toBeNull();
    // Files with both names have two models, and those of a prune say which there are.
    await imported({ 'clip.json': { ...files['clip.json'], new: v2Clip('new', { renamed_from: ['old'] }) } });
    expect(await live('clip', 'old')).not.toBeNull();
    await imported(files, { prune: true });
    expect([await live('clip', 'new'), await live('clip', 'old')]).toEqual([null, expect.anything()]);
  });

  test('never prunes a model whose record is there but invalid', async () => {
    await imported({ 'clip.json': { a: v2Clip('a'), b: v2Clip('b') } });
    await imported({ 'clip.json': { a: v2Clip('a', { config: 7 }) } }, { prune: true, skipInvalid: true });
    expect(await names('clip')).toEqual(['a']);
  });

  test('never prunes a model whose name is spoilt in its file', async () => {
    await imported({ 'clip.json': { a: v2Clip('a'), b: v2Clip('b') } });
    const spoilt = { 'b\\': v2Clip('b') };
    await imported({ 'clip.json': { a: v2Clip('a'), ...spoilt } }, { prune: true, skipInvalid: true });
    expect(await names('clip')).toEqual(['a', 'b']);
  });

  test.each([
    ['a quote that is not closed', '"x/B,2,'],
    ['a quote that is not opened', 'x/B",2,'],
    ['swallowed by the row before', '"x/Z,2,\r\nx/B,2,"'],
    ['no name', ',2,'],
  ])('never prunes a model whose row cannot be told: %s', async (_what, row) => {
    await imported({ 'models.csv': csv('x/A,1,', 'x/B,2,', 'x/C,3,') });
    await imported({ 'models.csv': csv('x/A,1,', row) }, { prune: true, skipInvalid: true });
    expect(await names('text_generation')).toContain('x/B');
    await imported({ 'models.csv': csv('x/A,1,') }, { prune: true });
    expect(await names('text_generation')).toEqual(['x/A']);
  });
});

test('a dry run tells the same and writes nothing', async () => {
  await imported({ 'clip.json': { a: legacyClip('a'), b: legacyClip('b') } });
  const before = await store.read((tx) => modelStore(tx).versions());
  const files = { 'clip.json': { a: legacyClip('a', { version: '2' }), c: legacyClip('c') } };
  const dry = await imported(files, { dryRun: true, prune: true });
  expect(await store.read((tx) => modelStore(tx).versions())).toEqual(before);
  expect(dry).toEqual(await imported(files, { prune: true }));
  expect(dry.written.map(({ operation, name }) => [operation, name])).toEqual([
    ['update', 'a'],
    ['create', 'c'],
    ['delete', 'b'],
  ]);
});

describe('what cannot be imported', () => {
  const bad = {
    'clip.json': {
      good: legacyClip('good'),
      bad: legacyClip('bad', { config: { download: [{ file_name: 'x' }] } }),
    },
  };

  const unnamed = { record_type: 'text_generation', parameters: 1 };
  test.each<[what: string, file: string, content: unknown, name: string, reason: RegExp]>([
    ['no v2 form', 'clip.json', bad['clip.json'], 'bad', /download/],
    ['no baseline', 'stable_diffusion.json', { a: { type: 'ckpt', baseline: 'z' } }, 'a', /baseline.*z/],
    ['a wrong v2 field', 'clip.json', { a: v2Clip('a', { config: 7 }) }, 'a', /^config: /],
    ['no record', 'clip.json', { a: 7, b: v2Clip('b') }, 'a', /record/],
    ['a name with a backslash', 'clip.json', { 'a\\b': v2Clip('a') }, 'a\\b', /invalid characters/],
    ['an empty name', 'clip.json', { '': v2Clip('') }, '', /must not be empty/],
    ['a generated name', 'text_generation.json', { 'koboldcpp/x': unnamed }, 'koboldcpp/x', /backend prefix/],
    ['a CSV row without a number', 'models.csv', csv('a,1,', 'b,many,'), 'b', /many/],
  ])('%s stops the import, named by file, name and reason', async (_case, file, content, name, reason) => {
    const problems = await refused({ [file]: content });
    expect(problems).toMatchObject([{ file: name === 'b' ? `${file}:3` : file, name }]);
    expect(problems[0]?.reason).toMatch(reason);
    expect(await store.read((reader) => modelStore(reader).counts())).toEqual(new Map());
    expect(await events()).toEqual([]);
  });

  const outside = '../../.ssh/keys';
  const v2Outside = v2Clip('bad', { config: { download: [{ file_name: outside, file_url: 'u' }] } });
  const legacyOutside = legacyClip('bad', { config: { files: [{ path: outside }], download: [] } });
  test.each<[string, Files]>([
    ['v2', { 'clip.json': { bad: v2Outside, good: v2Clip('good') } }],
    ['legacy', { 'clip.json': { bad: legacyOutside, good: legacyClip('good') } }],
  ])('a file name of a %s file that leads out of its folder is told, and left out', async (_, files) => {
    const { problems } = await imported(files, { skipInvalid: true });
    expect(problems).toEqual([
      { file: 'clip.json', name: 'bad', reason: expect.stringMatching(/ssh.*has the path segment '\.\.'/) },
    ]);
    expect(await names('clip')).toEqual(['good']);
  });

  test.each<[string, Files]>([
    ['clip.json', { 'clip.json': { bad: v2Clip('bad', { homepage: withKey }), good: v2Clip('good') } }],
    [
      'clip.json',
      { 'clip.json': { bad: legacyClip('bad', { anything: [withKey] }), good: legacyClip('good') } },
    ],
    [
      'models.csv',
      {
        'models.csv': `name,parameters_bn,description,url\nx/bad,7,,${withKey}\nx/good,7,,https://x.example\n`,
      },
    ],
  ])('a key in an address of %s is told without its value, and its model left out', async (file, files) => {
    const [problem, ...others] = await refused(files);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      file,
      reason: expect.stringMatching(/must not contain the parameter 'token'/),
    });
    const { problems, written } = await imported(files, { skipInvalid: true });
    expect(written.map(({ name }) => name.replace('x/', ''))).toEqual(['good']);
    const exported = await Promise.all(
      (['v2', 'legacy'] as const).map((format) => exportReferences(store, usualCategories, format)),
    );
    const cut = await refused({ 'clip.json': `{"a": "${withKey}" x}` });
    expect(JSON.stringify([problem, problems, exported, cut, await events()])).not.toContain('SECRET');
  });

  const cannotBeRead = new RegistryError('bad_request', 'clip.json cannot be read: it is a pipe.');
  test.each<[string, unknown, RegExp]>([
    ['holds an array', '[ ]\n', /not a JSON object of records by name: it is an array/],
    ['holds null', 'null', /not a JSON object of records by name: it is null/],
    ['is empty', '', /not a JSON object of records by name: it is empty/],
    ['has a conflict', '{\n<<<<<<< HEAD\n"a": {}}', /conflict marker of git: <<<<<<< HEAD \(line 2\)$/],
    ['is a page', '<!DOCTYPE html>', /is an HTML or XML page/],
    ['is cut', '{"a": {"name"', /not a JSON object of records by name: .*JSON/],
    ['holds both formats', { a: legacyClip('a'), b: v2Clip('b') }, /records of both formats/],
    ['cannot be read', cannotBeRead, /^cannot be read: it is a pipe\.$/],
  ])('a file that %s is refused, or left out without a loss of its models', async (_, content, reason) => {
    await imported({ 'clip.json': { a: v2Clip('a'), b: v2Clip('b') } });
    const files = { 'clip.json': content, 'blip.json': { c: { record_type: 'blip', name: 'c' } } };
    const before = await events();
    expect(await refused(files)).toEqual([
      { file: 'clip.json', name: null, reason: expect.stringMatching(reason) },
    ]);
    expect(await events()).toEqual(before);
    const { written, problems } = await imported(files, { skipInvalid: true, prune: true });
    expect(written).toMatchObject([{ operation: 'create', category: 'blip', name: 'c' }]);
    expect(problems).toMatchObject([{ file: 'clip.json', name: null }]);
    expect(await names('clip')).toEqual(['a', 'b']);
  });

  test('a category loses nothing while one of its files cannot be read, though another source has it', async () => {
    await imported({ 'clip.json': { a: v2Clip('a'), b: v2Clip('b') } });
    const sources = await Promise.all([
      read({ 'clip.json': { a: v2Clip('a', { description: 'x' }) } }),
      read({ 'clip.json': '[]', 'text_generation_group_aliases.json': '[]' }),
    ]);
    const options = { ...usual, skipInvalid: true, prune: true };
    const { written, problems } = await importReferences(store, joinReferenceFiles(sources), options);
    expect(written).toMatchObject([{ operation: 'update', name: 'a' }]);
    expect(problems).toHaveLength(2);
    expect(await names('clip')).toEqual(['a', 'b']);
  });

  test('a source of which no file can be read stops it even when told to leave out', async () => {
    expect(await refused({ 'clip.json': '{', 'blip.json': '[]' }, { skipInvalid: true })).toHaveLength(2);
  });

  test('a host that does not answer is asked for two files, and no further ones', async () => {
    const asked: string[] = [];
    const source: ReferenceSource = {
      label: (path) => path,
      read: async (path) => {
        asked.push(path);
        throw new OutageError('host_unavailable', `${path} cannot be read: no answer within 60 s.`);
      },
    };
    const { problems, unreadCategories } = await readReferenceFiles(source, categories, null);
    expect(asked).toHaveLength(2);
    expect(problems.map(({ file }) => file)).toEqual(asked);
    expect(new Set(unreadCategories)).toEqual(new Set(categories.map(({ name }) => name)));
  });

  test.each([
    ['no object', '[ ]'],
    ['no JSON', ''],
    ['legacy records', { x: { name: 'x', type: 'lora' } }],
  ])('a file of a category without a legacy form beside legacy files is passed over: %s', async (_, lora) => {
    const files = { 'image/clip.json': { a: legacyClip('a') }, 'image/lora.json': lora };
    const { warnings } = await read(files);
    expect(warnings).toMatchObject([{ file: 'image/lora.json', name: null }]);
    expect(await imported(files)).toMatchObject({ written: [{ name: 'a' }], problems: [] });
    const ofV2 = { 'clip.json': { a: v2Clip('a') }, 'lora.json': lora };
    expect(await refused(ofV2)).toMatchObject([{ file: 'lora.json', name: null }]);
  });

  test('a file beside models.csv that is no JSON object is passed over, and does not replace the known one', async () => {
    await imported({ 'models.csv': csv('a,1,'), 'defaults.json': '{"nsfw": true}' });
    const { warnings } = await read({ 'models.csv': csv('a,1,'), 'defaults.json': '[]' });
    expect(warnings).toMatchObject([{ file: 'defaults.json', reason: /not a JSON object.*an array/ }]);
    await imported({ 'models.csv': csv('a,1,'), 'defaults.json': '[]' });
    const kept = await store.read((reader) => repositoryFileStore(reader).get('defaults.json'));
    expect(kept).toBe('{"nsfw": true}');
  });

  test('a model that two sources have', async () => {
    const [one, other] = await Promise.all([
      read({ 'clip.json': { a: v2Clip('a') } }),
      read({ 'image/clip.json': { a: v2Clip('a') } }),
    ]);
    const reason = 'is in clip.json as well: remove it from one of the files';
    await expect(importReferences(store, joinReferenceFiles([one, other]), usual)).rejects.toMatchObject({
      problems: [{ file: 'image/clip.json', name: 'a', reason }],
    });
  });
});

describe('the audit trail', () => {
  test('has one event for each model written, in one unbroken chain', async () => {
    await imported({ 'clip.json': { a: legacyClip('a'), b: legacyClip('b') } });
    await imported({ 'clip.json': { a: legacyClip('a', { version: '2' }) } }, { prune: true, now: 2000 });
    const all = await events();
    const byImport = { logical_user_id: 'import' };
    expect(all).toMatchObject([
      { ...byImport, event_id: 1, operation: 'create', model_name: 'a', timestamp: 1000 },
      { ...byImport, event_id: 2, operation: 'create', model_name: 'b', timestamp: 1000 },
      { ...byImport, event_id: 3, operation: 'update', model_name: 'a', timestamp: 2000 },
      { ...byImport, event_id: 4, operation: 'delete', model_name: 'b', timestamp: 2000 },
    ]);
    expect(await verifyStore(store)).toMatchObject({ problems: [] });
    expect(all[0]?.payload).toMatchObject({ after: { record_type: 'clip' }, counterpart: { type: 'clip' } });
  });

  test.each<[CanonicalFormat, string[]]>([
    ['v2', ['v2', 'v2']],
    ['legacy', ['legacy', 'v2']],
  ])(
    'of a %s deployment: events are of its format where the category has it',
    async (canonicalFormat, domains) => {
      const video = { record_type: 'video_generation', name: 'v' };
      await imported(
        { 'clip.json': { a: legacyClip('a') }, 'video_generation.json': { v: video } },
        { canonicalFormat },
      );
      expect((await events()).map(({ domain }) => domain)).toEqual(domains);
    },
  );
});

test('what it writes is among what changed in a category', async () => {
  const version = async () => (await store.read((tx) => modelStore(tx).versions())).get('clip') ?? 0;
  const since = async (known: number) =>
    (await store.read((reader) => modelStore(reader).changedSince('clip', known))).sort();
  await imported({ 'clip.json': { a: legacyClip('a'), b: legacyClip('b'), c: legacyClip('c') } });
  expect(await since(0)).toEqual(['a', 'b', 'c']);
  const first = await version();
  expect(await since(first)).toEqual([]);
  const changed = legacyClip('a', { description: 'changed' });
  await imported({ 'clip.json': { a: changed, c: legacyClip('c'), d: legacyClip('d') } }, { prune: true });
  expect(await since(first)).toEqual(['a', 'b', 'd']);
});

describe('what others write while an import is prepared', () => {
  const file = { 'clip.json': { a: legacyClip('a', { description: 'of the file' }), b: legacyClip('b') } };

  /** Imports the file of one model when the phase is prepared, each of so many times. */
  async function disturbed(times: number, others: (turn: number) => Files) {
    const { write } = store;
    let turn = 0;
    const disturbing: Store = {
      ...store,
      write: async (work, deadline) => {
        if (turn < times) {
          turn += 1;
          await importReferences(store, await read(others(turn)), { ...usual, now: 2000 + turn });
        }
        return write(work, deadline);
      },
    };
    return importReferences(disturbing, await read(file), { ...usual, now: 3000, prune: true });
  }

  test.each([1, 3])('in the same category is taken into account, %i times', async (times) => {
    const report = await disturbed(times, (turn) => ({
      'clip.json': {
        a: legacyClip('a', { description: `turn ${turn}` }),
        [`other ${turn}`]: legacyClip(`other ${turn}`),
      },
    }));
    expect(report.written.map(({ name, operation }) => `${operation} ${name}`)).toEqual([
      'update a',
      'create b',
      ...Array.from({ length: times }, (_, turn) => `delete other ${turn + 1}`),
    ]);
    expect(await names('clip')).toEqual(['a', 'b']);
    expect((await live('clip', 'a'))?.v2.description).toBe('of the file');
    const trail = await events();
    expect(trail.map(({ event_id }) => event_id)).toEqual(trail.map((_, index) => index + 1));
    expect((await verifyStore(store)).problems).toEqual([]);
  });
});

describe('files about groups of text models', () => {
  const aliases = 'text_generation_group_aliases.json';
  const families = 'text_generation_group_families.json';
  const schemas = 'text_generation_group_schemas.json';
  const stored = () =>
    store.read(async (reader) => ({
      aliases: await aliasStore(reader).all(),
      families: await familyStore(reader).all(),
      schemas: await nameSchemaStore(reader).all(),
    }));

  test('are imported with the models, each entry with its audit event', async () => {
    const files = {
      'models.csv': csv('a,1,'),
      [aliases]: { Mistral: { aliases: ['mistral', 'Mistral-AI'] } },
      [families]: { M: { family_name: 'M', members: ['Mixtral', 'Mistral'] } },
      [schemas]: { Mistral: { separator: '_' } },
    };
    expect(await imported(files)).toMatchObject({
      written: [{ name: 'a' }],
      writtenGroupEntries: [
        { kind: 'alias', name: 'Mistral', operation: 'create' },
        { kind: 'family', name: 'M', operation: 'create' },
        { kind: 'name_schema', name: 'Mistral', operation: 'create' },
      ],
    });
    const before = await stored();
    expect(before).toMatchObject({
      aliases: [{ canonical: 'Mistral', aliases: ['mistral', 'Mistral-AI'] }],
      families: [{ family_name: 'M', members: ['Mistral', 'Mixtral'] }],
      schemas: [{ group_name: 'Mistral', schema: { separator: '_', author_included: true } }],
    });
    expect((await events()).map(({ model_name, payload }) => [model_name, payload?.group_entry])).toEqual([
      ['a', undefined],
      ['Mistral', 'alias'],
      ['M', 'family'],
      ['Mistral', 'name_schema'],
    ]);
    expect(await store.read((reader) => counterStore(reader).current('groups'))).toBe(1);
    expect((await verifyStore(store)).problems).toEqual([]);
    expect(await imported(files)).toMatchObject({ written: [], writtenGroupEntries: [], unchanged: 4 });
    expect(await stored()).toEqual(before);
    expect(await events()).toHaveLength(4);
  });

  test('may move a name from one entry to another', async () => {
    await imported({ [aliases]: { A: { aliases: ['x', 'y'] } } });
    await imported({ [aliases]: { B: { aliases: ['x'] }, A: { aliases: ['y'] } } });
    expect((await stored()).aliases).toEqual([
      { canonical: 'A', aliases: ['y'] },
      { canonical: 'B', aliases: ['x'] },
    ]);
  });

  const twice = { B: { aliases: ['z'] }, C: { aliases: ['z'] } };
  const inFamily = { members: ['a'] };
  test.each<[string, Files, string | null, RegExp]>([
    ['the alias of another', { [aliases]: { B: { aliases: ['x'] } } }, 'B', /^'x' belongs to 'A' already$/],
    ['an alias given twice', { [aliases]: twice }, 'C', /^'z' belongs to 'B' in the same import$/],
    [
      'a group that is its own alias',
      { [aliases]: { B: { aliases: ['B'] } } },
      'B',
      /cannot be its own alias/,
    ],
    ['an empty family', { [families]: { F: { members: [] } } }, 'F', /^members: /],
    ['no list', { [aliases]: { B: ['x'] } }, 'B', /./],
    ['a name with a control character', { [families]: { 'F\n': inFamily } }, 'F\n', /control characters/],
    ['a wrong schema', { [schemas]: { A: { part_order: 'base' } } }, 'A', /^part_order: /],
    ['no object', { [families]: [inFamily] }, null, /not a JSON object of entries by name/],
  ])('with %s are refused', async (_case, files, name, reason) => {
    await imported({ [aliases]: { A: { aliases: ['x'] } } });
    const problems = await refused(files);
    expect(problems).toMatchObject([{ file: Object.keys(files)[0], name }]);
    expect(problems[0]?.reason).toMatch(reason);
    expect((await stored()).aliases).toEqual([{ canonical: 'A', aliases: ['x'] }]);
  });
});
