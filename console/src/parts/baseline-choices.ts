/** A baseline that a form offers. */
export interface BaselineChoice {
  readonly name: string;
  readonly displayName: string | null;
  readonly otherNames: readonly string[];
  /** The number of image models that name it; undefined until it is known. */
  readonly models: number | undefined;
  /** False: the baseline is only in an open change set. */
  readonly isLive: boolean;
}

/** Finds the baselines whose name, display name or other names contain a text, in any case. */
export function baselinesNamed(
  baselines: readonly BaselineChoice[],
  text: string,
): readonly BaselineChoice[] {
  const part = text.trim().toLowerCase();
  return baselines.filter(({ name, displayName, otherNames }) =>
    [name, displayName ?? '', ...otherNames].some((each) => each.toLowerCase().includes(part)),
  );
}
