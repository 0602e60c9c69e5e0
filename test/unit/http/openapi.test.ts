import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../src/app/openapi.ts';
import { categories, usualCategories } from '../../support/categories.ts';
import { inFull } from '../../support/openapi-document.ts';

interface Described {
  operationId: string;
  tags: string[];
  security: unknown[];
  parameters: { name: string; in: string }[];
  responses: Record<string, unknown>;
}

const document = (await openApiDocument({ basePath: '/api' }, usualCategories)) as {
  paths: Record<string, Record<string, Described>>;
  components: Record<string, Record<string, object>> & { schemas: object };
};
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
    ].map(([method, path, handler, suffix]) => [
      method,
      `/model_references/${version}/pending_queue/${path}`,
      `${handler}_model_references_${version}_pending_queue_${suffix}_${method}`,
      [version, 'pending_queue'],
      true,
    ]),
  );
  const v2 = '/model_references/v2';
  const category = `${v2}/{model_category_name}`;
  const statistics = '/model_references/statistics/{model_category_name}';
  it.each([
    ['get', '/', 'read_root__get', ['default'], false],
    ['get', '/heartbeat', 'heartbeat_heartbeat_get', ['default'], false],
    ['get', '/replicate_mode', 'replicate_mode_replicate_mode_get', ['default'], false],
    [
      'get',
      `${v2}/me/roles`,
      'get_current_user_roles_model_references_v2_me_roles_get',
      ['v2', 'user'],
      true,
    ],
    ['get', `${v2}/info`, 'read_v2_reference_api_info', ['v2'], false],
    ['get', `${v2}/model_categories`, 'read_v2_references_names', ['v2'], false],
    ['get', category, 'read_v2_reference', ['v2'], false],
    ['get', `${category}/model/{model_name}`, 'read_v2_single_model', ['v2'], false],
    ['put', `${category}/model/{model_name}`, 'update_v2_model', ['v2'], true],
    ['delete', `${category}/model/{model_name}`, 'delete_v2_model', ['v2'], true],
    ['get', `${category}/pending`, 'read_v2_reference_pending', ['v2'], true],
    ['post', `${category}/add`, 'create_v2_model', ['v2'], true],
    ['get', `${v2}/metadata/last_updated`, 'read_v2_last_updated', ['v2', 'metadata'], false],
    ['get', `${v2}/metadata/metadata`, 'read_all_v2_metadata', ['v2', 'metadata'], false],
    ['get', `${v2}/metadata/{model_category_name}`, 'read_v2_category_metadata', ['v2', 'metadata'], false],
    [
      'get',
      `${v2}/metadata/{model_category_name}/last_updated`,
      'read_v2_category_last_updated',
      ['v2', 'metadata'],
      false,
    ],
    [
      'get',
      `${category}/search`,
      'search_category_model_references_v2__model_category_name__search_get',
      ['v2', 'search'],
      false,
    ],
    ['get', `${v2}/search`, 'search_all_model_references_v2_search_get', ['v2', 'search'], false],
    [
      'get',
      `${category}/popular`,
      'popular_models_model_references_v2__model_category_name__popular_get',
      ['v2', 'search'],
      false,
    ],
    ['get', statistics, 'read_v2_category_statistics', ['v2', 'statistics'], false],
    ['get', `${statistics}/with-stats`, 'read_models_with_stats', ['v2', 'statistics'], false],
    ['get', `${statistics}/deletion-risk`, 'read_v2_category_deletion_risk', ['v2', 'deletion-risk'], false],
    ...queue,
  ])('%s %s is %s', (method, path, id, tags, key) => {
    const operation = find(String(id));
    expect(operation).toMatchObject({ method, path, tags });
    expect(operation?.security).toEqual(key ? [{ APIKeyHeader: [] }] : []);
    expect(Object.keys(operation?.responses ?? {}).includes('401')).toBe(key);
  });

  it('have components of the names that clients know', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        ...categories.map((one) => one.recordName),
        'AIHordeStatus',
        'ApplyPendingChangeRequest',
        'ApplyPendingChangesRequest',
        'ApplyPendingChangesResponse',
        'ApplySingleChangeResponse',
        'AuditOperation',
        'BackendInfo',
        'BackendVariationStats',
        'BaselineStats',
        'CONTROLNET_STYLE',
        'CanonicalFormat',
        'CategoryDeletionRiskResponse',
        'CategoryDeletionRiskSummary',
        'CategoryLastUpdatedResponse',
        'CategoryMetadata',
        'CategoryStatistics',
        'ContainsMessage',
        'DeletionRiskFlags',
        'DownloadRecord',
        'DownloadStats',
        'ErrorDetail',
        'ErrorResponse',
        'FineTuneSeriesInfo',
        'GenericModelRecord',
        'GenericModelRecordConfig',
        'GenericModelRecordMetadata',
        'HTTPValidationError',
        'HeartbeatResponse',
        'KNOWN_IMAGE_GENERATION_BASELINE',
        'LastUpdatedResponse',
        'MODEL_DOMAIN',
        'MODEL_PURPOSE',
        'MODEL_REFERENCE_CATEGORY',
        'MODEL_STYLE',
        'ModelClassification',
        'ModelDeletionRiskInfo',
        'ModelRecordUnion',
        'OperationType',
        'ParameterBucketStats',
        'PendingBatchRequest',
        'PendingBatchResult',
        'PendingChangeRecord',
        'PendingChangeStatus',
        'PendingQueuePage',
        'ReplicateMode',
        'SearchResponse',
        'TagStats',
        'UsageTrend',
        'UserRolesResponse',
        'ValidationError',
      ]),
    );
  });
});
