import { expect, onTestFinished, test } from 'vitest';
import { exportReferences } from '../../../src/modules/transfer/export.ts';
import { importReferences } from '../../../src/modules/transfer/import.ts';
import { readReferenceFiles } from '../../../src/modules/transfer/reference-files.ts';
import { startTestApp } from '../../support/app.ts';
import { categories, usualCategories } from '../../support/categories.ts';
import { keys } from '../../support/identity-server.ts';

const [v1, v2] = ['/api/model_references/v1', '/api/model_references/v2'];
const sha256sum = 'a'.repeat(64);

const clip = (name: string, description: string) => ({
  name,
  type: 'clip',
  description,
  config: {
    files: [
      { path: 'unknown.pt', sha256sum: 'FIXME', md5sum: 'm' },
      { path: 'known.pt', sha256sum },
    ],
    download: [
      {
        file_name: 'unknown.pt',
        file_path: '',
        file_url: 'https://example.org/unknown.pt',
        sha256sum: 'FIXME',
      },
      { file_name: 'known.pt', file_path: '', file_url: 'https://example.org/known.pt' },
    ],
  },
});

/** A registry whose clip.json says `FIXME`, and a way to see that file as it is exported. */
async function imported(canonicalFormat: 'v2' | 'legacy') {
  const app = await startTestApp({ settings: { canonicalFormat } });
  onTestFinished(() => app[Symbol.asyncDispose]());
  const text = `${JSON.stringify({ one: clip('one', 'first'), two: clip('two', 'other') }, null, 4)}\n`;
  const source = {
    label: (path: string) => path,
    read: async (path: string) => (path === 'clip.json' ? text : null),
  };
  const files = await readReferenceFiles(source, categories, 'legacy');
  await importReferences(app.store, files, { categories: usualCategories, canonicalFormat, now: 1000 });
  await app.service.context.catalog.refresh(['clip']);
  const file = async () =>
    (await exportReferences(app.store, usualCategories, 'legacy')).find(({ name }) => name === 'clip.json')
      ?.text;
  expect(await file()).toBe(text);
  return { app, text, file };
}

test('a v2 record without a hash has no sha256sum in v1', async () => {
  await using app = await startTestApp();
  const download = ['FIXME', '', undefined, sha256sum].map((hash, at) => ({
    ...{ file_name: `${at}.pt`, file_url: `https://example.org/${at}.pt` },
    ...(hash !== undefined && { sha256sum: hash }),
  }));
  await app.seed('clip', { name: 'new', config: { download } });
  const { config } = (await app.get(`${v1}/clip`)).json().new;
  expect(config.files).toEqual([
    { path: '0.pt' },
    { path: '1.pt' },
    { path: '2.pt' },
    { path: '3.pt', sha256sum },
  ]);
  const stored = (await app.get(`${v2}/clip/model/new`)).json().config.download;
  expect(stored.map((entry: { sha256sum: string }) => entry.sha256sum)).toEqual([
    'FIXME',
    '',
    'FIXME',
    sha256sum,
  ]);
});

test('an imported FIXME is not shown in v1, and an export has it again', async () => {
  const { app, text, file } = await imported('v2');
  const body = (await app.get(`${v1}/clip`)).body;
  expect(body).not.toContain('FIXME');
  expect(JSON.parse(body).one.config.files).toEqual([
    { path: 'unknown.pt', md5sum: 'm' },
    { path: 'known.pt', sha256sum },
  ]);
  const record = (await app.get(`${v2}/clip/model/one`)).json();
  expect(record.config.download[0].sha256sum).toBe('FIXME');

  const edit = async (edited: object) => {
    const id = await app.propose('PUT', '/clip/model/one', edited);
    await app.approve(id);
    await app.apply(id);
  };
  await edit({ ...record, description: 'changed' });
  expect(await file()).toBe(text.replace('"first"', '"changed"'));

  const [unknown, known] = record.config.download;
  const found = 'b'.repeat(64);
  await edit({ ...record, config: { download: [{ ...unknown, sha256sum: found }, known] } });
  expect((await app.get(`${v1}/clip`)).json().one.config.files[0].sha256sum).toBe(found);
});

test('a record put back as v1 showed it keeps what an export has', async () => {
  const { app, text, file } = await imported('legacy');
  const shown = (await app.get(`${v1}/clip`)).json().one;
  const put = (body: object, query = '') =>
    app.send('PUT', `${v1}/clip${query}`, { key: keys.requestor, body });
  expect((await put(shown, '?dry_run=true')).json()).toMatchObject({ diff: { net_operation: 'unchanged' } });
  const id = (await put({ ...shown, description: 'changed' })).json().change_id;
  await app.approve(id);
  await app.apply(id);
  expect(await file()).toBe(text.replace('"first"', '"changed"'));
});
