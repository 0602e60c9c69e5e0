/** A baseline option of a form. */
export interface BaselineChoice {
  readonly name: string;
  readonly displayName: string | null;
  readonly otherNames: readonly string[];
  /** The number of image models with this baseline; undefined until it is loaded. */
  readonly models: number | undefined;
  /** The uses of these models in the last month; undefined until they are loaded. */
  readonly month?: number | undefined;
  /**
   * Whether the baseline is in the catalogue. False for a baseline that would be added by a pending or
   * approved change set.
   */
  readonly isLive: boolean;
}

/** Returns the baselines whose name, display name or alternative names contain a text, ignoring case. */
export function findBaselinesByName(
  baselines: readonly BaselineChoice[],
  text: string,
): readonly BaselineChoice[] {
  const searchText = text.trim().toLowerCase();
  return baselines.filter(({ name, displayName, otherNames }) =>
    [name, displayName ?? '', ...otherNames].some((each) => each.toLowerCase().includes(searchText)),
  );
}
