import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { createProposalDiff } from '../../../../src/modules/queue/proposal-diff.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../../../src/records/categories/category.ts';
import { criticalFieldsOf, diffCounterparts, listCriticalPaths } from '../../../../src/records/diff.ts';
import type { ChangeOperation } from '../../../../src/records/enums.ts';
import type { ModelViews } from '../../../../src/records/model-views.ts';
import { findCategory } from '../../../support/categories.ts';

const clip = findCategory('clip') as CategoryDefinition;
const old: JsonObject = { name: 'x', version: '1', style: 'a' };

test('each format has critical fields of its own; a category without legacy has one set', () => {
  expect(criticalFieldsOf(clip, 'v2')).not.toContain('type');
  expect(criticalFieldsOf(clip, 'legacy')).toContain('type');
  const audio = findCategory('audio_generation') as CategoryDefinition;
  expect(audio.legacy).toBeNull();
  expect(criticalFieldsOf(audio, 'legacy')).toEqual(audio.criticalFields);
});

describe('what a proposed write does to the other view', () => {
  const views = (version: string, style: string): ModelViews => ({
    v2: { record_type: 'clip', name: 'x', version },
    legacy: { name: 'x', version, style },
  });
  const diffs = (operation: ChangeOperation, format: CanonicalFormat, after: ModelViews | null) =>
    createProposalDiff({
      definition: clip,
      name: 'x',
      operation,
      format,
      current: old,
      proposed: old,
      live: views('1', 'a'),
      after,
    });
  const paths = (found: readonly { change_type: string; field_path: string }[]) =>
    found.map(({ change_type, field_path }) => `${change_type} ${field_path}`).sort();

  test('is said of legacy when it is written in v2, and of v2 when it is written in legacy', () => {
    expect(paths(diffs('update', 'v2', views('2', 'b')).counterpart_diffs)).toEqual([
      'modified style',
      'modified version',
    ]);
    expect(paths(diffs('update', 'legacy', views('2', 'b')).counterpart_diffs)).toEqual(['modified version']);
  });

  test('is nothing where that cannot be said, but for a delete, which removes all of it', () => {
    const unknown = diffs('update', 'v2', null);
    expect([unknown.counterpart_diffs, unknown.net_operation]).toEqual([[], 'unchanged']);
    const gone = ['removed name', 'removed style', 'removed version'];
    const deletion = diffs('delete', 'v2', null);
    expect(deletion).toMatchObject({ proposed_state: null, fields_removed: ['name', 'version', 'style'] });
    expect(paths(deletion.counterpart_diffs)).toEqual(gone);
    expect(paths(diffs('delete', 'v2', views('2', 'b')).counterpart_diffs)).toEqual(gone);
  });

  test('makes an update that changes nothing in its own view one that changes something', () => {
    expect(diffs('update', 'v2', views('1', 'b')).net_operation).toBe('modified');
    expect(diffs('update', 'v2', views('1', 'a')).net_operation).toBe('unchanged');
  });

  test('is all of it for a model that is new or that goes', () => {
    expect(paths(diffCounterparts(clip, 'x', 'v2', null, views('1', 'a')))).toEqual([
      'added name',
      'added style',
      'added version',
    ]);
    expect(diffCounterparts(clip, 'x', 'v2', null, null)).toEqual([]);
  });

  test('is critical where its own view has nothing that is', () => {
    const of = (...fields: string[]) =>
      fields.map((field_path) => ({
        field_path,
        old_value: 1,
        new_value: 2,
        change_type: 'modified' as const,
      }));
    // `type` is critical in legacy records, `model_classification` in those of v2.
    expect(listCriticalPaths(clip, 'v2', of('version'), of('type', 'version'))).toEqual(['type']);
    expect(listCriticalPaths(clip, 'legacy', of('version'), of('model_classification', 'type'))).toEqual([
      'model_classification',
    ]);
    expect(listCriticalPaths(clip, 'v2', of('model_classification'), of('type'))).toEqual([
      'model_classification',
    ]);
    expect(listCriticalPaths(clip, 'legacy', of('type'), of('model_classification'))).toEqual(['type']);
    expect(listCriticalPaths(clip, 'v2', of('type'), of('model_classification'))).toEqual([]);
  });
});
