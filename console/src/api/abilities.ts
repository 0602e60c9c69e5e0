import type { Deployment } from './types.ts';

export interface Abilities {
  /** The mode and features that the service reports; null until they are loaded. */
  readonly deployment: Deployment | null;
  /** Whether the service accepts proposals in the v2 format. The console writes no other format. */
  readonly canPropose: boolean;
  /** Whether the service has a review queue. False on a replica. */
  readonly canReview: boolean;
  /** A notice that says which actions this service does not support, and why; null if it supports all. */
  readonly limits: { readonly title: string; readonly text: string } | null;
}

const limitsOf: { when: (deployment: Deployment) => boolean; title: string; text: string }[] = [
  {
    when: ({ replicate_mode }) => replicate_mode === 'REPLICA',
    title: 'This is a read-only copy of the registry.',
    text: 'Browsing, search and statistics work here. Propose, review and request models on the primary, which also has the file verdicts; its changes are copied here.',
  },
  {
    when: ({ canonical_format }) => canonical_format === 'legacy',
    title: 'This registry accepts changes in the legacy format.',
    text: 'Browsing, reviewing and applying work here. Make new proposals with the v1 API: this console writes the current format only.',
  },
];

export function abilitiesOf(deployment: Deployment | null): Abilities {
  const limits = deployment ? (limitsOf.find((entry) => entry.when(deployment)) ?? null) : null;
  return {
    deployment,
    canPropose: (deployment?.writable ?? false) && deployment?.canonical_format === 'v2',
    canReview: deployment?.writable ?? false,
    limits,
  };
}
