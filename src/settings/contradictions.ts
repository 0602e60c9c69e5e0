import { isLoopback } from './loopback.ts';
import type { SettingValues } from './table.ts';

/** Settings that are each allowed but do not work, or hardly make sense, together. */
export interface Contradictions {
  /** These stop the start. */
  readonly problems: readonly string[];
  /** These are said, and the service starts. */
  readonly warnings: readonly string[];
}

interface Rule {
  readonly applies: (values: SettingValues) => boolean;
  /** Which settings, why they contradict each other, and what to do. */
  readonly text: string;
}

/** Combinations in which one setting makes another one useless. */
const stopping: readonly Rule[] = [
  {
    applies: (v) =>
      v.REVIEW_POLICY === 'four_eyes' && !v.PENDING_QUEUE__ENABLED && v.CANONICAL_FORMAT === 'legacy',
    text: 'MODELREF_REVIEW_POLICY: four_eyes promises that two people see each change, but with MODELREF_PENDING_QUEUE__ENABLED=false every v1 write is live at once; allowed: the queue switched on, or MODELREF_REVIEW_POLICY=any.',
  },
  {
    applies: (v) =>
      !v.PENDING_QUEUE__ENABLED &&
      v.CANONICAL_FORMAT === 'legacy' &&
      (Math.max(v.APPROVALS__LOW, v.APPROVALS__LOOK, v.APPROVALS__HIGH) > 1 ||
        v.APPLY_WAIT_SECONDS > 0 ||
        v.BULK_APPROVAL === 'low'),
    text: 'MODELREF_APPROVALS__*, MODELREF_APPLY_WAIT_SECONDS and MODELREF_BULK_APPROVAL: with MODELREF_PENDING_QUEUE__ENABLED=false every v1 write is live at once; allowed: the queue switched on, or approvals of 1, no waiting time and any in bulk.',
  },
  {
    applies: (v) => v.WEBHOOKS.length > 0 && !v.AUDIT__ENABLED,
    text: 'MODELREF_WEBHOOKS: webhooks are sent for audit events, and with MODELREF_AUDIT__ENABLED=false there are none; allowed: the audit trail switched on, or no webhooks.',
  },
  {
    applies: (v) => v.DISCORD_WEBHOOKS.length > 0 && !v.AUDIT__ENABLED,
    text: 'MODELREF_DISCORD_WEBHOOKS: what a batch did is read from the audit trail, and with MODELREF_AUDIT__ENABLED=false there is none; allowed: the audit trail switched on, or no webhooks.',
  },
  {
    applies: (v) => v.AUDIT_SIGNING_KEY !== null && v.AUDIT_SIGNING_KEY_FILE !== null,
    text: 'MODELREF_AUDIT_SIGNING_KEY: MODELREF_AUDIT_SIGNING_KEY_FILE names a key as well; allowed: one of them.',
  },
  {
    applies: (v) => v.BRIDGE_APP !== null && v.BRIDGE_TOKEN !== null,
    text: 'MODELREF_BRIDGE_APP: MODELREF_BRIDGE_TOKEN says who the bridge is as well; allowed: one of them.',
  },
  {
    applies: (v) => v.BRIDGE.length > 0 && v.REPLICATE_MODE === 'REPLICA',
    text: 'MODELREF_BRIDGE: a REPLICA takes no writes, so nothing could be taken in; set the bridge at its PRIMARY.',
  },
];

const warned: readonly Rule[] = [
  {
    applies: (v) => v.BRIDGE_WEBHOOK_SECRET !== null && !v.BRIDGE.some(({ github }) => github !== null),
    text: 'MODELREF_BRIDGE_WEBHOOK_SECRET: no repository of MODELREF_BRIDGE has a "github", so deliveries are about none of them; name it there.',
  },
  {
    applies: (v) => v.REPLICATE_MODE === 'PRIMARY' && isPlainHttpElsewhere(v.AUTH_URL),
    text: 'MODELREF_AUTH_URL: the keys of all callers are sent over plain http to another machine, where anybody on the way can read them; give an https:// URL.',
  },
  {
    applies: (v) => v.REPLICATE_MODE === 'REPLICA' && v.WEBHOOKS.length > 0,
    text: 'MODELREF_WEBHOOKS: a REPLICA records no changes of its own, so nobody is told of any; set webhooks at its PRIMARY.',
  },
  {
    applies: (v) => v.REPLICATE_MODE === 'REPLICA' && v.DISCORD_WEBHOOKS.length > 0,
    text: 'MODELREF_DISCORD_WEBHOOKS: a REPLICA applies no batches, so nobody is told of any; set them at its PRIMARY.',
  },
  {
    applies: (v) => v.REPLICATE_MODE === 'REPLICA' && v.FILE_CHECKS,
    text: 'MODELREF_FILE_CHECKS: a REPLICA shows what its PRIMARY has learned of files and checks none itself.',
  },
  {
    applies: (v) => v.REPLICATE_MODE === 'REPLICA' && v.PRIMARY_API_URL === null && !v.ENABLE_GITHUB_FALLBACK,
    text: 'MODELREF_PRIMARY_API_URL: with none, and MODELREF_ENABLE_GITHUB_FALLBACK=false, this REPLICA follows nothing and serves what its database holds.',
  },
];

/** Looks at the settings together. */
export function contradictions(values: SettingValues): Contradictions {
  const texts = (rules: readonly Rule[]) =>
    rules.filter(({ applies }) => applies(values)).map(({ text }) => text);
  return { problems: texts(stopping), warnings: texts(warned) };
}

function isPlainHttpElsewhere(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopback(hostname);
}
