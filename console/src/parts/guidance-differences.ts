import type { ProfileChange } from '../api/guidance-change-sets.ts';

const partLabels: Readonly<Record<string, string>> = {
  display_name: 'name',
  aliases: 'aliases',
  summary: 'summary',
  user: 'text for users',
  developer: 'text for developers',
  examples: 'examples',
  recommended_settings: 'recommended settings',
  ai_horde_examples: 'examples for the AI-Horde',
  sources: 'sources',
  interaction_modes: 'interaction modes',
  accepted_roles: 'roles',
  role_markers: 'role markers',
  stop_sequences: 'stop sequences',
  templates: 'templates',
  capability: 'capability',
  scenario: 'scenario',
  kind: 'kind',
};

/** Returns the effect of a change on its profile. */
export function changeKind({ operation, profile, expected_before }: ProfileChange) {
  if (operation === 'create') return 'new';
  const isDeprecated = operation === 'deprecate' || profile?.deprecated === true;
  return isDeprecated && expected_before?.deprecated !== true ? 'deprecated' : 'changed';
}

/** Returns the names of the parts of a profile that a change modifies; empty for a new profile. */
export function changedFields({ profile, expected_before }: ProfileChange): string[] {
  if (profile == null || expected_before == null) return [];
  const [oldEntries, newEntries] = [expected_before as object, profile as object].map((each) =>
    Object.entries(each).map(([key, value]) => [key, JSON.stringify(value)] as const),
  );
  const oldValues = new Map(oldEntries);
  return (newEntries ?? [])
    .filter(([key, value]) => key in partLabels && oldValues.get(key) !== value)
    .map(([key]) => partLabels[key] ?? key);
}
