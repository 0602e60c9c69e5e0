import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openReferenceDirectory } from '../../src/cli/reference-directory.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { importReferences } from '../../src/modules/transfer/import.ts';
import { readReferenceFiles } from '../../src/modules/transfer/reference-files.ts';
import { contentHash } from '../../src/records/hash.ts';
import { hasBackendPrefix } from '../../src/records/text-names/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { categories, categoryNames, findCategory, usualCategories } from '../support/categories.ts';
import { legacyCategoryNames } from '../support/least-bodies.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

type Records = Record<string, JsonObject>;

describeWithSharedData('a registry with the real data', (folder) => {
  const legacyFolder = join(folder, 'legacy');
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    const files = await readReferenceFiles(await openReferenceDirectory(legacyFolder), categories, null);
    await importReferences(app.store, files, { categories: usualCategories, canonicalFormat: 'v2', now: 1 });
    await app.service.context.catalog.refresh(categoryNames);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const read = async (path: string): Promise<Records> =>
    (await app.get(`/api/model_references/${path}`)).json();
  const fileOf = (category: string) => findCategory(category)?.legacy?.fileName ?? '';

  it.each(legacyCategoryNames.filter((name) => name !== 'text_generation'))(
    'shows in v1 what the public file of %s says, in its order',
    async (category) => {
      const source = readFileSync(join(legacyFolder, 'image', fileOf(category)), 'utf8');
      const body = await app.get(`/api/model_references/v1/${fileOf(category)}`);
      expect(body.json()).toEqual(JSON.parse(source));
      expect(body.body).toBe(JSON.stringify(JSON.parse(source)));
    },
  );

  it('shows 2,157 text entries, with the known hash', async () => {
    const body = await read('v1/db.json');
    expect(Object.keys(body)).toHaveLength(2157);
    // Numbers printed as JavaScript does: two settings are written 3.0 and 1.0 in the public file.
    expect(contentHash(JSON.stringify(body, null, 2))).toBe(
      '3744a7f0b0ac1b7bf3711cb9dac7a93c868fb13f784215c2f8eb92517e503b73',
    );
  });

  it('counts the models of each group once', async () => {
    const plain = await read('v1/text_generation');
    const grouped = await read('v1/text_generation?include_group=true');
    expect(Object.keys(grouped)).toEqual(Object.keys(plain));
    const counts = new Map<unknown, number>();
    for (const [name, { text_model_group: group }] of Object.entries(grouped)) {
      if (!hasBackendPrefix(name)) counts.set(group, (counts.get(group) ?? 0) + 1);
    }
    expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(719);
    for (const [name, entry] of Object.entries(grouped)) {
      const { text_model_group: group, text_model_group_summary: summary, ...rest } = entry;
      expect(rest, name).toEqual(plain[name]);
      expect((summary as JsonObject).member_count, name).toBe(counts.get(group));
    }
  });
});
