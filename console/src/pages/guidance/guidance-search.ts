import type { ProfileKind } from '../../api/guidance.ts';
import { profileKinds } from '../../parts/guidance-words.ts';
import { createOneOfReader, readFlag, readNumber, readText } from '../../search-params.ts';

/** The state of the list of profiles in the URL. An absent key sets no filter. */
export interface ProfilesSearch {
  /** A part of the profile's id, name, aliases or summary. */
  readonly q?: string | undefined;
  readonly kind?: ProfileKind | undefined;
  /** Whether to include deprecated profiles. */
  readonly deprecated?: true | undefined;
  readonly sort?: string | undefined;
}

export function readProfilesSearch(search: Record<string, unknown>): ProfilesSearch {
  return {
    q: readText(search.q),
    kind: createOneOfReader(profileKinds)(search.kind),
    deprecated: readFlag(search.deprecated),
    sort: readText(search.sort),
  };
}

export function readProfileSearch(search: Record<string, unknown>): { id: string } {
  return { id: readText(search.id) ?? '' };
}

/** The state of a form that can start with one of the caller's own change sets. */
interface StartChangeSearch {
  readonly change?: number | undefined;
  /** Whether the form creates a new version of `change`. */
  readonly revise?: true | undefined;
}

const readStartChange = (search: Record<string, unknown>): StartChangeSearch => ({
  change: readNumber(search.change),
  revise: readFlag(search.revise),
});

/** The initial content of the profile form, from the URL. */
export interface ProposeProfileSearch extends StartChangeSearch {
  /** The id of the profile to edit; absent for a new one. */
  readonly id?: string | undefined;
  readonly deprecate?: true | undefined;
}

export function readProposeProfileSearch(search: Record<string, unknown>): ProposeProfileSearch {
  return { id: readText(search.id), deprecate: readFlag(search.deprecate), ...readStartChange(search) };
}

/** The models to assign guidance to: one model, or those of a group. */
export interface AssignSearch extends StartChangeSearch {
  readonly model?: string | undefined;
  readonly group?: string | undefined;
}

export function readAssignSearch(search: Record<string, unknown>): AssignSearch {
  return { model: readText(search.model), group: readText(search.group), ...readStartChange(search) };
}
