import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Settings } from '../../config/settings.ts';
import type { CanonicalFormat } from '../../registry/categories/category.ts';
import { RegistryError } from '../../registry/errors.ts';
import type { Access, Gate } from './auth.ts';

/**
 * What has to hold before the body of a request is read, in the order in which it is checked: write mode,
 * canonical format, queue, key. Each 503 names the setting that stands in the way.
 */
export interface Checks {
  /** Proposing a change through one API version. */
  write(format: CanonicalFormat): onRequestAsyncHookHandler;
  /**
   * Proposing a change through v1, or, where there is no queue, making one: then nobody reviews it, so it
   * takes an approver.
   */
  writeOrPropose: onRequestAsyncHookHandler;
  /** Working on the review queue: the same under both prefixes. */
  queue(access: Access): onRequestAsyncHookHandler;
  /** Looking at the audit trail of the queue: as an approver, where there is one. */
  audit: onRequestAsyncHookHandler;
  /** Writing aliases, families and naming schemas, which are not reviewed. */
  groupEntries: onRequestAsyncHookHandler;
  /** Reading entries that only a PRIMARY has. */
  groupEntriesHere(what: 'alias' | 'family'): onRequestAsyncHookHandler;
  /** Reading category metadata of one API version. */
  metadata(format: CanonicalFormat): onRequestAsyncHookHandler;
  /** Only a key. */
  key(access: Access): onRequestAsyncHookHandler;
}

interface ChecksOptions {
  readonly settings: Pick<Settings, 'replicateMode' | 'canonicalFormat' | 'queueEnabled' | 'auditEnabled'>;
  readonly gate: Gate;
}

/**
 * That the audit trail is here to be read.
 * @throws RegistryError audit_disabled, not_supported_here (503)
 */
export function requireAudit(settings: Pick<Settings, 'auditEnabled' | 'replicateMode'>): void {
  if (settings.replicateMode === 'REPLICA') {
    throw new RegistryError(
      'not_supported_here',
      "This instance is in REPLICA mode: the audit trail is with its PRIMARY. Setting: replicate_mode='REPLICA'.",
    );
  }
  if (settings.auditEnabled) return;
  throw new RegistryError(
    'audit_disabled',
    'Audit trail is disabled on this deployment. Setting: audit.enabled=false.',
  );
}

export function createChecks({ settings, gate }: ChecksOptions): Checks {
  const mode = (consequence: string) => {
    if (settings.replicateMode === 'PRIMARY') return;
    throw new RegistryError(
      'read_only',
      `This instance is in REPLICA mode and does not support ${consequence} Setting: replicate_mode='REPLICA'.`,
    );
  };
  const format = (expected: CanonicalFormat, what: string) => {
    if (settings.canonicalFormat === expected) return;
    throw new RegistryError(
      'format_mismatch',
      `${what} Expected canonical_format='${expected}', got '${settings.canonicalFormat}'.`,
    );
  };
  const queueEnabled = () => {
    if (settings.queueEnabled) return;
    throw new RegistryError(
      'queue_disabled',
      'Pending queue is disabled or unsupported on this deployment. Setting: pending_queue.enabled=false.',
    );
  };
  const admit = (request: FastifyRequest, access: Access) => gate.admit(request, access);

  return {
    write: (version) => async (request) => {
      mode('write operations. Only PRIMARY instances can modify data.');
      format(version, 'This deployment does not expose write operations for this API.');
      queueEnabled();
      await admit(request, 'requestor');
    },
    writeOrPropose: async (request) => {
      mode('write operations. Only PRIMARY instances can modify data.');
      format('legacy', 'This deployment does not expose write operations for this API.');
      await admit(request, settings.queueEnabled ? 'requestor' : 'approver');
    },
    queue: (access) => async (request) => {
      mode('write operations. Only PRIMARY instances can queue model changes.');
      queueEnabled();
      await admit(request, access);
    },
    audit: async (request) => {
      mode('write operations. Only PRIMARY instances can queue model changes.');
      queueEnabled();
      requireAudit(settings);
      await admit(request, 'approver');
    },
    groupEntries: async (request) => {
      mode('write operations. Only PRIMARY instances can modify data.');
      await admit(request, 'requestor');
    },
    groupEntriesHere: (what) => async () => {
      if (settings.replicateMode === 'PRIMARY') return;
      throw new RegistryError(
        'not_supported_here',
        `Group ${what} storage is not available (backend may be in REPLICA mode). Setting: replicate_mode='REPLICA'.`,
      );
    },
    metadata: (version) => async () => {
      mode('metadata tracking.');
      format(version, 'This endpoint is not available on this deployment.');
    },
    key: (access) => (request) => admit(request, access),
  };
}
