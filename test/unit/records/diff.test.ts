import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { createDelta, diffRecords, filterCriticalPaths } from '../../../src/records/diff.ts';

const paths = (current: JsonObject | null, proposed: JsonObject | null) =>
  diffRecords(current, proposed).map((diff) => `${diff.change_type} ${diff.field_path}`);

describe('a diff of two records', () => {
  test('names every leaf that was added, removed or modified, by dotted path, keys sorted', () => {
    expect(
      diffRecords(
        { name: 'x', nsfw: false, config: { download: [], note: 'old' }, version: '1' },
        { name: 'x', nsfw: true, config: { download: [{ file_name: 'a' }], note: 'old' }, added: 0 },
      ),
    ).toEqual([
      { field_path: 'added', old_value: null, new_value: 0, change_type: 'added' },
      {
        field_path: 'config.download',
        old_value: [],
        new_value: [{ file_name: 'a' }],
        change_type: 'modified',
      },
      { field_path: 'nsfw', old_value: false, new_value: true, change_type: 'modified' },
      { field_path: 'version', old_value: '1', new_value: null, change_type: 'removed' },
    ]);
  });

  test('is empty for equal records, whatever the order of their keys', () => {
    expect(
      diffRecords({ a: 1, b: { c: [1, { d: 2, e: 3 }] } }, { b: { c: [1, { e: 3, d: 2 }] }, a: 1 }),
    ).toEqual([]);
  });

  test('takes arrays as a whole: order matters', () => {
    expect(paths({ tags: ['a', 'b'] }, { tags: ['b', 'a'] })).toEqual(['modified tags']);
  });

  test('counts null as absent and gives an empty object no leaf', () => {
    expect(diffRecords({ a: null, b: {} }, {})).toEqual([]);
    expect(paths({ a: null }, { a: 1 })).toEqual(['added a']);
    expect(paths({ requirements: {} }, { requirements: { clip_skip: 2 } })).toEqual([
      'added requirements.clip_skip',
    ]);
  });

  test('an object in place of a scalar, or the other way round, is one modification', () => {
    expect(paths({ a: 1, b: { c: 1 }, d: [] }, { a: { x: 1 }, b: 'c', d: {} })).toEqual([
      'modified a',
      'modified b',
      'modified d',
    ]);
  });

  test('with one side missing lists all leaves in document order', () => {
    const record = { name: 'x', config: { download: [] }, baseline: 'b' };
    expect(paths(null, record)).toEqual(['added name', 'added config.download', 'added baseline']);
    expect(paths(record, null)).toEqual(['removed name', 'removed config.download', 'removed baseline']);
    expect(diffRecords(null, null)).toEqual([]);
  });

  test('leaves out what the server stamps, and only that', () => {
    expect(
      paths(
        { metadata: { schema_version: '1', created_at: 1, created_by: 'a', updated_at: 1, updated_by: 'a' } },
        { metadata: { schema_version: '2' } },
      ),
    ).toEqual(['modified metadata.schema_version']);
  });

  test('does not take inherited members for fields', () => {
    expect(paths({ a: 1 }, JSON.parse('{"a":1,"constructor":1,"__proto__":2}') as JsonObject)).toEqual([
      'added __proto__',
      'added constructor',
    ]);
  });
});

describe('a diff is critical', () => {
  const critical = (current: JsonObject | null, proposed: JsonObject | null) =>
    filterCriticalPaths(diffRecords(current, proposed), ['baseline', 'requirements']);

  test.each([
    ['a critical field', { baseline: 'a' }, { baseline: 'b' }, ['baseline']],
    [
      'something below a critical field',
      { requirements: { a: 1 } },
      { requirements: { a: 2 } },
      ['requirements.a'],
    ],
    ['a download', { config: { download: [] } }, { config: { download: [1] } }, ['config.download']],
    ['a file of a legacy record', { config: { files: [] } }, { config: { files: [1] } }, ['config.files']],
    ['a delete', { name: 'x', baseline: 'a' }, null, ['baseline']],
    ['a field that only begins like a critical one', { baseline_note: 1 }, { baseline_note: 2 }, []],
    ['any other field', { description: 'a' }, { description: 'b' }, []],
  ])('for %s: %j → %j', (_, current, proposed, expected) => {
    expect(critical(current as JsonObject, proposed as JsonObject | null)).toEqual(expected);
  });
});

describe('a delta', () => {
  test('has old and new for every top-level key that differs, null for absent', () => {
    expect(
      createDelta(
        { same: { a: 1, b: 2 }, gone: 1, changed: [1], nested: { a: 1 } },
        { same: { b: 2, a: 1 }, come: false, changed: [2], nested: { a: 2 } },
      ),
    ).toEqual({
      gone: { old: 1, new: null },
      changed: { old: [1], new: [2] },
      nested: { old: { a: 1 }, new: { a: 2 } },
      come: { old: null, new: false },
    });
  });
});
