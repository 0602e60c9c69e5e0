import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/kernel/json.ts';
import {
  type SearchQuery,
  searchFields,
  sharedFields,
} from '../../../../../src/modules/insight/search/query.ts';
import { categories, findCategory } from '../../../../../src/records/categories/index.ts';
import { describeWithSharedData } from '../../../../support/shared-data.ts';
import { searchAll, searchCategory } from './search-all.ts';

const firstPage = { limit: 50, offset: 0 };

/**
 * The known records of a category, in the stored form: the file leaves out what equals a default
 * (`inpainting: false`).
 */
function storedRecords(folder: string, category: string): { name: string; record: JsonObject }[] {
  let known: Record<string, unknown> = {};
  try {
    known = JSON.parse(readFileSync(join(folder, 'v2-golden', `${category}.json`), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const { stored } = findCategory(category)!;
  return Object.entries(known).map(([name, record]) => ({ name, record: stored.parse(record) }));
}

describeWithSharedData('search over the real records', (folder) => {
  const records = new Map<string, { name: string; record: JsonObject }[]>();

  beforeAll(() => {
    for (const { name } of categories) records.set(name, storedRecords(folder, name));
  });

  const found = (category: string, query: Partial<SearchQuery>) =>
    searchCategory(records.get(category)!, { ...firstPage, ...query }, searchFields(findCategory(category)!));
  const total = (category: string, query: Partial<SearchQuery>): number => found(category, query).total;
  const names = (category: string, query: Partial<SearchQuery>): unknown[] =>
    found(category, query).positions.map((position) => records.get(category)![position]!.record.name);
  const everywhere = (query: SearchQuery) =>
    searchAll([...records.values()].flat(), query, sharedFields(categories.map(searchFields)));

  it.each<[string, Partial<SearchQuery>, number]>([
    ['image_generation', {}, 161],
    ['image_generation', { nsfw: true }, 82],
    ['image_generation', { nsfw: false }, 79],
    ['image_generation', { baseline: 'stable_diffusion_xl' }, 49],
    ['image_generation', { baseline: 'SDXL' }, 49],
    ['image_generation', { inpainting: true }, 8],
    ['image_generation', { inpainting: false }, 153],
    ['image_generation', { tags_any: ['anime', 'cg'] }, 27],
    ['image_generation', { tags_any: ['anime,cg'] }, 0],
    ['image_generation', { tags_all: ['anime', 'booru'] }, 5],
    ['image_generation', { tags_none: ['anime'] }, 134],
    ['image_generation', { name_contains: 'DIFFUSION' }, 28],
    ['text_generation', { quantized: true }, 7],
    ['text_generation', { quantized: false }, 712],
    ['text_generation', { tags_any: ['3B'] }, 0],
    ['text_generation', { backend: 'koboldcpp' }, 0],
    ['text_generation', { exclude_backend_variations: true }, 719],
    ['lora', {}, 0],
  ])('%s with %j: %i', (category, query, expected) => {
    expect(total(category, query)).toBe(expected);
  });

  it.each<[Partial<SearchQuery>, string[]]>([
    [{ sort_by: 'name' }, ['2DN', '526Mix-Animated', 'A-Zovya RPG Inpainting']],
    [
      { sort_by: 'name', sort_desc: true },
      ['waifu_diffusion', 'stable_diffusion_inpainting', 'stable_diffusion_2.1'],
    ],
    [
      { sort_by: 'size_on_disk_bytes', sort_desc: true },
      ['Deliberate 3.0', 'Flux.1-Schnell fp8 (Compact)', 'Stable Cascade 1.0'],
    ],
    [{ sort_by: 'nsfw' }, ['stable_diffusion_2.1', 'stable_diffusion', 'waifu_diffusion']],
  ])('image models with %j begin with %j', (query, expected) => {
    expect(names('image_generation', { ...query, limit: 3 })).toEqual(expected);
  });

  it('sorts text models by their size, under either of its names', () => {
    const smallest = ['EleutherAI/pythia-70m-deduped', 'EleutherAI/pythia-70m'];
    expect(names('text_generation', { sort_by: 'parameters', limit: 2 })).toEqual(smallest);
    expect(names('text_generation', { sort_by: 'parameters_count', limit: 2 })).toEqual(smallest);
  });

  it.each([
    [{}, 913],
    [{ nsfw: false }, 798],
    [{ nsfw: true }, 82],
    [{ tags_none: ['anime'] }, 886],
  ])('all categories with %j: %i', (query, expected) => {
    expect(everywhere({ ...firstPage, ...query }).total).toBe(expected);
  });

  it('gives the categories in their order', () => {
    expect(everywhere({ limit: 5, offset: 159 }).positions).toEqual([159, 160, 161, 162, 163]);
  });
});
