import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonSchema, SchemaDocument } from '../../console/src/api/record-schemas.ts';
import { partsUnder, withSchemaEdit } from '../../console/src/pages/groups/naming.ts';
import { rebased, sameJson, valueAt, withValueAt } from '../../console/src/pages/propose/draft.ts';
import { objectOfRows, textOfValue, valueOfText } from '../../console/src/pages/propose/fields/map-rows.ts';
import { lineOf, linesOfJson, readJson } from '../../console/src/pages/propose/json-lines.ts';
import { messagesWithin, problemsInEdited, problemsOf } from '../../console/src/pages/propose/problems.ts';
import { canShow, recordFields } from '../../console/src/pages/propose/record-fields.ts';

const document = (properties: Record<string, JsonSchema>, required: string[] = []): SchemaDocument => ({
  components: {
    schemas: {
      ModelRecordUnion: { discriminator: { mapping: { clip: '#/components/schemas/Clip' } } },
      Clip: { type: 'object', properties, required },
      File: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
    } as SchemaDocument['components']['schemas'],
  },
});

describe('the fields of a form', () => {
  it('follow from the schema: nulls aside, through references, with what the server writes left out', () => {
    const fields = recordFields(
      document(
        {
          record_type: { type: 'string', enum: ['clip'] },
          metadata: { type: 'object', properties: {} },
          name: { type: 'string' },
          size: { type: ['integer', 'null'] },
          nsfw: { type: 'boolean', default: false },
          kind: { type: 'string', enum: ['a', 'b'] },
          tags: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] },
          files: { type: 'array', items: { $ref: '#/components/schemas/File' }, default: [] },
          origin: { anyOf: [{ $ref: '#/components/schemas/File' }, { type: 'null' }] },
          hashes: { type: 'object', additionalProperties: { type: 'string' } },
          settings: { anyOf: [{ type: 'object', additionalProperties: {} }, { type: 'null' }] },
          strange: {},
        },
        ['name'],
      ),
      'clip',
    );
    expect(fields?.map(({ key, kind }) => [key, kind])).toEqual([
      ['name', 'text'],
      ['size', 'integer'],
      ['nsfw', 'boolean'],
      ['kind', 'choice'],
      ['tags', 'texts'],
      ['files', 'table'],
      ['origin', 'object'],
      ['hashes', 'map'],
      ['settings', 'map'],
      ['strange', 'json'],
    ]);
    expect(fields?.find(({ key }) => key === 'name')?.required).toBe(true);
    expect(fields?.find(({ key }) => key === 'files')).toMatchObject({
      fallback: [],
      fields: [{ key: 'url', kind: 'text', required: true }],
    });
    expect(recordFields(document({}), 'unknown')).toBeNull();
  });

  it('show no value that would be changed by being shown', () => {
    const [size, tags] = recordFields(
      document({ size: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } }),
      'clip',
    )!;
    expect([5, null, undefined].map((value) => canShow(size!, value))).toEqual([true, true, true]);
    expect([canShow(size!, '5'), canShow(tags!, ['a', 1]), canShow(tags!, 'a')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('a draft', () => {
  it('is changed at a path, in its place; undefined takes away', () => {
    const record = { a: 1, config: { download: [{ url: 'x' }, { url: 'y' }] }, z: 2 };
    const changed = withValueAt(record, ['config', 'download', 1, 'url'], 'new');
    expect(changed).toEqual({ a: 1, config: { download: [{ url: 'x' }, { url: 'new' }] }, z: 2 });
    expect(Object.keys(changed as object)).toEqual(['a', 'config', 'z']);
    expect(withValueAt(record, ['a'], undefined)).toEqual({ config: record.config, z: 2 });
    expect(withValueAt({}, ['origin', 'name'], 'n')).toEqual({ origin: { name: 'n' } });
    expect(valueAt(record, ['config', 'download', 0, 'url', 'deeper'])).toBeUndefined();
  });

  it('is laid over a newer record field by field', () => {
    const base = { a: 1, b: 1, gone: 1, list: [1] };
    const mine = { a: 2, b: 1, list: [1], own: 1 };
    const newer = { a: 1, b: 9, gone: 1, list: [2], theirs: 1 };
    expect(rebased(base, mine, newer)).toEqual({ a: 2, b: 9, list: [2], theirs: 1, own: 1 });
  });

  it('is the same whatever the order of its keys, and a null is nothing', () => {
    expect(sameJson({ a: 1, b: [{ c: null }] }, { b: [{}], a: 1 })).toBe(true);
    expect(sameJson({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
    expect(sameJson({ a: '1' }, { a: 1 })).toBe(false);
  });
});

describe('free keys', () => {
  it('keep every value as what it is', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.array(fc.oneof(fc.string(), fc.integer())),
    );
    fc.assert(
      fc.property(value, (given) => {
        expect(valueOfText(textOfValue(given, false), false)).toEqual(given);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (given) => {
        expect(valueOfText(textOfValue(given, true), true)).toBe(given);
      }),
    );
  });

  it('are no object while no key is typed', () => {
    expect(objectOfRows([{ id: 0, key: ' ', text: 'x' }], false)).toBeUndefined();
    expect(objectOfRows([{ id: 0, key: 'n ', text: '5' }], false)).toEqual({ n: 5 });
  });
});

describe('JSON text', () => {
  it('is searched for the line of every value, also of the innermost that is there', () => {
    const record = { name: 'a "b" {', tags: ['x', 'y'], config: { download: [{ url: 'x' }, { url: 'y' }] } };
    const text = JSON.stringify(record, null, 2);
    const lines = linesOfJson(text);
    const line = (...path: (string | number)[]) => text.split('\n')[lineOf(lines, path)]?.trim();
    expect(line('name')).toBe('"name": "a \\"b\\" {",');
    expect(line('tags', 1)).toBe('"y"');
    expect(line('config', 'download', 1, 'url')).toBe('"url": "y"');
    expect(line('config', 'missing')).toBe('"config": {');
    expect(line('missing')).toBe('{');
  });

  it('says where it is none', () => {
    expect(readJson('{\n "a": 1,\n oops\n}')).toMatchObject({ ok: false, error: { line: 2 } });
    expect(readJson('{\n "a": 1')).toMatchObject({ ok: false, error: { line: 1 } });
    expect(readJson('[]')).toMatchObject({ ok: false });
    expect(readJson('{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
  });
});

describe('problems', () => {
  const problems = problemsOf([
    { loc: ['body', 'config', 'download', 0, 'file_url'], msg: 'Field required', type: 'missing' },
    { loc: ['body', 'tags', 1], msg: 'Value error, bad tag', type: 'value_error' },
    { loc: ['body'], msg: 'Value error, Unknown baseline: x', type: 'value_error' },
  ]);

  it('stand at their fields, those of the whole record at the one they name', () => {
    expect(messagesWithin(problems, ['tags'])).toEqual(['bad tag']);
    expect(messagesWithin(problems, ['baseline'])).toEqual(['Unknown baseline: x']);
    expect(messagesWithin(problems, ['config', 'download', 1])).toEqual([]);
  });

  it('are told of what has been edited only', () => {
    expect(problemsInEdited(problems, new Set(['tags', 'name']))).toEqual([
      { path: ['tags', 1], message: 'bad tag' },
    ]);
  });
});

describe('a naming schema', () => {
  const schema = {
    separator: '-',
    part_order: ['base', 'size'],
    author_included: true,
    common_author: null,
    template: '{author}/{base}-{size}',
    extra_parts: [],
  };

  it('has a template that follows its parts until it is written by hand', () => {
    expect(withSchemaEdit(schema, { separator: '_' }).template).toBe('{author}/{base}_{size}');
    const own = withSchemaEdit(schema, { template: '{base}!' });
    expect(withSchemaEdit(own, { author_included: false }).template).toBe('{base}!');
  });

  it('is tried on the parts of a name, its author among them', () => {
    const parsed = {
      base_name: 'org/Base',
      size: null,
      variant: 'Chat',
      version: null,
      quant: null,
      extras: [],
    };
    const member = { name: 'org/Base-Chat', parsed } as unknown as Parameters<typeof partsUnder>[1];
    expect(partsUnder(schema, member)).toMatchObject({
      author: 'org',
      base_name: 'Base',
      part_order: ['base'],
    });
    expect(partsUnder({ ...schema, common_author: 'us' }, member).author).toBe('us');
    expect(partsUnder({ ...schema, author_included: false }, member).author).toBeNull();
  });
});
