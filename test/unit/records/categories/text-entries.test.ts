import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import type { LegacyRecord } from '../../../../src/records/categories/category.ts';
import { formatSizeTag, generateDisplayName } from '../../../../src/records/categories/text/row.ts';
import { textGeneration } from '../../../../src/records/categories/text-generation.ts';
import { parseInput } from '../../../../src/records/parse.ts';
import { baselines } from '../../../support/categories.ts';

const form = textGeneration.legacy!;
const marx = {
  name: 'acrastt/Marx-3B-V3',
  parameters: 3000000000,
  display_name: 'Marx 3B V3',
  url: 'https://huggingface.co/acrastt/Marx-3B-V3',
  baseline: 'StableLM-3B-4E1T',
  description: 'This is StableLM.',
  settings: { temperature: 0.7, top_p: 0.1 },
} satisfies LegacyRecord;

describe('what v1 shows of a row', () => {
  it('is three entries: the model and the name each backend advertises', () => {
    const { baseline, parameters, description, settings, display_name, url } = marx;
    const added = { version: '1', style: 'generalist', nsfw: false, tags: ['3B'] };
    const fields = { baseline, parameters, description, ...added, settings, display_name, url };
    const names = ['acrastt/Marx-3B-V3', 'aphrodite/acrastt/Marx-3B-V3', 'koboldcpp/Marx-3B-V3'];
    const entries = names.map((name) => [name, { name, model_name: 'Marx-3B-V3', ...fields }]);
    expect(JSON.stringify(form.createEntries(marx.name, marx))).toBe(JSON.stringify(entries));
  });

  it('fills what is empty, and shows style and size among the sorted tags', () => {
    const given = { version: '2', style: 'chat', nsfw: true };
    const row = { name: 'gpt2', parameters: 124000000, tags: ['Zoo', 'apple'], ...given };
    const [[, entry] = [], ...variants] = form.createEntries('gpt2', row);
    const empty = { model_name: 'gpt2', baseline: '', parameters: 124000000, description: '' };
    const tags = ['0B', 'Zoo', 'apple', 'chat'];
    const expected = { name: 'gpt2', ...empty, ...given, tags, display_name: 'gpt2' };
    expect(JSON.stringify(entry)).toBe(JSON.stringify(expected));
    expect(variants.map(([name]) => name)).toEqual(['aphrodite/gpt2', 'koboldcpp/gpt2']);
  });

  it('has no count for a row without one, keys of its own last, and nothing for an address', () => {
    const row = { name: 'a/b', parameters: 0, odd: [1], url: 'u', none: null, baseline: null, style: '' };
    const [[, entry] = []] = form.createEntries('a/b', row);
    const filled = { baseline: '', style: 'generalist', tags: ['0B'] };
    expect(entry).toMatchObject({ parameters: null, odd: [1], ...filled });
    expect(entry).not.toHaveProperty('none');
    expect(Object.keys(entry ?? {}).at(-1)).toBe('odd');
    expect(form.createEntries('https://x/y', { name: 'https://x/y', parameters: 1 })).toEqual([]);
  });

  test.each([
    [560_000_000, '1B'],
    [500_000_000, '0B'],
    [1_500_000_000, '2B'],
    [2_500_000_000, '2B'],
    [6_500_000_000, '6B'],
    [12_200_000_000, '12B'],
    [4_099_999_999, '4B'],
    [undefined, '0B'],
  ])('%s parameters are tagged %s', (parameters, tag) => {
    expect(formatSizeTag(parameters)).toBe(tag);
  });

  test.each([
    ['Aeala/Enterredaas-33b', 'Enterredaas 33b'],
    ['a/_x__y--z_', 'x y z'],
    ['a/b/c', 'b'],
  ])('%s is displayed as %s', (name, shown) => {
    expect(generateDisplayName(name)).toBe(shown);
  });
});

function stored(body: object, previous: LegacyRecord | null) {
  const parsed = parseInput(form.body(baselines), body, 'body');
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return form.fromBody(parsed.value, previous);
}

describe('the row of a v1 body', () => {
  const shown = (row: LegacyRecord) => form.createEntries(row.name, row)[0]![1];

  it('is the entry without what the view adds', () => {
    const { settings, ...fields } = { ...marx, display_name: 'My Marx', style: 'chat', tags: ['story'] };
    const row = { ...fields, settings, odd: 1 };
    expect(JSON.stringify(stored(shown(row), null))).toBe(JSON.stringify(row));
  });

  it('has no display name when it is the one that is made from the name', () => {
    const row = { name: 'a/My-Model', parameters: 7e9 };
    expect(shown(row).display_name).toBe('My Model');
    expect(stored(shown(row), null)).toEqual(row);
  });

  it('keeps a style that no tag repeats, and a config that says something', () => {
    const empty = { files: [], download: [] };
    const body = { name: 'a/b', parameters: 7e9, style: 'chat', odd: empty };
    expect(stored({ ...body, config: empty }, null)).toEqual(body);
    const config = { files: [{ path: 'x' }], download: [] };
    expect(stored({ ...body, config }, null)).toEqual({ ...body, config });
  });

  it('of a model that v1 does not show is that of the body', () => {
    const address = { name: 'https://x/y', parameters: 1, url: 'u' };
    const changed = { ...address, parameters: 2 };
    expect(stored(changed, address)).toEqual(changed);
  });

  it('keeps the default style only when a tag says that it is meant', () => {
    const body = { name: 'a/b', parameters: 7e9, style: 'generalist' };
    expect(stored(body, null)).toEqual({ name: 'a/b', parameters: 7e9 });
    expect(stored({ ...body, tags: ['generalist', '7B'] }, null)).toEqual(body);
  });

  const more = { style: 'chat', version: '2', nsfw: true, odd: { deep: null } };
  const full = { ...marx, tags: ['3B', 'story', 'chat'], ...more };
  it.each([marx, full])('is the row as it was when a client sends back what it read', (row) => {
    expect(JSON.stringify(stored(shown(row), row))).toBe(JSON.stringify(row));
    const group = { text_model_group: 'Marx', text_model_group_summary: { member_count: 3 } };
    expect(JSON.stringify(stored({ ...shown(row), ...group }, row))).toBe(JSON.stringify(row));
  });

  it('changes what the client changed, and nothing else', () => {
    const described = { description: 'new', url: undefined };
    expect(stored({ ...shown(full), ...described, url: null }, full)).toEqual({ ...full, ...described });
    const tags = ['3B', 'new', 'chat'];
    expect(stored({ ...shown(full), tags }, full)).toEqual({ ...full, tags });
  });

  it('keeps nsfw and version where a client does not say them, and takes away what it denies', () => {
    const { nsfw: _nsfw, version: _version, ...silent } = shown(full);
    expect(stored({ ...silent, description: 'new' }, full)).toEqual({ ...full, description: 'new' });
    expect(stored({ ...shown(full), nsfw: false }, full)).toEqual({ ...full, nsfw: undefined });
  });

  it('takes nsfw and version from a client that states them', () => {
    const more = { nsfw: true, version: '3' };
    expect(stored({ ...shown(marx), ...more }, marx)).toEqual({ ...marx, ...more });
  });
});

describe('a text model in v2', () => {
  const record = textGeneration.stored(baselines).parse({
    name: marx.name,
    description: '',
    version: '2',
    nsfw: true,
    parameters: 3e9,
    tags: ['story'],
    settings: {},
    text_model_group: 'Own',
    name_schema_exception: 'because',
    config: { download: [{ file_name: 'f', file_url: 'u' }] },
    metadata: { created_at: 5 },
  });

  it('has a row that holds what a CSV can, and nsfw and version besides', () => {
    const row = form.fromV2(marx.name, record, null, baselines);
    expect(row).toEqual({ name: marx.name, parameters: 3e9, tags: ['story'], version: '2', nsfw: true });
    expect(JSON.stringify(form.toV2(marx.name, row, record, baselines))).toBe(JSON.stringify(record));
  });

  it('has every column of the CSV in its row, and keeps what only the row knows when v2 changes it', () => {
    const strings = { display_name: 'D', url: 'u', baseline: 'b', description: 'd', style: 's' };
    const row = { name: marx.name, parameters: 3e9, ...strings, instruct_format: 'i' };
    const full = form.toV2(marx.name, row, null, baselines);
    expect(form.fromV2(marx.name, full, null, baselines)).toEqual(row);
    const [odd, change] = [{ ...row, odd: 1 }, { url: 'other' }];
    expect(form.fromV2(marx.name, { ...full, ...change }, odd, baselines)).toEqual({ ...odd, ...change });
  });

  it('keeps what only v2 knows when v1 changes it', () => {
    const row = form.fromV2(marx.name, record, null, baselines);
    const changed = stored(
      { ...(form.createEntries(marx.name, row)[0]![1] as JsonObject), baseline: 'b' },
      row,
    );
    expect(form.toV2(marx.name, changed, record, baselines)).toEqual({ ...record, baseline: 'b' });
  });
});
