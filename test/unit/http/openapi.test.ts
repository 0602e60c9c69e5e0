import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { createOpenApiDocument } from '../../../src/app/openapi.ts';
import { categories, usualCategories } from '../../support/categories.ts';
import { legacyCategoryNames } from '../../support/least-bodies.ts';
import { inFull } from '../../support/openapi-document.ts';

interface Described {
  operationId: string;
  tags: string[];
  security: unknown[];
  parameters: { name: string; in: string }[];
  responses: Record<string, unknown>;
}

const document = (await createOpenApiDocument({ basePath: '/api' }, usualCategories)) as {
  paths: Record<string, Record<string, Described>>;
  components: Record<string, Record<string, object>> & { schemas: Record<string, object> };
};
const { schemas } = document.components;
const operations = Object.entries(inFull(document).paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method, path, ...operation })),
);
const find = (id: string) => operations.find((operation) => operation.operationId === id);

describe('the OpenAPI document', () => {
  it('is valid, and good by a linter', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // The routing rules of the API: literal segments win over names.
        'no-ambiguous-paths': 'off',
        // Some reads cannot be refused.
        'operation-4xx-response': 'off',
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  it('resolves every reference, and has no component that nobody uses', () => {
    const text = JSON.stringify(document);
    const used = new Set([...text.matchAll(/"#\/components\/([^"]+)"/g)].map(([, path]) => path));
    const { securitySchemes, ...referred } = document.components;
    const named = Object.entries(referred).flatMap(([room, members]) =>
      Object.keys(members).map((name) => `${room}/${name}`),
    );
    expect([...used].sort()).toEqual(named.sort());
    expect(Object.keys(securitySchemes ?? {})).toEqual(['APIKeyHeader']);
  });

  it('writes an error once, however many operations answer it', () => {
    const errors = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .flatMap(({ responses }) => Object.entries(responses).filter(([status]) => Number(status) >= 400));
    const writtenOut = errors.map(([status, answer]) => `${status} ${JSON.stringify(answer)}`);
    const repeated = writtenOut.filter(
      (answer, index) => !answer.includes('#/components/responses/') && writtenOut.indexOf(answer) < index,
    );
    expect(errors.length).toBeGreaterThan(1000);
    expect(repeated.length).toBeLessThan(10);
  });

  it('carries no trace of how it was made', () => {
    const text = JSON.stringify(document);
    for (const trace of [
      '$defs',
      '$schema',
      '__schema',
      '9007199254740991"',
      '-9007199254740991',
      'propertyNames',
    ]) {
      expect(text).not.toContain(trace);
    }
  });

  it('gives every operation an id of its own', () => {
    const ids = operations.map((operation) => operation.operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

describe('the operations that generated clients know', () => {
  const typed = categories.flatMap(({ name, recordName }) => [
    ['get', `/model_references/v2/${name}`, `read_v2_${name}_all`, recordName],
    ['get', `/model_references/v2/${name}/model/{model_name}`, `read_v2_${name}_one`, recordName],
    ['post', `/model_references/v2/${name}`, `create_v2_${name}`, recordName],
    ['put', `/model_references/v2/${name}/model/{model_name}`, `update_v2_${name}`, recordName],
  ]);
  it.each(typed)('%s %s is %s', (method, path, id, recordName = '') => {
    expect(find(String(id))).toMatchObject({ method, path, tags: ['v2'] });
    expect(JSON.stringify(find(String(id)))).toContain(`#/components/schemas/${recordName}`);
  });

  const queue = ['v1', 'v2'].flatMap((version) =>
    [
      ['get', 'changes', 'list_pending_changes', 'changes'],
      ['get', 'my_changes', 'list_my_pending_changes', 'my_changes'],
      ['get', 'changes/{change_id}', 'read_pending_change', 'changes__change_id_'],
      ['post', 'batches', 'process_pending_batch', 'batches'],
      ['post', 'changes/{change_id}/apply', 'apply_pending_change_endpoint', 'changes__change_id__apply'],
      ['post', 'apply', 'apply_pending_changes_endpoint', 'apply'],
      ['post', 'apply_batch/{batch_id}', 'apply_batch_endpoint', 'apply_batch__batch_id_'],
    ].map(
      ([method, path, handler, suffix]) =>
        `${method} /model_references/${version}/pending_queue/${path} ${handler}_model_references_${version}_pending_queue_${suffix}_${method} ${version},pending_queue key`,
    ),
  );
  /** Method, path, id, tags, and `key` where it takes one. */
  const untyped = `
get / read_root__get default
get /heartbeat heartbeat_heartbeat_get default
get /replicate_mode replicate_mode_replicate_mode_get default
get V2/me/roles get_current_user_roles_model_references_v2_me_roles_get v2,user key
get V2/info read_v2_reference_api_info v2
get V2/model_categories read_v2_references_names v2
get V2/{model_category_name} read_v2_reference v2
get V2/{model_category_name}/model/{model_name} read_v2_single_model v2
put V2/{model_category_name}/model/{model_name} update_v2_model v2 key
delete V2/{model_category_name}/model/{model_name} delete_v2_model v2 key
get V2/{model_category_name}/pending read_v2_reference_pending v2 key
post V2/{model_category_name}/add create_v2_model v2 key
get V2/metadata/last_updated read_v2_last_updated v2,metadata
get V2/metadata/metadata read_all_v2_metadata v2,metadata
get V2/metadata/{model_category_name} read_v2_category_metadata v2,metadata
get V2/metadata/{model_category_name}/last_updated read_v2_category_last_updated v2,metadata
get V2/{model_category_name}/search search_category_model_references_v2__model_category_name__search_get v2,search
get V2/search search_all_model_references_v2_search_get v2,search
get V2/{model_category_name}/popular popular_models_model_references_v2__model_category_name__popular_get v2,search
get STATISTICS read_v2_category_statistics v2,statistics
get STATISTICS/with-stats read_models_with_stats v2,statistics
get STATISTICS/deletion-risk read_v2_category_deletion_risk v2,deletion-risk
get V1/info read_legacy_reference_api_info v1
get V1/model_categories read_legacy_references_names v1
get V1/text_generation read_legacy_text_generation_reference v1
get V1/{model_category_name} read_legacy_reference v1
get V1/metadata/last_updated read_legacy_last_updated v1,metadata
get V1/metadata/{model_category_name}/last_updated read_legacy_category_last_updated v1,metadata
get V1/metadata/metadata read_all_legacy_metadata v1,metadata
get V1/metadata/{model_category_name} read_legacy_category_metadata v1,metadata
delete V1/{model_category_name}/model/{model_name} delete_legacy_model v1_create_update key`
    .replaceAll('V1', '/model_references/v1')
    .replaceAll('V2', '/model_references/v2')
    .replaceAll('STATISTICS', '/model_references/statistics/{model_category_name}')
    .trim()
    .split('\n');
  it.each([...untyped, ...queue])('%s', (line) => {
    const [method, path, id = '', tags, key] = line.split(' ');
    const operation = find(id);
    expect(operation).toMatchObject({ method, path, tags: tags?.split(',') });
    expect(operation?.security).toEqual(key ? [{ APIKeyHeader: [] }] : []);
    expect(Object.keys(operation?.responses ?? {}).includes('401')).toBe(key !== undefined);
  });

  const legacyRecords: Record<string, string> = {
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
  it('legacy writes are those of ten categories', () => {
    expect([...legacyCategoryNames].sort()).toEqual(Object.keys(legacyRecords).sort());
  });
  it.each(Object.entries(legacyRecords))('post and put /%s take a %s', (category, name) => {
    const updateId =
      category === 'image_generation' ? 'update_legacy_model' : `update_legacy_${category}_model`;
    for (const [method, id, statuses] of [
      ['post', `create_legacy_${category}_model`, ['201', '202', '400', '401', '409', '422', '503']],
      ['put', updateId, ['200', '202', '400', '401', '404', '422', '503']],
    ] as const) {
      expect(find(id)).toMatchObject({
        method,
        path: `/model_references/v1/${category}`,
        tags: ['v1_create_update'],
        security: [{ APIKeyHeader: [] }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
        },
      });
      expect(Object.keys(find(id)?.responses ?? {})).toEqual(expect.arrayContaining([...statuses]));
    }
    expect(find(`create_legacy_${category}_model`)?.responses['201']).toHaveProperty('headers.Location');
  });

  it('legacy answers have the statuses that clients know, and 204 no content', () => {
    const statusesOf = (id: string) => Object.keys(find(id)?.responses ?? {});
    for (const [id, statuses] of [
      ['read_legacy_text_generation_reference', ['200', '304', '404', '422']],
      ['read_legacy_reference', ['200', '304', '404']],
      ['read_legacy_category_metadata', ['200', '304', '404', '503']],
      ['delete_legacy_model', ['202', '204', '400', '401', '404', '422', '503']],
    ] as const)
      expect([id, statusesOf(id)]).toEqual([id, expect.arrayContaining([...statuses])]);
    expect(find('delete_legacy_model')?.responses['204']).not.toHaveProperty('content');
    expect(find('read_legacy_text_generation_reference')?.parameters).toContainEqual(
      expect.objectContaining({
        name: 'include_group',
        in: 'query',
        schema: { type: 'boolean', default: false },
      }),
    );
  });

  it('say what a legacy body needs, and that it may say more', () => {
    expect(schemas.LegacyControlnetRecord).toMatchObject({
      type: 'object',
      required: ['name', 'type'],
      additionalProperties: {},
    });
    expect(schemas.LegacyStableDiffusionRecord).toMatchObject({
      required: ['name', 'baseline'],
      properties: {
        type: { type: 'string', enum: ['ckpt'], default: 'ckpt' },
        inpainting: { type: 'boolean', default: false },
      },
    });
  });

  it('have components of the names that clients know', () => {
    const names = `
      AIHordeStatus ApplyPendingChangeRequest ApplyPendingChangesRequest ApplyPendingChangesResponse
      ApplySingleChangeResponse AuditOperation BackendInfo BackendVariationStats BaselineStats CONTROLNET_STYLE
      CanonicalFormat CategoryDeletionRiskResponse CategoryDeletionRiskSummary CategoryLastUpdatedResponse
      CategoryMetadata CategoryStatistics ContainsMessage DeletionRiskFlags DownloadRecord DownloadStats
      ErrorDetail ErrorResponse FineTuneSeriesInfo GenericModelRecord GenericModelRecordConfig
      GenericModelRecordMetadata HTTPValidationError HeartbeatResponse KNOWN_IMAGE_GENERATION_BASELINE
      LastUpdatedResponse LegacyConfig LegacyConfigDownload LegacyConfigFile MODEL_DOMAIN MODEL_PURPOSE
      MODEL_REFERENCE_CATEGORY MODEL_STYLE ModelClassification ModelDeletionRiskInfo ModelRecordUnion
      OperationType ParameterBucketStats PendingBatchRequest PendingBatchResult PendingChangeRecord
      PendingChangeStatus PendingQueuePage ReplicateMode SearchResponse TagStats UsageTrend UserRolesResponse
      ValidationError`;
    const records = [...categories.map((one) => one.recordName), ...Object.values(legacyRecords)];
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining([...names.trim().split(/\s+/), ...records]));
  });
});
