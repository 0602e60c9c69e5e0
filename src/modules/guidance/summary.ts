import type { JsonObject } from '../../kernel/json.ts';
import type { Catalogue, CatalogueMemory } from '../catalogues/index.ts';
import { textGuidance } from './definition.ts';
import { assignmentsOf, profileIdsOf, quotedNames } from './rules.ts';

/**
 * The status of a model's guidance. `published`: profiles are assigned to it; `legacy_label`: its record has
 * an `instruct_format`; `undocumented`: neither.
 */
export const guidanceStatuses = ['published', 'legacy_label', 'undocumented'] as const;

/** The profiles of a model, as reads of models return them. */
export type GuidanceSummary = {
  readonly status: (typeof guidanceStatuses)[number];
  readonly primary_profile_id: string | null;
  readonly supplemental_profile_ids: string[];
};

/** Returns the label in `instruct_format` of a record; null when it is blank or absent. */
export function labelOf(record: JsonObject): string | null {
  const label = record.instruct_format;
  return typeof label === 'string' && label.trim() !== '' ? label.trim() : null;
}

/**
 * Returns the guidance of a live text model. `catalogue`: the text guidance, as `CatalogueMemory.of` returns
 * it; `record`: the model's v2 record.
 */
export function guidanceOf(catalogue: Catalogue, name: string, record: JsonObject): GuidanceSummary {
  const assignment = assignmentsOf(catalogue).get(name);
  return {
    status: assignment ? 'published' : labelOf(record) === null ? 'undocumented' : 'legacy_label',
    primary_profile_id: assignment?.primary_profile_id ?? null,
    supplemental_profile_ids: assignment?.supplemental_profile_ids ?? [],
  };
}

/**
 * Returns a list with one sentence: which guidance a model has, and what happens to the guidance when the model
 * is deleted or renamed. The list is empty when the model has no guidance.
 */
export function describeGuidanceForChange(
  catalogues: Pick<CatalogueMemory, 'get'>,
  category: string,
  name: string,
): string[] {
  if (category !== textGuidance.category) return [];
  const assignment = assignmentsOf(catalogues.get(textGuidance.kind)).get(name);
  if (!assignment) return [];
  return [
    `The model has guidance: ${quotedNames(profileIdsOf(assignment))}. A deletion removes the assignment, a rename keeps it.`,
  ];
}
