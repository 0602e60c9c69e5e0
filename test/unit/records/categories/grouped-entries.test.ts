import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { createGroupedEntriesBody } from '../../../../src/records/categories/text/grouped-entries.ts';
import { textGeneration } from '../../../../src/records/categories/text-generation.ts';

/** The entries of a snapshot: of two with one name, the later one in the place of the first. */
function entries(...names: string[]) {
  const shown = new Map(
    names.flatMap((name) => textGeneration.legacy?.createEntries(name, { name, parameters: 7e9 }) ?? []),
  );
  return [...shown].map(([name, record]) => ({ name, record, text: JSON.stringify(record) }));
}

const groupsOf = (...names: string[]) =>
  Object.entries(JSON.parse(createGroupedEntriesBody(entries(...names))) as Record<string, JsonObject>).map(
    ([name, entry]) => [
      name,
      entry.text_model_group,
      (entry.text_model_group_summary as JsonObject).member_count,
    ],
  );

it('every entry has the group of its model, and counts are those of models', () => {
  expect(groupsOf('a/Marx-3B', 'gpt2', 'b/Marx-7B')).toEqual([
    ['a/Marx-3B', 'Marx', 2],
    ['aphrodite/a/Marx-3B', 'Marx', 2],
    ['koboldcpp/Marx-3B', 'Marx', 2],
    ['gpt2', 'gpt2', 1],
    ['aphrodite/gpt2', 'gpt2', 1],
    ['koboldcpp/gpt2', 'gpt2', 1],
    ['b/Marx-7B', 'Marx', 2],
    ['aphrodite/b/Marx-7B', 'Marx', 2],
    ['koboldcpp/Marx-7B', 'Marx', 2],
  ]);
});

it('a name with several slashes has its group under every name', () => {
  const groups = groupsOf('a/b/Marx-3B');
  expect(groups.map(([name]) => name)).toEqual(['a/b/Marx-3B', 'aphrodite/a/b/Marx-3B', 'koboldcpp/b']);
  expect(new Set(groups.map(([, group]) => group)).size).toBe(1);
});

it('two models of one prefixed name: the entry and its group are those of the later one', () => {
  const body = JSON.parse(createGroupedEntriesBody(entries('a/Marx/x', 'b/Marx'))) as Record<
    string,
    JsonObject
  >;
  expect(body['koboldcpp/Marx']).toEqual({ ...body['b/Marx'], name: 'koboldcpp/Marx' });
});

it('an entry without a model is left as it is', () => {
  const record = { name: 'koboldcpp/x', model_name: 'x' };
  const text = JSON.stringify(record);
  expect(createGroupedEntriesBody([{ name: 'koboldcpp/x', record, text }])).toBe(`{"koboldcpp/x":${text}}`);
});

it('says nothing more than the entries do but the two fields, and is compact', () => {
  const body = createGroupedEntriesBody(entries('ü/"quoted"-3B'));
  expect(body).toBe(JSON.stringify(JSON.parse(body)));
  for (const { name, record } of entries('ü/"quoted"-3B')) {
    const { text_model_group: _group, text_model_group_summary: _summary, ...rest } = JSON.parse(body)[name];
    expect(rest).toEqual(record);
  }
  expect(createGroupedEntriesBody([])).toBe('{}');
});
