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
  OperationsStatus: {
    version: '1.0.0',
    database: 'sqlite',
    obstacle: null,
    notifications_problem: null,
    usage_service: { degraded: false, consecutive_failures: 0 },
    styles: {
      source: 'https://raw.githubusercontent.com/Haidra-Org/AI-Horde-Styles/main/styles.json',
      styles: 412,
      read_at: 1_767_225_600,
      problem: null,
    },
    replica: null,
    metrics: {
      workers: 2,
      started_at: updatedAt,
      resident_memory_bytes: 241_000_000,
      requests: { '2xx': 120_034, '3xx': 88_123, '4xx': 12 },
      mean_answer_seconds: 0.004,
      feed_streams: 3,
    },
  },
  SettingsList: { settings: [{ name: 'PORT', value: '19800', source: null }] },
  WebhookDeliveries: {
    targets: ['https://example.org/hook'],
    total: 1,
    items: [
      {
        event_id: 4711,
        target: 'https://example.org/hook',
        state: 'failed',
        attempts: 12,
        next_attempt_at: updatedAt,
        last_status: 500,
        last_error: null,
        created_at: updatedAt,
        updated_at: updatedAt,
      },
    ],
  },
  WebhookReplayRequest: { state: 'failed', target: 'https://example.org/hook' },
  WebhookReplay: { replayed: 3, left: 0 },
};
