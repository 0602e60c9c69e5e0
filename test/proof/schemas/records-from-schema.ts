import fc from 'fast-check';
import type { JsonSchema } from '../../../src/records/record-schema.ts';

type Node = Readonly<Record<string, unknown>>;

/** Time as records have it. */
const moment = '2026-12-31T00:00:00Z';

function isOfMoments(pattern: unknown): boolean {
  if (typeof pattern !== 'string') return false;
  const matches = new RegExp(pattern);
  return matches.test(moment) && !matches.test('a');
}

/** Values that somebody might write where something else belongs. */
const misfit = fc.constantFrom<unknown>(
  null,
  true,
  0,
  1,
  -1,
  0.5,
  7,
  1e300,
  2 ** 53,
  '',
  ' ',
  'yes',
  '7',
  ' anime',
  'text',
  'a/b.ckpt',
  '../a',
  '/a',
  '~a',
  'C:a',
  'a\\b',
  'a//b',
  'a/./b',
  'a\u0000',
  'a\u202eb',
  'a\nb',
  'https://huggingface.co/a',
  'http://[x',
  'x'.repeat(513),
  'SDXL',
  [],
  ['7', 7],
  [true, 1],
  [null],
  ['a', 'b'],
  [1, 2.5],
  {},
  { a: 1 },
  { path: '' },
  [{}],
  [{ file_name: 'a' }],
); // prettier-ignore

/**
 * Records made along a JSON Schema, of which up to three places then hold something else, or nothing. Some
 * are right, some are wrong, many are wrong in one place only.
 */
export function recordsFrom(schema: JsonSchema): fc.Arbitrary<unknown> {
  const right = valuesOf(schema, schema);
  const damages = fc.array(fc.tuple(fc.nat(), fc.option(misfit, { freq: 5, nil: undefined })), {
    maxLength: 3,
  });
  return fc.tuple(right, damages).map(([record, wrongs]) => {
    const copy = structuredClone(record);
    for (const [at, value] of wrongs) damage(copy, at, value);
    return JSON.parse(JSON.stringify(copy)) as unknown;
  });
}

/** Replaces the value of one of all the places of a record; undefined takes it out. */
function damage(record: unknown, at: number, value: unknown): void {
  const places = [...placesIn(record)];
  if (places.length === 0) return;
  const [parent, key] = places[at % places.length]!;
  if (value === undefined && !Array.isArray(parent)) delete parent[key];
  else parent[key] = structuredClone(value ?? null);
}

function* placesIn(value: unknown): Generator<[Record<string, unknown>, string]> {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    const parent = value as Record<string, unknown>;
    yield [parent, key];
    yield* placesIn(parent[key]);
  }
}

function valuesOf(node: Node, root: JsonSchema): fc.Arbitrary<unknown> {
  if (typeof node.$ref === 'string') {
    const definitions = root.$defs as Record<string, Node>;
    return valuesOf(definitions[node.$ref.replace('#/$defs/', '')]!, root);
  }
  if (Array.isArray(node.enum)) return fc.constantFrom(...(node.enum as unknown[]));
  if ('const' in node) return fc.constant(node.const);
  if (Array.isArray(node.anyOf)) {
    return fc.oneof(
      ...(node.anyOf as Node[]).map((branch) => valuesOf({ type: node.type, ...branch }, root)),
    );
  }
  if (Array.isArray(node.type)) {
    return fc.oneof(...(node.type as string[]).map((type) => valuesOf({ ...node, type }, root)));
  }
  switch (node.type) {
    case 'string':
      return isOfMoments(node.pattern)
        ? fc.constantFrom(moment, '2024-02-29T23:59:59Z', '2026-02-29T00:00:00Z', '2026-12-31', 'a')
        : fc.constantFrom('a', 'b c', 'sub/file.ckpt', 'v1.yaml', 'ü😀', 'https://example.com/a?b=c');
    case 'integer':
      return fc.integer({ min: 1, max: 9 });
    case 'number':
      return fc.constantFrom(0, -1, 2.5, 40);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf((node.items ?? {}) as Node, root), { maxLength: 2 });
    case 'object':
      return objectsOf(node, root);
    default:
      return misfit;
  }
}

function objectsOf(node: Node, root: JsonSchema): fc.Arbitrary<unknown> {
  const properties = (node.properties ?? {}) as Record<string, Node>;
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, valuesOf(value, root)])),
    { requiredKeys: (node.required ?? []) as string[], noNullPrototype: true },
  );
  const names = (node.propertyNames as Node | undefined)?.enum as string[] | undefined;
  const others = fc.dictionary(
    fc.constantFrom(...(names ?? ['odd'])),
    valuesOf((node.additionalProperties ?? {}) as Node, root),
    { maxKeys: 2, noNullPrototype: true },
  );
  return fc.tuple(others, known).map(([more, fields]) => ({ ...more, ...fields }));
}
