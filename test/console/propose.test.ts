import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Draft } from '#client';
import type { JsonSchema } from '../../console/src/api/record-schemas.ts';
import { applySchemaEdit, composeParts } from '../../console/src/pages/groups/naming.ts';
import { getValueAt, isEqualJson, rebaseDraft, setValueAt } from '../../console/src/pages/propose/draft.ts';
import {
  createObject,
  formatValue,
  hasDuplicateKey,
  parseValue,
} from '../../console/src/pages/propose/fields/map-rows.ts';
import { findLine, findLines, parseJson } from '../../console/src/pages/propose/json-lines.ts';
import { findNearest } from '../../console/src/pages/propose/nearest.ts';
import { mergeNewerVersion } from '../../console/src/pages/propose/paste/newer-version.ts';
import { findOrigin } from '../../console/src/pages/propose/paste/origin.ts';
import {
  assignProblems,
  convertProblems,
  filterVisited,
  findDraftProblems,
} from '../../console/src/pages/propose/problems.ts';
import { canShow, createRecordFields } from '../../console/src/pages/propose/record-fields.ts';

const schema = (properties: Record<string, JsonSchema>, required: string[] = []) => ({
  $ref: '#/$defs/Clip',
  $defs: {
    Clip: { type: 'object', properties, required },
    File: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
    KNOWN: { enum: ['flux_1', 'stable_diffusion_1'] },
    SIZE: { enum: ['small', 'large'] },
  },
});

describe('the fields of a form', () => {
  it('follow from the schema: nulls aside, through references, with what the server writes left out', () => {
    const fields = createRecordFields(
      schema(
        {
          record_type: { type: 'string', enum: ['clip'] },
          metadata: { type: 'object', properties: {} },
          name: { type: 'string' },
          size: { type: ['integer', 'null'] },
          nsfw: { type: 'boolean', default: false },
          kind: { type: 'string', enum: ['a', 'b'] },
          tags: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] },
          files: { type: 'array', items: { $ref: '#/$defs/File' }, default: [] },
          origin: { anyOf: [{ $ref: '#/$defs/File' }, { type: 'null' }] },
          hashes: { type: 'object', additionalProperties: { type: 'string' } },
          settings: { anyOf: [{ type: 'object', additionalProperties: {} }, { type: 'null' }] },
          by_file: { type: 'object', additionalProperties: { $ref: '#/components/schemas/File' } },
          strange: {},
        },
        ['name'],
      ),
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
      ['by_file', 'json'],
      ['strange', 'json'],
    ]);
    expect(fields?.find(({ key }) => key === 'name')?.required).toBe(true);
    expect(fields?.find(({ key }) => key === 'files')).toMatchObject({
      fallback: [],
      fields: [{ key: 'url', kind: 'text', required: true }],
    });
  });

  it('show no value that would be changed by being shown', () => {
    const [size, tags] = createRecordFields(
      schema({ size: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } }),
    );
    expect([5, null, undefined].map((value) => canShow(size!, value))).toEqual([true, true, true]);
    expect([canShow(size!, '5'), canShow(tags!, ['a', 1])]).toEqual([false, false]);
    expect(canShow(tags!, 'a')).toBe(false);
  });
});

describe('a draft', () => {
  it('is changed at a path, in its place; undefined takes away', () => {
    const record = { a: 1, config: { download: [{ url: 'x' }, { url: 'y' }] }, z: 2 };
    const changed = setValueAt(record, ['config', 'download', 1, 'url'], 'new');
    expect(changed).toEqual({ a: 1, config: { download: [{ url: 'x' }, { url: 'new' }] }, z: 2 });
    expect(Object.keys(changed as object)).toEqual(['a', 'config', 'z']);
    expect(setValueAt(record, ['a'], undefined)).toEqual({ config: record.config, z: 2 });
    expect(setValueAt({}, ['origin', 'name'], 'n')).toEqual({ origin: { name: 'n' } });
    expect(getValueAt(record, ['config', 'download', 0, 'url', 'deeper'])).toBeUndefined();
  });

  it('is laid over a newer record field by field', () => {
    const base = { a: 1, b: 1, gone: 1, list: [1] };
    const mine = { a: 2, b: 1, list: [1], own: 1 };
    const newer = { a: 1, b: 9, gone: 1, list: [2], theirs: 1 };
    expect(rebaseDraft(base, mine, newer)).toEqual({ a: 2, b: 9, list: [2], theirs: 1, own: 1 });
  });

  it('is the same whatever the order of its keys, and a null is nothing', () => {
    expect(isEqualJson({ a: 1, b: [{ c: null }] }, { b: [{}], a: 1 })).toBe(true);
    expect(isEqualJson({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
    expect(isEqualJson({ a: '1' }, { a: 1 })).toBe(false);
  });
});

describe('a draft from a link', () => {
  it('of a newer version keeps what people wrote about the model', () => {
    const live = { name: 'a', version: '1', description: 'By hand.', tags: [], nsfw: false };
    const drafted = { name: 'A v2', version: '2', description: 'By machine.', tags: ['x'], nsfw: true };
    expect(mergeNewerVersion(live, drafted)).toEqual({ ...live, version: '2', tags: ['x'] });
  });

  it('says where a value comes from until it is edited', () => {
    const source = { source: 'civitai:files', certainty: 'given' };
    const made = {
      record: { name: 'a', config: { download: [{ sha256sum: 'x' }] } },
      sources: { config: source },
    } as unknown as Draft;
    const at = (record: object) =>
      findOrigin(made, record as Draft['record'], ['config', 'download', 0, 'sha256sum']);
    expect(at(made.record)).toBe(source);
    expect(at({ config: { download: [{ sha256sum: 'y' }] } })).toBeNull();
    expect(findOrigin(made, made.record, ['name'])).toBeNull();
    expect(findOrigin(made, made.record, ['version'])).toBeNull();
  });
});

describe('free keys', () => {
  it('keep every value as what it is', () => {
    const list = fc.array(fc.oneof(fc.string(), fc.integer()));
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), list);
    fc.assert(
      fc.property(value, (given) => {
        expect(parseValue(formatValue(given, false), false)).toEqual(given);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (given) => {
        expect(parseValue(formatValue(given, true), true)).toBe(given);
      }),
    );
  });

  it('are no object while no key is typed', () => {
    expect(createObject([{ id: 0, key: ' ', text: 'x' }], false)).toBeUndefined();
    expect(createObject([{ id: 0, key: 'n ', text: '5' }], false)).toEqual({ n: 5 });
  });

  it('are there once', () => {
    const rows = ['a', 'b', ' a', '', ''].map((key, id) => ({ id, key, text: '' }));
    expect(rows.map(({ id }) => hasDuplicateKey(rows, id))).toEqual([true, false, true, false, false]);
  });
});

describe('JSON text', () => {
  it('is searched for the line of every value, also of the innermost that is there', () => {
    const record = { name: 'a "b" {', tags: ['x', 'y'], config: { download: [{ url: 'x' }, { url: 'y' }] } };
    const text = JSON.stringify(record, null, 2);
    const lines = findLines(text);
    const line = (...path: (string | number)[]) => text.split('\n')[findLine(lines, path)]?.trim();
    expect(line('name')).toBe('"name": "a \\"b\\" {",');
    expect(line('tags', 1)).toBe('"y"');
    expect(line('config', 'download', 1, 'url')).toBe('"url": "y"');
    expect(line('config', 'missing')).toBe('"config": {');
    expect(line('missing')).toBe('{');
  });

  it('says where it is none', () => {
    expect(parseJson('{\n "a": 1,\n oops\n}')).toMatchObject({ ok: false, error: { line: 2 } });
    expect(parseJson('{\n "a": 1')).toMatchObject({ ok: false, error: { line: 1 } });
    expect(parseJson('[]')).toMatchObject({ ok: false });
    expect(parseJson('{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
  });
});

describe('problems', () => {
  const fields = createRecordFields(
    schema(
      {
        name: { type: 'string' },
        baseline: {
          anyOf: [{ type: 'string', enum: ['flux_1', 'Flux', 'stable_diffusion_1'] }, { type: 'null' }],
        },
        parameters: { type: 'integer' },
        tags: { type: 'array', items: { type: 'string' } },
        config: {
          type: 'object',
          properties: { download: { type: 'array', items: { $ref: '#/$defs/File' } } },
        },
        origin: { $ref: '#/$defs/File' },
        hashes: { type: 'object', additionalProperties: { type: 'string' } },
      },
      ['name'],
    ),
  );
  const draft = {
    parameters: '7 apples',
    tags: ['a', 'b'],
    config: { download: [{}, { url: 'x' }] },
    hashes: { vae: '1' },
  };
  const at = (...given: [path: (string | number)[], msg: string][]) =>
    assignProblems(
      convertProblems(given.map(([path, msg]) => ({ loc: ['body', ...path], msg, type: 'x' }))),
      fields,
      draft,
    );

  it('stand each at one control: the innermost on their path', () => {
    const { messagesByControl: told, otherMessages } = at(
      [['config', 'download', 0, 'url'], 'Field required'],
      [['config', 'download', 1], 'Value error, no file'],
      [['config', 'download'], 'too many'],
      [['config'], 'Input should be an object'],
      [['tags', 1], 'bad tag'],
      [['tags', 0], 'bad tag'],
      [['hashes', 'vae'], 'no hash'],
      [['hashes', 'gone'], 'unknown part'],
      [['origin', 'url'], 'Field required'],
    );
    expect(Object.fromEntries(told)).toEqual({
      'config.download.0.url': ['Field required'],
      'config.download': ['File 2: no file', 'too many'],
      config: ['Input should be an object'],
      tags: ['bad tag'],
      'hashes.vae': ['no hash'],
      hashes: ['unknown part'],
      'origin.url': ['Field required'],
    });
    expect(otherMessages).toEqual([]);
  });

  it('that no field is about are told by themselves', () => {
    expect(at([[], 'Value error, not like this'], [['metadata', 'x'], 'not yours'])).toEqual({
      messagesByControl: new Map(),
      paths: [],
      otherMessages: ['not like this', 'X: not yours'],
    });
  });

  it('of a rule about the whole record stand at the field that it begins with', () => {
    const message = "baseline: 'x' is no name; allowed: y";
    expect(at([[], `Value error, ${message}`]).messagesByControl.get('baseline')).toEqual([message]);
  });

  it('of unknown names tell the nearest known one and all others', () => {
    const told = (name: string) =>
      at([[], `Value error, Unknown baseline: ${name}`]).messagesByControl.get('baseline');
    expect(told('stable_diffusion_99')).toEqual([
      'Unknown baseline: stable_diffusion_99. Do you mean stable_diffusion_1? Known: flux_1, stable_diffusion_1.',
    ]);
    expect(told('none')).toEqual(['Unknown baseline: none. Known: flux_1, stable_diffusion_1.']);
    expect(findNearest('Flux.1', ['stable_diffusion_1', 'flux_1'])).toBe('flux_1');
    expect(findNearest('', ['flux_1'])).toBeUndefined();
  });

  it('of a quantity tell how it is written, once', () => {
    const problems = [...findDraftProblems(fields, draft), { path: ['parameters'], message: 'no integer' }];
    expect(assignProblems(problems, fields, draft).messagesByControl.get('parameters')).toEqual([
      'This is not a number of parameters. Write it in full, or abbreviated: 7B, 770M.',
    ]);
  });

  it('are known in part without the service', () => {
    expect(findDraftProblems(fields, draft).map(({ path }) => path.join('.'))).toEqual([
      'name',
      'parameters',
      'config.download.0.url',
    ]);
    // Other spellings are accepted, and not offered.
    expect(fields.find(({ key }) => key === 'baseline')?.examples).toEqual(['flux_1', 'stable_diffusion_1']);
    const told = (baseline: string) =>
      findDraftProblems(fields, { name: 'x', baseline }).map(({ message }) => message);
    expect([told('Flux '), told('flux')]).toEqual([[], ['Unknown baseline: flux']]);
  });

  it('are told of what was edited or left only', () => {
    const problems = convertProblems([
      { loc: ['body', 'tags', 1], msg: 'bad tag', type: 'x' },
      { loc: ['body', 'name'], msg: 'Field required', type: 'missing' },
    ]);
    expect(filterVisited(problems, new Set(['tags', 'baseline']))).toEqual([
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
    expect(applySchemaEdit(schema, { separator: '_' }).template).toBe('{author}/{base}_{size}');
    const own = applySchemaEdit(schema, { template: '{base}!' });
    expect(applySchemaEdit(own, { author_included: false }).template).toBe('{base}!');
  });

  it('is tried on the parts of a name, its author among them', () => {
    const nothing = { size: null, version: null, quant: null, extras: [] };
    const parsed = { base_name: 'org/Base', variant: 'Chat', ...nothing };
    const member = { name: 'org/Base-Chat', parsed } as unknown as Parameters<typeof composeParts>[1];
    expect(composeParts(schema, member)).toMatchObject({
      author: 'org',
      base_name: 'Base',
      part_order: ['base'],
    });
    expect(composeParts({ ...schema, common_author: 'us' }, member).author).toBe('us');
    expect(composeParts({ ...schema, author_included: false }, member).author).toBeNull();
  });
});
