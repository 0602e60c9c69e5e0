import { describe, expect, test } from 'vitest';
import type { LegacyRecord, ModelRecord } from '../../../src/records/categories/category.ts';
import type { CategoryName } from '../../../src/records/categories/index.ts';
import {
  createShownRecord,
  formatOf,
  textsOf,
  viewsAfter,
  viewsOf,
} from '../../../src/records/model-views.ts';
import { baselines, findCategory } from '../../support/categories.ts';

const category = (name: CategoryName) => findCategory(name)!;
const later = { by: 'anna#2', now: 20 };
const clip = category('clip');
const first = clip.stored(baselines).parse({ name: 'a', finetune_series: { name: 'f' } });
const proposal = { format: 'v2', record: first } as const;
const live = viewsAfter(clip, 'a', proposal, null, { by: 'rita#1', now: 10 }, baselines);
const known = { ...live, legacy: { ...(live.legacy as LegacyRecord), odd: 1 } };

describe('after a write', () => {
  test('both views say the same, and each keeps what only it knows', () => {
    const record = { ...known.v2, description: 'd' };
    const v2 = viewsAfter(category('clip'), 'a', { format: 'v2', record }, known, later, baselines);
    expect(v2.legacy).toEqual({ ...known.legacy, description: 'd' });
    expect(v2.v2.metadata).toMatchObject({ created_at: 10, updated_at: 20 });

    const body = { ...known.legacy, config: { files: [], download: [] }, description: 'd' };
    const more = { ...known, legacy: { ...known.legacy, config: { files: [], download: [], more: 1 } } };
    const legacy = viewsAfter(clip, 'a', { format: 'legacy', record: body }, more, later, baselines);
    expect(legacy.legacy).toEqual({ ...body, config: { files: [], download: [], more: 1 } });
    expect(legacy.v2).toEqual({
      ...{ ...known.v2, description: 'd' },
      metadata: { ...(known.v2.metadata as object), updated_at: 20, updated_by: 'anna#2' },
    });
  });

  test.each([
    { format: 'v2', record: live.v2 },
    { format: 'legacy', record: live.legacy as LegacyRecord },
  ] as const)('a model that was not there is made by who asks for it: $format', (proposed) => {
    const views = viewsAfter(category('clip'), 'a', proposed, null, later, baselines);
    expect(views.v2.metadata).toMatchObject({ created_at: 20, created_by: 'anna#2' });
    expect(views.legacy).toEqual(live.legacy);
  });

  test('a category without a legacy form has one view, and takes no other', () => {
    const lora = category('lora');
    const record = { name: 'x' };
    const views = viewsAfter(lora, 'x', { format: 'v2', record }, null, later, baselines);
    expect(views.legacy).toBeNull();
    expect(viewsOf(textsOf(views))).toEqual(views);
    expect(() => viewsAfter(lora, 'x', { format: 'legacy', record }, null, later, baselines)).toThrowError(
      'Category lora has no legacy format',
    );
    expect(() => createShownRecord(lora, 'x', 'legacy', views)).toThrowError(
      "Model 'x' of lora has no legacy view",
    );
  });
});

test('categories without a legacy form speak v2 everywhere', () => {
  expect(formatOf(category('lora'), 'legacy')).toBe('v2');
  expect(formatOf(category('clip'), 'legacy')).toBe('legacy');
  expect(formatOf(category('clip'), 'v2')).toBe('v2');
});

test('the stored texts are those of both views, each with its hash', () => {
  const texts = textsOf(known);
  expect(viewsOf(texts)).toEqual(known);
  expect(texts.legacy_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(texts.legacy_hash).not.toBe(texts.v2_hash);
  expect(textsOf({ ...known, legacy: null })).toEqual({ ...texts, legacy: null, legacy_hash: null });
});

test('readers of the legacy format see the entry of a text model, or its row where there is none', () => {
  const text = category('text_generation');
  const v2 = { name: 'a/b' } as ModelRecord;
  const shown = (name: string) =>
    createShownRecord(text, name, 'legacy', { v2, legacy: { name, parameters: 7e9 } });
  expect(shown('a/b')).toMatchObject({ name: 'a/b', model_name: 'b', parameters: 7e9 });
  expect(shown('https://x/y')).toEqual({ name: 'https://x/y', parameters: 7e9 });
  expect(createShownRecord(text, 'a/b', 'v2', { v2, legacy: { name: 'a/b', parameters: 7e9 } })).toBe(v2);
});
