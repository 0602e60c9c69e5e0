import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { type AppliedWrite, findWriteSpans } from '../../../../src/modules/history/batches.ts';
import { computeNetChange } from '../../../../src/modules/history/net-changes.ts';

const record = (version: string, more: JsonObject = {}): JsonObject => ({ name: 'x', version, ...more });

function write(
  event_id: number | null,
  before: JsonObject | null,
  after: JsonObject | null,
  more: Partial<AppliedWrite> = {},
): AppliedWrite {
  const about = {
    change_id: event_id ?? 0,
    category: 'clip',
    model_name: 'x',
    format: 'v2',
    applied_at: 1,
    renamed_to: null,
  } as const;
  return { ...about, event_id, before, after, ...more };
}

const net = (...writes: AppliedWrite[]) =>
  findWriteSpans(writes)
    .map((span) => computeNetChange(span, null))
    .map(({ model_name, net_operation, field_diffs }) => [
      model_name,
      net_operation,
      ...field_diffs.map(({ old_value, new_value }) => `${old_value} → ${new_value}`),
    ]);

describe('the net change of a model', () => {
  test.each<[string, AppliedWrite[], unknown[]]>([
    ['a create', [write(1, null, record('1'))], [['x', 'added', 'null → x', 'null → 1']]],
    ['an update', [write(1, record('1'), record('2'))], [['x', 'modified', '1 → 2']]],
    ['a delete', [write(1, record('1'), null)], [['x', 'deleted', 'x → null', '1 → null']]],
    [
      'created, then deleted',
      [write(1, null, record('1')), write(2, record('1'), null)],
      [['x', 'unchanged']],
    ],
    [
      'deleted, then created the same',
      [
        write(1, record('1', { metadata: { created_at: 1 } }), null),
        write(2, null, record('1', { metadata: { created_at: 9 } })),
      ],
      [['x', 'unchanged']],
    ],
    [
      'deleted, then created another',
      [write(1, record('1'), null), write(2, null, record('2'))],
      [['x', 'modified', '1 → 2']],
    ],
    [
      'there and back',
      [write(1, record('1'), record('2')), write(2, record('2'), record('1'))],
      [['x', 'unchanged']],
    ],
    ['a delete of what was gone', [write(null, null, null)], []],
    [
      'writes in another order than they were made',
      [
        write(3, record('2'), record('3')),
        write(1, record('0'), record('1')),
        write(2, record('1'), record('2')),
      ],
      [['x', 'modified', '0 → 3']],
    ],
    [
      'writes of one second that nobody audited',
      [
        write(null, record('1'), record('2'), { change_id: 2 }),
        write(null, record('2'), record('3'), { change_id: 3 }),
        write(null, record('0'), record('1'), { change_id: 1 }),
      ],
      [['x', 'modified', '0 → 3']],
    ],
    [
      'writes between which another batch wrote',
      [write(1, record('1'), record('2')), write(5, record('theirs'), record('3'))],
      [['x', 'modified', '1 → 3']],
    ],
  ])('%s', (_what, writes, expected) => {
    expect(net(...writes)).toEqual(expected);
  });

  test('is one for each model of each category', () => {
    const other = { category: 'blip' };
    expect(
      net(
        write(1, null, record('1')),
        write(2, null, record('1'), { model_name: 'y' }),
        write(3, null, record('1'), other),
        write(4, record('1'), null),
      ).map(([name, operation]) => [name, operation]),
    ).toEqual([
      ['x', 'unchanged'],
      ['y', 'added'],
      ['x', 'added'],
    ]);
  });

  test('is critical by the fields of the category in the format of the records', () => {
    const [span] = findWriteSpans([
      write(1, { config: { files: [] } }, { config: { files: [1] } }, { format: 'legacy' }),
    ]);
    expect(span && computeNetChange(span, null)).toMatchObject({
      is_critical: true,
      net_operation: 'modified',
    });
  });
});
