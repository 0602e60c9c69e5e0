import { z } from 'zod';
import { canonicalFormat, categoryEnum, writeOperation } from '../../records/enums.ts';

const replicateMode = z.enum(['PRIMARY', 'REPLICA']).meta({
  id: 'ReplicateMode',
  description: 'PRIMARY is authoritative and may accept writes; REPLICA only reads.',
});

export const backendInfo = z
  .object({
    replicate_mode: replicateMode,
    canonical_format: canonicalFormat,
    writable: z.boolean().meta({ description: 'False: every write answers 503.' }),
  })
  .meta({ id: 'BackendInfo', description: 'What this deployment accepts.' });

const aiHordeStatus = z
  .object({
    degraded: z.boolean(),
    consecutive_failures: z.int(),
    seconds_until_retry: z.number().nullable(),
  })
  .meta({ id: 'AIHordeStatus', description: 'How well the usage service answers.' });

export const heartbeatResponse = z
  .object({ status: z.literal('ok'), ai_horde: aiHordeStatus })
  .meta({ id: 'HeartbeatResponse', description: 'The service is up.' });

export const userRolesResponse = z
  .object({
    user_id: z.string(),
    username: z.string().meta({ description: '`name#id`.' }),
    roles: z.array(z.enum(['approver', 'requestor'])),
    is_approver: z.boolean(),
    is_requestor: z.boolean(),
  })
  .meta({ id: 'UserRolesResponse', description: 'What the caller may do.' });

const seconds = z
  .int()
  .nullable()
  .meta({ description: 'Unix seconds, UTC; null when nothing was ever written.' });

export const lastUpdatedResponse = z
  .object({ last_updated: seconds })
  .meta({ id: 'LastUpdatedResponse', description: 'The latest change of any category.' });

export const categoryLastUpdatedResponse = z
  .object({ category: categoryEnum, last_updated: seconds })
  .meta({ id: 'CategoryLastUpdatedResponse', description: 'The latest change of a category.' });

export const categoryMetadata = z
  .object({
    category: categoryEnum,
    last_updated: seconds,
    last_operation_type: writeOperation.nullable(),
    last_operation_model: z.string().nullable(),
    total_creates: z.int(),
    total_updates: z.int(),
    total_deletes: z.int(),
    total_models: z.int(),
    initialization_time: seconds,
    last_successful_operation: seconds,
    error_count: z.int(),
    metadata_schema_version: z.string(),
    backend_type: z.string(),
  })
  .meta({ id: 'CategoryMetadata', description: 'When a category changed, and how often.' });
