import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { proposalDiff } from '../../../../src/modules/queue/proposal-diff.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../../../src/records/categories/category.ts';
import { counterpartDiffs, criticalFieldsOf, criticalIn } from '../../../../src/records/diff.ts';
import type { ChangeOperation } from '../../../../src/records/enums.ts';
import type { ModelViews } from '../../../../src/records/model-views.ts';
import { findCategory } from '../../../support/categories.ts';

const clip = findCategory('clip') as CategoryDefinition;
const old: JsonObject = { name: 'x', version: '1', style: 'a' };

const diffOf = (
  operation: ChangeOperation,
  current: JsonObject | null,
  proposed: JsonObject | null,
  format: CanonicalFormat = 'v2',
) =>
  proposalDiff({
    definition: clip,
    name: 'x',
    operation,
    format,
    current,
    proposed,
    live: null,
    after: null,
  });

describe('a proposal held against the live record', () => {
  test('says what would change, and at which paths', () => {
    const proposed = { name: 'x', version: '2', pretrained_name: 'p', description: 'd' };
    expect(diffOf('update', old, proposed)).toEqual({
      category: 'clip',
      model_name: 'x',
      operation: 'update',
      current_state: old,
      proposed_state: proposed,
      net_operation: 'modified',
      field_diffs: [
        { field_path: 'description', old_value: null, new_value: 'd', change_type: 'added' },
        { field_path: 'pretrained_name', old_value: null, new_value: 'p', change_type: 'added' },
        { field_path: 'style', old_value: 'a', new_value: null, change_type: 'removed' },
        { field_path: 'version', old_value: '1', new_value: '2', change_type: 'modified' },
      ],
      counterpart_diffs: [],
      is_critical: true,
      critical_fields: ['pretrained_name'],
      fields_added: ['description', 'pretrained_name'],
      fields_removed: ['style'],
      fields_modified: ['version'],
    });
  });

  test('is not critical when no critical field differs', () => {
    const { is_critical, critical_fields } = diffOf('update', old, { ...old, version: '2' });
    expect([is_critical, critical_fields]).toEqual([false, []]);
  });

  test.each<[string, ChangeOperation, JsonObject | null, JsonObject | null, string]>([
    ['a create', 'create', null, old, 'added'],
    ['a create of what exists by now', 'create', old, old, 'modified'],
    ['an update', 'update', old, { ...old, version: '2' }, 'modified'],
    ['an update that changes nothing', 'update', old, old, 'unchanged'],
    ['an update of what is gone', 'update', null, old, 'added'],
    ['a delete', 'delete', old, old, 'deleted'],
    ['a delete of what is gone', 'delete', null, old, 'unchanged'],
  ])('%s', (_, operation, current, proposed, expected) => {
    expect(diffOf(operation, current, proposed).net_operation).toBe(expected);
  });

  test('a delete removes every field, whatever was sent with it', () => {
    const { proposed_state, field_diffs } = diffOf('delete', old, { ...old, version: '2' });
    expect(proposed_state).toBeNull();
    expect(field_diffs.map(({ field_path, change_type }) => `${change_type} ${field_path}`)).toEqual([
      'removed name',
      'removed version',
      'removed style',
    ]);
  });

  test('each format has critical fields of its own; a category without legacy has one set', () => {
    expect(criticalFieldsOf(clip, 'v2')).not.toContain('type');
    expect(criticalFieldsOf(clip, 'legacy')).toContain('type');
    const audio = findCategory('audio_generation') as CategoryDefinition;
    expect(audio.legacy).toBeNull();
    expect(criticalFieldsOf(audio, 'legacy')).toEqual(audio.criticalFields);
  });
});

describe('what a proposed write does to the other view', () => {
  const views = (version: string, style: string): ModelViews => ({
    v2: { record_type: 'clip', name: 'x', version },
    legacy: { name: 'x', version, style },
  });
  const diffs = (operation: ChangeOperation, format: CanonicalFormat, after: ModelViews | null) =>
    proposalDiff({
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
    expect(paths(diffs('delete', 'v2', null).counterpart_diffs)).toEqual(gone);
    expect(paths(diffs('delete', 'v2', views('2', 'b')).counterpart_diffs)).toEqual(gone);
  });

  test('makes an update that changes nothing in its own view one that changes something', () => {
    expect(diffs('update', 'v2', views('1', 'b')).net_operation).toBe('modified');
    expect(diffs('update', 'v2', views('1', 'a')).net_operation).toBe('unchanged');
  });

  test('is all of it for a model that is new or that goes', () => {
    expect(paths(counterpartDiffs(clip, 'x', 'v2', null, views('1', 'a')))).toEqual([
      'added name',
      'added style',
      'added version',
    ]);
    expect(counterpartDiffs(clip, 'x', 'v2', null, null)).toEqual([]);
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
    expect(criticalIn(clip, 'v2', of('version'), of('type', 'version'))).toEqual(['type']);
    expect(criticalIn(clip, 'legacy', of('version'), of('model_classification', 'type'))).toEqual([
      'model_classification',
    ]);
    expect(criticalIn(clip, 'v2', of('model_classification'), of('type'))).toEqual(['model_classification']);
    expect(criticalIn(clip, 'legacy', of('type'), of('model_classification'))).toEqual(['type']);
    expect(criticalIn(clip, 'v2', of('type'), of('model_classification'))).toEqual([]);
  });
});
