import type { JsonObject } from '../../kernel/json.ts';
import { hasBackendPrefix } from '../../records/text-names/index.ts';
import type { Tx } from '../../store/tx.ts';
import { modelStore } from '../catalog/index.ts';
import { type GuidanceChangeSet, guidanceChangeSet, maxChanges, type SentProfile } from './change-set.ts';
import { textGuidance } from './definition.ts';
import { assignmentsOf, profilesOf } from './rules.ts';
import { labelOf } from './summary.ts';

/** A proposed change set that documents the labels of the models. */
export interface MigrationPreview {
  /** Null when there is nothing to propose. */
  readonly change_set: GuidanceChangeSet | null;
  /** Number of models that have a label. */
  readonly source_model_count: number;
  /** Number of labels, whatever their letter case. */
  readonly format_count: number;
}

/** Maximum length of a label that can become a profile: the limit of `display_name`. */
const maxLabelLength = 255;
/** Maximum length of a generated id without its suffix, such as `-2`. */
const maxIdLength = 240;

/**
 * Proposes a contract for each label in `instruct_format` that is neither the name nor an alias of a profile.
 * Also proposes an assignment for each model that has a label but no assignment. Stores nothing. Changes
 * beyond the limit of one change set are left to the next preview.
 */
export async function createMigrationPreview(reader: Tx): Promise<MigrationPreview> {
  const catalogue = await textGuidance.readCurrent(reader);
  const profiles = profilesOf(catalogue);
  const profileIdByName = indexProfileNames(profiles.values());
  const usedIds = new Set(profiles.keys());
  const profileChanges: JsonObject[] = [];
  const assignment_changes: JsonObject[] = [];
  const labels = new Set<string>();
  let source_model_count = 0;
  for (const { name, v2 } of await modelStore(reader).list('text_generation')) {
    const label = hasBackendPrefix(name) ? null : labelOf(JSON.parse(v2) as JsonObject);
    if (label === null) continue;
    source_model_count += 1;
    const foldedLabel = label.toLowerCase();
    labels.add(foldedLabel);
    if (
      !profileIdByName.has(foldedLabel) &&
      [...label].length <= maxLabelLength &&
      profileChanges.length < maxChanges
    ) {
      const id = findFreeId(label, usedIds);
      usedIds.add(id);
      profileIdByName.set(foldedLabel, id);
      profileChanges.push({ operation: 'create', profile_id: id, profile: createContract(id, label) });
    }
    const id = profileIdByName.get(foldedLabel) ?? null;
    const isAssigned = assignmentsOf(catalogue).has(name);
    if (id === null || isAssigned || assignment_changes.length === maxChanges) continue;
    const assignment = { model_name: name, primary_profile_id: id };
    assignment_changes.push({ model_name: name, assignment });
  }
  const isEmpty = profileChanges.length + assignment_changes.length === 0;
  const title = `Guidance for the formats that ${source_model_count} models name`;
  const changeSet = { title, profile_changes: profileChanges, assignment_changes };
  return {
    change_set: isEmpty ? null : guidanceChangeSet.parse(changeSet),
    source_model_count,
    format_count: labels.size,
  };
}

/**
 * Maps every name of a profile, in lower case, to the profile's id. The value is null when the profile cannot
 * be assigned to models as their contract.
 */
function indexProfileNames(profiles: Iterable<SentProfile>): Map<string, string | null> {
  const owners = new Map<string, string | null>();
  for (const { kind, deprecated, profile_id: id, display_name, aliases } of profiles) {
    const owner = kind === 'prompt_contract' && !deprecated ? id : null;
    for (const name of [id, display_name, ...aliases]) {
      const foldedName = name.trim().toLowerCase();
      // If several profiles have the name, choose one that can be assigned.
      if ((owners.get(foldedName) ?? null) === null) owners.set(foldedName, owner);
    }
  }
  return owners;
}

function findFreeId(label: string, usedIds: ReadonlySet<string>): string {
  const parts = label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxIdLength)
    .replace(/^-|-$/g, '');
  const base = parts === '' ? 'format' : parts;
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!usedIds.has(id)) return id;
  }
}

function createContract(profile_id: string, display_name: string): JsonObject {
  return {
    kind: 'prompt_contract',
    profile_id,
    display_name,
    summary: 'A format of prompts that models name in `instruct_format`. It is not described yet.',
    interaction_modes: ['instruction'],
  };
}
