import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { exportReferences } from '../../../../src/modules/transfer/export.ts';
import { importReferences } from '../../../../src/modules/transfer/import.ts';
import { readReferenceFiles } from '../../../../src/modules/transfer/reference-files.ts';
import type { CanonicalFormat } from '../../../../src/records/categories/category.ts';
import { projectedLicensing } from '../../../../src/records/licensing/assignment.ts';
import { viewsOf } from '../../../../src/records/model-views.ts';
import type { Store } from '../../../../src/store/store.ts';
import { categories, usualCategories } from '../../../support/categories.ts';
import { approver, openQueue } from '../../../support/queue.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

let store: Store;
beforeEach(async () => {
  store = await temporaryStore(onTestFinished);
});

/** Makes models as v1 clients do: with fields of their own. */
async function create(category: string, ...records: JsonObject[]): Promise<void> {
  const queue = await openQueue(store, { canonicalFormat: 'legacy' });
  for (const record of records) {
    const change = await queue.propose('create', category, String(record.name), record);
    await queue.approve(change);
    await queue.apply.applyMany({ changeIds: [change.change_id], allowMixedBatch: true }, approver);
  }
}
const exported = (format: CanonicalFormat) => exportReferences(store, usualCategories, format);
async function imported(files: Readonly<Record<string, string>>, options: object = {}) {
  const source = { label: (path: string) => path, read: async (path: string) => files[path] ?? null };
  const read = await readReferenceFiles(source, categories, null);
  return importReferences(store, read, {
    categories: usualCategories,
    canonicalFormat: 'v2',
    now: 1000,
    ...options,
  });
}
async function importedAgain(format: CanonicalFormat) {
  return imported(Object.fromEntries((await exported(format)).map(({ name, text }) => [name, text])));
}
const live = async (category: string) =>
  (await store.read((tx) => modelStore(tx).list(category))).map((row) => viewsOf(row).legacy);

const row = { name: 'x/A', parameters: 7e9, license: 'mit', more: { deep: 1 }, nsfw: true };
const file = (...lines: string[]) => ['name,parameters_bn,description', ...lines, ''].join('\r\n');

test('fields of a text model without a column stay in the registry, and the export names them', async () => {
  await create('text_generation', row, { name: 'x/B', parameters: 7e9, license: 'mit' });
  const before = await live('text_generation');
  expect(before).toMatchObject([{ license: 'mit', more: { deep: 1 } }, { license: 'mit' }]);
  const csv = (await exported('legacy')).find(({ name }) => name === 'models.csv');
  expect(csv?.contentText).toBe(
    '2 models, without fields that it cannot hold: nsfw (1 models), license (2 models), more (1 models)',
  );
  for (const format of ['legacy', 'v2', 'legacy'] as const) {
    expect((await importedAgain(format)).written).toEqual([]);
    expect(await live('text_generation')).toEqual(before);
  }
  // The rows beside a change, and db.json alone, cannot say them either.
  await imported({ 'models.csv': file('x/A,7,new', 'x/B,7,') });
  const db = { 'x/A': { name: 'x/A', model_name: 'A', parameters: 7e9, description: 'newer', nsfw: false } };
  await imported({ 'db.json': JSON.stringify(db) });
  expect((await live('text_generation'))[0]).toMatchObject({
    ...{ description: 'newer', license: 'mit', more: { deep: 1 } },
  });
});

test('a file with a column of that name does say it', async () => {
  await create('text_generation', row);
  const csv = (license: string) => `name,parameters_bn,license\r\nx/A,7,${license}\r\n`;
  await imported({ 'models.csv': csv('other') });
  expect(await live('text_generation')).toMatchObject([{ license: 'other', more: { deep: 1 } }]);
  await imported({ 'models.csv': csv('') });
  expect(await live('text_generation')).toEqual([
    expect.not.objectContaining({ license: expect.anything() }),
  ]);
});

test.each([
  ['metadata', { by: 'me' }],
  ['metadata', 'text'],
  ['record_type', 'mine'],
  ['model_classification', {}],
])('a v1 record with a field %s of its own comes back from its own export', async (key, value) => {
  const config = { files: [], download: [] };
  await create(
    'clip',
    { name: 'a', type: 'clip', config, [key]: value },
    { name: 'b', type: 'clip', config },
  );
  const before = await live('clip');
  expect(before[0]).toMatchObject({ [key]: value });
  for (const format of ['legacy', 'v2', 'legacy'] as const) {
    expect((await importedAgain(format)).written).toEqual([]);
  }
  expect(await live('clip')).toEqual(before);
});

test('an import keeps licences that its records do not state, or that only a read added; refuses undefined ones', async () => {
  const mit = { license_expression: 'MIT', commercial_use: 'allowed', redistribution: 'allowed' };
  const v2File = (...licences: (object | undefined)[]) => ({
    'clip.json': JSON.stringify(
      Object.fromEntries(
        licences.map((licensing, at) => [`m${at}`, { record_type: 'clip', name: `m${at}`, licensing }]),
      ),
    ),
  });
  const stored = async () =>
    (await store.read((tx) => modelStore(tx).list('clip'))).map(
      ({ v2 }) => JSON.parse(v2).licensing?.license_expression,
    );
  await imported(v2File(mit, mit, undefined, projectedLicensing));
  const all = ['MIT', 'MIT', undefined, undefined];
  expect(await stored()).toEqual(all);
  // As the existing service adds it to its reads.
  const projected = { ...projectedLicensing, notes: 'Another text.' };
  await imported(v2File(undefined, projected, projected, projected));
  expect(await stored()).toEqual(all);
  const lost = { ...mit, license_expression: 'Lost-1.0' };
  await expect(imported(v2File(mit, lost))).rejects.toMatchObject({
    problems: [{ reason: 'licensing: Unknown license definition: Lost-1.0' }],
  });
  expect(await stored()).toEqual(all);
});
