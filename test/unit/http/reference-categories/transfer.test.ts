import { describe, expect, onTestFinished, test } from 'vitest';
import { categoriesOf } from '../../../../src/modules/bridge/bridged-repository.ts';
import { verifyStore } from '../../../../src/modules/history/index.ts';
import {
  exportReferences,
  ImportRefused,
  importReferences,
  joinReferenceFiles,
  readReferenceFiles,
} from '../../../../src/modules/transfer/index.ts';
import type { ReferenceSource } from '../../../../src/outside/reference-url.ts';
import type { CanonicalFormat } from '../../../../src/records/categories/category.ts';
import { Categories } from '../../../../src/records/categories/index.ts';
import type { Store } from '../../../../src/store/store.ts';
import { startTestApp } from '../../../support/app.ts';
import { keepsBaselines } from '../../../support/categories.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

const cosmos = {
  name: 'cosmos_9',
  title: 'Cosmos 9',
  category: 'image_generation',
  spellings: ['cosmos 9'],
  legacy_spelling: 'Cosmos Nine',
};
const image = (name: string, baseline: string) => ({ name, baseline, nsfw: false });

const categories = new Categories(keepsBaselines);

type Files = Readonly<Record<string, string>>;

const asSource = (files: Files): ReferenceSource => ({
  label: (path) => path,
  read: async (path) => files[path] ?? null,
});

const exported = async (store: Store, format: CanonicalFormat): Promise<Files> =>
  Object.fromEntries(
    (await exportReferences(store, categories, format)).map(({ name, text }) => [name, text]),
  );

async function imported(store: Store, ...sources: Files[]) {
  const read = await Promise.all(
    sources.map((files) => readReferenceFiles(asSource(files), categories.list, null)),
  );
  return importReferences(store, joinReferenceFiles(read), { categories, canonicalFormat: 'v2', now: 1000 });
}

const file = (...records: { readonly name: string }[]) =>
  JSON.stringify(Object.fromEntries(records.map((record) => [record.name, record])));

test('the bridge has no files of them', () => {
  const bridged = (['image', 'text'] as const).flatMap((kind) => categoriesOf(kind, categories.list));
  expect(bridged.filter(({ isReference }) => isReference)).toEqual([]);
});

test('an export has baselines, and makes an empty database equal', async () => {
  await using app = await startTestApp({ settings: keepsBaselines });
  await app.seed('baseline', cosmos);
  await app.seed('image_generation', image('Nebula', 'cosmos 9'), image('Old', 'stable_diffusion_1'));
  const files = await exported(app.store, 'v2');
  expect(Object.keys(JSON.parse(files['baseline.json']!))).toContain('cosmos_9');

  const empty = await temporaryStore(onTestFinished);
  await imported(empty, files);
  expect(await exported(empty, 'v2')).toEqual(files);
  expect((await verifyStore(empty)).problems).toEqual([]);
  // What was exported is what is there: another import changes nothing, here and where it came from.
  for (const store of [empty, app.store])
    expect(await imported(store, files)).toMatchObject({ written: [], problems: [] });

  const legacy = await exported(app.store, 'legacy');
  expect(Object.keys(legacy)).not.toEqual(expect.arrayContaining([expect.stringMatching(/baseline/)]));
  expect(JSON.parse(legacy['stable_diffusion.json']!)).toMatchObject({ Nebula: { baseline: 'Cosmos Nine' } });
  await imported(empty, legacy);
  expect(await exported(empty, 'v2')).toEqual(files);
});

test('an export whose baseline was deleted makes an empty database equal, with a warning', async () => {
  await using app = await startTestApp({ settings: keepsBaselines });
  await app.seed('baseline', { ...cosmos, spellings: [], legacy_spelling: null });
  await app.seed('image_generation', image('Nebula', 'cosmos_9'), image('Pulsar', 'cosmos_9'));
  const deletion = await app.propose('DELETE', '/baseline/model/cosmos_9');
  await app.approve(deletion);
  await app.apply(deletion);
  const files = await exported(app.store, 'v2');
  expect(JSON.parse(files['baseline.json']!)).not.toHaveProperty('cosmos_9');

  const empty = await temporaryStore(onTestFinished);
  const { problems, warnings } = await imported(empty, files);
  expect([problems, warnings]).toEqual([
    [],
    [
      {
        file: 'image_generation.json',
        name: null,
        reason:
          "names the baseline 'cosmos_9' (of 2 models), which is not among the baselines any more: the models are imported with it. Propose the baseline, or give the models another.",
      },
    ],
  ]);
  expect(await exported(empty, 'v2')).toEqual(files);
  expect((await verifyStore(empty)).problems).toEqual([]);
  expect(await imported(empty, files)).toMatchObject({ written: [], problems: [] });
});

describe('an import', () => {
  const ofModels = {
    'image_generation.json': file({
      ...image('Nebula', 'cosmos_9'),
      record_type: 'image_generation',
    } as never),
  };
  const ofBaselines = { 'baseline.json': file(cosmos) };

  test('takes a baseline with the models that name it, whichever is read first', async () => {
    for (const sources of [
      [ofModels, ofBaselines],
      [ofBaselines, ofModels],
      [{ ...ofModels, ...ofBaselines }],
    ]) {
      const store = await temporaryStore(onTestFinished);
      const { written } = await imported(store, ...sources);
      expect(written.map(({ name }) => name).sort()).toEqual(['Nebula', 'cosmos_9']);
    }
  });

  test('refuses models whose baseline is neither there nor built in', async () => {
    const store = await temporaryStore(onTestFinished);
    const refused = await imported(store, ofModels).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ImportRefused);
    expect((refused as ImportRefused).problems).toEqual([
      expect.objectContaining({
        name: 'Nebula',
        reason: expect.stringContaining('Unknown baseline: cosmos_9'),
      }),
    ]);
  });

  describe('plans its models again when, before they are written,', () => {
    /** Imports `ofModels`; `meanwhile` replaces all baselines once the plan is made. */
    const disturbed = async (meanwhile: Files) => {
      const store = await temporaryStore(onTestFinished);
      await imported(store, ofBaselines);
      const others = await readReferenceFiles(asSource(meanwhile), categories.list, null);
      let isFirst = true;
      const disturbing: Store = {
        ...store,
        write: async (work, deadline) => {
          if (isFirst)
            await importReferences(store, others, {
              categories,
              canonicalFormat: 'v2',
              now: 900,
              prune: true,
            });
          isFirst = false;
          return store.write(work, deadline);
        },
      };
      const outcome = await imported(disturbing, ofModels).catch((error: unknown) => error);
      return { store, outcome };
    };

    test('another writes their baseline', async () => {
      const { store } = await disturbed({
        'baseline.json': file({ ...cosmos, legacy_spelling: 'Cosmos IX' } as never),
      });
      const { 'stable_diffusion.json': legacy } = await exported(store, 'legacy');
      expect(JSON.parse(legacy!)).toMatchObject({ Nebula: { baseline: 'Cosmos IX' } });
      expect((await verifyStore(store)).problems).toEqual([]);
    });

    test('another deletes their baseline', async () => {
      const { store, outcome } = await disturbed({
        'baseline.json': file({
          ...cosmos,
          name: 'cosmos_8',
          spellings: [],
          legacy_spelling: undefined,
        } as never),
      });
      expect(outcome).toBeInstanceOf(ImportRefused);
      expect(JSON.parse((await exported(store, 'v2'))['image_generation.json']!)).toEqual({});
    });
  });

  test('takes models of built-in baselines beside a new one, before the first start has added those', async () => {
    const store = await temporaryStore(onTestFinished);
    const old = { 'image_generation.json': file(image('Old', 'stable_diffusion_1')) };
    await imported(store, ofBaselines, old);
    expect((await imported(store, ofBaselines, old)).written).toEqual([]);
  });

  test('refuses a baseline whose spelling another one has, in the files or built in', async () => {
    const store = await temporaryStore(onTestFinished);
    const twice = file(cosmos, { ...cosmos, name: 'cosmos_10', spellings: ['SDXL'] } as never);
    const refused = (await imported(store, { 'baseline.json': twice }).catch(
      (error: unknown) => error,
    )) as ImportRefused;
    expect(refused.problems.map(({ name, reason }) => [name, reason])).toEqual([
      ['cosmos_9', expect.stringContaining("'Cosmos Nine' is how the baseline 'cosmos_10' is spelled")],
      ['cosmos_10', expect.stringContaining("'SDXL' is how the baseline 'stable_diffusion_xl' is spelled")],
    ]);
  });

  test('refuses a baseline that loses a spelling that stored legacy records need', async () => {
    const store = await temporaryStore(onTestFinished);
    await imported(store, ofBaselines, ofModels);
    const respelled = { 'baseline.json': file({ ...cosmos, legacy_spelling: 'C9' } as never) };
    const refused = await imported(store, respelled).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ImportRefused);
    expect((refused as ImportRefused).problems).toEqual([
      expect.objectContaining({
        name: 'cosmos_9',
        reason: expect.stringContaining("keep 'Cosmos Nine' among its spellings"),
      }),
    ]);
    // Files that write the models as well are in step.
    await imported(store, respelled, ofModels);
    const legacy = await exported(store, 'legacy');
    expect(JSON.parse(legacy['stable_diffusion.json']!)).toMatchObject({ Nebula: { baseline: 'C9' } });
    expect(await imported(store, legacy)).toMatchObject({ problems: [] });
  });

  test('refuses legacy records of them', async () => {
    const store = await temporaryStore(onTestFinished);
    const legacy = JSON.stringify({
      cosmos_9: { name: 'cosmos_9', type: 'baseline', config: { files: [] } },
    });
    const refused = await imported(store, { 'baseline.json': legacy }).catch((error: unknown) => error);
    expect((refused as ImportRefused).problems).toEqual([
      expect.objectContaining({ reason: 'has legacy records, but baseline has no legacy form' }),
    ]);
  });
});
