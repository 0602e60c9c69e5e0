/** A baseline that a form offers. */
export interface BaselineChoice {
  readonly name: string;
  readonly displayName: string | null;
  readonly otherNames: readonly string[];
  /** The number of image models that name it; undefined until it is known. */
  readonly models: number | undefined;
  /** The uses of these models in the last month; undefined until they are known. */
  readonly month?: number | undefined;
  /** False: only an open change set has it. */
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
