import { expect, test } from 'vitest';
import { splitFoldedFields } from '../../console/src/parts/folded-fields.ts';

const added = (field_path: string, new_value: unknown) =>
  ({ field_path, old_value: null, new_value, change_type: 'added' }) as const;

const schema = {
  $ref: '#/$defs/Picture',
  $defs: {
    Picture: {
      properties: {
        record_type: { default: 'picture' },
        config: { default: { download: [] } },
        classification: { default: { domain: 'image', purpose: 'generation' } },
        inpainting: { default: false },
        nsfw: { type: 'boolean' },
      },
    },
  },
};

const paths = (diffs: readonly { readonly field_path: string }[]) =>
  diffs.map(({ field_path }) => field_path);

test('folds what is empty or has its default, and nothing that was chosen', () => {
  const { informative, folded } = splitFoldedFields(
    [
      added('record_type', 'picture'),
      added('name', 'Harbour'),
      added('classification.domain', 'image'),
      added('classification.purpose', 'post_processing'),
      added('config.download', [{ file_name: 'a' }]),
      added('inpainting', false),
      added('nsfw', false),
      added('tags', []),
      added('homepage', ''),
      added('requirements', {}),
      added('version', null),
      added('parameters', 0),
    ],
    schema,
    [],
  );
  expect(paths(informative)).toEqual([
    'name',
    'classification.purpose',
    'config.download',
    'nsfw',
    'parameters',
  ]);
  expect(paths(folded).join(' ')).toBe(
    'record_type classification.domain inpainting tags homepage requirements version',
  );
});

test('folds no field that a finding is about', () => {
  const diffs = [added('config.download', []), added('tags', []), added('showcases', [])];
  const { informative } = splitFoldedFields(diffs, schema, ['config', 'showcases.0', null]);
  expect(paths(informative)).toEqual(['config.download', 'showcases']);
});

test('folds only what is empty while the defaults are not known, or a path leads nowhere', () => {
  expect(
    paths(splitFoldedFields([added('inpainting', false), added('tags', [])], undefined, []).folded),
  ).toEqual(['tags']);
  const odd = [added('constructor.name', 'Object'), added('__proto__', {}), added('requirements.a.b', 1)];
  expect(paths(splitFoldedFields(odd, schema, []).informative)).toEqual([
    'constructor.name',
    'requirements.a.b',
  ]);
});
