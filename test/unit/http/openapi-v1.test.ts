import { describe, expect, it } from 'vitest';
import { legacyCategoryNames } from '../../support/least-bodies.ts';
import { openApiInFull } from '../../support/openapi-document.ts';

interface Described {
  tags: string[];
  security: unknown[];
  parameters: { name: string; in: string }[];
  requestBody?: { content: { 'application/json': { schema: { $ref: string } } } };
  responses: Record<string, { headers?: object; content?: object }>;
}

const document = await openApiInFull<{
  paths: Record<string, Record<string, Described & { operationId: string }>>;
  components: { schemas: Record<string, object> };
}>();
const v1 = '/model_references/v1';
const operation = (method: string, path: string) => document.paths[v1 + path]?.[method];

describe('the legacy operations that generated clients know', () => {
  it.each([
    ['/info', 'read_legacy_reference_api_info', ['v1'], ['200']],
    ['/model_categories', 'read_legacy_references_names', ['v1'], ['200']],
    ['/text_generation', 'read_legacy_text_generation_reference', ['v1'], ['200', '404', '422']],
    ['/{model_category_name}', 'read_legacy_reference', ['v1'], ['200', '404']],
    ['/metadata/last_updated', 'read_legacy_last_updated', ['v1', 'metadata'], ['200', '503']],
    [
      '/metadata/{model_category_name}/last_updated',
      'read_legacy_category_last_updated',
      ['v1', 'metadata'],
      ['200', '404', '503'],
    ],
    ['/metadata/metadata', 'read_all_legacy_metadata', ['v1', 'metadata'], ['200', '503']],
    [
      '/metadata/{model_category_name}',
      'read_legacy_category_metadata',
      ['v1', 'metadata'],
      ['200', '404', '503'],
    ],
  ])('get %s is %s', (path, operationId, tags, statuses) => {
    const read = operation('get', path);
    expect(read).toMatchObject({ operationId, tags, security: [] });
    expect(Object.keys(read?.responses ?? {})).toEqual(expect.arrayContaining([...statuses, '304']));
  });

  const schemaNames: Record<string, string> = {
    image_generation: 'LegacyStableDiffusionRecord',
    text_generation: 'LegacyTextGenerationRecord',
    clip: 'LegacyClipRecord',
    controlnet: 'LegacyControlnetRecord',
    blip: 'LegacyBlipRecord',
    esrgan: 'LegacyEsrganRecord',
    gfpgan: 'LegacyGfpganRecord',
    codeformer: 'LegacyCodeformerRecord',
    safety_checker: 'LegacySafetyCheckerRecord',
    miscellaneous: 'LegacyMiscellaneousRecord',
  };

  it('writes are those of ten categories', () => {
    expect([...legacyCategoryNames].sort()).toEqual(Object.keys(schemaNames).sort());
  });

  it.each(Object.entries(schemaNames))('post and put /%s take a %s', (category, name) => {
    const updateId =
      category === 'image_generation' ? 'update_legacy_model' : `update_legacy_${category}_model`;
    for (const [method, operationId, statuses] of [
      ['post', `create_legacy_${category}_model`, ['201', '202', '400', '401', '409', '422', '503']],
      ['put', updateId, ['200', '202', '400', '401', '404', '422', '503']],
    ] as const) {
      const write = operation(method, `/${category}`);
      expect(write).toMatchObject({
        operationId,
        tags: ['v1_create_update'],
        security: [{ APIKeyHeader: [] }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
        },
      });
      expect(Object.keys(write?.responses ?? {})).toEqual(expect.arrayContaining([...statuses]));
    }
    expect(operation('post', `/${category}`)?.responses['201']?.headers).toHaveProperty('Location');
  });

  it('delete is one for all', () => {
    const removal = operation('delete', '/{model_category_name}/model/{model_name}');
    expect(removal).toMatchObject({
      operationId: 'delete_legacy_model',
      tags: ['v1_create_update'],
      security: [{ APIKeyHeader: [] }],
    });
    expect(Object.keys(removal?.responses ?? {})).toEqual(
      expect.arrayContaining(['202', '204', '400', '401', '404', '422', '503']),
    );
    expect(removal?.responses['204']).not.toHaveProperty('content');
  });

  it('include_group is a boolean', () => {
    expect(operation('get', '/text_generation')?.parameters).toContainEqual(
      expect.objectContaining({
        name: 'include_group',
        in: 'query',
        schema: { type: 'boolean', default: false },
      }),
    );
  });

  it('have components of the names that clients know', () => {
    const names = [...Object.values(schemaNames), 'LegacyConfig', 'LegacyConfigFile', 'LegacyConfigDownload'];
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(names));
  });

  it('say what a body needs, and that it may say more', () => {
    expect(document.components.schemas.LegacyControlnetRecord).toMatchObject({
      type: 'object',
      required: ['name', 'type'],
      additionalProperties: {},
    });
    expect(document.components.schemas.LegacyStableDiffusionRecord).toMatchObject({
      required: ['name', 'baseline'],
      properties: {
        type: { type: 'string', enum: ['ckpt'], default: 'ckpt' },
        inpainting: { type: 'boolean', default: false },
      },
    });
  });
});
