import { describe, expect, it } from 'vitest';
import type { ModelRecord } from '../../../src/records/categories/category.ts';
import { removeServerMetadata, stampMetadata } from '../../../src/records/model-views.ts';

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
  const created = { schema_version: '2.0.0', created_at: 50, updated_at: 60, created_by: 'ada#1' };
  const byBob = { created_at: 100, updated_at: 100, created_by: 'bob#2', updated_by: 'bob#2' };
  const nobody = { created_by: undefined, updated_by: undefined };
  it.each<[what: string, before: object | null, by: string | null, stamped: object]>([
    ['on a create', null, 'bob#2', byBob],
    [
      'on an update, with the creation of before',
      created,
      'bob#2',
      { ...byBob, created_at: 50, created_by: 'ada#1' },
    ],
    ['on an import, without a creator', null, null, { ...byBob, ...nobody }],
    [
      'on an update of what was imported',
      { created_at: 50 },
      'bob#2',
      { ...byBob, created_at: 50, created_by: undefined },
    ],
    ['as if created now, when the record before does not say', {}, 'bob#2', byBob],
  ])('%s', (_what, before, by, stamped) => {
    const stamp = { now: 100, by };
    const { metadata } = stampMetadata(claimed, before && record(before), stamp);
    expect(JSON.stringify(metadata)).toBe(JSON.stringify({ schema_version: '3', ...stamped }));
  });
});

it('is taken away for comparing what people wrote', () => {
  expect(removeServerMetadata(claimed)).toEqual(record({ schema_version: '3' }));
  expect(claimed.metadata).toMatchObject({ created_at: 1 });
});
