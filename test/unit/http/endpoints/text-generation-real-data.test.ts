import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReferenceDirectory } from '../../../../src/cli/reference-directory.ts';
import { importReferences } from '../../../../src/modules/transfer/import.ts';
import { readReferenceFiles } from '../../../../src/modules/transfer/reference-files.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { categories, usualCategories } from '../../../support/categories.ts';
import { describeWithSharedData } from '../../../support/shared-data.ts';
import { prefix } from './text-generation.ts';

describeWithSharedData('the published text models, imported', (folder) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    const source = await openReferenceDirectory(`${folder}/legacy/text`);
    const files = await readReferenceFiles(source, categories, null);
    await importReferences(app.store, files, {
      categories: usualCategories,
      canonicalFormat: 'v2',
      now: 1000,
    });
    await app.service.context.catalog.refresh(['text_generation']);
  });
  afterAll(() => app[Symbol.asyncDispose]());
  const get = async (path: string) => (await app.get(prefix + path)).json();

  test('make the known groups, with the known summary', async () => {
    const names = (await get('/groups')).groups;
    expect([names.length, names.includes('magnum')]).toEqual([419, true]);
    expect((await get('/distinct_baselines')).baselines).toHaveLength(51);
    const { groups, ...totals } = await get('/groups/summary');
    expect(groups).toHaveLength(419);
    const linked = { groups_with_families: 0, groups_with_aliases: 0 };
    expect(totals).toEqual({ total_groups: 419, total_models: 719, ...linked, groups_with_issues: 418 });
  });

  test('have the known issues', async () => {
    const { issues, ...totals } = await get('/groups/health');
    expect(issues).toHaveLength(312 + 360 + 341 + 7);
    expect(totals).toEqual({
      total_groups_checked: 419,
      groups_with_issues: 418,
      issue_counts_by_type: {
        singleton_group: 312,
        missing_baseline: 360,
        missing_description: 341,
        inconsistent_baseline: 7,
      },
    });
  });

  test('show magnum as it is known', async () => {
    const group = await get('/group/magnum');
    expect(group).toMatchObject({
      canonical_count: 10,
      backend_duplicate_count: 0,
      available_sizes: ['9B', '12B', '22B', '27B', '34B', '72B', '123B'],
      available_versions: ['v1', 'v2', 'v3', 'v4'],
      size_usage: { '72B': 2, '12B': 2, '123B': 2, '34B': 1, '22B': 1, '27B': 1, '9B': 1 },
      name_format: {
        ...{ separator: '-', part_order: ['base', 'size', 'version'], author_included: true },
        ...{ common_author: null, template: '{author}/{base}-{size}-{version}', extra_parts: [] },
      },
    });
    expect(group.common_fields).toEqual({ nsfw: false });
  });

  test('make the known families', async () => {
    const known = JSON.parse(readFileSync(`${folder}/families-detected.json`, 'utf8'));
    const { suggestions, ...totals } = await get('/families/detect');
    const found = suggestions.map((each: { family_name: string; members: string[] }) => [
      each.family_name,
      each.members,
    ]);
    expect(found).toEqual(Object.entries(known));
    expect(totals).toEqual({ total_groups_analyzed: 419, groups_in_families: 188, standalone_groups: 231 });
  });

  test('know which name is taken', async () => {
    const body = { base_name: 'Marx', size: '3B', author: 'acrastt', version: 'V3' };
    const answer = await app.send('POST', `${prefix}/compose_name`, { body });
    expect(answer.json()).toEqual({
      composed_name: 'acrastt/Marx-3B-V3',
      already_exists: true,
      suggested_group: 'Marx',
    });
  });
});
