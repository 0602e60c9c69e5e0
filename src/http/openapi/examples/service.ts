import { approver, image, updatedAt } from './records.ts';

const category = 'image_generation';

export const serviceExamples: Readonly<Record<string, unknown>> = {
  ContainsMessage: { message: 'Model reference registry. Documentation: /api/docs.' },
  HeartbeatResponse: {
    status: 'ok',
    ai_horde: { degraded: false, consecutive_failures: 0, seconds_until_retry: null },
  },
  BackendInfo: { replicate_mode: 'PRIMARY', canonical_format: 'v2', writable: true },
  UserRolesResponse: {
    user_id: approver.id,
    username: approver.username,
    roles: ['approver', 'requestor'],
    is_approver: true,
    is_requestor: true,
  },
  MODEL_REFERENCE_CATEGORY: category,
  LastUpdatedResponse: { last_updated: updatedAt },
  CategoryLastUpdatedResponse: { category, last_updated: updatedAt },
  CategoryMetadata: {
    category,
    last_updated: updatedAt,
    last_operation_type: 'update',
    last_operation_model: image.record.name,
    total_creates: 318,
    total_updates: 1204,
    total_deletes: 42,
    total_models: 276,
    initialization_time: 1_735_732_800,
    last_successful_operation: updatedAt,
    error_count: 0,
    metadata_schema_version: '1.0.0',
    backend_type: 'SQLiteBackend',
  },
};
