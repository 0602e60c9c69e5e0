import type { onRequestAsyncHookHandler } from 'fastify';
import { createReadOnlyError, type RefusalCode, RegistryError } from '../../kernel/errors.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Access, Gate } from './auth.ts';
import { readMethods } from './deadline.ts';

type Deployment = Pick<
  Settings,
  | 'replicateMode'
  | 'canonicalFormat'
  | 'queueEnabled'
  | 'auditEnabled'
  | 'primaryApiUrl'
  | 'visitorDraftsPerHour'
>;

/**
 * A condition that the deployment must meet. If it does not, the request is refused with the error `code` and the
 * text of `refusal`, which names the responsible setting.
 */
interface DeploymentCondition {
  met(deployment: Deployment): boolean;
  readonly code: RefusalCode;
  refusal(deployment: Deployment): string;
}

/** Conditions on deployment and caller, checked before the body of a request is read. */
export interface AccessRule {
  /** Conditions on the deployment, in the order in which they are checked. An unmet condition returns 503. */
  readonly needs: readonly DeploymentCondition[];
  /**
   * The role that the caller's account needs, checked last. A caller without it gets 401. Absent: no key is
   * required.
   */
  readonly role?: Access;
  /**
   * The role that is required instead of `role` on a deployment without a queue, where writes are not
   * reviewed.
   */
  readonly roleWithoutQueue?: Access;
  /**
   * Whether the deployment admits visitors: callers without a key, and accounts without the role. Their
   * `request.caller` is null. An unknown key is still refused. Default: no visitors.
   */
  readonly visitors?: (deployment: Deployment) => boolean;
  /**
   * Whether the response for an unmet condition contains the condition's code. Only for endpoints that the
   * existing service lacks.
   */
  readonly showsCode?: boolean;
}

export interface AccessRuleWithKey extends AccessRule {
  readonly role: Access;
}

const needPrimary = (consequence: string, code: RefusalCode = 'read_only'): DeploymentCondition => ({
  met: ({ replicateMode }) => replicateMode === 'PRIMARY',
  code,
  refusal: () => `${consequence} Setting: replicate_mode='REPLICA'.`,
});
const replicaText = 'This instance is in REPLICA mode and does not support';
const primaryToWrite = needPrimary(
  `${replicaText} write operations. Only PRIMARY instances can modify data.`,
);
const primaryToQueue = needPrimary(
  `${replicaText} write operations. Only PRIMARY instances can queue model changes.`,
);

const needFormat = (format: CanonicalFormat, problem: string): DeploymentCondition => ({
  met: ({ canonicalFormat }) => canonicalFormat === format,
  code: 'format_mismatch',
  refusal: ({ canonicalFormat }) =>
    `${problem} Expected canonical_format='${format}', got '${canonicalFormat}'.`,
});
const needWritableFormat = (format: CanonicalFormat) =>
  needFormat(format, 'This deployment does not expose write operations for this API.');

const needQueue: DeploymentCondition = {
  met: ({ queueEnabled }) => queueEnabled,
  code: 'queue_disabled',
  refusal: () =>
    'Pending queue is disabled or unsupported on this deployment. Setting: pending_queue.enabled=false.',
};

const needAudit = (explanation: string): DeploymentCondition => ({
  met: ({ auditEnabled }) => auditEnabled,
  code: 'audit_disabled',
  refusal: () => `${explanation} Setting: audit.enabled=false.`,
});
const needAuditTrail = needAudit('Audit trail is disabled on this deployment.');

/** A condition for data that only the primary has. The message contains the primary's address. */
const needPrimaryData = (messageStart: string): DeploymentCondition => ({
  met: ({ replicateMode }) => replicateMode === 'PRIMARY',
  code: 'not_supported_here',
  refusal: ({ primaryApiUrl }) =>
    `${messageStart} at the primary, ${primaryApiUrl ?? 'which is not set here (primary_api_url)'}. Setting: replicate_mode='REPLICA'.`,
});
const files = [needPrimaryData('Evidence about files is')];

const modelAuditConditions = [
  needPrimary('This instance is in REPLICA mode: the audit trail is with its PRIMARY.', 'not_supported_here'),
  needAuditTrail,
];

/**
 * The access rules of endpoints: who may call them, and on which deployments. An endpoint without `who` is
 * open to everyone on every deployment.
 */
export const who = {
  /** Requestors that propose changes through the API version of this format. */
  proposes: (format: CanonicalFormat): AccessRule => ({
    needs: [primaryToWrite, needWritableFormat(format), needQueue],
    role: 'requestor',
  }),
  /** Requestors that propose change sets of a catalogue, regardless of the canonical format. */
  proposesChangeSets: { needs: [primaryToWrite, needQueue], role: 'requestor' },
  /**
   * Callers that propose changes through v1. On a deployment without a queue they write directly, without
   * review, so the caller must be an approver.
   */
  proposesOrWrites: {
    needs: [primaryToWrite, needWritableFormat('legacy')],
    role: 'requestor',
    roleWithoutQueue: 'approver',
  },
  usesQueue: (role: Access): AccessRuleWithKey => ({ needs: [primaryToQueue, needQueue], role }),
  /**
   * Callers that draft records. They must be requestors, unless the deployment also allows drafts by
   * visitors.
   */
  drafts: {
    needs: [primaryToQueue, needQueue],
    role: 'requestor',
    visitors: ({ visitorDraftsPerHour }: Deployment) => visitorDraftsPerHour > 0,
  },
  /**
   * Callers that discuss a change. Discussions are stored in the audit trail, so the deployment must be a
   * PRIMARY with queue and audit trail.
   */
  discusses: (role: Access): AccessRuleWithKey => ({
    needs: [primaryToQueue, needQueue, needAuditTrail],
    role,
    showsCode: true,
  }),
  /**
   * Callers that request models; any key is enough. Requests are stored in the audit trail, so the deployment
   * must have one.
   */
  asks: { needs: [primaryToWrite, needAuditTrail], role: 'any_key' },
  decidesRequests: { needs: [primaryToWrite, needAuditTrail], role: 'approver' },
  /** Readers of model requests, which only a PRIMARY has. */
  seesRequests: { needs: [needPrimaryData('Requests for models are')] },
  /** Readers of evidence about files, which only a PRIMARY collects. */
  seesFiles: { needs: files },
  /** Approvers that read the audit trail of the queue. */
  audits: { needs: [primaryToQueue, needQueue, needAuditTrail], role: 'approver' },
  /** Licence editors, who write definitions and assets without review. */
  editsLicenses: { needs: [primaryToWrite], role: 'license_editor' },
  /** Requestors that write aliases, families and naming schemas, which are not reviewed. */
  writesGroupEntries: { needs: [primaryToWrite], role: 'requestor' },
  /** Readers of aliases or families, which only a PRIMARY has. */
  readsGroupEntries: (entryKind: 'alias' | 'family'): AccessRule => ({
    needs: [
      needPrimary(
        `Group ${entryKind} storage is not available (backend may be in REPLICA mode).`,
        'not_supported_here',
      ),
    ],
  }),
  readsMetadata: (format: CanonicalFormat): AccessRule => ({
    needs: [
      needPrimary(`${replicaText} metadata tracking.`),
      needFormat(format, 'This endpoint is not available on this deployment.'),
    ],
  }),
  readsCheckpoints: { needs: modelAuditConditions },
  /** Readers of the change feed. */
  follows: {
    needs: [
      needPrimary('The feed is at the primary: this instance is in REPLICA mode.', 'not_supported_here'),
      needAudit('The feed is read from the audit trail, which this deployment does not keep.'),
    ],
  },
  /** Approvers that call an operator's endpoint, at a PRIMARY or a REPLICA. */
  operates: { needs: [], role: 'approver' },
  /** Approvers that redeliver webhooks and sync public repositories, which only a PRIMARY does. */
  operatesPrimary: { needs: [primaryToWrite], role: 'approver' },
  hasKey: { needs: [], role: 'any_key' },
} as const satisfies Record<string, AccessRule | ((choice: never) => AccessRule)>;

/** @throws RegistryError (503) with the code of the first unmet condition */
function assertMet(
  conditions: readonly DeploymentCondition[],
  deployment: Deployment,
  hasCode = false,
): void {
  for (const condition of conditions) {
    if (condition.met(deployment)) continue;
    const { code } = condition;
    throw new RegistryError(code, condition.refusal(deployment), hasCode ? { members: { code } } : {});
  }
}

/**
 * Checks that the audit trail can be read from this deployment: it must be a PRIMARY, and the trail must be
 * on.
 *
 * @throws RegistryError audit_disabled, not_supported_here (503)
 */
export function requireAudit(settings: Pick<Settings, 'auditEnabled' | 'replicateMode'>): void {
  assertMet(modelAuditConditions, settings as Deployment);
}

/**
 * Checks that this deployment is a PRIMARY: only a PRIMARY stores the results of file checks.
 *
 * @throws RegistryError not_supported_here (503), with the primary's address
 */
export function requireFiles(settings: Pick<Settings, 'primaryApiUrl' | 'replicateMode'>): void {
  assertMet(files, settings as Deployment);
}

/**
 * Creates the hook that decides whether a request may call an endpoint. The hook checks the conditions on the
 * deployment in order, then the caller's key and role. If the database is read-only, the hook first refuses the
 * writes that a REPLICA refuses with `read_only`.
 */
export function createAccessCheck(
  { needs, role, roleWithoutQueue = role, visitors, showsCode }: AccessRule,
  {
    settings,
    databaseWritable,
    gate,
  }: { readonly settings: Deployment; readonly databaseWritable: boolean; readonly gate: Gate },
): onRequestAsyncHookHandler {
  const isRefusedByReplica = needs.some(({ code }) => code === 'read_only');
  return async (request) => {
    // Checked before anything else, as on a REPLICA.
    if (!databaseWritable && isRefusedByReplica && !readMethods.has(request.method))
      throw createReadOnlyError();
    assertMet(needs, settings, showsCode);
    const access = settings.queueEnabled ? role : roleWithoutQueue;
    if (access) await gate.admit(request, access, visitors?.(settings));
  };
}
