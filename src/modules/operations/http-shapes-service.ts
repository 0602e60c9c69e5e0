import { z } from 'zod';
import { canonicalFormat } from '../../records/enums.ts';

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
