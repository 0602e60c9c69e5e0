import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openReferenceDirectory } from '../../../../src/cli/reference-directory.ts';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { modelStore } from '../../../../src/modules/catalog/index.ts';
import { aliasStore, familyStore, nameSchemaStore } from '../../../../src/modules/names/store.ts';
import { countSwitchedOffRecords, exportReferences } from '../../../../src/modules/transfer/export.ts';
import { importReferences } from '../../../../src/modules/transfer/import.ts';
import { readReferenceFiles } from '../../../../src/modules/transfer/reference-files.ts';
import type { ReferenceFiles } from '../../../../src/modules/transfer/reference-source.ts';
import type { ReferenceSource } from '../../../../src/outside/reference-url.ts';
import type { CanonicalFormat } from '../../../../src/records/categories/category.ts';
import { Categories } from '../../../../src/records/categories/index.ts';
import { textsOf } from '../../../../src/records/model-views.ts';
import { storedNameSchema } from '../../../../src/records/text-names/index.ts';
import type { Store } from '../../../../src/store/store.ts';
import { categories, usualCategories } from '../../../support/categories.ts';
import { describeWithSharedData } from '../../../support/shared-data.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

let store: Store;
beforeEach(async () => {
  store = await temporaryStore(onTestFinished);
});

const fixtures = 'test/fixtures/legacy';

async function importFrom(source: ReferenceSource, into = store) {
  return importFiles(await readReferenceFiles(source, categories, null), into);
}

/** As from files that the registry has never seen: the export has no form to go by. */
async function importRecords(source: ReferenceSource) {
  return importFiles({ ...(await readReferenceFiles(source, categories, null)), texts: [] }, store);
}

function importFiles(files: ReferenceFiles, into: Store) {
  return importReferences(into, files, { categories: usualCategories, canonicalFormat: 'v2', now: 1000 });
}

async function importDirectory(directory: string) {
  return importFrom(await openReferenceDirectory(directory));
}

async function exported(format: CanonicalFormat): Promise<Map<string, string>> {
  return new Map(
    (await exportReferences(store, usualCategories, format)).map(({ name, text }) => [name, text]),
  );
}

/** Exported files as a source to import from. */
function asSource(files: ReadonlyMap<string, string>): ReferenceSource {
  return { label: (path) => path, read: async (path) => files.get(path) ?? null };
}

const json = (text: string | undefined) => JSON.parse(text ?? 'absent') as JsonObject;

test('records of a category that is switched off are counted', async () => {
  const views = { v2: { record_type: 'controlnet_annotator', name: 'a' }, legacy: null };
  await store.write((writer) =>
    modelStore(writer).put({ category: 'controlnet_annotator', name: 'a', ...textsOf(views) }, 0),
  );
  expect(await countSwitchedOffRecords(store, usualCategories)).toEqual([
    { name: 'controlnet_annotator', records: 1 },
  ]);
  const all = new Categories({ extraCategories: ['controlnet_annotator'] });
  expect(await countSwitchedOffRecords(store, all)).toEqual([]);
});

test('legacy files hold what was imported', async () => {
  await importDirectory(fixtures);
  const files = await exported('legacy');
  for (const path of ['image/stable_diffusion.json', 'image/clip.json', 'text/models.csv']) {
    const name = path.slice(path.indexOf('/') + 1);
    expect(files.get(name)).toBe(readFileSync(join(fixtures, path), 'utf8'));
  }
});

test('legacy files are those of the two public repositories, empty ones included', async () => {
  const files = await exported('legacy');
  expect([...files.keys()].sort().join(' ')).toBe(
    'blip.json clip.json codeformer.json controlnet.json db.json defaults.json esrgan.json generation_params.json ' +
      'gfpgan.json miscellaneous.json models.csv safety_checker.json stable_diffusion.json',
  );
  expect(files.get('clip.json')).toBe('{}\n');
});

test('db.json has three entries for each text model, their keys in the order of the public file', async () => {
  await importDirectory(fixtures);
  const db = json((await exported('legacy')).get('db.json'));
  expect(Object.keys(db)).toEqual([
    'north/Writer-3B',
    'aphrodite/north/Writer-3B',
    'koboldcpp/Writer-3B',
    'north/Plain-0.5b',
    'aphrodite/north/Plain-0.5b',
    'koboldcpp/Plain-0.5b',
  ]);
  expect(Object.entries(db['koboldcpp/Writer-3B'] as JsonObject)).toEqual([
    ['name', 'koboldcpp/Writer-3B'],
    ['model_name', 'Writer-3B'],
    ['baseline', ''],
    ['parameters', 3_000_000_000],
    ['description', 'Writes, and "quotes".'],
    ['version', '1'],
    ['style', 'roleplay'],
    ['nsfw', false],
    ['display_name', 'Writer 3B'],
    ['url', 'https://models.example/writer'],
    ['tags', ['3B', 'chat', 'roleplay', 'story']],
    ['instruct_format', 'ChatML'],
    ['settings', { temperature: 0.7, top_p: 0.1 }],
  ]);
});

test('files are indented (v2 by 2, legacy by 4) and end with a line feed', async () => {
  await importRecords(
    asSource(new Map([['clip.json', '{"7":{"name":"7","type":"clip"},"a":{"name":"a","type":"clip"}}']])),
  );
  expect((await exported('legacy')).get('clip.json')).toBe(
    '{\n    "7": {\n        "name": "7",\n        "type": "clip"\n    },\n    "a": {\n        "name": "a",\n        "type": "clip"\n    }\n}\n',
  );
  const v2 = (await exported('v2')).get('clip.json');
  expect(v2).toMatch(/^\{\n {2}"7": \{\n {4}"record_type": "clip",\n/);
  expect(v2).toMatch(/\n {2}\}\n\}\n$/);
});

test('legacy JSON files are ASCII, and say the same', async () => {
  const description = 'Größe — 模型 🐈 \u007f "\\"';
  const source = { 'clip.json': JSON.stringify({ ü: { name: 'ü', type: 'clip', description } }) };
  await importRecords(asSource(new Map(Object.entries(source))));
  const text = (await exported('legacy')).get('clip.json');
  expect(text).toContain('"\\u00fc": {');
  expect(text).toContain('Gr\\u00f6\\u00dfe \\u2014 \\u6a21\\u578b \\ud83d\\udc08 \\u007f \\"\\\\\\"');
  expect(json(text)).toEqual(json(source['clip.json']));
  expect((await exported('v2')).get('clip.json')).toContain(description.slice(0, 15));
});

test('v2 files are one for each category, and import into another registry as they are', async () => {
  await importDirectory(fixtures);
  await store.write(async (writer) => {
    await aliasStore(writer).put({ canonical: 'Writer', aliases: ['writer'] });
    await familyStore(writer).put({ family_name: 'Writers', members: ['Plain', 'Writer'] });
    await nameSchemaStore(writer).put('Writer', { ...storedNameSchema({ separator: '_' }) });
  });
  const files = await exported('v2');
  const aboutGroups = ['aliases', 'families', 'schemas'].map((what) => `text_generation_group_${what}.json`);
  expect([...files.keys()]).toEqual([...categories.map(({ name }) => `${name}.json`), ...aboutGroups]);
  const other = await temporaryStore(onTestFinished);
  await importFrom(asSource(files), other);
  const again = await exportReferences(other, usualCategories, 'v2');
  expect(new Map(again.map(({ name, text }) => [name, text]))).toEqual(files);
});

test.each<CanonicalFormat>(['v2', 'legacy'])('importing an export (%s) changes nothing', async (format) => {
  await importDirectory(fixtures);
  const before = await exported(format);
  const { written } = await importFrom(asSource(before));
  expect(written).toEqual([]);
  expect(await exported(format)).toEqual(before);
});

describeWithSharedData('the real data', (folder) => {
  test('is 913 models: 194 of the image side, 719 text; again, and from either export, nothing changes', async () => {
    const original = await openReferenceDirectory(join(folder, 'legacy'));
    const { written, problems } = await importFrom(original);
    expect(problems).toEqual([]);
    const text = written.filter(({ category }) => category === 'text_generation').length;
    expect({ image: written.length - text, text }).toEqual({ image: 194, text: 719 });
    const files = await exported('legacy');
    for (const source of [original, asSource(files), asSource(await exported('v2'))])
      expect(await importFrom(source)).toMatchObject({
        written: [],
        unchanged: 913,
        problems: [],
        warnings: [],
      });

    for (const name of files.keys()) {
      if (name === 'db.json') continue; // not in that folder: made, as its generator makes it
      const path = /^(defaults|generation_params|models)/.test(name) ? `text/${name}` : `image/${name}`;
      expect(files.get(name) === readFileSync(join(folder, 'legacy', path), 'utf8'), name).toBe(true);
    }
    expect(Object.keys(json(files.get('db.json')))).toHaveLength(3 * 719);
    expectKnownConversion(join(folder, 'v2-golden'), await exported('v2'));
  });
});

/** Every value of the known conversion is in these files. */
function expectKnownConversion(golden: string, files: ReadonlyMap<string, string>): void {
  for (const { name } of categories) {
    const ours = json(files.get(`${name}.json`));
    if (Object.keys(ours).length === 0) continue;
    const known = json(readFileSync(join(golden, `${name}.json`), 'utf8'));
    expect(Object.keys(ours), name).toEqual(Object.keys(known));
    for (const [model, record] of Object.entries(known))
      expectValues(ours[model], record, `${name} ${model}`);
  }
}

/** Every value of `known` is in `record`, but for times and the empty texts that are left out here. */
function expectValues(record: unknown, known: unknown, where: string): void {
  const { metadata, ...fields } = known as JsonObject;
  const expected = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  expect(record, where).toMatchObject(expected);
  const { created_at: _created, updated_at: _updated, ...rest } = (metadata ?? {}) as JsonObject;
  expect((record as JsonObject).metadata, where).toMatchObject(rest);
}
