import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import { createBody } from '../../kernel/ready-body.ts';
import { caching } from '../../serving/answers/caching.ts';
import { sendReady } from '../../serving/answers/send.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { Checkpoints } from './checkpoints.ts';

interface AuditServices {
  /** Absent on an instance without a signing key or an audit trail, such as a REPLICA. */
  readonly checkpoints?: Checkpoints;
}

const contentType = 'text/plain; charset=utf-8';

/**
 * Endpoints that serve checkpoints. With a stored checkpoint, anyone can later detect that the audit trail
 * was altered.
 */
export const auditCheckpoint = (services: AuditServices): Resource => ({
  name: 'audit-checkpoint',
  endpoints: [
    endpoint({
      method: 'get',
      path: '/audit/checkpoint',
      id: 'read_audit_checkpoint',
      tags: ['audit'],
      summary: 'Get a signed checkpoint of the audit trail',
      description:
        'Returns a signed note (C2SP signed-note, Ed25519) of four lines: origin, id of the newest event, its hash, its time in Unix seconds. ' +
        'The hash of an event covers all earlier events, so a stored checkpoint detects later alteration or removal of any of them: `modelref audit verify --checkpoint <file>`.',
      who: who.readsCheckpoints,
      answers: {
        200: { description: 'The signed note.', schema: z.string(), contentType },
        ...errorResponses(404),
      },
      handler: async (_context, { request, reply }) =>
        sendText(request, reply, await requireCheckpoints(services).latest()),
    }),
    endpoint({
      method: 'get',
      path: '/audit/checkpoint/key',
      id: 'read_audit_checkpoint_key',
      tags: ['audit'],
      summary: 'Get the public key of checkpoints',
      description:
        'Returns the key in the format of signed notes: `<name>+<key id>+<base64>`. Store it together with the first checkpoint: a key fetched later proves nothing.',
      who: who.readsCheckpoints,
      answers: { 200: { description: 'The key.', schema: z.string(), contentType } },
      handler: (_context, { request, reply }) =>
        sendText(request, reply, `${requireCheckpoints(services).key}\n`),
    }),
  ],
});

/** @throws RegistryError `audit_disabled` when this instance has no signing key or no audit trail */
function requireCheckpoints({ checkpoints }: AuditServices): Checkpoints {
  if (checkpoints) return checkpoints;
  throw new RegistryError(
    'audit_disabled',
    'This instance has no signing key for checkpoints of the audit trail.',
  );
}

function sendText(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  return sendReady(request, reply, createBody(text), caching.everyone, contentType);
}
