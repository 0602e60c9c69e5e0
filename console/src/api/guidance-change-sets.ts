import type { components, PendingChange } from '#client';

type Assignment = components['schemas']['GuidanceAssignment'];
export type GuidanceChangeSet = components['schemas']['TextGuidanceChangeSet'];
export type ProfileChange = NonNullable<GuidanceChangeSet['profile_changes']>[number];

/** A change of the profiles of one model. `assignment` is null if the model loses its profiles. */
export interface AssignmentChange {
  readonly model_name: string;
  readonly assignment: Omit<Assignment, 'metadata'> | null;
  /** The assignment as the proposer saw it; null if there was none. */
  readonly expected_before: Assignment | null;
}

export interface GuidanceChanges {
  readonly profiles: readonly ProfileChange[];
  readonly assignments: readonly AssignmentChange[];
}

/** Returns the guidance changes of a change set; null for any other change. */
export function guidanceChangesOf(
  change: Pick<PendingChange, 'resource_kind' | 'payload'>,
): GuidanceChanges | null {
  if (change.resource_kind !== 'text_guidance' || change.payload === null) return null;
  return guidanceChangesIn(change.payload as unknown as GuidanceChangeSet);
}

export function guidanceChangesIn({
  profile_changes,
  assignment_changes,
}: GuidanceChangeSet): GuidanceChanges {
  return {
    profiles: profile_changes ?? [],
    assignments: (assignment_changes ?? []) as readonly AssignmentChange[],
  };
}

/** Returns the profile ids of an assignment, the contract first; empty without an assignment. */
export function profileIdsOf(
  assignment: Pick<Assignment, 'primary_profile_id' | 'supplemental_profile_ids'> | null | undefined,
): string[] {
  return assignment ? [assignment.primary_profile_id, ...assignment.supplemental_profile_ids] : [];
}

/** Returns the ids of the profiles that a change set changes, assigns or unassigns. */
export function affectedProfileIds({ profiles, assignments }: GuidanceChanges): ReadonlySet<string> {
  const assignedIds = assignments.flatMap(({ assignment, expected_before }) => [
    ...profileIdsOf(assignment),
    ...profileIdsOf(expected_before),
  ]);
  return new Set([...profiles.map(({ profile_id }) => profile_id), ...assignedIds]);
}

/**
 * Returns the path of the page with a form for a change set. There are two forms: one edits a single profile,
 * the other assigns the same profiles to several models. Returns null if neither can edit the change set.
 */
export function guidanceFormPath({ profiles, assignments }: GuidanceChanges) {
  if (profiles.length === 1 && assignments.length === 0)
    return profiles[0]?.profile == null ? null : '/guidance/propose';
  const distinctAssignments = new Set(
    assignments.map(({ assignment }) => JSON.stringify(profileIdsOf(assignment))),
  );
  return profiles.length === 0 && distinctAssignments.size === 1 && !distinctAssignments.has('[]')
    ? '/guidance/assign'
    : null;
}
