import { type Capability, capabilityKeys } from '../../parts/baseline-words.ts';
import { createOneOfReader, readFlag, readNumber, readText } from '../../search-params.ts';

/** The catalogue page's state in the URL. An absent key sets no filter. */
export interface BaselinesSearch {
  /** A part of the baseline's name, display name or alternative names. */
  readonly q?: string | undefined;
  /** Shows only baselines with this capability. */
  readonly can?: Capability | undefined;
  readonly sort?: string | undefined;
}

export function readBaselinesSearch(search: Record<string, unknown>): BaselinesSearch {
  return {
    q: readText(search.q),
    can: createOneOfReader(capabilityKeys)(search.can),
    sort: readText(search.sort),
  };
}

export function readBaselineSearch(search: Record<string, unknown>): { name: string } {
  return { name: readText(search.name) ?? '' };
}

/** The initial content of the change set form, from the URL. */
export interface ProposeBaselinesSearch {
  /** The baseline that the form initially edits or, with `remove`, deletes. */
  readonly name?: string | undefined;
  readonly remove?: true | undefined;
  /** The id of the caller's own change set that the form starts with. */
  readonly change?: number | undefined;
  /** Whether the form creates a new version of `change`. */
  readonly revise?: true | undefined;
}

export function readProposeBaselinesSearch(search: Record<string, unknown>): ProposeBaselinesSearch {
  return {
    name: readText(search.name),
    remove: readFlag(search.remove),
    change: readNumber(search.change),
    revise: readFlag(search.revise),
  };
}
