import type { Settings } from '../../src/settings/settings.ts';
import { keys } from '../support/identity-server.ts';

/**
 * The deployments that answer differently. The REPLICA lacks all else too: what a REPLICA says comes before
 * what its other settings would say.
 */
export const deployments = {
  'PRIMARY, v2': {},
  'PRIMARY, v2, no queue': { queueEnabled: false },
  'PRIMARY, v2, no audit': { auditEnabled: false },
  'PRIMARY, legacy': { canonicalFormat: 'legacy' },
  'PRIMARY, legacy, no queue': { canonicalFormat: 'legacy', queueEnabled: false },
  REPLICA: {
    replicateMode: 'REPLICA',
    canonicalFormat: 'legacy',
    queueEnabled: false,
    auditEnabled: false,
  },
  'on a standby': {},
} as const satisfies Record<string, Partial<Settings>>;
export type Deployment = keyof typeof deployments;

/** Every kind of caller, with their keys. */
export const callers = {
  'no key': undefined,
  'a bad key': keys.unknown,
  'no role': keys.nobody,
  requestor: keys.requestor,
  approver: keys.approver,
} as const;
export type Who = keyof typeof callers;
export const everyCaller = Object.entries(callers) as [Who, string | undefined][];

export type Refusal = readonly [status: 401 | 403 | 503, detail: string];

/** What stands in the way of all callers, or what each of them is told; null: the request goes on. */
export type Rule = Refusal | Record<Who, Refusal | null> | null;

/** Those of the callers who between them show whether the rule is kept. */
export const callersFor = (rule: Rule) =>
  rule === null || Array.isArray(rule)
    ? everyCaller.filter(([who]) => who === 'no key' || who === 'approver')
    : everyCaller;

export function refusalOf(rule: Rule, who: Who): Refusal | null {
  return Array.isArray(rule)
    ? (rule as unknown as Refusal)
    : ((rule as Record<Who, Refusal | null>)?.[who] ?? null);
}

const mode: Refusal = [503, "replicate_mode='REPLICA'"];
const noEntries = (what: string): Refusal => [
  503,
  `Group ${what} storage is not available (backend may be in REPLICA mode). Setting: replicate_mode='REPLICA'.`,
];
const queue: Refusal = [503, 'pending_queue.enabled=false'];
const audit: Refusal = [503, 'audit.enabled=false'];
const expectsV2: Refusal = [503, "Expected canonical_format='v2', got 'legacy'"];
const expectsLegacy: Refusal = [503, "Expected canonical_format='legacy', got 'v2'"];

const anyKey = {
  'no key': [401, 'Not authenticated'],
  'a bad key': [401, 'Invalid API key'],
  'no role': null,
  requestor: null,
  approver: null,
} as const satisfies Rule;
const requestor = {
  ...anyKey,
  'no role': [401, 'You are not on the pending queue requestor list.'],
} as const satisfies Rule;
const approver = {
  ...anyKey,
  'no role': [401, 'You are not on the pending queue approver list.'],
  requestor: [401, 'You are not on the pending queue approver list.'],
} as const satisfies Rule;

/** The approver is on the list of license editors too. */
const licenseEditor = {
  ...anyKey,
  'no role': [403, 'You are not a license editor.'],
  requestor: [403, 'You are not a license editor.'],
} as const satisfies Rule;

const exposes = 'This deployment does not expose write operations for this API.';
const writesV2: Refusal = [503, `${exposes} ${expectsV2[1]}`];
const writesLegacy: Refusal = [503, `${exposes} ${expectsLegacy[1]}`];

/** The rules of the PRIMARYs, and of the REPLICA where it is another than usual. */
const onPrimaries = (
  rules: readonly [v2: Rule, noQueue: Rule, noAudit: Rule, legacy: Rule, legacyNoQueue: Rule],
  onReplica: Rule = mode,
): Record<Deployment, Rule> => ({
  'PRIMARY, v2': rules[0],
  'PRIMARY, v2, no queue': rules[1],
  'PRIMARY, v2, no audit': rules[2],
  'PRIMARY, legacy': rules[3],
  'PRIMARY, legacy, no queue': rules[4],
  REPLICA: onReplica,
  'on a standby': rules[0],
});

const onQueue = (role: Rule) => onPrimaries([role, queue, role, role, queue]);
const onTrailOfQueue = (role: Rule) => onPrimaries([role, queue, audit, role, queue]);
const onTrail = (role: Rule) => onPrimaries([role, role, audit, role, role]);
const everywhere = (role: Rule) => onPrimaries([role, role, role, role, role], role);
const onPrimary = (role: Rule) => onPrimaries([role, role, role, role, role]);

/** The contract's table: what stands in the way of a kind of write on a deployment, or whose key it takes. */
const writes = {
  'v2 record': onPrimaries([requestor, queue, requestor, writesV2, writesV2]),
  'v1 record': onPrimaries([writesLegacy, writesLegacy, writesLegacy, requestor, approver]),
  operations: onPrimary(approver),
  review: onQueue(approver),
  'review with the trail': onTrailOfQueue(approver),
  'own change': onQueue(requestor),
  draft: onQueue({ ...anyKey, 'no key': null }),
  'own change with the trail': onTrailOfQueue(requestor),
  'own inbox': onTrailOfQueue(anyKey),
  'group edit': onQueue(requestor),
  'group entry': onPrimary(requestor),
  licensing: onPrimary(licenseEditor),
  'request for a model': onTrail(anyKey),
  'decision on a request': onTrail(approver),
} as const satisfies Record<string, Record<Deployment, Rule>>;

/** Nothing is written on a standby; reads go on as on the primary. */
export const writeRules = Object.fromEntries(
  Object.entries(writes).map(([kind, rules]) => [kind, { ...rules, 'on a standby': [503, 'database_url'] }]),
) as unknown as Record<keyof typeof writes, Record<Deployment, Rule>>;

/** The same of reads. */
export const readRules = {
  open: everywhere(null),
  'own roles': everywhere(anyKey),
  'queue, any key': onQueue(anyKey),
  'queue, requestor': onQueue(requestor),
  'queue, approver': onQueue(approver),
  'queue, everybody': onQueue(null),
  conversation: onTrailOfQueue(requestor),
  inbox: onTrailOfQueue(anyKey),
  'audit of the queue': onTrailOfQueue(approver),
  'trail, everybody': onTrail(null),
  'v2 metadata': onPrimaries([null, null, null, expectsV2, expectsV2]),
  'v1 metadata': onPrimaries([expectsLegacy, expectsLegacy, expectsLegacy, null, null]),
  aliases: onPrimaries([null, null, null, null, null], noEntries('alias')),
  families: onPrimaries([null, null, null, null, null], noEntries('family')),
  requests: onPrimary(null),
  'known files': onPrimary(null),
  'hidden requests': onTrail(approver),
  operations: everywhere(approver),
} as const satisfies Record<string, Record<Deployment, Rule>>;
