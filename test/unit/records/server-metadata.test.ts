import { describe, expect, it } from 'vitest';
import type { ModelRecord } from '../../../src/records/categories/category.ts';
import { stampMetadata, withoutServerMetadata } from '../../../src/records/model-views.ts';

const record = (metadata: object): ModelRecord =>
  ({ record_type: 'clip', name: 'n', metadata, config: { download: [] } }) as unknown as ModelRecord;
const claimed = record({
  schema_version: '3',
  created_at: 1,
  updated_at: 1,
  created_by: 'me',
  updated_by: 'me',
});

describe('the server says who wrote a record and when', () => {
  it('on a create', () => {
    const stamped = stampMetadata(claimed, null, { now: 100, by: 'ada#1' });
    expect(JSON.stringify(stamped)).toBe(
      JSON.stringify(
        record({
          schema_version: '3',
          created_at: 100,
          updated_at: 100,
          created_by: 'ada#1',
          updated_by: 'ada#1',
        }),
      ),
    );
  });

  it('on an update: the creation is that of the record before', () => {
    const previous = record({ schema_version: '2.0.0', created_at: 50, updated_at: 60, created_by: 'ada#1' });
    expect(stampMetadata(claimed, previous, { now: 100, by: 'bob#2' }).metadata).toEqual({
      schema_version: '3',
      created_at: 50,
      updated_at: 100,
      created_by: 'ada#1',
      updated_by: 'bob#2',
    });
  });

  it('without naming a creator that nobody knows', () => {
    const imported = stampMetadata(claimed, null, { now: 50, by: null });
    expect(imported.metadata).toEqual({ schema_version: '3', created_at: 50, updated_at: 50 });
    expect(stampMetadata(claimed, imported, { now: 100, by: 'bob#2' }).metadata).toEqual({
      schema_version: '3',
      created_at: 50,
      updated_at: 100,
      updated_by: 'bob#2',
    });
  });

  it('as if created now, when the record before does not say', () => {
    expect(stampMetadata(claimed, record({}), { now: 100, by: 'bob#2' }).metadata).toMatchObject({
      created_at: 100,
      created_by: 'bob#2',
    });
  });
});

it('is taken away for comparing what people wrote', () => {
  expect(withoutServerMetadata(claimed)).toEqual(record({ schema_version: '3' }));
  expect(claimed.metadata).toMatchObject({ created_at: 1 });
});
