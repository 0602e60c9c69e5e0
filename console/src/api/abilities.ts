import type { Deployment } from './types.ts';

export interface Abilities {
  /** What the service said about its mode and features; null until it has answered. */
  readonly deployment: Deployment | null;
  /** Whether the service takes proposals in the v2 format, the only one that this console writes. */
  readonly canPropose: boolean;
  /** Whether the service has a review queue to read and decide. False on a read-only copy. */
  readonly canReview: boolean;
  /** A notice of what people cannot do at this service, and why; null when nothing is limited. */
  readonly limits: { readonly title: string; readonly text: string } | null;
}

const limitsOf: { when: (deployment: Deployment) => boolean; title: string; text: string }[] = [
  {
    when: ({ replicate_mode }) => replicate_mode === 'REPLICA',
    title: 'This is a read-only copy of the registry.',
    text: 'Browsing, search and statistics work here. Proposing, reviewing, file verdicts and requests for models are on the primary, whose changes arrive here by themselves.',
  },
  {
    when: ({ canonical_format }) => canonical_format === 'legacy',
    title: 'This registry takes changes in the legacy format.',
    text: 'Browsing, reviewing and applying work here. New proposals have to come through the v1 API, because this console writes the current format.',
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
